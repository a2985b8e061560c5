//! A session: files come in, in any order; their kinds, states and problems can be asked for.

use std::cell::RefCell;
use std::sync::{Arc, OnceLock};

use proofmark_ground::Library;
use proofmark_report::sha256_hex;
use proofmark_source::{
    FirstPage, Flow, OpenOptions, PageImage, Progress as PageProgress, SourceDocument,
};

use crate::archive::{self, Member};
use crate::files::{FileKind, recognise};
use crate::summary;

/// [`Problem::code`] of a document that no password was given for.
pub const PASSWORD_NEEDED: &str = "password_needed";

/// [`Problem::code`] of a document that the given password does not open.
pub const PASSWORD_WRONG: &str = "password_wrong";

/// Documents of fewer pages are read in about the time that drawing their first takes.
const FIRST_PAGE_FROM: usize = 40;

/// Identifies a file of a session; never used again after the file was removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// How far a long call has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Reading a document: pages read so far, pages in all.
    Reading {
        /// The file's name.
        name: String,
        /// Pages read so far.
        page: usize,
        /// Pages in all.
        n_pages: usize,
    },
    /// The first page of a long document, told once it is read; see [`Session::show_first_pages`].
    FirstPage {
        /// The file's name.
        name: String,
        /// The page's image.
        image: PageImage,
    },
    /// Scoring: attempts judged so far, attempts planned.
    Scoring {
        /// Attempts judged so far.
        attempt: usize,
        /// Attempts planned.
        n_attempts: usize,
    },
}

/// Something that is wrong with an input, or worth knowing about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// A stable code, where the rules give one.
    pub code: Option<&'static str>,
    /// Name of the file.
    pub file: Option<String>,
    /// The line, page or JSON pointer in it.
    pub place: Option<String>,
    /// What was found, what was expected, what to do.
    pub message: String,
}

impl Problem {
    /// A problem of a whole file.
    pub(crate) fn of_file(name: &str, message: impl Into<String>) -> Self {
        Self {
            code: None,
            file: Some(name.to_owned()),
            place: None,
            message: message.into(),
        }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}: ")?;
        }
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.message)?;
        if let Some(code) = self.code {
            write!(f, " [{code}]")?;
        }
        Ok(())
    }
}

/// Whether a file can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileState {
    /// It can.
    Ready,
    /// It can, and something about it should be known.
    Warning,
    /// It cannot; the rest goes on without it.
    Refused,
}

impl FileState {
    /// The name used in messages to other programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::Warning => "warning",
            Self::Refused => "refused",
        }
    }
}

/// A file of a session as its list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEntry {
    /// Its id in the session.
    pub id: FileId,
    /// Its name without folders.
    pub name: String,
    /// What it is.
    pub kind: FileKind,
    /// Its size in bytes.
    pub size: u64,
    /// SHA-256 of its bytes, lower-case hex.
    pub sha256: String,
    /// Whether it can be used.
    pub state: FileState,
    /// What it holds, in a few words.
    pub summary: String,
    /// What is wrong or worth knowing.
    pub problems: Vec<Problem>,
}

/// What is kept of a file.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    /// A document, which owns its bytes.
    Document(Arc<SourceDocument>),
    /// The bytes of anything else.
    Bytes(Arc<[u8]>),
}

#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub(crate) entry: FileEntry,
    pub(crate) content: Content,
    /// The document alone, indexed when it is first asked where a quotation stands.
    pub(crate) alone: Arc<OnceLock<Library>>,
}

impl Slot {
    pub(crate) fn bytes(&self) -> &[u8] {
        match &self.content {
            Content::Bytes(bytes) => bytes,
            Content::Document(_) => &[],
        }
    }

    pub(crate) fn document(&self) -> Option<&Arc<SourceDocument>> {
        match &self.content {
            Content::Document(document) => Some(document),
            Content::Bytes(_) => None,
        }
    }
}

