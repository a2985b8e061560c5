//! The four files of a judging: claims, saved pages, results, gold.

use proofmark_json::{ReadError, read};
use serde::Deserialize;

/// One blind batch of claims.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClaimBatch {
    /// The reference document that makes the claims.
    pub file: String,
    /// The claims, in file order.
    pub claims: Vec<Claim>,
}

/// One claim about a vendor's documentation. Nothing in it tells the gold label.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The id, unique over all batches.
    pub id: String,
    /// The claim's words.
    pub claim: String,
    /// What kind of value it asserts.
    pub claim_type: ClaimType,
    /// The page it cites.
    pub evidence_url: Option<String>,
}

/// What a claim asserts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ClaimType {
    /// Versions, dates of availability, context windows, training cut-offs.
    Version,
    /// Rates, throughput, quotas.
    Tpm,
    /// SKUs, tiers, minimum units, deployment types.
    Sku,
    /// Availability by region.
    Region,
    /// Availability, preview, retirement.
    Status,
    /// Categories and which feature does what.
    Taxonomy,
}

/// One saved page.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// The page's address.
    pub url: String,
    /// The file that holds it, relative to the manifest.
    pub file: String,
    /// When it was saved, or the date it states, as written.
    pub fetched_at: String,
    /// SHA-256 of the file, lower-case hex.
    pub sha256: Option<String>,
    /// What this page is the authoritative one for.
    #[serde(default)]
    pub canonical_for: Vec<String>,
    /// The kinds of which it lists every member.
    #[serde(default)]
    pub enumerates: Vec<String>,
}

/// One gold label. Kept apart from [`Claim`]: a judge is never handed this type.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GoldLabel {
    /// Id of the claim.
    pub id: String,
    /// The label.
    pub gold: Gold,
    /// What kind of value the claim asserts, if recorded.
    pub claim_type: Option<ClaimType>,
    /// The calibration rule that governs, if recorded.
    #[serde(default)]
    pub rule: String,
}

/// See [`GoldLabel`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Gold {
    /// The documentation says so.
    Correct,
    /// The documentation said so once.
    Outdated,
    /// The documentation says something else.
    Wrong,
    /// The documentation says nothing of it.
    Unsourced,
}

/// Reads a file of claims: one batch or an array of them.
///
/// # Errors
/// Whatever keeps the file from being read, with line and column.
pub fn read_claims(bytes: &[u8]) -> Result<Vec<ClaimBatch>, ReadError> {
    if first_byte(bytes) == Some(b'[') {
        read(bytes)
    } else {
        Ok(vec![read(bytes)?])
    }
}

/// Reads the list of saved pages.
///
/// # Errors
/// Whatever keeps the file from being read, with line and column.
pub fn read_snapshots(bytes: &[u8]) -> Result<Vec<Snapshot>, ReadError> {
    read(bytes)
}

/// Reads gold labels.
///
/// # Errors
/// Whatever keeps the file from being read, with line and column.
pub fn read_gold(bytes: &[u8]) -> Result<Vec<GoldLabel>, ReadError> {
    read(bytes)
}

fn first_byte(bytes: &[u8]) -> Option<u8> {
    let body = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    body.iter().find(|b| !b.is_ascii_whitespace()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_batch_or_several() {
        let one = br#"{"file": "a.md", "claims": [{"id": "x", "claim": "Ten.", "claim_type": "tpm", "evidence_url": null}]}"#;
        assert_eq!(
            read_claims(one).expect("one batch reads").len(),
            1,
            "a lone batch"
        );
        let two = [b"[", &one[..], b",", &one[..], b"]"].concat();
        assert_eq!(
            read_claims(&two).expect("an array reads").len(),
            2,
            "an array of batches"
        );
    }

    #[test]
    fn a_claim_cannot_carry_a_gold_label() {
        let leaky = br#"{"file": "a.md", "claims": [{"id": "x", "claim": "Ten.", "claim_type": "tpm", "evidence_url": null, "gold": "wrong"}]}"#;
        assert!(
            read_claims(leaky).is_err(),
            "an unknown key refuses the batch"
        );
    }
}
