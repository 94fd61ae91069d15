//! The real binary: run to its end, or serving on a free port.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::thread::JoinHandle;

use serde_json::Value;

/// The file of the binary.
pub(crate) const PANDECT: &str = env!("CARGO_BIN_EXE_pandect");

/// The repository.
pub(crate) const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// How a command ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// A command that no variable of the surrounding shell reaches.
pub(crate) fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("PANDECT_") {
            command.env_remove(name);
        }
    }
    command.env_remove("RUST_LOG").stdin(Stdio::null());
    command
}

/// Runs a command to its end.
pub(crate) fn finish(command: &mut Command) -> Ended {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?} cannot be run: {error}"));
    let text = |bytes| String::from_utf8(bytes).expect("output in UTF-8");
    let code = output.status.code().unwrap_or_else(|| panic!("{command:?} ended by a signal"));
    Ended { code, out: text(output.stdout), err: text(output.stderr) }
}

/// Runs `pandect` to its end.
pub(crate) fn pandect(arguments: &[&str]) -> Ended {
    finish(command(PANDECT).args(arguments))
}

/// Runs `pandect` to its end with a text at its standard input.
pub(crate) fn pandect_reading(arguments: &[&str], input: &[u8]) -> Ended {
    let mut child = command(PANDECT)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    child.stdin.take().expect("an input").write_all(input).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("output in UTF-8");
    Ended { code: output.status.code().expect("no signal"), out: text(output.stdout), err: text(output.stderr) }
}

/// `pandect serve` on a free port, on its way up; killed when this is dropped.
pub(crate) struct Starting {
    child: Child,
    log: BufReader<ChildStderr>,
}

impl Starting {
    /// Starts to serve a database in a directory, which also holds the key.
    pub(crate) fn new(directory: &Path, more: &[&str]) -> Self {
        Self::by(command(PANDECT), directory, more)
    }

    /// The same, by a command that ends in the program.
    fn by(mut command: Command, directory: &Path, more: &[&str]) -> Self {
        let mut child = command
            .current_dir(directory)
            .args(["serve", "--address", "127.0.0.1:0", "--log", "json", "--workers", "2"])
            .args(more)
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let log = BufReader::new(child.stderr.take().expect("a log"));
        Self { child, log }
    }

    /// Waits until it serves.
    pub(crate) fn served(mut self) -> Serving {
        let mut seen = String::new();
        let address = loop {
            let mut line = String::new();
            if self.log.read_line(&mut line).expect("a log in UTF-8") == 0 {
                panic!("the server ended before it served:\n{seen}");
            }
            seen += &line;
            let fields = serde_json::from_str::<Value>(&line).unwrap_or_default()["fields"].take();
            if fields["message"] == "serving" {
                break fields["address"].as_str().expect("an address").parse().expect("an address");
            }
        };
        let Self { child, mut log } = self;
        // A pipe that nobody reads would stop the server when it is full.
        let log = std::thread::spawn(move || {
            log.read_to_string(&mut seen).expect("a log in UTF-8");
            seen
        });
        Serving { child: Killed(child), log, address }
    }

    /// Kills it where it stands, and gives what it logged.
    pub(crate) fn kill(mut self) -> String {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
        let mut seen = String::new();
        self.log.read_to_string(&mut seen).expect("a log in UTF-8");
        seen
    }
}

/// A process that is killed when this is dropped.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// `pandect serve` on a free port; killed when this is dropped.
pub(crate) struct Serving {
    child: Killed,
    log: JoinHandle<String>,
    /// Where it listens.
    pub(crate) address: SocketAddr,
}

impl Serving {
    /// Serves a database in a directory, which also holds the key.
    pub(crate) fn start(directory: &Path) -> Self {
        Starting::new(directory, &[]).served()
    }

    /// The same, by a command that ends in the program.
    pub(crate) fn start_as(command: Command, directory: &Path) -> Self {
        Starting::by(command, directory, &[]).served()
    }

    /// The process.
    pub(crate) fn id(&self) -> u32 {
        self.child.0.id()
    }

    /// Asks the server to stop, as a service manager does.
    pub(crate) fn ask_to_stop(&self) {
        let kill = finish(command("bash").args(["-c", &format!("kill -TERM {}", self.id())]));
        assert_eq!(kill.code, 0, "{kill:?}");
    }

    /// Asks the server to stop, and gives its exit code.
    pub(crate) fn terminate(mut self) -> i32 {
        self.ask_to_stop();
        self.child.0.wait().expect("it ends").code().expect("it ends by itself, not by the signal")
    }

    /// Kills it where it stands, and gives what it logged.
    pub(crate) fn kill(mut self) -> String {
        // One that was asked to stop may have ended.
        let _ = self.child.0.kill();
        self.child.0.wait().expect("it ends");
        self.log.join().expect("a log in UTF-8")
    }
}