/// The files of one audit and what can be done with them. Reads no clock and no file by itself.
#[derive(Clone, Debug, Default)]
pub struct Session {
    pub(crate) slots: Vec<Slot>,
    next_id: u32,
    password: Option<String>,
    first_page_scale: Option<f32>,
}

impl Session {
    /// The password tried on encrypted documents from now on.
    pub fn set_password(&mut self, password: Option<String>) {
        self.password = password;
    }

    /// From now on the first page of a long PDF is told while the others are read, as an image of `scale` pixels to
    /// the point.
    pub fn show_first_pages(&mut self, scale: f32) {
        self.first_page_scale = Some(scale);
    }

    /// Takes a file in and tells what it is. An archive that is no signed export gives one file a
    /// member. A file that is already here, byte for byte and under the same name, is not taken twice.
    ///
    /// Returns the ids in the order of the members. A file that cannot be used is taken in as well,
    /// with its problems, so that the list can show it.
    pub fn add(
        &mut self,
        name: &str,
        bytes: Vec<u8>,
        progress: &mut dyn FnMut(Progress) -> Flow,
    ) -> Vec<FileId> {
        let kind = recognise(name, &bytes);
        if kind != FileKind::Archive {
            return vec![self.add_one(name, kind, bytes, progress)];
        }
        match archive::read(&bytes) {
            Ok(archive::Contents::Signed) => {
                vec![self.add_one(name, FileKind::SignedReport, bytes, progress)]
            }
            Ok(archive::Contents::Files { members, problems }) => {
                let mut ids = Vec::with_capacity(members.len());
                for Member { name, bytes } in members {
                    let kind = recognise(&name, &bytes);
                    ids.push(self.add_one(&name, kind, bytes, progress));
                }
                for problem in problems {
                    ids.push(self.refuse(problem.file.as_deref().unwrap_or(name), &[], &problem));
                }
                ids
            }
            Err(message) => {
                let problem = Problem::of_file(name, message);
                vec![self.refuse(name, &bytes, &problem)]
            }
        }
    }

    /// Takes in a document that was read elsewhere, on another thread perhaps. `result` is what
    /// reading `bytes` gave; `sha256` and `size` are theirs.
    pub fn add_read_document(
        &mut self,
        name: &str,
        size: u64,
        sha256: String,
        result: Result<SourceDocument, proofmark_source::Error>,
    ) -> FileId {
        if let Some(slot) = self.same(name, &sha256) {
            return slot;
        }
        let (content, state, summary, problems) = match result {
            Ok(document) => {
                let (state, summary, problems) = summary::of_document(name, &document);
                (
                    Content::Document(Arc::new(document)),
                    state,
                    summary,
                    problems,
                )
            }
            Err(error) => (
                Content::Bytes(Arc::from([])),
                FileState::Refused,
                "cannot be read".to_owned(),
                vec![Problem {
                    code: password_code(&error),
                    ..Problem::of_file(name, error.to_string())
                }],
            ),
        };
        self.push(
            name,
            FileKind::Document,
            size,
            sha256,
            content,
            (state, summary, problems),
        )
    }

    /// Takes a file out again.
    pub fn remove(&mut self, id: FileId) {
        self.slots.retain(|slot| slot.entry.id != id);
    }

    /// Takes all files out.
    pub fn clear(&mut self) {
        self.slots.clear();
    }

    /// The files in the order in which they came.
    pub fn files(&self) -> Vec<FileEntry> {
        self.slots.iter().map(|slot| slot.entry.clone()).collect()
    }

    /// The bytes of a file that is no document.
    pub fn bytes(&self, id: FileId) -> Option<&[u8]> {
        let slot = self.slots.iter().find(|slot| slot.entry.id == id)?;
        match &slot.content {
            Content::Bytes(bytes) => Some(bytes),
            Content::Document(_) => None,
        }
    }

    /// The usable files of a kind, in the order in which they came.
    pub(crate) fn of_kind(&self, kind: FileKind) -> impl Iterator<Item = &Slot> {
        self.slots
            .iter()
            .filter(move |slot| slot.entry.kind == kind && slot.entry.state != FileState::Refused)
    }

