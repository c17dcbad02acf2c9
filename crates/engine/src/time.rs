//! Time management: the limits of a `go` command, and the use of a game clock.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::time::{Duration, Instant};

use drawproof_board::{Color, Move};

/// The limits of a `go` command. A limit of `None` does not apply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The depth in plies after which the search stops.
    pub depth: Option<u32>,
    /// The number of nodes after which the search stops.
    pub nodes: Option<u64>,
    /// The exact time of the search.
    pub move_time: Option<Duration>,
    /// The remaining time on each clock, `[colour]`.
    pub clock: [Option<Duration>; Color::NUM],
    /// The time that each move adds to the mover's clock, `[colour]`.
    pub increment: [Duration; Color::NUM],
    /// The number of moves until more time is added to the clock.
    pub moves_to_go: Option<u32>,
    /// The search stops once it has found a mate in at most this many moves.
    pub mate: Option<u32>,
    /// Whether to search until `stop`.
    pub infinite: bool,
    /// Whether to search on the opponent's time until `ponderhit`.
    pub ponder: bool,
    /// The root moves to search; empty for all.
    pub search_moves: Vec<Move>,
}

/// The time limits of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The time after which no new iteration begins.
    pub soft: Duration,
    /// The time after which the search stops wherever it is.
    pub hard: Duration,
}

/// The number of moves over which the time of a clock without further controls is spread.
const MOVES_AHEAD: u32 = 36;

/// The reserve for a busy machine, on which a process may wait this long for a processor. At most
/// half of the clock is reserved.
const RESERVE: Duration = Duration::from_millis(250);

impl Limits {
    /// Returns the time limits of the next move of `stm`; `None` without a clock. `overhead` is the
    /// time lost between the engine and the clock at each move.
    pub fn budget(&self, stm: Color, overhead: Duration) -> Option<Budget> {
        if let Some(time) = self.move_time {
            let hard = time.saturating_sub(overhead.min(time / 10));
            return Some(Budget { soft: hard, hard });
        }
        let left = self.clock[stm as usize]?;
        let increment = self.increment[stm as usize];
        let spendable = left.saturating_sub(overhead + RESERVE.min(left / 2)).max(left / 20);
        let moves = self.moves_to_go.map_or(MOVES_AHEAD, |n| n.clamp(1, MOVES_AHEAD));
        // A part of the increment is saved as a reserve against unforeseeable delays. The increment
        // arrives after the move, so it cannot be spent before.
        let share = spendable / moves + increment * 3 / 5;
        let most = if moves == 1 { spendable * 3 / 4 } else { spendable / 4 };
        Some(Budget { soft: share.min(most), hard: (share * 4).min(most) })
    }
}

/// The signals from the UCI conversation to a running search, and the search's clock.
#[derive(Debug)]
pub struct Signals {
    started: Instant,
    /// The time for which the engine's clock ran before the search began.
    waited: Duration,
    stop: AtomicBool,
    pondering: AtomicBool,
    /// The start of the engine's clock, in microseconds after `started`.
    clock_from: AtomicU64,
}

impl Signals {
    /// Creates the signals of a search that starts now.
    pub fn new(pondering: bool) -> Signals {
        Signals {
            started: Instant::now(),
            waited: Duration::ZERO,
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            clock_from: AtomicU64::new(0),
        }
    }

    /// Creates the signals of a search that starts now, after the engine's clock has already run
    /// for `waited`.
    pub fn after_waiting(waited: Duration, pondering: bool) -> Signals {
        let waited = if pondering { Duration::ZERO } else { waited };
        Signals { waited, ..Signals::new(pondering) }
    }

    /// Ends the search at its next check.
    pub fn stop(&self) {
        self.stop.store(true, SeqCst);
    }

    /// Returns whether the search must end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(SeqCst)
    }

    /// Ends pondering and starts the engine's clock, because the opponent played the expected move.
    pub fn ponder_hit(&self) {
        self.clock_from.store(self.started.elapsed().as_micros() as u64, SeqCst);
        self.pondering.store(false, SeqCst);
    }

    /// Returns whether the search is pondering, that is, running on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(SeqCst)
    }

    /// Returns the time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns the time spent on the engine's clock.
    pub fn spent(&self) -> Duration {
        if self.is_pondering() {
            return Duration::ZERO;
        }
        let own = Duration::from_micros(self.clock_from.load(SeqCst));
        self.waited + self.elapsed().saturating_sub(own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_clock(left_ms: u64, increment_ms: u64, moves_to_go: Option<u32>) -> Budget {
        let limits = Limits {
            clock: [Some(Duration::from_millis(left_ms)), None],
            increment: [Duration::from_millis(increment_ms), Duration::ZERO],
            moves_to_go,
            ..Limits::default()
        };
        limits.budget(Color::White, Duration::from_millis(30)).unwrap()
    }

    #[test]
    fn the_clock_is_never_overdrawn() {
        for left in [1, 5, 20, 31, 50, 100, 1_000, 60_000, 3_600_000] {
            for increment in [0, 50, 1_000, 60_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(1_000)] {
                    let budget = on_clock(left, increment, moves);
                    assert!(budget.soft <= budget.hard);
                    assert!(budget.hard < Duration::from_millis(left));
                }
            }
        }
    }

    #[test]
    fn a_game_at_a_constant_pace_settles_above_zero() {
        let mut left = Duration::from_millis(2_000);
        for _ in 0..400 {
            let budget = on_clock(left.as_millis() as u64, 50, None);
            left = left - budget.soft + Duration::from_millis(50);
        }
        assert!(left > Duration::from_millis(600), "{left:?}");
    }

    #[test]
    fn a_delay_of_a_quarter_of_a_second_loses_no_game_of_half_a_second() {
        let mut left = Duration::from_millis(500);
        for _ in 0..400 {
            let budget = on_clock(left.as_millis() as u64, 10, None);
            assert!(left > budget.soft + RESERVE, "{left:?}");
            left = left - budget.soft + Duration::from_millis(10);
        }
    }

    #[test]
    fn pondering_costs_nothing_until_the_move_is_played() {
        let signals = Signals::new(true);
        std::thread::sleep(Duration::from_millis(3));
        assert_eq!(signals.spent(), Duration::ZERO);
        signals.ponder_hit();
        assert!(signals.spent() <= signals.elapsed() - Duration::from_millis(3));
    }

    #[test]
    fn time_spent_waiting_is_taken_from_the_own_clock_only() {
        let hour = Duration::from_secs(3600);
        let signals = Signals::after_waiting(hour, false);
        assert!(signals.spent() >= hour && signals.elapsed() < hour);
        let pondering = Signals::after_waiting(hour, true);
        pondering.ponder_hit();
        assert!(pondering.spent() < hour);
    }

    #[test]
    fn without_a_clock_there_is_no_budget() {
        assert_eq!(Limits::default().budget(Color::Black, Duration::ZERO), None);
    }
}
