//! Any bytes that call themselves HTML or Markdown (the first byte says which): reading them ends, never panics,
//! and gives the same again; every block lies in the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use proofmark_source::{Flow, OpenOptions, SourceDocument, open};

fn read(name: &str, bytes: &[u8]) -> Option<SourceDocument> {
    let options = OpenOptions::default();
    open(name, bytes.to_vec(), &options, &mut |_| Flow::Continue).ok()
}

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else {
        return;
    };
    let name = if first % 2 == 0 { "a.html" } else { "a.md" };
    let Some(source) = read(name, rest) else {
        return;
    };
    let raw = source.document().raw();
    for block in &source.structure().blocks {
        let _ = source.document().slice(block.range);
    }
    let again = read(name, rest).expect("it opened before");
    assert_eq!(again.document().raw(), raw, "the same text");
});
