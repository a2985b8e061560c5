//! Files from disk into a session.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use proofmark_engine::{FileKind, FileState, Session, recognise, sha256_hex};

use crate::args::Password;
use crate::failure::Failure;
use crate::print;

/// Reads a file whole.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| Failure::file(path, format!("cannot be read ({error})")))
}

/// Writes a file whole.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes)
        .map_err(|error| Failure::file(path, format!("cannot be written ({error})")))
}

/// The first line of a secret's file.
pub(crate) fn secret(path: Option<&Path>) -> Result<Option<String>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let text = String::from_utf8(read(path)?)
        .map_err(|_| Failure::file(path, "holds no text; expected one line of UTF-8"))?;
    Ok(Some(text.lines().next().unwrap_or_default().to_owned()))
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
    session.add(&name(path), bytes, &mut print::progress());
    let entry = session.files().pop();
    match entry {
        Some(entry) if entry.state == FileState::Refused => Err(Failure::Refused(
            entry
                .problems
                .into_iter()
                .map(|mut problem| {
                    problem.file = Some(path.display().to_string());
                    problem
                })
                .collect(),
        )),
        Some(entry) if entry.kind == kind => Ok(()),
        Some(entry) => Err(Failure::file(
            path,
            format!("is no {}: found {}", kind.label(), entry.kind.label()),
        )),
        None => Err(Failure::file(path, "holds no file")),
    }
}

/// Takes in every document of a folder (or the one file), `jobs` at a time, in order of name.
/// Files of other kinds in it are passed over.
pub(crate) fn add_documents(
    session: &mut Session,
    folder: &Path,
    password: &Password,
    jobs: Option<usize>,
) -> Result<(), Failure> {
    let password = secret(password.password_file.as_deref())?;
    let paths = list(folder)?;
    let n_jobs = jobs
        .or_else(|| std::thread::available_parallelism().ok().map(usize::from))
        .unwrap_or(1)
        .clamp(1, paths.len().max(1));
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..n_jobs {
            scope.spawn(|| {
                loop {
                    let idx = next.fetch_add(1, Ordering::Relaxed);
                    let Some(path) = paths.get(idx) else { break };
                    let read = read_document(path, password.clone());
                    if let Ok(mut results) = results.lock() {
                        results.push((idx, read));
                    }
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_default();
    results.sort_by_key(|(idx, _)| *idx);
    if results.len() != paths.len() {
        return Err(Failure::internal("reading a document failed"));
    }
    for (idx, read) in results {
        if let Some(read) = read? {
            let name = name(&paths[idx]);
            session.add_read_document(&name, read.size, read.sha256, read.result);
        }
    }
    Ok(())
}

struct ReadDocument {
    size: u64,
    sha256: String,
    result: Result<proofmark_engine::SourceDocument, proofmark_engine::SourceError>,
}

fn read_document(path: &Path, password: Option<String>) -> Result<Option<ReadDocument>, Failure> {
    let bytes = read(path)?;
    let name = name(path);
    if recognise(&name, &bytes) != FileKind::Document {
        return Ok(None);
    }
    let size = bytes.len() as u64;
    let sha256 = sha256_hex(&bytes);
    let result = proofmark_engine::open_document(&name, bytes, password);
    Ok(Some(ReadDocument {
        size,
        sha256,
        result,
    }))
}

/// The documents of a folder, in order of name.
pub(crate) fn documents(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut paths = Vec::new();
    for path in list(folder)? {
        if recognise(&name(&path), &read(&path)?) == FileKind::Document {
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
        .map_err(|error| Failure::file(folder, format!("cannot be listed ({error})")))?;
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_file())
        .collect();
    paths.sort();
    Ok(paths)
}
