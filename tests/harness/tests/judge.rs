//! Judging claims about saved pages: the example of the tree, and real documentation where it is at hand.

#![expect(
    clippy::print_stdout,
    reason = "a test says what it ran and what it could not"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proofmark_engine::judge::{GateRefusal, Results, read_results};
use proofmark_engine::{FileId, Flow, Judging, Session};
use serde_json::Value;

struct Folder(PathBuf);

impl Folder {
    fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.0.join(name)).expect("the file reads")
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_slice(&self.read(name)).expect("the file is JSON")
    }

    fn add(&self, session: &mut Session, name: &str) -> Vec<FileId> {
        session.add(name, self.read(name), &mut |_| Flow::Continue)
    }

    fn files(&self, folder: &str) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(self.0.join(folder))
            .expect("the folder lists")
            .map(|entry| {
                format!(
                    "{folder}/{}",
                    entry.expect("an entry").file_name().to_string_lossy()
                )
            })
            .collect();
        names.sort();
        names
    }
}

fn learn() -> Option<(Folder, Session)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/learn");
    if !folder.is_dir() {
        println!("SKIPPED: there is no ../shared/corpus/learn beside the project");
        return None;
    }
    let folder = Folder(folder);
    let mut session = Session::default();
    for name in folder
        .files("claims")
        .into_iter()
        .chain(folder.files("pages"))
    {
        folder.add(&mut session, &name);
    }
    folder.add(&mut session, "sources.json");
    folder.add(&mut session, "gold.json");
    Some((folder, session))
}

fn judging(session: &Session, hosts: &[String]) -> Judging {
    let judging = session.judging(hosts).expect("the files suffice");
    assert_eq!(judging.problems, [], "every page is at hand");
    judging
}

fn two(share: proofmark_engine::judge::Fraction) -> Value {
    serde_json::json!([share.numerator, share.denominator])
}

#[test]
fn grades_and_gate_of_the_corpus() {
    let Some((folder, session)) = learn() else {
        return;
    };
    let judging = judging(&session, &[]);
    let gold = session.gold().expect("labels");
    let expected = folder.json("expected.json");
    let read = |name: &str| read_results(&folder.read(name));
    for name in ["results-v2.json", "results-v3.json"] {
        let grade = judging.grade(&judging.checked(&read(name)), &gold);
        let wanted = &expected[name];
        assert_eq!(
            serde_json::json!(grade.confusion.0),
            wanted["confusion"],
            "{name}"
        );
        let error = grade.error_class();
        assert_eq!(
            two(error.precision),
            wanted["precision_not_grounded"],
            "{name}"
        );
        assert_eq!(two(error.recall), wanted["recall_not_grounded"], "{name}");
        assert_eq!(two(error.f1), wanted["f1_not_grounded"], "{name}");
        assert_eq!(
            two(grade.confusion.agreement()),
            wanted["agreement"],
            "{name}"
        );
        assert_eq!(
            grade.unevidenced,
            Vec::<String>::new(),
            "every quote of {name} is located"
        );
    }
    let gate = judging
        .gate(
            &judging.checked(&read("results-v2.json")),
            &judging.checked(&read("results-v3.json")),
            &gold,
            None,
        )
        .expect("the gate is held");
    let wanted = &expected["gate"];
    assert!(gate.adopt && gate.fell.is_empty(), "adopted");
    let p = &wanted["mcnemar"]["two_sided_exact_p"];
    assert_eq!(gate.p.to_string(), format!("{}/{}", p[0], p[1]), "McNemar");
    assert_eq!(
        wanted["mcnemar"]["baseline_only_right"], gate.baseline_only_right,
        "baseline"
    );
    assert_eq!(
        wanted["mcnemar"]["candidate_only_right"], gate.candidate_only_right,
        "candidate"
    );
    assert_eq!(
        serde_json::json!(gate.flipped),
        wanted["flipped_by_gold_rule"],
        "flips"
    );
    let back = judging
        .gate(
            &judging.checked(&read("results-v3.json")),
            &judging.checked(&read("results-v2.json")),
            &gold,
            None,
        )
        .expect("the gate is held");
    assert!(!back.adopt, "the other way round the baseline stays");
    assert_eq!(back.fell, ["precision", "recall"], "both fell");
    let changed = judging.gate(
        &judging.checked(&read("results-v2.json")),
        &judging.checked(&read("results-v3.json")),
        &gold,
        Some((b"x", "00")),
    );
    assert!(changed.is_err(), "another digest refuses the gate");
}

#[test]
fn findings_of_the_corpus() {
    let Some((folder, session)) = learn() else {
        return;
    };
    let judging = judging(&session, &[]);
    let expected = folder.json("expected.json");
    let check = judging.check(&read_results(&folder.read("bad-results.json")));
    let mut found: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for finding in &check.findings {
        println!(
            "{} {}: {}",
            finding.id,
            finding.code.code(),
            finding.message
        );
        found
            .entry(&finding.id)
            .or_default()
            .insert(finding.code.code());
    }
    let wanted = expected["bad-results.json"]["findings"]
        .as_object()
        .expect("findings by id");
    for (id, codes) in wanted {
        for code in codes
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
        {
            assert!(
                found
                    .get(id.as_str())
                    .is_some_and(|found| found.contains(code)),
                "{id} lacks {code}"
            );
        }
    }
    let fenced = read_results(&folder.read("bad-fenced.txt"));
    let codes: Vec<&str> = fenced
        .findings
        .iter()
        .map(|finding| finding.code.code())
        .collect();
    assert_eq!(codes, ["fenced"], "a fenced file");
}

