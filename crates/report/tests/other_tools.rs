//! What we sign is accepted by programs of other makers, and what they make is accepted here.
//!
//! `tests/verifiers/install.sh` installs the libraries. A tool that is not there is said to be
//! so and its part is left out, unless `PROOFMARK_REQUIRE_VERIFIERS` is set.

#![expect(
    clippy::print_stderr,
    reason = "a test that could not run must say so, also when it passes"
)]
#![expect(
    clippy::disallowed_methods,
    reason = "other programs are started and handed files; the bans are for the core"
)]

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::{key, other_key, report, signed};
use proofmark_report::export::{
    DocumentText, annotations, attempts_csv, citations_csv, junit, obligations_csv, printable,
};
use proofmark_report::{PrivateKey, PublicKey, Signature};

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("the folder can be emptied");
    }
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("the file can be written");
    path
}

fn cache() -> PathBuf {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let home = || variable("HOME").map(|home| Path::new(&home).join(".cache"));
    let cache = variable("XDG_CACHE_HOME").map(PathBuf::from).or_else(home);
    cache.unwrap_or_default().join("proofmark/verifiers")
}

fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/verifiers")
}

/// Says that a tool is missing; fails where all are required.
fn missing(tool: &str) {
    assert!(
        std::env::var_os("PROOFMARK_REQUIRE_VERIFIERS").is_none(),
        "{tool} is required and not installed: run tests/verifiers/install.sh"
    );
    eprintln!("not run: {tool} is not installed (tests/verifiers/install.sh installs it)");
}

/// Returns standard output when the command succeeds, standard error when it does not.
fn run(command: &mut Command) -> Result<String, String> {
    let output = command.output().expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if output.status.success() {
        Ok(text(&output.stdout))
    } else {
        Err(text(&output.stderr))
    }
}

fn openssl(arguments: &[&str]) -> Result<String, String> {
    run(Command::new("openssl").args(arguments))
}

fn has_openssl() -> bool {
    Command::new("openssl")
        .arg("version")
        .output()
        .is_ok_and(|output| output.status.success())
}

fn path(path: &Path) -> &str {
    path.to_str().expect("the path is UTF-8")
}

#[test]
fn openssl_accepts_our_signatures_and_we_accept_its() {
    if !has_openssl() {
        return missing("openssl");
    }
    let folder = folder("openssl-signatures");
    let (_, envelope, _) = signed();
    let pae = write(&folder, "pae", envelope.pae());
    let sig = write(&folder, "sig", &envelope.signatures[0].sig);
    let public = write(&folder, "public.pem", key().public().to_pem());
    let verify = [
        "dgst",
        "-sha256",
        "-verify",
        path(&public),
        "-signature",
        path(&sig),
    ];
    assert_eq!(
        openssl(&[&verify[..], &[path(&pae)]].concat()).as_deref(),
        Ok("Verified OK")
    );
    let mut changed = envelope.pae();
    changed[200] ^= 1;
    let other = write(&folder, "other", changed);
    assert!(
        openssl(&[&verify[..], &[path(&other)]].concat()).is_err(),
        "a changed byte"
    );

    let private = write(
        &folder,
        "private.pem",
        key().to_pem().expect("a PEM").as_bytes(),
    );
    let theirs = folder.join("theirs");
    let sign = [
        "dgst",
        "-sha256",
        "-sign",
        path(&private),
        "-out",
        path(&theirs),
        path(&pae),
    ];
    openssl(&sign).expect("signed");
    let signature = Signature::from_der(&std::fs::read(&theirs).expect("a signature"));
    assert!(
        key()
            .public()
            .verify(&envelope.pae(), &signature.expect("DER")),
        "theirs holds"
    );

    let fingerprint = [
        "pkey",
        "-pubin",
        "-in",
        path(&public),
        "-outform",
        "DER",
        "-out",
    ];
    let der = folder.join("public.der");
    openssl(&[&fingerprint[..], &[path(&der)]].concat()).expect("converted");
    let der = std::fs::read(&der).expect("a key");
    assert_eq!(
        proofmark_report::sha256_hex(&der),
        key().public().fingerprint()
    );
}

