//! What is signed, the key that signs it, the question before signing, and the files to take away.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use super::{Dialog, Notice, Verdict};
use crate::platform::{self, BrowserKey};
use crate::state::{Outcome, RunData, bytes_in_words};
use crate::worker::{Client, Export, KeyInfo, Prepared, Request, Response, SealedInfo, Signature};

/// A key that can sign.
#[derive(Clone, PartialEq)]
enum Key {
    /// Made by this browser, which never gives it out.
    Browser(BrowserKey, KeyInfo),
    /// Read from PEM; the worker has it until the page is closed.
    Imported(KeyInfo),
}

impl Key {
    fn info(&self) -> &KeyInfo {
        match self {
            Self::Browser(_, info) | Self::Imported(info) => info,
        }
    }
}

/// What is asked in a dialog.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    None,
    Sign,
    Import,
}

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) client: Client,
    pub(crate) data: Rc<RunData>,
}

#[component]
pub(crate) fn SignPanel(props: &Props) -> Html {
    let key = use_state(|| None::<Key>);
    let prepared = use_state(|| None::<Prepared>);
    let sealed = use_state(|| None::<SealedInfo>);
    let failure = use_state_eq(|| None::<String>);
    let question = use_state_eq(|| Question::None);
    let panel = Panel {
        client: props.client.clone(),
        key: key.clone(),
        prepared: prepared.clone(),
        sealed: sealed.clone(),
        failure: failure.clone(),
        question: question.clone(),
    };
    {
        let panel = panel.clone();
        use_effect_with(props.data.overview.report_sha256.clone(), move |_| {
            panel.sealed.set(None);
            panel.prepare();
        });
    }
    {
        let panel = panel.clone();
        use_effect_with((), move |()| panel.load_key());
    }
    let overview = &props.data.overview;
    html! {
        <>
            <section class="section" data-testid="signed-what">
                <h2>{ "What is signed" }</h2>
                <dl class="pairs">
                    <dt>{ "Subject" }</dt>
                    <dd>
                        { format!("report.json, {}", bytes_in_words(overview.report_size)) }<br />
                        <span class="mono break-anywhere">{ grouped(&overview.report_sha256) }</span>
                    </dd>
                    <dt>{ "Result" }</dt>
                    <dd>{ (*prepared).as_ref().map(result_line) }</dd>
                    <dt>{ "Inputs" }</dt>
                    <dd>{ inputs_line(overview) }</dd>
                    <dt>{ "Audit" }</dt>
                    <dd>{ format!("{} human decisions, beside the verdicts", overview.n_decisions) }</dd>
                    <dt>{ "Limits" }</dt>
                    <dd>{ overview.limitations.first().cloned().unwrap_or_default() }</dd>
                </dl>
            </section>
            <section class="section" data-testid="key">
                <h2>{ "Key" }</h2>
                { key_block(&panel) }
                if let Some(message) = &*failure {
                    <Notice><p>{ message }</p></Notice>
                }
            </section>
            <section class="section" data-testid="exports">
                <h2>{ "Exports" }</h2>
                { exports(&panel) }
            </section>
            { dialog(&panel, overview) }
        </>
    }
}

/// The panel's state and what can be done to it.
#[derive(Clone)]
struct Panel {
    client: Client,
    key: UseStateHandle<Option<Key>>,
    prepared: UseStateHandle<Option<Prepared>>,
    sealed: UseStateHandle<Option<SealedInfo>>,
    failure: UseStateHandle<Option<String>>,
    question: UseStateHandle<Question>,
}

impl Panel {
    fn fail(&self, message: String) {
        self.failure.set(Some(message));
    }

    fn prepare(&self) {
        let panel = self.clone();
        self.client
            .send(Request::Prepare, move |response| match response {
                Response::Prepared(prepared) => panel.prepared.set(Some(*prepared)),
                Response::Failed { message } => panel.fail(message),
                _ => {}
            });
    }

    fn load_key(&self) {
        let panel = self.clone();
        spawn_local(async move {
            match platform::load_key().await {
                Ok(Some(key)) => panel.name_key(key),
                Ok(None) => {}
                Err(message) => panel.fail(format!("The kept key cannot be read: {message}")),
            }
        });
    }

