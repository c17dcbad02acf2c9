//! The pipes to and from an engine. No operation blocks beyond a given time, whether the engine
//! fails to write or to read.

use std::{
    io::{self, Read, Write},
    process::{Child, ChildStdin},
    time::{Duration, Instant},
};

/// The number of bytes kept from the end of standard error.
const ERRORS_BYTES: usize = 2000;

/// The outcome of waiting for an engine's output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Received {
    /// This many bytes were read.
    Bytes(usize),
    /// The output is closed, by the engine and by all processes it started.
    End,
    /// Nothing was written in time.
    Nothing,
}

/// The last bytes of an engine's standard error.
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

    /// The pipes of one engine. Writing does not block.
    #[derive(Debug)]
    pub struct Pipes {
        stdin: Option<ChildStdin>,
        stdout: ChildStdout,
        stderr: Option<ChildStderr>,
        errors: Errors,
    }

    impl Pipes {
        /// Takes the pipes of a process with three piped standard streams.
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

        /// Waits for output, at most for `patience`, and reads once into `buffer`. Meanwhile it
        /// drains standard error.
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

        /// Reads once from standard error, which must be readable or closed.
        fn read_errors(&mut self) {
            let mut bytes = [0; 4096];
            let read = self.stderr.as_mut().map_or(Ok(0), |stderr| stderr.read(&mut bytes));
            match read {
                Ok(length) if length > 0 => self.errors.push(&bytes[..length]),
                _ => self.stderr = None,
            }
        }

        /// Reads the available standard error, and returns its last bytes.
        pub fn errors(&mut self) -> &[u8] {
            /// Together these reads take more than a pipe holds, so a process that keeps writing
            /// causes no delay.
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

    /// Waits until a file is ready, at most for `patience`. Returns the number of ready files.
    fn wait(files: &mut [PollFd<'_>], patience: Duration) -> io::Result<usize> {
        let timeout = Timespec {
            tv_sec: patience.as_secs().try_into().unwrap_or(i32::MAX.into()),
            tv_nsec: patience.subsec_nanos().into(),
        };
        match poll(files, Some(&timeout)) {
            Ok(ready) => Ok(ready),
            // A signal arrived. The caller checks the time again.
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

    /// The pipes of one engine. Pipes have no timeouts on this system, so threads read and write.
    #[derive(Debug)]
    pub struct Pipes {
        input: Option<SyncSender<Vec<u8>>>,
        output: Receiver<Vec<u8>>,
        /// The unread rest of the last bytes received.
        rest: Vec<u8>,
        errors: Arc<Mutex<Errors>>,
        shown: Vec<u8>,
    }

    impl Pipes {
        /// Takes the pipes of a process with three piped standard streams.
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

        /// Passes all of `bytes` to the writing thread, before `deadline`.
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

        /// Waits for output, at most for `patience`, and reads once into `buffer`.
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

        /// Returns the last bytes of standard error.
        pub fn errors(&mut self) -> &[u8] {
            if let Ok(errors) = self.errors.lock() {
                self.shown.clone_from(&errors.bytes);
            }
            &self.shown
        }
    }

    /// Starts a thread that reads until the end, or until `take` returns false.
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
