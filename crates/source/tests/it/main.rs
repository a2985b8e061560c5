//! Tests on files that are written here, so that text, places and faults are known by construction.

mod bad_input;
mod built;
mod hostile;
mod page_image;
mod pdf_text;
mod properties;
mod structure;
