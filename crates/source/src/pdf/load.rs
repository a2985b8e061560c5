//! Opening a PDF and reading all its pages.

use super::assemble::PageAssembler;
use super::chars::CharFinder;
use super::collect::Collector;
use super::guard::contained;
use super::labels::page_labels;
use super::mend::with_stream_ends;
use super::owner::user_password;
use super::render::render_page;
use super::unfold::too_large;
use crate::geometry::PageGeometry;
use crate::open::{FirstPage, Flow, OpenOptions, Progress};
use crate::positions::PagePositions;
use crate::source_document::{Diagnostic, Problem, SourceDocument};
use crate::{Error, Limits};
use hayro::hayro_interpret::util::TransformExt;
use hayro::hayro_interpret::{
    Context, InterpreterCache, InterpreterSettings, RenderContent, interpret_page,
};
use hayro::hayro_syntax::object::{Dict, Object};
use hayro::hayro_syntax::page::Page;
use hayro::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use hayro::kurbo::Rect;
use proofmark_text::{Document, PageText};
use std::sync::{Arc, OnceLock};

/// How near to the end of a file its end mark stands. Readers look in the last KiB; some files carry rubbish.
const END_MARK_WITHIN: usize = 4096;

/// An opened PDF with the positions of its text.
pub(crate) struct PdfSource {
    pub(crate) pdf: Pdf,
    pub(crate) pages: Vec<PdfPage>,
    pub(crate) limits: Limits,
    pub(crate) data: Arc<Vec<u8>>,
    pub(crate) password: Option<String>,
    pub(crate) second: OnceLock<Option<Arc<Document>>>,
}

/// One page's size and text positions.
pub(crate) struct PdfPage {
    pub(crate) geometry: PageGeometry,
    pub(crate) positions: PagePositions,
    /// See [`Limits::n_painted_pixels`].
    pub(crate) n_painted_pixels: u64,
    /// See [`Limits::n_mesh_samples`]; at one pixel a point.
    pub(crate) n_mesh_samples: u64,
    /// Whether it passes [`Limits::n_page_steps`].
    pub(crate) is_over_budget: bool,
}

/// Opens a PDF; see [`crate::open`].
pub(crate) fn open(
    bytes: Vec<u8>,
    options: &OpenOptions,
    on_page: &mut dyn FnMut(Progress) -> Flow,
    first_page: Option<FirstPage<'_>>,
) -> Result<SourceDocument, Error> {
    if let Some(at) = too_large(&bytes, options.limits.n_stream_bytes) {
        return Err(Error::UnfoldsTooFar {
            at,
            limit: options.limits.n_stream_bytes,
        });
    }
    let data = Arc::new(bytes);
    let source = read(Arc::clone(&data), options, on_page, first_page)?;
    if n_unreadable(&source) == 0 {
        return Ok(source);
    }
    let Some(mended) = with_stream_ends(&data) else {
        return Ok(source);
    };
    match read(Arc::new(mended), options, on_page, None) {
        Err(Error::Cancelled) => Err(Error::Cancelled),
        Ok(again) if n_unreadable(&again) < n_unreadable(&source) => {
            Ok(again.with_problem(Problem::Recovered))
        }
        _ => Ok(source),
    }
}

/// The parsed file and the user's password of it: the given one, the one that the owner's leads to, or none where
/// the file opens without. `None` when the library panics.
fn decrypted(
    data: &Arc<Vec<u8>>,
    given: Option<&str>,
) -> Option<(Result<Pdf, LoadPdfError>, Option<String>)> {
    let parse = |password: &str| contained(|| Pdf::new_with_password(Arc::clone(data), password));
    let first = parse(given.unwrap_or(""))?;
    let is_refused = matches!(
        first,
        Err(LoadPdfError::Decryption(DecryptionError::PasswordProtected))
    );
    if let (true, Some(password)) = (is_refused, given) {
        for other in [user_password(data, password), Some(String::new())] {
            if let Some(other) = other
                && let Ok(pdf) = parse(&other)?
            {
                return Some((Ok(pdf), Some(other)));
            }
        }
    }
    Some((first, given.map(str::to_owned)))
}

