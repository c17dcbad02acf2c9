//! The limits of a server.

use std::{net::SocketAddr, path::PathBuf, sync::Arc, time::Duration};

use drawproof_session::three_men;
use drawproof_syzygy::Syzygy;
use drawproof_tables::ThreeMen;

/// Where a server listens, what it answers from, and its limits.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on; port 0 picks a free port.
    pub listen: SocketAddr,
    /// The folder of table files.
    pub tables: PathBuf,
    /// The tables of three men.
    pub three_men: &'static ThreeMen,
    /// Syzygy's tables, for positions of which the folder has none.
    pub syzygy: Option<Arc<Syzygy>>,
    /// Bytes of tables and working memory that may be in use at once.
    pub memory_bytes: u64,
    /// The folder of scratch files, in which tables are that do not fit into the memory; `None` for none.
    pub scratch: Option<PathBuf>,
    /// Threads that answer single positions. There are as many for batches, and, at a lower priority, as many for
    /// each search and as many that solve tables.
    pub threads: usize,
    /// Whether a proxy in front names the client of each request, by `Forwarded` or `X-Forwarded-For`.
    pub trust_proxy: bool,
    /// Connections at once; further ones are answered 503 and closed.
    pub connections: usize,
    /// Requests at once that wait for a table; further ones are answered 503.
    pub waiting: usize,
    /// Endgames at once that wait to be solved; requests for further ones are answered 503.
    pub queue: usize,
    /// The time that a request may take to be received, to wait for tables and for its turn, and to be computed,
    /// all in all; after it, the answer is 503.
    pub request_time: Duration,
    /// The time that a client may take to send a request's line and headers, for which one that has closed its side
    /// is answered, and for which the server waits for it to take what is sent to it: a second more for each
    /// 16 KiB that it has taken.
    pub client_time: Duration,
    /// Bytes of a request's line and headers.
    pub head_bytes: usize,
    /// Bytes of a request's body.
    pub body_bytes: usize,
    /// Positions of a batch.
    pub batch_positions: usize,
    /// Batches that are computed at once, and as many searches and statistics; further ones wait for their turn.
    pub batches: usize,
    /// Bytes of batches that are received, and of their answers that clients have not taken; further batches
    /// are answered 503.
    pub batch_bytes: usize,
}

impl Settings {
    /// Returns the usual limits.
    pub fn new(listen: SocketAddr, tables: PathBuf, memory_bytes: u64, threads: usize) -> Settings {
        Settings {
            listen,
            tables,
            three_men: three_men(),
            syzygy: None,
            memory_bytes,
            scratch: None,
            threads,
            trust_proxy: false,
            connections: 1024,
            waiting: 256,
            queue: 16,
            request_time: Duration::from_secs(30),
            client_time: Duration::from_secs(10),
            head_bytes: 16 << 10,
            body_bytes: 2 << 20,
            batch_positions: 10_000,
            batches: 8,
            batch_bytes: 64 << 20,
        }
    }
}

impl Settings {
    /// Returns a sentence for clients: with the names of files, but without the folders of this
    /// machine. A folder may be named by a word of the sentence, so only paths are replaced.
    pub fn without_folders(&self, sentence: &str) -> String {
        let folders = [Some(&self.tables), self.scratch.as_ref()].into_iter().flatten();
        folders.fold(sentence.to_owned(), |sentence, folder| {
            let folder = folder.to_string_lossy();
            let folder = folder.trim_end_matches(std::path::MAIN_SEPARATOR);
            if folder.is_empty() {
                return sentence;
            }
            let path = format!("{folder}{}", std::path::MAIN_SEPARATOR);
            let sentence = sentence.strip_prefix(&path).unwrap_or(&sentence);
            [" ", "'", "("]
                .iter()
                .fold(sentence.to_owned(), |text, before| {
                    text.replace(&format!("{before}{path}"), before)
                })
                .replace(&format!("'{folder}'"), "the folder")
        })
    }
}

#[cfg(test)]
mod tests {
    use drawproof_session::error::SessionError;

    use super::*;

    #[test]
    fn clients_do_not_see_the_folders_of_the_machine() {
        let listen = "127.0.0.1:0".parse().unwrap();
        for (folder, sentence, expected) in [
            ("/srv/tables/", "'/srv/tables/KRK.dpt' is damaged", "'KRK.dpt' is damaged"),
            ("/srv/tables", "/srv/tables/KRK.dpt: cut short", "KRK.dpt: cut short"),
            ("/srv/tables", "'/srv/tables' cannot be read", "the folder cannot be read"),
            ("tables", "tables are solved: see tables/KRK.dpt", "tables are solved: see KRK.dpt"),
            (".", "cannot open './KRK.dpt': no.", "cannot open 'KRK.dpt': no."),
        ] {
            let settings = Settings::new(listen, folder.into(), 0, 1);
            assert_eq!(settings.without_folders(sentence), expected);
        }
        let (wanted, folder) = ("KRKBN".to_owned(), std::path::PathBuf::from("/srv/scratch"));
        let scratch = Some(folder.clone());
        let settings = Settings { scratch, ..Settings::new(listen, "tables".into(), 0, 1) };
        let (allowed_bytes, needed_bytes, free_bytes) = (1, 3, 2);
        let material = wanted.parse().unwrap();
        let cause = std::io::ErrorKind::StorageFull.into();
        for error in [
            SessionError::ScratchFull {
                wanted,
                allowed_bytes,
                needed_bytes,
                free_bytes,
                folder: folder.clone(),
            },
            SessionError::Scratch { material, folder, cause },
        ] {
            let shown = settings.without_folders(&error.to_string());
            assert!(shown.contains("in the folder") && !shown.contains("srv"), "{shown}");
        }
    }
}
