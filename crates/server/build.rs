//! Embeds the explorer, packed by gzip: the page with its board, and the solver for the browser if
//! `scripts/build-web` has made it.

use std::{
    env,
    fmt::Write,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    process::Command,
};

/// The files of the solver for the browser. Without them, the page asks only the server.
const SOLVER: [&str; 3] = ["worker.js", "solver.js", "solver.wasm"];

fn main() {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"));
    // In the repository the folder `web` is a link, which a package has the files of.
    let web = ["../../bindings/web", "web"].map(|name| here.join(name));
    let web = web.iter().find(|web| web.join("page").is_dir()).expect("the explorer is there");
    // `scripts/build-web` touches this file, because a folder that is missing cannot be watched.
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    let mut files = Vec::new();
    for folder in ["page", "vendor"].map(|name| web.join(name)) {
        println!("cargo::rerun-if-changed={}", folder.display());
        list(&folder, "", &mut files);
    }
    files.retain(|(path, _)| !path.ends_with(".d.ts"));
    let solver = SOLVER.map(|name| (name.to_owned(), web.join("dist").join(name)));
    if solver.iter().all(|(_, source)| source.is_file()) {
        solver
            .iter()
            .for_each(|(_, source)| println!("cargo::rerun-if-changed={}", source.display()));
        files.extend(solver);
    }
    files.sort();
    let mut code = "pub static FILES: &[File] = &[\n".to_owned();
    for (number, (path, source)) in files.iter().enumerate() {
        let bytes = fs::read(source).expect("a file of the page is readable");
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let packed = gzip(source).filter(|packed| packed.len() < bytes.len());
        let is_packed = packed.is_some();
        let target = out.join(format!("page-{number}"));
        fs::write(&target, packed.unwrap_or(bytes)).expect("the build folder can be written");
        writeln!(
            code,
            "File {{ path: {:?}, etag: \"\\\"{:016x}\\\"\", is_packed: {is_packed}, \
             bytes: include_bytes!({target:?}) }},",
            format!("/{path}"),
            hasher.finish(),
        )
        .expect("a string can be written");
    }
    code += "];\n";
    fs::write(out.join("page.rs"), code).expect("the build folder can be written");
}

/// Adds the files below a folder to `files`: paths relative to the page's root, and paths on disk.
fn list(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(folder).expect("a folder of the page is readable") {
        let entry = entry.expect("a folder of the page is readable");
        let name = entry.file_name().into_string().expect("names of the page are Unicode");
        let path = format!("{prefix}{name}");
        if entry.path().is_dir() {
            list(&entry.path(), &format!("{path}/"), files);
        } else {
            files.push((path, entry.path()));
        }
    }
}

/// Returns a file compressed by the program gzip; `None` if the program is missing.
fn gzip(path: &Path) -> Option<Vec<u8>> {
    let output = Command::new("gzip").args(["-9", "-n", "-c"]).arg(path).output().ok()?;
    output.status.success().then_some(output.stdout)
}
