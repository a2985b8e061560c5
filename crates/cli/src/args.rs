//! The command line's grammar.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Scores AI answers about documents, shows what they rest on, signs the verdicts.
///
/// Exit codes: 0 done and every gate asked for held; 1 done and something failed; 2 the input was
/// refused; 3 internal error.
#[derive(Debug, Parser)]
#[command(name = "proofmark", version, max_term_width = 100)]
pub(crate) struct Cli {
    /// Print JSON instead of text.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Choose the form of what is printed.
    #[arg(long, global = true, value_enum)]
    pub(crate) format: Option<Format>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Cli {
    /// Whether JSON was asked for, in either spelling.
    pub(crate) fn wants_json(&self) -> bool {
        self.json || self.format == Some(Format::Json)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print the text of documents, page by page, with offsets.
    #[command(after_help = "Example:\n  proofmark extract handbook.pdf --json --boxes")]
    Extract(Extract),
    /// Ground one quotation in one document.
    #[command(after_help = "Example:\n  proofmark locate handbook.pdf --quote 'takes 13 hours'")]
    Locate(Locate),
    /// Check or freeze a question bank.
    #[command(subcommand)]
    Bank(Bank),
    /// Score outputs against a bank and its documents.
    #[command(
        after_help = "Example:\n  proofmark score --bank bank.json --documents docs/ --outputs a.jsonl b.jsonl --run plan.json --report report.json"
    )]
    Score(Score),
    /// Compute metrics and gates again from reports; several reports of one run are merged.
    #[command(after_help = "Example:\n  proofmark summarize shard-1.json shard-2.json")]
    Summarize(Summarize),
    /// Run the checks that must hold before a run may qualify.
    #[command(after_help = "Example:\n  proofmark preflight --json")]
    Preflight,
    /// Judge claims about saved pages, check and grade what judges say.
    #[command(subcommand)]
    Judge(Judge),
    /// Make a signing key, or print a key's public half.
    #[command(subcommand)]
    Key(Key),
    /// Sign a report or a judge's results.
    #[command(
        after_help = "Example:\n  proofmark sign report.json --key auditor.pem --out report.zip"
    )]
    Sign(Sign),
    /// Check a signed report: signatures, signers, inputs, replay.
    #[command(
        after_help = "Example:\n  proofmark verify report.zip --public-key auditor.pub.pem --bank bank.json --documents docs/ --outputs a.jsonl"
    )]
    Verify(Verify),
    /// Write a report in other forms.
    #[command(after_help = "Example:\n  proofmark export report.json --csv --junit --out exports/")]
    Export(Export),
    /// Print a shell's completions of this program.
    #[command(after_help = "Example:\n  proofmark completions bash > proofmark.bash")]
    Completions(Completions),
    /// Write the manual pages of this program and of each of its commands.
    #[command(after_help = "Example:\n  proofmark manual --out man/")]
    Manual(Manual),
}

/// A number of jobs.
fn jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n) if n > 0 => Ok(n),
        _ => Err("expected a whole number from 1".to_owned()),
    }
}

#[derive(Debug, Args)]
pub(crate) struct Extract {
    /// The documents: .pdf, .txt, .md or .html.
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Also print the boxes of every line.
    #[arg(long)]
    pub(crate) boxes: bool,
    #[command(flatten)]
    pub(crate) password: Password,
}

#[derive(Debug, Args)]
pub(crate) struct Password {
    /// A file whose first line is the password of the encrypted documents.
    #[arg(long, value_name = "FILE")]
    pub(crate) password_file: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Locate {
    /// The document.
    pub(crate) file: PathBuf,
    /// The quotation.
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) quote: String,
    #[command(flatten)]
    pub(crate) password: Password,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Bank {
    /// Report every error of a bank.
    #[command(after_help = "Example:\n  proofmark bank check bank.json --documents docs/")]
    Check(BankCheck),
    /// Write the freeze block: digests, time, author, reviewer.
    #[command(
        after_help = "Example:\n  proofmark bank freeze bank.json --documents docs/ --author 'A. Author' --author-attests '…' --reviewer 'R. Reviewer' --reviewer-attests '…' --at 2026-01-31T09:00:00Z --out frozen.json"
    )]
    Freeze(BankFreeze),
}

#[derive(Debug, Args)]
pub(crate) struct BankCheck {
    /// The bank.
    pub(crate) bank: PathBuf,
    /// The folder with its documents.
    #[arg(long)]
    pub(crate) documents: PathBuf,
    #[command(flatten)]
    pub(crate) password: Password,
}

#[derive(Debug, Args)]
pub(crate) struct BankFreeze {
    /// The bank.
    pub(crate) bank: PathBuf,
    /// The folder with its documents.
    #[arg(long)]
    pub(crate) documents: PathBuf,
    /// The author's name.
    #[arg(long)]
    pub(crate) author: String,
    /// What the author attests.
    #[arg(long)]
    pub(crate) author_attests: String,
    /// The independent reviewer's name.
    #[arg(long)]
    pub(crate) reviewer: String,
    /// What the reviewer attests.
    #[arg(long)]
    pub(crate) reviewer_attests: String,
    /// The time of freezing, RFC 3339; now by default.
    #[arg(long)]
    pub(crate) at: Option<String>,
    /// The file to write; standard output by default.
    #[arg(long)]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) password: Password,
}

