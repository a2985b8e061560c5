//! Drawn pages that are kept, so that going back to one shows it at once.

use super::messages::{PageImage, Tile};

/// Bytes of kept images. A page of a book at its usual size takes 2 MB, the largest image 64 MB.
const MAX_BYTES: usize = 160 << 20;

/// Which image: a page of a document in thousandths of pixels to the point, or a tile of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ImageRequest {
    pub(crate) document: String,
    pub(crate) page_idx: u32,
    pub(crate) scale_thousandths: u32,
    pub(crate) tile: Option<Tile>,
}

/// The images of the files that are here now.
pub(super) type Images = Kept<ImageRequest, PageImage>;

/// Values with a size, at most [`MAX_BYTES`] together; what was not used for longest goes first.
pub(super) struct Kept<K, V> {
    /// The one used last comes last.
    entries: Vec<(K, V, usize)>,
    n_bytes: usize,
    /// Raised when everything is forgotten: what was asked for before must not come in after.
    generation: u32,
}

impl<K, V> Default for Kept<K, V> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            n_bytes: 0,
            generation: 0,
        }
    }
}

impl<K: PartialEq, V: Clone> Kept<K, V> {
    pub(super) fn generation(&self) -> u32 {
        self.generation
    }

    pub(super) fn get(&mut self, key: &K) -> Option<V> {
        let at = self.entries.iter().position(|(one, ..)| one == key)?;
        let entry = self.entries.remove(at);
        let value = entry.1.clone();
        self.entries.push(entry);
        Some(value)
    }

    pub(super) fn put(&mut self, generation: u32, key: K, value: V, n_bytes: usize) {
        if generation != self.generation || n_bytes > MAX_BYTES {
            return;
        }
        if let Some(at) = self.entries.iter().position(|(one, ..)| *one == key) {
            let (.., old) = self.entries.remove(at);
            self.n_bytes -= old;
        }
        self.n_bytes += n_bytes;
        self.entries.push((key, value, n_bytes));
        while self.n_bytes > MAX_BYTES {
            let (.., old) = self.entries.remove(0);
            self.n_bytes -= old;
        }
    }

    pub(super) fn forget_all(&mut self) {
        self.entries.clear();
        self.n_bytes = 0;
        self.generation = self.generation.wrapping_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THIRD: usize = MAX_BYTES / 3;

    #[test]
    fn what_was_not_used_for_longest_goes_first() {
        let mut kept = Kept::default();
        for key in 0..3 {
            kept.put(0, key, key * 10, THIRD);
        }
        assert_eq!(kept.get(&0), Some(0));
        kept.put(0, 3, 30, THIRD);
        let left: Vec<Option<i32>> = (0..4).map(|key| kept.get(&key)).collect();
        assert_eq!(left, [Some(0), None, Some(20), Some(30)]);
    }

    #[test]
    fn the_bound_holds_whatever_comes() {
        let mut kept = Kept::default();
        kept.put(0, 1, (), MAX_BYTES + 1);
        assert_eq!(kept.get(&1), None);
        for key in 0..50 {
            kept.put(0, key % 7, (), THIRD / 2);
            assert!(kept.n_bytes <= MAX_BYTES, "the bound holds");
            let sum: usize = kept.entries.iter().map(|(.., size)| size).sum();
            assert_eq!(sum, kept.n_bytes);
        }
    }

    #[test]
    fn an_image_of_files_that_changed_is_not_kept() {
        let mut kept = Kept::default();
        let before = kept.generation();
        kept.forget_all();
        kept.put(before, 1, (), 1);
        assert_eq!(kept.get(&1), None);
    }
}
