//! Addresses: where a request comes from behind proxies, and which addresses count as one.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::http::HeaderMap;

/// The header to which every proxy adds the address that it was called from.
const FORWARDED: &str = "x-forwarded-for";

/// Where a request comes from, if `n_proxies` of our own stand between its client and us.
pub(crate) fn client(peer: IpAddr, headers: &HeaderMap, n_proxies: usize) -> IpAddr {
    if n_proxies == 0 {
        return peer;
    }
    // Each proxy adds one entry at the end, on the last line or on a line of its own; what stands before the entries of
    // ours was written by the client, who may write anything.
    let lines = headers.get_all(FORWARDED).into_iter().rev();
    let entries = lines.flat_map(|line| line.as_bytes().rsplit(|it| *it == b','));
    entries.take(n_proxies).last().and_then(read).unwrap_or(peer)
}

/// An address as proxies write it, some of them with a port.
fn read(entry: &[u8]) -> Option<IpAddr> {
    let entry = std::str::from_utf8(entry).ok()?.trim();
    let bare = entry.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(entry);
    bare.parse().ok().or_else(|| entry.parse().ok().map(|it: SocketAddr| it.ip()))
}

/// What is counted as one address: whoever has one of IPv6 has all that begin with the same 64 bits.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(n_proxies: usize, lines: &[&str], expected: &str) {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED, line.parse().unwrap());
        }
        assert_eq!(client([9, 9, 9, 9].into(), &headers, n_proxies).to_string(), expected, "{n_proxies}: {lines:?}");
    }

    #[test]
    fn only_what_our_own_proxies_have_added_is_believed() {
        check(0, &["1.1.1.1"], "9.9.9.9");
        check(1, &[], "9.9.9.9");
        check(1, &["1.1.1.1"], "1.1.1.1");
        // What the client wrote stands before, on the same line or on another.
        check(1, &["6.6.6.6, 1.1.1.1"], "1.1.1.1");
        check(1, &["6.6.6.6", "1.1.1.1"], "1.1.1.1");
        check(2, &["6.6.6.6, 1.1.1.1, 10.0.0.1"], "1.1.1.1");
        check(2, &["6.6.6.6", "1.1.1.1", "10.0.0.1"], "1.1.1.1");
        // Who comes past the outer proxy is known to the inner one.
        check(2, &["10.0.0.1"], "10.0.0.1");
        check(1, &["6.6.6.6, unknown"], "9.9.9.9");
    }

    #[test]
    fn addresses_are_read_as_proxies_write_them() {
        check(1, &["1.1.1.1:4711"], "1.1.1.1");
        check(1, &["2001:db8::7"], "2001:db8::7");
        check(1, &["[2001:db8::7]"], "2001:db8::7");
        check(1, &["[2001:db8::7]:4711"], "2001:db8::7");
    }

    #[test]
    fn a_network_of_ipv6_counts_as_one_address() {
        let network = |text: &str| super::network(text.parse().unwrap()).to_string();
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(network("2001:db8:1:2:ffff::1"), network("2001:db8:1:2::"));
        assert_ne!(network("2001:db8:1:3::1"), network("2001:db8:1:2::1"));
        assert_eq!(network("::ffff:1.2.3.4"), "1.2.3.4");
    }
}
