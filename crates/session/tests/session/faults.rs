//! Requests that fail: an error of the request alone, and the next one works. A lookup waits for nobody.

use std::{
    fs,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering::SeqCst},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};

use drawproof_board::fen;
use drawproof_session::{error::SessionError, store::Store};
use drawproof_tables::{
    NormalMaterial,
    file::{Folder, pack},
    probe::{ProbeError, probe},
    progress::{Progress, Stage},
};

const KRKN: &str = "8/8/8/8/8/1k1n4/8/K6R w - - 0 1";
const KRKB: &str = "8/8/8/8/8/1k1b4/8/K6R w - - 0 1";
const KQK: &str = "6k1/8/8/8/8/5q2/8/6K1 b - - 0 1";

fn material(name: &str) -> NormalMaterial {
    name.parse::<NormalMaterial>().unwrap()
}

/// Panics when an endgame is solved for the first times.
struct Failing(NormalMaterial, AtomicUsize);

impl Progress for Failing {
    fn begin(&self, stage: Stage, _: u64) {
        let is_left = |times: usize| times.checked_sub(1);
        if stage == Stage::Solving(self.0) && self.1.fetch_update(SeqCst, SeqCst, is_left).is_ok() {
            panic!("a fault for a test");
        }
    }
}

#[test]
fn a_panic_is_an_error_of_one_request() {
    let folder = tempfile::tempdir().unwrap();
    let krkn = material("KRKN");
    let failing = Arc::new(Failing(krkn, AtomicUsize::new(3)));
    let store = Store::new(folder.path().into(), 64 << 20, failing);
    assert!(matches!(store.table(krkn), Err(SessionError::Fault)));
    assert!(matches!(store.solve(krkn), Err(SessionError::Fault)));
    let board = fen::parse(KRKN).unwrap();
    assert!(matches!(probe(&board, &store), Err(ProbeError::Unreadable(_))));
    // Other threads' requests for other endgames, and the same request again.
    let other = thread::scope(|scope| {
        scope.spawn(|| probe(&fen::parse(KRKB).unwrap(), &store)).join().unwrap()
    });
    assert!(other.is_ok());
    assert!(probe(&board, &store).is_ok());
    assert!(store.table(krkn).is_ok() && store.solve(krkn).is_ok());
}

/// Stops at the beginning of an endgame until it may go on.
struct Waiting {
    material: NormalMaterial,
    begun: Mutex<Sender<()>>,
    may_go_on: Mutex<Receiver<()>>,
}

impl Progress for Waiting {
    fn begin(&self, stage: Stage, _: u64) {
        if stage == Stage::Solving(self.material) {
            self.begun.lock().unwrap().send(()).unwrap();
            self.may_go_on.lock().unwrap().recv().unwrap();
        }
    }
}

#[test]
fn lookups_do_not_wait_while_another_thread_solves() {
    let folder = tempfile::tempdir().unwrap();
    let (begun, has_begun) = channel();
    let (go_on, may_go_on) = channel();
    let (material, begun, may_go_on) = (material("KRKN"), Mutex::new(begun), Mutex::new(may_go_on));
    let waiting = Arc::new(Waiting { material, begun, may_go_on });
    let store = Store::new(folder.path().into(), 64 << 20, waiting);
    let krkb = fen::parse(KRKB).unwrap();
    let expected = probe(&krkb, &store).unwrap();
    thread::scope(|scope| {
        let solving = scope.spawn(|| store.table(material).map(drop));
        has_begun.recv().unwrap();
        assert_eq!(probe(&krkb, &store).unwrap(), expected);
        assert!(store.table(self::material("KRKB")).is_ok());
        assert!(probe(&fen::parse(KQK).unwrap(), &store).is_ok());
        assert!(!store.shelf().has(material).unwrap());
        go_on.send(()).unwrap();
        solving.join().unwrap().unwrap();
    });
    assert!(store.shelf().has(material).unwrap());
}

#[test]
fn a_passing_lack_is_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let (krkn, scratch) = (material("KRKN"), folder.path().join("scratch"));
    // Of memory.
    let store = Store::new(folder.path().into(), 64 << 20, Arc::new(()));
    store.set_used_elsewhere_bytes(63 << 20);
    assert!(matches!(store.table(krkn), Err(SessionError::Memory { .. })));
    store.set_used_elsewhere_bytes(0);
    assert!(store.table(krkn).is_ok());
    // Of the folder of scratch files, in which KPKP is solved, and of a thread that panics there.
    let (kpkp, failing) = (material("KPKP"), Failing(material("KPKP"), AtomicUsize::new(1)));
    let store = Store::new(folder.path().into(), 56 << 20, Arc::new(failing));
    let store = store.with_scratch(scratch.clone());
    assert!(store.table(kpkp).is_err());
    fs::create_dir(scratch).unwrap();
    assert!(matches!(store.table(kpkp), Err(SessionError::Fault)));
    assert!(store.table(kpkp).is_ok());
    assert!(store.shelf().tables().iter().any(|table| table.is_in_scratch()));
}

#[test]
fn a_repaired_file_is_read() {
    let place = tempfile::tempdir().unwrap();
    let (krkn, folder) = (material("KRKN"), Folder::new(place.path()));
    let store = Store::new(place.path().into(), 64 << 20, Arc::new(()));
    let table = drawproof_generator::solve_closure(&[krkn], &()).unwrap();
    let table = table.get(krkn).unwrap();
    fs::write(folder.file(krkn), "no table").unwrap();
    let board = fen::parse(KRKN).unwrap();
    assert!(probe(&board, &store).is_err() && store.table(krkn).is_err());
    folder.write(&folder.lock(krkn).unwrap(), krkn, &pack(table, 1)).unwrap();
    assert!(probe(&board, &store).is_ok() && store.table(krkn).is_ok());
}
