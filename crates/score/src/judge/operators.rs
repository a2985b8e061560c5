//! Bounds and negations in prose: what they are and what they reach.

use super::prose::{Prose, Stretch};
use super::words::words;

/// What a bounding phrase does to the number beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// `at most`.
    Upper,
    /// `at least`.
    Lower,
    /// `less than`.
    StrictUpper,
    /// `more than`.
    StrictLower,
    /// `exactly`.
    Exact,
}

impl Bound {
    /// Whether it bounds from above.
    pub(crate) fn is_upper(self) -> bool {
        matches!(self, Self::Upper | Self::StrictUpper)
    }

    /// Whether it leaves its own number out.
    pub(crate) fn is_strict(self) -> bool {
        matches!(self, Self::StrictUpper | Self::StrictLower)
    }

    /// Whether it bounds from below.
    pub(crate) fn is_lower(self) -> bool {
        matches!(self, Self::Lower | Self::StrictLower)
    }
}

/// The bounding phrases and negations of one prose.
pub(crate) struct Operators {
    before: Vec<(Stretch, Bound)>,
    after: Vec<(Stretch, Bound)>,
    /// Negating words and phrases that are not part of a bound.
    negations: Vec<Stretch>,
    /// Phrases such as `not only`, which hold a negating word: what follows is neither denied nor
    /// plainly stated.
    softened: Vec<Stretch>,
}

const BEFORE: [(&str, Bound); 5] = [
    ("upper before", Bound::Upper),
    ("lower before", Bound::Lower),
    ("strict upper before", Bound::StrictUpper),
    ("strict lower before", Bound::StrictLower),
    ("exact before", Bound::Exact),
];

const AFTER: [(&str, Bound); 3] = [
    ("upper after", Bound::Upper),
    ("lower after", Bound::Lower),
    ("exact after", Bound::Exact),
];

/// How far a negation reaches to a stretch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Negated {
    /// Not at all.
    No,
    /// Perhaps: it stands before the stretch in the same clause, but may belong to something else.
    Perhaps,
    /// It turns the stretch round.
    Yes,
}

impl Operators {
    /// Finds them in `prose`.
    pub(crate) fn new(prose: &Prose<'_>) -> Self {
        let before = find_bounds(prose, &BEFORE);
        let after = find_bounds(prose, &AFTER);
        let softened = prose.find_phrases("no negation");
        let mut is_bound_word = vec![false; prose.len()];
        for (phrase, _) in before.iter().chain(&after) {
            is_bound_word[phrase.start..phrase.end].fill(true);
        }
        let mut negations = prose.find_phrases("negation phrases");
        negations.retain(|stretch| !is_bound_word[stretch.start]);
        let mut is_known = is_bound_word;
        for stretch in &negations {
            is_known[stretch.start..stretch.end].fill(true);
        }
        for (idx, is_known) in is_known.iter().enumerate() {
            if !is_known && is_negating(prose.key(idx)) {
                negations.push(Stretch {
                    start: idx,
                    end: idx + 1,
                });
            }
        }
        negations.sort();
        Self {
            before,
            after,
            negations,
            softened,
        }
    }

    /// The bound on the number at `stretch`, with the phrase that sets it. Between phrase and number
    /// only words may stand for which `is_passable` holds; `only` and its like must touch the number.
    pub(crate) fn bound_on(
        &self,
        prose: &Prose<'_>,
        stretch: Stretch,
        is_passable: impl Fn(usize) -> bool,
    ) -> Option<(Bound, Stretch)> {
        let in_clause = |idx: usize| prose.clauses.get(idx) == prose.clauses.get(stretch.start);
        let mut end = stretch.start;
        loop {
            let ending = |(s, bound): &&(Stretch, Bound)| {
                s.end == end
                    && in_clause(s.end.saturating_sub(1))
                    && (*bound != Bound::Exact || gap_is_article(prose, end, stretch.start))
            };
            if let Some((phrase, bound)) = self.before.iter().find(ending) {
                return Some((*bound, *phrase));
            }
            let is_next = end > 0 && in_clause(end - 1) && is_passable(end - 1);
            if !is_next || stretch.start - end >= MAX_GAP {
                break;
            }
            end -= 1;
        }
        let mut start = stretch.end;
        loop {
            // "2 adults only", but not "2 adults only with a guide".
            let starting = |(s, bound): &&(Stretch, Bound)| {
                s.start == start
                    && (*bound != Bound::Exact || start == stretch.end || !in_clause(s.end))
                    && is_bound_behind(prose, stretch, *s)
            };
            // "2 or more": the clause is the same, as "or" parts none.
            if let Some((phrase, bound)) = self.after.iter().find(starting)
                && (in_clause(phrase.start)
                    || prose.key(start) == "and"
                    || prose.is_bracketed(start, *phrase))
            {
                return Some((*bound, *phrase));
            }
            if start >= prose.len()
                || !in_clause(start)
                || !is_passable(start)
                || start - stretch.end >= MAX_GAP
            {
                return None;
            }
            start += 1;
        }
    }

