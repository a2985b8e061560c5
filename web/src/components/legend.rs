//! What the highlights mean; each button hides and shows its kind.

use std::collections::BTreeSet;
use std::rc::Rc;

use yew::prelude::*;

use super::citation_line::swatch;
use crate::state::{Highlight, HighlightKind};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) highlights: Rc<[Highlight]>,
    pub(crate) hidden: Rc<BTreeSet<HighlightKind>>,
    pub(crate) on_toggle: Callback<HighlightKind>,
}

#[component]
pub(crate) fn Legend(props: &Props) -> Html {
    let buttons = HighlightKind::ALL.into_iter().filter_map(|kind| {
        let count = props
            .highlights
            .iter()
            .filter(|one| one.kind == kind)
            .count();
        // The one kind that the rules do not name is listed only where it occurs.
        if kind == HighlightKind::Near && count == 0 {
            return None;
        }
        let is_shown = !props.hidden.contains(&kind);
        let onclick = props.on_toggle.reform(move |_: MouseEvent| kind);
        Some(html! {
            <button key={kind.name()} {onclick} aria-pressed={is_shown.to_string()}
                title={if is_shown { "Hide these" } else { "Show these" }}>
                { swatch(kind) }{ kind.word() }{ " " }<span class="faint">{ count }</span>
            </button>
        })
    });
    html! {
        <div class="legend" role="group" aria-label="Highlights" data-testid="legend">
            { for buttons }
        </div>
    }
}
