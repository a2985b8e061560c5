//! A measured fraction with its bounds against what is needed.

use proofmark_report::format::Bounds;
use yew::prelude::*;

use super::Icon;
use crate::state::{Outcome, percent};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) bounds: Bounds,
    /// Per cent.
    pub(crate) needed: u64,
    /// Whether the gate holds, as the engine judged it.
    pub(crate) is_met: bool,
}

#[component]
pub(crate) fn BoundBar(props: &Props) -> Html {
    let Bounds { lower, upper } = props.bounds;
    let (Some(low), Some(high)) = (percent(lower), percent(upper)) else {
        return html! {
            <div class="bound-number tone-unresolved">
                <Icon name="unresolved" />{ "nothing to measure" }
            </div>
        };
    };
    // Out of reach even if everything unresolved turned out well.
    let is_lost = u128::from(upper[0]) * 100 < u128::from(props.needed) * u128::from(upper[1]);
    let (outcome, class, words) = if props.is_met {
        (Outcome::Pass, "met", "Met at the lower bound")
    } else if is_lost {
        (Outcome::Fail, "lost", "Not met at either bound")
    } else {
        (Outcome::Unresolved, "open", "Not met at the lower bound")
    };
    let span = share(upper) - share(lower);
    let (numbers, counts) = if lower == upper {
        (format!("{low} %"), format!("{}/{}", lower[0], lower[1]))
    } else {
        (
            format!("{low} to {high} %"),
            format!("{}–{}/{}", lower[0], upper[0], lower[1]),
        )
    };
    let label = format!(
        "Lower {low}, upper {high}, needed {} per cent",
        props.needed
    );
    html! {
        <>
            <div class="bound-number">
                <Icon name={outcome.icon()} tone={outcome.tone()} label={words} />
                <b>{ numbers }</b><span class="faint">{ counts }</span>
            </div>
            <svg class={classes!("bound", format!("bound-{class}"))} role="img" aria-label={label}>
                <rect class="bound-track" y="5" width="100%" height="10" />
                <rect class="bound-low" y="5" width={format!("{}%", share(lower))} height="10" />
                <rect class="bound-high" x={format!("{}%", share(lower))} y="5"
                    width={format!("{span}%")} height="10" />
                <svg x={format!("{}%", share(upper))} overflow="visible">
                    <rect class="bound-edge" x="-1.5" y="3" width="1.5" height="14" />
                </svg>
                <svg x={format!("{}%", props.needed)} overflow="visible">
                    <rect class="bound-needed" x="-0.5" y="0" width="1.5" height="20" />
                </svg>
            </svg>
        </>
    }
}

/// A fraction in per cent, for drawing only.
fn share([over, under]: [u64; 2]) -> f64 {
    #[expect(
        clippy::cast_precision_loss,
        reason = "a share of a bar a few hundred pixels wide"
    )]
    let share = over as f64 / under.max(1) as f64 * 100.0;
    share
}
