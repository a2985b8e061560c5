//! What a report does not say.

/// The sentences that every report carries.
pub(crate) const LIMITATIONS: &[&str] = &[
    "This comparison was made locally with the help of AI; it replaces neither a human judgement nor a \
     reproduction by somebody else.",
    "Unresolved is not wrong: the rules could not decide, and only a separate audit of the outputs \
     themselves can.",
    "No workflow is called the better one while anything is unresolved.",
    "Asking one question several times gives one question, not several trials.",
    "That registered wordings and roles are true and complete rests on the author and the reviewer of the \
     bank; no check of form shows it.",
];
