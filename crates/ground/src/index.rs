//! The token index of one document, built once and searched by every quotation.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use proofmark_text::{Document, TextRange, TokenRef, visit_tokens, visit_tokens_in};

use crate::altered::Compact;
use crate::edge::Forms;
use crate::furniture::{PageEdges, page_edges};
use crate::result::Span;

/// Set in a token's id when [`DocumentIndex::specials`] has an entry for it.
const SPECIAL: u32 = 1 << 31;

/// The way a search takes over page seams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    /// Through all text, furniture included.
    Straight,
    /// Around the feet and the heads at a seam.
    Around,
    /// Around the feet only.
    AroundFeet,
    /// Around the heads only.
    AroundHeads,
}

impl Route {
    const ALL: [Self; 4] = [
        Self::Straight,
        Self::Around,
        Self::AroundFeet,
        Self::AroundHeads,
    ];
}

/// The step from one token to another that is not the next, or the lack of one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Jump {
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// No quotation runs over this place: the pages are not consecutive.
    pub(crate) is_blocked: bool,
}

/// What is out of the ordinary about one token.
#[derive(Clone, Debug, Default)]
struct Special {
    pos: u32,
    /// Further ids it answers to.
    alt_ids: Vec<u32>,
    /// Ids and keys of the word it makes with the first of the next page, around the furniture.
    joined: Vec<(u32, String)>,
    /// Whether something before it belongs to it.
    is_open_left: bool,
    /// Whether something after it belongs to it.
    is_open_right: bool,
}

/// A document's tokens, interned, with the places of each.
///
/// Takes about 16 bytes a token, and the vocabulary. Token positions count from 0.
#[derive(Debug)]
pub struct DocumentIndex {
    document: Arc<Document>,
    vocabulary: HashMap<Box<str>, u32>,
    /// Forms that a number had before its grouping was dropped, with the number's id.
    grouped: HashMap<Box<str>, u32>,
    starts: Vec<u32>,
    ends: Vec<u32>,
    /// Ids in token order; [`SPECIAL`] may be set.
    ids: Vec<u32>,
    /// Ascending by position.
    specials: Vec<Special>,
    /// Token positions by id: those of `id` are `places[place_starts[id]..place_starts[id + 1]]`.
    place_starts: Vec<u32>,
    places: Vec<u32>,
    /// By [`Route`]; ascending by `from`, and by `to`.
    jumps: [Vec<Jump>; 4],
    has_furniture: bool,
    /// The furniture of each page.
    edges: Vec<PageEdges>,
    pub(crate) forms: OnceLock<Forms>,
    pub(crate) compacts: [OnceLock<Compact>; 2],
}

impl DocumentIndex {
    /// Reads the document's tokens.
    pub fn new(document: Arc<Document>) -> Self {
        let edges = page_edges(&document);
        let mut index = Self {
            vocabulary: HashMap::new(),
            grouped: HashMap::new(),
            starts: Vec::new(),
            ends: Vec::new(),
            ids: Vec::new(),
            specials: Vec::new(),
            place_starts: Vec::new(),
            places: Vec::new(),
            jumps: [const { Vec::new() }; 4],
            has_furniture: false,
            edges,
            forms: OnceLock::new(),
            compacts: [const { OnceLock::new() }; 2],
            document: Arc::clone(&document),
        };
        for segment in segments(&document, &index.edges) {
            visit_tokens_in(document.raw(), segment, |token| index.push(token));
        }
        index.link_pages();
        index.sort_places();
        index
    }

    /// The document.
    pub fn document(&self) -> &Arc<Document> {
        &self.document
    }

    /// Number of tokens, furniture included.
    pub fn n_tokens(&self) -> usize {
        self.ids.len()
    }

    /// Where the token at `pos` stands in the raw text.
    pub(crate) fn range(&self, pos: usize) -> TextRange {
        TextRange::new(self.starts[pos] as usize, self.ends[pos] as usize)
    }

    /// The span from the first char of token `first` to the last of token `last`.
    pub(crate) fn span(&self, first: usize, last: usize) -> Span {
        let range = TextRange::new(self.starts[first] as usize, self.ends[last] as usize);
        Span {
            range,
            first_page_idx: self.document.page_idx_at(range.start()),
            last_page_idx: self.document.page_idx_at(range.end().saturating_sub(1)),
        }
    }

