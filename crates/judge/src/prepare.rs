//! Blind batches for a judge, and the instructions that go with them.

use proofmark_json::to_canonical;
use serde::Serialize;

use crate::files::{ClaimBatch, ClaimType};

/// A batch as it is handed to a judge: the canonical bytes of one file's claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreparedBatch {
    /// The batch's file.
    pub file: String,
    /// The ids asked, in order.
    pub ids: Vec<String>,
    /// The JSON to hand out; its digest ties results to what was asked.
    pub bytes: Vec<u8>,
}

#[derive(Serialize)]
struct BlindBatch<'a> {
    file: &'a str,
    claims: Vec<BlindClaim<'a>>,
}

#[derive(Serialize)]
struct BlindClaim<'a> {
    id: &'a str,
    claim: &'a str,
    claim_type: &'a str,
    evidence_url: Option<&'a str>,
}

/// Prepares one batch a file. Nothing but id, claim, type and cited address goes in.
pub fn prepare(batches: &[ClaimBatch]) -> Vec<PreparedBatch> {
    batches
        .iter()
        .map(|batch| {
            let blind = BlindBatch {
                file: &batch.file,
                claims: batch
                    .claims
                    .iter()
                    .map(|claim| BlindClaim {
                        id: &claim.id,
                        claim: &claim.claim,
                        claim_type: ClaimType::code(claim.claim_type),
                        evidence_url: claim.evidence_url.as_deref(),
                    })
                    .collect(),
            };
            PreparedBatch {
                file: batch.file.clone(),
                ids: batch.claims.iter().map(|claim| claim.id.clone()).collect(),
                // Strings and nulls alone always have a canonical form.
                bytes: to_canonical(&blind).unwrap_or_default(),
            }
        })
        .collect()
}

/// The instructions for any judge, human or model, with the hosts whose pages may be evidence.
pub fn prompt(hosts: &[String]) -> String {
    PROMPT.replace("{hosts}", &hosts.join(", "))
}

const PROMPT: &str = include_str!("../data/prompt.md");
