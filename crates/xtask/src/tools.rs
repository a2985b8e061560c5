//! Installs the tools that a fresh machine lacks, each once, into the cache folder.
//!
//! A tool that is already on the search path in the right version is used as it is.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, bail};

use crate::run;
use crate::workspace;

/// The version of Trunk whose handling of `pattern_script` and of workers the page relies on.
const TRUNK_VERSION: &str = "0.21.14";
/// The wasm optimiser's package; used only where it is asked for.
const BINARYEN_VERSION: &str = "132.0.0";
/// The oldest Node.js that the pinned playwright-core runs on.
const NODE_MAJOR_MIN: u32 = 18;
/// Writes bills of materials in the form of CycloneDX.
const CYCLONEDX_VERSION: &str = "0.5.9";
const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Trunk, ready to run, with the right wasm-bindgen tool where it looks for it.
pub(crate) struct Trunk {
    program: PathBuf,
    first_on_path: Option<PathBuf>,
}

impl Trunk {
    /// A command that runs Trunk.
    ///
    /// # Errors
    /// When the search path cannot be extended.
    pub(crate) fn command(&self) -> Result<Command> {
        let mut trunk = run::command(&self.program);
        if let Some(folder) = &self.first_on_path {
            run::put_first_on_path(&mut trunk, folder.clone())?;
        }
        Ok(trunk)
    }
}

/// Sets up what all other chores need.
///
/// # Errors
/// When something is missing and cannot be installed.
pub(crate) fn set_up_all() -> Result<ExitCode> {
    components()?;
    trunk()?;
    playwright()?;
    verifiers()?;
    println!("browser: {}", chromium()?.display());
    Ok(ExitCode::SUCCESS)
}

/// The formatter and the linter of the pinned toolchain.
///
/// # Errors
/// When they are missing and cannot be installed.
pub(crate) fn components() -> Result<()> {
    for (subcommand, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if run::first_line("cargo", &[subcommand, "--version"]).is_none() {
            run::check(run::command("rustup").args(["component", "add", component]))?;
        }
    }
    Ok(())
}

/// The standard library for the browser.
///
/// # Errors
/// When it is missing and rustup cannot install it.
pub(crate) fn wasm_target() -> Result<()> {
    let folder = run::first_line("rustc", &["--print=target-libdir", "--target", WASM_TARGET]);
    let is_there = folder.is_some_and(|folder| {
        Path::new(&folder)
            .read_dir()
            .is_ok_and(|mut files| files.next().is_some())
    });
    if is_there {
        return Ok(());
    }
    run::check(run::command("rustup").args(["target", "add", WASM_TARGET]))
        .with_context(|| format!("the target {WASM_TARGET} is missing"))
}

/// Trunk and the wasm-bindgen tool of the locked version; the wasm target too.
///
/// # Errors
/// When something is missing and cannot be installed.
pub(crate) fn trunk() -> Result<Trunk> {
    wasm_target()?;
    // Trunk is kept offline below, so that a build never surprises anyone with a download; the
    // sources are fetched here. Without a network they may well be there already.
    if run::check(run::cargo().args(["fetch", "--locked", "--target", WASM_TARGET])).is_err() {
        eprintln!("warning: the sources could not be fetched; going on with those that are here");
    }
    let trunk = cargo_tool("trunk", "trunk", TRUNK_VERSION, &["--locked"])?;
    let bindgen = bindgen()?;
    Ok(Trunk {
        program: trunk.unwrap_or_else(|| "trunk".into()),
        first_on_path: bindgen.and_then(|path| Some(path.parent()?.to_path_buf())),
    })
}

/// The wasm-bindgen tool of the locked version; the wasm target too.
///
/// # Errors
/// When something is missing and cannot be installed.
pub(crate) fn wasm_bindgen() -> Result<PathBuf> {
    wasm_target()?;
    Ok(bindgen()?.unwrap_or_else(|| "wasm-bindgen".into()))
}

fn bindgen() -> Result<Option<PathBuf>> {
    // Not `--locked`: the published lock file of wasm-bindgen-cli pins versions that were withdrawn since.
    let version = workspace::locked_version("wasm-bindgen")?;
    cargo_tool("wasm-bindgen-cli", "wasm-bindgen", &version, &[])
}

