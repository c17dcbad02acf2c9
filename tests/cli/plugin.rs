//! Rules in C for the tests, compiled as shared libraries.

use std::{fs, path::Path, process::Command};

/// Compiles the source of a rule against the headers, without warnings, to the library `name` in a
/// folder; returns the library's path.
pub fn compiled(folder: &Path, name: &str, source: &str) -> String {
    let library = folder.join(name).with_extension("so");
    let file = library.with_extension("c");
    fs::write(&file, source).expect("the source is written");
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("bindings/c/include");
    let mut command = Command::new("cc");
    command.args(["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-I"]);
    let built = command.arg(include).arg("-o").args([&library, &file]).output();
    let built = built.expect("there is a compiler");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    library.to_str().expect("its name is text").into()
}
