//! What the fonts of a document say of their codes beyond what the library reads: one pass over its objects.

use hayro::hayro_interpret::hayro_cmap::{BfString, CMap, CMapName, CidFamily, load_embedded};
use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Array, Dict, Name, Object, Stream, String as PdfString};
use std::collections::BTreeMap;

/// The fonts of one document.
pub(crate) struct Fonts {
    /// By PostScript name, for fonts whose `ToUnicode` or character collection the library does not use.
    maps: BTreeMap<String, Vec<CodeMap>>,
    /// By PostScript name, whether all simple TrueType fonts of that name say nothing of their codes: neither
    /// `Encoding` nor a char in `ToUnicode`.
    silent: BTreeMap<Option<String>, bool>,
    /// Whether any font is silent, so that [`Fonts::is_silent`] need be asked at all.
    pub(crate) has_silent: bool,
    /// Whether the glyphs of all drawn (Type 3) fonts without a `ToUnicode` are named after their codes.
    pub(crate) drawn_by_code: bool,
    /// How to read the pairs of bytes of simple fonts that are named in GBK, as some Chinese producers wrote
    /// instead of composite fonts.
    pub(crate) gbk: Option<Box<CodeMap>>,
}

/// From codes to chars.
pub(crate) enum CodeMap {
    /// Codes → CIDs → chars, by the character collection (ISO 32000-2, 9.10.2).
    Collection {
        encoding: Box<CMap>,
        unicode: Box<CMap>,
    },
    /// What could be saved of a `ToUnicode` that does not parse.
    Saved(Box<CMap>),
    /// `ToUnicode` is the name of an identity map: codes are UTF-16 units.
    CodesAreUnicode,
}

impl CodeMap {
    fn lookup(&self, code: u32) -> Option<BfString> {
        match self {
            Self::Collection { encoding, unicode } => {
                let cid = (1..=4).find_map(|n| encoding.lookup_cid_code(code, n))?;
                unicode.lookup_bf_string(cid)
            }
            Self::Saved(map) => map.lookup_bf_string(code),
            Self::CodesAreUnicode => char::from_u32(code).map(BfString::Char),
        }
    }

    /// The char of a pair of bytes.
    pub(crate) fn lookup_pair(&self, code: u32) -> Option<char> {
        match self {
            Self::Collection { encoding, unicode } => {
                match unicode.lookup_bf_string(encoding.lookup_cid_code(code, 2)?)? {
                    BfString::Char(c) => Some(c),
                    BfString::String(_) => None,
                }
            }
            Self::Saved(_) | Self::CodesAreUnicode => None,
        }
    }
}

impl Fonts {
    pub(crate) fn read(pdf: &Pdf) -> Self {
        let mut maps: BTreeMap<String, Vec<CodeMap>> = BTreeMap::new();
        let mut silent: BTreeMap<Option<String>, bool> = BTreeMap::new();
        let mut n_drawn = 0;
        let mut all_by_code = true;
        let mut has_gbk_name = false;
        for object in pdf.objects() {
            let Object::Dict(dict) = object else {
                continue;
            };
            let Some(subtype) = dict.get::<Name<'_>>(b"Subtype") else {
                continue;
            };
            let name = || {
                dict.get::<Name<'_>>(b"BaseFont")
                    .map(|name| without_subset_tag(name.as_str()).to_owned())
            };
            match subtype.as_ref() {
                b"Type0" => {
                    if let (Some(name), Some(map)) = (name(), read_composite(&dict)) {
                        maps.entry(name).or_default().push(map);
                    }
                }
                b"TrueType" => {
                    *silent.entry(name()).or_insert(true) &= is_silent(&dict);
                    has_gbk_name |= dict
                        .get::<Name<'_>>(b"BaseFont")
                        .is_some_and(|name| is_gbk(name.as_ref()))
                        && !dict.contains_key(b"ToUnicode");
                }
                b"Type3" if !dict.contains_key(b"ToUnicode") => match named_by_code(&dict) {
                    Some(n) => n_drawn += n,
                    None => all_by_code = false,
                },
                _ => {}
            }
        }
        Self {
            maps,
            has_silent: silent.values().any(|silent| *silent),
            silent,
            drawn_by_code: all_by_code && n_drawn > 0,
            gbk: if has_gbk_name { gbk() } else { None },
        }
    }

    /// The chars of a code of the fonts of a name; `None` where they differ on it.
    pub(crate) fn lookup(&self, name: &str, code: u32) -> Option<BfString> {
        let mut chars = self.maps.get(name)?.iter().map(|map| map.lookup(code));
        let first = chars.next()??;
        chars
            .all(|other| other.as_ref() == Some(&first))
            .then_some(first)
    }

    /// Whether all simple TrueType fonts of that name say nothing of their codes.
    pub(crate) fn is_silent(&self, name: Option<&str>) -> bool {
        self.silent
            .get(&name.map(str::to_owned))
            .copied()
            .unwrap_or(false)
    }
}

fn is_silent(font: &Dict<'_>) -> bool {
    if font.contains_key(b"Encoding") {
        return false;
    }
    match font.get::<Stream<'_>>(b"ToUnicode") {
        None => !font.contains_key(b"ToUnicode"),
        Some(stream) => stream.decoded_data().is_ok_and(|data| {
            // A map without any entry.
            !data
                .split(|byte| byte.is_ascii_whitespace())
                .collect::<Vec<_>>()
                .windows(2)
                .any(|pair| matches!(pair[1], b"beginbfchar" | b"beginbfrange") && pair[0] != b"0")
        }),
    }
}