/// Node.js and npm.
///
/// # Errors
/// When they are missing or too old and cannot be installed.
pub(crate) fn node() -> Result<()> {
    let is_new_enough = || {
        run::first_line("node", &["--version"])
            .and_then(|version| {
                version
                    .trim_start_matches('v')
                    .split('.')
                    .next()?
                    .parse()
                    .ok()
            })
            .is_some_and(|major: u32| major >= NODE_MAJOR_MIN)
    };
    if is_new_enough() && run::has("npm") {
        return Ok(());
    }
    run::apt_install(&["nodejs", "npm"])?;
    if !is_new_enough() {
        bail!("Node.js {NODE_MAJOR_MIN} or newer is needed; the one installed is older");
    }
    Ok(())
}

/// Python with virtual environments.
///
/// # Errors
/// When it is missing and cannot be installed.
fn python() -> Result<()> {
    let venv = ["-c", "import ensurepip, venv; print('here')"];
    if run::first_line("python3", &venv).is_none() {
        run::apt_install(&["python3", "python3-venv"])?;
    }
    Ok(())
}

/// A Python with exactly the packages of a file of requirements, in a folder of the cache.
///
/// # Errors
/// When something is missing and cannot be installed.
pub(crate) fn python_with(folder: &str, requirements: &Path) -> Result<PathBuf> {
    let wanted = std::fs::read_to_string(requirements)
        .with_context(|| format!("reading {}", requirements.display()))?;
    let folder = workspace::cache()?.join(folder);
    let mark = folder.join("installed.txt");
    let python_there = folder.join("bin/python");
    if std::fs::read_to_string(&mark).is_ok_and(|have| have == wanted) && python_there.is_file() {
        return Ok(python_there);
    }
    python()?;
    run::check(
        run::command("python3")
            .args(["-m", "venv", "--clear"])
            .arg(&folder),
    )?;
    let mut install = run::command(&python_there);
    install.args(["-m", "pip", "install", "--quiet", "-r"]);
    run::check(install.arg(requirements))?;
    std::fs::write(&mark, wanted).with_context(|| format!("writing {}", mark.display()))?;
    Ok(python_there)
}

/// The programs of other makers that check signatures and exports: OpenSSL and what the script of
/// `tests/verifiers` installs.
///
/// # Errors
/// When one is missing and cannot be installed.
pub(crate) fn verifiers() -> Result<()> {
    node()?;
    if run::first_line("openssl", &["version"]).is_none() {
        run::apt_install(&["openssl"])?;
    }
    python()?;
    run::check(run::command("bash").arg("tests/verifiers/install.sh"))
}

/// A Python with PySpark; Java and GNU parallel too.
///
/// # Errors
/// When something is missing and cannot be installed.
pub(crate) fn spark() -> Result<PathBuf> {
    if run::first_line("java", &["--version"]).is_none() {
        run::apt_install(&["default-jre-headless"])?;
    }
    if !run::has("parallel") {
        run::apt_install(&["parallel"])?;
    }
    python_with(
        "spark",
        &workspace::root().join("tests/spark/requirements.txt"),
    )
}

/// The folder whose `node_modules` holds playwright-core as pinned in `tests/browser`.
///
/// # Errors
/// When it is missing and npm cannot install it.
pub(crate) fn playwright() -> Result<PathBuf> {
    node()?;
    let pinned = workspace::root().join("tests/browser");
    let folder = workspace::cache()?.join("node");
    let lock = "package-lock.json";
    let is_same = std::fs::read(folder.join(lock))
        .is_ok_and(|have| std::fs::read(pinned.join(lock)).is_ok_and(|want| have == want));
    if is_same
        && folder
            .join("node_modules/playwright-core/package.json")
            .is_file()
    {
        return Ok(folder);
    }
    std::fs::create_dir_all(&folder).with_context(|| format!("creating {}", folder.display()))?;
    for file in ["package.json", lock] {
        std::fs::copy(pinned.join(file), folder.join(file))
            .with_context(|| format!("copying {file} of tests/browser"))?;
    }
    run::check(run::command("npm").current_dir(&folder).args([
        "ci",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
    ]))?;
    Ok(folder)
}

