//! The `drawproof` command line.

mod commands;

fn main() -> anyhow::Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("bench") => commands::bench::run(drawproof::engine::bench::DEPTH, true),
        _ => commands::uci::run(),
    }
}
