//! The pipes to and from an engine. Nothing blocks beyond a stated time: neither an engine that does
//! not write nor one that does not read.

use std::{
    io::{self, Read, Write},
    process::{Child, ChildStdin},
    time::{Duration, Instant},
};

/// The bytes kept of the end of an engine's standard error.
const ERRORS_BYTES: usize = 2000;

/// What reading from an engine brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Received {
    /// That many bytes.
    Bytes(usize),
    /// The engine, and whatever it started, has closed its output.
    End,
    /// Nothing within the time.
    Nothing,
}

/// The end of an engine's standard error.
#[derive(Debug, Default)]
struct Errors {
    bytes: Vec<u8>,
}

impl Errors {
    fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        let surplus = self.bytes.len().saturating_sub(ERRORS_BYTES);
        self.bytes.drain(..surplus);
    }
}

#[cfg(unix)]
mod system {
    use std::process::{ChildStderr, ChildStdout};

    use rustix::{
        event::{PollFd, PollFlags, Timespec, poll},
        io::{Errno, ioctl_fionbio},
    };

    use super::*;

    /// The pipes of one engine. The end that is written to does not block.
    #[derive(Debug)]
    pub struct Pipes {
        stdin: Option<ChildStdin>,
        stdout: ChildStdout,
        stderr: Option<ChildStderr>,
        errors: Errors,
    }

    impl Pipes {
        /// Returns the pipes of a process whose three standard streams are piped.
        pub fn of(child: &mut Child) -> io::Result<Pipes> {
            let stdin = child.stdin.take().expect("standard input is piped");
            let stdout = child.stdout.take().expect("standard output is piped");
            ioctl_fionbio(&stdin, true)?;
            let stderr = child.stderr.take();
            Ok(Pipes { stdin: Some(stdin), stdout, stderr, errors: Errors::default() })
        }

        /// Writes all of `bytes` before `deadline`.
        pub fn send(&mut self, mut bytes: &[u8], deadline: Instant) -> io::Result<()> {
            let stdin = self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
            while !bytes.is_empty() {
                match stdin.write(bytes) {
                    Ok(written) => bytes = &bytes[written..],
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                        let left = deadline.saturating_duration_since(Instant::now());
                        let mut files = [PollFd::new(&*stdin, PollFlags::OUT)];
                        if left.is_zero() || wait(&mut files, left)? == 0 {
                            return Err(io::ErrorKind::TimedOut.into());
                        }
                    }
                    Err(error) => return Err(error),
                }
            }
            Ok(())
        }

        /// Closes the engine's standard input.
        pub fn close(&mut self) {
            self.stdin = None;
        }

        /// Reads once into `buffer` as soon as there is output, at most after `patience`. Standard
        /// error is emptied meanwhile.
        pub fn receive(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<Received> {
            let deadline = Instant::now() + patience;
            let mut left = patience;
            loop {
                let (has_output, has_errors) = match &self.stderr {
                    Some(stderr) => {
                        let mut files = [
                            PollFd::new(&self.stdout, PollFlags::IN),
                            PollFd::new(stderr, PollFlags::IN),
                        ];
                        wait(&mut files, left)?;
                        (!files[0].revents().is_empty(), !files[1].revents().is_empty())
                    }
                    None => {
                        let mut files = [PollFd::new(&self.stdout, PollFlags::IN)];
                        (wait(&mut files, left)? > 0, false)
                    }
                };
                if has_errors {
                    self.read_errors();
                }
                if has_output {
                    return Ok(match self.stdout.read(buffer)? {
                        0 => Received::End,
                        length => Received::Bytes(length),
                    });
                }
                left = deadline.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return Ok(Received::Nothing);
                }
            }
        }

        /// Reads once from standard error, which has output or has been closed.
        fn read_errors(&mut self) {
            let mut bytes = [0; 4096];
            let read = self.stderr.as_mut().map_or(Ok(0), |stderr| stderr.read(&mut bytes));
            match read {
                Ok(length) if length > 0 => self.errors.push(&bytes[..length]),
                _ => self.stderr = None,
            }
        }