    /// The furniture of each page.
    pub(crate) fn edges(&self) -> &[PageEdges] {
        &self.edges
    }

    /// The id of a key that stands in the document.
    pub(crate) fn id(&self, key: &str) -> Option<u32> {
        self.vocabulary.get(key).copied()
    }

    /// All keys, by id.
    pub(crate) fn keys_by_id(&self) -> Vec<&str> {
        let mut keys = vec![""; self.vocabulary.len()];
        self.vocabulary
            .iter()
            .for_each(|(key, id)| keys[*id as usize] = key);
        keys
    }

    /// The id of the token at `pos`.
    pub(crate) fn id_at(&self, pos: usize) -> u32 {
        self.ids[pos] & !SPECIAL
    }

    /// All positions at which a token answers to `id`, ascending.
    pub(crate) fn places(&self, id: u32) -> &[u32] {
        let at = id as usize;
        &self.places[self.place_starts[at] as usize..self.place_starts[at + 1] as usize]
    }

    /// All keys with their ids, and forms of grouped numbers with theirs, in no order.
    pub(crate) fn forms_with_ids(&self) -> impl Iterator<Item = (&str, u32)> {
        self.vocabulary
            .iter()
            .chain(&self.grouped)
            .map(|(form, id)| (&**form, *id))
    }

    /// Whether the token at `pos` answers to one of `ids` on the route.
    pub(crate) fn answers(&self, route: Route, pos: usize, ids: &[u32]) -> bool {
        self.answers_to(route, pos, |id| ids.contains(&id))
    }

    /// Whether the token at `pos` answers to an id that `is_wanted` on the route.
    pub(crate) fn answers_to(
        &self,
        route: Route,
        pos: usize,
        is_wanted: impl Fn(u32) -> bool,
    ) -> bool {
        let id = self.ids[pos];
        if id & SPECIAL == 0 {
            return is_wanted(id);
        }
        let Some(special) = self.special(pos) else {
            return false;
        };
        if route == Route::Around && !special.joined.is_empty() {
            return special.joined.iter().any(|(id, _)| is_wanted(*id));
        }
        is_wanted(id & !SPECIAL) || special.alt_ids.iter().any(|id| is_wanted(*id))
    }

