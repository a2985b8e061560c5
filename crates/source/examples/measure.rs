//! One measurement of one file for the benchmark in `bench/source`, as JSON on standard output.
//!
//! - `measure text FILE`: text and glyph origins of each page
//! - `measure time FILE`: processor time in milliseconds of reading text with positions
//! - `measure image FILE PAGE SCALE OUT`: a page, from 0, as a PPM file, and the time that took

#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a tool for the desk: it reads arguments, takes times, writes files and prints"
)]

use proofmark_source::{Error, Flow, OpenOptions, PageImage, PixelRegion, SourceDocument, open};
use proofmark_text::TextRange;
use serde_json::{Value, json};
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let answer = match words.as_slice() {
        ["text", file] => text(file),
        ["time", file] => time(file),
        ["image", file, page, scale, out] => image(file, page, scale, out),
        _ => Err("usage: measure text|time FILE, measure image FILE PAGE SCALE OUT".to_owned()),
    };
    let (answer, code) = match answer {
        Ok(mut answer) => {
            answer["peak_mb"] = json!(peak_mb());
            (answer, ExitCode::SUCCESS)
        }
        Err(error) => (
            json!({ "ok": false, "error": error, "pages": [], "glyphs": [] }),
            ExitCode::FAILURE,
        ),
    };
    println!("{answer}");
    code
}

fn read(file: &str) -> Result<(SourceDocument, f64), String> {
    let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
    let timer = Timer::start();
    let source: Result<SourceDocument, Error> =
        open(file, bytes, &OpenOptions::default(), &mut |_| {
            Flow::Continue
        });
    let ms = timer.ms();
    source
        .map(|source| (source, ms))
        .map_err(|error| error.to_string())
}

fn time(file: &str) -> Result<Value, String> {
    let (_, ms) = read(file)?;
    Ok(json!({ "ok": true, "ms": ms }))
}

fn text(file: &str) -> Result<Value, String> {
    let (source, ms) = read(file)?;
    let document = source.document();
    let mut pages = Vec::new();
    let mut glyphs = Vec::new();
    for (page_idx, page) in document.pages().iter().enumerate() {
        pages.push(document.slice(page.range()));
        let chars: Vec<Value> = source
            .char_quads(page.range())
            .into_iter()
            .filter_map(|(at, place)| {
                let c = document.raw()[at..].chars().next()?;
                let [start, _, _, above] = place.quad_view;
                // The baseline lies 0.22 em above the lower edge of a box of one em.
                let [x, y] = [0, 1].map(|i| start[i] + 0.22 * (above[i] - start[i]));
                (!c.is_whitespace()).then(|| json!([c.to_string(), x, y]))
            })
            .collect();
        let unit = source.page_geometry(page_idx).map_or(1.0, |g| g.user_unit);
        glyphs.push(json!({ "unit": unit, "chars": chars }));
    }
    let problems: Vec<String> = source
        .diagnostics()
        .iter()
        .map(|d| format!("page {:?}: {}", d.page_idx, d.problem))
        .collect();
    let n_boxes = source.boxes(TextRange::new(0, document.raw().len())).len();
    Ok(json!({
        "ok": true, "ms": ms, "pages": pages, "glyphs": glyphs, "problems": problems, "n_boxes": n_boxes,
    }))
}

fn image(file: &str, page: &str, scale: &str, out: &str) -> Result<Value, String> {
    let page_idx: usize = page
        .parse()
        .map_err(|_| "the page is no number".to_owned())?;
    let scale: f32 = scale
        .parse()
        .map_err(|_| "the scale is no number".to_owned())?;
    let (source, _) = read(file)?;
    let geometry = source.page_geometry(page_idx).ok_or("no such page")?;
    let timer = Timer::start();
    let tiles = tiles(
        &source,
        page_idx,
        scale,
        [geometry.width_pt, geometry.height_pt],
    )?;
    let ms = timer.ms();
    let width = tiles.iter().map(|(x, _, tile)| x + tile.width).max();
    let height = tiles.iter().map(|(_, y, tile)| y + tile.height).max();
    let (width, height) = (width.unwrap_or(0), height.unwrap_or(0));
    let mut rgb = vec![0; width as usize * height as usize * 3];
    for (x, y, tile) in &tiles {
        for (row, pixels) in tile.rgba.chunks_exact(tile.width as usize * 4).enumerate() {
            let start = ((*y as usize + row) * width as usize + *x as usize) * 3;
            for (to, from) in rgb[start..].chunks_exact_mut(3).zip(pixels.chunks_exact(4)) {
                to.copy_from_slice(&from[..3]);
            }
        }
    }
    let mut ppm = format!("P6 {width} {height} 255\n").into_bytes();
    ppm.extend_from_slice(&rgb);
    std::fs::write(out, ppm).map_err(|error| error.to_string())?;
    Ok(json!({ "ok": true, "ms": ms }))
}

/// The page's image whole, or in tiles where it is too large for one; each tile with its first column and row.
fn tiles(
    source: &SourceDocument,
    page_idx: usize,
    scale: f32,
    size_pt: [f32; 2],
) -> Result<Vec<(u32, u32, PageImage)>, String> {
    const SIDE: u32 = 2048;
    match source.render(page_idx, scale) {
        Ok(image) => return Ok(vec![(0, 0, image)]),
        Err(Error::TooLarge { .. }) => {}
        Err(error) => return Err(error.to_string()),
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "saturates, and is not negative"
    )]
    let [width, height] = size_pt.map(|side| (side * scale).round() as u32);
    let mut tiles = Vec::new();
    for y in (0..height).step_by(SIDE as usize) {
        for x in (0..width).step_by(SIDE as usize) {
            let region = PixelRegion {
                x,
                y,
                width: SIDE,
                height: SIDE,
            };
            let tile = source
                .render_region(page_idx, scale, region)
                .map_err(|error| error.to_string())?;
            tiles.push((x, y, tile));
        }
    }
    Ok(tiles)
}

/// Takes the processor time of this thread, where the system tells it, so that other work on the machine does
/// not count.
struct Timer {
    start: Instant,
    start_cpu_ns: Option<u64>,
}

impl Timer {
    fn start() -> Self {
        Self {
            start: Instant::now(),
            start_cpu_ns: cpu_ns(),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "far below 2⁵³ ns")]
    fn ms(&self) -> f64 {
        match (self.start_cpu_ns, cpu_ns()) {
            (Some(start), Some(end)) => (end - start) as f64 / 1e6,
            _ => self.start.elapsed().as_secs_f64() * 1e3,
        }
    }
}

/// The most memory that this process held so far; 0 where the system does not tell.
fn peak_mb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kib = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or(0) / 1024
}

fn cpu_ns() -> Option<u64> {
    // The system counts a running thread's time when it is switched.
    std::thread::yield_now();
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split_whitespace().next()?.parse().ok()
}
