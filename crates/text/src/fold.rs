//! Normalised text with its punctuation, for comparing what stands between tokens.

use crate::atom::push_atoms;

/// The normalised form of `raw` (G-6 to G-8): compatibility forms, case, quotes and spaces are made
/// one, invisible chars dropped; punctuation stays. A run of white space is one space.
pub fn fold(raw: &str) -> String {
    let mut atoms = Vec::new();
    push_atoms(raw, 0, raw.len(), &mut atoms);
    let mut folded = String::with_capacity(raw.len());
    for atom in atoms {
        if atom.class.is_space() {
            if !folded.ends_with(' ') {
                folded.push(' ');
            }
        } else if atom.ch != '\u{AD}' {
            folded.push(if atom.ch == '`' { '\'' } else { atom.ch });
        }
    }
    folded
}