/// Pages that could not be read to their end.
fn n_unreadable(source: &SourceDocument) -> usize {
    let problems = source.diagnostics().iter().map(|d| &d.problem);
    problems
        .filter(|problem| **problem == Problem::UnreadablePage)
        .count()
}

fn read(
    data: Arc<Vec<u8>>,
    options: &OpenOptions,
    on_page: &mut dyn FnMut(Progress) -> Flow,
    first_page: Option<FirstPage<'_>>,
) -> Result<SourceDocument, Error> {
    let has_end_mark = has_end_mark(&data);
    let damaged = || {
        if has_end_mark {
            Error::Damaged
        } else {
            Error::Truncated {
                n_bytes: data.len(),
            }
        }
    };
    let (pdf, password) = decrypted(&data, options.password.as_deref())
        .ok_or(Error::LibraryFailed { page_idx: None })?;
    let pdf = pdf.map_err(|error| match error {
        LoadPdfError::Decryption(error) => decryption(error, options.password.is_some()),
        LoadPdfError::Invalid => damaged(),
    })?;
    let n_pages = contained(|| pdf.pages().len()).ok_or(Error::LibraryFailed { page_idx: None })?;
    let declared = contained(|| declared_pages(&pdf)).flatten();
    if n_pages == 0 {
        return Err(if has_end_mark {
            Error::NoPages
        } else {
            damaged()
        });
    }
    if !has_end_mark && (declared != Some(n_pages) || ends_inside_object(&data)) {
        return Err(damaged());
    }
    if n_pages > options.limits.n_pages {
        return Err(Error::TooLarge {
            what: "document in pages",
            limit: options.limits.n_pages as u64,
            found: n_pages as u64,
        });
    }
    let mut diagnostics = Vec::new();
    if !has_end_mark {
        diagnostics.push(Diagnostic {
            page_idx: None,
            problem: Problem::Recovered,
        });
    }
    if let Some(declared) = declared.filter(|n| *n > n_pages) {
        let problem = Problem::MissingPages {
            declared,
            found: n_pages,
        };
        diagnostics.push(Diagnostic {
            page_idx: None,
            problem,
        });
    }

    let mut labels =
        contained(|| page_labels(&pdf, n_pages)).unwrap_or_else(|| vec![None; n_pages]);
    let settings = InterpreterSettings {
        render_content: RenderContent::PAGE,
        ..InterpreterSettings::default()
    };
    let mut reader = Reader {
        cache: InterpreterCache::new(),
        finder: CharFinder::new(&pdf),
        settings,
        limits: options.limits,
    };
    let mut texts = Vec::with_capacity(n_pages);
    let mut pages = Vec::with_capacity(n_pages);
    let mut first_page = first_page.filter(|first| n_pages >= first.n_pages_from);
    for (page_idx, page) in pdf.pages().iter().enumerate() {
        if on_page(Progress {
            page: page_idx,
            n_pages,
        }) == Flow::Stop
        {
            return Err(Error::Cancelled);
        }
        let read = contained(|| reader.read_page(page));
        let (mut text, read, problems) = read.unwrap_or_else(|| unreadable(page));
        text.label = labels.get_mut(page_idx).and_then(Option::take);
        diagnostics.extend(problems.into_iter().map(|problem| Diagnostic {
            page_idx: Some(page_idx),
            problem,
        }));
        if let Some(FirstPage { scale, show, .. }) = first_page.take()
            && let Ok(image) = render_page((page_idx, page), &read, &options.limits, scale, None)
        {
            show(image);
        }
        texts.push(text);
        pages.push(read);
    }
    drop(reader);
    if on_page(Progress {
        page: n_pages,
        n_pages,
    }) == Flow::Stop
    {
        return Err(Error::Cancelled);
    }
    let source = PdfSource {
        pdf,
        pages,
        limits: options.limits,
        data,
        password,
        second: OnceLock::new(),
    };
    let lacks_text = diagnostics.iter().any(|d| {
        matches!(
            d.problem,
            Problem::MissingPages { .. } | Problem::PageLimit { .. } | Problem::UnreadablePage
        )
    });
    let mut document = Document::from_pages(texts);
    if lacks_text {
        document = document.with_missing_text();
    }
    Ok(SourceDocument::from_pdf(document, diagnostics, source))
}

