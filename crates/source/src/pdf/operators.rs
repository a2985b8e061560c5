//! The operators of a content stream that decide which text is shown and where, for the second reading.
//!
//! Words and operands are the library's. Its own reading of all operators takes twice as long: it makes an error
//! text for every operator, since it first tries to read each one as an operand.

use pdf::content::{Matrix, Op, Point, TextDrawAdjusted};
use pdf::object::Resolve;
use pdf::parser::{Lexer, ParseFlags, parse_with_lexer};
use pdf::primitive::{Name, PdfString, Primitive};

/// Reads the operators of a content stream up to its end, or to where nothing can be read any more. What has
/// nothing to do with text is left out, and so is an operator whose operands are not what they should be.
pub(super) fn text_operators(data: &[u8], resolver: &impl Resolve) -> Vec<Op> {
    let mut lexer = Lexer::new(data);
    let mut operands = Vec::new();
    let mut ops = Vec::new();
    while lexer.get_pos() < data.len() {
        let Ok(word) = lexer.peek() else { break };
        let is_operand = match word.as_slice() {
            [] => break,
            b"true" | b"false" | b"null" => true,
            [first, ..] => !first.is_ascii_alphabetic() && !matches!(first, b'\'' | b'"'),
        };
        if is_operand {
            match parse_with_lexer(&mut lexer, resolver, ParseFlags::ANY) {
                Ok(operand) => {
                    operands.push(operand);
                    continue;
                }
                Err(error) if error.is_eof() => break,
                Err(_) => {}
            }
        }
        // An operator, or a word that is nothing.
        if lexer.next().is_err() {
            break;
        }
        match word.as_slice() {
            b"BI" => {
                let end = end_of_inline_image(data, lexer.get_pos());
                lexer.set_pos(end);
            }
            operator => {
                // Nothing is taken where an operand is missing or of another kind.
                let _ = push(operator, &mut operands, &mut ops);
            }
        }
        operands.clear();
    }
    ops
}

/// The position behind the `EI` that stands between blanks, or the end of the data.
fn end_of_inline_image(data: &[u8], from: usize) -> usize {
    let is_blank = |byte: Option<&u8>| {
        byte.is_none_or(|byte| matches!(byte, b'\0' | b'\t' | b'\n' | b'\x0C' | b'\r' | b' '))
    };
    (from..data.len().saturating_sub(1))
        .find(|&at| {
            data[at..].starts_with(b"EI")
                && is_blank(at.checked_sub(1).and_then(|before| data.get(before)))
                && is_blank(data.get(at + 2))
        })
        .map_or(data.len(), |at| at + 2)
}

/// Takes the operator with its operands if it is one that matters; `None` when they are not right.
fn push(operator: &[u8], operands: &mut Vec<Primitive>, ops: &mut Vec<Op>) -> Option<()> {
    let mut operands = Operands(operands.drain(..));
    match operator {
        b"q" => ops.push(Op::Save),
        b"Q" => ops.push(Op::Restore),
        b"cm" => {
            let matrix = operands.matrix()?;
            ops.push(Op::Transform { matrix });
        }
        b"BT" => ops.push(Op::BeginText),
        b"Do" | b"Do0" => {
            let name = operands.name()?;
            ops.push(Op::XObject { name });
        }
        b"Tc" => {
            let char_space = operands.number()?;
            ops.push(Op::CharSpacing { char_space });
        }
        b"Tw" => {
            let word_space = operands.number()?;
            ops.push(Op::WordSpacing { word_space });
        }
        b"Tz" => {
            let horiz_scale = operands.number()?;
            ops.push(Op::TextScaling { horiz_scale });
        }
        b"TL" => {
            let leading = operands.number()?;
            ops.push(Op::Leading { leading });
        }
        b"Ts" => {
            let rise = operands.number()?;
            ops.push(Op::TextRise { rise });
        }
        b"Tf" => {
            let (name, size) = (operands.name()?, operands.number()?);
            ops.push(Op::TextFont { name, size });
        }
        b"Td" => {
            let translation = operands.point()?;
            ops.push(Op::MoveTextPosition { translation });
        }
        b"TD" => {
            let translation = operands.point()?;
            let leading = -translation.y;
            ops.push(Op::Leading { leading });
            ops.push(Op::MoveTextPosition { translation });
        }
        b"Tm" => {
            let matrix = operands.matrix()?;
            ops.push(Op::SetTextMatrix { matrix });
        }
        b"T*" => ops.push(Op::TextNewline),
        b"Tj" => {
            let text = operands.string()?;
            ops.push(Op::TextDraw { text });
        }
        b"TJ" => {
            let array = operands.adjusted()?;
            ops.push(Op::TextDrawAdjusted { array });
        }
        b"'" => {
            ops.push(Op::TextNewline);
            let text = operands.string()?;
            ops.push(Op::TextDraw { text });
        }
        b"\"" => {
            let (word_space, char_space) = (operands.number()?, operands.number()?);
            ops.push(Op::WordSpacing { word_space });
            ops.push(Op::CharSpacing { char_space });
            ops.push(Op::TextNewline);
            let text = operands.string()?;
            ops.push(Op::TextDraw { text });
        }
        _ => {}
    }
    Some(())
}

