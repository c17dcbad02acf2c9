//! A server for tests, and requests to it.

use std::{
    io::{BufRead, BufReader, ErrorKind, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_drawproof");

/// A server on a free port; it ends with this.
pub struct Server {
    pub child: Child,
    pub address: String,
}

/// An answer: its status, its head in lower case, and its body.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Server {
    pub fn start(folder: &Path, args: &[&str]) -> Server {
        let mut command = Command::new(PROGRAM);
        command.args(["serve", "--listen", "127.0.0.1:0", "-j", "2", "--tables"]).arg(folder);
        let mut child =
            command.args(args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("listening on http://").expect(&line).to_owned();
        Server { child, address }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// The answer to a whole request.
    pub fn send(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        // A server that refuses a long request closes before it has read all of it.
        let _ = stream.write_all(request);
        read_answer(&mut stream)
    }

    pub fn request(&self, method: &str, target: &str, body: &str) -> Answer {
        let length = body.len();
        let head = format!("{method} {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n");
        self.send(format!("{head}Content-Length: {length}\r\n\r\n{body}").as_bytes())
    }

    pub fn get(&self, target: &str) -> Answer {
        self.request("GET", target, "")
    }

    pub fn json(&self, target: &str) -> Value {
        let answer = self.get(target);
        assert_eq!(answer.status, 200, "{target}: {}", answer.text());
        serde_json::from_slice(&answer.body).unwrap()
    }

    /// The status of the program after a signal.
    pub fn end(mut self, signal: &str) -> Option<i32> {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
        self.child.wait().unwrap().code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// Reads an answer up to the end of the connection. Chunks are put together.
pub fn read_answer(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        Err(error) if error.kind() != ErrorKind::ConnectionReset => panic!("{error}"),
        _ => {}
    }
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(bytes.len());
    let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
    let status = head.get(9..12).map_or(0, |status| status.parse().unwrap());
    let mut body = bytes.get(end + 4..).unwrap_or_default().to_vec();
    if head.contains("transfer-encoding: chunked") {
        let (mut rest, mut whole) = (&body[..], Vec::new());
        while let Some(line) = rest.windows(2).position(|two| two == b"\r\n") {
            let size = std::str::from_utf8(&rest[..line]).unwrap();
            let size = usize::from_str_radix(size, 16).unwrap();
            whole.extend_from_slice(&rest[line + 2..][..size]);
            rest = &rest[line + 4 + size..];
        }
        body = whole;
    }
    Answer { status, head, body }
}
