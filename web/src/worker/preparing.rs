//! Making what is signed, in slices: a long report takes seconds, and its pages are looked at meanwhile.

use std::cell::RefCell;

use proofmark_engine::Figures;
use proofmark_report::export::PrintableWriter;
use proofmark_report::prepare as prepare_report;

use super::desk::Desk;
use super::scoring::Slice;
use super::signing::Made;

/// Makes the printable page and the statement of the desk's report, once for a report. `pause` returns when
/// the work may go on; the desk is free meanwhile.
///
/// # Errors
/// Why there can be no statement of this report.
pub(super) async fn prepare(desk: &RefCell<Desk>, pause: impl AsyncFn()) -> Result<(), String> {
    let Some((session, scored)) = desk.borrow().to_prepare() else {
        return Ok(());
    };
    let report = &scored.report;
    let mut drawing = Figures::new(&session, report);
    while drawing.step() {
        pause().await;
    }
    let figures = drawing.finish();
    let mut writing = PrintableWriter::new(report, &figures);
    let mut is_left = true;
    while is_left {
        let slice = Slice::begin();
        while is_left && slice.is_open() {
            is_left = writing.step();
        }
        pause().await;
    }
    let printable = writing.finish().into_bytes();
    pause().await;
    let prepared = prepare_report(report, Some(&printable)).map_err(|error| error.to_string())?;
    desk.borrow_mut().take_prepared(Made {
        printable,
        prepared,
    });
    Ok(())
}
