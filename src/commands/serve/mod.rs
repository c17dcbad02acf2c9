//! `serve`: the HTTP server.

mod log;

use std::{
    ffi::OsString,
    io::Write,
    net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs},
    path::Path,
    process::ExitCode,
    sync::Arc,
    time::Duration,
};

use anyhow::{Context, Result, bail};
use clap::Args;
use drawproof_server::{Server, Settings, Signal, Stop};

use self::log::{Log, LogFormat};
use crate::{
    arguments::parse_bytes,
    embedded::THREE_MEN,
    environment::Environment,
    output::{print_error, stdout},
    process::{INTERRUPTED, cancel_on_interrupt},
};

/// Arguments of `serve`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  drawproof serve
  drawproof serve --listen 0.0.0.0:8080 --memory 8G
  curl 'http://127.0.0.1:9000/standard?fen=8/8/8/8/8/6k1/4P3/2K5_w_-_-_0_1'
  curl --data-binary @positions.fen 'http://127.0.0.1:9000/standard/batch'

The server ends after Ctrl-C (status 130) or SIGTERM (status 0), once open requests are answered.")]
pub struct ServeArgs {
    /// Address to listen on. An address or a port alone works too, and port 0 picks a free port
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:9000", value_parser = parse_listen)]
    pub listen: SocketAddr,
    /// Folders of Syzygy tables [default: $SYZYGY_PATH]
    #[arg(long, value_name = "DIR[:DIR]")]
    pub syzygy: Option<OsString>,
    /// Log on standard error: text, JSON lines, or none
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub log: LogFormat,
    /// Log every request
    #[arg(long)]
    pub log_requests: bool,
    /// Log the client that the proxy names
    ///
    /// Takes the last address of 'X-Forwarded-For' or, if that header is missing, of 'Forwarded'.
    /// Use it only if every request comes through a proxy that sets one of them
    #[arg(long)]
    pub trust_proxy: bool,
    /// Maximum number of open connections; further ones get a 503
    #[arg(long, value_name = "N", default_value = "1024")]
    pub connections: usize,
    /// Maximum number of requests that wait for a table; further ones get a 503
    #[arg(long, value_name = "N", default_value = "256")]
    pub waiting: usize,
    /// Maximum number of endgames that wait to be solved; more get a 503
    #[arg(long, value_name = "N", default_value = "16")]
    pub queue: usize,
    /// Time limit of a request in seconds; then it gets a 503
    ///
    /// The time includes receiving the request, waiting for tables and for its turn, and computing
    /// the answer
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = clap::value_parser!(u16).range(1..))]
    pub request_time: u16,
    /// Seconds that a client may take to send a request, or to read the answer
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = clap::value_parser!(u16).range(1..))]
    pub client_time: u16,
    /// Maximum number of positions in a batch
    #[arg(long, value_name = "N", default_value = "10000")]
    pub batch_positions: usize,
    /// Maximum size of a batch's body
    #[arg(long, value_name = "SIZE", default_value = "2M", value_parser = parse_bytes)]
    pub body: u64,
    /// Maximum number of batches, searches and statistics computed at once; further ones wait for
    /// their turn
    #[arg(long, value_name = "N", default_value = "8")]
    pub batches: usize,
}

/// Parses where to listen: ADDRESS:PORT, or one of both.
fn parse_listen(text: &str) -> Result<SocketAddr, String> {
    const PORT: u16 = 9000;
    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
    if let Ok(port) = text.parse() {
        return Ok((HERE, port).into());
    }
    if let Ok(address) = text.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() {
        return Ok((address, PORT).into());
    }
    let (name, port) = match text.rsplit_once(':') {
        Some((name, port)) => (name, port.parse().ok()),
        None => (text, Some(PORT)),
    };
    let named = |port| match name {
        // The system takes a number for an address.
        _ if name.bytes().all(|byte| byte.is_ascii_digit()) => None,
        "localhost" => Some((HERE, port).into()),
        _ => (name, port).to_socket_addrs().ok()?.next(),
    };
    let found = text.parse().ok().or_else(|| named(port?));
    found.ok_or_else(|| "write 127.0.0.1:9000, [::1]:9000, 0.0.0.0:80, localhost or a port".into())
}

/// Runs `serve` until Ctrl-C, which ends the program with status 130.
pub fn run(args: &ServeArgs, environment: &Environment) -> Result<ExitCode> {
    let folder = environment.store.folder().path().to_owned();
    let memory_bytes = environment.store.memory_bytes();
    let scratch = environment.store.scratch_folder().map(Path::to_owned);
    if let Some(folder) = &scratch
        && !folder.is_dir()
    {
        bail!(
            "the folder of scratch files, '{}', is missing: make it, or name another with --scratch",
            folder.display()
        );
    }
    let threads = rayon::current_num_threads();
    // Only folders that are named here keep the server from starting.
    let syzygy = environment.open_syzygy().or_else(|error| match args.syzygy {
        Some(_) => Err(error),
        None => {
            print_error(&format!("drawproof: without Syzygy's tables: {error:#}"));
            Ok(None)
        }
    });
    let settings = Settings {
        three_men: &THREE_MEN,
        syzygy: syzygy?.map(Arc::new),
        scratch,
        trust_proxy: args.trust_proxy,
        connections: args.connections,
        waiting: args.waiting,
        queue: args.queue,
        request_time: Duration::from_secs(args.request_time.into()),
        client_time: Duration::from_secs(args.client_time.into()),
        batch_positions: args.batch_positions,
        body_bytes: usize::try_from(args.body).unwrap_or(usize::MAX),
        batches: args.batches,
        ..Settings::new(args.listen, folder, memory_bytes, threads)
    };
    // The server ends by itself after the first signal, at once after the second.
    cancel_on_interrupt();
    let log = Arc::new(Log::new(args.log, args.log_requests));
    let server = Server::bind(settings, log)
        .with_context(|| format!("the server cannot listen at {}", args.listen))?;
    if !server.address().ip().is_loopback() {
        print_error(
            "other machines can reach this server; it has neither passwords nor encryption",
        );
    }
    let mut out = stdout();
    writeln!(out, "listening on http://{}", server.address())?;
    out.flush()?;
    let signal = server.run(&Stop::default()).context("the server cannot go on")?;
    Ok(match signal {
        Some(Signal::Interrupt) => ExitCode::from(INTERRUPTED),
        Some(Signal::Terminate) | None => ExitCode::SUCCESS,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_understood_as_people_write_them() {
        for (text, expected) in [
            ("9715", "127.0.0.1:9715"),
            ("localhost:9000", "127.0.0.1:9000"),
            ("localhost", "127.0.0.1:9000"),
            ("0.0.0.0", "0.0.0.0:9000"),
            ("::1", "[::1]:9000"),
            ("[::1]", "[::1]:9000"),
            ("[::1]:80", "[::1]:80"),
            ("127.0.0.1:0", "127.0.0.1:0"),
        ] {
            assert_eq!(parse_listen(text), Ok(expected.parse().unwrap()), "{text}");
        }
        for text in ["", ":9000", "localhost:", "127.0.0.1:99999", "99999", "http://localhost:9000"]
        {
            let error = parse_listen(text).unwrap_err();
            assert!(error.starts_with("write 127.0.0.1:9000"), "{text}: {error}");
        }
    }
}
