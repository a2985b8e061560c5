//! Review: the attempts, one attempt, its page.

use yew::prelude::*;

use super::panes::{on_key, panes, use_sight};
use super::{use_app, without_run};
use crate::hooks::use_keys;

#[component]
pub(crate) fn ReviewPage() -> Html {
    let app = use_app();
    let sight = use_sight();
    {
        let (app, sight) = (app.clone(), sight.clone());
        use_keys(move |key| on_key(&app, &sight, key));
    }
    let Some(data) = app.state.run_data() else {
        return without_run(&app.state, app.commands.on_cancel.clone());
    };
    panes(&app, data, &sight, Html::default())
}
