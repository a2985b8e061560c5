//! The state of the view, as the URL fragment carries it.

use std::fmt::Write as _;

/// A screen of the app.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Screen {
    /// Files to read, and whether a run can be scored.
    #[default]
    Files,
    /// Attempts, one attempt, its page.
    Review,
    /// The same, with a person's decisions.
    Audit,
    /// Gates, reasons, grid.
    Summary,
    /// A bank and what is wrong with it.
    Bank,
    /// Claims against saved pages.
    Judge,
    /// Signing, exports, verifying.
    Report,
}

impl Screen {
    pub(crate) const ALL: [Self; 7] = [
        Self::Files,
        Self::Review,
        Self::Audit,
        Self::Summary,
        Self::Bank,
        Self::Judge,
        Self::Report,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Review => "review",
            Self::Audit => "audit",
            Self::Summary => "summary",
            Self::Bank => "bank",
            Self::Judge => "judge",
            Self::Report => "report",
        }
    }

    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Files => "Files",
            Self::Review => "Review",
            Self::Audit => "Audit",
            Self::Summary => "Summary",
            Self::Bank => "Bank",
            Self::Judge => "Judge",
            Self::Report => "Report",
        }
    }
}

/// The pane of the review that shows where only one fits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Pane {
    List,
    #[default]
    Attempt,
    Page,
}

impl Pane {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::List => "list",
            Self::Attempt => "attempt",
            Self::Page => "page",
        }
    }
}

/// An attempt by its three names, which stay valid when the inputs are scored again.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct AttemptRef {
    pub(crate) workflow: String,
    pub(crate) repetition: u32,
    pub(crate) question: String,
}

impl AttemptRef {
    /// `workflow/repetition/question`, each part percent-encoded.
    pub(crate) fn path(&self) -> String {
        format!(
            "{}/{}/{}",
            encode(&self.workflow),
            self.repetition,
            encode(&self.question)
        )
    }

    fn parse(path: &str) -> Option<Self> {
        let mut parts = path.split('/');
        let found = Self {
            workflow: decode(parts.next()?),
            repetition: parts.next()?.parse().ok()?,
            question: decode(parts.next()?),
        };
        parts.next().is_none().then_some(found)
    }
}

/// The order of the attempts list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Sort {
    /// Failed first, then unresolved, missing, passed.
    #[default]
    Verdict,
    /// As planned.
    Plan,
    /// By question, then workflow and repetition.
    Question,
}

impl Sort {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Verdict => "verdict",
            Self::Plan => "plan",
            Self::Question => "question",
        }
    }
}

/// Which attempts an audit goes through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Queue {
    /// Those that the rules leave open.
    #[default]
    Unresolved,
    /// So many of all, drawn by a seed.
    Sample { size: u32, seed: u64 },
    /// Each one.
    All,
}

impl Queue {
    fn name(self) -> String {
        match self {
            Self::Unresolved => "unresolved".to_owned(),
            Self::Sample { size, seed } => format!("sample-{size}-{seed}"),
            Self::All => "all".to_owned(),
        }
    }

    fn parse(name: &str) -> Option<Self> {
        match name {
            "unresolved" => Some(Self::Unresolved),
            "all" => Some(Self::All),
            _ => {
                let (size, seed) = name.strip_prefix("sample-")?.split_once('-')?;
                Some(Self::Sample {
                    size: size.parse().ok()?,
                    seed: seed.parse().ok()?,
                })
            }
        }
    }
}

/// What the attempts list is narrowed to; empty fields narrow nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Filters {
    pub(crate) outcome: Option<super::Outcome>,
    pub(crate) workflow: Option<String>,
    pub(crate) repetition: Option<u32>,
    pub(crate) reason: Option<String>,
    pub(crate) document: Option<String>,
    pub(crate) search: String,
}

/// Everything that a link carries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct View {
    pub(crate) screen: Screen,
    pub(crate) pane: Pane,
    pub(crate) attempt: Option<AttemptRef>,
    pub(crate) filters: Filters,
    pub(crate) sort: Sort,
    pub(crate) queue: Queue,
    /// The claim that is judged, or that the bank desk shows, by id.
    pub(crate) claim: Option<String>,
}

