//! `docs/schemas` is what the types say, the example files have those shapes, and nothing else does.
//!
//! `cargo xtask schemas` writes the folder again.

mod examples;
mod files;
mod validator;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use examples::{reader_refuses, short, whole};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas")
}

/// The schema of a file that is read: what may be left out is not required.
fn read<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12();
    settings.into_generator().into_root_schema_for::<T>().into()
}

/// A schema under the name of its file.
fn schemas() -> BTreeMap<&'static str, Value> {
    let titled = |schema: Value, title: &str| {
        let mut schema = schema;
        schema["title"] = json!(title);
        schema
    };
    // A bank leaves out what it does not say; it has no nulls.
    let bank = without_null(read::<files::Bank>());
    let list = |schema| titled(schema, "Proofmark list of saved pages");
    let all = [
        ("bank", bank),
        ("run", read::<files::RunPlan>()),
        ("outputs-line", read::<files::OutputsLine>()),
        ("report", proofmark_report::schema::report()),
        ("audit", proofmark_report::schema::audit()),
        ("preflight", proofmark_report::schema::preflight()),
        ("dsse-envelope", proofmark_report::schema::dsse_envelope()),
        (
            "sigstore-bundle",
            proofmark_report::schema::sigstore_bundle(),
        ),
        ("claims", read::<files::ClaimsFile>()),
        ("sources", list(read::<Vec<proofmark_judge::Snapshot>>())),
        ("results", read::<files::ResultsFile>()),
        (
            "gold",
            titled(
                read::<Vec<proofmark_judge::GoldLabel>>(),
                "Proofmark gold labels",
            ),
        ),
    ];
    all.into_iter()
        .map(|(name, schema)| (name, plain(schema)))
        .collect()
}

/// Takes the links of doc comments out of the descriptions.
fn plain(mut schema: Value) -> Value {
    visit(&mut schema, &mut |object| {
        if let Some(Value::String(text)) = object.get_mut("description") {
            *text = text.replace("[`", "`").replace("`]", "`");
        }
    });
    schema
}

fn without_null(mut schema: Value) -> Value {
    visit(&mut schema, &mut |object| {
        if let Some(Value::Array(types)) = object.get_mut("type") {
            types.retain(|name| name != "null");
            if let [only] = types.as_slice() {
                let only = only.clone();
                object.insert("type".to_owned(), only);
            }
        }
        let mut inner = None;
        if let Some(Value::Array(choices)) = object.get_mut("anyOf") {
            choices.retain(|choice| *choice != json!({ "type": "null" }));
            if choices.len() == 1 {
                inner = choices.pop();
            }
        }
        if let Some(Value::Object(inner)) = inner {
            object.remove("anyOf");
            object.extend(inner);
        }
        if let Some(Value::Array(words)) = object.get_mut("enum") {
            words.retain(|word| !word.is_null());
        }
    });
    schema
}

fn visit(value: &mut Value, on_object: &mut impl FnMut(&mut serde_json::Map<String, Value>)) {
    match value {
        Value::Object(object) => {
            for inner in object.values_mut() {
                visit(inner, on_object);
            }
            on_object(object);
        }
        Value::Array(items) => {
            for inner in items {
                visit(inner, on_object);
            }
        }
        _ => {}
    }
}

#[test]
fn the_folder_holds_what_the_types_say() {
    let is_writing = std::env::var_os("PROOFMARK_WRITE_SCHEMAS").is_some();
    let mut names = Vec::new();
    for (name, schema) in schemas() {
        let file = format!("{name}.schema.json");
        let path = folder().join(&file);
        let text = serde_json::to_string_pretty(&schema).expect("a schema is JSON") + "\n";
        if is_writing {
            std::fs::write(&path, &text).expect("the schema can be written");
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            found == text,
            "{file} differs from the types; `cargo xtask schemas` writes it again"
        );
        names.push(file);
    }
    let entries = std::fs::read_dir(folder()).expect("the folder can be listed");
    for entry in entries {
        let name = entry.expect("an entry").file_name();
        let name = name.to_string_lossy().into_owned();
        assert!(
            name == "README.md" || names.contains(&name),
            "{name} is the schema of nothing"
        );
    }
}

