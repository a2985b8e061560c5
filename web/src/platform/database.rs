//! The browser's own store (IndexedDB) of this origin: keys, runs, their files, decisions.

use idb::{
    Database, DatabaseEvent as _, Factory, KeyRange, ObjectStoreParams, Query, TransactionMode,
};
use wasm_bindgen::JsValue;

const NAME: &str = "proofmark";

/// Raised with each new store; what is missing is made when an older one is opened.
const VERSION: u32 = 2;

/// A store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Store {
    /// The signing key.
    Keys,
    /// A line for each kept run.
    Runs,
    /// The files of kept runs.
    Files,
    /// The entries of audits.
    Decisions,
}

impl Store {
    const ALL: [Self; 4] = [Self::Keys, Self::Runs, Self::Files, Self::Decisions];

    fn name(self) -> &'static str {
        match self {
            Self::Keys => "keys",
            Self::Runs => "runs",
            Self::Files => "files",
            Self::Decisions => "decisions",
        }
    }
}

/// The value of a key.
pub(super) async fn get(store: Store, key: &str) -> Result<Option<JsValue>, String> {
    let database = open().await?;
    let reading = async {
        let transaction = database.transaction(&[store.name()], TransactionMode::ReadOnly)?;
        let found = transaction
            .object_store(store.name())?
            .get(JsValue::from_str(key))?;
        found.await
    };
    let found = reading.await.map_err(|error| error.to_string());
    database.close();
    found
}

/// Every value whose key begins with `prefix`, by key.
pub(super) async fn get_all(store: Store, prefix: &str) -> Result<Vec<JsValue>, String> {
    let database = open().await?;
    let reading = async {
        let transaction = database.transaction(&[store.name()], TransactionMode::ReadOnly)?;
        let found = transaction
            .object_store(store.name())?
            .get_all(Some(Query::KeyRange(range(prefix)?)), None)?;
        found.await
    };
    let found = reading.await.map_err(|error: idb::Error| error.to_string());
    database.close();
    found
}

/// Writes values under their keys, all of them or none.
pub(super) async fn put(store: Store, values: &[(String, JsValue)]) -> Result<(), String> {
    let database = open().await?;
    let writing = async {
        let transaction = database.transaction(&[store.name()], TransactionMode::ReadWrite)?;
        let open = transaction.object_store(store.name())?;
        for (key, value) in values {
            open.put(value, Some(&JsValue::from_str(key)))?.await?;
        }
        // The result of the whole: a full disk shows here at the latest.
        transaction.commit()?.await
    };
    let written = writing.await.map_err(|error: idb::Error| error.to_string());
    database.close();
    match written {
        Ok(result) if result.is_committed() => Ok(()),
        Ok(_) => Err("the browser took the writing back; its storage may be full".to_owned()),
        Err(message) => Err(message),
    }
}

/// Deletes every key that begins with `prefix`.
pub(super) async fn delete(store: Store, prefix: &str) -> Result<(), String> {
    let database = open().await?;
    let deleting = async {
        let transaction = database.transaction(&[store.name()], TransactionMode::ReadWrite)?;
        transaction
            .object_store(store.name())?
            .delete(Query::KeyRange(range(prefix)?))?
            .await?;
        transaction.commit()?.await
    };
    let deleted = deleting
        .await
        .map_err(|error: idb::Error| error.to_string());
    database.close();
    deleted.map(drop)
}

/// The keys that begin with `prefix`: up to the last char that there is.
fn range(prefix: &str) -> Result<KeyRange, idb::Error> {
    let last = format!("{prefix}\u{ffff}");
    let (lower, upper) = (JsValue::from_str(prefix), JsValue::from_str(&last));
    KeyRange::bound(&lower, &upper, Some(false), Some(false))
}

async fn open() -> Result<Database, String> {
    let factory = Factory::new().map_err(|error| error.to_string())?;
    let mut request = factory
        .open(NAME, Some(VERSION))
        .map_err(|error| error.to_string())?;
    request.on_upgrade_needed(|event| {
        let Ok(database) = event.database() else {
            return;
        };
        let known = database.store_names();
        for store in Store::ALL {
            if !known.iter().any(|name| name == store.name()) {
                // A store that could not be made shows at the next use, with the browser's reason.
                drop(database.create_object_store(store.name(), ObjectStoreParams::new()));
            }
        }
    });
    request.await.map_err(|error| error.to_string())
}
