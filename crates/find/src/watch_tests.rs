//! A search stops at once on request, and a search that costs too much names the expensive part.

use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use drawproof_tables::{
    Layout, Metric, NormalMaterial, Placement, Value, Windows,
    census::Counting,
    helpmate::{HelpmateSource, Helpmates},
    probe::{ProbeError, Values},
    progress::{Progress, Stage},
};

use crate::{
    Budget, Condition, Found, Order, Search, SearchError, Sources,
    tests::{HELPMATES, TABLES, count, material, others, sources},
};

/// Distances to mate and helpmates, with a count of the looks at them.
struct Counted {
    looks: AtomicU64,
    /// The number of looks after which the search must stop.
    most: u64,
}

impl Counted {
    fn look(&self) {
        self.looks.fetch_add(1, Relaxed);
    }
}

impl Values for Counted {
    fn metric(&self) -> Metric {
        Metric::Dtm
    }

    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        self.look();
        Values::value(&*TABLES, material, placement)
    }
}

impl HelpmateSource for Counted {
    fn stored(
        &self,
        material: NormalMaterial,
        placement: &Placement,
    ) -> Result<Helpmates, ProbeError> {
        self.look();
        HELPMATES.stored(material, placement)
    }
}

impl Progress for Counted {
    fn advance(&self, _: Stage, _: u64) -> ControlFlow<()> {
        match self.looks.load(Relaxed) < self.most {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

/// Runs a search within a budget. Returns its result and the number of looks.
fn watched(
    name: &str,
    text: &str,
    most: u64,
    budget: Option<Budget>,
) -> (Result<Found, SearchError>, u64) {
    let layout = Arc::new(Layout::new(material(name)));
    let condition = Condition::new(text, None, &layout).unwrap();
    let (others, counted) = (others(&condition), Counted { looks: AtomicU64::new(0), most });
    let search = Search {
        condition: &condition,
        counting: Counting::Unique,
        order: Order::Table,
        limit: 0,
        room: 0,
        sources: Sources { dtm: &counted, helpmates: Some(&counted), ..sources(&others) },
        budget,
        progress: &counted,
    };
    let table = TABLES.get(material(name)).unwrap().clone();
    let found = search.run(&mut Windows::Whole(table));
    (found, counted.looks.into_inner())
}

/// Conditions that need thousands of looks for one position.
const COSTLY: [(&str, &str, &str); 3] = [
    (
        "KRKN",
        "white to move and after(any,  after(any, after(any, mate and draw)))",
        "after(any, after(any, after(any, mate and draw)))",
    ),
    ("KBBK", "not helpmate.white.solutions = 1", "helpmate.white.solutions"),
    (
        "KBBK",
        "after(every, helpmate.white.solutions = 1)",
        "after(every, helpmate.white.solutions = 1)",
    ),
];

#[test]
fn a_search_stops_within_some_looks_wherever_it_is() {
    for (name, text, _) in COSTLY {
        let most = 20_000;
        let (found, looks) = watched(name, text, most, None);
        assert!(matches!(found, Err(SearchError::Stopped)), "{text}: {found:?}");
        // Each thread looks 128 times between two checks.
        let more = 130 * rayon::current_num_threads() as u64;
        assert!((most..=most + more).contains(&looks), "{text}: {looks}");
    }
}

#[test]
fn a_search_beyond_its_budget_is_refused_and_names_what_costs() {
    for (name, text, part) in COSTLY {
        let named = |budget: Budget| match watched(name, text, u64::MAX, Some(budget)) {
            (Err(SearchError::Costly { part }), looks) => (part, looks),
            (other, _) => panic!("{text}: {other:?}"),
        };
        let (costly, looks) = named(Budget { position_looks: 1_000, looks: u64::MAX / 64 });
        assert_eq!(costly, part);
        assert!(looks < 3_000_000, "{looks}");
        // The total cost is estimated before most of the work.
        let (costly, looks) = named(Budget { position_looks: u64::MAX / 64, looks: 1_000_000 });
        assert_eq!(costly, part);
        assert!(looks < 1_000_000, "{looks}");
    }
    for (name, text) in [
        ("KRKN", "win and dtm > 70 and after(only_move, after(any, after(best, check)))"),
        ("KBBK", "helpmate.white = 1 and helpmate.white.solutions = 1"),
        ("KPK", "after(any, win)"),
    ] {
        let budget = Budget { position_looks: 100_000, looks: 5_000_000 };
        let (found, _) = watched(name, text, u64::MAX, Some(budget));
        assert_eq!(found.unwrap().found, count(name, text, Counting::Unique), "{text}");
    }
}
