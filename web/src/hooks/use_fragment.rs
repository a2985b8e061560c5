//! Keeps the address and the view the same.

use gloo::events::EventListener;
use yew::prelude::*;

use crate::platform;
use crate::state::{Action, State};

/// Follows the address into the state, and the state into the address.
#[hook]
pub(crate) fn use_fragment(state: &UseReducerHandle<State>) {
    let dispatcher = state.dispatcher();
    use_effect_with((), move |()| {
        let follow = move |_: &Event| dispatcher.dispatch(Action::Show(platform::read_view()));
        let window = gloo::utils::window();
        let on_hash = EventListener::new(&window, "hashchange", follow.clone());
        let on_step = EventListener::new(&window, "popstate", follow);
        move || drop((on_hash, on_step))
    });
    let last = use_mut_ref(|| None);
    use_effect_with(state.view.clone(), move |view| {
        // Another screen, or the page where only one pane fits, is a step that Back undoes.
        let place = (view.screen, view.pane);
        let is_step = last
            .borrow_mut()
            .replace(place)
            .is_some_and(|old| old != place);
        if is_step {
            platform::push_view(view);
        } else {
            platform::replace_view(view);
        }
        gloo::utils::document().set_title(&match &view.attempt {
            Some(one) if view.screen == crate::state::Screen::Review => {
                format!(
                    "{} {} rep {} · Proofmark",
                    one.question, one.workflow, one.repetition
                )
            }
            _ => format!("{} · Proofmark", view.screen.title()),
        });
    });
}
