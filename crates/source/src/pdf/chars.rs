//! Chars of glyphs to which the font itself gives no Unicode.
//!
//! Order of sources (the first three are the collector's): replaced text, the font's `ToUnicode`, its
//! glyph names; then the character collection of a CJK font (ISO 32000-2, 9.10.2), which is exact;
//! then, marked as unverified, the Unicode table of the embedded font program, which producers do not
//! vouch for, and the codes of drawn fonts whose glyphs are named after their codes. Private codes of symbol fonts are never turned into letters: what such a code
//! shows only the eye can tell.

use hayro::hayro_interpret::font::{OutlineFontData, OutlineGlyph};
use hayro::hayro_interpret::hayro_cmap::{BfString, CMap, CMapName, CidFamily, load_embedded};
use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Array, Dict, Name, Object, Stream, String as PdfString};
use rustc_hash::FxHashMap;
use skrifa::{FontRef, MetadataProvider};
use std::collections::BTreeMap;

/// A char found by the sources of this module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) text: BfString,
    pub(crate) is_guess: bool,
}

/// Finds chars for the glyphs of one document; what it had to read for that is kept.
pub(crate) struct CharFinder<'a> {
    pdf: &'a Pdf,
    /// By PostScript name; read at the first need.
    composites: Option<BTreeMap<String, Vec<Composite>>>,
    /// Glyph → char by the Unicode table of a font program.
    programs: FxHashMap<u128, FxHashMap<u32, char>>,
    found: FxHashMap<(u128, u32), Option<Found>>,
    /// Whether the glyphs of all drawn fonts without a `ToUnicode` are named after their codes; looked at
    /// when first asked.
    drawn_codes: Option<bool>,
}

/// A composite font that states what its codes mean in other ways than by a usual `ToUnicode`.
enum Composite {
    /// Codes → CIDs → chars.
    Collection {
        encoding: Box<CMap>,
        unicode: Box<CMap>,
    },
    /// `ToUnicode` is the name of an identity map: codes are UTF-16 units.
    CodesAreUnicode,
}

impl<'a> CharFinder<'a> {
    pub(crate) fn new(pdf: &'a Pdf) -> Self {
        Self {
            pdf,
            composites: None,
            programs: FxHashMap::default(),
            found: FxHashMap::default(),
            drawn_codes: None,
        }
    }

    /// The char of a glyph of which [`OutlineGlyph::as_unicode`] knows none.
    pub(crate) fn find(&mut self, glyph: &OutlineGlyph) -> Option<Found> {
        let key = (glyph.identifier().cache_key(), glyph.char_code());
        if let Some(found) = self.found.get(&key) {
            return found.clone();
        }
        let found = glyph.font_data().and_then(|font| {
            self.by_collection(&font, glyph.char_code())
                .or_else(|| self.by_program(&font, glyph))
        });
        self.found.insert(key, found.clone());
        found
    }

