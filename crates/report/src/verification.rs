use crate::archive::{DSSE_FILE, KEY_FILE, SIGSTORE_FILE};
use crate::statement::{PRINTABLE_FILE, REPORT_FILE};

/// What a valid signature means, to be shown beside every answer.
pub const WHAT_A_SIGNATURE_SAYS: &str = "A signature says which key signed and that nothing has \
    changed since. It does not say that the verdicts are true.";

/// An input that the verifier has at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenInput {
    /// The file's name, without folders.
    pub name: String,
    /// SHA-256 of its bytes, lower-case hex.
    pub sha256: String,
}

/// One of the four answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It holds.
    Yes,
    /// It does not.
    No,
    /// What is needed to tell was not given.
    NotChecked,
}

/// What a verification found. The four answers are independent of each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// Every signature that could be checked holds, there is at least one such, and it covers the
    /// report. In an archive also: nothing else in it was changed since.
    pub signature_valid: Answer,
    /// At least one valid signature is by a key that the verifier named as trusted.
    pub signer_trusted: Answer,
    /// Every input of the report was given and has the digest that the report names.
    pub inputs_match: Answer,
    /// Scoring the inputs again gave the same bytes.
    pub replay_identical: Answer,
    /// JSON pointer to the first difference between report and replay.
    pub replay_difference: Option<String>,
    /// Every signature.
    pub signatures: Vec<SignatureCheck>,
    /// Every input of the report, in its order, then the given files that are none.
    pub inputs: Vec<InputCheck>,
    /// Everything that is not as it was signed or exported.
    pub findings: Vec<Finding>,
}

impl Verification {
    /// Returns whether nothing speaks against the report: a valid signature by a trusted key, no
    /// answer that is [`Answer::No`], and no finding. Unchecked inputs and replay count as neither.
    pub fn holds(&self) -> bool {
        self.signature_valid == Answer::Yes
            && self.signer_trusted == Answer::Yes
            && self.inputs_match != Answer::No
            && self.replay_identical != Answer::No
            && self.findings.is_empty()
    }
}

/// A signature and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureCheck {
    /// The key id, as the file has it.
    pub keyid: String,
    /// What was found.
    pub state: SignatureState,
    /// Fingerprint of the key under which the signature holds.
    pub fingerprint: Option<String>,
}

/// What became of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignatureState {
    /// It holds, under a key that the verifier trusts.
    Trusted,
    /// It holds, under a key that came with the report; anyone could have made that one.
    Valid,
    /// It does not hold.
    Invalid,
    /// Its key is not at hand.
    UnknownKey,
}

/// An input and whether it is the one that was scored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputCheck {
    /// The input's kind; empty for a file that is no input.
    pub kind: String,
    /// The file's name.
    pub name: String,
    /// The digest in the report; none for a file that is no input.
    pub expected: Option<String>,
    /// The digest of the given file of that name, where it is another.
    pub found: Option<String>,
    /// What was found.
    pub state: InputState,
}

/// What became of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputState {
    /// A given file has this digest.
    Same,
    /// A given file has this name and another digest.
    Changed,
    /// No given file has this name or digest.
    Missing,
    /// The given file is no input of the report.
    Extra,
}

/// Something that is not as it was signed or exported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Which part.
    pub kind: FindingKind,
    /// JSON pointer into that part, where one is known.
    pub pointer: Option<String>,
    /// What was found, in one sentence.
    pub message: String,
}

/// Which part a [`Finding`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FindingKind {
    /// The archive's own records.
    Container,
    /// `report.json`.
    Report,
    /// `report.dsse.json`.
    Dsse,
    /// `report.sigstore.json`.
    Sigstore,
    /// `public-key.pem`.
    PublicKey,
    /// `report.html`.
    Printable,
    /// A signature.
    Signature,
    /// The signed statement.
    Statement,
}

impl FindingKind {
    /// The name used in files.
    pub fn code(self) -> &'static str {
        match self {
            Self::Container => "container",
            Self::Report => "report",
            Self::Dsse => "dsse",
            Self::Sigstore => "sigstore",
            Self::PublicKey => "public_key",
            Self::Printable => "printable",
            Self::Signature => "signature",
            Self::Statement => "statement",
        }
    }

    /// What people call the part: the file's name, where it is a file.
    pub fn label(self) -> &'static str {
        match self {
            Self::Container => "the archive",
            Self::Report => REPORT_FILE,
            Self::Dsse => DSSE_FILE,
            Self::Sigstore => SIGSTORE_FILE,
            Self::PublicKey => KEY_FILE,
            Self::Printable => PRINTABLE_FILE,
            Self::Signature => "the signature",
            Self::Statement => "the signed statement",
        }
    }
}

impl Finding {
    pub(crate) fn new(kind: FindingKind, message: String) -> Self {
        Self {
            kind,
            pointer: None,
            message,
        }
    }
}
