//! Files from disk into a session.

use std::path::{Path, PathBuf};

use proofmark_engine::{FileKind, FileState, Flow, Problem, Session, recognise, sha256_hex};
use proofmark_report::format::Report;
use proofmark_report::{Answer, Material, read_report, verify};

use crate::args::Password;
use crate::failure::Failure;
use crate::{outputs, parallel, print};

/// Reads a file whole. What a command has read it does not write over.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let bytes = look(path)?;
    outputs::protect(path);
    Ok(bytes)
}

/// Reads a file to see whether it is an input at all.
fn look(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| Failure::io(path, "cannot be read", &error))
}

/// Makes a folder, and those above it, where it is not there.
pub(crate) fn make_folder(path: &Path) -> Result<(), Failure> {
    if path.is_file() {
        return Err(Failure::file(
            path,
            "cannot be made: it is a file; give a folder",
        ));
    }
    std::fs::create_dir_all(path).map_err(|error| Failure::io(path, "cannot be made", &error))
}

/// The first line of a secret's file.
pub(crate) fn secret(path: Option<&Path>) -> Result<Option<String>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let text = String::from_utf8(read(path)?)
        .map_err(|_| Failure::file(path, "holds no text; expected one line of UTF-8"))?;
    match text.lines().next() {
        Some(line) if !line.is_empty() => Ok(Some(line.to_owned())),
        _ => Err(Failure::file(
            path,
            "its first line is empty; write the secret there",
        )),
    }
}

/// A file's name without folders.
pub(crate) fn name(path: &Path) -> String {
    path.file_name().map_or_else(
        || path.display().to_string(),
        |n| n.to_string_lossy().into_owned(),
    )
}

/// Takes a file in and demands that it is usable and of the kind that its option asks for.
pub(crate) fn add_as(session: &mut Session, path: &Path, kind: FileKind) -> Result<(), Failure> {
    let bytes = read(path)?;
    let own_name = name(path);
    let ids = session.add(&own_name, bytes, &mut print::progress());
    let mut problems = Vec::new();
    for entry in session.files() {
        if !ids.contains(&entry.id) {
            continue;
        }
        // A member of an archive is named beside the archive.
        let shown = if entry.name == own_name {
            path.display().to_string()
        } else {
            format!("{}: {}", path.display(), entry.name)
        };
        if entry.state == FileState::Refused {
            problems.extend(entry.problems.into_iter().map(|mut problem| {
                problem.file = Some(shown.clone());
                problem
            }));
        } else if entry.kind != kind {
            problems.push(Problem {
                code: None,
                file: Some(shown),
                place: None,
                message: wrong_kind(kind, entry.kind),
            });
        }
    }
    if ids.is_empty() {
        return Err(Failure::file(
            path,
            format!("holds no file; expected {}", kind.label()),
        ));
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Failure::Refused(problems))
    }
}

/// `expected a run plan, found a document; give the right file`.
pub(crate) fn wrong_kind(expected: FileKind, found: FileKind) -> String {
    let article = |kind: FileKind| {
        let label = kind.label();
        let article = if label.starts_with(['a', 'e', 'i', 'o', 'u']) {
            "an"
        } else {
            "a"
        };
        format!("{article} {label}")
    };
    format!(
        "expected {}, found {}; give the right file",
        article(expected),
        article(found)
    )
}

/// The kind of a file that is a report, results or what signs them; one that is plainly something else is refused.
/// What cannot be told by its kind is left to its reader.
pub(crate) fn signable(path: &Path, bytes: &[u8]) -> Result<FileKind, Failure> {
    let kind = recognise(&name(path), bytes);
    let is_other = matches!(
        kind,
        FileKind::Bank
            | FileKind::RunPlan
            | FileKind::Outputs
            | FileKind::Document
            | FileKind::Audit
            | FileKind::Preflight
            | FileKind::Claims
            | FileKind::Snapshots
            | FileKind::Gold
            | FileKind::PublicKey
            | FileKind::PrivateKey
    );
    if is_other {
        return Err(Failure::file(path, wrong_kind(FileKind::Report, kind)));
    }
    Ok(kind)
}

