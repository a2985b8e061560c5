//! Is the page really cut off? It looks, and it tries.

use js_sys::Reflect;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::PerformanceEntry;

/// A host that can never exist (RFC 2606), so that a page without a policy still leaks nothing.
const PROBE: &str = "https://proofmark-probe.invalid/";

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LocalOnly {
    /// The page's policy names what may be connected to, and has no unsafe words.
    pub(crate) has_policy: bool,
    /// A request to a foreign host was refused.
    pub(crate) is_probe_refused: bool,
    /// Resources that came from another origin.
    pub(crate) n_foreign: usize,
}

impl LocalOnly {
    pub(crate) fn holds(&self) -> bool {
        self.has_policy && self.is_probe_refused && self.n_foreign == 0
    }
}

/// Looks at the policy, tries a foreign host, counts foreign resources.
pub(crate) async fn check_local_only() -> LocalOnly {
    let policy = gloo::utils::document()
        .query_selector("meta[http-equiv='Content-Security-Policy']")
        .ok()
        .flatten()
        .and_then(|meta| meta.get_attribute("content"))
        .unwrap_or_default();
    let has_policy = policy.contains("default-src 'none'")
        && ["connect-src 'self';", "connect-src 'none';"]
            .iter()
            .any(|rule| policy.contains(rule))
        && !policy.contains("unsafe-inline")
        && !policy.contains("'unsafe-eval'");
    let n_foreign = count_foreign_requests();
    let probe = gloo::utils::window().fetch_with_str(PROBE);
    let is_probe_refused = JsFuture::from(probe).await.is_err();
    LocalOnly {
        has_policy,
        is_probe_refused,
        n_foreign,
    }
}

/// How many resources the page has loaded from another origin.
pub(crate) fn count_foreign_requests() -> usize {
    let window = gloo::utils::window();
    let Some(performance) = window.performance() else {
        return 0;
    };
    let origin = window.location().origin().unwrap_or_default();
    let is_local = |url: &str| {
        url.starts_with(&origin)
            || ["blob:", "data:", "file:", PROBE]
                .iter()
                .any(|scheme| url.starts_with(scheme))
    };
    let get = JsValue::from_str("getEntriesByType");
    let entries = Reflect::get(&performance, &get)
        .ok()
        .and_then(|method| method.dyn_into::<js_sys::Function>().ok())
        .and_then(|method| method.call1(&performance, &"resource".into()).ok());
    js_sys::Array::from(&entries.unwrap_or(JsValue::NULL))
        .iter()
        .filter_map(|entry| entry.dyn_into::<PerformanceEntry>().ok())
        .filter(|entry| !is_local(&entry.name()))
        .count()
}