    /// Whether a negation before `stretch` in its clause reaches it. Negations inside `stretch` do not
    /// count: they belong to it.
    pub(crate) fn negated(&self, prose: &Prose<'_>, stretch: Stretch) -> Negated {
        let reach = prose.reaches.get(stretch.start);
        let is_before =
            |s: &&Stretch| s.end <= stretch.start && prose.reaches.get(s.end - 1) == reach;
        let before: Vec<_> = self.negations.iter().filter(is_before).collect();
        let [negation] = before.as_slice() else {
            return if before.is_empty() {
                Negated::No
            } else {
                Negated::Perhaps
            };
        };
        // "not only" in front of a wording; where the phrase runs into it ("not" + "only when"), the
        // wording itself is denied.
        let is_softened = self
            .softened
            .iter()
            .any(|s| s.contains(**negation) && s.end <= stretch.start);
        if is_softened {
            return Negated::Perhaps;
        }
        let is_comparing =
            (negation.end..stretch.start).any(|idx| words().has("comparing", prose.key(idx)));
        if is_comparing {
            return Negated::Perhaps;
        }
        let opens_clause = |idx: usize| {
            prose.reaches.get(idx) == reach
                && words().has("subordinating", prose.key(idx))
                && !negation.contains(Stretch {
                    start: idx,
                    end: idx + 1,
                })
        };
        if (0..stretch.start).any(opens_clause) {
            return Negated::Perhaps;
        }
        // "no sample every 45 seconds": "no" belongs to its noun; only where it touches the stretch
        // does it turn it round.
        let is_weak = matches!(
            prose.key(negation.start),
            "no" | "without" | "nor" | "neither" | "none" | "nobody" | "nothing" | "nowhere"
        ) && negation.end - negation.start == 1;
        if is_weak && negation.end != stretch.start {
            Negated::Perhaps
        } else {
            Negated::Yes
        }
    }

    /// Whether any negation stands in the clause of `stretch`, outside of it.
    pub(crate) fn clause_is_negated(&self, prose: &Prose<'_>, stretch: Stretch) -> bool {
        let clause = prose.clauses.get(stretch.start);
        self.negations
            .iter()
            .any(|s| !stretch.contains(*s) && prose.clauses.get(s.start) == clause)
    }

    /// Whether `stretch` holds a bound that leaves its number out, and what lies past it is refused.
    pub(crate) fn is_refused_bound(&self, prose: &Prose<'_>, stretch: Stretch) -> bool {
        let is_strict = |(s, bound): &(Stretch, Bound)| bound.is_strict() && stretch.contains(*s);
        self.before.iter().any(is_strict) && self.is_refused(prose, stretch)
    }

    /// Whether the words behind the bounded number at `stretch`, in its sentence, deny or refuse what lies past
    /// the bound: `more than 2 is not allowed`, `over 2 is too many`.
    pub(crate) fn is_refused(&self, prose: &Prose<'_>, stretch: Stretch) -> bool {
        (stretch.end..prose.len())
            .take_while(|idx| !prose.ends_sentence_before(*idx))
            .any(|idx| {
                self.negations.iter().any(|s| s.start == idx)
                    || words().has("refusing", prose.key(idx))
            })
    }

    /// Whether a bounding phrase begins before `stretch` and runs into it, so that the words of
    /// `stretch` are cut out of another operator (`more than 2` out of `no more than 2`).
    pub(crate) fn cuts_phrase(&self, stretch: Stretch) -> bool {
        self.before
            .iter()
            .chain(&self.after)
            .map(|(s, _)| s)
            .any(|s| s.overlaps(stretch) && !stretch.contains(*s))
    }

    /// The phrases that bound a number, with their bounds.
    pub(crate) fn bounds(&self) -> impl Iterator<Item = &(Stretch, Bound)> {
        self.before.iter().chain(&self.after)
    }
}

/// At most this many words stand between a bounding phrase and its number.
const MAX_GAP: usize = 8;

/// Whether a word negates: it is in the list or ends in `n't`.
pub(crate) fn is_negating(key: &str) -> bool {
    words().has("negation", key) || key.ends_with("n't")
}

fn gap_is_article(prose: &Prose<'_>, start: usize, end: usize) -> bool {
    (start..end).all(|idx| matches!(prose.key(idx), "a" | "an" | "the"))
}

/// Whether a phrase of those that stand behind a number bounds the number at `stretch`, and joins nothing to
/// it: `18 plus` and no `18 plus a guide`, `18+`, `18 and over` and no `18 and over 20`.
fn is_bound_behind(prose: &Prose<'_>, stretch: Stretch, phrase: Stretch) -> bool {
    let is_last = prose.clauses.get(phrase.end) != prose.clauses.get(phrase.end - 1);
    match prose.key(phrase.start) {
        "plus" => is_last,
        "and" => phrase.start == stretch.end && (is_last || !prose.is_number(phrase.end)),
        "+" => phrase.start == stretch.end && prose.touches_before(phrase.start),
        _ => true,
    }
}

/// The phrases of the tables, those that lie inside a longer one left out.
fn find_bounds(prose: &Prose<'_>, tables: &[(&str, Bound)]) -> Vec<(Stretch, Bound)> {
    let all: Vec<(Stretch, Bound)> = tables
        .iter()
        .flat_map(|(name, bound)| prose.find_phrases(name).into_iter().map(|s| (s, *bound)))
        .collect();
    let is_inside = |inner: Stretch| {
        all.iter()
            .any(|(outer, _)| *outer != inner && outer.contains(inner))
    };
    let mut kept: Vec<_> = all
        .iter()
        .filter(|(s, _)| !is_inside(*s))
        .copied()
        .collect();
    kept.sort_by_key(|(s, _)| *s);
    kept
}
