//! The files of the explorer, embedded in the program.

use std::io::Read;

use flate2::read::GzDecoder;
use hyper::{
    HeaderMap, StatusCode,
    body::Bytes,
    header::{
        ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, ETAG, HeaderValue, IF_NONE_MATCH, VARY,
    },
};

use crate::http::answer::{Answer, Content, answer};

/// A file of the web page.
pub struct File {
    /// The path of the file on the server.
    path: &'static str,
    /// The value of the header `ETag`: a quoted text that changes with the bytes.
    etag: &'static str,
    /// Whether `bytes` are compressed by gzip.
    is_packed: bool,
    bytes: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Returns the response for a path of the web page; `None` if there is no such file.
pub fn page(path: &str, headers: &HeaderMap) -> Option<Answer> {
    let wanted = if path == "/" { "/index.html" } else { path };
    let file = FILES.iter().find(|file| file.path == wanted)?;
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let known = text(IF_NONE_MATCH);
    let takes_gzip = text(ACCEPT_ENCODING).is_some_and(|names| names.contains("gzip"));
    let is_known = known.is_some_and(|known| known == "*" || known.contains(file.etag));
    let mut found = match is_known {
        true => answer(StatusCode::NOT_MODIFIED, kind(file.path), Content::Whole(Bytes::new())),
        false => {
            let bytes = match file.is_packed && !takes_gzip {
                true => file.unpacked()?,
                false => Bytes::from_static(file.bytes),
            };
            answer(StatusCode::OK, kind(file.path), Content::Whole(bytes))
        }
    };
    let headers = found.headers_mut();
    headers.insert(ETAG, HeaderValue::from_static(file.etag));
    // The browser always checks whether its copy is current.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if file.is_packed && takes_gzip && !is_known {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    Some(found)
}

impl File {
    /// Returns the uncompressed bytes, for a client that does not accept gzip.
    fn unpacked(&self) -> Option<Bytes> {
        let mut bytes = Vec::new();
        GzDecoder::new(self.bytes).read_to_end(&mut bytes).ok()?;
        Some(bytes.into())
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_without_gzip_get_the_page_unpacked() {
        let file = FILES.iter().find(|file| file.path == "/index.html").expect("the page");
        if !file.is_packed {
            eprintln!("skipped: the program was built without gzip");
            return;
        }
        let mut headers = HeaderMap::new();
        let plain = page("/", &headers).expect("the page");
        assert_eq!(plain.headers().get(CONTENT_ENCODING), None);
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("br, gzip"));
        let packed = page("/", &headers).expect("the page");
        assert_eq!(packed.headers()[CONTENT_ENCODING], "gzip");
        assert_eq!(plain.headers()[ETAG], packed.headers()[ETAG]);
        assert!(file.unpacked().expect("it is packed").starts_with(b"<!"));
    }
}
