//! Chars of glyphs to which the font itself gives no Unicode.
//!
//! Order of sources (the first three are the collector's): replaced text, the font's `ToUnicode`, its
//! glyph names; then the character collection of a CJK font (ISO 32000-2, 9.10.2), which is exact;
//! then, marked as unverified, the Unicode table of the embedded font program, which producers do not
//! vouch for, and the codes of drawn fonts whose glyphs are named after their codes. Private codes of symbol fonts are never turned into letters: what such a code
//! shows only the eye can tell.

use super::fonts::Fonts;
use hayro::hayro_interpret::font::{OutlineFontData, OutlineGlyph};
use hayro::hayro_interpret::hayro_cmap::BfString;
use hayro::hayro_syntax::Pdf;
use rustc_hash::FxHashMap;
use skrifa::raw::TableProvider as _;
use skrifa::{FontRef, MetadataProvider};
use std::cell::OnceCell;

/// A char found by the sources of this module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) text: BfString,
    pub(crate) is_guess: bool,
}

/// Finds chars for the glyphs of one document; what it had to read for that is kept.
pub(crate) struct CharFinder<'a> {
    pdf: &'a Pdf,
    /// Read at the first need.
    fonts: OnceCell<Fonts>,
    /// Glyph → char by the Unicode table of a font program.
    programs: FxHashMap<u128, FxHashMap<u32, char>>,
    found: FxHashMap<(u128, u32), Option<Found>>,
    silent: FxHashMap<(u128, u32), Option<Found>>,
}

impl<'a> CharFinder<'a> {
    pub(crate) fn new(pdf: &'a Pdf) -> Self {
        Self {
            pdf,
            fonts: OnceCell::new(),
            programs: FxHashMap::default(),
            found: FxHashMap::default(),
            silent: FxHashMap::default(),
        }
    }

    fn fonts(&self) -> &Fonts {
        self.fonts.get_or_init(|| Fonts::read(self.pdf))
    }

    /// The char of a glyph of which [`OutlineGlyph::as_unicode`] knows none.
    pub(crate) fn find(&mut self, glyph: &OutlineGlyph) -> Option<Found> {
        let key = (glyph.identifier().cache_key(), glyph.char_code());
        if let Some(found) = self.found.get(&key) {
            return found.clone();
        }
        let found = glyph.font_data().and_then(|font| {
            self.by_font(&font, glyph.char_code())
                .or_else(|| self.by_program(&font, glyph))
        });
        self.found.insert(key, found.clone());
        found
    }

    /// The char of a glyph beyond ASCII of a simple TrueType font that says nothing of its codes. The
    /// standard encoding, which the library takes for it, is hardly ever meant: what the font program says goes
    /// before. `None` for all other glyphs.
    pub(crate) fn find_silent(&mut self, glyph: &OutlineGlyph) -> Option<Found> {
        if !(0x80..=0xFF).contains(&glyph.char_code()) || !self.fonts().has_silent {
            return None;
        }
        let key = (glyph.identifier().cache_key(), glyph.char_code());
        if let Some(found) = self.silent.get(&key) {
            return found.clone();
        }
        let found = glyph.font_data().and_then(|font| {
            self.fonts()
                .is_silent(font.postscript_name.as_deref())
                .then(|| {
                    self.by_program(&font, glyph)
                        .or_else(|| by_mac_table(&font, glyph.char_code()))
                })
                .flatten()
        });
        self.silent.insert(key, found.clone());
        found
    }

    /// The Chinese chars of a run of single bytes, each with the index of its first byte, where the document
    /// has fonts named in GBK and all bytes beyond ASCII are pairs of its common area. Empty otherwise.
    pub(crate) fn find_pairs(&self, codes: impl Iterator<Item = u32>) -> Vec<(usize, char)> {
        let Some(map) = &self.fonts().gbk else {
            return Vec::new();
        };
        let mut pairs = Vec::new();
        let mut codes = codes.enumerate();
        while let Some((i, code)) = codes.next() {
            match code {
                0..=0x7F => {}
                0xA1..=0xF7 => {
                    let next = codes
                        .next()
                        .filter(|(_, next)| (0xA1..=0xFE).contains(next));
                    match next.and_then(|(_, next)| map.lookup_pair(code << 8 | next)) {
                        Some(c) => pairs.push((i, c)),
                        None => return Vec::new(),
                    }
                }
                _ => return Vec::new(),
            }
        }
        pairs
    }

