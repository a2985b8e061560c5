//! Any bytes that call themselves a report, an envelope or a bundle: reading, verifying and exporting them ends and
//! never panics, and a report that is read comes back in one canonical form.

#![no_main]

use libfuzzer_sys::fuzz_target;
use proofmark_report::export::{
    DocumentText, annotations, attempts_csv, citations_csv, junit, obligations_csv, printable,
};
use proofmark_report::{Material, read_report, report_bytes, subject_name, verify};

fuzz_target!(|bytes: &[u8]| {
    let _ = subject_name(bytes);
    let beside: &[u8] = include_bytes!("../../formats/1/report.json");
    let _ = verify(&Material::from_bytes(bytes, Some(beside)), &[], None, None);
    let Ok(report) = read_report(bytes) else {
        return;
    };
    let _ = printable(&report, &[]);
    let _ = (
        attempts_csv(&report),
        obligations_csv(&report),
        citations_csv(&report),
    );
    let _ = junit(&report);
    let text = DocumentText {
        id: "notes",
        text: include_str!("../../formats/1/notes.txt"),
    };
    let _ = annotations(&report, &[text]);
    if let Ok(once) = report_bytes(&report) {
        let again = read_report(&once).expect("what was written is read");
        assert_eq!(report_bytes(&again).expect("canonical"), once, "one form");
    }
});
