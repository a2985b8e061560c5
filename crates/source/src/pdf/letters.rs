//! What chars are to each other in a line: accents and letters, directions of writing.

use unicode_bidi::{BidiClass, BidiInfo, Level, bidi_class};

/// The char that an accent and a letter make, whichever comes first; `None` when they are no such pair.
pub(crate) fn compose(first: char, second: char) -> Option<char> {
    let (letter, mark) = match (combining(first), combining(second)) {
        (Some(mark), None) if second.is_alphabetic() => (second, mark),
        (None, Some(mark)) if first.is_alphabetic() => (first, mark),
        _ => return None,
    };
    // Letters that leave their dot to the accent.
    let base = match letter {
        '\u{131}' => 'i',
        '\u{237}' => 'j',
        other => other,
    };
    unicode_normalization::char::compose(base, mark)
}

/// Whether a char is an accent that stands alone.
pub(crate) fn is_accent(c: char) -> bool {
    combining(c).is_some()
}

/// In which order the chars of a line painted from left to right are read, by the Unicode bidirectional
/// algorithm (UAX #9): the order of display and that of reading are each other's reversal, run by run.
pub(crate) fn reading_order(text: &str) -> Vec<usize> {
    let n_rtl = text.chars().filter(|c| is_right_to_left(*c)).count();
    let n_ltr = text
        .chars()
        .filter(|c| bidi_class(*c) == BidiClass::L)
        .count();
    let base = if n_rtl > n_ltr {
        Level::rtl()
    } else {
        Level::ltr()
    };
    let info = BidiInfo::new(text, Some(base));
    let levels: Vec<Level> = text.char_indices().map(|(at, _)| info.levels[at]).collect();
    BidiInfo::reorder_visual(&levels)
}

/// The combining form of an accent that stands alone.
fn combining(accent: char) -> Option<char> {
    Some(match accent {
        '`' => '\u{300}',
        '\u{b4}' => '\u{301}',
        '\u{2c6}' => '\u{302}',
        '\u{2dc}' => '\u{303}',
        '\u{af}' => '\u{304}',
        '\u{2d8}' => '\u{306}',
        '\u{2d9}' => '\u{307}',
        '\u{a8}' => '\u{308}',
        '\u{2da}' => '\u{30a}',
        '\u{2dd}' => '\u{30b}',
        '\u{2c7}' => '\u{30c}',
        '\u{b8}' => '\u{327}',
        '\u{2db}' => '\u{328}',
        _ => return None,
    })
}

/// Whether a char is written from right to left.
pub(crate) fn is_right_to_left(c: char) -> bool {
    // The first such char; the table need not be asked for most text.
    c >= '\u{590}' && matches!(bidi_class(c), BidiClass::R | BidiClass::AL)
}
