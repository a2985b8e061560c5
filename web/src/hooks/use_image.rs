//! Fetches one page's image, or a tile of it, while its place is near the view.

use std::rc::Rc;

use yew::prelude::*;

use crate::state::Loaded;
use crate::worker::{Client, ImageRequest, PageImage};

/// A drawn page, equal when it is the same pixels.
#[derive(Clone)]
pub(crate) struct Drawn {
    pub(crate) image: PageImage,
    pub(crate) request: Rc<ImageRequest>,
}

impl PartialEq for Drawn {
    fn eq(&self, other: &Self) -> bool {
        self.request == other.request
    }
}

/// The image of `request`. An old image of the same page stays until the new one is here. One whose place
/// `is_in_view` comes before others.
#[hook]
pub(crate) fn use_image(client: &Client, request: ImageRequest, is_in_view: bool) -> Loaded<Drawn> {
    let image = use_state_eq(Loaded::<Drawn>::default);
    let setter = image.setter();
    let client = client.clone();
    let has_image = matches!(*image, Loaded::Ready(_));
    let is_here = image.ready().is_some_and(|drawn| *drawn.request == request);
    let is_urgent = is_in_view && !is_here;
    use_effect_with((request, is_urgent), move |(request, is_urgent)| {
        let job = (!is_here).then(|| {
            if !has_image {
                setter.set(Loaded::Loading);
            }
            let request = Rc::new(request.clone());
            client.ask_image((*request).clone(), *is_urgent, move |answer| {
                setter.set(match answer {
                    Ok(image) => Loaded::Ready(Drawn {
                        image,
                        request: Rc::clone(&request),
                    }),
                    Err(message) => Loaded::Failed(message.into()),
                });
            })
        });
        move || drop(job)
    });
    (*image).clone()
}
