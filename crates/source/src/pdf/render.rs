//! Page images.

use super::guard::contained;
use super::load::{PdfPage, PdfSource};
use crate::{Error, Limits};
use hayro::hayro_interpret::util::TransformExt;
use hayro::hayro_interpret::{InterpreterSettings, RenderContent};
use hayro::hayro_syntax::page::Page;
use hayro::kurbo::Affine;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::vello_cpu::{Pixmap, RasterizerSettings, RenderContext, Resources, TargetInit};
use hayro::{RenderCache, RenderSettings, render_into};

/// An image of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageImage {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Red, green, blue, alpha of each pixel, row by row from the top, one byte each. Pages are drawn on
    /// white, so alpha is 255 and it makes no difference whether it is premultiplied.
    pub rgba: Vec<u8>,
}

/// A part of a page image, in pixels from its top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PixelRegion {
    /// First column.
    pub x: u32,
    /// First row.
    pub y: u32,
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
}

impl PdfSource {
    pub(crate) fn render(
        &self,
        page_idx: usize,
        scale: f32,
        region: Option<PixelRegion>,
    ) -> Result<PageImage, Error> {
        let no_page = Error::NoSuchPage {
            page_idx,
            n_pages: self.pages.len(),
        };
        let about = self.pages.get(page_idx).ok_or(no_page)?;
        let page = contained(|| self.pdf.pages().get(page_idx))
            .flatten()
            .ok_or(Error::LibraryFailed {
                page_idx: Some(page_idx),
            })?;
        render_page((page_idx, page), about, &self.limits, scale, region)
    }

    /// The largest scale whose image of the page keeps all limits.
    pub(crate) fn largest_scale(&self, page_idx: usize) -> Option<f32> {
        let geometry = self.pages.get(page_idx)?.geometry;
        let (width, height) = (f64::from(geometry.width_pt), f64::from(geometry.height_pt));
        #[expect(clippy::cast_precision_loss, reason = "far below 2⁵³ pixels")]
        let n_pixels = self.limits.n_image_pixels as f64;
        // A side may be rounded up, by half a pixel at most.
        let by_area = (n_pixels / (width * height)).sqrt() - 0.5 / width.min(height);
        let by_side = (f64::from(u16::MAX) - 0.5) / width.max(height);
        #[expect(clippy::cast_possible_truncation, reason = "a scale needs no more")]
        let scale = by_area.min(by_side) as f32;
        (scale > 0.0).then_some(scale)
    }
}

/// Draws a page, or a region of it; `about` is what reading it found.
///
/// # Errors
/// As [`SourceDocument::render`](crate::SourceDocument::render).
pub(super) fn render_page(
    (page_idx, page): (usize, &Page<'_>),
    about: &PdfPage,
    limits: &Limits,
    scale: f32,
    region: Option<PixelRegion>,
) -> Result<PageImage, Error> {
    if about.n_painted_pixels > limits.n_painted_pixels {
        return Err(Error::TooLarge {
            what: "the page's images in pixels",
            limit: limits.n_painted_pixels,
            found: about.n_painted_pixels,
        });
    }
    if about.is_over_budget {
        // Drawing would take as many, and cannot be stopped.
        let limit = limits.n_page_steps as u64;
        return Err(Error::TooLarge {
            what: "the page's work in steps",
            limit,
            found: limit + 1,
        });
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "saturates, and is not negative"
    )]
    let n_mesh_samples = (about.n_mesh_samples as f64 * f64::from(scale) * f64::from(scale)) as u64;
    if n_mesh_samples > limits.n_mesh_samples {
        return Err(Error::TooLarge {
            what: "the page's mesh shadings in pixels",
            limit: limits.n_mesh_samples,
            found: n_mesh_samples,
        });
    }
    let geometry = about.geometry;
    let pixels = |length_pt: f32| (f64::from(length_pt) * f64::from(scale)).round();
    let (width, height) = (pixels(geometry.width_pt), pixels(geometry.height_pt));
    if !(width >= 1.0 && height >= 1.0) {
        return Err(Error::BadScale);
    }
    // Saturating: what does not fit is beyond every limit.
    let whole = PixelRegion {
        x: 0,
        y: 0,
        width: whole_pixels(width),
        height: whole_pixels(height),
    };
    let region = match region {
        None => whole,
        Some(region) => region.within(&whole).ok_or(Error::BadScale)?,
    };
    let found = u64::from(region.width) * u64::from(region.height);
    let too_large = Error::TooLarge {
        what: "page image in pixels",
        limit: limits.n_image_pixels,
        found,
    };
    if found > limits.n_image_pixels {
        return Err(too_large);
    }
    let size = (u16::try_from(region.width), u16::try_from(region.height));
    let (Ok(n_columns), Ok(n_rows)) = size else {
        return Err(too_large);
    };
    // The page fills the whole pixels of its image exactly.
    let view = Affine::translate((-f64::from(region.x), -f64::from(region.y)))
        * Affine::scale_non_uniform(
            width / f64::from(geometry.width_pt),
            height / f64::from(geometry.height_pt),
        );
    contained(|| draw(page, n_columns, n_rows, view)).ok_or(Error::LibraryFailed {
        page_idx: Some(page_idx),
    })
}

fn draw(page: &Page<'_>, width: u16, height: u16, view: Affine) -> PageImage {
    let transform = view * page.initial_transform(true).to_kurbo();
    let cache = RenderCache::new();
    let settings = InterpreterSettings {
        render_content: RenderContent::all(),
        ..Default::default()
    };
    let mut context = RenderContext::new(width, height);
    render_into(
        page,
        &cache,
        &settings,
        &RenderSettings::default(),
        &mut context,
        transform,
    );
    context.flush();
    let mut pixmap = Pixmap::new(width, height);
    context.render_with(
        &mut pixmap,
        &mut Resources::default(),
        RasterizerSettings {
            target_init: TargetInit::Clear(WHITE),
            ..Default::default()
        },
    );
    PageImage {
        width: u32::from(width),
        height: u32::from(height),
        rgba: pixmap.data_as_u8_slice().to_vec(),
    }
}

impl PixelRegion {
    /// The part of the region inside `whole`; `None` when that is nothing.
    fn within(&self, whole: &Self) -> Option<Self> {
        let width = self.width.min(whole.width.checked_sub(self.x)?);
        let height = self.height.min(whole.height.checked_sub(self.y)?);
        (width > 0 && height > 0).then_some(Self {
            x: self.x,
            y: self.y,
            width,
            height,
        })
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates, and is not negative"
)]
fn whole_pixels(length: f64) -> u32 {
    length as u32
}