#[test]
fn the_deterministic_judge_on_the_corpus() {
    let Some((_, session)) = learn() else { return };
    let judging = judging(&session, &[]);
    let gold = session.gold().expect("labels");
    let results = Results {
        batches: judging.run(),
        findings: Vec::new(),
    };
    let grade = judging.grade(&judging.checked(&results), &gold);
    for one in &grade.disagreements {
        println!(
            "{} {:?} {:?}: {:?}",
            one.claim.id, one.gold, one.counted.verdict, one.counted.answer
        );
    }
    assert_eq!(
        grade.unevidenced,
        Vec::<String>::new(),
        "no verdict without a located quote"
    );
    let error = grade.error_class();
    println!("precision {:?} recall {:?}", error.precision, error.recall);
    assert!(
        error.precision.numerator * 100 >= error.precision.denominator * 90,
        "precision"
    );
    assert!(
        error.recall.numerator * 100 >= error.recall.denominator * 85,
        "recall"
    );
}

/// The example of the tree.
fn tarnwell() -> (Folder, Session, Judging) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/tarnwell");
    let folder = Folder(folder);
    let mut session = Session::default();
    for name in [
        "claims.json",
        "sources.json",
        "gold.json",
        "limits.html",
        "models.html",
        "regions.md",
    ] {
        folder.add(&mut session, name);
    }
    let judging = judging(&session, &["docs.tarnwell.example".to_owned()]);
    (folder, session, judging)
}

#[test]
fn checks_of_the_example() {
    let (folder, _, judging) = tarnwell();
    let codes = |name: &str| -> Vec<(String, &'static str)> {
        let check = judging.check(&read_results(&folder.read(name)));
        let findings = check.findings.into_iter();
        findings.map(|one| (one.id, one.code.code())).collect()
    };
    assert_eq!(
        codes("results-candidate.json"),
        [],
        "whoever applies all rules is told nothing"
    );
    let baseline = codes("results-baseline.json");
    let baseline: Vec<_> = baseline
        .iter()
        .map(|(id, code)| (id.as_str(), *code))
        .collect();
    assert_eq!(
        baseline,
        [
            ("w03", "understated_bound"),
            ("w04", "silence_on_enumeration"),
            ("w06", "legacy_row"),
            ("w07", "equivalence_ignored"),
            ("w09", "canonical_page_exists"),
        ],
        "whoever goes by the letter"
    );
}

#[test]
fn grades_and_gate_of_the_example() {
    let (folder, session, judging) = tarnwell();
    let gold = session.gold().expect("labels");
    let read = |name: &str| read_results(&folder.read(name));
    let (baseline, candidate) = (
        read("results-baseline.json"),
        read("results-candidate.json"),
    );
    let grade = judging.grade(&judging.checked(&baseline), &gold);
    assert_eq!(grade.confusion.0, [[3, 2, 1], [2, 1, 2], [0, 0, 1]]);
    let error = grade.error_class();
    let shares = [error.precision, error.recall, error.f1].map(two);
    let expected = [[1, 3], [1, 5], [2, 8]].map(|share| serde_json::json!(share));
    assert_eq!(shares, expected, "the baseline's precision, recall, F1");
    let grade = judging.grade(&judging.checked(&candidate), &gold);
    assert_eq!(grade.confusion.0, [[6, 0, 0], [0, 5, 0], [0, 0, 1]]);
    let gate = judging
        .gate(
            &judging.checked(&baseline),
            &judging.checked(&candidate),
            &gold,
            None,
        )
        .expect("the gate is held");
    assert!(gate.adopt, "the candidate is adopted");
    assert_eq!(gate.p.to_string(), "1/64", "seven to nothing");
    let bytes = folder.read("results-baseline.json");
    let digest = proofmark_engine::sha256_hex(&bytes);
    let frozen = |digest: &str| {
        let frozen = Some((bytes.as_slice(), digest));
        judging.gate(
            &judging.checked(&baseline),
            &judging.checked(&candidate),
            &gold,
            frozen,
        )
    };
    assert_eq!(
        frozen(&digest.to_uppercase()),
        Ok(gate),
        "the frozen baseline"
    );
    let other = "0".repeat(64);
    assert_eq!(
        frozen(&other),
        Err(GateRefusal::BaselineChanged {
            expected: other.clone(),
            found: digest,
        }),
        "another file than the one that was frozen"
    );
    let back = judging
        .gate(
            &judging.checked(&candidate),
            &judging.checked(&baseline),
            &gold,
            None,
        )
        .expect("the gate is held");
    assert_eq!(
        (back.adopt, back.fell),
        (false, vec!["precision", "recall"])
    );
}

#[test]
fn the_deterministic_judge_on_the_example() {
    let (_, session, judging) = tarnwell();
    let gold = session.gold().expect("labels");
    let results = Results {
        batches: judging.run(),
        findings: Vec::new(),
    };
    let grade = judging.grade(&judging.checked(&results), &gold);
    assert_eq!(grade.unevidenced, Vec::<String>::new(), "all quotes stand");
    let error = grade.error_class();
    let shares = [error.precision, error.recall].map(two);
    let expected = [[5, 5], [5, 5]].map(|share| serde_json::json!(share));
    assert_eq!(shares, expected, "precision and recall");
}
