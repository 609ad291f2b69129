//! Tokens: texts that only this server can have written, for cookies, programs and personal links.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// The key that signs.
#[derive(Clone)]
pub struct Signer {
    key: [u8; 32],
}

/// What a token is for; one for one thing is worthless for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Says who somebody is.
    Identity,
    /// Lets a program play for a seat.
    Program,
    /// Moves a seat to another device.
    Move,
}

impl Signer {
    /// Signs with this key.
    pub const fn new(key: [u8; 32]) -> Signer {
        Signer { key }
    }

    /// The token for a text.
    pub fn sign(&self, purpose: Purpose, text: &str) -> String {
        let tag = self.mac(purpose, text).finalize().into_bytes();
        format!("{}.{}", URL_SAFE_NO_PAD.encode(text), URL_SAFE_NO_PAD.encode(tag))
    }

    /// The text of a token, if it is one of ours for this purpose; takes the same time for every wrong one.
    pub fn read(&self, purpose: Purpose, token: &str) -> Option<String> {
        let (text, tag) = token.split_once('.')?;
        let text = String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
        let tag = URL_SAFE_NO_PAD.decode(tag).ok()?;
        self.mac(purpose, &text).verify_slice(&tag).is_ok().then_some(text)
    }

    fn mac(&self, purpose: Purpose, text: &str) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key).unwrap_or_else(|_| unreachable!("any length will do"));
        mac.update(match purpose {
            Purpose::Identity => b"identity\0",
            Purpose::Program => b"program\0",
            Purpose::Move => b"move\0",
        });
        mac.update(text.as_bytes());
        mac
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_good_for_one_thing_under_one_key() {
        let signer = Signer::new([1; 32]);
        let token = signer.sign(Purpose::Program, "table 3");
        assert_eq!(signer.read(Purpose::Program, &token).as_deref(), Some("table 3"));
        assert_eq!(signer.read(Purpose::Move, &token), None);
        assert_eq!(Signer::new([2; 32]).read(Purpose::Program, &token), None);
        let (_, tag) = token.split_once('.').unwrap();
        assert_eq!(signer.read(Purpose::Program, &format!("{}.{tag}", URL_SAFE_NO_PAD.encode("table 4"))), None);
        for nonsense in ["", ".", "a.b", "ä.ö", &token[1..]] {
            assert_eq!(signer.read(Purpose::Program, nonsense), None);
        }
    }
}
