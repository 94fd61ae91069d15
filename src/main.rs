//! The `pandect` binary.

fn main() -> std::process::ExitCode {
    pandect::cli::run()
}
