//! File handles from drops, pickers and the example. No bytes are read here: the worker does that.

use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    DataTransfer, File, FileList, FileSystemDirectoryEntry, FileSystemDirectoryReader,
    FileSystemEntry, FileSystemFileEntry, Response,
};

use super::error_text;
use crate::worker::Dropped;

/// The folder of the example, beside the page; `files.txt` in it lists its names, one a line.
const EXAMPLE: &str = "example";

/// A dropped folder is read down to this depth; deeper folders are left out.
const MAX_DEPTH: usize = 16;

/// At most this many files are taken from one drop.
const MAX_FILES: usize = 10_000;

/// The files of a picker.
pub(crate) fn picked_files(list: Option<FileList>) -> Vec<Dropped> {
    let Some(list) = list else { return Vec::new() };
    (0..list.length())
        .filter_map(|at| list.get(at))
        .map(dropped)
        .collect()
}

fn dropped(file: File) -> Dropped {
    Dropped {
        name: file.name(),
        blob: file.into(),
    }
}

/// The files of a drop, those of dropped folders included. The entries are taken at once, since the
/// browser empties the drop after its event; the folders are walked later.
pub(crate) fn dropped_files(transfer: &DataTransfer) -> impl Future<Output = Vec<Dropped>> + use<> {
    let items = transfer.items();
    let mut entries = Vec::new();
    let mut plain = Vec::new();
    for at in 0..items.length() {
        let Some(item) = items.get(at) else { continue };
        match item.webkit_get_as_entry() {
            Ok(Some(entry)) if entry.is_directory() => entries.push(entry),
            _ => plain.extend(item.get_as_file().ok().flatten().map(dropped)),
        }
    }
    if plain.is_empty() && entries.is_empty() {
        plain = picked_files(transfer.files());
    }
    async move {
        let mut found = plain;
        let mut open: Vec<(FileSystemEntry, usize)> =
            entries.into_iter().map(|entry| (entry, 0)).collect();
        while let Some((entry, depth)) = open.pop() {
            if found.len() >= MAX_FILES {
                break;
            }
            if entry.is_directory() && depth < MAX_DEPTH {
                let folder: FileSystemDirectoryEntry = entry.unchecked_into();
                let children = children_of(&folder.create_reader()).await;
                open.extend(children.into_iter().map(|child| (child, depth + 1)));
            } else if entry.is_file() {
                found.extend(file_of(&entry.unchecked_into()).await.map(dropped));
            }
        }
        found
    }
}

/// Every child of a folder. The reader gives them in batches and ends with an empty one.
async fn children_of(reader: &FileSystemDirectoryReader) -> Vec<FileSystemEntry> {
    let mut children = Vec::new();
    loop {
        let batch = js_sys::Promise::new(&mut |resolve, reject| {
            if let Err(thrown) = reader.read_entries_with_callback_and_callback(&resolve, &reject) {
                let _ = reject.call1(&JsValue::UNDEFINED, &thrown);
            }
        });
        let batch = match JsFuture::from(batch).await {
            Ok(batch) => js_sys::Array::from(&batch),
            Err(_) => break,
        };
        if batch.length() == 0 {
            break;
        }
        children.extend(
            batch
                .iter()
                .map(|one| one.unchecked_into::<FileSystemEntry>()),
        );
    }
    children
}

async fn file_of(entry: &FileSystemFileEntry) -> Option<File> {
    let file = js_sys::Promise::new(&mut |resolve, reject| {
        entry.file_with_callback_and_callback(&resolve, &reject);
    });
    JsFuture::from(file).await.ok()?.dyn_into().ok()
}

/// The files of the example, fetched from the page's own folder.
pub(crate) async fn example_files() -> Result<Vec<Dropped>, String> {
    let list = text_at(&format!("{EXAMPLE}/files.txt")).await?;
    let mut files = Vec::new();
    for name in list.lines().map(str::trim).filter(|name| !name.is_empty()) {
        let response = fetch(&format!("{EXAMPLE}/{name}")).await?;
        let blob = response.blob().map_err(|thrown| error_text(&thrown))?;
        let blob = JsFuture::from(blob)
            .await
            .map_err(|thrown| error_text(&thrown))?;
        let name = name.rsplit('/').next().unwrap_or(name).to_owned();
        files.push(Dropped {
            name,
            blob: blob.unchecked_into(),
        });
    }
    Ok(files)
}

/// A file made here.
pub(crate) fn text_file(name: &str, text: &str) -> Result<Dropped, String> {
    let parts = js_sys::Array::of1(&text.into());
    let blob =
        web_sys::Blob::new_with_str_sequence(&parts).map_err(|thrown| error_text(&thrown))?;
    Ok(Dropped {
        name: name.to_owned(),
        blob,
    })
}

/// The text of a file beside the page.
pub(super) async fn text_at(path: &str) -> Result<String, String> {
    let text = fetch(path)
        .await?
        .text()
        .map_err(|thrown| error_text(&thrown))?;
    let text = JsFuture::from(text)
        .await
        .map_err(|thrown| error_text(&thrown))?;
    Ok(text.as_string().unwrap_or_default())
}

/// A file beside the page.
pub(super) async fn fetch(path: &str) -> Result<Response, String> {
    let response = JsFuture::from(gloo::utils::window().fetch_with_str(path))
        .await
        .map_err(|thrown| error_text(&thrown))?
        .unchecked_into::<Response>();
    if response.ok() {
        Ok(response)
    } else {
        Err(format!(
            "{path} is not beside the page (status {})",
            response.status()
        ))
    }
}
