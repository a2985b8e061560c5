use std::io::{Cursor, Read as _, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use crate::statement::{PRINTABLE_FILE, REPORT_FILE};
use crate::verification::{Finding, FindingKind};
use crate::{Envelope, Error, PublicKey};

/// Largest file that is taken out of an archive, in bytes.
const MAX_FILE_BYTES: u64 = 512 << 20;

pub(crate) const DSSE_FILE: &str = "report.dsse.json";
pub(crate) const SIGSTORE_FILE: &str = "report.sigstore.json";
pub(crate) const KEY_FILE: &str = "public-key.pem";

/// The files of a signed export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArchiveParts {
    /// `report.json`.
    pub report: Option<Vec<u8>>,
    /// `report.dsse.json`.
    pub dsse: Option<Vec<u8>>,
    /// `report.sigstore.json`.
    pub sigstore: Option<Vec<u8>>,
    /// `public-key.pem`: one PEM for every signature, in their order.
    pub public_keys: Option<Vec<u8>>,
    /// `report.html`.
    pub printable: Option<Vec<u8>>,
}

impl ArchiveParts {
    /// The files with the kind that a finding names them by, in archive order.
    fn files(&self) -> [(&'static str, FindingKind, &Option<Vec<u8>>); 5] {
        [
            (REPORT_FILE, FindingKind::Report, &self.report),
            (DSSE_FILE, FindingKind::Dsse, &self.dsse),
            (SIGSTORE_FILE, FindingKind::Sigstore, &self.sigstore),
            (KEY_FILE, FindingKind::PublicKey, &self.public_keys),
            (PRINTABLE_FILE, FindingKind::Printable, &self.printable),
        ]
    }

    fn slot(&mut self, name: &str) -> Option<&mut Option<Vec<u8>>> {
        match name {
            REPORT_FILE => Some(&mut self.report),
            DSSE_FILE => Some(&mut self.dsse),
            SIGSTORE_FILE => Some(&mut self.sigstore),
            KEY_FILE => Some(&mut self.public_keys),
            PRINTABLE_FILE => Some(&mut self.printable),
            _ => None,
        }
    }

    /// Takes an archive apart and names whatever is not as [`write_archive`] leaves it.
    ///
    /// A file whose checksum fails is still returned, so that the checks that follow can say what
    /// changed in it.
    pub(crate) fn read(bytes: &[u8]) -> (Self, Vec<Finding>) {
        let mut parts = Self::default();
        let mut findings = Vec::new();
        let container = |message: String| Finding::new(FindingKind::Container, message);
        let mut archive = match ZipArchive::new(Cursor::new(bytes)) {
            Ok(archive) => archive,
            Err(error) => {
                findings.push(container(format!("the archive cannot be opened: {error}")));
                return (parts, findings);
            }
        };
        for index in 0..archive.len() {
            let mut file = match archive.by_index(index) {
                Ok(file) => file,
                Err(error) => {
                    findings.push(container(format!(
                        "entry {index} cannot be opened: {error}"
                    )));
                    continue;
                }
            };
            let name = file.name().to_owned();
            let Some(slot) = parts.slot(&name) else {
                findings.push(container(format!(
                    "{name:?} does not belong to a signed export"
                )));
                continue;
            };
            if slot.is_some() {
                findings.push(container(format!("{name:?} stands twice")));
                continue;
            }
            let mut content = Vec::new();
            let read = file
                .by_ref()
                .take(MAX_FILE_BYTES + 1)
                .read_to_end(&mut content);
            if content.len() as u64 > MAX_FILE_BYTES {
                findings.push(container(format!(
                    "{name:?} is larger than {MAX_FILE_BYTES} bytes"
                )));
                continue;
            }
            *slot = Some(content);
            if let Err(error) = read {
                findings.push(container(format!("{name:?} is damaged: {error}")));
            }
        }
        for (name, kind, content) in parts.files() {
            if content.is_none() {
                findings.push(Finding::new(kind, format!("{name:?} is missing")));
            }
        }
        // Headers, times and gaps carry nothing, so the only right ones are those we write.
        if findings.is_empty() && parts.write().is_ok_and(|again| again != bytes) {
            findings.push(container(
                "the archive's own records differ from those of a signed export".to_owned(),
            ));
        }
        (parts, findings)
    }

    fn write(&self) -> Result<Vec<u8>, Error> {
        let failed = |error: &dyn std::fmt::Display| Error::Archive {
            reason: error.to_string(),
        };
        // Stored, in fixed order, at the earliest time that the format knows: same files, same
        // bytes, whatever the version of a compressor.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .last_modified_time(DateTime::default())
            .unix_permissions(0o644);
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, _, content) in self.files() {
            if let Some(content) = content {
                writer
                    .start_file(name, options)
                    .map_err(|error| failed(&error))?;
                writer.write_all(content).map_err(|error| failed(&error))?;
            }
        }
        let cursor = writer.finish().map_err(|error| failed(&error))?;
        Ok(cursor.into_inner())
    }
}

/// Writes a signed export: report, both envelopes, public keys and printable page in one `.zip`.
///
/// `keys` are the signers' keys, in the order of the envelope's signatures. The page must be the
/// one that was given to [`crate::prepare`]. Same arguments, same bytes.
///
/// # Errors
/// [`Error::Archive`] when keys and signatures do not belong together or a file is too large;
/// [`Error::NoSignature`].
pub fn write_archive(
    report: &[u8],
    envelope: &Envelope,
    keys: &[PublicKey],
    printable: &[u8],
) -> Result<Vec<u8>, Error> {
    let ids = envelope
        .signatures
        .iter()
        .map(|signature| signature.keyid.as_str());
    if !ids.eq(keys.iter().map(PublicKey::keyid)) {
        return Err(Error::Archive {
            reason: "expected one key for every signature, in their order".to_owned(),
        });
    }
    let pems: String = keys.iter().map(PublicKey::to_pem).collect();
    let parts = ArchiveParts {
        report: Some(report.to_vec()),
        dsse: Some(envelope.to_bytes()),
        sigstore: Some(envelope.to_sigstore()?),
        public_keys: Some(pems.into_bytes()),
        printable: Some(printable.to_vec()),
    };
    parts.write()
}
