//! Prints what is read from files: `dump [--text] [--second] [--quads] [--render] FILE…`, one summary line for each file.

#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a tool for the desk: it reads arguments, takes times and prints"
)]

use proofmark_source::{Flow, OpenOptions, open};
use proofmark_text::TextRange;
use std::time::Instant;

fn main() {
    let (flags, files): (Vec<_>, Vec<_>) =
        std::env::args().skip(1).partition(|a| a.starts_with("--"));
    let has = |flag: &str| flags.iter().any(|f| f == flag);
    for file in files {
        let bytes = match std::fs::read(&file) {
            Ok(bytes) => bytes,
            Err(error) => {
                println!("{file}: {error}");
                continue;
            }
        };
        let start = Instant::now();
        let result = open(&file, bytes, &OpenOptions::default(), &mut |_| {
            Flow::Continue
        });
        let millis = start.elapsed().as_millis();
        match result {
            Ok(source) => {
                let document = source.document();
                let (n_pages, n_chars) = (document.pages().len(), document.n_chars());
                println!("{file}: {n_pages} pages, {n_chars} chars, {millis} ms");
                for diagnostic in source.diagnostics() {
                    println!("  page {:?}: {}", diagnostic.page_idx, diagnostic.problem);
                }
                if has("--text") {
                    println!("{}", document.raw());
                }
                if has("--second") {
                    let start = Instant::now();
                    let second = source.second_reader();
                    println!("  second reader, {} ms", start.elapsed().as_millis());
                    println!("{}", second.as_ref().map_or("", |second| second.raw()));
                }
                if has("--quads") {
                    for (at, quad) in source.char_quads(TextRange::new(0, document.raw().len())) {
                        println!("{at} {} {:?}", quad.page_idx, quad.quad_view);
                    }
                }
                if has("--render") {
                    for page_idx in 0..source.n_page_images().min(3) {
                        let start = Instant::now();
                        match source.render(page_idx, 1.5) {
                            Ok(image) => println!(
                                "  image {} × {}, {} ms",
                                image.width,
                                image.height,
                                start.elapsed().as_millis()
                            ),
                            Err(error) => println!("  image: {error}"),
                        }
                    }
                }
            }
            Err(error) => println!("{file}: ERROR {error}"),
        }
    }
}
