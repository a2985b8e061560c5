//! Keeps the address and the view the same.

use gloo::events::EventListener;
use wasm_bindgen::JsCast as _;
use web_sys::HashChangeEvent;
use yew::prelude::*;

use crate::platform;
use crate::state::{Action, State};

/// Follows the address into the state, and the state into the address.
#[hook]
pub(crate) fn use_fragment(state: &UseReducerHandle<State>) {
    let dispatcher = state.dispatcher();
    use_effect_with((), move |()| {
        // The event's own address, not the window's: by the time a link's event arrives, the page may have
        // written its former view over it. Back and forward come here too, for each step has its fragment.
        let follow = move |event: &Event| {
            if let Some(event) = event.dyn_ref::<HashChangeEvent>() {
                dispatcher.dispatch(Action::Show(platform::view_in(&event.new_url())));
            }
        };
        let on_hash = EventListener::new(&gloo::utils::window(), "hashchange", follow);
        move || drop(on_hash)
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