        /// Returns the end of standard error, with what is there to be read now.
        pub fn errors(&mut self) -> &[u8] {
            /// More than a pipe holds, so that a process that still writes does not delay this.
            const READS: usize = 32;
            for _ in 0..READS {
                let Some(stderr) = &self.stderr else { break };
                let mut files = [PollFd::new(stderr, PollFlags::IN)];
                if wait(&mut files, Duration::ZERO).unwrap_or(0) == 0 {
                    break;
                }
                self.read_errors();
            }
            &self.errors.bytes
        }
    }

    /// Waits until a file is ready, at most for `patience`; returns the number of ready ones.
    fn wait(files: &mut [PollFd<'_>], patience: Duration) -> io::Result<usize> {
        let timeout = Timespec {
            tv_sec: patience.as_secs().try_into().unwrap_or(i32::MAX.into()),
            tv_nsec: patience.subsec_nanos().into(),
        };
        match poll(files, Some(&timeout)) {
            Ok(ready) => Ok(ready),
            // A signal: the caller looks at the time again.
            Err(Errno::INTR) => Ok(0),
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(not(unix))]
mod system {
    use std::{
        process::{ChildStderr, ChildStdout},
        sync::{
            Arc, Mutex,
            mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel},
        },
        thread,
    };

    use super::*;

    /// The pipes of one engine. Threads read from it and write to it, because a pipe has no limit
    /// of time here.
    #[derive(Debug)]
    pub struct Pipes {
        input: Option<SyncSender<Vec<u8>>>,
        output: Receiver<Vec<u8>>,
        /// The unread part of what was received last.
        rest: Vec<u8>,
        errors: Arc<Mutex<Errors>>,
        shown: Vec<u8>,
    }

    impl Pipes {
        /// Returns the pipes of a process whose three standard streams are piped.
        pub fn of(child: &mut Child) -> io::Result<Pipes> {
            let mut stdin: ChildStdin = child.stdin.take().expect("standard input is piped");
            let stdout: ChildStdout = child.stdout.take().expect("standard output is piped");
            let stderr: ChildStderr = child.stderr.take().expect("standard error is piped");
            let (input, sent) = sync_channel::<Vec<u8>>(16);
            thread::spawn(move || sent.into_iter().all(|bytes| stdin.write_all(&bytes).is_ok()));
            let (received, output) = sync_channel(16);
            read_on(stdout, move |bytes| received.send(bytes.to_vec()).is_ok());
            let errors = Arc::new(Mutex::new(Errors::default()));
            let kept = errors.clone();
            read_on(stderr, move |bytes| kept.lock().map(|mut kept| kept.push(bytes)).is_ok());
            Ok(Pipes { input: Some(input), output, rest: Vec::new(), errors, shown: Vec::new() })
        }

        /// Hands all of `bytes` to the thread that writes, before `deadline`.
        pub fn send(&mut self, bytes: &[u8], deadline: Instant) -> io::Result<()> {
            let input = self.input.as_ref().ok_or(io::ErrorKind::BrokenPipe)?;
            let mut bytes = bytes.to_vec();
            loop {
                bytes = match input.try_send(bytes) {
                    Ok(()) => return Ok(()),
                    Err(TrySendError::Full(_)) if Instant::now() >= deadline => {
                        return Err(io::ErrorKind::TimedOut.into());
                    }
                    Err(TrySendError::Full(bytes)) => bytes,
                    Err(TrySendError::Disconnected(_)) => {
                        return Err(io::ErrorKind::BrokenPipe.into());
                    }
                };
                thread::sleep(Duration::from_millis(1));
            }
        }

        /// Closes the engine's standard input.
        pub fn close(&mut self) {
            self.input = None;
        }

        /// Reads once into `buffer` as soon as there is output, at most after `patience`.
        pub fn receive(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<Received> {
            if self.rest.is_empty() {
                match self.output.recv_timeout(patience) {
                    Ok(bytes) => self.rest = bytes,
                    Err(RecvTimeoutError::Timeout) => return Ok(Received::Nothing),
                    Err(RecvTimeoutError::Disconnected) => return Ok(Received::End),
                }
            }
            let length = self.rest.len().min(buffer.len());
            buffer[..length].copy_from_slice(&self.rest[..length]);
            self.rest.drain(..length);
            Ok(Received::Bytes(length))
        }

        /// Returns the end of standard error.
        pub fn errors(&mut self) -> &[u8] {
            if let Ok(errors) = self.errors.lock() {
                self.shown.clone_from(&errors.bytes);
            }
            &self.shown
        }
    }

    /// Reads in a thread until the end, or until `take` returns false.
    fn read_on(
        mut file: impl Read + Send + 'static,
        mut take: impl FnMut(&[u8]) -> bool + Send + 'static,
    ) {
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(length @ 1..) = file.read(&mut bytes) {
                if !take(&bytes[..length]) {
                    break;
                }
            }
        });
    }
}

pub(super) use system::Pipes;
