//! The settings and limits of a server.

use std::{net::SocketAddr, path::PathBuf, sync::Arc, time::Duration};

use drawproof_session::three_men;
use drawproof_syzygy::Syzygy;
use drawproof_tables::ThreeMen;

/// The address, tables and limits of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on; port 0 picks a free port.
    pub listen: SocketAddr,
    /// The folder of table files.
    pub tables: PathBuf,
    /// The tables with three men.
    pub three_men: &'static ThreeMen,
    /// The Syzygy tables, which are probed for positions that the folder lacks; `None` for none.
    pub syzygy: Option<Arc<Syzygy>>,
    /// The memory limit in bytes for tables and solving.
    pub memory_bytes: u64,
    /// The folder for scratch files of tables that do not fit into memory; `None` for no scratch
    /// files.
    pub scratch: Option<PathBuf>,
    /// The number of threads that answer requests about single positions. Batches have as many
    /// threads of their own; so have each search and solving, with lower priority.
    pub threads: usize,
    /// Whether requests come through a trusted proxy that names the client in `Forwarded` or
    /// `X-Forwarded-For`.
    pub trust_proxy: bool,
    /// The maximum number of open connections. Further connections get a 503 and are closed.
    pub connections: usize,
    /// The maximum number of requests that wait for a table. Further requests get a 503.
    pub waiting: usize,
    /// The maximum number of endgames that wait to be solved. Requests for further endgames get a
    /// 503.
    pub queue: usize,
    /// The maximum total time of a request: receiving it, waiting for tables and for its turn, and
    /// computing. After that the response is a 503.
    pub request_time: Duration,
    /// The time limit for sending a request line with headers, and for reading a response. The
    /// limit for reading grows by one second for each 16 KiB read. A client that has closed its
    /// sending side still gets its answer within this time.
    pub client_time: Duration,
    /// The maximum size in bytes of a request line with headers.
    pub head_bytes: usize,
    /// The maximum size in bytes of a request body.
    pub body_bytes: usize,
    /// The maximum number of positions in a batch.
    pub batch_positions: usize,
    /// The maximum number of batches computed at once; also the maximum number of searches and
    /// statistics computed at once. Further requests wait for their turn.
    pub batches: usize,
    /// The maximum total size in bytes of received batches and of their unread answers. Further
    /// batches get a 503.
    pub batch_bytes: usize,
}

impl Settings {
    /// Creates settings with the default limits.
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
    /// Removes the folders of this machine from a sentence for clients, but keeps file names. Only
    /// whole paths are removed, because a folder's name may be an ordinary word.
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
