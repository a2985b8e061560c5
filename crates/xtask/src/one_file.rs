//! Packs the built reviewer into one page that opens from a disk.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};

use crate::manifest;
use crate::workspace;

/// Starts the app from the parts in the page.
const BOOT: &str = "web/one_file.js";

/// The worker's script in the page, as the boot script names it.
const WORKER: &str = "worker_classic.js";

/// Writes `proofmark.html` from `dist/` and returns its path.
///
/// The page has the same code, styles and example as `dist/`, and a list of the digests of its parts. Its policy
/// allows no connection at all, and names the one script and the one style sheet by their digests.
///
/// # Errors
/// When `dist/` is missing or has not the shape that Trunk gives it.
pub(crate) fn pack() -> Result<PathBuf> {
    let dist = workspace::dist();
    let index = read_text(&dist.join("index.html"))?;
    let boot = read_text(&workspace::root().join(BOOT))?;
    let names = Names::in_index(&index)?;
    let mut parts = Vec::new();
    for name in [names.js.as_str(), names.wasm.as_str(), "worker_bg.wasm"] {
        parts.push((name.to_owned(), read(&dist.join(name))?));
    }
    let worker = classic(&read_text(&dist.join("worker.js"))?)?;
    parts.push((WORKER.to_owned(), worker.into_bytes()));
    for path in manifest::files_below(&dist.join("example"))? {
        let name = format!("example/{path}");
        let bytes = read(&dist.join(&name))?;
        parts.push((name, bytes));
    }
    let list = manifest::lines(&parts);
    parts.push((manifest::NAME.to_owned(), list.into_bytes()));
    let page = page(&dist, &index, &boot, &names, &parts)?;
    let folder = workspace::root().join("dist-one-file");
    std::fs::create_dir_all(&folder).with_context(|| format!("creating {}", folder.display()))?;
    let path = folder.join("proofmark.html");
    std::fs::write(&path, page).with_context(|| format!("writing {}", path.display()))?;
    Ok(path)
}

/// The two hashed names on the boot script's element.
struct Names {
    js: String,
    wasm: String,
}

impl Names {
    fn in_index(index: &str) -> Result<Self> {
        let value = |key: &str| {
            let (_, rest) = index.split_once(&format!("{key}=\""))?;
            let (name, _) = rest.split_once('"')?;
            Some(name.trim_start_matches("./").to_owned())
        };
        Ok(Self {
            js: value("data-js").context("index.html names no script of the app")?,
            wasm: value("data-wasm").context("index.html names no module of the app")?,
        })
    }
}

fn page(
    dist: &Path,
    index: &str,
    boot: &str,
    names: &Names,
    parts: &[(String, Vec<u8>)],
) -> Result<String> {
    let (head, body) = index
        .split_once("</head>")
        .context("index.html has no head")?;
    let mut styles = String::new();
    let mut icon = String::new();
    let mut kept = String::new();
    for line in head.lines() {
        // Trunk writes each of these on a line of its own.
        if line.starts_with("<link rel=\"stylesheet\"") {
            styles.push_str(&read_text(&dist.join(href_in(line)?))?);
        } else if line.starts_with("<link rel=\"icon\"") {
            let bytes = read(&dist.join(href_in(line)?))?;
            icon = format!(
                "<link rel=\"icon\" href=\"data:image/svg+xml;base64,{}\">\n",
                STANDARD.encode(bytes)
            );
        } else if line.contains("http-equiv=\"Content-Security-Policy\"") {
            kept.push_str("@POLICY@\n");
        } else if !line.starts_with("<link rel=\"modulepreload\"")
            && !line.starts_with("<script ")
            && !line.trim().is_empty()
        {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    if styles.is_empty() || !kept.contains("@POLICY@") {
        bail!("index.html has no styles or no policy of its own");
    }
    if styles.contains("</style") || boot.contains("</script") {
        bail!("a style sheet or the boot script would end its own element");
    }
    let policy = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src {} \
         'wasm-unsafe-eval' blob:; style-src {}; img-src blob: data:; connect-src 'none'; worker-src blob:; \
         base-uri 'none'; form-action 'none'\">",
        source_of(boot),
        source_of(&styles)
    );
    let mut page = kept.replace("@POLICY@", &policy);
    page.push_str(&icon);
    page.push_str(&format!("<style>{styles}</style>\n</head>"));
    let (content, end) = body
        .split_once("</body>")
        .context("index.html has no end of its body")?;
    page.push_str(content);
    for (name, bytes) in parts {
        page.push_str(&format!(
            "<script type=\"application/gzip\" data-part=\"{name}\">{}</script>\n",
            STANDARD.encode(gzip(bytes)?)
        ));
    }
    page.push_str(&format!(
        "<script type=\"module\" data-js=\"{}\" data-wasm=\"{}\">{boot}</script>\n</body>{end}",
        names.js, names.wasm
    ));
    Ok(page)
}

/// A module as a script without modules, since a browser starts no module worker from a file.
fn classic(module: &str) -> Result<String> {
    let mut script = String::with_capacity(module.len());
    for line in module.lines() {
        if line.starts_with("export {") {
            continue;
        }
        let line = line.strip_prefix("export ").unwrap_or(line);
        if line.starts_with("import ") || line.starts_with("default ") {
            bail!("the worker's script imports others or exports in a new way: {line}");
        }
        script.push_str(&line.replace("import.meta.url", "self.location.href"));
        script.push('\n');
    }
    Ok(script)
}

fn href_in(line: &str) -> Result<&str> {
    let (_, rest) = line.split_once("href=\"").context("a link without href")?;
    let (name, _) = rest.split_once('"').context("a link without href")?;
    Ok(name.trim_start_matches("./"))
}

/// How a policy names an inline script or style.
fn source_of(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("reading {}", path.display()))
}

fn read_text(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_read_off_the_boot_script() {
        let index = "<script type=\"module\" src=\"./boot.js\" data-js=\"./a-1.js\" data-wasm=\"./a-1_bg.wasm\">";
        let names = Names::in_index(index).expect("both names");
        assert_eq!(
            (names.js.as_str(), names.wasm.as_str()),
            ("a-1.js", "a-1_bg.wasm")
        );
        assert!(
            Names::in_index("<script src=\"./boot.js\">").is_err(),
            "no names"
        );
    }

    #[test]
    fn a_module_becomes_a_plain_script() {
        let module =
            "export function go() {}\nlet at = import.meta.url;\nexport { go as default };\n";
        assert_eq!(
            classic(module).expect("a plain script"),
            "function go() {}\nlet at = self.location.href;\n"
        );
        assert!(
            classic("import x from './x.js';\n").is_err(),
            "another script"
        );
    }

    #[test]
    fn a_policy_names_a_script_by_its_digest() {
        // The digest of nothing, as RFC 6234's test vectors have it, in base 64.
        assert_eq!(
            source_of(""),
            "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
        );
    }
}
