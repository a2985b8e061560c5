use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::human::{About, Index};
use super::printable::{PageFigure, escape};
use crate::WHAT_A_SIGNATURE_SAYS;
use crate::format::{Attempt, Citation, Decision, Fraction, Report, Span};
use crate::statement::id_of;

/// Writes to a string, which cannot fail.
macro_rules! put {
    ($html:expr, $($part:tt)*) => {
        write!($html, $($part)*).expect("writing to a string cannot fail")
    };
}

/// Text of the report, kept apart in its writing direction, so that it cannot reorder ours.
fn text(text: &str) -> String {
    format!("<bdi>{}</bdi>", escape(text))
}

/// A verdict with a sign of its own, since colour alone tells nothing on a grey print.
fn verdict(verdict: &str) -> String {
    let (class, sign) = match verdict {
        "pass" => ("pass", "●"),
        "fail" => ("fail", "■"),
        _ => ("unresolved", "◆"),
    };
    format!(
        "<span class=\"verdict {class}\">{sign} {}</span>",
        escape(verdict)
    )
}

fn fraction([n, d]: Fraction) -> String {
    if d == 0 {
        "–".to_owned()
    } else {
        format!("{n}/{d}")
    }
}

fn bounds(lower: Fraction, upper: Fraction) -> String {
    let [lower, upper] = [fraction(lower), fraction(upper)];
    if lower == upper {
        lower
    } else {
        format!("{lower} to {upper}")
    }
}

pub(super) fn head(report: &Report, html: &mut String) {
    put!(html, "<h1>{}</h1>\n", text(&report.title));
    put!(
        html,
        "<p class=\"note\">{} {}, contract {}. Bank <span class=\"digest\">{}</span></p>\n",
        escape(&report.tool.name),
        escape(&report.tool.version),
        escape(&report.contract),
        escape(&report.bank_sha256)
    );
    put!(
        html,
        "<p class=\"note\">{}</p>\n",
        escape(WHAT_A_SIGNATURE_SAYS)
    );
    html.push_str(
        "<h2>Inputs</h2>\n<table><thead><tr><th>Kind</th><th>Name</th><th>Bytes</th>\
        <th>SHA-256</th></tr></thead><tbody>\n",
    );
    for input in &report.inputs {
        put!(
            html,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"digest\">{}</td></tr>\n",
            escape(&input.kind),
            text(&input.name),
            input.size,
            escape(&input.sha256)
        );
    }
    html.push_str("</tbody></table>\n");
}