    /// The chars of a glyph of a drawn (Type 3) font to which the font gives no Unicode.
    ///
    /// TeX's bitmap fonts name their glyphs `a65` and encode letters as ASCII or Latin-1 does.
    pub(crate) fn find_drawn(&mut self, code: u32) -> Option<Found> {
        if !self.fonts().drawn_by_code {
            return None;
        }
        let text = match code {
            11 | 27 => BfString::String("ff".into()),
            12 | 28 => BfString::String("fi".into()),
            13 | 29 => BfString::String("fl".into()),
            14 | 30 => BfString::String("ffi".into()),
            15 | 31 => BfString::String("ffl".into()),
            0x21..=0x7E | 0xA1..=0xFF => BfString::Char(char::from_u32(code)?),
            _ => return None,
        };
        Some(Found {
            text,
            is_guess: true,
        })
    }

    fn by_font(&mut self, font: &OutlineFontData, code: u32) -> Option<Found> {
        let text = self.fonts().lookup(font.postscript_name.as_ref()?, code)?;
        Some(Found {
            text,
            is_guess: false,
        })
    }

    fn by_program(&mut self, font: &OutlineFontData, glyph: &OutlineGlyph) -> Option<Found> {
        let chars = self.programs.entry(font.cache_key).or_insert_with(|| {
            let mut chars = FxHashMap::default();
            if let Ok(program) = FontRef::new((*font.data).as_ref()) {
                for (c, glyph) in program.charmap().mappings() {
                    if let Some(c) =
                        char::from_u32(c).filter(|c| !is_private(*c) && !c.is_control())
                    {
                        let known = chars.entry(glyph.to_u32()).or_insert(c);
                        *known = c.min(*known);
                    }
                }
            }
            chars
        });
        let c = *chars.get(&glyph.glyph_id().to_u32())?;
        Some(Found {
            text: BfString::Char(c),
            is_guess: true,
        })
    }
}

/// Whether a char is from a private use area.
pub(crate) fn is_private(c: char) -> bool {
    matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}')
}

/// The char of a code of a font whose only table is the Macintosh one, whose codes are MacRoman's.
fn by_mac_table(font: &OutlineFontData, code: u32) -> Option<Found> {
    let program = FontRef::new((*font.data).as_ref()).ok()?;
    let table = program.cmap().ok()?;
    let is_mac_only = !table.encoding_records().is_empty()
        && table
            .encoding_records()
            .iter()
            .all(|record| record.platform_id() == skrifa::raw::tables::cmap::PlatformId::Macintosh);
    if !is_mac_only {
        return None;
    }
    let at = usize::try_from(code.checked_sub(0x80)?).ok()?;
    let c = MAC_ROMAN.chars().nth(at)?;
    Some(Found {
        text: BfString::Char(c),
        is_guess: true,
    })
}

/// The upper half of MacRoman, from 0x80.
const MAC_ROMAN: &str = "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{a0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{f8ff}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ";

#[cfg(test)]
mod tests {
    use super::MAC_ROMAN;

    #[test]
    fn the_table_has_each_code() {
        assert_eq!(MAC_ROMAN.chars().count(), 128, "one char for each code");
        let at = |code: usize| MAC_ROMAN.chars().nth(code - 0x80);
        assert_eq!(
            [at(0x8E), at(0xA5), at(0xD5), at(0xDE), at(0xFF)],
            [Some('é'), Some('•'), Some('’'), Some('\u{fb01}'), Some('ˇ')],
            "known places"
        );
    }
}