/// An operator's operands, the first one next.
struct Operands<I>(I);

impl<I: Iterator<Item = Primitive>> Operands<I> {
    fn name(&mut self) -> Option<Name> {
        self.0.next()?.into_name().ok()
    }

    fn number(&mut self) -> Option<f32> {
        self.0.next()?.as_number().ok()
    }

    fn string(&mut self) -> Option<PdfString> {
        self.0.next()?.into_string().ok()
    }

    fn point(&mut self) -> Option<Point> {
        Some(Point {
            x: self.number()?,
            y: self.number()?,
        })
    }

    fn matrix(&mut self) -> Option<Matrix> {
        Some(Matrix {
            a: self.number()?,
            b: self.number()?,
            c: self.number()?,
            d: self.number()?,
            e: self.number()?,
            f: self.number()?,
        })
    }

    /// Texts and the spaces between them.
    fn adjusted(&mut self) -> Option<Vec<TextDrawAdjusted>> {
        let Some(Primitive::Array(items)) = self.0.next() else {
            return None;
        };
        items
            .into_iter()
            .map(|item| match item {
                Primitive::String(text) => Some(TextDrawAdjusted::Text(text)),
                other => other.as_number().ok().map(TextDrawAdjusted::Spacing),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use pdf::content::parse_ops;
    use pdf::object::NoResolve;
    use proptest::prelude::*;

    use super::*;

    /// The operators as the library reads them, without those that have nothing to do with text.
    fn by_the_library(data: &[u8]) -> Vec<String> {
        let ops = parse_ops(data, &NoResolve).expect("the library can read it");
        let matters = |op: &&Op| {
            matches!(
                op,
                Op::Save
                    | Op::Restore
                    | Op::Transform { .. }
                    | Op::BeginText
                    | Op::XObject { .. }
                    | Op::CharSpacing { .. }
                    | Op::WordSpacing { .. }
                    | Op::TextScaling { .. }
                    | Op::Leading { .. }
                    | Op::TextRise { .. }
                    | Op::TextFont { .. }
                    | Op::MoveTextPosition { .. }
                    | Op::SetTextMatrix { .. }
                    | Op::TextNewline
                    | Op::TextDraw { .. }
                    | Op::TextDrawAdjusted { .. }
            )
        };
        ops.iter()
            .filter(matters)
            .map(|op| format!("{op:?}"))
            .collect()
    }

    fn ours(data: &[u8]) -> Vec<String> {
        let ops = text_operators(data, &NoResolve);
        ops.iter().map(|op| format!("{op:?}")).collect()
    }

    #[test]
    fn text_operators_are_read_as_the_library_reads_them() {
        let data = b"q 1 0 0 1 72.5 -3 cm /Gs1 gs 0.5 g 10 20 30 40 re W n BT\n/F1 12 Tf 14 TL 0.1 Tc \
            2 Tw 90 Tz 3 Ts 1 0 0 1 5 6 Tm (a \\( b\\)) Tj [(x) -120 <4142> 3.5 (y)] TJ T* (next) ' \
            1 2 (last) \" 3 4 Td 5 -6 TD ET % a comment (\n/Im1 Do 1 0 0 RG [3 2] 0 d /P <</MCID 0>> BDC EMC S Q";
        let read = ours(data);
        assert_eq!(read, by_the_library(data));
        assert_eq!(read.len(), 24, "{read:?}");
    }

    #[test]
    fn what_cannot_be_read_costs_its_operator_alone() {
        assert_eq!(ours(b"(a) Tj 1 Tf /F 2 Tf ) (b) Tj xyz (c) Tj").len(), 4);
        assert_eq!(ours(b"(a) Tj (never closed"), ours(b"(a) Tj"));
        assert_eq!(ours(b""), Vec::<String>::new());
    }

    #[test]
    fn an_inline_image_is_passed_over() {
        let data = b"(a) Tj BI /W 2 /H 1 /BPC 8 /CS /G ID xEIy\x00EI(\nEI Q (b) Tj";
        assert_eq!(ours(data), ours(b"(a) Tj Q (b) Tj"));
        assert_eq!(ours(b"(a) Tj BI /W 2 ID no end (b) Tj"), ours(b"(a) Tj"));
    }

    proptest! {
        #[test]
        fn any_bytes_end_in_some_operators(data in "[ \\[\\]()<>/%a-eT*J'\"0-9.\\-\n]{0,80}") {
            ours(data.as_bytes());
        }
    }
}