    fn make_key(&self) {
        let panel = self.clone();
        self.failure.set(None);
        spawn_local(async move {
            match platform::make_key().await {
                Ok(key) => panel.name_key(key),
                Err(message) => panel.fail(format!("No key could be made: {message}")),
            }
        });
    }

    fn forget_key(&self) {
        let panel = self.clone();
        spawn_local(async move {
            match platform::forget_key().await {
                Ok(()) => panel.key.set(None),
                Err(message) => panel.fail(format!("The key could not be deleted: {message}")),
            }
        });
    }

    /// Asks the worker for the key's id and PEM.
    fn name_key(&self, key: BrowserKey) {
        let panel = self.clone();
        let request = Request::NameKey {
            public_key: key.public_der.to_vec(),
        };
        self.client.send(request, move |response| match response {
            Response::Key(info) => panel.key.set(Some(Key::Browser(key.clone(), info))),
            Response::Failed { message } => panel.fail(message),
            _ => {}
        });
    }

    fn import_key(&self, pem: String, passphrase: String) {
        let panel = self.clone();
        let passphrase = (!passphrase.is_empty()).then_some(passphrase);
        self.failure.set(None);
        self.client.send(
            Request::ImportKey { pem, passphrase },
            move |response| match response {
                Response::Key(info) => {
                    panel.key.set(Some(Key::Imported(info)));
                    panel.question.set(Question::None);
                }
                Response::Failed { message } => panel.fail(message),
                _ => {}
            },
        );
    }

    fn sign(&self) {
        self.question.set(Question::None);
        self.failure.set(None);
        let panel = self.clone();
        let on_answer = move |response| match response {
            Response::Sealed(info) => panel.sealed.set(Some(info)),
            Response::Failed { message } => panel.fail(message),
            _ => {}
        };
        match (&*self.key, &*self.prepared) {
            (Some(Key::Imported(_)), Some(_)) => {
                self.client.send(Request::SignWithImported, on_answer);
            }
            (Some(Key::Browser(key, _)), Some(prepared)) => {
                let (panel, key) = (self.clone(), key.clone());
                let bytes = prepared.signed_bytes.clone();
                spawn_local(async move {
                    match platform::sign_with(&key, &bytes).await {
                        Ok(r_s) => {
                            let public_key = key.public_der.to_vec();
                            let signatures = vec![Signature { public_key, r_s }];
                            panel.client.send(Request::Seal { signatures }, on_answer);
                        }
                        Err(message) => panel.fail(format!("Signing failed: {message}")),
                    }
                });
            }
            _ => self.fail("There is nothing to sign with yet.".to_owned()),
        }
    }

    fn export(&self, kind: Export) {
        let panel = self.clone();
        self.failure.set(None);
        self.client
            .send(Request::Export { kind }, move |response| match response {
                Response::File(file) => {
                    let saved = platform::save_bytes(&file.name, &file.media_type, &file.bytes);
                    if let Err(message) = saved {
                        panel.fail(format!("The file could not be saved: {message}"));
                    }
                }
                Response::Failed { message } => panel.fail(message),
                _ => {}
            });
    }

    fn save_public_key(&self) {
        if let Some(key) = &*self.key {
            let bytes = js_sys::Uint8Array::from(key.info().public_pem.as_bytes());
            let saved = platform::save_bytes("public-key.pem", "application/x-pem-file", &bytes);
            if let Err(message) = saved {
                self.fail(format!("The file could not be saved: {message}"));
            }
        }
    }

    /// A button's callback.
    fn on(&self, act: impl Fn(&Self) + 'static) -> Callback<MouseEvent> {
        let panel = self.clone();
        Callback::from(move |_: MouseEvent| act(&panel))
    }
}

fn result_line(prepared: &Prepared) -> Html {
    let outcome = match prepared.result.as_str() {
        "PASSED" => Outcome::Pass,
        "WARNED" => Outcome::Unresolved,
        _ => Outcome::Fail,
    };
    html! {
        <>
            <Verdict {outcome} word={prepared.result.clone()} />
            <span class="quiet-text">
                { format!(" {} passed, {} warned, {} failed",
                    prepared.n_passed, prepared.n_warned, prepared.n_failed) }
            </span>
        </>
    }
}

