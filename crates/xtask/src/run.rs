//! Runs other programs.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::workspace;

/// A command in the workspace's top folder, without what `cargo run` put into this process's
/// environment: those variables describe this crate and make Cargo build others again.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(workspace::root()).stdin(Stdio::null());
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        let is_ours = [
            "CARGO_PKG_",
            "CARGO_MANIFEST_",
            "CARGO_BIN_",
            "CARGO_CRATE_",
        ]
        .iter()
        .any(|prefix| name.starts_with(prefix));
        if is_ours || name == "OUT_DIR" || name == "CARGO_PRIMARY_PACKAGE" {
            command.env_remove(&*name);
        }
    }
    command
}

/// `cargo`, the one that runs this chore.
pub(crate) fn cargo() -> Command {
    command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Shows the command, runs it, and fails where it fails.
///
/// # Errors
/// When the program cannot be started or ends with anything but success.
pub(crate) fn check(command: &mut Command) -> Result<()> {
    let line = show(command);
    let status = command
        .status()
        .with_context(|| format!("starting `{line}`"))?;
    if !status.success() {
        bail!("`{line}` ended with {status}");
    }
    Ok(())
}

/// Shows the command, runs it, and hands each line of its output to `on_line` after printing it.
/// Returns whether it ended with success.
///
/// # Errors
/// When the program cannot be started or its output cannot be read.
pub(crate) fn watch(command: &mut Command, mut on_line: impl FnMut(&str)) -> Result<bool> {
    listen(command, |line| {
        println!("{line}");
        on_line(line);
    })
}

/// Like [`watch`], but prints none of the output.
///
/// # Errors
/// As those of [`watch`].
pub(crate) fn listen(command: &mut Command, mut on_line: impl FnMut(&str)) -> Result<bool> {
    let line = show(command);
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("starting `{line}`"))?;
    let output = child.stdout.take().context("the output was not piped")?;
    for line in BufReader::new(output).split(b'\n') {
        let line = line.context("reading a program's output")?;
        on_line(&String::from_utf8_lossy(&line));
    }
    Ok(child.wait()?.success())
}

/// The first line a program prints, or nothing where it cannot be run.
pub(crate) fn first_line(program: impl AsRef<OsStr>, arguments: &[&str]) -> Option<String> {
    let output = command(program)
        .args(arguments)
        .stderr(Stdio::null())
        .output()
        .ok()?;
    if !output.status.success() {
        return None;
    }
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().next().map(|line| line.trim().to_owned())
}

/// Whether a program of this name can be found and run.
pub(crate) fn has(program: &str) -> bool {
    first_line(program, &["--version"]).is_some()
}

/// Whether this process may install Debian packages by itself, and with what before `apt-get`.
pub(crate) fn may_install() -> Option<&'static [&'static str]> {
    if !has("apt-get") {
        return None;
    }
    match first_line("id", &["-u"]).as_deref() {
        Some("0") => Some(&[]),
        _ if first_line("sudo", &["-n", "id", "-u"]).as_deref() == Some("0") => {
            Some(&["sudo", "-n"])
        }
        _ => None,
    }
}

/// Installs Debian packages.
///
/// # Errors
/// When this process may not, or the installation fails.
pub(crate) fn apt_install(packages: &[&str]) -> Result<()> {
    let Some(prefix) = may_install() else {
        bail!(
            "{list} is missing and this user may not install it: run \
             `apt-get install --no-install-recommends {list}` as root",
            list = packages.join(" ")
        );
    };
    let apt = |arguments: &[&str]| {
        let line: Vec<&str> = prefix.iter().copied().chain(["apt-get"]).collect();
        let mut apt = command(line[0]);
        apt.args(&line[1..])
            .args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive");
        apt
    };
    // Without an index nothing can be found; with an old one most things can.
    let updated = check(&mut apt(&["-qq", "update"]));
    let mut install = apt(&["-qq", "-y", "--no-install-recommends", "install"]);
    check(install.args(packages)).map_err(|error| match updated {
        Ok(()) => error,
        Err(cause) => error.context(format!("the package index is out of date: {cause}")),
    })
}

/// Puts a folder before all others on a command's search path.
pub(crate) fn put_first_on_path(command: &mut Command, folder: PathBuf) -> Result<()> {
    let old = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder).chain(std::env::split_paths(&old));
    command.env("PATH", std::env::join_paths(folders)?);
    Ok(())
}

fn show(command: &Command) -> String {
    let words: Vec<String> = std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let line = words.join(" ");
    println!("$ {line}");
    line
}

/// Builds an example program of a package for speed; the program's path.
///
/// # Errors
/// When it cannot be built.
pub(crate) fn example(package: &str, name: &str) -> Result<PathBuf> {
    let mut build = cargo();
    build.args(["build", "--release", "--locked", "-p", package]);
    build.args(["--example", name, "--message-format", "json"]);
    let mut program = None;
    let is_built = listen(&mut build, |line| {
        if let Some((_, rest)) = line.split_once("\"executable\":\"")
            && let Some((path, _)) = rest.split_once('"')
        {
            program = Some(PathBuf::from(path));
        }
    })?;
    match program {
        Some(program) if is_built => Ok(program),
        _ => bail!("the program `{name}` could not be built"),
    }
}
