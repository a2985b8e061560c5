//! What the compressed streams of a file unfold to, counted before a library holds it all in memory.

use std::io::Read;

use flate2::read::ZlibDecoder;

/// The most that a byte of deflated data unfolds to.
const MAX_RATIO: u64 = 1032;
/// No honest file deflates a stream more often.
const MAX_LAYERS: usize = 4;
/// How far before its data a stream's dictionary is looked for.
const DICTIONARY_WITHIN: usize = 4096;

/// Where the first stream starts that unfolds to more than `limit` bytes; `None` where none does.
///
/// Images are left out: reading does not unfold them, and what they may cost to draw is counted by their pixels.
/// So are encrypted streams.
pub(crate) fn too_large(data: &[u8], limit: u64) -> Option<usize> {
    let n_smallest = usize::try_from(limit / MAX_RATIO).unwrap_or(usize::MAX);
    let mut from = 0;
    while let Some(found) = find(&data[from..], b"stream") {
        let word = from + found;
        let start = word + b"stream".len();
        from = start;
        if data[..word].ends_with(b"end") {
            continue;
        }
        let body = &data[start..];
        let body = body.strip_prefix(b"\r").unwrap_or(body);
        let body = body.strip_prefix(b"\n").unwrap_or(body);
        let n_body = find(body, b"endstream").unwrap_or(body.len());
        from = start + n_body;
        let dictionary = dictionary_before(&data[..word]);
        // Deflated twice, a little unfolds to much.
        let n_deflated = count(dictionary, b"/FlateDecode").max(count(dictionary, b"/Fl ").min(1));
        if n_deflated == 0 || find(dictionary, b"/Image").is_some() {
            continue;
        }
        if n_deflated == 1 && n_body <= n_smallest {
            continue;
        }
        if n_deflated > MAX_LAYERS {
            return Some(word);
        }
        let mut reader: Box<dyn Read> = Box::new(&body[..n_body]);
        for _ in 0..n_deflated {
            reader = Box::new(ZlibDecoder::new(reader));
        }
        if unfolded(reader, limit) > limit {
            return Some(word);
        }
    }
    None
}

/// The bytes that a reader gives before it ends, fails or passes `limit`.
fn unfolded(mut reader: impl Read, limit: u64) -> u64 {
    let mut buffer = vec![0; 1 << 16];
    let mut n_bytes = 0;
    while n_bytes <= limit {
        match reader.read(&mut buffer) {
            Ok(0) | Err(_) => break,
            Ok(n) => n_bytes += n as u64,
        }
    }
    n_bytes
}

/// What stands between the object's beginning and the word `stream`.
fn dictionary_before(data: &[u8]) -> &[u8] {
    let near = &data[data.len().saturating_sub(DICTIONARY_WITHIN)..];
    let start = near.windows(4).rposition(|four| four == b" obj");
    &near[start.unwrap_or(0)..]
}

fn find(data: &[u8], word: &[u8]) -> Option<usize> {
    memchr::memmem::find(data, word)
}

fn count(data: &[u8], word: &[u8]) -> usize {
    memchr::memmem::find_iter(data, word).count()
}