#[test]
fn keys_go_both_ways_to_openssl() {
    if !has_openssl() {
        return missing("openssl");
    }
    let folder = folder("openssl-keys");
    let encrypted = key()
        .to_encrypted_pem("secret", &[3; 16], &[4; 16])
        .expect("a PEM");
    let ours = write(&folder, "ours.pem", encrypted.as_bytes());
    let open = |pass| openssl(&["pkey", "-in", path(&ours), "-passin", pass, "-pubout"]);
    assert_eq!(
        open("pass:secret").as_deref(),
        Ok(key().public().to_pem().trim_end())
    );
    assert!(open("pass:wrong").is_err(), "a wrong passphrase");

    let plain = folder.join("plain.pem");
    openssl(&[
        "genpkey",
        "-algorithm",
        "EC",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-out",
        path(&plain),
    ])
    .expect("a key");
    let public = openssl(&["pkey", "-in", path(&plain), "-pubout"]).expect("a public key");
    let public = PublicKey::from_pem(&public).expect("SPKI");
    let read = |name: &Path, pass| {
        let pem = std::fs::read_to_string(name).expect("a PEM");
        PrivateKey::from_pem(&pem, pass).map(|key| key.public())
    };
    assert_eq!(read(&plain, None), Ok(public.clone()));
    for options in [
        &["-v2", "aes-256-cbc"][..],
        &["-v2", "aes-128-cbc", "-iter", "10000"],
        &["-v2", "aes-256-cbc", "-v2prf", "hmacWithSHA512"],
        &["-scrypt"],
    ] {
        let theirs = folder.join("theirs.pem");
        let files = [
            "pkcs8",
            "-topk8",
            "-in",
            path(&plain),
            "-out",
            path(&theirs),
            "-passout",
            "pass:é1",
        ];
        openssl(&[&files[..], options].concat()).expect("encrypted");
        assert_eq!(read(&theirs, Some("é1")), Ok(public.clone()), "{options:?}");
        let wrong = read(&theirs, Some("e1"));
        assert_eq!(
            wrong,
            Err(proofmark_report::Error::WrongPassphrase),
            "{options:?}"
        );
    }
    let old = folder.join("sec1.pem");
    openssl(&["ec", "-in", path(&plain), "-out", path(&old)]).expect("converted");
    let refused = read(&old, None).expect_err("no PKCS#8").to_string();
    assert!(
        refused.contains("EC PRIVATE KEY") && refused.contains("openssl"),
        "{refused}"
    );
}

#[test]
fn securesystemslib_accepts_the_envelope_under_the_same_key_ids() {
    let python = cache().join("py/bin/python");
    if !python.exists() {
        return missing("securesystemslib");
    }
    let folder = folder("securesystemslib");
    let (_, mut envelope, _) = signed();
    let second = other_key().sign(&envelope.pae());
    envelope
        .add(&other_key().public(), &second)
        .expect("the signature holds");
    let keys = [key().public(), other_key().public()];
    let one = write(&folder, "one.pem", keys[0].to_pem());
    let two = write(&folder, "two.pem", keys[1].to_pem());
    let script = scripts().join("dsse.py");
    let verify = |bytes: &[u8]| {
        let file = write(&folder, "report.dsse.json", bytes);
        run(Command::new(&python)
            .arg("-W")
            .arg("ignore")
            .arg(&script)
            .args([&file, &one, &two]))
    };
    let mut ids = keys.map(|key| key.keyid());
    ids.sort();
    assert_eq!(verify(&envelope.to_bytes()), Ok(ids.join("\n")));
    envelope.payload[10] ^= 1;
    let refused = verify(&envelope.to_bytes()).expect_err("a changed payload");
    assert!(refused.contains("VerificationError"), "{refused}");
}

#[test]
fn sigstore_accepts_the_bundle() {
    let modules = cache().join("node_modules");
    if !modules.join("@sigstore/verify").exists() {
        return missing("@sigstore/verify");
    }
    let folder = folder("sigstore");
    let (_, mut envelope, _) = signed();
    let public = write(&folder, "public.pem", key().public().to_pem());
    let script = scripts().join("sigstore.cjs");
    let verify = |bytes: &[u8], hint: &str| {
        let file = write(&folder, "report.sigstore.json", bytes);
        let mut command = Command::new("node");
        command
            .env("NODE_PATH", &modules)
            .arg(&script)
            .args([&file, &public])
            .arg(hint);
        run(&mut command)
    };
    let keyid = key().public().keyid();
    let bundle = envelope.to_sigstore().expect("a bundle");
    assert_eq!(verify(&bundle, &keyid).as_deref(), Ok("verified"));
    let refused = verify(&bundle, "another").expect_err("another hint");
    assert!(refused.contains("key not found"), "{refused}");
    envelope.payload[10] ^= 1;
    let refused = verify(&envelope.to_sigstore().expect("a bundle"), &keyid);
    let refused = refused.expect_err("a changed payload");
    assert!(
        refused.contains("signature verification failed"),
        "{refused}"
    );
}

