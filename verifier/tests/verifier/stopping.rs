//! A verification can be stopped, whoever asks the rule, and an audit.

#[cfg(unix)]
use std::time::Duration;
use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicU64, Ordering::SeqCst},
};

use drawproof_recognizers::Claim;
use drawproof_tables::progress::{Progress, Stage};
#[cfg(unix)]
use drawproof_verifier::subject::Program;
use drawproof_verifier::{
    Asker, ColumnRule, Fault, Options, Outcome, PositionColumns, Predicate, Verification,
    VerifyError,
    audit::{AuditError, Extent, audit},
};

use super::shared::{TABLES, material};

/// Says stop once the rule has answered.
#[derive(Default)]
struct StopAtOnce {
    all: AtomicU64,
    answered: AtomicU64,
}

impl Progress for StopAtOnce {
    fn begin(&self, _: Stage, positions: u64) {
        self.all.store(positions, SeqCst);
    }

    fn advance(&self, _: Stage, positions: u64) -> ControlFlow<()> {
        self.answered.fetch_add(positions, SeqCst);
        ControlFlow::Break(())
    }

    fn end(&self, _: Stage) {
        panic!("a verification that is stopped is not over");
    }
}

struct NoClaims;

impl ColumnRule for NoClaims {
    fn name(&self) -> String {
        "no claims".into()
    }

    fn claims(&mut self, positions: PositionColumns) -> Result<Vec<u8>, Fault> {
        Ok(vec![Claim::NONE.bits(); positions.len()])
    }
}

fn assert_stops(run: impl FnOnce(Verification) -> Result<Outcome, VerifyError> + Send) {
    let (progress, options) = (StopAtOnce::default(), Options::default());
    let verification = Verification::new(material("KRKP"), &*TABLES, &options);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let error = pool.install(|| run(verification.followed_by(&progress))).err();
    assert!(matches!(error, Some(VerifyError::Stopped)), "{error:?}");
    let (all, answered) = (progress.all.into_inner(), progress.answered.into_inner());
    assert!(20 * answered < all, "{answered} of {all} after the stop");
}

#[test]
fn a_verification_ends_soon_after_the_stop() {
    let rule = Predicate::new("no claims", &[], |_| (Claim::NONE, 0));
    assert_stops(|verification| verification.run(Asker::Function(&rule)));
    assert_stops(|verification| verification.run(Asker::Columns(&mut NoClaims)));
}

#[test]
fn an_audit_ends_soon_after_the_stop() {
    let progress = StopAtOnce::default();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let error = pool.install(|| audit(material("KRKP"), &TABLES, Extent::Whole, &progress));
    assert!(matches!(error, Err(AuditError::Stopped)), "{error:?}");
    let (all, audited) = (progress.all.into_inner(), progress.answered.into_inner());
    assert!(20 * audited < all, "{audited} of {all} after the stop");
}

#[cfg(unix)]
#[test]
fn a_program_is_asked_no_more_after_the_stop() {
    let program = Program::new("sed -u s/.*/-/", 2, Duration::from_secs(20)).unwrap();
    assert_stops(|verification| verification.run(Asker::Program(&program)));
}
