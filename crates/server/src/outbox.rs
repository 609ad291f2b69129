//! Outboxes: what waits to be sent to a visitor, with a limit in bytes for each of them and for all together.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use alhambra_protocol::Message;
use alhambra_table::{Text, write};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::{Bytes, Utf8Bytes};

/// What a message takes up beside its text.
const HEAD: usize = 64;
/// Where all outboxes together are full, whoever has no more than this waiting is still told something.
const SMALL: usize = 32 << 10;

/// A text as a socket sends it; all who are sent the same share its memory.
pub(crate) fn sent(text: Text) -> Utf8Bytes {
    // A text is valid, so that there is nothing to fall back to.
    Utf8Bytes::try_from(Bytes::from_owner(text)).unwrap_or_default()
}

/// A message as a socket sends it.
pub(crate) fn written(message: &Message) -> Utf8Bytes {
    sent(write(message))
}

/// What all outboxes have in common.
#[derive(Debug)]
pub(crate) struct Post {
    /// How many bytes may wait for one visitor.
    limit: usize,
    /// How many bytes may wait for all of them.
    limit_of_all: usize,
    waiting: AtomicUsize,
}

impl Post {
    /// Nothing waits yet.
    pub(crate) fn new(limit: usize, limit_of_all: usize) -> Arc<Post> {
        Arc::new(Post { limit, limit_of_all, waiting: AtomicUsize::new(0) })
    }

    /// An outbox, and the mail that comes out of it.
    pub(crate) fn outbox(self: &Arc<Post>) -> (Outbox, Mail) {
        let (sender, receiver) = mpsc::unbounded_channel();
        let counts = Arc::new(Counts { own: AtomicUsize::new(0), post: Arc::clone(self) });
        (Outbox { sender, counts }, Mail { receiver })
    }

    /// How many bytes wait for all visitors.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }
}

/// How much waits for one visitor.
#[derive(Debug)]
struct Counts {
    own: AtomicUsize,
    post: Arc<Post>,
}

/// A message on its way to a visitor, counted as long as it is in memory, whatever becomes of it.
#[derive(Debug)]
pub(crate) struct Counted {
    text: Utf8Bytes,
    counts: Arc<Counts>,
}

impl Counted {
    /// What it says, without a copy.
    pub(crate) fn text(&self) -> Utf8Bytes {
        self.text.clone()
    }

    fn size(&self) -> usize {
        self.text.len() + HEAD
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.counts.own.fetch_sub(self.size(), Ordering::Relaxed);
        self.counts.post.waiting.fetch_sub(self.size(), Ordering::Relaxed);
    }
}

/// Where messages for a visitor go.
#[derive(Debug)]
pub struct Outbox {
    sender: mpsc::UnboundedSender<Counted>,
    counts: Arc<Counts>,
}

/// Why a message could not be sent.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unsent {
    /// Too much waits already.
    Full,
    /// Nobody is there any more.
    Gone,
}

impl Outbox {
    /// Lets a message wait until it is sent.
    pub(crate) fn send(&self, text: Utf8Bytes) -> Result<(), Unsent> {
        let size = text.len() + HEAD;
        let post = &self.counts.post;
        let own = self.counts.own.fetch_add(size, Ordering::Relaxed) + size;
        let all = post.waiting.fetch_add(size, Ordering::Relaxed) + size;
        let message = Counted { text, counts: Arc::clone(&self.counts) };
        if own > post.limit || all > post.limit_of_all && own > SMALL {
            return Err(Unsent::Full);
        }
        self.sender.send(message).map_err(|_| Unsent::Gone)
    }
}

/// The messages for a visitor, in their order.
#[derive(Debug)]
pub(crate) struct Mail {
    receiver: mpsc::UnboundedReceiver<Counted>,
}

impl Mail {
    /// The next message; nothing if none will come.
    pub(crate) async fn next(&mut self) -> Option<Counted> {
        self.receiver.recv().await
    }

    /// The next message, if there is one already.
    pub(crate) fn next_now(&mut self) -> Option<Counted> {
        self.receiver.try_recv().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(size: usize) -> Utf8Bytes {
        "x".repeat(size - HEAD).into()
    }

    #[test]
    fn what_waits_is_counted_in_bytes_until_it_is_sent() {
        let post = Post::new(1000, 10_000);
        let (outbox, mut mail) = post.outbox();
        for _ in 0..2 {
            assert_eq!(outbox.send(text(400)), Ok(()));
        }
        assert_eq!(outbox.send(text(400)), Err(Unsent::Full));
        assert_eq!(outbox.send(text(200)), Ok(()));
        let first = mail.next_now().unwrap();
        // It is still in memory until the connection has taken it.
        assert_eq!(outbox.send(text(400)), Err(Unsent::Full));
        drop(first);
        assert_eq!(outbox.send(text(400)), Ok(()));
        assert_eq!(post.waiting(), 1000);
        drop(mail);
        assert_eq!(outbox.send(text(100)), Err(Unsent::Gone));
        assert_eq!(post.waiting(), 0);
    }

    #[test]
    fn where_all_have_too_much_those_with_most_are_told_nothing_more() {
        let post = Post::new(10 * SMALL, 10 * SMALL);
        let (slow, _mail) = post.outbox();
        assert_eq!(slow.send(text(9 * SMALL)), Ok(()));
        let (quick, _mail) = post.outbox();
        assert_eq!(quick.send(text(SMALL)), Ok(()));
        assert_eq!(slow.send(text(SMALL)), Err(Unsent::Full));
        let (newcomer, _mail) = post.outbox();
        assert_eq!(newcomer.send(text(SMALL)), Ok(()));
    }

    #[test]
    fn nothing_is_counted_twice_or_forgotten_where_somebody_leaves_while_they_are_told_something() {
        let post = Post::new(1000, 10_000);
        for _ in 0..10_000 {
            let (outbox, mail) = post.outbox();
            let leaving = std::sync::Barrier::new(2);
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    leaving.wait();
                    drop(mail);
                });
                leaving.wait();
                while outbox.send(text(100)) == Ok(()) {}
            });
            // A message may have slipped in behind the last look; it goes with the outbox.
            drop(outbox);
            assert_eq!(post.waiting(), 0);
        }
    }
}
