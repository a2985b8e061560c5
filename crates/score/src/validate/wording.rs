//! What a value or an accepted wording says: its amounts, what they are counted per, its conditions.

use std::collections::BTreeSet;

use proofmark_text::{
    Date, Dimension, Quantity, TextRange, Time, Token, TokenKind, find_dates, find_implied_spans,
    find_quantities, find_times, tokenize,
};

/// A wording, read once.
pub(super) struct Wording<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: Vec<Token>,
    pub(super) quantities: Vec<Quantity>,
    /// Spans of time named without a number, as in `every fortnight`.
    pub(super) spans: Vec<Quantity>,
    pub(super) dates: Vec<Date>,
    pub(super) times: Vec<Time>,
}

/// The English stem of a normalised word.
pub(super) fn stem(word: &str) -> String {
    crate::judge::words().stem(word)
}

/// The stems of the words of `text`; a hyphened word also gives its parts.
pub(super) fn stems(text: &str) -> BTreeSet<String> {
    let mut stems = BTreeSet::new();
    for token in tokenize(text) {
        stems.extend(
            token
                .key
                .split(['-', '_', '/'])
                .filter(|part| !part.is_empty())
                .map(stem),
        );
        stems.insert(stem(&token.key));
    }
    stems
}

/// What an amount is counted per: the stem of the noun, or nothing after a bare `each`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Basis {
    pub(super) noun: Option<String>,
    /// As written, for messages.
    pub(super) words: String,
}

/// A condition or event clause.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    /// Index in [`CONDITIONS`].
    pub(super) class: usize,
    /// Index of its first token.
    pub(super) at: usize,
    /// The stems of what it says.
    pub(super) content: BTreeSet<String>,
    /// As written, for messages.
    pub(super) words: String,
}

/// A class of conditions: the words that open one, and other words that may say the same.
pub(super) struct ConditionClass {
    pub(super) openers: &'static [&'static str],
    pub(super) others: &'static [&'static str],
}

/// The conditions and events that an accepted wording must keep.
pub(super) const CONDITIONS: &[ConditionClass] = &[
    ConditionClass {
        openers: &["if"],
        others: &[
            "when",
            "whenever",
            "provided",
            "providing",
            "case",
            "where",
            "once",
        ],
    },
    ConditionClass {
        openers: &["when", "whenever"],
        others: &["if", "while", "during", "once", "where", "upon", "provided"],
    },
    ConditionClass {
        openers: &["unless"],
        others: &["without", "except", "if", "until", "only", "otherwise"],
    },
    ConditionClass {
        openers: &["before"],
        others: &[
            "prior",
            "ahead",
            "by",
            "until",
            "till",
            "preceding",
            "earlier",
        ],
    },
    ConditionClass {
        openers: &["after"],
        others: &[
            "following",
            "once",
            "since",
            "from",
            "later",
            "upon",
            "when",
        ],
    },
    ConditionClass {
        openers: &["until", "till"],
        others: &["before", "up", "through", "unless", "by"],
    },
    ConditionClass {
        openers: &["within"],
        others: &[
            "in", "inside", "under", "less", "maximum", "most", "by", "later", "up",
        ],
    },
    ConditionClass {
        openers: &["during"],
        others: &["while", "throughout", "in", "when", "over", "on"],
    },
    ConditionClass {
        openers: &["except", "excepting"],
        others: &[
            "excluding",
            "exclude",
            "excludes",
            "unless",
            "besides",
            "but",
            "other",
            "apart",
            "not",
        ],
    },
    ConditionClass {
        openers: &["only"],
        others: &[
            "solely",
            "exclusively",
            "just",
            "alone",
            "sole",
            "unless",
            "no",
            "none",
        ],
    },
];

/// Words that carry no content of their own.
const LIGHT: &[&str] = &[
    "a", "an", "the", "of", "to", "in", "on", "at", "by", "for", "from", "with", "and", "or", "is",
    "are", "be", "was", "were", "been", "it", "its", "this", "that", "these", "those", "as", "has",
    "have", "had", "may", "can", "will", "must", "shall", "should", "do", "does", "not", "no",
    "most", "least", "up", "than", "more", "less", "there", "their", "they", "he", "she", "his",
    "her", "any", "all", "so", "such", "per", "each", "every", "one",
];

/// Units of time as nouns.
const TIMES: &[&str] = &[
    "second",
    "minute",
    "hour",
    "day",
    "night",
    "week",
    "weekend",
    "fortnight",
    "month",
    "quarter",
    "season",
    "year",
    "decade",
];

