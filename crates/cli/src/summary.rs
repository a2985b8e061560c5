//! A report in a few lines for people.

use proofmark_report::format::{Bounds, Fraction, Report};

use crate::failure::Failure;
use crate::print;

/// Prints what a reader asks for first: metrics with their bounds, counts, gates, warnings.
pub(crate) fn print(report: &Report) -> Result<(), Failure> {
    print::line(format!(
        "{}: {} planned{}",
        if report.title.is_empty() {
            "untitled bank"
        } else {
            &report.title
        },
        print::count(report.attempts.len(), "attempt", "attempts"),
        if report.plan.inferred {
            ", plan read off the outputs"
        } else {
            ""
        },
    ))?;
    for one in &report.metrics {
        let counts = one.counts;
        print::line(format!("{}, repetition {}", one.workflow, one.repetition))?;
        print::line(format!(
            "  passed {}, failed {}, unresolved {} (declined {}, missing {})",
            counts.passed, counts.failed, counts.unresolved, counts.declined, counts.missing
        ))?;
        print::line(format!(
            "  complete and supported  {}",
            bounds(&one.complete_supported)
        ))?;
        print::line(format!(
            "  clean abstention        {}",
            bounds(&one.clean_abstention)
        ))?;
        print::line(format!(
            "  citation precision      {}",
            bounds(&one.citation_precision)
        ))?;
        print::line(format!(
            "  pages: written and right {}, found through the quote {}",
            fraction(one.explicit_pages),
            fraction(one.quote_pages)
        ))?;
    }
    let qualification = &report.qualification;
    if let Some(workflow) = &qualification.workflow {
        let word = if qualification.qualified {
            "qualifies"
        } else {
            "does not qualify"
        };
        print::line(format!("{workflow} {word}"))?;
        for gate in qualification.gates.iter().filter(|gate| !gate.passed) {
            let repetition = gate
                .repetition
                .map(|n| format!(", repetition {n}"))
                .unwrap_or_default();
            print::line(format!("  {}{repetition}: {}", gate.id, gate.message))?;
        }
    }
    for one in &report.warnings {
        let file = one.file.as_deref().unwrap_or("run");
        let place = one
            .place
            .as_ref()
            .map(|p| format!(" {p}"))
            .unwrap_or_default();
        print::line(format!(
            "warning {file}{place}: {} [{}]",
            one.message, one.code
        ))?;
    }
    for one in &report.ignored {
        print::line(format!(
            "ignored {} line {}: a second attempt of {}, repetition {}, at {}; the first one stands [{}]",
            one.file, one.line, one.workflow, one.repetition, one.question_id, one.code
        ))?;
    }
    for line in &report.limitations {
        print::line(format!("- {line}"))?;
    }
    Ok(())
}

fn bounds(bounds: &Bounds) -> String {
    if bounds.lower == bounds.upper {
        return fraction(bounds.lower);
    }
    format!("{} to {}", fraction(bounds.lower), fraction(bounds.upper))
}

/// `17/20 (85.0 %)`, rounded down, so that no share looks larger than it is.
fn fraction([numerator, denominator]: Fraction) -> String {
    match (u128::from(numerator) * 1000).checked_div(u128::from(denominator)) {
        Some(mills) => {
            format!(
                "{numerator}/{denominator} ({}.{} %)",
                mills / 10,
                mills % 10
            )
        }
        None => format!("{numerator}/{denominator} (undefined)"),
    }
}