/// The number of glyphs of a drawn font whose names are `a` and their code; `None` if others are named otherwise.
fn named_by_code(font: &Dict<'_>) -> Option<usize> {
    let differences = font
        .get::<Dict<'_>>(b"Encoding")
        .and_then(|e| e.get::<Array<'_>>(b"Differences"));
    let (mut code, mut n) = (0i32, 0);
    for item in differences.iter().flat_map(|d| d.iter::<Object<'_>>()) {
        match item {
            Object::Number(number) => code = number.as_i64().try_into().unwrap_or(-1),
            Object::Name(name) => {
                let name = name.as_str();
                if name != ".notdef" {
                    if name.strip_prefix('a').and_then(|n| n.parse().ok()) != Some(code) {
                        return None;
                    }
                    n += 1;
                }
                code = code.saturating_add(1);
            }
            _ => {}
        }
    }
    Some(n)
}

fn read_composite(dict: &Dict<'_>) -> Option<CodeMap> {
    if dict
        .get::<Name<'_>>(b"ToUnicode")
        .is_some_and(|n| n.as_ref().starts_with(b"Identity"))
    {
        return Some(CodeMap::CodesAreUnicode);
    }
    if let Some(stream) = dict.get::<Stream<'_>>(b"ToUnicode")
        && let Ok(data) = stream.decoded_data()
        && CMap::parse(&data, load_embedded).is_none()
        && let Some(map) = save_map(&data)
    {
        return Some(CodeMap::Saved(Box::new(map)));
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
    Some(CodeMap::Collection {
        encoding: Box::new(encoding),
        unicode: Box::new(unicode),
    })
}

/// Reads only the entries of a map whose frame is broken.
fn save_map(data: &[u8]) -> Option<CMap> {
    let mut clean = b"begincmap\n".to_vec();
    let mut has_entries = false;
    for (begin, end) in [
        ("begincodespacerange", "endcodespacerange"),
        ("beginbfchar", "endbfchar"),
        ("beginbfrange", "endbfrange"),
    ] {
        let mut rest = data;
        while let Some(at) = find(rest, begin.as_bytes()) {
            let body = &rest[at + begin.len()..];
            let Some(length) = find(body, end.as_bytes()) else {
                break;
            };
            clean.extend_from_slice(b"1 ");
            clean.extend_from_slice(begin.as_bytes());
            clean.extend_from_slice(&body[..length + end.len()]);
            clean.push(b'\n');
            has_entries |= begin != "begincodespacerange";
            rest = &body[length + end.len()..];
        }
    }
    clean.extend_from_slice(b"endcmap\n");
    has_entries
        .then(|| CMap::parse(&clean, load_embedded))
        .flatten()
}

fn find(data: &[u8], needle: &[u8]) -> Option<usize> {
    data.windows(needle.len()).position(|w| w == needle)
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

/// Whether a font's name is Chinese in GBK: pairs of bytes of its common area, and ASCII.
fn is_gbk(name: &[u8]) -> bool {
    let mut n_pairs = 0;
    let mut bytes = name.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            0x20..=0x7E => {}
            0xB0..=0xF7 if bytes.next().is_some_and(|next| *next >= 0xA1) => n_pairs += 1,
            _ => return false,
        }
    }
    n_pairs > 0
}

fn gbk() -> Option<Box<CodeMap>> {
    let read = |name| CMap::parse(load_embedded(name)?, load_embedded).map(Box::new);
    Some(Box::new(CodeMap::Collection {
        encoding: read(CMapName::GbkEucH)?,
        unicode: read(CidFamily::AdobeGB1.ucs2_cmap()?)?,
    }))
}

/// The font's name without the tag that marks a subset (`ABCDEF+`).
fn without_subset_tag(name: &str) -> &str {
    match name.split_once('+') {
        Some((tag, rest)) if tag.len() == 6 => rest,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_entries_of_a_broken_map_are_saved() {
        let broken = b"/CIDInit /ProcSet findresource begin begincmap /CIDSystemInfo << /Ordering (UC>) >> def \
            1 begincodespacerange <0000> <FFFF> endcodespacerange \
            2 beginbfchar <002B> <0048> <0048> <00660069> endbfchar \
            1 beginbfrange <0050> <0052> <0061> endbfrange endcmap";
        let map = save_map(broken).expect("it has entries");
        let char_of = |code| map.lookup_bf_string(code);
        assert_eq!(char_of(0x2B), Some(BfString::Char('H')), "a char");
        assert_eq!(
            char_of(0x48),
            Some(BfString::String("fi".into())),
            "two chars"
        );
        assert_eq!(char_of(0x52), Some(BfString::Char('c')), "a range");
        assert_eq!(char_of(0x53), None, "past it");
        assert!(
            save_map(b"begincmap (no entries) endcmap").is_none(),
            "nothing to save"
        );
    }

    #[test]
    fn chinese_names_are_told_from_others() {
        assert!(is_gbk(b"\xBA\xDA\xCC\xE5"), "a name");
        assert!(is_gbk(b"\xB7\xC2\xCB\xCE_GB2312"), "with ASCII");
        assert!(!is_gbk(b"Arial"), "ASCII alone");
        assert!(!is_gbk(b"Caf\xE9"), "Latin-1");
        assert!(!is_gbk("Größe".as_bytes()), "UTF-8");
    }
}
