//! A field's answer with its marks: accepted wording, what goes beyond it, what conflicts.

use proofmark_report::format::Mark;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) text: AttrValue,
    pub(crate) marks: Vec<Mark>,
}

#[component]
pub(crate) fn AnswerText(props: &Props) -> Html {
    if props.text.trim().is_empty() {
        return html! { <p class="answer faint">{ "No text stands in this field." }</p> };
    }
    let parts = marked_parts(&props.text, &props.marks)
        .into_iter()
        .map(|(kind, text)| {
            let text = text.to_owned();
            match kind {
                None => html! { { text } },
                Some("alias") => {
                    html! { <span class="mark-alias" title="accepted wording">{ text }</span> }
                }
                Some("conflict") => {
                    html! { <span class="mark-conflict" title="conflicts">{ text }</span> }
                }
                Some(_) => {
                    html! { <span class="mark-residue" title="not registered">{ text }</span> }
                }
            }
        });
    html! { <p class="answer">{ for parts }</p> }
}

/// Cuts a text at its marks, which count chars. Where two overlap the earlier one goes on, and of two
/// that start together the more serious one stands.
fn marked_parts<'a>(text: &'a str, marks: &'a [Mark]) -> Vec<(Option<&'a str>, &'a str)> {
    let weight = |kind: &str| match kind {
        "conflict" => 0,
        "residue" => 1,
        _ => 2,
    };
    let mut marks: Vec<&Mark> = marks.iter().filter(|mark| mark.start < mark.end).collect();
    marks.sort_by_key(|mark| (mark.start, weight(&mark.kind), std::cmp::Reverse(mark.end)));
    let mut parts = Vec::new();
    let mut rest = text;
    let mut at = 0_u64;
    for mark in marks {
        let start = mark.start.max(at);
        if mark.end <= start {
            continue;
        }
        let (plain, tail) = split_chars(rest, start - at);
        let (marked, tail) = split_chars(tail, mark.end - start);
        parts.push((None, plain));
        parts.push((Some(mark.kind.as_str()), marked));
        rest = tail;
        at = mark.end;
    }
    parts.push((None, rest));
    parts.retain(|(_, part)| !part.is_empty());
    parts
}

/// Splits after `n` chars, or at the end of a shorter text.
pub(super) fn split_chars(text: &str, n: u64) -> (&str, &str) {
    let n = usize::try_from(n).unwrap_or(usize::MAX);
    let at = text.char_indices().nth(n).map_or(text.len(), |(at, _)| at);
    text.split_at(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(kind: &str, start: u64, end: u64) -> Mark {
        Mark {
            kind: kind.to_owned(),
            start,
            end,
            obligation: None,
        }
    }

    #[test]
    fn marks_count_chars_and_every_char_comes_once() {
        let text = "é 12 – months";
        let marks = [
            mark("residue", 5, 40),
            mark("alias", 2, 4),
            mark("conflict", 3, 4),
        ];
        let parts = marked_parts(text, &marks);
        assert_eq!(
            parts,
            [
                (None, "é "),
                (Some("alias"), "12"),
                (None, " "),
                (Some("residue"), "– months")
            ]
        );
        assert_eq!(
            parts.iter().map(|(_, part)| *part).collect::<String>(),
            text
        );
    }

    #[test]
    fn marks_outside_the_text_do_no_harm() {
        assert_eq!(marked_parts("ab", &[mark("alias", 7, 9)]), [(None, "ab")]);
        assert_eq!(marked_parts("ab", &[mark("alias", 2, 1)]), [(None, "ab")]);
    }
}
