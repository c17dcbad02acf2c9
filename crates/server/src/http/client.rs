//! The client of a request: the peer of the connection, or the address that a trusted proxy names.

use std::net::{IpAddr, SocketAddr};

use hyper::HeaderMap;

/// Returns the address of a request's client: `peer`, or the last address that a trusted proxy
/// wrote to `X-Forwarded-For` or `Forwarded`. `Forwarded` is read only if `X-Forwarded-For` is
/// missing, because most proxies pass `Forwarded` on unchanged. Earlier addresses in a header may
/// be forged by the client.
pub fn client(headers: &HeaderMap, peer: Option<IpAddr>, trusts_proxy: bool) -> Option<IpAddr> {
    let last = |name: &str| {
        let value = headers.get_all(name).iter().next_back()?.to_str().ok()?;
        value.rsplit(',').next()
    };
    let forwarded = || {
        let mut pairs = last("forwarded")?.split(';').filter_map(|pair| pair.split_once('='));
        pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("for")).map(|(_, address)| address)
    };
    let named = || address(last("x-forwarded-for").or_else(forwarded)?);
    if trusts_proxy { named().or(peer) } else { peer }
}

/// Parses an address, which may have quotes, brackets and a port.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    text.trim_matches(['[', ']']).parse().ok().or_else(with_port)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_address_of_a_trusted_proxy_is_the_client() {
        let peer: IpAddr = "127.0.0.1".parse().unwrap();
        for (name, value, expected) in [
            ("x-forwarded-for", "203.0.113.7", "203.0.113.7"),
            ("x-forwarded-for", "10.0.0.1, 203.0.113.7", "203.0.113.7"),
            ("x-forwarded-for", "2001:db8::1", "2001:db8::1"),
            ("x-forwarded-for", "unknown", "127.0.0.1"),
            ("forwarded", "for=10.0.0.1, For=203.0.113.7:80;proto=https", "203.0.113.7"),
            ("forwarded", "proto=http; for=\"[2001:db8::1]:4711\"", "2001:db8::1"),
            ("forwarded", "for=\"[2001:db8::1]\"", "2001:db8::1"),
            ("forwarded", "for=_hidden", "127.0.0.1"),
        ] {
            let mut headers = HeaderMap::new();
            if name != "forwarded" {
                headers.insert("forwarded", "for=66.66.66.66".parse().unwrap());
            }
            headers.insert(name, value.parse().unwrap());
            let found = client(&headers, Some(peer), true);
            assert_eq!(found, expected.parse().ok(), "{name}: {value}");
            assert_eq!(client(&headers, Some(peer), false), Some(peer));
        }
    }
}
