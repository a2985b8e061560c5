use proofmark_json::{first_difference, parse};

use crate::format::Input;
use crate::verification::{Answer, GivenInput, InputCheck, InputState};

/// Holds the recorded inputs against the files at hand.
pub(super) fn compare_inputs(
    recorded: Option<&[Input]>,
    given: Option<&[GivenInput]>,
) -> (Answer, Vec<InputCheck>) {
    let (Some(recorded), Some(given)) = (recorded, given) else {
        return (Answer::NotChecked, Vec::new());
    };
    let mut checks = Vec::new();
    for input in recorded {
        let is_same = given
            .iter()
            .any(|file| file.sha256.eq_ignore_ascii_case(&input.sha256));
        let namesake = given.iter().find(|file| file.name == input.name);
        let (state, found) = match namesake {
            _ if is_same => (InputState::Same, None),
            Some(file) => (InputState::Changed, Some(file.sha256.clone())),
            None => (InputState::Missing, None),
        };
        checks.push(InputCheck {
            kind: input.kind.clone(),
            name: input.name.clone(),
            expected: Some(input.sha256.clone()),
            found,
            state,
        });
    }
    let state = |wanted| checks.iter().any(|check| check.state == wanted);
    let answer = if state(InputState::Changed) || state(InputState::Missing) {
        Answer::No
    } else {
        Answer::Yes
    };
    for file in given {
        let is_known = recorded.iter().any(|input| {
            input.name == file.name || input.sha256.eq_ignore_ascii_case(&file.sha256)
        });
        if !is_known {
            checks.push(InputCheck {
                kind: String::new(),
                name: file.name.clone(),
                expected: None,
                found: Some(file.sha256.clone()),
                state: InputState::Extra,
            });
        }
    }
    (answer, checks)
}

/// Holds a report against the one from scoring its inputs again.
pub(super) fn compare_replay(
    report: Option<&[u8]>,
    replay: Option<&[u8]>,
) -> (Answer, Option<String>) {
    let (Some(report), Some(replay)) = (report, replay) else {
        return (Answer::NotChecked, None);
    };
    if report == replay {
        return (Answer::Yes, None);
    }
    let difference = match (parse(report), parse(replay)) {
        (Ok(report), Ok(replay)) => first_difference(&report, &replay),
        _ => None,
    };
    // Same values in other bytes: the whole document is what differs.
    (Answer::No, Some(difference.unwrap_or_default()))
}
