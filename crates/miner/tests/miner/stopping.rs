//! A search for a fix reports all of its work. When stopped, it returns the best fix so far.

use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use drawproof_features::{Library, Men};
use drawproof_generator::solve_closure;
use drawproof_miner::{
    fixes::{Fix, Verified, fixes},
    search::Search,
    world::World,
};
use drawproof_recognizers::Claim;
use drawproof_tables::{
    NormalMaterial,
    progress::{Progress, Stage, Steps},
};
use drawproof_verifier::{Asker, Options, Predicate, Verification};

/// Asks to stop once a given amount of work is done.
#[derive(Default)]
struct StopAt {
    most: u64,
    size: AtomicU64,
    done: AtomicU64,
}

impl Progress for StopAt {
    fn begin(&self, _: Stage, size: u64) {
        self.size.fetch_add(size, Relaxed);
    }

    fn advance(&self, _: Stage, done: u64) -> ControlFlow<()> {
        let done = self.done.fetch_add(done, Relaxed) + done;
        if done < self.most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Fixes a rule that claims a draw in every position of KPK, at no allowed price, so that every
/// number of patterns is tried.
fn fixed(stop: &StopAt) -> Fix {
    let kpk = "KPK".parse::<NormalMaterial>().unwrap();
    let tables = solve_closure(&[kpk], &()).unwrap();
    let rule = Predicate::new("all", &[], |_| (Claim::DRAW, 0));
    let options = Options { record: true, ..Options::default() };
    let outcome = Verification::new(kpk, &tables, &options).run(Asker::Function(&rule)).unwrap();
    let library = Library::for_fixes(Men::of_endgame("KPK").unwrap());
    let world = World::new(tables.get(kpk).unwrap());
    let (recording, verdict) = (&outcome.recording.unwrap(), &outcome.verdict);
    let verified = Verified { world: &world, library: &library, recording, verdict };
    let steps = Steps { progress: stop, endgame: kpk };
    fixes(&[verified], Search::new(0.0, 2, 1 << 30, steps)).unwrap().remove(0).remove(0)
}

#[test]
fn a_search_that_is_stopped_returns_the_best_fix_so_far() {
    let whole = StopAt { most: u64::MAX, ..StopAt::default() };
    let best = fixed(&whole);
    assert_eq!(best.repair.tried.len(), 2);
    let size = whole.size.into_inner();
    assert!(size > 0 && whole.done.into_inner() == size, "all work is reported");
    let first = fixed(&StopAt { most: 1, ..StopAt::default() });
    assert_eq!(first.repair.tried.len(), 1);
    assert!(first.leaves_none() && first.counted.withdrawn.right >= best.counted.withdrawn.right);
    assert!(fixed(&StopAt::default()).is_none(), "there was nothing yet");
}