    /// The chars of a glyph of a drawn (Type 3) font to which the font gives no Unicode.
    ///
    /// TeX's bitmap fonts name their glyphs `a65` and encode letters as ASCII or Latin-1 does.
    pub(crate) fn find_drawn(&mut self, code: u32) -> Option<Found> {
        let pdf = self.pdf;
        if !*self
            .drawn_codes
            .get_or_insert_with(|| drawn_glyphs_are_named_by_code(pdf))
        {
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

    fn by_collection(&mut self, font: &OutlineFontData, code: u32) -> Option<Found> {
        let pdf = self.pdf;
        let composites = self.composites.get_or_insert_with(|| read_composites(pdf));
        let mut chars =
            composites
                .get(font.postscript_name.as_ref()?)?
                .iter()
                .map(|font| match font {
                    Composite::Collection { encoding, unicode } => {
                        let cid = (1..=4).find_map(|n| encoding.lookup_cid_code(code, n))?;
                        unicode.lookup_bf_string(cid)
                    }
                    Composite::CodesAreUnicode => char::from_u32(code).map(BfString::Char),
                });
        // Fonts of the same name may differ; then nothing is known.
        let first = chars.next()??;
        chars
            .all(|other| other.as_ref() == Some(&first))
            .then_some(Found {
                text: first,
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

fn drawn_glyphs_are_named_by_code(pdf: &Pdf) -> bool {
    let mut n_named = 0;
    for object in pdf.objects() {
        let Object::Dict(dict) = object else {
            continue;
        };
        let is_drawn = dict
            .get::<Name<'_>>(b"Subtype")
            .is_some_and(|n| n.as_ref() == b"Type3");
        if !is_drawn || dict.contains_key(b"ToUnicode") {
            continue;
        }
        let differences = dict
            .get::<Dict<'_>>(b"Encoding")
            .and_then(|e| e.get::<Array<'_>>(b"Differences"));
        let mut code = 0i32;
        for item in differences.iter().flat_map(|d| d.iter::<Object<'_>>()) {
            match item {
                Object::Number(number) => code = number.as_i64().try_into().unwrap_or(-1),
                Object::Name(name) => {
                    let name = name.as_str();
                    if name != ".notdef" {
                        if name.strip_prefix('a').and_then(|n| n.parse().ok()) != Some(code) {
                            return false;
                        }
                        n_named += 1;
                    }
                    code = code.saturating_add(1);
                }
                _ => {}
            }
        }
    }
    n_named > 0
}

/// The document's composite fonts that say what their codes mean.
fn read_composites(pdf: &Pdf) -> BTreeMap<String, Vec<Composite>> {
    let mut composites: BTreeMap<String, Vec<Composite>> = BTreeMap::new();
    for object in pdf.objects() {
        let Object::Dict(dict) = object else {
            continue;
        };
        if dict
            .get::<Name<'_>>(b"Subtype")
            .is_some_and(|n| n.as_ref() == b"Type0")
            && let Some(name) = dict.get::<Name<'_>>(b"BaseFont")
            && let Some(font) = read_composite(&dict)
        {
            composites
                .entry(without_subset_tag(name.as_str()).to_owned())
                .or_default()
                .push(font);
        }
    }
    composites
}

fn read_composite(dict: &Dict<'_>) -> Option<Composite> {
    if dict
        .get::<Name<'_>>(b"ToUnicode")
        .is_some_and(|n| n.as_ref().starts_with(b"Identity"))
    {
        return Some(Composite::CodesAreUnicode);
    }
    let descendant = dict
        .get::<Array<'_>>(b"DescendantFonts")?
        .iter::<Dict<'_>>()
        .next()?;
    let encoding = read_encoding(dict)?;
    let stated = encoding
        .metadata()
        .character_collection
        .clone()
        .map(|c| c.family);
    let family = match stated {
        Some(family) if family != CidFamily::AdobeIdentity => family,
        _ => {
            let info = descendant.get::<Dict<'_>>(b"CIDSystemInfo")?;
            let registry = info.get::<PdfString<'_>>(b"Registry")?;
            let ordering = info.get::<PdfString<'_>>(b"Ordering")?;
            CidFamily::from_registry_ordering(registry.as_bytes(), ordering.as_bytes())
        }
    };
    let unicode = CMap::parse(load_embedded(family.ucs2_cmap()?)?, load_embedded)?;
    Some(Composite::Collection {
        encoding: Box::new(encoding),
        unicode: Box::new(unicode),
    })
}

fn read_encoding(font: &Dict<'_>) -> Option<CMap> {
    if let Some(name) = font.get::<Name<'_>>(b"Encoding") {
        return match CMapName::from_bytes(name.as_ref()) {
            CMapName::IdentityH => Some(CMap::identity_h()),
            CMapName::IdentityV => Some(CMap::identity_v()),
            name => CMap::parse(load_embedded(name)?, load_embedded),
        };
    }
    let stream = font.get::<Stream<'_>>(b"Encoding")?;
    CMap::parse(&stream.decoded_data().ok()?, load_embedded)
}

/// The font's name without the tag that marks a subset (`ABCDEF+`).
fn without_subset_tag(name: &str) -> &str {
    match name.split_once('+') {
        Some((tag, rest)) if tag.len() == 6 => rest,
        _ => name,
    }
}
