//! Tables that a store makes slice by slice, stopped and begun again.

use std::{
    fs,
    ops::ControlFlow,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use drawproof_board::Color;
use drawproof_generator::promotion_targets;
use drawproof_session::store::Store;
use drawproof_tables::{
    NormalMaterial,
    file::LEVEL_FAST,
    progress::{Progress, Stage},
};

/// Says stop after so many slices of an endgame.
struct Stop(&'static str, AtomicUsize);

impl Progress for Stop {
    fn advance(&self, stage: Stage, slices: u64) -> ControlFlow<()> {
        if stage.to_string() == format!("solving {}", self.0) {
            let left = |left: usize| Some(left.saturating_sub(slices as usize));
            self.1.fetch_update(Relaxed, Relaxed, left).unwrap();
        }
        if self.1.load(Relaxed) == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn a_table_that_was_stopped_is_made_from_the_slices_that_were_written() {
    made_in_parts("KNPK", &[1, 5, 8]);
    // Of some slices that are written en passant takes the stalemates.
    made_in_parts("KPKP", &[1, 500, 300]);
}

/// Makes a table that is stopped after so many slices, then after so many others, and compares it with the whole.
fn made_in_parts(name: &'static str, parts_of: &[usize]) {
    let material = name.parse::<NormalMaterial>().unwrap();
    let make = |store: &Store| {
        let lock = store.folder().lock(material).unwrap();
        store.make_slices(material, &lock, LEVEL_FAST)
    };
    let [whole, parts] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let whole_store = Store::new(whole.path().into(), 1 << 30, Arc::new(()));
    let (path, solved) = make(&whole_store).unwrap();
    let expected = fs::read(path).unwrap();
    let (table, figures) = whole_store.solve(material).unwrap();
    assert_eq!(solved.plies, figures.plies);
    let file = whole_store.folder().open(material).unwrap().load().unwrap();
    assert!(Color::ALL.into_iter().all(|side| file.cells(side) == table.cells(side)));
    for &slices in parts_of {
        let stop = Arc::new(Stop(name, AtomicUsize::new(slices)));
        let store = Store::new(parts.path().into(), 1 << 30, stop);
        let scratch = tempfile::tempdir().unwrap();
        let error = make(&store.with_scratch(scratch.path().into())).unwrap_err();
        assert!(error.to_string().contains("stopped"), "{error}");
    }
    let store = Store::new(parts.path().into(), 1 << 30, Arc::new(()));
    let written = fs::read_dir(parts.path().join(".work")).unwrap().count();
    let others = "the slices, what promotions lead to and the lock";
    assert_eq!(written, parts_of.iter().sum::<usize>() + 2, "{others}");
    let (path, _) = make(&store).unwrap();
    assert!(fs::read(path).unwrap() == expected, "the same bytes");
    let left = fs::read_dir(parts.path().join(".work")).unwrap().count();
    assert_eq!(left, 1, "the lock is left");
}

/// Notes which tables of promotions are read, and says stop after so many.
struct Readings {
    whole: Mutex<Vec<NormalMaterial>>,
    most: usize,
}

impl Progress for Readings {
    fn advance(&self, _: Stage, _: u64) -> ControlFlow<()> {
        match self.whole.lock().unwrap().len() < self.most {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }

    fn end(&self, stage: Stage) {
        if let Stage::Reading(material) = stage {
            self.whole.lock().unwrap().push(material);
        }
    }
}

#[test]
fn what_promotions_lead_to_is_taken_from_tables_that_have_just_been_solved() {
    let material = "KNPK".parse::<NormalMaterial>().unwrap();
    let targets = promotion_targets(material);
    let make = |solved: &[NormalMaterial]| {
        let folder = tempfile::tempdir().unwrap();
        let readings = Arc::new(Readings { whole: Mutex::default(), most: usize::MAX });
        let store = Store::new(folder.path().into(), 1 << 30, readings.clone());
        for &target in solved {
            store.solve(target).unwrap();
            store.keep_promotions(target, &[material]).unwrap();
            store.keep_only(&[]);
            // There is nothing to take it from any more.
            store.keep_promotions(target, &[material]).unwrap();
        }
        assert_eq!(*readings.whole.lock().unwrap(), solved);
        let lock = store.folder().lock(material).unwrap();
        let (path, _) = store.make_slices(material, &lock, LEVEL_FAST).unwrap();
        let whole = readings.whole.lock().unwrap().split_off(solved.len());
        (fs::read(path).unwrap(), whole)
    };
    let (expected, _) = make(&[]);
    let (made, read) = make(&[targets[3], targets[1]]);
    assert_eq!(read, [targets[0], targets[2]]);
    assert!(made == expected, "the same bytes");
}

#[test]
fn what_promotions_lead_to_is_not_read_again() {
    let material = "KNPK".parse::<NormalMaterial>().unwrap();
    let targets = promotion_targets(material);
    let folder = tempfile::tempdir().unwrap();
    let kept = || {
        let mut names = fs::read_dir(folder.path().join(".work")).unwrap();
        names.find_map(|entry| {
            let path = entry.unwrap().path();
            path.to_str().unwrap().contains("promotions").then_some(path)
        })
    };
    let make = |most| {
        let readings = Arc::new(Readings { whole: Mutex::default(), most });
        let store = Store::new(folder.path().into(), 1 << 30, readings.clone());
        let lock = store.folder().lock(material).unwrap();
        let made = store.make_slices(material, &lock, LEVEL_FAST);
        let whole = readings.whole.lock().unwrap().clone();
        (made.map(|(path, _)| fs::read(path).unwrap()), whole)
    };
    let (expected, whole) = make(usize::MAX);
    let expected = expected.unwrap();
    assert_eq!((whole, kept()), (targets.clone(), None));
    let stop = || {
        let (error, whole) = make(2);
        assert!(error.unwrap_err().to_string().contains("stopped"));
        assert_eq!(whole, targets[..2]);
        kept().expect("two tables are kept")
    };
    stop();
    let (made, whole) = make(usize::MAX);
    assert_eq!(whole, targets[2..]);
    assert!(made.unwrap() == expected, "the same bytes");
    let damages: [fn(&mut Vec<u8>); 2] =
        [|bytes| bytes.truncate(bytes.len() - 1), |bytes| bytes[99] ^= 1];
    for damage in damages {
        let path = stop();
        let mut bytes = fs::read(&path).unwrap();
        damage(&mut bytes);
        fs::write(&path, bytes).unwrap();
        let (made, whole) = make(usize::MAX);
        assert_eq!(whole, targets, "damaged values are read again");
        assert!(made.unwrap() == expected, "the same bytes");
    }
}
