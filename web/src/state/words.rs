//! Codes and numbers in words.

use serde::{Deserialize, Serialize};

/// What became of an attempt, as the list counts it: every attempt has exactly one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Outcome {
    Fail,
    Unresolved,
    Missing,
    Pass,
    Declined,
}

impl Outcome {
    /// In the order of the list: what needs eyes first.
    pub(crate) const ALL: [Self; 5] = [
        Self::Fail,
        Self::Unresolved,
        Self::Pass,
        Self::Declined,
        Self::Missing,
    ];

    /// `missing` and `declined` are told apart from the verdict under which they also count.
    pub(crate) fn of(verdict: &str, is_declined: bool, is_missing: bool) -> Self {
        match verdict {
            _ if is_missing => Self::Missing,
            "pass" if is_declined => Self::Declined,
            "pass" => Self::Pass,
            "unresolved" => Self::Unresolved,
            _ => Self::Fail,
        }
    }

    /// The outcome of an axis, field or obligation, which knows only the three verdicts.
    pub(crate) fn of_axis(verdict: &str) -> Self {
        Self::of(verdict, false, false)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Fail => "fail",
            Self::Unresolved => "unresolved",
            Self::Missing => "missing",
            Self::Pass => "pass",
            Self::Declined => "declined",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Fail => "Fail",
            Self::Unresolved => "Unresolved",
            Self::Missing => "Missing",
            Self::Pass => "Pass",
            Self::Declined => "Declined",
        }
    }

    /// The word where 48 px must hold it.
    pub(crate) fn short_word(self) -> &'static str {
        match self {
            Self::Unresolved => "Unres.",
            Self::Declined => "Decline",
            other => other.word(),
        }
    }

    /// The icon in the page's sprite.
    pub(crate) fn icon(self) -> &'static str {
        self.name()
    }

    /// The class that gives its colour.
    pub(crate) fn tone(self) -> &'static str {
        match self {
            Self::Fail => "tone-fail",
            Self::Unresolved => "tone-unresolved",
            Self::Missing => "tone-none",
            Self::Pass | Self::Declined => "tone-pass",
        }
    }
}

/// A reason in a few words, for lists. Unknown codes stand for themselves.
pub(crate) fn reason_in_words(code: &str) -> &str {
    match code {
        "missing_attempt" => "Planned, but no output came",
        "errored_attempt" => "The run reported an error",
        "unreadable_output" => "Output cannot be read",
        "retry_ignored" => "A second attempt was put aside",
        "answerable_decline" => "Declines what can be answered",
        "value_conflict" => "Another value than registered",
        "operator_conflict" => "A limit or negation turned round",
        "hedged_values" => "Offers several values at once",
        "role_swap" => "Two roles are exchanged",
        "incomplete" => "Part of the answer is missing",
        "unregistered_wording" => "Wording not in the bank",
        "copied_source" => "Source copied, not registered",
        "equivalent_quantity" => "Equal quantity in another unit",
        "rounded_quantity" => "Rounded quantity",
        "unreviewed_addition" => "Says more than the bank registers",
        "duplicate_label" => "One label, different texts",
        "extra_content" => "Prose outside the requested fields",
        "no_citation" => "No citation supports the fact",
        "unregistered" => "Quote is not registered evidence",
        "other_document" => "Quote from another document",
        "ambiguous" => "Quote stands in several places",
        "altered" => "Same letters, changed joins",
        "readers_disagree" => "The two text readers disagree",
        "no_text_layer" => "Cited page has no text",
        "unverified" => "Characters of the page are guessed",
        "elided_condition" => "A condition was left out",
        "page_only" => "Page given, no quote",
        "dangling" => "Reference leads nowhere",
        "edge_cut" => "Quote cuts a word or number",
        "not_found" => "Quote not in the document",
        "absent_document" => "No such document in the bank",
        "contradicts" => "Quote contradicts the evidence",
        "supplied_value" => "Answers what cannot be answered",
        "speculation" => "Guesses what cannot be answered",
        "mixed_decline" => "One field declines, another answers",
        "ambiguous_absence" => "Absence worded unclearly",
        other => other,
    }
}

/// What a reason usually does to a verdict; decides only its icon in lists.
pub(crate) fn weight_of_reason(code: &str) -> Outcome {
    match code {
        "missing_attempt" => Outcome::Missing,
        "retry_ignored" => Outcome::Pass,
        "errored_attempt" | "unreadable_output" | "answerable_decline" | "value_conflict"
        | "operator_conflict" | "hedged_values" | "role_swap" | "incomplete" | "no_citation"
        | "dangling" | "edge_cut" | "not_found" | "absent_document" | "contradicts"
        | "supplied_value" | "speculation" | "mixed_decline" => Outcome::Fail,
        _ => Outcome::Unresolved,
    }
}