impl View {
    /// Reads a fragment; parts that it does not know are left out.
    pub(crate) fn parse(fragment: &str) -> Self {
        let mut view = Self::default();
        for (at, part) in fragment.trim_start_matches('#').split('&').enumerate() {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            if at == 0 && value.is_empty() {
                if let Some(screen) = Screen::ALL.into_iter().find(|one| one.name() == key) {
                    view.screen = screen;
                }
                continue;
            }
            match key {
                "a" => view.attempt = AttemptRef::parse(value),
                "pane" => {
                    view.pane = [Pane::List, Pane::Attempt, Pane::Page]
                        .into_iter()
                        .find(|one| one.name() == value)
                        .unwrap_or_default();
                }
                "verdict" => view.filters.outcome = super::Outcome::from_name(value),
                "workflow" => view.filters.workflow = some(decode(value)),
                "rep" => view.filters.repetition = value.parse().ok(),
                "reason" => view.filters.reason = some(decode(value)),
                "doc" => view.filters.document = some(decode(value)),
                "find" => view.filters.search = decode(value),
                "claim" => view.claim = some(decode(value)),
                "queue" => view.queue = Queue::parse(value).unwrap_or_default(),
                "sort" => {
                    view.sort = [Sort::Verdict, Sort::Plan, Sort::Question]
                        .into_iter()
                        .find(|one| one.name() == value)
                        .unwrap_or_default();
                }
                _ => {}
            }
        }
        view
    }

    /// The fragment with its leading `#`; [`View::parse`] reads it back.
    pub(crate) fn fragment(&self) -> String {
        let mut out = format!("#{}", self.screen.name());
        let mut push = |key: &str, value: &str| {
            let _ = write!(out, "&{key}={value}");
        };
        if let Some(attempt) = &self.attempt {
            push("a", &attempt.path());
        }
        if self.pane != Pane::default() {
            push("pane", self.pane.name());
        }
        let filters = &self.filters;
        if let Some(outcome) = filters.outcome {
            push("verdict", outcome.name());
        }
        if let Some(workflow) = &filters.workflow {
            push("workflow", &encode(workflow));
        }
        if let Some(repetition) = filters.repetition {
            push("rep", &repetition.to_string());
        }
        if let Some(reason) = &filters.reason {
            push("reason", &encode(reason));
        }
        if let Some(document) = &filters.document {
            push("doc", &encode(document));
        }
        if !filters.search.is_empty() {
            push("find", &encode(&filters.search));
        }
        if self.sort != Sort::default() {
            push("sort", self.sort.name());
        }
        if let Some(claim) = &self.claim {
            push("claim", &encode(claim));
        }
        if self.queue != Queue::default() {
            push("queue", &self.queue.name());
        }
        out
    }

    /// This view on another screen.
    pub(crate) fn on(&self, screen: Screen) -> Self {
        Self {
            screen,
            ..self.clone()
        }
    }

    /// This view with another attempt, in the pane that shows it. An audit stays an audit.
    pub(crate) fn at(&self, attempt: AttemptRef) -> Self {
        let screen = match self.screen {
            Screen::Audit => Screen::Audit,
            _ => Screen::Review,
        };
        Self {
            screen,
            pane: Pane::Attempt,
            attempt: Some(attempt),
            ..self.clone()
        }
    }
}

fn some(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

/// Percent-encodes all but unreserved chars (RFC 3986, section 2.3).
fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

/// Undoes [`encode`]; a broken escape stands for itself, broken UTF-8 for U+FFFD.
fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let escaped = (*first == b'%')
            .then(|| tail.get(..2))
            .flatten()
            // Reading a number would take a sign for a digit.
            .filter(|hex| hex.iter().all(u8::is_ascii_hexdigit))
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match escaped {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::super::Outcome;
    use super::*;

    #[test]
    fn a_view_survives_its_fragment() {
        let view = View {
            screen: Screen::Review,
            pane: Pane::Page,
            attempt: Some(AttemptRef {
                workflow: "a/b & c".to_owned(),
                repetition: 3,
                question: "q=7 ü%41".to_owned(),
            }),
            filters: Filters {
                outcome: Some(Outcome::Unresolved),
                workflow: Some("x=1&y".to_owned()),
                repetition: Some(2),
                reason: Some("value_conflict".to_owned()),
                document: Some("hand book.pdf".to_owned()),
                search: "#?%".to_owned(),
            },
            sort: Sort::Question,
            queue: Queue::Sample {
                size: 20,
                seed: 18_446_744_073_709_551_615,
            },
            claim: Some("w01/é".to_owned()),
        };
        assert_eq!(View::parse(&view.fragment()), view);
    }

    #[test]
    fn a_foreign_fragment_is_the_first_screen() {
        for fragment in [
            "",
            "#",
            "#nonsense",
            "#%%%&a=1/2&rep=x",
            "&&&=&=",
            "#queue=sample-x-1",
        ] {
            assert_eq!(View::parse(fragment), View::default(), "{fragment}");
        }
    }

    #[test]
    fn broken_escapes_stand_for_themselves() {
        assert_eq!(decode("100%"), "100%");
        assert_eq!(decode("%zz%4"), "%zz%4");
        assert_eq!(decode("%ff"), "\u{fffd}");
        assert_eq!(decode("%+1"), "%+1");
    }
}
