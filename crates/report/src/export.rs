//! Exports for other programs and for people. None of them is read back; the report is the record.

mod annotations;
mod csv;
mod human;
mod junit;
mod printable;
mod printable_parts;

pub use annotations::{DocumentText, annotations};
pub use csv::{attempts_csv, citations_csv, obligations_csv};
pub use junit::junit;
pub use printable::{FigureBox, HighlightKind, PageFigure, PrintableWriter, printable};
