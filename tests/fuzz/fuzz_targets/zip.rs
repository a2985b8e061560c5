//! Any bytes that call themselves an archive: unpacking or verifying them ends within its limits and never panics.

#![no_main]

use libfuzzer_sys::fuzz_target;
use proofmark_engine::{Flow, Session};
use proofmark_report::{Answer, Material, verify};

fuzz_target!(|bytes: &[u8]| {
    let mut session = Session::default();
    session.add("a.zip", bytes.to_vec(), &mut |_| Flow::Continue);
    let _ = session.files();
    let found = verify(&Material::from_bytes(bytes, None), &[], None, None);
    let signed: &[u8] = include_bytes!("../../formats/1/report.signed.zip");
    assert!(
        bytes == signed || found.signature_valid != Answer::Yes || !found.findings.is_empty(),
        "only what was signed holds"
    );
});
