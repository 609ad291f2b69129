//! Outboxes: what waits to be sent to a visitor, with a limit in bytes for each of them and for all together.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// What a message takes up beside its text.
const HEAD: usize = 64;
/// Where all outboxes together are full, whoever has no more than this waiting is still told something.
const SMALL: usize = 32 << 10;

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
        let waiting = Arc::new(AtomicUsize::new(0));
        let outbox = Outbox { sender, waiting: Arc::clone(&waiting), post: Arc::clone(self) };
        (outbox, Mail { receiver, waiting, post: Arc::clone(self) })
    }

    /// How many bytes wait for all visitors.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }
}

/// Where messages for a visitor go.
#[derive(Debug)]
pub struct Outbox {
    sender: mpsc::UnboundedSender<Utf8Bytes>,
    waiting: Arc<AtomicUsize>,
    post: Arc<Post>,
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
        let own = self.waiting.fetch_add(size, Ordering::Relaxed) + size;
        let all = self.post.waiting.fetch_add(size, Ordering::Relaxed) + size;
        let is_full = own > self.post.limit || all > self.post.limit_of_all && own > SMALL;
        let sent = if is_full { Err(Unsent::Full) } else { self.sender.send(text).map_err(|_| Unsent::Gone) };
        if sent.is_err() {
            self.waiting.fetch_sub(size, Ordering::Relaxed);
            self.post.waiting.fetch_sub(size, Ordering::Relaxed);
        }
        sent
    }
}

/// The messages for a visitor, in their order.
#[derive(Debug)]
pub(crate) struct Mail {
    receiver: mpsc::UnboundedReceiver<Utf8Bytes>,
    waiting: Arc<AtomicUsize>,
    post: Arc<Post>,
}

impl Mail {
    /// The next message; nothing if none will come.
    pub(crate) async fn next(&mut self) -> Option<Utf8Bytes> {
        self.receiver.recv().await
    }

    /// The next message, if there is one already.
    pub(crate) fn next_now(&mut self) -> Option<Utf8Bytes> {
        self.receiver.try_recv().ok()
    }

    /// These messages are on their way and no longer wait here.
    pub(crate) fn sent(&self, texts: &[Utf8Bytes]) {
        let size = texts.iter().map(|it| it.len() + HEAD).sum();
        self.waiting.fetch_sub(size, Ordering::Relaxed);
        self.post.waiting.fetch_sub(size, Ordering::Relaxed);
    }
}

impl Drop for Mail {
    fn drop(&mut self) {
        self.receiver.close();
        let left = self.waiting.swap(0, Ordering::Relaxed);
        self.post.waiting.fetch_sub(left, Ordering::Relaxed);
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
        mail.sent(&[first]);
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
}
