//! What the suites share: the operators and inputs they run over, the device they run on, the browser.

pub mod browser;