/// Reads the exports in a folder with Python's `csv`, with junitparser and with the model of W3C
/// annotations; the counts on success.
fn read_exports(folder: &Path) -> Result<serde_json::Value, String> {
    let python = cache().join("py/bin/python");
    let mut command = Command::new(python);
    // Without `-B` the run would leave compiled files in the tree.
    let script = scripts().join("exports.py");
    run(command.arg("-B").arg(script).arg(folder))
        .map(|text| serde_json::from_str(&text).expect("counts as JSON"))
}

#[test]
fn other_readers_count_what_was_exported() {
    if !cache().join("py/bin/python").exists() {
        return missing("junitparser");
    }
    let folder = folder("exports");
    let report = report();
    let text = "\u{1F600}".repeat(30) + "ten chars; EUR 900 a month, \"quoted\"\r\nand on";
    let texts = [DocumentText {
        id: "lease",
        text: &text,
    }];
    let attempts = attempts_csv(&report).expect("written");
    let xml = junit(&report).expect("written");
    let page = annotations(&report, &texts).expect("written");
    let obligations = obligations_csv(&report).expect("written");
    let citations = citations_csv(&report).expect("written");
    write(&folder, "attempts.csv", &attempts);
    write(&folder, "obligations.csv", obligations);
    write(&folder, "citations.csv", citations);
    write(&folder, "junit.xml", &xml);
    write(&folder, "annotations.jsonld", &page);
    let counts = serde_json::json!({
        "attempts": 3, "verdicts": { "pass": 1, "fail": 1, "unresolved": 1 },
        "obligations": 3, "citations": 2,
        "cases": 3, "outcomes": { "passed": 1, "failure": 1, "skipped": 1 },
        "stated": { "tests": 3, "failures": 1, "errors": 0, "skipped": 1 },
        "annotations": 4,
    });
    assert_eq!(read_exports(&folder), Ok(counts));

    let changed = |bytes: &[u8], from: &str, to: &str| {
        let text = String::from_utf8(bytes.to_vec()).expect("text");
        assert!(text.contains(from), "{from:?} can be changed");
        text.replacen(from, to, 1).into_bytes()
    };
    for (name, good, bad, words) in [
        (
            "attempts.csv",
            &attempts,
            changed(&attempts, "\r\n\"", "\r\n=1,\""),
            "row 1",
        ),
        (
            "attempts.csv",
            &attempts,
            changed(&attempts, "\r\n\"", "\r\n\"=1"),
            "formula",
        ),
        (
            "junit.xml",
            &xml,
            changed(&xml, "</testcase>", ""),
            "mismatched",
        ),
        (
            "annotations.jsonld",
            &page,
            changed(&page, "\"assessing\"", "\"guessing\""),
            "is no motivation",
        ),
        (
            "annotations.jsonld",
            &page,
            changed(&page, "\"page=2\"", "\"page=two\""),
            "names no page",
        ),
        (
            "annotations.jsonld",
            &page,
            changed(&page, "\"exact\"", "\"exactly\""),
            "is no property",
        ),
    ] {
        write(&folder, name, bad);
        let refused = read_exports(&folder).expect_err("a broken export");
        assert!(refused.contains(words), "{name}: {refused}");
        write(&folder, name, good);
    }
}

#[test]
fn a_validator_accepts_the_printable_page() {
    let program = cache().join("node_modules/html-validate/bin/html-validate.mjs");
    if !program.exists() {
        return missing("html-validate");
    }
    let folder = folder("html");
    let validate = |html: &str| {
        let file = write(&folder, "report.html", html);
        let mut command = Command::new("node");
        // The validator prints what it found to standard output.
        let output = command
            .arg(&program)
            .arg("--config")
            .arg(scripts().join("htmlvalidate.json"))
            .arg(file)
            .output()
            .expect("node starts");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.success() {
            Ok(())
        } else {
            Err(text)
        }
    };
    let page = printable(&report(), &[common::figure()]);
    assert_eq!(validate(&page), Ok(()));
    for (from, to) in [
        ("</h1>", "</h2>"),
        (
            "<figure id=\"page-0\">",
            "<figure id=\"page-0\" id=\"page-1\">",
        ),
        ("<ul>", "<ul><p>"),
        ("&lt;", "<"),
    ] {
        assert!(page.contains(from), "{from:?} can be changed");
        let refused = validate(&page.replacen(from, to, 1));
        assert!(refused.is_err(), "{from:?} as {to:?}");
    }
}
