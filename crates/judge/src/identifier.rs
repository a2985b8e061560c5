//! Stable identifiers: names that do not change with the documentation, though they hold digits.

use proofmark_text::TextRange;

/// Words before the number of a law.
const LAWS: [&str; 14] = [
    "regulation",
    "regulations",
    "directive",
    "act",
    "law",
    "decree",
    "ordinance",
    "statute",
    "article",
    "articles",
    "chapter",
    "annex",
    "treaty",
    "convention",
];

/// Words before the number of a case.
const CASES: [&str; 5] = ["case", "cases", "docket", "ruling", "judgment"];

/// Names of standards, bodies that number them, and of protocols that are named with a version.
const STANDARDS: [&str; 34] = [
    "iso",
    "iec",
    "iso/iec",
    "iec/iso",
    "iso/iec/ieee",
    "ieee",
    "rfc",
    "nist",
    "fips",
    "en",
    "din",
    "ansi",
    "itu-t",
    "etsi",
    "pci",
    "dss",
    "soc",
    "tls",
    "ssl",
    "dtls",
    "http",
    "oauth",
    "saml",
    "openid",
    "unicode",
    "iso/sae",
    "cis",
    "csa",
    "hl7",
    "fhir",
    "wcag",
    "ascii",
    "ecma",
    "x.509",
];

/// Words that may stand between such a word and its number.
const BETWEEN: [&str; 14] = [
    "no", "no.", "nr", "nr.", "number", "of", "(eu)", "(ec)", "(eec)", "(uk)", "sp", "pub", "part",
    "type",
];

/// Endings of file names.
const ENDINGS: [&str; 40] = [
    "json", "yaml", "yml", "toml", "xml", "ini", "cfg", "conf", "config", "env", "md", "txt",
    "csv", "tsv", "jsonl", "pdf", "html", "htm", "docx", "xlsx", "pptx", "zip", "gz", "tar", "exe",
    "dll", "so", "py", "js", "ts", "cs", "rs", "go", "java", "sh", "ps1", "bicep", "tf", "onnx",
    "log",
];

/// Where stable identifiers stand in a text, in order; they do not overlap.
pub(crate) fn stable_identifiers(text: &str) -> Vec<TextRange> {
    let words = words(text);
    let mut found: Vec<TextRange> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let n = n_words_of_identifier(&words[at..]);
        if n > 0 {
            found.push(words[at].range.cover(words[at + n - 1].range));
        }
        at += n.max(1);
    }
    found
}

/// A word without the punctuation around it.
struct Word<'a> {
    text: &'a str,
    range: TextRange,
    /// Whether a comma or the like ends its phrase.
    ends_phrase: bool,
}

fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut at = 0;
    for part in text.split_inclusive(char::is_whitespace) {
        let word = part.trim_end();
        let is_edge = |c: char| {
            matches!(
                c,
                ',' | ';' | ':' | '"' | '“' | '”' | '`' | '\'' | '!' | '?'
            )
        };
        let start = word.len() - word.trim_start_matches(is_edge).len();
        let bare = word[start..].trim_end_matches(is_edge);
        // A full stop belongs to `No.` and ends a sentence elsewhere.
        let bare = if BETWEEN.contains(&bare.to_lowercase().as_str()) {
            bare
        } else {
            bare.trim_end_matches('.')
        };
        if !bare.is_empty() {
            words.push(Word {
                text: bare,
                range: TextRange::new(at + start, at + start + bare.len()),
                ends_phrase: word.ends_with([',', ';', ':']),
            });
        }
        at += part.len();
    }
    words
}

/// How many words from the first on make one identifier; 0 when none begins here.
fn n_words_of_identifier(words: &[Word<'_>]) -> usize {
    let Some(first) = words.first() else { return 0 };
    let lower = first.text.to_lowercase();
    if is_file_name(&lower) || is_numbered_name(first.text) {
        return 1;
    }
    // `HTTP/2`, `ISO27001`: the number is in the word itself.
    let has_digit = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    let is_capital = first.text.starts_with(char::is_uppercase);
    let head =
        lower.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '/' | '-' | ':'));
    if is_capital && has_digit(&lower) && STANDARDS.contains(&head) {
        return 1;
    }
    let is_standard = is_capital && STANDARDS.contains(&lower.as_str());
    let is_law = is_capital && LAWS.contains(&lower.as_str());
    let is_case = is_capital && CASES.contains(&lower.as_str());
    if !is_standard && !is_law && !is_case || first.ends_phrase {
        return 0;
    }
    // `ISO/IEC 27001:2022`, `NIST SP 800-53`, `Regulation (EU) No 2016/679`, `Act of 1996`, `PCI DSS 4.0`.
    for (idx, word) in words.iter().enumerate().skip(1).take(4) {
        if has_digit(word.text) {
            let is_number = word.text.chars().all(|c| {
                c.is_ascii_alphanumeric() || matches!(c, '.' | '/' | '-' | ':' | '(' | ')')
            });
            return if is_number { idx + 1 } else { 0 };
        }
        let between = word.text.to_lowercase();
        let is_between = BETWEEN.contains(&between.as_str())
            || is_standard && STANDARDS.contains(&between.as_str());
        if !is_between || word.ends_phrase {
            return 0;
        }
    }
    0
}