pub(super) fn summary(report: &Report, html: &mut String) {
    html.push_str(
        "<h2>Summary</h2>\n<table><thead><tr><th>Workflow</th><th>Repetition</th>\
        <th>Planned</th><th>Pass</th><th>Fail</th><th>Unresolved</th><th>Declined</th>\
        <th>Missing</th><th>Complete and supported</th><th>Clean abstention</th>\
        <th>Citation precision</th></tr></thead><tbody>\n",
    );
    for metrics in &report.metrics {
        let counts = metrics.counts;
        put!(
            html,
            "<tr><td>{}</td><td>{}</td>",
            text(&metrics.workflow),
            metrics.repetition
        );
        for count in [
            counts.planned,
            counts.passed,
            counts.failed,
            counts.unresolved,
            counts.declined,
            counts.missing,
        ] {
            put!(html, "<td>{count}</td>");
        }
        for share in [
            metrics.complete_supported,
            metrics.clean_abstention,
            metrics.citation_precision,
        ] {
            put!(html, "<td>{}</td>", bounds(share.lower, share.upper));
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody></table>\n");
    if let Some(workflow) = &report.qualification.workflow {
        let outcome = if report.qualification.qualified {
            "qualifies"
        } else {
            "does not qualify"
        };
        put!(
            html,
            "<h3>Workflow {} {outcome}</h3>\n<ul>\n",
            text(workflow)
        );
        for gate in &report.qualification.gates {
            let held = verdict(if gate.passed { "pass" } else { "fail" });
            let repetition = gate
                .repetition
                .map(|number| format!(", repetition {number}"))
                .unwrap_or_default();
            put!(
                html,
                "<li>{held} {}{repetition}: {}</li>\n",
                escape(&gate.id),
                text(&gate.message)
            );
        }
        html.push_str("</ul>\n");
    }
    list(
        html,
        "Limitations",
        report.limitations.iter().map(|limit| text(limit)),
    );
    let warnings = report.warnings.iter().map(|warning| {
        let file = warning
            .file
            .as_deref()
            .map(|file| format!("{}: ", text(file)));
        format!("{}{}", file.unwrap_or_default(), text(&warning.message))
    });
    list(html, "Warnings", warnings);
}

fn list(html: &mut String, title: &str, items: impl Iterator<Item = String>) {
    let items: Vec<_> = items.collect();
    if items.is_empty() {
        return;
    }
    put!(html, "<h3>{title}</h3>\n<ul>\n");
    for item in items {
        put!(html, "<li>{item}</li>\n");
    }
    html.push_str("</ul>\n");
}

/// What is written for one attempt.
pub(super) fn attempt(
    attempt: &Attempt,
    index: &Index<'_>,
    figures: &Figures<'_>,
    html: &mut String,
) {
    put!(
        html,
        "<h3>{} {}</h3>\n",
        verdict(&attempt.verdict),
        text(&id_of(attempt))
    );
    if let Some(question) = index.question(attempt) {
        put!(html, "<p>{}</p>\n", text(&question.question));
    }
    put!(
        html,
        "<p class=\"note\">Completeness {}, support {}{}{}</p>\n",
        verdict(&attempt.completeness),
        verdict(&attempt.support),
        if attempt.declined { "; declined" } else { "" },
        if attempt.missing {
            "; missing from the outputs"
        } else {
            ""
        }
    );
    decisions(html, &index.standing(attempt, About::Attempt));
    let reasons = attempt.explanations.iter().map(|explanation| {
        format!(
            "<code>{}</code> {}",
            escape(&explanation.code),
            text(&explanation.message)
        )
    });
    list(html, "Reasons", reasons);
    obligations(index, attempt, html);
    citations(index, attempt, figures, html);
    raw(attempt, html);
}

fn decisions(html: &mut String, decisions: &[&Decision]) {
    for decision in decisions {
        put!(
            html,
            "<p class=\"note\">Human decision, beside the verdict: <strong>{}</strong> by {}, {}. \
             {}</p>\n",
            escape(&decision.decision.replace('_', " ")),
            text(&decision.name),
            escape(&decision.decided_at),
            text(&decision.note)
        );
    }
}

fn obligations(index: &Index<'_>, attempt: &Attempt, html: &mut String) {
    if attempt
        .fields
        .iter()
        .all(|field| field.obligations.is_empty())
    {
        return;
    }
    html.push_str(
        "<table><thead><tr><th>Field</th><th>Obligation</th><th>Stated</th>\
        <th>Support</th><th>Human decision</th></tr></thead><tbody>\n",
    );
    for field in &attempt.fields {
        for obligation in &field.obligations {
            put!(
                html,
                "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>",
                text(&field.field),
                text(&obligation.id),
                escape(&obligation.stated),
                escape(&obligation.support)
            );
            decisions(
                html,
                &index.standing(attempt, About::Obligation(&obligation.id)),
            );
            html.push_str("</td></tr>\n");
        }
    }
    html.push_str("</tbody></table>\n");
}

fn citations(index: &Index<'_>, attempt: &Attempt, figures: &Figures<'_>, html: &mut String) {
    if attempt.citations.is_empty() {
        return;
    }
    html.push_str(
        "<table><thead><tr><th>#</th><th>Quotation</th><th>As cited</th><th>State</th>\
        <th>Found on</th><th>Supports</th></tr></thead><tbody>\n",
    );
    for (at, citation) in attempt.citations.iter().enumerate() {
        let optional = |value: &Option<String>| value.as_deref().map(text).unwrap_or_default();
        put!(
            html,
            "<tr><td>{}</td><td><blockquote>{}</blockquote></td><td>{} {}</td><td>{}</td><td>{}\
             </td><td>{}</td></tr>\n",
            at + 1,
            optional(&citation.quote),
            optional(&citation.document),
            optional(&citation.page),
            escape(&citation.state),
            pages(citation, figures),
            text(&citation.supports.join(", "))
        );
        let decided = index.standing(attempt, About::Citation(at));
        if !decided.is_empty() {
            html.push_str("<tr><td></td><td colspan=\"5\">");
            decisions(html, &decided);
            html.push_str("</td></tr>\n");
        }
    }
    html.push_str("</tbody></table>\n");
}

/// Index of the figure of each page, by document and page.
pub(super) type Figures<'f> = BTreeMap<(&'f str, u64), usize>;

pub(super) fn figures_by_page(figures: &[PageFigure]) -> Figures<'_> {
    let mut by_page = BTreeMap::new();
    for (at, figure) in figures.iter().enumerate() {
        let page = (figure.document.as_str(), figure.page);
        by_page.entry(page).or_insert(at);
    }
    by_page
}

/// The pages on which a citation stands, each linked to its image where there is one.
fn pages(citation: &Citation, figures: &Figures<'_>) -> String {
    let spans: Vec<Span> = match citation.occurrences.as_slice() {
        [] => citation.span.into_iter().collect(),
        occurrences => occurrences.to_vec(),
    };
    let mut pages: Vec<u64> = Vec::new();
    for page in spans
        .iter()
        .flat_map(|span| [span.first_page, span.last_page])
    {
        if !pages.contains(&page) {
            pages.push(page);
        }
    }
    let links = pages.iter().map(|page| {
        let document = citation.document_id.as_deref();
        let figure = document.and_then(|document| figures.get(&(document, *page)));
        match figure {
            Some(index) => format!("<a href=\"#page-{index}\">page {page}</a>"),
            None => format!("page {page}"),
        }
    });
    links.collect::<Vec<_>>().join(", ")
}

/// The raw output, its segments coloured. Segments that do not fit the text are left out of
/// account, so that the text itself is always shown whole.
fn raw(attempt: &Attempt, html: &mut String) {
    let Some(raw) = &attempt.raw else { return };
    html.push_str("<pre dir=\"auto\">");
    let chars: Vec<char> = raw.chars().collect();
    let mut at = 0;
    for segment in &attempt.segments {
        let (Ok(start), Ok(end)) = (usize::try_from(segment.start), usize::try_from(segment.end))
        else {
            continue;
        };
        if start < at || end < start || end > chars.len() {
            continue;
        }
        plain(&chars[at..start], html);
        let class: String = segment
            .kind
            .chars()
            .filter(|c| c.is_alphanumeric() || *c == '_')
            .collect();
        put!(html, "<span class=\"seg-{class}\">");
        plain(&chars[start..end], html);
        html.push_str("</span>");
        at = end;
    }
    plain(&chars[at..], html);
    html.push_str("</pre>\n");
}

fn plain(chars: &[char], html: &mut String) {
    html.push_str(&escape(&chars.iter().collect::<String>()));
}