/// The state of a citation in a few words, and the outcome whose icon stands before it.
pub(crate) fn citation_state_in_words(state: &str) -> (&str, Outcome) {
    match state {
        "supports" => ("supports", Outcome::Pass),
        "unregistered" => ("unregistered", Outcome::Unresolved),
        "other_document" => ("another document", Outcome::Unresolved),
        "ambiguous" => ("ambiguous", Outcome::Unresolved),
        "altered" => ("altered joins", Outcome::Unresolved),
        "readers_disagree" => ("readers disagree", Outcome::Unresolved),
        "no_text_layer" => ("page without text", Outcome::Unresolved),
        "unverified" => ("guessed characters", Outcome::Unresolved),
        "elided_condition" => ("condition left out", Outcome::Unresolved),
        "page_only" => ("page without a quote", Outcome::Unresolved),
        "dangling" => ("leads nowhere", Outcome::Fail),
        "edge_cut" => ("cuts a word or number", Outcome::Fail),
        "not_found" => ("not found", Outcome::Fail),
        "absent_document" => ("no such document", Outcome::Fail),
        "contradicts" => ("contradicted", Outcome::Fail),
        other => (other, Outcome::Unresolved),
    }
}

/// A judge's verdict in words, and the outcome whose icon stands before it.
pub(crate) fn verdict_of_claim(code: &str) -> (Outcome, &'static str) {
    match code {
        "grounded" => (Outcome::Pass, "grounded"),
        "not_grounded" => (Outcome::Fail, "not grounded"),
        "source_silent" => (Outcome::Unresolved, "source silent"),
        _ => (Outcome::Missing, "not judged"),
    }
}

/// The kind of a file.
pub(crate) fn kind_in_words(code: &str) -> &str {
    match code {
        "bank" => "Bank",
        "plan" => "Run plan",
        "outputs" => "Outputs",
        "document" => "Document",
        "audit" => "Audit",
        "preflight" => "Preflight",
        "report" => "Report",
        "signed_report" => "Signed report",
        "envelope" => "Signature",
        "public_key" => "Public key",
        "private_key" => "Private key",
        "claims" => "Claims",
        "snapshots" => "Snapshots",
        "results" => "Results",
        "gold" => "Gold labels",
        "archive" => "Archive",
        "unknown" => "Not recognised",
        other => other,
    }
}

/// A size in the decimal units that file managers show: `178 B`, `61 kB`, `2.4 MB`.
pub(crate) fn bytes_in_words(size: u64) -> String {
    let (unit, name) = match size {
        0..1_000 => return format!("{size} B"),
        1_000..1_000_000 => (1_000, "kB"),
        1_000_000..1_000_000_000 => (1_000_000, "MB"),
        _ => (1_000_000_000, "GB"),
    };
    let tenths = size / (unit / 10);
    if tenths < 100 && unit > 1_000 {
        format!("{}.{} {name}", tenths / 10, tenths % 10)
    } else {
        format!("{} {name}", (tenths + 5) / 10)
    }
}

/// The first eight hex digits, in two groups.
pub(crate) fn digest_start(sha256: &str) -> String {
    match (sha256.get(..4), sha256.get(4..8)) {
        (Some(first), Some(second)) => format!("{first} {second}"),
        _ => sha256.to_owned(),
    }
}

/// A fraction in per cent with one decimal, rounded down: a bound never looks better than it is.
/// `None` where the denominator is 0.
pub(crate) fn percent([over, under]: [u64; 2]) -> Option<String> {
    let thousandths =
        u128::from(over) * 1_000 / u128::from(std::num::NonZeroU64::new(under)?.get());
    Some(format!("{}.{}", thousandths / 10, thousandths % 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_read_like_a_file_manager() {
        for (size, words) in [
            (0, "0 B"),
            (999, "999 B"),
            (1_000, "1 kB"),
            (61_400, "61 kB"),
            (61_500, "62 kB"),
            (2_449_999, "2.4 MB"),
            (310_000_000, "310 MB"),
            (5_000_000_000, "5.0 GB"),
        ] {
            assert_eq!(bytes_in_words(size), words, "{size}");
        }
    }

    #[test]
    fn a_percentage_never_rounds_up() {
        assert_eq!(percent([17, 20]).as_deref(), Some("85.0"));
        assert_eq!(percent([999, 1_000]).as_deref(), Some("99.9"));
        assert_eq!(percent([9_999, 10_000]).as_deref(), Some("99.9"));
        assert_eq!(percent([0, 0]), None);
        assert_eq!(percent([u64::MAX, u64::MAX]).as_deref(), Some("100.0"));
    }

    #[test]
    fn an_outcome_is_one_of_five() {
        assert_eq!(Outcome::of("fail", false, true), Outcome::Missing);
        assert_eq!(Outcome::of("pass", true, false), Outcome::Declined);
        assert_eq!(Outcome::of("fail", true, false), Outcome::Fail);
        assert_eq!(Outcome::of("unresolved", true, false), Outcome::Unresolved);
        for outcome in Outcome::ALL {
            assert_eq!(Outcome::from_name(outcome.name()), Some(outcome));
        }
    }
}
