//! Names the shared library by its version, so that a program finds the one it was linked against.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let of = |name: &str| env::var(name).expect("cargo sets it");
    let version = format!("{}.{}", of("CARGO_PKG_VERSION_MAJOR"), of("CARGO_PKG_VERSION_MINOR"));
    match of("CARGO_CFG_TARGET_OS").as_str() {
        "linux" | "freebsd" | "netbsd" | "openbsd" | "dragonfly" => {
            println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libdrawproof_fathom.so.{version}");
        }
        "macos" => {
            let name = format!("@rpath/libdrawproof_fathom.{version}.dylib");
            println!("cargo::rustc-cdylib-link-arg=-Wl,-install_name,{name}");
        }
        _ => {}
    }
}
