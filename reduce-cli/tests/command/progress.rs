//! The bar on the terminal while a long file is read.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::tools::{Directory, command};

/// A call whose standard error is a terminal, and the pieces of text that it writes there.
fn on_terminal(directory: &Directory, arguments: &[&str]) -> (Child, Receiver<String>) {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&terminal).unwrap();
    unlockpt(&terminal).unwrap();
    let name = ptsname(&terminal, Vec::new()).unwrap();
    let errors = rustix::fs::open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
    let child = command(&[&["run", "sum", "--engine", "cpu"], arguments].concat())
        .current_dir(directory.path("."))
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(errors)
        .spawn()
        .unwrap();
    let (send, texts) = channel();
    thread::spawn(move || {
        let (mut terminal, mut text) = (File::from(terminal), [0; 4096]);
        // At the end of the child, a terminal is closed or an error.
        while let Ok(read @ 1..) = terminal.read(&mut text) {
            let text = String::from_utf8_lossy(&text[..read]).into_owned();
            if send.send(text).is_err() {
                break;
            }
        }
    });
    (child, texts)
}

/// Feeds zeros until the terminal shows something, a minute or two if it does not, and ends the input.
fn feed(child: &mut Child, texts: &Receiver<String>) -> String {
    let mut input = child.stdin.take().unwrap();
    for _ in 0..10_000 {
        input.write_all(&[0; 1 << 16]).unwrap();
        if let Ok(text) = texts.recv_timeout(Duration::from_millis(10)) {
            return text;
        }
    }
    String::new()
}

#[test]
fn a_long_input_of_unknown_length_is_counted_until_it_ends() {
    let directory = Directory::new();
    let (mut child, texts) = on_terminal(&directory, &["/dev/stdin", "--raw", "u8"]);
    let mut shown = feed(&mut child, &texts);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "sum  0\n");
    shown.extend(texts.iter());
    assert!(shown.contains(" MiB, ") && shown.contains("/s"), "{shown:?}");
    // The line is cleared, and nothing is written after that.
    let (_, after) = shown.rsplit_once("\x1b[2K").unwrap();
    assert!(after.trim().is_empty(), "{shown:?}");
}

#[test]
fn a_long_file_has_a_bar() {
    let directory = Directory::new();
    // Longer than anybody waits, and without a block on the disk.
    let file = File::create(directory.path("long.bin")).unwrap();
    file.set_len(1 << 40).unwrap();
    let (mut child, texts) = on_terminal(&directory, &["long.bin", "--raw", "u8"]);
    let shown = texts.recv_timeout(Duration::from_secs(100));
    child.kill().unwrap();
    child.wait().unwrap();
    let shown = shown.unwrap();
    assert!(shown.contains(" of 1.00 TiB, ") && shown.contains(" left"), "{shown:?}");
}

#[test]
fn json_has_no_bar() {
    let directory = Directory::new();
    let call = ["/dev/stdin", "--raw", "u8", "--json"];
    let (mut child, texts) = on_terminal(&directory, &call);
    let mut input = child.stdin.take().unwrap();
    let begin = std::time::Instant::now();
    while begin.elapsed() < Duration::from_secs(2) {
        input.write_all(&[0; 1 << 16]).unwrap();
        thread::sleep(Duration::from_millis(10));
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "{\"sum\": 0}\n");
    assert_eq!(texts.iter().collect::<String>(), "");
}
