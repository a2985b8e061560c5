//! Finds quotations that were cut out of longer tokens (state `edge_cut`).

use proofmark_text::visit_tokens_in;

use crate::index::{DocumentIndex, Route};
use crate::quote::QuoteToken;
use crate::search::{Match, occurrences_on};

/// The document's vocabulary, ordered for finding the words that begin with, end with or hold some
/// chars.
#[derive(Debug)]
pub(crate) struct Forms {
    /// All forms, each between line feeds, in alphabetical order.
    text: String,
    /// Where each form starts in `text`, with its id; ascending by form.
    by_start: Vec<(u32, u32)>,
    /// Indexes in `by_start`, ascending by the form read backwards.
    by_end: Vec<u32>,
}

impl Forms {
    fn new(index: &DocumentIndex) -> Self {
        let mut forms: Vec<(&str, u32)> = index.forms_with_ids().collect();
        forms.sort_unstable();
        let mut text = String::from("\n");
        let mut by_start = Vec::with_capacity(forms.len());
        for (form, id) in &forms {
            by_start.push((narrow(text.len()), *id));
            text.push_str(form);
            text.push('\n');
        }
        let mut by_end: Vec<u32> = (0..narrow(forms.len())).collect();
        by_end.sort_by(|a, b| {
            let [a, b] = [*a, *b].map(|at| forms[at as usize].0.bytes().rev());
            a.cmp(b)
        });
        Self {
            text,
            by_start,
            by_end,
        }
    }

    fn form(&self, at: usize) -> &str {
        let start = self.by_start[at].0 as usize;
        let end = self
            .by_start
            .get(at + 1)
            .map_or(self.text.len(), |next| next.0 as usize)
            - 1;
        &self.text[start..end]
    }

    /// Ids of the forms that begin with `chars`.
    fn beginning_with(&self, chars: &str) -> Vec<u32> {
        let from = partition(self.by_start.len(), |at| self.form(at) < chars);
        let ids = (from..self.by_start.len())
            .take_while(|at| self.form(*at).starts_with(chars))
            .map(|at| self.by_start[at].1);
        unique(ids.collect())
    }

    /// Ids of the forms that end with `chars`.
    fn ending_with(&self, chars: &str) -> Vec<u32> {
        let from = partition(self.by_end.len(), |at| {
            self.form(self.by_end[at] as usize)
                .bytes()
                .rev()
                .lt(chars.bytes().rev())
        });
        let ids = self.by_end[from..]
            .iter()
            .take_while(|at| self.form(**at as usize).ends_with(chars))
            .map(|at| self.by_start[*at as usize].1);
        unique(ids.collect())
    }

    /// Ids of the forms that hold `chars`.
    fn holding(&self, chars: &str) -> Vec<u32> {
        let ids = memchr::memmem::find_iter(self.text.as_bytes(), chars.as_bytes()).map(|hit| {
            let at = self
                .by_start
                .partition_point(|(start, _)| *start as usize <= hit)
                - 1;
            self.by_start[at].1
        });
        unique(ids.collect())
    }
}

/// The first place that the quotation can have been cut from; to be asked only where it does not
/// stand as whole tokens.
pub(crate) fn first_cut(index: &DocumentIndex, quote: &[QuoteToken]) -> Option<Match> {
    let forms = index.forms.get_or_init(|| Forms::new(index));
    index
        .routes()
        .iter()
        .filter_map(|route| match quote {
            [] => None,
            [only] => cut_of_one(index, forms, only, *route),
            [first, last] => cut_of_two(index, forms, first, last, *route),
            [first, inner @ .., last] => occurrences_on(index, inner, *route)
                .into_iter()
                .filter_map(|m| {
                    let before = index.back(*route, m.first, 1)?;
                    let after = index.next(*route, m.end)?;
                    cut_at(index, *route, first, before, last, after)
                })
                .min_by_key(|m| m.first),
        })
        .min_by_key(|m| m.first)
}

