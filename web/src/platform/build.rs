//! Is this the build it says it is? Its manifest lists every file with its digest.

use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::{error_text, files};

/// Lines of `sha256  path`, as `sha256sum` writes them, beside the page.
const MANIFEST: &str = "manifest.sha256";

/// The module in which everything is judged.
const WORKER_MODULE: &str = "worker_bg.wasm";

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Build {
    pub(crate) is_whole: bool,
    pub(crate) package: String,
    pub(crate) is_runtime_known: bool,
    pub(crate) runtime: String,
    /// Of the worker's module, where it could be read.
    pub(crate) wasm_sha256: Option<String>,
}

/// Reads every file of the manifest again and compares the digests.
pub(crate) async fn check_build() -> Build {
    let module = digest_of(WORKER_MODULE).await;
    let wasm_sha256 = module.as_ref().ok().cloned();
    let manifest = match files::text_at(MANIFEST).await {
        Ok(manifest) => parse(&manifest),
        Err(_) => {
            let missing = "this build carries no manifest".to_owned();
            return Build {
                is_whole: false,
                package: missing.clone(),
                is_runtime_known: false,
                runtime: missing,
                wasm_sha256,
            };
        }
    };
    let mut wrong = None;
    for (digest, path) in &manifest {
        match digest_of(path).await {
            Ok(found) if found == *digest => {}
            Ok(_) => wrong = Some(format!("{path} is not the file that was built")),
            Err(message) => wrong = Some(message),
        }
        if wrong.is_some() {
            break;
        }
    }
    let expected = manifest.iter().find(|(_, path)| path == WORKER_MODULE);
    let (is_runtime_known, runtime) = match (&module, expected) {
        (Ok(found), Some((digest, _))) if found == digest => {
            let start = found.get(..8).unwrap_or_default();
            (
                true,
                format!(
                    "wasm {}, digest {start} as in the manifest",
                    env!("CARGO_PKG_VERSION")
                ),
            )
        }
        (Ok(_), Some(_)) => (
            false,
            "the module's digest is not the manifest's".to_owned(),
        ),
        (Ok(_), None) => (false, "the manifest does not name the module".to_owned()),
        (Err(message), _) => (false, message.clone()),
    };
    Build {
        is_whole: wrong.is_none() && !manifest.is_empty(),
        package: wrong
            .unwrap_or_else(|| format!("{} files match the build’s manifest", manifest.len())),
        is_runtime_known,
        runtime,
        wasm_sha256,
    }
}

fn parse(manifest: &str) -> Vec<(String, String)> {
    manifest
        .lines()
        .filter_map(|line| line.split_once("  "))
        .map(|(digest, path)| (digest.to_owned(), path.to_owned()))
        .collect()
}

async fn digest_of(path: &str) -> Result<String, String> {
    let buffer = files::fetch(path)
        .await?
        .array_buffer()
        .map_err(|thrown| error_text(&thrown))?;
    let buffer = JsFuture::from(buffer)
        .await
        .map_err(|thrown| error_text(&thrown))?;
    sha256(&buffer.unchecked_into()).await
}

/// SHA-256 by the browser, off this thread; lower-case hex.
async fn sha256(buffer: &js_sys::ArrayBuffer) -> Result<String, String> {
    let digest = || -> Result<js_sys::Promise, JsValue> {
        let subtle = gloo::utils::window().crypto()?.subtle();
        if subtle.is_undefined() {
            return Err("digests need the page from localhost, https or a file".into());
        }
        subtle
            .digest_with_str_and_buffer_source("SHA-256", buffer)
            .map(JsCast::unchecked_into)
    };
    let digest = digest().map_err(|thrown| error_text(&thrown))?;
    let digest = JsFuture::from(digest)
        .await
        .map_err(|thrown| error_text(&thrown))?;
    Ok(Uint8Array::new(&digest)
        .to_vec()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect())
}