    fn add_one(
        &mut self,
        name: &str,
        kind: FileKind,
        bytes: Vec<u8>,
        progress: &mut dyn FnMut(Progress) -> Flow,
    ) -> FileId {
        let sha256 = sha256_hex(&bytes);
        if let Some(id) = self.same(name, &sha256) {
            return id;
        }
        let size = bytes.len() as u64;
        if kind == FileKind::Document {
            let options = OpenOptions {
                password: self.password.clone(),
                ..OpenOptions::default()
            };
            let progress = RefCell::new(progress);
            let mut on_page = |at: PageProgress| {
                (progress.borrow_mut())(Progress::Reading {
                    name: name.to_owned(),
                    page: at.page,
                    n_pages: at.n_pages,
                })
            };
            let mut show = |image| {
                (progress.borrow_mut())(Progress::FirstPage {
                    name: name.to_owned(),
                    image,
                });
            };
            let first_page = self.first_page_scale.map(|scale| FirstPage {
                scale,
                n_pages_from: FIRST_PAGE_FROM,
                show: &mut show,
            });
            let result =
                proofmark_source::open_showing(name, bytes, &options, &mut on_page, first_page);
            return self.add_read_document(name, size, sha256, result);
        }
        let told = summary::of_file(name, kind, &bytes);
        self.push(
            name,
            kind,
            size,
            sha256,
            Content::Bytes(Arc::from(bytes)),
            told,
        )
    }

    fn refuse(&mut self, name: &str, bytes: &[u8], problem: &Problem) -> FileId {
        self.push(
            name,
            FileKind::Unknown,
            bytes.len() as u64,
            sha256_hex(bytes),
            Content::Bytes(Arc::from([])),
            (
                FileState::Refused,
                "cannot be read".to_owned(),
                vec![problem.clone()],
            ),
        )
    }

    /// The file of that name and digest that can be used, if it is here already.
    fn same(&self, name: &str, sha256: &str) -> Option<FileId> {
        let is_same = |slot: &&Slot| {
            slot.entry.sha256 == sha256
                && slot.entry.name == base_name(name)
                && slot.entry.state != FileState::Refused
        };
        self.slots.iter().find(is_same).map(|slot| slot.entry.id)
    }

    fn push(
        &mut self,
        name: &str,
        kind: FileKind,
        size: u64,
        sha256: String,
        content: Content,
        (state, summary, problems): (FileState, String, Vec<Problem>),
    ) -> FileId {
        let id = FileId(self.next_id);
        self.next_id += 1;
        let name = base_name(name).to_owned();
        // A second try at the same file, with another password perhaps, takes the refused one's place.
        self.slots.retain(|slot| {
            slot.entry.name != name
                || slot.entry.sha256 != sha256
                || slot.entry.state != FileState::Refused
        });
        let entry = FileEntry {
            id,
            name,
            kind,
            size,
            sha256,
            state,
            summary,
            problems,
        };
        self.slots.push(Slot {
            entry,
            content,
            alone: Arc::default(),
        });
        id
    }
}

/// The code by which a face knows that it can ask for a password.
fn password_code(error: &proofmark_source::Error) -> Option<&'static str> {
    match error {
        proofmark_source::Error::PasswordNeeded => Some(PASSWORD_NEEDED),
        proofmark_source::Error::PasswordWrong => Some(PASSWORD_WRONG),
        _ => None,
    }
}

/// A path's last part, whichever way its slashes lean.
fn base_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Reads a document outside of a session, on another thread perhaps; hand the result to
/// [`Session::add_read_document`].
///
/// # Errors
/// Whatever keeps the document from being read.
pub fn open_document(
    name: &str,
    bytes: Vec<u8>,
    password: Option<String>,
) -> Result<SourceDocument, proofmark_source::Error> {
    let options = OpenOptions {
        password,
        ..OpenOptions::default()
    };
    proofmark_source::open(name, bytes, &options, &mut |_| Flow::Continue)
}