type ReadPage = (PageText, PdfPage, Vec<Problem>);

/// What all pages of a document are read with.
struct Reader<'a> {
    cache: InterpreterCache<'a>,
    finder: CharFinder<'a>,
    settings: InterpreterSettings,
    limits: Limits,
}

impl<'a> Reader<'a> {
    /// Reads a page. Where the library fails, what it gave so far is kept, and the page says that it is not
    /// whole.
    fn read_page(&mut self, page: &'a Page<'a>) -> ReadPage {
        let geometry = geometry(page);
        let limits = self.limits;
        let mut problems = Vec::new();
        let assembler =
            PageAssembler::new(geometry.width_pt, geometry.height_pt, limits.n_page_chars);
        let mut collector = Collector::new(assembler, &mut self.finder, limits.n_page_steps);
        let n_content_bytes = page.page_stream().map_or(0, <[u8]>::len);
        if page.page_stream().is_none() && has_content(page) {
            problems.push(Problem::UnreadablePage);
        }
        let mut is_whole = true;
        if n_content_bytes > limits.n_content_bytes {
            problems.push(Problem::PageLimit {
                what: "content in bytes",
                limit: limits.n_content_bytes,
            });
        } else {
            is_whole = contained(|| {
                interpret(page, &geometry, &self.cache, &self.settings, &mut collector);
            })
            .is_some();
        }
        if !is_whole {
            // The cache may hold the half-built object that failed.
            self.cache = InterpreterCache::new();
        }
        collector.end_content();
        if collector.is_over_budget {
            problems.push(Problem::PageLimit {
                what: "work in steps",
                limit: limits.n_page_steps,
            });
        } else if !is_whole {
            problems.push(Problem::UnreadablePage);
        }
        finish_page(collector, geometry, &limits, problems)
    }
}

/// Hands the page's content, then its annotations, to the collector.
fn interpret<'a>(
    page: &'a Page<'a>,
    geometry: &PageGeometry,
    cache: &InterpreterCache<'a>,
    settings: &InterpreterSettings,
    collector: &mut Collector<'_, '_>,
) {
    let view = Rect::new(
        0.0,
        0.0,
        f64::from(geometry.width_pt),
        f64::from(geometry.height_pt),
    );
    let transform = page.initial_transform(true).to_kurbo();
    let mut context = Context::new(transform, view, cache, page.xref(), settings.clone());
    interpret_page(page, &mut context, collector);
    let paints_shapes = collector.paints_shapes;
    if page.raw().contains_key(b"Annots") {
        // Filled fields, free text and stamps are to be seen on the page, so they are its text too;
        // they come after it and never join its lines.
        collector.end_content();
        let settings = InterpreterSettings {
            render_content: RenderContent::ANNOTATIONS,
            ..settings.clone()
        };
        let mut context = Context::new(transform, view, cache, page.xref(), settings);
        interpret_page(page, &mut context, collector);
        collector.paints_shapes = paints_shapes;
    }
}