pub(super) fn is_light(word: &str) -> bool {
    LIGHT.contains(&word)
}

impl<'a> Wording<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            tokens: tokenize(text),
            quantities: find_quantities(text),
            spans: find_implied_spans(text),
            dates: find_dates(text),
            times: find_times(text),
        }
    }

    pub(super) fn key(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| &token.key)
    }

    pub(super) fn slice(&self, range: TextRange) -> &'a str {
        self.text
            .get(range.start()..range.end())
            .unwrap_or_default()
    }

    /// The text of the tokens `from..to`.
    fn words(&self, from: usize, to: usize) -> String {
        match (
            self.tokens.get(from),
            to.checked_sub(1).and_then(|last| self.tokens.get(last)),
        ) {
            (Some(first), Some(last)) if from < to => {
                self.slice(first.range.cover(last.range)).to_owned()
            }
            _ => String::new(),
        }
    }

    fn stem_at(&self, at: usize) -> String {
        stem(self.key(at))
    }

    /// The time noun at a token, as a stem.
    fn time_noun(&self, at: usize) -> Option<String> {
        let word = self.key(at);
        let singular = word.strip_suffix('s').unwrap_or(word);
        TIMES.contains(&singular).then(|| stem(singular))
    }

    /// Whether the token at `at` stands inside a quantity whose unit is itself a quotient.
    fn is_in_rate(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at) else {
            return false;
        };
        self.quantities.iter().any(|quantity| {
            quantity.range.contains(token.range)
                && quantity
                    .unit
                    .as_ref()
                    .is_some_and(|unit| unit.per.is_some())
        })
    }

    /// What a rate is counted per, where the text says it in words (`per hour`, `a minute`) and not in
    /// a symbol (`km/h`).
    pub(super) fn worded_basis(&self, quantity: &Quantity) -> Option<String> {
        quantity.unit.as_ref()?.per?;
        let at = (0..self.tokens.len()).find(|at| {
            quantity.range.contains(self.tokens[*at].range)
                && matches!(self.key(*at), "per" | "a" | "an")
        })?;
        Some(self.words(at, (at + 2).min(self.tokens.len())))
    }

    /// Whether what recurs every so often follows the `every` (or `each`) at token `at`: an amount of
    /// time, a unit of time, or `other day`.
    fn opens_interval(&self, at: usize) -> bool {
        let Some(next) = self.tokens.get(at + 1) else {
            return false;
        };
        let is_amount = self.quantities.iter().any(|quantity| {
            quantity.range.start() == next.range.start()
                && quantity
                    .unit
                    .as_ref()
                    .is_some_and(|unit| unit.dimension == Dimension::Time && unit.per.is_none())
        });
        let after_few = matches!(self.key(at + 1), "other" | "few" | "single" | "full")
            || proofmark_text::find_quantities(self.slice(next.range))
                .iter()
                .any(|quantity| quantity.form == proofmark_text::Form::Ordinal);
        // `every second Tuesday`
        let is_ordinal = self.key(at + 1) == "second" && self.leads_to_noun(at + 1);
        is_amount
            || self.time_noun(at + 1).is_some() && !is_ordinal
            || (after_few && self.time_noun(at + 2).is_some())
    }

    /// The tokens at which the wording says `every` so often.
    pub(super) fn intervals(&self) -> Vec<usize> {
        (0..self.tokens.len())
            .filter(|at| self.key(*at) == "every" && self.opens_interval(*at))
            .collect()
    }

    /// Whether the wording says in any way that something recurs in time.
    pub(super) fn recurs(&self) -> bool {
        let says = |at: usize| {
            matches!(self.key(at), "every" | "each") && self.opens_interval(at)
                || matches!(self.key(at), "interval" | "intervals" | "apart" | "cadence")
                || adverb(self.key(at)).is_some()
                || matches!(self.key(at), "per" | "a" | "an")
                    && self.time_noun(at + 1).is_some()
                    && at > 0
                || self.key(at) == "per" && self.opens_interval(at)
        };
        (0..self.tokens.len()).any(says)
    }

    /// What amounts are counted per. `every` with a time is no basis, but in an accepted wording it
    /// may stand for one: `with_intervals` includes it.
    pub(super) fn bases(&self, with_intervals: bool) -> Vec<Basis> {
        let mut bases = Vec::new();
        // One past the last token of the basis before, which `a day` may follow as well.
        let mut after_basis = None;
        for at in 0..self.tokens.len() {
            if self.is_in_rate(at) {
                continue;
            }
            let found = match self.key(at) {
                "per" => {
                    let is_phrase = matches!(self.key(at + 1), "cent" | "se")
                        || at
                            .checked_sub(1)
                            .is_some_and(|before| self.key(before) == "as");
                    if is_phrase {
                        None
                    } else {
                        Some(self.basis_noun(at + 1))
                    }
                }
                "apiece" => Some((None, at + 1)),
                "each" if self.key(at + 1) == "other" => None,
                "each" => Some(self.basis_noun(at + 1)),
                "every" if self.opens_interval(at) => {
                    with_intervals.then(|| self.basis_noun(at + 1))
                }
                "every" if is_weekday(self.key(at + 1)) || is_weekday(self.key(at + 2)) => None,
                "every" => Some(self.basis_noun(at + 1)),
                "a" | "an" if self.follows_amount(at) || after_basis == Some(at) => {
                    Some(self.basis_noun(at + 1))
                }
                // `£5 monthly` is a basis; the `monthly` of `monthly fee` only describes.
                word if with_intervals || !self.leads_to_noun(at) => {
                    adverb(word).map(|noun| (Some(stem(noun)), at + 1))
                }
                _ => None,
            };
            if let Some((noun, to)) = found {
                let words = self.words(at, to.max(at + 1).min(self.tokens.len()));
                after_basis = Some(to);
                bases.push(Basis { noun, words });
            }
        }
        for quantity in &self.quantities {
            let rest = self.text.get(quantity.range.end()..).unwrap_or_default();
            if let Some(behind) = rest.trim_start().strip_prefix('/') {
                let behind = behind.trim_start();
                let end = behind
                    .find(|c: char| !c.is_alphabetic())
                    .unwrap_or(behind.len());
                let noun = &behind[..end];
                if !noun.is_empty() {
                    let noun = unit_noun(noun).unwrap_or(noun);
                    let words = format!("/{noun}");
                    bases.push(Basis {
                        noun: Some(stem(&noun.to_lowercase())),
                        words,
                    });
                }
            }
        }
        bases
    }

    /// Whether a content word follows the token at `at` in the same clause.
    fn leads_to_noun(&self, at: usize) -> bool {
        let next = self.key(at + 1);
        self.tokens
            .get(at + 1)
            .is_some_and(|token| token.kind == TokenKind::Word)
            && !is_light(next)
            && !PREPOSITIONS.contains(&next)
            && !CONDITIONS.iter().any(|class| class.openers.contains(&next))
            && !self.is_break(at + 1)
    }

    /// The noun of a basis that starts at token `at`, and the token behind it.
    fn basis_noun(&self, at: usize) -> (Option<String>, usize) {
        let mut at = at;
        let limit = at + 4;
        while at < limit
            && (matches!(
                self.key(at),
                "the" | "of" | "one" | "single" | "individual" | "full" | "other" | "a" | "an"
            ) || self
                .tokens
                .get(at)
                .is_some_and(|token| token.kind == TokenKind::Number))
        {
            at += 1;
        }
        let word = self.key(at);
        let is_noun = !word.is_empty()
            && !is_light(word)
            && !CONDITIONS.iter().any(|class| class.openers.contains(&word))
            && self.tokens[at].kind == TokenKind::Word;
        if !is_noun {
            return (None, at);
        }
        let word = unit_noun(word).unwrap_or(word);
        let word = if word == "annum" { "year" } else { word };
        (Some(stem(word)), at + 1)
    }

    /// Whether the `a` at token `at` stands right behind an amount, as in `£5 a day`.
    fn follows_amount(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at) else {
            return false;
        };
        let is_noun_next = !self.key(at + 1).is_empty() && !is_light(self.key(at + 1));
        is_noun_next
            && self.quantities.iter().any(|quantity| {
                let Some(between) = self.text.get(quantity.range.end()..token.range.start()) else {
                    return false;
                };
                let between = between.trim();
                between.is_empty()
                    || quantity
                        .noun
                        .as_ref()
                        .is_some_and(|noun| *noun == between.to_lowercase())
            })
    }

    /// The condition and event clauses.
    pub(super) fn conditions(&self) -> Vec<Condition> {
        let class_of = |at: usize| {
            CONDITIONS
                .iter()
                .position(|class| class.openers.contains(&self.key(at)))
        };
        let mut conditions = Vec::new();
        for at in 0..self.tokens.len() {
            let Some(class) = class_of(at) else { continue };
            let mut to = at + 1;
            while to < self.tokens.len() && class_of(to).is_none() && !self.is_break(to) {
                to += 1;
            }
            let content = (at + 1..to)
                .filter(|n| !is_light(self.key(*n)))
                .map(|n| self.stem_at(n))
                .collect();
            conditions.push(Condition {
                class,
                at,
                content,
                words: self.words(at, to),
            });
        }
        conditions
    }

    /// Whether a clause ends right before the token at `at`.
    fn is_break(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).and_then(|before| self.tokens.get(before)) else {
            return false;
        };
        let start = self
            .tokens
            .get(at)
            .map_or(self.text.len(), |token| token.range.start());
        let gap = self.text.get(before.range.end()..start).unwrap_or_default();
        gap.contains([',', ';', '.', '(', ')', '\n'])
    }

    /// Whether an amount starts right behind the token at `at`.
    pub(super) fn leads_to_amount(&self, at: usize) -> bool {
        self.tokens.get(at + 1).is_some_and(|next| {
            self.quantities
                .iter()
                .any(|q| q.range.start() == next.range.start())
        })
    }

    /// The stems of the content words from token `from` on.
    pub(super) fn content_from(&self, from: usize) -> BTreeSet<String> {
        (from..self.tokens.len())
            .filter(|at| !is_light(self.key(*at)))
            .map(|at| self.stem_at(at))
            .collect()
    }

    /// What a bare number counts: the last word of the run of words behind it, as a stem.
    pub(super) fn counted_noun(&self, quantity: &Quantity) -> Option<String> {
        if is_times(quantity) {
            return Some(stem("times"));
        }
        quantity.noun.as_ref()?;
        let first = self
            .tokens
            .iter()
            .position(|t| t.range.start() >= quantity.range.end())?;
        let mut noun = None;
        for at in first..self.tokens.len() {
            let word = self.key(at);
            let ends = is_light(word)
                || word == "each"
                || self.tokens[at].kind != TokenKind::Word
                || CONDITIONS.iter().any(|class| class.openers.contains(&word))
                || adverb(word).is_some()
                || (at > first && self.is_break(at))
                || PREPOSITIONS.contains(&word);
            if ends {
                break;
            }
            noun = Some(self.stem_at(at));
        }
        noun.or_else(|| quantity.noun.as_deref().map(stem))
    }

    /// Whether the text holds tokens with digits that no amount, date or time explains.
    pub(super) fn identifiers(&self) -> Vec<&Token> {
        let spans: Vec<TextRange> = (self.quantities.iter().map(|q| q.range))
            .chain(self.dates.iter().map(|date| date.range))
            .chain(self.times.iter().map(|time| time.range))
            .collect();
        self.tokens
            .iter()
            .filter(|token| token.kind == TokenKind::Number)
            .filter(|token| !spans.iter().any(|span| span.overlaps(token.range)))
            .collect()
    }
}