#[derive(Debug, Args)]
pub(crate) struct Score {
    /// The frozen bank.
    #[arg(long)]
    pub(crate) bank: PathBuf,
    /// The folder with its documents.
    #[arg(long)]
    pub(crate) documents: PathBuf,
    /// The outputs, JSON Lines.
    #[arg(long, required_unless_present = "stream", num_args = 1..)]
    pub(crate) outputs: Vec<PathBuf>,
    /// Read attempts from standard input and print one verdict a line, in the same order; `summarize` puts
    /// such lines together.
    #[arg(long, requires = "run", conflicts_with_all = ["outputs", "report", "audit", "preflight"])]
    pub(crate) stream: bool,
    /// The run plan.
    #[arg(long, value_name = "PLAN")]
    pub(crate) run: Option<PathBuf>,
    /// Human decisions to carry in the report.
    #[arg(long)]
    pub(crate) audit: Option<PathBuf>,
    /// A recorded preflight to carry in the report.
    #[arg(long)]
    pub(crate) preflight: Option<PathBuf>,
    /// Where to write the report.
    #[arg(long)]
    pub(crate) report: Option<PathBuf>,
    /// Documents read, and attempts judged, at the same time; the number of processors by default.
    #[arg(long, value_parser = jobs)]
    pub(crate) jobs: Option<usize>,
    /// Exit with 1 also when the planned workflow does not qualify.
    #[arg(long)]
    pub(crate) require_qualified: bool,
    #[command(flatten)]
    pub(crate) password: Password,
}

#[derive(Debug, Args)]
pub(crate) struct Summarize {
    /// The reports, or signed exports; with `--bank` verdicts of `score --stream`, in the order of their
    /// attempts.
    #[arg(required = true)]
    pub(crate) reports: Vec<PathBuf>,
    /// Where to write the merged report.
    #[arg(long)]
    pub(crate) report: Option<PathBuf>,
    /// The bank by which streamed verdicts were judged.
    #[arg(long, requires = "documents", requires = "run")]
    pub(crate) bank: Option<PathBuf>,
    /// The folder with the bank's documents.
    #[arg(long, requires = "bank")]
    pub(crate) documents: Option<PathBuf>,
    /// The run plan.
    #[arg(long, value_name = "PLAN", requires = "bank")]
    pub(crate) run: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) password: Password,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Key {
    /// Make a key pair and write both halves.
    #[command(after_help = "Example:\n  proofmark key new --out auditor.pem")]
    New(KeyNew),
    /// Print the public half of a key.
    #[command(after_help = "Example:\n  proofmark key public --key auditor.pem")]
    Public(KeyPublic),
}

#[derive(Debug, Args)]
pub(crate) struct KeyNew {
    /// Where to write the private key; the public one goes beside it as `.pub.pem`.
    #[arg(long)]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) passphrase: Passphrase,
}

#[derive(Debug, Args)]
pub(crate) struct Passphrase {
    /// A file whose first line is the passphrase of the private key.
    #[arg(long, value_name = "FILE")]
    pub(crate) passphrase_file: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct KeyPublic {
    /// The private key.
    #[arg(long)]
    pub(crate) key: PathBuf,
    #[command(flatten)]
    pub(crate) passphrase: Passphrase,
}

#[derive(Debug, Args)]
pub(crate) struct Sign {
    /// The report or a judge's results; or a signed export, or the DSSE file of results, to which a
    /// signature is added.
    pub(crate) report: PathBuf,
    /// The private key.
    #[arg(long)]
    pub(crate) key: PathBuf,
    #[command(flatten)]
    pub(crate) passphrase: Passphrase,
    /// The signed export to write; by default `<report>.signed.zip`, or with a further signature
    /// `<report>.signed-<number of signatures>.zip`.
    #[arg(long)]
    pub(crate) out: Option<PathBuf>,
    /// Write over files that are there already.
    #[arg(long)]
    pub(crate) force: bool,
    /// The folder with the documents, for the page images of the printable page.
    #[arg(long)]
    pub(crate) documents: Option<PathBuf>,
    /// Sign without asking.
    #[arg(long, short)]
    pub(crate) yes: bool,
    #[command(flatten)]
    pub(crate) password: Password,
    #[command(flatten)]
    pub(crate) judged: Judged,
}

/// What a judge's results were made from, to be recorded or compared.
#[derive(Debug, Args)]
pub(crate) struct Judged {
    /// Of a judge's results: the files of claims.
    #[arg(long, num_args = 1..)]
    pub(crate) claims: Vec<PathBuf>,
    /// Of a judge's results: the list of saved pages.
    #[arg(long)]
    pub(crate) sources: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The signed export (.zip), or a DSSE file beside its `report.json` or a judge's results.
    pub(crate) bundle: PathBuf,
    /// Public keys that you trust; may be given several times.
    #[arg(long)]
    pub(crate) public_key: Vec<PathBuf>,
    /// The bank, to compare digests and to replay.
    #[arg(long)]
    pub(crate) bank: Option<PathBuf>,
    /// The folder with the documents.
    #[arg(long)]
    pub(crate) documents: Option<PathBuf>,
    /// The outputs.
    #[arg(long, num_args = 1..)]
    pub(crate) outputs: Vec<PathBuf>,
    /// The run plan.
    #[arg(long, value_name = "PLAN")]
    pub(crate) run: Option<PathBuf>,
    /// The audit file.
    #[arg(long)]
    pub(crate) audit: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) password: Password,
    #[command(flatten)]
    pub(crate) judged: Judged,
}

