//! What a file is, by its content.

use proofmark_json::{Node, Value};

/// What a dropped file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FileKind {
    /// A question bank.
    Bank,
    /// A run plan.
    RunPlan,
    /// Outputs, JSON Lines.
    Outputs,
    /// A PDF or another source of text.
    Document,
    /// Human decisions.
    Audit,
    /// A recorded preflight.
    Preflight,
    /// A report without signature.
    Report,
    /// A signed export.
    SignedReport,
    /// A DSSE envelope or a Sigstore bundle by itself.
    Envelope,
    /// A public key.
    PublicKey,
    /// A private key.
    PrivateKey,
    /// Claims to judge.
    Claims,
    /// The list of saved pages.
    Snapshots,
    /// A judge's results.
    Results,
    /// Gold labels.
    Gold,
    /// An archive whose members are read as if dropped one by one.
    Archive,
    /// None of these.
    Unknown,
}

impl FileKind {
    /// The name used in files and messages between threads.
    pub fn code(self) -> &'static str {
        match self {
            Self::Bank => "bank",
            Self::RunPlan => "plan",
            Self::Outputs => "outputs",
            Self::Document => "document",
            Self::Audit => "audit",
            Self::Preflight => "preflight",
            Self::Report => "report",
            Self::SignedReport => "signed_report",
            Self::Envelope => "envelope",
            Self::PublicKey => "public_key",
            Self::PrivateKey => "private_key",
            Self::Claims => "claims",
            Self::Snapshots => "snapshots",
            Self::Results => "results",
            Self::Gold => "gold",
            Self::Archive => "archive",
            Self::Unknown => "unknown",
        }
    }
}

impl FileKind {
    /// What a person calls it.
    pub fn label(self) -> &'static str {
        match self {
            Self::Bank => "question bank",
            Self::RunPlan => "run plan",
            Self::Outputs => "outputs file",
            Self::Document => "document",
            Self::Audit => "audit file",
            Self::Preflight => "recorded preflight",
            Self::Report => "report",
            Self::SignedReport => "signed report",
            Self::Envelope => "signature file",
            Self::PublicKey => "public key",
            Self::PrivateKey => "private key",
            Self::Claims => "file of claims",
            Self::Snapshots => "list of saved pages",
            Self::Results => "file of results",
            Self::Gold => "file of gold labels",
            Self::Archive => "archive",
            Self::Unknown => "file of no known kind",
        }
    }
}

/// Tells what `bytes` are. The name only decides between readings that the content leaves open.
pub fn recognise(name: &str, bytes: &[u8]) -> FileKind {
    let start = &bytes[..bytes.len().min(1024)];
    if find(start, b"%PDF-") {
        return FileKind::Document;
    }
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        return FileKind::Archive;
    }
    let text_start = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let first = text_start
        .iter()
        .find(|b| !b.is_ascii_whitespace())
        .copied();
    if first == Some(b'-') && find(start, b"-----BEGIN ") {
        if find(start, b"-----BEGIN PUBLIC KEY-----") {
            return FileKind::PublicKey;
        }
        if find(start, b"PRIVATE KEY-----") {
            return FileKind::PrivateKey;
        }
    }
    let extension = name
        .rsplit_once('.')
        .map(|(_, e)| e.to_ascii_lowercase())
        .unwrap_or_default();
    let is_json_name = matches!(extension.as_str(), "json" | "jsonl" | "ndjson");
    if matches!(first, Some(b'{' | b'[')) || is_json_name {
        if let Ok(outline) = proofmark_json::outline(bytes) {
            let kind = kind_of_value(&outline.top);
            if kind != FileKind::Unknown || is_json_name {
                return kind;
            }
        } else if extension != "json" && extension != "txt" && extension != "md"
            || first_line_is_attempt(text_start)
        {
            if first_line_is_attempt(text_start) || matches!(extension.as_str(), "jsonl" | "ndjson")
            {
                return FileKind::Outputs;
            }
        } else if is_json_name {
            return FileKind::Unknown;
        }
    }
    if proofmark_source::sniff(name, bytes).is_some() {
        return FileKind::Document;
    }
    FileKind::Unknown
}

/// What a JSON text of a single value is, by its outermost level.
fn kind_of_value(node: &Node) -> FileKind {
    match &node.value {
        Value::Object(object) => {
            let has = |key: &str| object.get(key).is_some();
            let schema = object
                .get("schema")
                .and_then(|schema| schema.value.as_str())
                .unwrap_or_default();
            match schema.rsplit_once('/').map_or(schema, |(stem, _)| stem) {
                "proofmark/bank" => return FileKind::Bank,
                "proofmark/run" => return FileKind::RunPlan,
                "proofmark/report" => return FileKind::Report,
                "proofmark/audit" => return FileKind::Audit,
                "proofmark/preflight" => return FileKind::Preflight,
                _ => {}
            }
            if has("payloadType") || has("dsseEnvelope") {
                FileKind::Envelope
            } else if has("question_id") && has("workflow") {
                FileKind::Outputs
            } else if has("questions") {
                FileKind::Bank
            } else if has("workflows") {
                FileKind::RunPlan
            } else if has("claims") {
                FileKind::Claims
            } else if has("results") {
                FileKind::Results
            } else if has("groups") {
                FileKind::Preflight
            } else {
                FileKind::Unknown
            }
        }
        Value::Array(items) => {
            let first = items.iter().find_map(|item| item.value.as_object());
            let Some(object) = first else {
                return FileKind::Unknown;
            };
            let has = |key: &str| object.get(key).is_some();
            if has("gold") {
                FileKind::Gold
            } else if has("url") && has("file") {
                FileKind::Snapshots
            } else if has("results") {
                FileKind::Results
            } else if has("claims") {
                FileKind::Claims
            } else {
                FileKind::Unknown
            }
        }
        _ => FileKind::Unknown,
    }
}

/// Whether any of the first lines is an attempt: the one line that is broken may be the first.
fn first_line_is_attempt(text: &[u8]) -> bool {
    text.split(|b| *b == b'\n')
        .filter(|line| line.iter().any(|b| !b.is_ascii_whitespace()))
        .take(8)
        .any(|line| {
            proofmark_json::outline(line)
                .is_ok_and(|outline| kind_of_value(&outline.top) == FileKind::Outputs)
        })
}

fn find(haystack: &[u8], needle: &[u8]) -> bool {
    haystack
        .windows(needle.len())
        .any(|window| window == needle)
}
