//! Files that a command writes: whole or not at all, and never over what could not be made again.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use proofmark_engine::{FileKind, recognise};

use crate::failure::Failure;
use crate::inputs;

/// What a command writes, which decides what it may replace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Made {
    /// A report; replaces a report.
    Report,
    /// A judge's results; replace results that nobody has signed.
    Results,
    /// A frozen bank, which carries a time; replaces nothing.
    FrozenBank,
    /// A signature; whether it may replace anything is what `--force` says.
    Signature,
    /// A page, a table, a batch: replaces anything but keys and signatures.
    Other,
}

/// How much of a file is read to tell what it is.
const MAX_HEAD: u64 = 64 << 20;

/// The files that this run has read, links resolved.
static INPUTS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Keeps `path` from being written over by the run that reads it.
pub(crate) fn protect(path: &Path) {
    if let Ok(real) = fs::canonicalize(path) {
        let mut known = INPUTS.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(real);
    }
}

fn is_input(path: &Path) -> bool {
    fs::canonicalize(path).is_ok_and(|real| {
        let known = INPUTS.lock().unwrap_or_else(PoisonError::into_inner);
        known.contains(&real)
    })
}

/// Demands that a file can be written at `path` and that it is none that was read so far, before the work whose
/// result it is to hold.
pub(crate) fn demand_place(path: &Path) -> Result<(), Failure> {
    if path.is_dir() {
        return Err(Failure::file(
            path,
            "cannot be written: it is a folder; give a file",
        ));
    }
    if let Some(folder) = path.parent()
        && !folder.as_os_str().is_empty()
        && !folder.is_dir()
    {
        return Err(Failure::file(
            path,
            format!(
                "cannot be written: there is no folder {}; make it first",
                folder.display()
            ),
        ));
    }
    if is_input(path) {
        return Err(taken(path, "this command reads it"));
    }
    Ok(())
}

fn taken(path: &Path, why: &str) -> Failure {
    Failure::file(
        path,
        format!("cannot be written: {why}; choose another name"),
    )
}

/// Demands of what stands at `path` that it may be replaced.
pub(crate) fn demand(path: &Path, made: Made) -> Result<(), Failure> {
    demand_place(path)?;
    let refused = |why: &str| Err(taken(path, why));
    if made == Made::Results && is_signed(path) {
        return refused("it is signed, by the files beside it");
    }
    match kind_of(path) {
        None => Ok(()),
        Some(FileKind::PrivateKey | FileKind::PublicKey) => refused("it holds a key"),
        // What `--force` may replace was asked for.
        Some(_) if made == Made::Signature => Ok(()),
        Some(FileKind::Envelope) => refused("it holds a signature"),
        Some(FileKind::Archive) => refused("it is an archive, and may be a signed report"),
        Some(kind) => match made {
            Made::Report if kind != FileKind::Report => refused("it is there and is no report"),
            Made::Results if kind != FileKind::Results => {
                refused("it is there and holds no results")
            }
            Made::FrozenBank => refused("it is there already, and a freeze cannot be made again"),
            _ => Ok(()),
        },
    }
}

/// What a file is that is there and holds something; `None` of a pipe or a device.
fn kind_of(path: &Path) -> Option<FileKind> {
    let about = fs::metadata(path).ok()?;
    if !about.is_file() || about.len() == 0 {
        return None;
    }
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_HEAD).read_to_end(&mut head));
    if read.is_err() {
        return Some(FileKind::Unknown);
    }
    if about.len() > MAX_HEAD && head.starts_with(br#"{"attempts":["#) {
        // Too large to be parsed for its name; canonical reports begin so.
        return Some(FileKind::Report);
    }
    Some(recognise(&inputs::name(path), &head))
}

/// Whether both names lead to one file that is there.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((fs::canonicalize(one), fs::canonicalize(other)), (Ok(one), Ok(other)) if one == other)
}

/// Whether the file is a signed export, an envelope or a bundle.
pub(crate) fn holds_signatures(path: &Path) -> bool {
    matches!(kind_of(path), Some(FileKind::Envelope | FileKind::Archive))
}

/// Whether signatures lie beside a results file.
fn is_signed(path: &Path) -> bool {
    path.exists()
        && ["dsse.json", "sigstore.json"]
            .iter()
            .any(|extension| path.with_extension(extension).exists())
}

/// Writes a file whole: until the last byte is on the disk, what stood there before stands there still.
pub(crate) fn write(path: &Path, bytes: &[u8], made: Made) -> Result<(), Failure> {
    let is_same = || {
        fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() == bytes.len() as u64)
            && fs::read(path).is_ok_and(|there| there == bytes)
    };
    if !is_input(path) && is_same() {
        return Ok(());
    }
    demand(path, made)?;
    replace(path, bytes).map_err(|error| Failure::io(path, "cannot be written", &error))
}

/// Writes over the file that a further signature was read from. Nothing is lost: what it held is in `bytes`.
pub(crate) fn extend(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    replace(path, bytes).map_err(|error| Failure::io(path, "cannot be written", &error))
}

/// Writes a file that may not be there, for nobody else to read where `is_secret`. One that cannot be written
/// whole is taken away again.
pub(crate) fn create(path: &Path, bytes: &[u8], is_secret: bool) -> Result<(), Failure> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if is_secret {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    #[cfg(not(unix))]
    let _ = is_secret;
    options
        .open(path)
        .and_then(|file| {
            fill(file, bytes).inspect_err(|_| {
                let _ = fs::remove_file(path);
            })
        })
        .map_err(|error| Failure::io(path, "cannot be written", &error))
}

fn fill(mut file: File, bytes: &[u8]) -> io::Result<()> {
    file.write_all(bytes)?;
    file.sync_all()
}

/// Fills a new file beside the old one and renames it over that.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // The file that a link leads to is replaced, not the link.
    let target = match fs::canonicalize(path) {
        Ok(real) => real,
        Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::read_link(path) {
            Ok(to) => path.with_file_name(to),
            Err(_) => path.to_owned(),
        },
        Err(error) => return Err(error),
    };
    let about = fs::metadata(&target).ok();
    if about.as_ref().is_some_and(|about| !about.is_file()) {
        // A pipe or a device takes what it is given and holds nothing that could be lost.
        return OpenOptions::new()
            .write(true)
            .open(&target)?
            .write_all(bytes);
    }
    let (temporary, file) = temporary(&target)?;
    let done = fill(file, bytes)
        .and_then(|()| match &about {
            Some(about) => fs::set_permissions(&temporary, about.permissions()),
            None => Ok(()),
        })
        .and_then(|()| fs::rename(&temporary, &target));
    if done.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    done
}

/// A new file in the folder of `target`.
fn temporary(target: &Path) -> io::Result<(PathBuf, File)> {
    let mut taken = 0_u32;
    loop {
        let name = format!(".proofmark-{}-{taken}.part", std::process::id());
        let path = target.with_file_name(name);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && taken < 100 => taken += 1,
            Err(error) => return Err(error),
        }
    }
}
