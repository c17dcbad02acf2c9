//! Responses to requests that hyper cannot parse. Hyper itself sends only a status.

use super::answer::{Answer, Content, Refusal};

/// Returns whether `head` is the head of an error response that hyper made, which has no body. All
/// refusals by this server have a body.
pub fn is_bare(head: &[u8]) -> bool {
    head.starts_with(b"HTTP/1.1 4") && has(head, b"\r\ncontent-length: 0\r\n")
}

/// Returns an error response with a text, to replace hyper's response `head`; `None` if [`is_bare`]
/// returns false. `head_bytes` is the size limit of request heads, which the text states.
pub fn spelled_out(head: &[u8], head_bytes: usize) -> Option<Vec<u8>> {
    if !is_bare(head) {
        return None;
    }
    let status = std::str::from_utf8(head.get(9..12)?).ok()?.parse::<u16>().ok()?;
    let message = match status {
        414 => format!("the address is longer than {head_bytes} bytes"),
        431 => format!("the headers are longer than {head_bytes} bytes"),
        _ => "the request is no HTTP/1.1. In an address, encode blanks and characters such as < and >: \
              %20, %3C, %3E"
            .to_owned(),
    };
    let status = hyper::StatusCode::from_u16(status).ok()?;
    let refusal = Answer::from(Refusal::new(status, message));
    let Content::Whole(text) = refusal.body() else { return None };
    let mut answer = format!("HTTP/1.1 {status}\r\n").into_bytes();
    for (name, value) in refusal.headers() {
        answer.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat());
    }
    let length = text.len();
    answer.extend(format!("connection: close\r\ncontent-length: {length}\r\n\r\n").bytes());
    answer.extend(text);
    Some(answer)
}

fn has(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_alone_becomes_a_text_that_pages_may_read() {
        let head = "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\ndate: x\r\n\r\n";
        let answer = String::from_utf8(spelled_out(head.as_bytes(), 1).unwrap()).unwrap();
        assert!(answer.starts_with("HTTP/1.1 400 Bad Request\r\n"), "{answer}");
        assert!(answer.contains("access-control-allow-origin: *\r\n"), "{answer}");
        let (head, text) = answer.split_once("\r\n\r\n").unwrap();
        assert!(
            text.contains("encode") && head.ends_with(&format!("content-length: {}", text.len()))
        );
        for other in [
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 404 Not Found\r\ncontent-length: 10\r\n\r\n",
            "",
        ] {
            assert_eq!(spelled_out(other.as_bytes(), 1), None);
        }
    }
}
