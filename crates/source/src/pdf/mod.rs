//! PDF: load, collect glyphs, find their chars, assemble lines, label pages, draw.

mod assemble;
mod chars;
mod collect;
mod fonts;
mod guard;
mod labels;
mod letters;
mod load;
mod mend;
mod mesh;
mod operators;
mod owner;
mod render;
mod second;
mod text_string;
mod unfold;

pub(crate) use load::{PdfSource, open};
pub use render::{PageImage, PixelRegion};
