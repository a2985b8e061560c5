//! When two addresses mean the same page.

/// Host and path of an address, without what does not tell pages apart: scheme, case of the host, a
/// default port, a locale segment (`/en-us/`), query, fragment, a slash at the end.
pub fn normalise_url(url: &str) -> String {
    let url = url.trim();
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let rest = rest.split(['#', '?']).next().unwrap_or_default();
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let host = host.to_ascii_lowercase();
    let host = [":443", ":80"]
        .iter()
        .find_map(|port| host.strip_suffix(port))
        .unwrap_or(&host);
    let mut segments = path
        .split('/')
        .filter(|segment| !segment.is_empty())
        .peekable();
    if segments.peek().is_some_and(|segment| is_locale(segment)) {
        segments.next();
    }
    let path: Vec<&str> = segments.collect();
    if path.is_empty() {
        host.to_owned()
    } else {
        format!("{host}/{}", path.join("/"))
    }
}

/// The host of an address in lower case, without a port; empty when there is none.
pub fn host_of(url: &str) -> String {
    let normal = normalise_url(url);
    let host = normal.split('/').next().unwrap_or_default();
    host.split(':').next().unwrap_or_default().to_owned()
}

/// `en-us`, `pt-BR`, `zh-hans-cn`.
fn is_locale(segment: &str) -> bool {
    let mut parts = segment.split('-');
    let is_word = |part: &str, n: std::ops::RangeInclusive<usize>| {
        n.contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphabetic())
    };
    let language = parts.next().is_some_and(|part| is_word(part, 2..=2));
    let rest: Vec<&str> = parts.collect();
    match rest.as_slice() {
        [region] => language && is_word(region, 2..=2),
        [script, region] => language && is_word(script, 4..=4) && is_word(region, 2..=2),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_page_are_one() {
        for url in [
            "https://Docs.Example.org/en-us/a/b/",
            "http://docs.example.org/a/b?view=x#y",
            "docs.example.org:443/pt-BR/a/b",
        ] {
            assert_eq!(normalise_url(url), "docs.example.org/a/b", "{url}");
        }
        assert_ne!(
            normalise_url("https://docs.example.org/a/B"),
            "docs.example.org/a/b",
            "paths have case"
        );
        assert_eq!(host_of("HTTPS://E.org:8080/x"), "e.org", "host");
        assert_eq!(host_of(""), "", "nothing");
    }
}
