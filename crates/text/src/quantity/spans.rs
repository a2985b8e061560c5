//! Spans of time that are named without a number: `takes an hour`, `every fortnight`.

use super::find::Numeral;
use super::lex::{Kind, Lex, lex};
use super::{Exact, Form, Quantity, Sign, units};

/// Words of time before which an article may stand for `one`.
const SPANS: &[&str] = &[
    "minute",
    "hour",
    "day",
    "week",
    "fortnight",
    "month",
    "year",
    "decade",
    "century",
];

/// Words after which an article before a word of time is a number: `takes an hour`. After a number or
/// a noun it says what something is counted per: `£5 an hour`, `two samples a minute`.
const BEFORE_SPANS: &[&str] = &[
    "about",
    "after",
    "almost",
    "and",
    "approximately",
    "around",
    "between",
    "exactly",
    "for",
    "in",
    "last",
    "lasted",
    "lasting",
    "lasts",
    "least",
    "most",
    "nearly",
    "only",
    "or",
    "over",
    "require",
    "required",
    "requires",
    "roughly",
    "take",
    "taken",
    "takes",
    "taking",
    "than",
    "to",
    "took",
    "under",
    "within",
];

/// Nouns that are so long: `a period of an hour`.
const SPAN_NOUNS: &[&str] = &[
    "duration", "interval", "length", "limit", "maximum", "minimum", "period", "term", "time",
    "total",
];

/// `an hour`, `a fortnight`: the article as the number one.
pub(super) fn read_article(pieces: &[Lex], at: usize, floor: usize) -> Option<Numeral> {
    let is_article = matches!(pieces[at].word(), "a" | "an");
    let next = pieces.get(at + 1).filter(|piece| !piece.is_glued)?;
    if !is_article || !SPANS.contains(&next.word()) {
        return None;
    }
    // `a week off`, but `a one-week course` and `a day-care centre` are none.
    let is_joined = pieces
        .get(at + 2)
        .is_some_and(|piece| piece.is_glued && piece.is_dash());
    let may_follow = match at.checked_sub(1).map(|before| &pieces[before]) {
        None => true,
        Some(_) if at <= floor && floor > 0 => {
            // Right behind another amount: what that one is counted per.
            pieces[at - 1].is_sign('(') || pieces[at - 1].is_sign(',')
        }
        Some(before) => match before.kind {
            // `a period of an hour`, but `a third of an hour`.
            Kind::Word { .. } if before.word() == "of" => at
                .checked_sub(2)
                .is_some_and(|at| SPAN_NOUNS.contains(&pieces[at].word())),
            Kind::Word { .. } => BEFORE_SPANS.contains(&before.word()),
            Kind::Sign(sign) => matches!(sign, '(' | ',' | ';' | ':' | '.' | '~' | '≈' | '<' | '>'),
            Kind::Number(_) => false,
        },
    };
    (may_follow && !is_joined).then(|| Numeral {
        value: Exact::whole(1),
        step: Some(Exact::whole(1)),
        scale: None,
        form: Form::Words,
        end: at + 1,
    })
}

/// Spans of time that a text names without a number and which each stand for one: `every fortnight`,
/// `per hour`, `weekly`. They are no amounts by themselves; [`find_quantities`](super::find_quantities) leaves them out.
pub fn find_implied_spans(text: &str) -> Vec<Quantity> {
    let pieces = lex(text);
    let mut found = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        let (name, from) = match piece.word() {
            "daily" => ("day", at),
            "hourly" => ("hour", at),
            "weekly" => ("week", at),
            "fortnightly" => ("fortnight", at),
            "monthly" => ("month", at),
            "yearly" | "annually" => ("year", at),
            word if SPANS.contains(&word) => {
                let before = at.checked_sub(1).map_or("", |before| pieces[before].word());
                if !matches!(before, "every" | "each" | "per" | "a" | "an" | "one") {
                    continue;
                }
                (word, at - 1)
            }
            _ => continue,
        };
        found.push(Quantity {
            range: pieces[from].range.cover(piece.range),
            number_range: pieces[from].range,
            numeral: Exact::whole(1),
            // Nobody wrote a number, so none was rounded.
            step: None,
            sign: Sign::None,
            scale: None,
            unit: units::unit_of_word(name, name),
            currency: None,
            is_approximate: false,
            form: Form::Words,
            noun: None,
            range_end: None,
        });
    }
    found
}
