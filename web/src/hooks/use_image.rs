//! Fetches one page's image while its place is near the view.

use yew::prelude::*;

use crate::state::Loaded;
use crate::worker::{Client, PageImage, Request, Response};

/// Which image: a page of a document in pixels to the point, thousandths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ImageRequest {
    pub(crate) document: String,
    pub(crate) page_idx: u32,
    pub(crate) scale_thousandths: u32,
}

/// A drawn page, equal when it is the same pixels.
#[derive(Clone)]
pub(crate) struct Drawn {
    pub(crate) image: PageImage,
    pub(crate) request: ImageRequest,
}

impl PartialEq for Drawn {
    fn eq(&self, other: &Self) -> bool {
        self.request == other.request
    }
}

/// The image of `request`, or nothing while there is no request. An old image of the same page stays
/// until the new one is here.
#[hook]
pub(crate) fn use_image(client: &Client, request: Option<ImageRequest>) -> Loaded<Drawn> {
    let image = use_state(Loaded::default);
    let setter = image.setter();
    let client = client.clone();
    let has_image = matches!(*image, Loaded::Ready(_));
    use_effect_with(request, move |request| {
        if request.is_none() || !has_image {
            setter.set(if request.is_some() {
                Loaded::Loading
            } else {
                Loaded::Empty
            });
        }
        let job = request.clone().map(|request| {
            #[expect(clippy::cast_precision_loss, reason = "a scale is far below 2^24")]
            let scale = request.scale_thousandths as f32 / 1_000.0;
            let message = Request::Image {
                document: request.document.clone(),
                page_idx: request.page_idx,
                scale,
            };
            client.ask(message, move |response| match response {
                Response::Image(image) => {
                    setter.set(Loaded::Ready(Drawn {
                        image,
                        request: request.clone(),
                    }));
                }
                Response::Failed { message } => setter.set(Loaded::Failed(message.into())),
                _ => {}
            })
        });
        move || drop(job)
    });
    (*image).clone()
}