#[derive(Debug, Args)]
pub(crate) struct Export {
    /// The report, or a signed export.
    pub(crate) report: PathBuf,
    /// The printable page.
    #[arg(long)]
    pub(crate) html: bool,
    /// Tables of attempts, obligations and citations.
    #[arg(long)]
    pub(crate) csv: bool,
    /// JUnit XML.
    #[arg(long)]
    pub(crate) junit: bool,
    /// W3C Web Annotations.
    #[arg(long)]
    pub(crate) annotations: bool,
    /// The folder with the documents, for the page images of the printable page.
    #[arg(long)]
    pub(crate) documents: Option<PathBuf>,
    /// The folder to write to; the report's own by default.
    #[arg(long)]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) password: Password,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Judge {
    /// Write blind batches and the instructions for a judge.
    #[command(
        after_help = "Example:\n  proofmark judge prepare --claims claims/*.json --out batches/"
    )]
    Prepare(JudgePrepare),
    /// Report every finding of a results file.
    #[command(
        after_help = "Example:\n  proofmark judge check --results results.json --claims claims/*.json --sources sources.json"
    )]
    Check(JudgeCheck),
    /// Judge the claims by fixed rules and write a results file.
    #[command(
        after_help = "Example:\n  proofmark judge run --claims claims/*.json --sources sources.json --out results.json"
    )]
    Run(JudgeRun),
    /// Grade a results file against gold labels.
    #[command(
        after_help = "Example:\n  proofmark judge grade --results results.json --gold gold.json --claims claims/*.json --sources sources.json"
    )]
    Grade(JudgeGrade),
    /// Decide whether a candidate's results replace a baseline's.
    #[command(
        after_help = "Example:\n  proofmark judge gate --baseline v2.json --candidate v3.json --gold gold.json --claims claims/*.json --sources sources.json"
    )]
    Gate(JudgeGate),
}

#[derive(Debug, Args)]
pub(crate) struct JudgeInputs {
    /// The files of claims.
    #[arg(long, required = true, num_args = 1..)]
    pub(crate) claims: Vec<PathBuf>,
    /// The list of saved pages; the pages stand beside it, as it says.
    #[arg(long)]
    pub(crate) sources: PathBuf,
    #[command(flatten)]
    pub(crate) hosts: Hosts,
}

#[derive(Debug, Args)]
pub(crate) struct Hosts {
    /// A host whose pages may be evidence; may be given several times.
    #[arg(
        long = "host",
        value_name = "HOST",
        default_value = "learn.microsoft.com"
    )]
    pub(crate) hosts: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct JudgePrepare {
    /// The files of claims.
    #[arg(long, required = true, num_args = 1..)]
    pub(crate) claims: Vec<PathBuf>,
    /// The folder to write to.
    #[arg(long)]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) hosts: Hosts,
}

#[derive(Debug, Args)]
pub(crate) struct JudgeCheck {
    /// The results file.
    #[arg(long)]
    pub(crate) results: PathBuf,
    #[command(flatten)]
    pub(crate) inputs: JudgeInputs,
}

#[derive(Debug, Args)]
pub(crate) struct JudgeRun {
    /// The results file to write.
    #[arg(long)]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) inputs: JudgeInputs,
}

#[derive(Debug, Args)]
pub(crate) struct JudgeGrade {
    /// The results file.
    #[arg(long)]
    pub(crate) results: PathBuf,
    /// The gold labels.
    #[arg(long)]
    pub(crate) gold: PathBuf,
    #[command(flatten)]
    pub(crate) inputs: JudgeInputs,
}

#[derive(Debug, Args)]
pub(crate) struct JudgeGate {
    /// The frozen results file.
    #[arg(long)]
    pub(crate) baseline: PathBuf,
    /// The results file that would replace it.
    #[arg(long)]
    pub(crate) candidate: PathBuf,
    /// The gold labels.
    #[arg(long)]
    pub(crate) gold: PathBuf,
    /// The recorded SHA-256 of the baseline.
    #[arg(long, value_name = "HEX")]
    pub(crate) baseline_sha256: Option<String>,
    #[command(flatten)]
    pub(crate) inputs: JudgeInputs,
}

#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell.
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(crate) struct Manual {
    /// The folder to write to.
    #[arg(long)]
    pub(crate) out: PathBuf,
}
