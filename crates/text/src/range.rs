//! Byte ranges in one named text.

use std::ops::Range;

/// A half-open range `start..end` of UTF-8 byte offsets in one named text.
///
/// Which text that is, the field or the function that carries the range says. `start <= end` always.
/// Texts are at most 4 GiB long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextRange {
    start: u32,
    end: u32,
}

impl TextRange {
    /// Makes the range `start..end`.
    ///
    /// # Panics
    /// When `start > end`, or when `end` does not fit in 32 bits: both are bugs in the caller.
    pub fn new(start: usize, end: usize) -> Self {
        assert!(
            start <= end,
            "a range must not end before it starts: {start}..{end}"
        );
        let narrow = |n: usize| u32::try_from(n).expect("texts are at most 4 GiB long");
        Self {
            start: narrow(start),
            end: narrow(end),
        }
    }

    /// First byte.
    pub fn start(self) -> usize {
        self.start as usize
    }

    /// One past the last byte.
    pub fn end(self) -> usize {
        self.end as usize
    }

    /// Length in bytes.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether the range holds no byte.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether all of `other` lies inside.
    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether the two share at least one byte.
    pub fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The smallest range that holds both.
    pub fn cover(self, other: Self) -> Self {
        Self {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

impl From<TextRange> for Range<usize> {
    fn from(range: TextRange) -> Self {
        range.start()..range.end()
    }
}
