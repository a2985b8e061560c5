//! Serves the reviewer on this machine.

use std::net::{SocketAddr, TcpStream};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::tools;

/// The port in `Trunk.toml`.
const PORT: u16 = 8080;

/// Sets up what is missing, runs `trunk serve` with the arguments added, and prints the address once
/// the reviewer answers there.
///
/// # Errors
/// When a tool cannot be set up or Trunk cannot be started.
pub(crate) fn serve(arguments: &[String]) -> Result<ExitCode> {
    let port = port_in(arguments).unwrap_or(PORT);
    let mut trunk = tools::trunk()?.command()?;
    trunk.args(["serve", "--offline"]).args(arguments);
    println!("building the reviewer; the first time takes some minutes");
    let mut child = trunk.spawn().context("starting trunk")?;
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    loop {
        if let Some(status) = child.try_wait()? {
            eprintln!("trunk ended with {status}");
            return Ok(if status.success() {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            });
        }
        // Trunk listens only after the first build.
        if TcpStream::connect_timeout(&address, Duration::from_secs(1)).is_ok() {
            break;
        }
        std::thread::sleep(Duration::from_millis(300));
    }
    println!("\nThe reviewer is at http://127.0.0.1:{port}/ (Ctrl-C ends it)\n");
    let status = child.wait()?;
    Ok(if status.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn port_in(arguments: &[String]) -> Option<u16> {
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        if let Some(number) = word.strip_prefix("--port=") {
            return number.parse().ok();
        }
        if word == "--port" || word == "-p" {
            return words.next()?.parse().ok();
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_is_read_in_each_spelling() {
        let port = |line: &str| {
            port_in(
                &line
                    .split_whitespace()
                    .map(str::to_owned)
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(port("--release --port 9000"), Some(9000), "two words");
        assert_eq!(port("--port=9001"), Some(9001), "one word");
        assert_eq!(port("-p 9002"), Some(9002), "short");
        assert_eq!(port("--release"), None, "none given");
    }
}
