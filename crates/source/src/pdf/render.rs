//! Page images.

use super::guard::contained;
use super::load::PdfSource;
use crate::Error;
use hayro::hayro_interpret::util::TransformExt;
use hayro::hayro_interpret::{InterpreterSettings, RenderContent};
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

impl PdfSource {
    pub(crate) fn render(&self, page_idx: usize, scale: f32) -> Result<PageImage, Error> {
        let no_page = Error::NoSuchPage {
            page_idx,
            n_pages: self.pages.len(),
        };
        let geometry = self.pages.get(page_idx).ok_or(no_page)?.geometry;
        let pixels = |length_pt: f32| (f64::from(length_pt) * f64::from(scale)).round();
        let (width, height) = (pixels(geometry.width_pt), pixels(geometry.height_pt));
        if !(width >= 1.0 && height >= 1.0) {
            return Err(Error::BadScale);
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "positive, and a saturated count is over every limit"
        )]
        let found = (width * height) as u64;
        let side = f64::from(u16::MAX);
        if found > self.limits.n_image_pixels || width > side || height > side {
            let limit = self.limits.n_image_pixels;
            return Err(Error::TooLarge {
                what: "page image in pixels",
                limit,
                found,
            });
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 1 and 65535, checked above"
        )]
        let (width, height) = (width as u16, height as u16);
        contained(|| self.draw(page_idx, width, height))
            .flatten()
            .ok_or(Error::LibraryFailed {
                page_idx: Some(page_idx),
            })
    }

    fn draw(&self, page_idx: usize, width: u16, height: u16) -> Option<PageImage> {
        let page = self.pdf.pages().get(page_idx)?;
        let (width_pt, height_pt) = page.render_dimensions();
        // The page fills the whole pixels of the image exactly.
        let scale = Affine::scale_non_uniform(
            f64::from(width) / f64::from(width_pt),
            f64::from(height) / f64::from(height_pt),
        );
        let transform = scale * page.initial_transform(true).to_kurbo();
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
        Some(PageImage {
            width: u32::from(width),
            height: u32::from(height),
            rgba: pixmap.data_as_u8_slice().to_vec(),
        })
    }
}