fn inputs_line(overview: &crate::worker::Overview) -> String {
    let count = |kind: &str| {
        overview
            .inputs
            .iter()
            .filter(|one| one.kind == kind)
            .count()
    };
    let kinds = [
        ("bank", "bank", "banks"),
        ("plan", "plan", "plans"),
        ("outputs", "outputs file", "outputs files"),
        ("document", "document", "documents"),
        ("audit", "audit", "audits"),
    ];
    let words: Vec<String> = kinds
        .iter()
        .filter_map(|(kind, one, many)| match count(kind) {
            0 => None,
            1 => Some((*one).to_owned()),
            n => Some(format!("{n} {many}")),
        })
        .collect();
    format!(
        "{} files by SHA-256: {}",
        overview.inputs.len(),
        words.join(", ")
    )
}

fn key_block(panel: &Panel) -> Html {
    let import = panel.on(|panel| panel.question.set(Question::Import));
    let Some(key) = &*panel.key else {
        return html! {
            <>
                <p class="quiet-text">
                    { "No key is kept in this browser. One can be made here, and then only this \
                       browser can sign with it; or read one from a PEM file." }
                </p>
                <div class="actions">
                    <button class="button big primary" data-testid="make-key"
                        onclick={panel.on(Panel::make_key)}>
                        { "Make a key" }
                    </button>
                    <button class="button big" data-testid="import-key" onclick={import}>
                        { "Import a key" }
                    </button>
                </div>
            </>
        };
    };
    let kind = match key {
        Key::Browser(..) => "ECDSA P-256, made in this browser, cannot be exported",
        Key::Imported(_) => "ECDSA P-256, imported, kept until this page is closed",
    };
    let forget = match key {
        Key::Browser(..) => panel.on(Panel::forget_key),
        Key::Imported(_) => panel.on(|panel| {
            panel.key.set(None);
            panel.load_key();
        }),
    };
    html! {
        <>
            <dl class="pairs">
                <dt>{ "Kind" }</dt><dd>{ kind }</dd>
                <dt>{ "Fingerprint" }</dt>
                <dd class="fingerprint" data-testid="fingerprint">{ grouped(&key.info().key_id) }</dd>
            </dl>
            <p class="faint small">
                { "Read the fingerprint to whoever will verify. " }
                <button class="link-button" onclick={import}>{ "Import a key" }</button>{ " · " }
                <button class="link-button" onclick={panel.on(Panel::save_public_key)}>
                    { "Save the public key" }
                </button>
                { " · " }
                <button class="link-button" onclick={forget}>{ "Delete this key" }</button>
            </p>
            <div class="actions">
                <button class="button big primary" data-testid="sign"
                    disabled={panel.prepared.is_none()}
                    onclick={panel.on(|panel| panel.question.set(Question::Sign))}>
                    { "Sign report.json" }
                </button>
                if let Some(sealed) = &*panel.sealed {
                    <span data-testid="signed">
                        <Verdict outcome={Outcome::Pass}
                            word={signed_words(sealed.key_ids.len())} />
                    </span>
                }
            </div>
        </>
    }
}

fn exports(panel: &Panel) -> Html {
    let is_signed = panel.sealed.is_some();
    let line = |kind: Export, name: &'static str, holds: &'static str, ending: &'static str| {
        let needs_signature = matches!(kind, Export::Archive | Export::Envelope | Export::Bundle);
        let is_off = needs_signature && !is_signed;
        let ending = if is_off {
            format!("{ending}, after signing")
        } else {
            ending.to_owned()
        };
        html! {
            <tr key={name}>
                <td>
                    <button class="link-button" disabled={is_off}
                        data-testid={format!("export-{}", format!("{kind:?}").to_lowercase())}
                        onclick={panel.on(move |panel| panel.export(kind))}>
                        { name }
                    </button>
                </td>
                <td class="quiet-text">{ holds }</td>
                <td class="number faint">{ ending }</td>
            </tr>
        }
    };
    html! {
        <table class="export-table"><tbody>
            { line(Export::Archive, "Signed bundle",
                "report, two envelopes, public key, printable page", ".zip") }
            { line(Export::Envelope, "Envelope", "the signed statement (DSSE)", ".dsse.json") }
            { line(Export::Bundle, "Sigstore bundle", "the same for cosign", ".sigstore.json") }
            { line(Export::Report, "Report", "every verdict, reason and span", ".json") }
            { line(Export::Printable, "Printable report",
                "pages and highlights of each citation", ".html") }
            { line(Export::AttemptsTable, "Attempts", "one row an attempt", ".csv") }
            { line(Export::ObligationsTable, "Obligations", "one row an obligation", ".csv") }
            { line(Export::CitationsTable, "Citations", "one row a citation", ".csv") }
            { line(Export::JUnit, "JUnit", "one test case an attempt", ".xml") }
            { line(Export::Annotations, "Annotations", "highlights for annotation tools", ".jsonld") }
        </tbody></table>
    }
}

