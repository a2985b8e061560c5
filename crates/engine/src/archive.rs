//! Archives that are dropped whole.

use std::io::{Cursor, Read};

use crate::session::Problem;

/// Members of one archive that are read at most.
const MAX_MEMBERS: usize = 10_000;
/// Bytes that one archive may unfold to: above the largest single document that is read.
const MAX_TOTAL: u64 = 1 << 30;

/// A file in an archive.
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// What an archive holds.
pub(crate) enum Contents {
    /// A signed export, which stays whole.
    Signed,
    /// Files, each to be taken as if it came by itself, and members that cannot be read.
    Files {
        members: Vec<Member>,
        problems: Vec<Problem>,
    },
}

/// Reads an archive within bounds.
pub(crate) fn read(bytes: &[u8]) -> Result<Contents, String> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes))
        .map_err(|error| format!("the archive cannot be read ({error}); make it again"))?;
    if archive.index_for_name("report.dsse.json").is_some() {
        return Ok(Contents::Signed);
    }
    if archive.len() > MAX_MEMBERS {
        return Err(format!(
            "the archive holds {} files; {MAX_MEMBERS} are read at most: split it",
            archive.len()
        ));
    }
    let mut members = Vec::new();
    let mut problems = Vec::new();
    let mut left = MAX_TOTAL;
    for idx in 0..archive.len() {
        let mut file = match archive.by_index(idx) {
            Ok(file) => file,
            Err(error) => {
                problems.push(Problem::of_file(
                    &format!("member {} of the archive", idx + 1),
                    format!("cannot be read ({error})"),
                ));
                continue;
            }
        };
        let name = file.name().to_owned();
        if file.is_dir() || is_clutter(&name) {
            continue;
        }
        let mut content = Vec::new();
        // The declared size may lie; what counts is what comes out.
        match file.by_ref().take(left + 1).read_to_end(&mut content) {
            Ok(_) if content.len() as u64 > left => {
                return Err(format!(
                    "the archive unfolds to more than {MAX_TOTAL} bytes at {name}; drop its files by \
                     themselves"
                ));
            }
            Ok(_) => {
                left -= content.len() as u64;
                members.push(Member {
                    name,
                    bytes: content,
                });
            }
            Err(error) => {
                problems.push(Problem::of_file(
                    &name,
                    format!("cannot be unpacked ({error})"),
                ));
            }
        }
    }
    Ok(Contents::Files { members, problems })
}

/// Files that operating systems leave in folders and archives.
fn is_clutter(name: &str) -> bool {
    name.starts_with("__MACOSX/") || name.ends_with(".DS_Store") || name.ends_with("Thumbs.db")
}
