//! The `pandect-verify` binary.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use pandect_verify::Verify;

/// Verifies what Pandect recorded, offline: it needs no server and trusts none.
#[derive(Debug, Parser)]
#[command(name = "pandect-verify", version, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    verify: Verify,
}

fn main() -> ExitCode {
    match Cli::parse().verify.run() {
        Ok(code) => ExitCode::from(code),
        Err(failure) => {
            // Nothing is left to do when standard error is gone too.
            let _ = writeln!(std::io::stderr(), "pandect-verify: {failure}");
            ExitCode::from(failure.code())
        }
    }
}
