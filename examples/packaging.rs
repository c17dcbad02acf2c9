//! Writes the files of packages that are made from the command line's definition: a man page for each
//! command, and completions for shells. They are no part of the program, which prints its completions
//! (`drawproof completions`) and its help itself.
//!
//!     cargo run --release --example packaging -- FOLDER
//!
//! FOLDER then has `man/*.1` and `completions/`.

use std::{env, fs, io, path::PathBuf};

use clap_complete::{Generator, Shell};

fn main() -> io::Result<()> {
    let folder = env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.ok_or_else(|| io::Error::other("usage: packaging FOLDER"))?;
    let [man, completions] = ["man", "completions"].map(|name| folder.join(name));
    for folder in [&man, &completions] {
        fs::create_dir_all(folder)?;
    }
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell, Shell::Elvish] {
        let script = drawproof_command::completion_script(shell);
        fs::write(completions.join(shell.file_name("drawproof")), script)?;
    }
    clap_mangen::generate_to(drawproof_command::manual(), &man)
}
