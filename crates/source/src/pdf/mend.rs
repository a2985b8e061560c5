//! Repairs of a file's bytes that the library does not make itself.

const STREAM: &[u8] = b"stream";
const END_STREAM: &[u8] = b"endstream";
const END_OBJECT: &[u8] = b"endobj";

/// The file with an `endstream` put in wherever an object's stream ends without one; `None` when none is
/// missing.
pub(crate) fn with_stream_ends(data: &[u8]) -> Option<Vec<u8>> {
    let mut mended = Vec::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(start) = find(data, STREAM, at).map(|found| found + STREAM.len()) {
        at = start;
        if !is_start_of_data(data, start) {
            continue;
        }
        let Some(end) = find(data, END_OBJECT, start) else {
            break;
        };
        if find(&data[..end], END_STREAM, start).is_none() {
            mended.extend_from_slice(&data[copied..end]);
            mended.extend_from_slice(b"\nendstream\n");
            copied = end;
        }
        at = end;
    }
    if copied == 0 {
        return None;
    }
    mended.extend_from_slice(&data[copied..]);
    Some(mended)
}

/// Whether the keyword before `start` follows a dictionary and is followed by a line's end.
fn is_start_of_data(data: &[u8], start: usize) -> bool {
    let before = data[..start - STREAM.len()].trim_ascii_end();
    before.ends_with(b">>") && matches!(data.get(start), Some(b'\r' | b'\n'))
}

fn find(data: &[u8], needle: &[u8], from: usize) -> Option<usize> {
    let found = data
        .get(from..)?
        .windows(needle.len())
        .position(|w| w == needle)?;
    Some(from + found)
}

#[cfg(test)]
mod tests {
    use super::with_stream_ends;

    #[test]
    fn only_what_is_missing_is_put_in() {
        let whole = b"1 0 obj << >>\nstream\nabc\nendstream\nendobj 2 0 obj (stream) endobj";
        assert_eq!(with_stream_ends(whole), None, "nothing is missing");
        let broken =
            b"1 0 obj << >> stream\nabc\nendobj 2 0 obj << >>\nstream\r\nd\nendstream endobj";
        let mended = b"1 0 obj << >> stream\nabc\n\nendstream\nendobj 2 0 obj << >>\nstream\r\nd\nendstream endobj";
        assert_eq!(
            with_stream_ends(broken).as_deref(),
            Some(mended.as_slice()),
            "the first lacks its end"
        );
        assert_eq!(with_stream_ends(b"stream"), None, "no object");
    }
}