/// Reads a report, or the report in a signed export. One whose signature does not hold is read, and that is
/// said on standard error.
pub(crate) fn report(path: &Path) -> Result<Report, Failure> {
    let bytes = read(path)?;
    let report = if bytes.starts_with(b"PK") {
        let material = Material::from_bytes(&bytes, None);
        let found = verify(&material, &[], None, None);
        if found.signature_valid != Answer::Yes || !found.findings.is_empty() {
            print::note(&Problem {
                code: None,
                file: Some(path.display().to_string()),
                place: None,
                message: "was changed after it was signed; `proofmark verify` tells where"
                    .to_owned(),
            });
        }
        material.parts.report.ok_or_else(|| {
            Failure::file(
                path,
                "is no signed export: it holds no report.json; give a whole one",
            )
        })?
    } else {
        let kind = recognise(&name(path), &bytes);
        if !matches!(kind, FileKind::Report | FileKind::Unknown) {
            return Err(Failure::file(path, wrong_kind(FileKind::Report, kind)));
        }
        bytes
    };
    read_report(&report).map_err(|error| {
        let remedy = match error {
            proofmark_report::Error::NewerSchema { .. } => "",
            _ => "; give a report that `proofmark score` wrote",
        };
        Failure::file(path, format!("{error}{remedy}"))
    })
}

/// Takes in every document of a folder (or the one file), `jobs` at a time, in order of name.
/// Files of other kinds in a folder are passed over; a single file must be a document.
pub(crate) fn add_documents(
    session: &mut Session,
    folder: &Path,
    password: &Password,
    jobs: Option<usize>,
) -> Result<(), Failure> {
    let password = secret(password.password_file.as_deref())?;
    let paths = list(folder)?;
    let read = parallel::in_order(
        paths.len(),
        jobs,
        |idx| read_document(&paths[idx], password.clone()),
        |_| Flow::Continue,
    );
    let results = read.ok_or_else(|| Failure::internal("reading a document failed"))?;
    for (path, read) in paths.iter().zip(results) {
        match read? {
            Ok(read) => {
                session.add_read_document(&name(path), read.size, read.sha256, read.result);
            }
            Err(kind) if path == folder => {
                return Err(Failure::file(path, wrong_kind(FileKind::Document, kind)));
            }
            Err(_) => {}
        }
    }
    Ok(())
}

struct ReadDocument {
    size: u64,
    sha256: String,
    result: Result<proofmark_engine::SourceDocument, proofmark_engine::SourceError>,
}

/// Reads a document; of another file only its kind.
fn read_document(
    path: &Path,
    password: Option<String>,
) -> Result<Result<ReadDocument, FileKind>, Failure> {
    let bytes = look(path)?;
    let name = name(path);
    let kind = recognise(&name, &bytes);
    if kind != FileKind::Document {
        return Ok(Err(kind));
    }
    outputs::protect(path);
    let size = bytes.len() as u64;
    let sha256 = sha256_hex(&bytes);
    let result = proofmark_engine::open_document(&name, bytes, password);
    Ok(Ok(ReadDocument {
        size,
        sha256,
        result,
    }))
}

/// The documents of a folder, in order of name.
pub(crate) fn documents(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut paths = Vec::new();
    for path in list(folder)? {
        if recognise(&name(&path), &look(&path)?) == FileKind::Document {
            paths.push(path);
        }
    }
    Ok(paths)
}

/// The files of a folder, not of the folders in it, in order of name.
fn list(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    if folder.is_file() {
        return Ok(vec![folder.to_owned()]);
    }
    let entries = std::fs::read_dir(folder)
        .map_err(|error| Failure::io(folder, "cannot be listed", &error))?;
    let mut paths = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| Failure::io(folder, "cannot be listed", &error))?;
        let path = entry.path();
        // Somebody's private key beside the documents does not keep them from being read.
        if path.is_file() && (is_named_like_document(&path) || std::fs::File::open(&path).is_ok()) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Whether a file's name promises a document, whatever it holds.
fn is_named_like_document(path: &Path) -> bool {
    let extension = path.extension().and_then(std::ffi::OsStr::to_str);
    extension.is_some_and(|extension| {
        ["pdf", "txt", "md", "html", "htm"]
            .iter()
            .any(|known| extension.eq_ignore_ascii_case(known))
    })
}