fn cut_of_one(
    index: &DocumentIndex,
    forms: &Forms,
    only: &QuoteToken,
    route: Route,
) -> Option<Match> {
    let ids = unique(
        only.forms
            .iter()
            .flat_map(|form| forms.holding(form))
            .collect(),
    );
    ids.into_iter()
        .filter_map(|id| {
            let pos = index
                .places(id)
                .iter()
                .map(|pos| *pos as usize)
                .find(|pos| {
                    forms_at(index, route, *pos)
                        .iter()
                        .any(|source| only.forms.iter().any(|form| source.contains(form.as_str())))
                })?;
            Some(Match {
                first: pos,
                end: pos,
                last: index.last_of(route, pos),
                route,
                is_whole: false,
            })
        })
        .min_by_key(|m| m.first)
}

fn cut_of_two(
    index: &DocumentIndex,
    forms: &Forms,
    first: &QuoteToken,
    last: &QuoteToken,
    route: Route,
) -> Option<Match> {
    let firsts = unique(
        first
            .forms
            .iter()
            .flat_map(|form| forms.ending_with(form))
            .collect(),
    );
    let lasts = unique(
        last.forms
            .iter()
            .flat_map(|form| forms.beginning_with(form))
            .collect(),
    );
    let n_places = |ids: &[u32]| ids.iter().map(|id| index.places(*id).len()).sum::<usize>();
    let from_first = n_places(&firsts) <= n_places(&lasts);
    let fewer = if from_first { &firsts } else { &lasts };
    fewer
        .iter()
        .filter_map(|id| {
            index.places(*id).iter().find_map(|place| {
                let place = *place as usize;
                let (before, after) = if from_first {
                    (place, index.next(route, place)?)
                } else {
                    (index.back(route, place, 1)?, place)
                };
                // Cheap ids first: forms are read again from the raw text.
                let may_be = if from_first {
                    index.answers_to(route, after, |id| lasts.binary_search(&id).is_ok())
                } else {
                    index.answers_to(route, before, |id| firsts.binary_search(&id).is_ok())
                };
                if may_be {
                    cut_at(index, route, first, before, last, after)
                } else {
                    None
                }
            })
        })
        .min_by_key(|m| m.first)
}

/// The match of a quotation whose first token may end the source token at `before` and whose last
/// may begin the one at `after`, if they do and one of them is cut.
fn cut_at(
    index: &DocumentIndex,
    route: Route,
    first: &QuoteToken,
    before: usize,
    last: &QuoteToken,
    after: usize,
) -> Option<Match> {
    let left = fit(
        &forms_at(index, route, before),
        &first.forms,
        |source, form| source.ends_with(form),
    )?;
    let right = fit(
        &forms_at(index, route, after),
        &last.forms,
        |source, form| source.starts_with(form),
    )?;
    let is_cut = left == Fit::Part
        || right == Fit::Part
        || !index.is_whole_left(before)
        || !index.is_whole_right(route, after);
    is_cut.then(|| Match {
        first: before,
        end: after,
        last: index.last_of(route, after),
        route,
        is_whole: false,
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    Whole,
    Part,
}

fn fit(source: &[String], quote: &[String], fits: impl Fn(&str, &str) -> bool) -> Option<Fit> {
    let mut best = None;
    for (source, form) in source
        .iter()
        .flat_map(|s| quote.iter().map(move |q| (s, q)))
    {
        if source == form {
            return Some(Fit::Whole);
        }
        if fits(source, form) {
            best = Some(Fit::Part);
        }
    }
    best
}

/// All forms of the token at `pos`: its keys, and the number with its grouping.
fn forms_at(index: &DocumentIndex, route: Route, pos: usize) -> Vec<String> {
    let mut forms = index.joined_keys(route, pos);
    if forms.is_empty() {
        visit_tokens_in(index.document().raw(), index.range(pos), |token| {
            forms.push(token.key.to_owned());
            forms.extend_from_slice(token.alt_keys);
            forms.extend(token.grouped.map(str::to_owned));
        });
    }
    forms
}

fn unique(mut ids: Vec<u32>) -> Vec<u32> {
    ids.sort_unstable();
    ids.dedup();
    ids
}

fn partition(n: usize, is_before: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, n);
    while low < high {
        let middle = low + (high - low) / 2;
        if is_before(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

fn narrow(n: usize) -> u32 {
    u32::try_from(n).expect("a vocabulary is smaller than its text")
}
