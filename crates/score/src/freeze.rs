//! The freeze block: when a bank was closed, over which content, and who stands for it.

use proofmark_json::parse;

use crate::bank::Attestation;
use crate::bank_read::read_bank;
use crate::problem::{BankProblem, ProblemCode, Problems, Subject};

/// A bank that was closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrozenBank {
    /// Its text, with the freeze block.
    pub text: String,
    /// The digest in the block, which run plan and outputs name.
    pub bank_sha256: String,
}

/// A bank with a freeze block for its present content; a block that it has is replaced, everything else stays as
/// it is written.
///
/// `frozen_at` is an RFC 3339 time, `author` and `reviewer` are two people.
///
/// # Errors
/// What keeps the bank from being read (the block that is replaced aside), a time of another form, and
/// attestations that are empty or come from one person. The bank's other rules are
/// [`crate::validate_bank`]'s.
pub fn freeze_bank(
    bank_json: &str,
    frozen_at: &str,
    author: &Attestation,
    reviewer: &Attestation,
) -> Result<FrozenBank, Vec<BankProblem>> {
    let mut problems = Problems::default();
    let nobody = Subject::default();
    if !is_timestamp(frozen_at) {
        let message = format!("{frozen_at:?} is no time; write it like 2026-01-31T09:00:00Z");
        problems.error(
            ProblemCode::WrongType,
            &nobody,
            "/freeze/frozen_at",
            message,
        );
    }
    if let Some(message) = attestation_gap(Some(author), Some(reviewer)) {
        problems.error(ProblemCode::MissingAttestation, &nobody, "/freeze", message);
    }
    let read = read_bank(bank_json.as_bytes()).map_err(|problems| problems.errors)?;
    let own = read
        .problems
        .errors
        .into_iter()
        .filter(|error| !error.pointer.starts_with("/freeze"));
    problems.errors.extend(own);
    if !problems.errors.is_empty() {
        return Err(problems.errors);
    }
    let block = block(frozen_at, &read.bank.content_sha256, author, reviewer);
    match splice(bank_json, &block) {
        Some(text) => Ok(FrozenBank {
            text,
            bank_sha256: read.bank.content_sha256,
        }),
        None => Err(problems.errors),
    }
}

/// Puts the block into the bank's text: in place of the one that is there, else as the last member.
fn splice(bank_json: &str, block: &str) -> Option<String> {
    let root = parse(bank_json.as_bytes()).ok()?;
    let object = root.value.as_object()?;
    let (from, to, inserted) = match object.get("freeze") {
        Some(node) => (node.span.start, node.span.end, block.to_owned()),
        None => {
            // A sound bank has members.
            let end = object.members.last()?.node.span.end;
            (end, end, format!(",\n  \"freeze\": {block}"))
        }
    };
    Some(format!(
        "{}{inserted}{}",
        bank_json.get(..from)?,
        bank_json.get(to..)?
    ))
}

fn block(
    frozen_at: &str,
    bank_sha256: &str,
    author: &Attestation,
    reviewer: &Attestation,
) -> String {
    let person = |who: &Attestation| {
        format!(
            "{{ \"name\": {}, \"attestation\": {} }}",
            quoted(who.name.trim()),
            quoted(who.attestation.trim())
        )
    };
    format!(
        "{{\n    \"frozen_at\": {},\n    \"bank_sha256\": {},\n    \"author\": {},\n    \"reviewer\": {}\n  }}",
        quoted(frozen_at),
        quoted(bank_sha256),
        person(author),
        person(reviewer)
    )
}

/// A text as JSON writes it.
fn quoted(text: &str) -> String {
    proofmark_json::canonical(&proofmark_json::Value::String(text.to_owned()))
        .ok()
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .unwrap_or_else(|| "\"\"".to_owned())
}

/// What the two attestations lack, if anything: both names, both sentences, two people.
pub(crate) fn attestation_gap(
    author: Option<&Attestation>,
    reviewer: Option<&Attestation>,
) -> Option<String> {
    let is_whole =
        |who: &Attestation| !who.name.trim().is_empty() && !who.attestation.trim().is_empty();
    for (role, who) in [("author", author), ("reviewer", reviewer)] {
        match who {
            None => {
                return Some(format!(
                    "the {role} has not attested; add a name and a sentence"
                ));
            }
            Some(who) if !is_whole(who) => {
                return Some(format!(
                    "the {role}'s name or attestation is empty; write it"
                ));
            }
            Some(_) => {}
        }
    }
    let name = |who: Option<&Attestation>| {
        let name = who.map_or("", |who| who.name.as_str());
        name.split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .to_lowercase()
    };
    (name(author) == name(reviewer))
        .then(|| "author and reviewer are the same person; a second one must review".to_owned())
}

/// Whether `text` is a time with its offset from UTC, as RFC 3339 writes it.
pub(crate) fn is_timestamp(text: &str) -> bool {
    text.parse::<jiff::Timestamp>().is_ok()
}
