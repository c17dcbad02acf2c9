//! A cache of documents for later requests.

use std::{collections::VecDeque, sync::Mutex};

use drawproof_tables::parallel::locked;
use hyper::body::Bytes;

/// A cache of the most recent documents by key.
pub struct Kept {
    /// The documents, oldest first.
    documents: Mutex<VecDeque<(String, Bytes)>>,
    most: usize,
}

impl Kept {
    /// Creates an empty cache of at most `most` documents.
    pub fn new(most: usize) -> Kept {
        Kept { documents: Mutex::default(), most }
    }

    /// Returns the cached document with a key; `None` if there is none.
    pub fn get(&self, name: &str) -> Option<Bytes> {
        let documents = locked(&self.documents);
        documents.iter().find(|(kept, _)| kept == name).map(|(_, document)| document.clone())
    }

    /// Adds a document, and drops the oldest one if the cache is full.
    pub fn keep(&self, name: String, document: Bytes) {
        let mut documents = locked(&self.documents);
        documents.retain(|(kept, _)| *kept != name);
        if documents.len() >= self.most {
            documents.pop_front();
        }
        documents.push_back((name, document));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_document_goes_first() {
        let kept = Kept::new(2);
        for name in ["b", "c", "a"] {
            kept.keep(name.to_owned(), Bytes::copy_from_slice(name.as_bytes()));
        }
        assert_eq!(kept.get("b"), None);
        assert_eq!(["c", "a"].map(|name| kept.get(name).unwrap()), ["c", "a"]);
        kept.keep("c".to_owned(), Bytes::from_static(b"new"));
        kept.keep("d".to_owned(), Bytes::new());
        assert_eq!((kept.get("a"), kept.get("c").unwrap()), (None, Bytes::from_static(b"new")));
    }
}