const PREPOSITIONS: &[&str] = &[
    "above", "across", "against", "along", "among", "around", "behind", "below", "beneath",
    "beside", "between", "beyond", "inside", "into", "near", "off", "onto", "out", "outside",
    "over", "past", "through", "toward", "towards", "under", "via", "without", "while", "but",
    "who", "which",
];

/// `3 times`, `3x`: a number whose noun is `times`.
pub(super) fn is_times(quantity: &Quantity) -> bool {
    quantity
        .unit
        .as_ref()
        .is_some_and(|unit| unit.dimension == Dimension::Multiple)
}

/// Whether an amount measures what a rate measures per something, in any unit of it: `10 litres` of
/// `10 litres per minute`.
pub(super) fn is_numerator_of(amount: &Quantity, rate: &Quantity) -> bool {
    match (&amount.unit, &rate.unit) {
        (Some(amount), Some(rate)) => {
            amount.per.is_none() && rate.per.is_some() && amount.dimension == rate.dimension
        }
        _ => false,
    }
}

fn is_weekday(word: &str) -> bool {
    find_dates(word).iter().any(|date| date.weekday.is_some())
}

/// The time that an adverb names.
fn adverb(word: &str) -> Option<&'static str> {
    Some(match word {
        "hourly" => "hour",
        "daily" => "day",
        "nightly" => "night",
        "weekly" => "week",
        "fortnightly" => "fortnight",
        "monthly" => "month",
        "quarterly" => "quarter",
        "yearly" | "annually" | "annual" => "year",
        _ => return None,
    })
}

/// A unit's short form as the noun that a basis would name.
fn unit_noun(word: &str) -> Option<&'static str> {
    Some(match word {
        "s" | "sec" => "second",
        "min" | "mins" => "minute",
        "h" | "hr" | "hrs" => "hour",
        "d" => "day",
        "wk" => "week",
        "mo" => "month",
        "yr" | "a" => "year",
        _ => return None,
    })
}
