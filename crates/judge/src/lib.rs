//! Judges claims about saved pages, checks and grades what other judges say of them.
//!
//! A judge sees [`Claim`]s and [`Pages`] and never a gold label, which is a type of its own. No file,
//! no network, no clock: pages come in as text with structure.
//!
//! ```
//! use proofmark_judge::normalise_url;
//!
//! // A locale, a fragment and a slash at the end do not tell pages apart.
//! let one = normalise_url("https://docs.tarnwell.example/en-us/weir/limits/#tiers");
//! assert_eq!(one, normalise_url("http://DOCS.tarnwell.example/weir/limits"));
//! ```

mod files;
mod results;
mod url;

mod identifier;
mod terms;
mod value;

mod page;
mod past;
mod reader;

mod assess;
mod candidates;
mod cells;
mod check;
mod ends;
mod finding;
mod lists;
mod prepare;
mod run;
mod score;
mod technique;
mod words;

mod gate;
mod grade;
mod statistics;

pub use candidates::Candidate;
pub use check::{Check, check, check_answer};
pub use files::{
    Claim, ClaimBatch, ClaimType, Gold, GoldLabel, Snapshot, read_claims, read_gold, read_snapshots,
};
pub use finding::{Code, Finding};
pub use gate::{Gate, GateRefusal, Side, gate};
pub use grade::{Confusion, Counted, Disagreement, GOLD_ROWS, Grade, Scores, count, grade};
pub use page::{Pages, QuotePlace, SavedPage};
pub use prepare::{PreparedBatch, prepare, prompt};
pub use results::{Answer, AnswerBatch, Results, Rule, Verdict, read_results};
pub use run::{judge, run};
pub use statistics::{Fraction, Interval, kappa, millionths};
pub use url::{host_of, normalise_url};