/// The browser: `CHROMIUM` in the environment, else one on the search path, else Debian's.
///
/// # Errors
/// When there is none and none can be installed.
pub(crate) fn chromium() -> Result<PathBuf> {
    if let Some(program) = std::env::var_os("CHROMIUM") {
        return Ok(program.into());
    }
    let names = [
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    ];
    let find = || {
        names
            .into_iter()
            .find(|name| run::has(name))
            .and_then(full_path)
    };
    if let Some(program) = find() {
        return Ok(program);
    }
    // Text in a browser without any font is empty boxes.
    run::apt_install(&["chromium", "fonts-dejavu-core"])?;
    find().context(
        "no Chromium that runs (on Ubuntu the package of that name is only a pointer to a snap): \
         install one and set CHROMIUM to its path",
    )
}

/// The optimiser of wasm files, a script for Node.js.
///
/// # Errors
/// When it is missing and npm cannot install it.
pub(crate) fn wasm_opt() -> Result<PathBuf> {
    node()?;
    let folder = workspace::cache()?.join("binaryen");
    let script = folder.join("node_modules/binaryen/bin/wasm-opt");
    let manifest = folder.join("node_modules/binaryen/package.json");
    let has_version = std::fs::read_to_string(manifest)
        .is_ok_and(|text| text.contains(&format!("\"version\": \"{BINARYEN_VERSION}\"")));
    if !has_version || !script.is_file() {
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("creating {}", folder.display()))?;
        run::check(run::command("npm").current_dir(&folder).args([
            "install",
            &format!("binaryen@{BINARYEN_VERSION}"),
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
        ]))?;
    }
    Ok(script)
}

/// The maker of bills of materials.
///
/// # Errors
/// When it is missing and cannot be installed.
pub(crate) fn cyclonedx() -> Result<PathBuf> {
    let name = "cargo-cyclonedx";
    let path = cargo_tool(name, name, CYCLONEDX_VERSION, &["--locked"])?;
    Ok(path.unwrap_or_else(|| name.into()))
}

/// Makes sure of a tool from crates.io. Returns its path where it lies in the cache folder, nothing
/// where the one on the search path is right.
fn cargo_tool(
    package: &str,
    program: &str,
    version: &str,
    arguments: &[&str],
) -> Result<Option<PathBuf>> {
    let wanted = format!("{program} {version}");
    // What is called through Cargo knows its version under its own name alone.
    let subcommand = program.strip_prefix("cargo-");
    let question: Vec<&str> = subcommand.into_iter().chain(["--version"]).collect();
    let is_right = |program: &Path| {
        // Some builds add their commit in brackets.
        run::first_line(program, &question)
            .is_some_and(|line| line.split_whitespace().nth(1) == Some(version))
    };
    if is_right(Path::new(program)) {
        return Ok(None);
    }
    let folder = workspace::cache()?.join("tools");
    let path = folder.join("bin").join(program);
    if is_right(&path) {
        return Ok(Some(path));
    }
    println!("installing {wanted}; this takes some minutes, once");
    let target = workspace::cache()?.join(format!("{package}-target"));
    let result = run::check(
        run::cargo()
            .args([
                "install",
                package,
                "--version",
                version,
                "--force",
                "--root",
            ])
            .arg(&folder)
            .args(arguments)
            // A tool that runs for a second is not worth minutes of optimising.
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_DEBUG", "0")
            .env("CARGO_TARGET_DIR", &target),
    );
    if target.exists() {
        std::fs::remove_dir_all(&target)
            .with_context(|| format!("removing {}", target.display()))?;
    }
    result?;
    if !is_right(&path) {
        bail!(
            "{} was installed, but does not say it is {wanted}",
            path.display()
        );
    }
    Ok(Some(path))
}

fn full_path(program: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders)
        .map(|folder| folder.join(program))
        .find(|path| path.is_file())
}
