//! Decisions of people, beside what the rules say.

use std::rc::Rc;

use yew::prelude::*;

use super::Icon;
use crate::state::{AttemptRef, AuditLog, Part, Subject};

/// What people decided about one attempt, and what of it is being decided.
#[derive(Clone)]
pub(crate) struct Human {
    pub(crate) log: Rc<AuditLog>,
    pub(crate) attempt: AttemptRef,
    /// What the next decision is about; nothing where nobody decides here.
    pub(crate) part: Option<Part>,
    pub(crate) on_part: Callback<Part>,
}

/// Logs are shared, so that comparing them is comparing where they are.
impl PartialEq for Human {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.log, &other.log)
            && self.attempt == other.attempt
            && self.part == other.part
            && self.on_part == other.on_part
    }
}

impl Human {
    /// Whether somebody decides here.
    pub(crate) fn is_deciding(&self) -> bool {
        self.part.is_some()
    }

    pub(crate) fn is_chosen(&self, part: &Part) -> bool {
        self.part.as_ref() == Some(part)
    }

    /// What people said of a part.
    pub(crate) fn said_of(&self, part: Part) -> Html {
        let subject = Subject {
            attempt: self.attempt.clone(),
            part,
        };
        let said = self.log.everybody(&subject);
        let has_names = said.len() > 1;
        html! {
            { for said.into_iter().map(|(name, ruling)| html! {
                <span key={name.to_owned()} class="human" title={format!("Decided by {name}")}
                    data-testid="human" data-ruling={ruling.code()}>
                    <Icon name="person" label="A person" />
                    if has_names { { name.to_owned() }{ ": " } }
                    { ruling.small_word() }
                </span>
            }) }
        }
    }
}
