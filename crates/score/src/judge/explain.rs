//! The sentences of the reasons: what was found, then what it means.

/// Longest stretch of an answer or quotation that a sentence repeats, in chars: two lines on screen.
const MAX_SHOWN: usize = 160;

/// `text` on one line, cut where it is too long.
pub(crate) fn shown(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= MAX_SHOWN {
        return line;
    }
    let cut: String = line.chars().take(MAX_SHOWN).collect();
    format!("{}…", cut.trim_end())
}

pub(crate) fn empty_field(field: &str) -> String {
    format!("Nothing stands under “{field}”.")
}

pub(crate) fn missing_field(field: &str) -> String {
    format!("The answer has no “{field}”, which was asked for.")
}

pub(crate) fn answerable_decline(field: &str, text: &str) -> String {
    format!(
        "“{field}” declines with “{}”, but the documents hold the answer.",
        shown(text)
    )
}

pub(crate) fn negated(alias: &str, clause: &str) -> String {
    format!("“{}” denies the registered “{alias}”.", shown(clause))
}

pub(crate) fn opposing_bound(clause: &str, value: &str) -> String {
    format!(
        "“{}” sets another bound than the registered “{value}”.",
        shown(clause)
    )
}

pub(crate) fn turned(written: &str, alias: &str) -> String {
    format!("“{}” turns the registered “{alias}” round.", shown(written))
}

pub(crate) fn hedged(written: &str, conflicting: &str, value: &str) -> String {
    format!(
        "“{}” leaves two values open; “{conflicting}” differs from the registered “{value}”.",
        shown(written)
    )
}

pub(crate) fn other_value(written: &str, value: &str) -> String {
    format!(
        "The answer says “{}”. The bank registers “{value}” here.",
        shown(written)
    )
}

pub(crate) fn swapped(first: &str, second: &str, a: &str, b: &str) -> String {
    format!(
        "“{}” and “{}” stand in each other’s roles; the bank registers “{a}” and “{b}”.",
        shown(first),
        shown(second)
    )
}

pub(crate) fn incomplete(field: &str, stated: &[&str], missing: &str) -> String {
    let given: Vec<String> = stated.iter().map(|value| format!("“{value}”")).collect();
    format!(
        "“{field}” gives {} and nothing for “{missing}”.",
        given.join(", ")
    )
}

pub(crate) fn unregistered_wording(text: &str, value: &str) -> String {
    format!(
        "“{}” holds no registered wording of “{value}”. It is not accepted, and not called wrong.",
        shown(text)
    )
}

pub(crate) fn too_long(field: &str, text: &str, max_tokens: usize) -> String {
    let shown = shown(text);
    format!("“{field}” holds more than {max_tokens} words and is not searched: “{shown}”.")
}

pub(crate) fn equivalent(written: &str, value: &str) -> String {
    format!("“{written}” is the same amount as in “{value}”, but not a registered form of it.")
}

pub(crate) fn rounded(written: &str, value: &str) -> String {
    format!(
        "“{written}” and “{value}” may be one value, rounded; only the registered one is accepted."
    )
}

pub(crate) fn copied(document: &str, page_idx: usize) -> String {
    format!(
        "The text stands word for word in {document}, page {}; that passage is no accepted wording.",
        page_idx + 1
    )
}

pub(crate) fn addition(field: &str, words: &[&str]) -> String {
    let list: Vec<String> = words
        .iter()
        .take(5)
        .map(|w| format!("“{}”", shown(w)))
        .collect();
    let more = words.len().saturating_sub(5);
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    let verb = if words.len() > 1 { "go" } else { "goes" };
    format!(
        "In “{field}”, {}{more} {verb} beyond what the bank registers.",
        list.join(", ")
    )
}

pub(crate) fn duplicate_label(field: &str, texts: &[&str]) -> String {
    let list: Vec<String> = texts.iter().map(|t| format!("“{}”", shown(t))).collect();
    format!(
        "“{field}” stands {} times with different text: {}.",
        texts.len(),
        list.join(", ")
    )
}

pub(crate) fn extra_content(text: &str) -> String {
    format!("“{}” stands outside every requested field.", shown(text))
}

pub(crate) fn no_citation(field: &str, value: &str) -> String {
    format!("No citation in “{field}” holds the evidence for “{value}”.")
}

pub(crate) fn supplied_value(field: &str, found: &str) -> String {
    format!(
        "“{field}” gives “{}”, which the documents do not say.",
        shown(found)
    )
}

pub(crate) fn speculation(field: &str, text: &str) -> String {
    format!("“{field}” guesses: “{}”.", shown(text))
}

pub(crate) fn mixed_decline(declined: &str, supplied: &str) -> String {
    format!("“{declined}” declines while “{supplied}” gives a value.")
}

pub(crate) fn ambiguous_absence(field: &str, text: &str) -> String {
    format!(
        "“{field}” may decline with “{}”, but not in a listed form.",
        shown(text)
    )
}

pub(crate) fn unlabelled_decline(text: &str, n_fields: usize) -> String {
    format!(
        "“{}” stands alone for {n_fields} requested fields; which of them it declines is open.",
        shown(text)
    )
}

pub(crate) fn missing_attempt() -> String {
    "This attempt was planned and is not in the outputs.".to_owned()
}

pub(crate) fn errored_attempt(error: &str) -> String {
    format!(
        "The run recorded an error in place of an output: “{}”.",
        shown(error)
    )
}

pub(crate) fn unreadable(message: &str) -> String {
    format!(
        "The output cannot be read: {}.",
        shown(message.trim_end_matches('.'))
    )
}
