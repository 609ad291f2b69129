//! A process that is spoken to line by line, and that can neither hold us up nor fill our memory.

use std::{
    io::{BufRead as _, BufReader, Read, Write as _},
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender},
    },
    thread,
    time::{Duration, Instant},
};

use alhambra_bots::{Failure, FailureKind};
use alhambra_protocol::{BOT_VERSION, BotAnswer, BotMessage};

/// How long a line of a bot may be, in bytes.
const LINE: u64 = 16 * 1024;
/// How much is kept of the end of what a bot writes to its error output, in bytes.
const STDERR: usize = 2000;
/// How much of a line is quoted.
const QUOTED: usize = 80;
/// How long a program may take to load before it says hello.
const LOADING: Duration = Duration::from_secs(30);
/// How long a program may take to end when it is told nothing more.
const GRACE: Duration = Duration::from_secs(1);
/// How long to wait for the last words of a process that has ended.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// A process that has said hello.
pub(super) struct Process {
    child: Child,
    /// To the thread that writes, which waits where the process does not read; nothing once it shall end.
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<Heard>,
    stderr: Arc<Mutex<Vec<u8>>>,
    stderr_ended: Receiver<()>,
}

/// What was heard of a process.
enum Heard {
    Line(Vec<u8>),
    /// A line that has no end.
    TooLong,
    /// There is nothing more to come.
    End,
}

impl Process {
    /// Starts a program and waits until it says hello.
    pub(super) fn start(words: &[String]) -> Result<Process, Failure> {
        let died = |message: String| Failure::new(FailureKind::Died, message);
        let (program, arguments) = words.split_first().ok_or_else(|| died("no program is named".to_owned()))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // With a group of its own, a script and what it has started end together.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|it| died(format!("can't start {program}: {it}")))?;
        let (Some(mut stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(died(format!("can't speak to {program}")));
        };

        let (to, lines) = mpsc::channel::<Vec<u8>>();
        thread::spawn(move || {
            for line in lines {
                // A process that reads no more has ended or will be found too slow.
                if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        // A process that talks without being asked waits until somebody listens.
        let (heard, from) = mpsc::sync_channel(1);
        thread::spawn(move || listen(BufReader::new(stdout), &heard));
        let (ended, stderr_ended) = mpsc::channel();
        let tail = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&tail);
        thread::spawn(move || {
            keep_tail(stderr, &kept);
            drop(ended);
        });

        let mut process = Process { child, to: Some(to), from, stderr: tail, stderr_ended };
        let program = format!("alhambra {}", env!("CARGO_PKG_VERSION"));
        match process.ask(&BotMessage::Hello { version: BOT_VERSION, program }, LOADING)? {
            BotAnswer::Hello { version: BOT_VERSION } => Ok(process),
            BotAnswer::Hello { version } => Err(process.fail(
                FailureKind::Unreadable,
                format!("it speaks version {version}, and this program version {BOT_VERSION}"),
            )),
            BotAnswer::Act { .. } => Err(process.unexpected("hello")),
        }
    }

    /// Says something that is not answered.
    pub(super) fn tell(&self, message: &BotMessage) {
        let mut line = serde_json::to_vec(message).expect("a message is made of texts, numbers and lists");
        line.push(b'\n');
        // If the thread that writes is gone, so is the process, which is noticed as soon as an answer is missing.
        let _ = self.to.as_ref().map(|it| it.send(line));
    }

    /// Says something and waits for the answer.
    ///
    /// After an error the process has ended.
    pub(super) fn ask(&mut self, message: &BotMessage, limit: Duration) -> Result<BotAnswer, Failure> {
        if let Ok(Heard::Line(line)) = self.from.try_recv() {
            let line = quote(&line);
            return Err(self.fail(FailureKind::Unreadable, format!("it said something that nobody had asked: {line}")));
        }
        self.tell(message);
        match self.from.recv_timeout(limit) {
            Ok(Heard::Line(line)) => serde_json::from_slice(&line)
                .map_err(|it| self.fail(FailureKind::Unreadable, format!("{it}, in its answer {}", quote(&line)))),
            Ok(Heard::TooLong) => {
                Err(self.fail(FailureKind::Unreadable, format!("its answer has more than {LINE} bytes")))
            }
            Err(RecvTimeoutError::Timeout) => {
                let limit = humantime::format_duration(limit);
                Err(self.fail(FailureKind::TooSlow, format!("no answer within {limit}")))
            }
            Ok(Heard::End) | Err(RecvTimeoutError::Disconnected) => {
                let how = match self.wait(GRACE) {
                    Some(status) => format!("its process ended ({status})"),
                    None => "it closed its output".to_owned(),
                };
                Err(self.fail(FailureKind::Died, how))
            }
        }
    }

    /// An answer to something else.
    pub(super) fn unexpected(&mut self, expected: &str) -> Failure {
        self.fail(FailureKind::Unreadable, format!("it should have said \"{expected}\""))
    }

    /// Ends the process, and says why with its last words.
    fn fail(&mut self, kind: FailureKind, message: String) -> Failure {
        self.kill();
        // What the process has started may still hold its error output; nobody waits for that.
        let _ = self.stderr_ended.recv_timeout(LAST_WORDS);
        let stderr = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        let stderr = String::from_utf8_lossy(&stderr).trim().to_owned();
        Failure { stderr, ..Failure::new(kind, message) }
    }

    /// Waits until the process has ended.
    fn wait(&mut self, limit: Duration) -> Option<std::process::ExitStatus> {
        let start = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(None) if start.elapsed() < limit => thread::sleep(Duration::from_millis(5)),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }

    fn kill(&mut self) {
        self.to = None;
        // The number of a process that was waited for may belong to another one by now.
        if !matches!(self.child.try_wait(), Ok(None)) {
            return;
        }
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id().cast_signed()) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The end of its input tells a program that nobody needs it any more.
        self.to = None;
        self.wait(GRACE);
        self.kill();
    }
}

/// Hands over line by line until the output ends or a line does not.
fn listen(mut output: impl std::io::BufRead, heard: &SyncSender<Heard>) {
    loop {
        let mut line = Vec::new();
        let read = output.by_ref().take(LINE + 1).read_until(b'\n', &mut line);
        let (said, more) = match read {
            Ok(0) | Err(_) => (Heard::End, false),
            Ok(_) if line.len() as u64 > LINE => (Heard::TooLong, false),
            Ok(_) if line.trim_ascii().is_empty() => continue,
            Ok(_) => (Heard::Line(line), true),
        };
        if heard.send(said).is_err() || !more {
            return;
        }
    }
}

/// Reads to the end and keeps what came last.
fn keep_tail(output: impl Read, tail: &Mutex<Vec<u8>>) {
    let mut output = BufReader::new(output);
    while let Ok(new) = output.fill_buf()
        && !new.is_empty()
    {
        let n = new.len();
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend_from_slice(new);
        let surplus = tail.len().saturating_sub(STDERR);
        tail.drain(..surplus);
        drop(tail);
        output.consume(n);
    }
}

/// The beginning of a line, with nothing in it that could disturb a terminal.
fn quote(line: &[u8]) -> String {
    let line = String::from_utf8_lossy(line);
    let line = line.trim();
    let mut quoted: String = line.chars().take(QUOTED).flat_map(char::escape_debug).collect();
    if line.chars().nth(QUOTED).is_some() {
        quoted.push('…');
    }
    format!("\"{quoted}\"")
}
