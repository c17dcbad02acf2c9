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

#[test]
fn a_library_that_seems_to_be_about_another_endgame_is_asked_about() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = |applies: &str| {
        format!(
            "#include \"drawproof.h\"\n\
             uint32_t drawproof_abi(void) {{ return DRAWPROOF_ABI; }}\n{applies}\
             int drawproof_claim(const drawproof_position *p, uint64_t *s)\n\
             {{ (void)p; (void)s; return DRAWPROOF_DRAW; }}\n"
        )
    };
    let errors = |plugin: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
        command.args(["verify", "KQK", "--plugin", plugin, "--tables"]).arg(folder.path());
        String::from_utf8(command.output().expect("it runs").stderr).expect("text")
    };
    let silent = compiled(folder.path(), "silent.so", &source(""));
    assert!(errors(&silent).contains("silent.so about KQK?"), "{}", errors(&silent));
    let applies = "int drawproof_applies(const char *e) { return e[1] == 'Q'; }\n";
    let told = compiled(folder.path(), "told.so", &source(applies));
    assert!(!errors(&told).contains("about KQK?"), "{}", errors(&told));
}