/// Makes the page of what was collected, and says what is wrong with it.
fn finish_page(
    collector: Collector<'_, '_>,
    geometry: PageGeometry,
    limits: &Limits,
    mut problems: Vec<Problem>,
) -> ReadPage {
    let Collector {
        assembler,
        n_unmapped,
        n_guessed,
        n_private,
        n_glyphs,
        n_painted_pixels,
        n_mesh_samples,
        is_over_budget,
        paints_shapes,
        ..
    } = collector;
    let assembled = assembler.finish();
    if assembled.is_cut {
        problems.push(Problem::PageLimit {
            what: "text in chars",
            limit: limits.n_page_chars,
        });
    }
    if n_unmapped > 0 {
        problems.push(Problem::UnmappedGlyphs { n: n_unmapped });
    }
    if n_guessed > 0 {
        problems.push(Problem::GuessedChars { n: n_guessed });
    }
    if n_private > 0 {
        problems.push(Problem::PrivateChars { n: n_private });
    }
    // Where most glyphs have no known char nothing could be found, so nothing may count as missing.
    let is_unreadable =
        2 * n_unmapped > n_glyphs || !problems.is_empty() && assembled.text.is_empty();
    let is_scan = is_unreadable || (assembled.text.is_empty() && paints_shapes);
    if is_scan {
        problems.push(Problem::NoTextLayer);
    }
    let text = PageText {
        text: assembled.text,
        label: None,
        is_scan,
        unverified: assembled.unverified,
    };
    let page = PdfPage {
        geometry,
        positions: assembled.positions,
        n_painted_pixels,
        n_mesh_samples,
        is_over_budget,
    };
    (text, page, problems)
}

/// Whether the page states a content stream at all.
fn has_content(page: &Page<'_>) -> bool {
    match page.raw().get::<Object<'_>>(b"Contents") {
        Some(Object::Null(_)) => false,
        Some(Object::Array(parts)) => parts.raw_iter().next().is_some(),
        Some(_) => true,
        // A reference to nothing is a missing object.
        None => page.raw().get_ref(b"Contents").is_some(),
    }
}

/// A page on which the library failed: it has no text, and says so.
fn unreadable(page: &Page<'_>) -> ReadPage {
    let text = PageText {
        is_scan: true,
        ..PageText::default()
    };
    let page = PdfPage {
        geometry: geometry(page),
        positions: PagePositions::default(),
        n_painted_pixels: 0,
        n_mesh_samples: 0,
        is_over_budget: false,
    };
    (
        text,
        page,
        vec![Problem::UnreadablePage, Problem::NoTextLayer],
    )
}

fn geometry(page: &Page<'_>) -> PageGeometry {
    let (width_pt, height_pt) = page.render_dimensions();
    let user_unit = page
        .raw()
        .get::<f32>(b"UserUnit")
        .filter(|u| *u > 0.0 && u.is_finite());
    let transform = page.initial_transform(true).to_kurbo();
    PageGeometry::new(width_pt, height_pt, transform, user_unit.unwrap_or(1.0))
}

/// The page tree's own count.
fn declared_pages(pdf: &Pdf) -> Option<usize> {
    let catalog = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id())?;
    let count = catalog.get::<Dict<'_>>(b"Pages")?.get::<i32>(b"Count")?;
    usize::try_from(count).ok()
}

/// Whether the last object of the file lacks its end.
fn ends_inside_object(data: &[u8]) -> bool {
    let rest = rfind(data, b"endobj").map_or(data, |at| &data[at + 6..]);
    rfind(rest, b" obj").is_some()
}

/// Where `needle` stands last in `data`.
fn rfind(data: &[u8], needle: &[u8]) -> Option<usize> {
    data.windows(needle.len()).rposition(|w| w == needle)
}

fn has_end_mark(data: &[u8]) -> bool {
    let tail = &data[data.len().saturating_sub(END_MARK_WITHIN)..];
    tail.windows(5).any(|w| w == b"%%EOF")
}

fn decryption(error: DecryptionError, has_password: bool) -> Error {
    match error {
        DecryptionError::PasswordProtected if has_password => Error::PasswordWrong,
        DecryptionError::PasswordProtected => Error::PasswordNeeded,
        DecryptionError::MissingIDEntry => Error::EncryptionUnsupported {
            found: "no file identifier",
        },
        DecryptionError::InvalidEncryption => Error::EncryptionUnsupported {
            found: "an invalid encryption dictionary",
        },
        DecryptionError::UnsupportedAlgorithm => Error::EncryptionUnsupported {
            found: "an unknown algorithm",
        },
    }
}