fn dialog(panel: &Panel, overview: &crate::worker::Overview) -> Html {
    let on_close = {
        let panel = panel.clone();
        Callback::from(move |()| panel.question.set(Question::None))
    };
    match *panel.question {
        Question::None => Html::default(),
        Question::Sign => html! {
            <Dialog title="Sign this report?" {on_close}>
                <dl class="pairs">
                    <dt>{ "File" }</dt><dd>{ "report.json" }</dd>
                    <dt>{ "Digest" }</dt>
                    <dd class="mono break-anywhere">{ grouped(&overview.report_sha256) }</dd>
                    <dt>{ "Fingerprint" }</dt>
                    <dd class="fingerprint">
                        { (*panel.key).as_ref().map(|key| grouped(&key.info().key_id)) }
                    </dd>
                    <dt>{ "Result" }</dt><dd>{ (*panel.prepared).as_ref().map(result_line) }</dd>
                </dl>
                <p class="quiet-text">
                    { "The signature says who signed and that nothing was changed afterwards. Whether \
                       the verdicts are true, it does not say." }
                </p>
                <div class="actions">
                    <button class="button big primary" data-testid="confirm-sign"
                        onclick={panel.on(Panel::sign)}>
                        { "Sign" }
                    </button>
                </div>
            </Dialog>
        },
        Question::Import => html! {
            <Dialog title="Import a signing key" {on_close}>
                <ImportForm panel_failure={(*panel.failure).clone()} on_import={
                    let panel = panel.clone();
                    Callback::from(move |(pem, passphrase)| panel.import_key(pem, passphrase))
                } />
            </Dialog>
        },
    }
}

#[derive(Properties, PartialEq)]
struct ImportProps {
    panel_failure: Option<String>,
    on_import: Callback<(String, String)>,
}

/// A private key as text, and its passphrase.
#[component]
fn ImportForm(props: &ImportProps) -> Html {
    let pem = use_node_ref();
    let passphrase = use_node_ref();
    let onclick = {
        let (pem, passphrase) = (pem.clone(), passphrase.clone());
        props.on_import.reform(move |_: MouseEvent| {
            let text = pem.cast::<HtmlTextAreaElement>().map(|area| area.value());
            let word = passphrase
                .cast::<web_sys::HtmlInputElement>()
                .map(|input| input.value());
            (text.unwrap_or_default(), word.unwrap_or_default())
        })
    };
    html! {
        <div class="import-form">
            <label for="import-pem">{ "Private key, ECDSA P-256, PKCS#8 PEM" }</label>
            <textarea ref={pem} id="import-pem" rows="6" spellcheck="false" class="mono" />
            <label for="import-passphrase">{ "Passphrase, if the key is encrypted" }</label>
            <input ref={passphrase} id="import-passphrase" type="password" autocomplete="off" />
            if let Some(message) = &props.panel_failure {
                <Notice><p>{ message }</p></Notice>
            }
            <div class="actions">
                <button class="button big primary" {onclick}>{ "Use this key" }</button>
            </div>
        </div>
    }
}

fn signed_words(n_keys: usize) -> String {
    match n_keys {
        1 => "Signed by one key".to_owned(),
        n => format!("Signed by {n} keys"),
    }
}

/// Hex digits in groups of eight, as they are read aloud.
fn grouped(hex: &str) -> String {
    let mut out = String::with_capacity(hex.len() * 9 / 8);
    for (at, c) in hex.chars().enumerate() {
        if at > 0 && at % 8 == 0 {
            out.push(' ');
        }
        out.push(c);
    }
    out
}
