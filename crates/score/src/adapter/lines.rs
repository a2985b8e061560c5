//! Lines of free text.

/// A line without its terminator. Bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Past the terminator.
    pub(super) next: usize,
}

/// Splits `text` at `\n`, `\r\n` and `\r`.
pub(super) fn split_lines(text: &str) -> Vec<Line> {
    let bytes = text.as_bytes();
    let mut lines = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while at < bytes.len() {
        let len = match bytes[at] {
            b'\r' if bytes.get(at + 1) == Some(&b'\n') => 2,
            b'\r' | b'\n' => 1,
            _ => {
                at += 1;
                continue;
            }
        };
        lines.push(Line {
            start,
            end: at,
            next: at + len,
        });
        at += len;
        start = at;
    }
    if start < bytes.len() {
        lines.push(Line {
            start,
            end: bytes.len(),
            next: bytes.len(),
        });
    }
    lines
}