#[test]
fn the_examples_have_the_shapes() {
    let whole = whole();
    for name in schemas().keys() {
        assert!(
            whole.iter().any(|(of, ..)| of == name),
            "no example of {name}"
        );
    }
    let values = whole.iter().map(|(name, _, value)| (*name, value));
    let Some(found) = validator::wrongs(&schemas(), values) else {
        return;
    };
    for ((_, what, _), wrong) in whole.iter().zip(found) {
        assert_eq!(wrong, None, "{what}");
    }
}

/// An example with one change, and the change in words.
struct Changed {
    schema: &'static str,
    what: String,
    value: Value,
}

/// Every place of a value, lists by their first two items.
fn places(value: &Value, at: String, list: &mut Vec<String>) {
    list.push(at.clone());
    match value {
        Value::Object(object) => {
            for (key, inner) in object {
                let key = key.replace('~', "~0").replace('/', "~1");
                places(inner, format!("{at}/{key}"), list);
            }
        }
        Value::Array(items) => {
            for (n, inner) in items.iter().enumerate().take(2) {
                places(inner, format!("{at}/{n}"), list);
            }
        }
        _ => {}
    }
}

fn all_places(value: &Value) -> Vec<String> {
    let mut list = Vec::new();
    places(value, String::new(), &mut list);
    list
}

#[test]
fn a_value_of_another_kind_is_refused_everywhere() {
    let mut all = Vec::new();
    for (schema, what, value) in short() {
        for at in all_places(&value) {
            // Nothing in any of the files is such a list.
            let mut changed = value.clone();
            *changed.pointer_mut(&at).expect("a place of the value") = json!([[[true]]]);
            all.push(Changed {
                schema,
                what: format!("{what}: a list of lists at {at:?}"),
                value: changed,
            });
        }
    }
    assert!(all.len() > 500, "{} places were tried", all.len());
    let values = all.iter().map(|one| (one.schema, &one.value));
    let Some(found) = validator::wrongs(&schemas(), values) else {
        return;
    };
    for (one, wrong) in all.iter().zip(found) {
        assert!(wrong.is_some(), "{} is accepted", one.what);
    }
}

/// Examples with keys that are left out or made up.
fn key_changes(schema: &'static str, what: &str, value: &Value) -> Vec<Changed> {
    let mut changes = Vec::new();
    for at in all_places(value) {
        let Some(object) = value.pointer(&at).and_then(Value::as_object) else {
            continue;
        };
        let with = |words: String, change: &dyn Fn(&mut serde_json::Map<String, Value>)| {
            let mut changed = value.clone();
            let object = changed.pointer_mut(&at).and_then(Value::as_object_mut);
            change(object.expect("an object"));
            Changed {
                schema,
                what: format!("{what}: {at}{words}"),
                value: changed,
            }
        };
        for key in object.keys() {
            changes.push(with(format!("/{key} is left out"), &|object| {
                object.remove(key);
            }));
        }
        changes.push(with(" has a key more".to_owned(), &|object| {
            object.insert("made up".to_owned(), json!(1));
        }));
    }
    changes
}

#[test]
fn what_a_reader_refuses_its_schema_refuses() {
    let all: Vec<Changed> = short()
        .iter()
        .flat_map(|(schema, what, value)| key_changes(schema, what, value))
        .collect();
    let by_reader: Vec<Option<bool>> = all
        .iter()
        .map(|one| reader_refuses(one.schema, &one.value))
        .collect();
    let n_of = |refuses| by_reader.iter().filter(|by| **by == Some(refuses)).count();
    assert!(n_of(true) > 200, "{} changes were refused", n_of(true));
    assert!(n_of(false) > 20, "{} changes were taken", n_of(false));
    let values = all.iter().map(|one| (one.schema, &one.value));
    let Some(found) = validator::wrongs(&schemas(), values) else {
        return;
    };
    for ((one, by_reader), wrong) in all.iter().zip(by_reader).zip(found) {
        assert!(
            by_reader != Some(true) || wrong.is_some(),
            "{}, and only the reader refuses it",
            one.what
        );
    }
}