/// `host.json`, `report_2024.pdf`.
fn is_file_name(lower: &str) -> bool {
    let Some((stem, ending)) = lower.rsplit_once('.') else {
        return false;
    };
    ENDINGS.contains(&ending)
        && !stem.is_empty()
        && stem
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '\\'))
        && stem.chars().any(char::is_alphabetic)
}

/// Numbers that registers hand out: `CVE-2021-44228`, `C-311/18`, `KB5001330`, `2016/679`.
fn is_numbered_name(text: &str) -> bool {
    let text = text.trim_matches(['(', ')']);
    let is_digits = |part: &str, least: usize| {
        part.len() >= least && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    if let Some(rest) = text.strip_prefix("CVE-") {
        return rest
            .split_once('-')
            .is_some_and(|(year, number)| is_digits(year, 4) && is_digits(number, 4));
    }
    if let Some(rest) = text.strip_prefix("KB") {
        return is_digits(rest, 6);
    }
    let Some((left, right)) = text.split_once('/') else {
        return false;
    };
    let court = ["C-", "T-", "F-"]
        .iter()
        .find_map(|court| left.strip_prefix(court));
    match court {
        Some(number) => is_digits(number, 1) && right.len() == 2 && is_digits(right, 2),
        // The year and number of a law of the European Union.
        None => {
            let is_year = |part: &str| part.len() == 4 && part.starts_with(['1', '2']);
            is_digits(left, 2) && is_digits(right, 2) && is_year(left) && right.len() <= 4
        }
    }
}

/// Words of what changes: availability, stages, offers, amounts.
const VOLATILE: [&str; 24] = [
    "availab", "preview", "retire", "deprecat", "general", "offer", "provide", "includ", "ship",
    "sell", "cost", "price", "free", "limit", "quota", "maximum", "minimum", "least", "most",
    "default", "region", "tier", "version", "replac",
];

/// Whether a claim names stable identifiers and asserts nothing that documentation changes: no value
/// but theirs, no stage, offer or amount.
pub(crate) fn is_of_identifiers_only(claim: &str, has_values: bool) -> bool {
    let found = stable_identifiers(claim);
    if found.is_empty() || has_values {
        return false;
    }
    let mut rest = claim.to_owned();
    for range in found.iter().rev() {
        rest.replace_range(range.start()..range.end(), " ");
    }
    let rest = rest.to_lowercase();
    !rest
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| VOLATILE.iter().any(|stem| word.starts_with(stem)))
        && !crate::lists::asserts_existence(claim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn names(text: &str, expected: &[&str]) {
        let found: Vec<&str> = stable_identifiers(text)
            .iter()
            .map(|range| &text[range.start()..range.end()])
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn laws_cases_standards_and_files_are_identifiers() {
        names(
            "Under Regulation (EU) 2016/679 the vendor is a processor.",
            &["Regulation (EU) 2016/679"],
        );
        names(
            "The Telecommunications Act of 1996 applies.",
            &["Act of 1996"],
        );
        names(
            "It follows ISO/IEC 27001:2022, and NIST SP 800-53.",
            &["ISO/IEC 27001:2022", "NIST SP 800-53"],
        );
        names(
            "PCI DSS 4.0 and TLS 1.2, HTTP/2.",
            &["PCI DSS 4.0", "TLS 1.2", "HTTP/2"],
        );
        names(
            "Judged in Case C-311/18; see CVE-2021-44228.",
            &["Case C-311/18", "CVE-2021-44228"],
        );
        names(
            "Settings stand in `host.json` and logs/app_2024.log.",
            &["host.json", "logs/app_2024.log"],
        );
    }

    #[test]
    fn values_and_versions_of_products_are_none() {
        for text in [
            "The plan allows 90,000 messages per minute.",
            "In case 3 replicas fail, one is added.",
            "Version 2.1 has 4 regions and costs 3/4 of the price.",
            "The law of large numbers needs 30 samples.",
            "Act, 5 times a day.",
            "Plover-2 keeps 24/7 watch.",
            "The SOC, with 12 people, watches.",
        ] {
            names(text, &[]);
        }
    }

    #[test]
    fn a_claim_of_nothing_else() {
        assert!(is_of_identifiers_only(
            "The processor follows Regulation (EU) 2016/679.",
            false
        ));
        assert!(!is_of_identifiers_only(
            "TLS 1.2 is available in all regions.",
            false
        ));
        assert!(!is_of_identifiers_only(
            "The processor follows the rules.",
            false
        ));
        assert!(!is_of_identifiers_only(
            "TLS 1.2 sessions last 8 hours.",
            true
        ));
    }
}