    /// The keys of the word that runs around furniture from `pos` on; empty where there is none.
    pub(crate) fn joined_keys(&self, route: Route, pos: usize) -> Vec<String> {
        match self.special(pos) {
            Some(special) if route == Route::Around => {
                special.joined.iter().map(|(_, key)| key.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether a quotation that begins with the token at `pos` begins with all of it.
    pub(crate) fn is_whole_left(&self, pos: usize) -> bool {
        self.special(pos)
            .is_none_or(|special| !special.is_open_left)
    }

    /// Whether a quotation that ends with the token at `pos` ends with all of it.
    pub(crate) fn is_whole_right(&self, route: Route, pos: usize) -> bool {
        self.special(pos).is_none_or(|special| {
            !special.is_open_right || (route == Route::Around && !special.joined.is_empty())
        })
    }

    /// The last token of what stands at `pos` on the route: another than `pos` only for a word that
    /// runs around furniture.
    pub(crate) fn last_of(&self, route: Route, pos: usize) -> usize {
        if route != Route::Around || self.special(pos).is_none_or(|s| s.joined.is_empty()) {
            return pos;
        }
        self.jump_from(route, pos)
            .map_or(pos, |jump| jump.to as usize - 1)
    }

    /// The routes that lead to different texts in this document.
    pub(crate) fn routes(&self) -> &'static [Route] {
        if self.has_furniture {
            &Route::ALL
        } else {
            &Route::ALL[..1]
        }
    }

    /// The token after the one at `pos` on the route; `None` at the end, and where no quotation runs
    /// on.
    pub(crate) fn next(&self, route: Route, pos: usize) -> Option<usize> {
        let next = match self.jump_from(route, pos) {
            Some(jump) if jump.is_blocked => return None,
            Some(jump) => jump.to as usize,
            None => pos + 1,
        };
        (next < self.ids.len()).then_some(next)
    }

    /// The token `n` before the one at `pos` on the route.
    pub(crate) fn back(&self, route: Route, mut pos: usize, mut n: usize) -> Option<usize> {
        let jumps = self.jumps(route);
        let mut before = jumps.partition_point(|jump| jump.to as usize <= pos);
        while n > 0 {
            let Some(jump) = before.checked_sub(1).map(|at| jumps[at]) else {
                return pos.checked_sub(n);
            };
            let n_to_jump = pos - jump.to as usize;
            if n <= n_to_jump {
                return Some(pos - n);
            }
            if jump.is_blocked {
                return None;
            }
            n -= n_to_jump + 1;
            pos = jump.from as usize;
            before -= 1;
        }
        Some(pos)
    }

    pub(crate) fn jumps(&self, route: Route) -> &[Jump] {
        &self.jumps[route as usize]
    }

    fn jump_from(&self, route: Route, pos: usize) -> Option<Jump> {
        let jumps = self.jumps(route);
        let at = jumps.partition_point(|jump| (jump.from as usize) < pos);
        jumps
            .get(at)
            .copied()
            .filter(|jump| jump.from as usize == pos)
    }

    fn special(&self, pos: usize) -> Option<&Special> {
        if self.ids[pos] & SPECIAL == 0 {
            return None;
        }
        let at = self
            .specials
            .partition_point(|special| (special.pos as usize) < pos);
        self.specials
            .get(at)
            .filter(|special| special.pos as usize == pos)
    }

    fn special_mut(&mut self, pos: usize) -> &mut Special {
        let narrow_pos = narrow(pos);
        self.ids[pos] |= SPECIAL;
        let at = self
            .specials
            .partition_point(|special| special.pos < narrow_pos);
        if self
            .specials
            .get(at)
            .is_none_or(|special| special.pos != narrow_pos)
        {
            self.specials.insert(
                at,
                Special {
                    pos: narrow_pos,
                    ..Special::default()
                },
            );
        }
        &mut self.specials[at]
    }

    fn intern(&mut self, key: &str) -> u32 {
        if let Some(id) = self.vocabulary.get(key) {
            return *id;
        }
        let id = narrow(self.vocabulary.len());
        self.vocabulary.insert(key.into(), id);
        id
    }

    fn push(&mut self, token: TokenRef<'_>) {
        let pos = self.ids.len();
        let id = self.intern(token.key);
        self.starts.push(narrow(token.range.start()));
        self.ends.push(narrow(token.range.end()));
        self.ids.push(id);
        if !token.alt_keys.is_empty() {
            let alt_ids = token.alt_keys.iter().map(|key| self.intern(key)).collect();
            self.special_mut(pos).alt_ids = alt_ids;
        }
        if let Some(grouped) = token.grouped
            && !self.grouped.contains_key(grouped)
        {
            self.grouped.insert(grouped.into(), id);
        }
        if token.is_tied {
            self.special_mut(pos).is_open_left = true;
            if let Some(before) = pos.checked_sub(1) {
                self.special_mut(before).is_open_right = true;
            }
        }
    }

    /// Works out the jumps at page seams, and the words that run around furniture.
    fn link_pages(&mut self) {
        let document = Arc::clone(&self.document);
        let pages = document.pages();
        let first_at =
            |index: &Self, byte: usize| index.starts.partition_point(|s| (*s as usize) < byte);
        for page_idx in 1..pages.len() {
            let (before, after) = (self.edges[page_idx - 1], self.edges[page_idx]);
            let seam = first_at(self, pages[page_idx].range().start());
            let foot = first_at(self, before.foot.start()).min(seam);
            let head = first_at(self, after.head.end());
            let page_end = first_at(self, pages[page_idx].range().end());
            let page_start = first_at(self, pages[page_idx - 1].range().start());
            if seam == page_end {
                // The page has no token that starts on it. What is before it and what is after it
                // are parted, unless one word fills it.
                let fills =
                    seam > 0 && self.ends[seam - 1] as usize > pages[page_idx].range().start();
                if seam > 0 && !fills {
                    self.block(seam - 1);
                }
                continue;
            }
            if seam == 0
                || page_start == seam
                    && self.ends[seam - 1] as usize <= pages[page_idx - 1].range().start()
            {
                continue;
            }
            let has_foot = foot < seam && foot > page_start;
            let has_head = head > seam && head < page_end;
            if !has_foot && !has_head {
                continue;
            }
            self.has_furniture = true;
            let last = if has_foot { foot - 1 } else { seam - 1 };
            let next = if has_head { head } else { seam };
            if has_head {
                self.jump(Route::AroundHeads, seam - 1, head);
            }
            if has_foot {
                self.jump(Route::AroundFeet, foot - 1, seam);
            }
            let body_end = if has_foot {
                before.foot.start()
            } else {
                pages[page_idx - 1].range().end()
            };
            let mut word = document.raw()[self.starts[last] as usize..body_end]
                .trim_end()
                .to_owned();
            word.push('\n');
            word.push_str(document.slice(self.range(next)));
            let (mut n_tokens, mut keys) = (0, Vec::new());
            visit_tokens(&word, |token| {
                n_tokens += 1;
                keys.push(token.key.to_owned());
                keys.extend_from_slice(token.alt_keys);
            });
            let body_start = if has_head {
                after.head.end()
            } else {
                pages[page_idx].range().start()
            };
            let before_next = TextRange::new(body_start, self.starts[next] as usize);
            let is_first = document.slice(before_next).trim().is_empty();
            if n_tokens == 1 && is_first {
                let joined = keys
                    .into_iter()
                    .map(|key| (self.intern(&key), key))
                    .collect();
                let special = self.special_mut(last);
                special.joined = joined;
                special.is_open_right = true;
                self.special_mut(next).is_open_left = true;
                self.jump(Route::Around, last, next + 1);
            } else {
                self.jump(Route::Around, last, next);
            }
        }
    }

    fn jump(&mut self, route: Route, from: usize, to: usize) {
        let jump = Jump {
            from: narrow(from),
            to: narrow(to),
            is_blocked: false,
        };
        let jumps = &mut self.jumps[route as usize];
        // A page of one word can be the end of one joined word and the start of another.
        if jumps
            .last()
            .is_none_or(|last| last.from < jump.from && last.to <= jump.from)
        {
            jumps.push(jump);
        }
    }

    fn block(&mut self, from: usize) {
        let jump = Jump {
            from: narrow(from),
            to: narrow(from + 1),
            is_blocked: true,
        };
        for jumps in &mut self.jumps {
            if jumps.last().is_none_or(|last| last.from < jump.from) {
                jumps.push(jump);
            }
        }
    }

    fn sort_places(&mut self) {
        let extra: Vec<(u32, u32)> = self
            .specials
            .iter()
            .flat_map(|s| {
                let joined = s.joined.iter().map(|(id, _)| id);
                s.alt_ids.iter().chain(joined).map(|id| (*id, s.pos))
            })
            .collect();
        let n_ids = self.vocabulary.len();
        let mut starts = vec![0u32; n_ids + 1];
        for id in self
            .ids
            .iter()
            .map(|id| id & !SPECIAL)
            .chain(extra.iter().map(|e| e.0))
        {
            starts[id as usize + 1] += 1;
        }
        for at in 0..n_ids {
            starts[at + 1] += starts[at];
        }
        let mut free = starts.clone();
        let mut places = vec![0u32; self.ids.len() + extra.len()];
        let mut extra = extra.into_iter().peekable();
        for (pos, id) in self.ids.iter().enumerate() {
            let mut put = |id: u32| {
                let at = &mut free[id as usize];
                places[*at as usize] = narrow(pos);
                *at += 1;
            };
            put(id & !SPECIAL);
            while let Some((id, _)) = extra.next_if(|e| e.1 as usize == pos) {
                put(id);
            }
        }
        self.place_starts = starts;
        self.places = places;
    }
}

/// The stretches of raw text that are read each by itself: furniture, what stands between, and
/// nothing over a blank page.
fn segments(document: &Document, edges: &[PageEdges]) -> Vec<TextRange> {
    let mut cuts = vec![0];
    for (page, edges) in document.pages().iter().zip(edges) {
        if !edges.head.is_empty() {
            cuts.extend([edges.head.start(), edges.head.end()]);
        }
        if !edges.foot.is_empty() {
            cuts.extend([edges.foot.start(), edges.foot.end()]);
        }
        if document.slice(page.range()).trim().is_empty() {
            cuts.extend([page.range().start(), page.range().end()]);
        }
    }
    cuts.push(document.raw().len());
    cuts.windows(2)
        .filter(|cut| cut[0] < cut[1])
        .map(|cut| TextRange::new(cut[0], cut[1]))
        .collect()
}

fn narrow(n: usize) -> u32 {
    u32::try_from(n).expect("texts are at most 4 GiB long, so token counts fit")
}
