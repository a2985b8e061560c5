//! Bounds on what is read, so that a hostile file ends in a message.

/// Bounds on the input and on what it may unfold to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a file.
    pub n_file_bytes: u64,
    /// Pages of a document.
    pub n_pages: usize,
    /// Bytes that one compressed stream of a PDF may unfold to, images left out; a file with a larger one is
    /// refused.
    pub n_stream_bytes: u64,
    /// Bytes of one page's content stream after decompression; a page past it is skipped.
    pub n_content_bytes: usize,
    /// Painted chars of one page; what comes after is left out with a diagnostic.
    pub n_page_chars: usize,
    /// Steps of interpreting one page: glyphs, shapes, images and clips, forms with all they hold included. What
    /// comes after is left out with a diagnostic. Bounds the time for a page in a way that is the same on every
    /// machine.
    pub n_page_steps: usize,
    /// Pixels of the images that one page paints, each as often as it is painted; a page past it is not drawn.
    pub n_painted_pixels: u64,
    /// Pixels that the mesh shadings of one page image are computed for, at its scale; a page past it is not
    /// drawn.
    pub n_mesh_samples: u64,
    /// Pixels of one page image.
    pub n_image_pixels: u64,
}

impl Default for Limits {
    /// Far above real filings and books; a file that passes them is an accident or an attack.
    fn default() -> Self {
        Self {
            n_file_bytes: 512 << 20,
            n_pages: 20_000,
            n_stream_bytes: 256 << 20,
            n_content_bytes: 64 << 20,
            n_page_chars: 1_000_000,
            n_page_steps: 5_000_000,
            n_painted_pixels: 8 << 30,
            n_mesh_samples: 32 << 20,
            n_image_pixels: 16 << 20,
        }
    }
}
