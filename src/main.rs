//! The program `drawproof`; [`drawproof_command`] is all of it.

use std::process::ExitCode;

fn main() -> ExitCode {
    drawproof_command::main()
}
