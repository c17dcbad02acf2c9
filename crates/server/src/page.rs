//! The files of the explorer, embedded in the program.

use hyper::{
    HeaderMap, StatusCode,
    body::Bytes,
    header::{CACHE_CONTROL, CONTENT_ENCODING, ETAG, HeaderValue, IF_NONE_MATCH},
};

use crate::http::answer::{Answer, Content, answer};

/// A file of the web page.
pub struct File {
    /// The path of the file on the server.
    path: &'static str,
    /// The value of the header `ETag`: a quoted text that changes with the bytes.
    etag: &'static str,
    /// Whether `bytes` are packed by gzip.
    is_packed: bool,
    bytes: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Returns the response for a path of the web page; `None` if there is no such file.
pub fn page(path: &str, headers: &HeaderMap) -> Option<Answer> {
    let wanted = if path == "/" { "/index.html" } else { path };
    let file = FILES.iter().find(|file| file.path == wanted)?;
    let known = headers.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    let is_known = known.is_some_and(|known| known == "*" || known.contains(file.etag));
    let mut found = match is_known {
        true => answer(StatusCode::NOT_MODIFIED, kind(file.path), Content::Whole(Bytes::new())),
        false => {
            let content = Content::Whole(Bytes::from_static(file.bytes));
            answer(StatusCode::OK, kind(file.path), content)
        }
    };
    let headers = found.headers_mut();
    headers.insert(ETAG, HeaderValue::from_static(file.etag));
    // The browser always checks whether its copy is current.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if file.is_packed && !is_known {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    Some(found)
}

/// Returns the media type of a file.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "webmanifest") => "application/json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
