//! The reviewer in the browser.
