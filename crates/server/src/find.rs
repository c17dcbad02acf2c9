//! `/find` with a condition: counts the positions of an endgame that meet it, and returns some of
//! them.

use std::{ops::ControlFlow, sync::Arc};

use drawproof_find::{Budget, Condition, Order, Search, SearchError, Sources};
use drawproof_tables::{
    Layout, Metric, NormalMaterial, PlainTable, TableSet, Windows,
    census::Counting,
    probe::Values,
    progress::{Progress, Stage},
};
use serde::Serialize;

use crate::http::{answer::Refusal, query::Query};

/// The maximum number of positions in an answer.
const LIMIT_MAX: usize = 100;

/// The maximum number of looks ahead from one position, which take at most about a second.
const POSITION_LOOKS_MAX: u64 = 2_000_000;

/// The number of looks that a fast machine makes per second of CPU time. On slower machines the
/// deadline ends a search.
const LOOKS_A_SECOND: f64 = 10e6;

/// A search for the positions that meet a condition, as a request asks for it.
pub struct Finding {
    condition: Condition,
    text: String,
    limit: usize,
    order: Order,
}

/// The answer, with the keys of `drawproof find --format json`.
#[derive(Serialize)]
struct Found<'f> {
    endgame: String,
    r#where: &'f str,
    counting: Counting,
    asked: u64,
    found: u64,
    positions: Vec<Position>,
}

#[derive(Serialize)]
struct Position {
    fen: String,
    result: &'static str,
    dtm: Option<u16>,
}

/// Stops a search once nobody waits for its result.
struct WhileWanted<'a>(&'a (dyn Fn() -> bool + Sync));

impl Progress for WhileWanted<'_> {
    fn advance(&self, _: Stage, _: u64) -> ControlFlow<()> {
        if (self.0)() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

impl Finding {
    /// Parses `text`, the condition on positions of an endgame, and the other parameters of
    /// `query`.
    ///
    /// # Errors
    ///
    /// Fails if the condition or another parameter is invalid. For an invalid condition, the error
    /// names the place in the text.
    pub fn new(
        material: NormalMaterial,
        text: String,
        query: Query<'_>,
    ) -> Result<Finding, Refusal> {
        let limit = query.parsed("limit", 20_usize)?;
        if limit > LIMIT_MAX {
            let message = format!("parameter 'limit': an answer has at most {LIMIT_MAX} positions");
            return Err(Refusal::bad_request(message));
        }
        let order = match query.get("order")?.as_deref() {
            Some("random") => Order::drawn(query.parsed("seed", 1)?, material),
            name => Order::named(name.unwrap_or("table")).ok_or_else(|| {
                Refusal::bad_request("parameter 'order': table, dtm, -dtm, square or random")
            })?,
        };
        let condition = Condition::new(&text, None, &Arc::new(Layout::new(material)));
        let condition = condition.map_err(Refusal::bad_request)?;
        if condition.metrics().contains(&Metric::Dtc) {
            let message = "distances to conversion are not served: 'drawproof find' knows them";
            return Err(Refusal::bad_request(message));
        }
        Ok(Finding { condition, text, limit, order })
    }

    /// Returns the key under which the answer is cached.
    pub fn key(&self) -> String {
        let (material, limit, order) = (self.condition.layout().material(), self.limit, self.order);
        format!("find {material} {limit} {order:?} {}", self.text)
    }

    /// Returns the tables that the search needs, and their approximate size in bytes.
    pub fn tables(&self) -> (Vec<(Metric, NormalMaterial)>, u64) {
        let endgames = self.condition.endgames();
        let metrics = [Metric::Dtm].into_iter().chain(self.condition.metrics());
        let tables: Vec<_> =
            metrics.flat_map(|metric| endgames.iter().map(move |it| (metric, *it))).collect();
        let bytes = |(_, it): &(_, NormalMaterial)| 9 * Layout::new(*it).count() as u64 / 4;
        let bytes = tables.iter().map(bytes).sum();
        (tables, bytes)
    }

    /// Searches the tables and returns the document. Runs on the current rayon pool while
    /// `is_wanted` returns true.
    ///
    /// # Errors
    ///
    /// Fails if the search would take more than `seconds` of CPU time, if it is no longer wanted,
    /// or if a table lacks a position.
    pub fn answer(
        &self,
        tables: Vec<Arc<PlainTable>>,
        seconds: f64,
        is_wanted: &(dyn Fn() -> bool + Sync),
    ) -> Result<impl Serialize + use<'_>, Refusal> {
        let (layout, material) = (self.condition.layout(), self.condition.layout().material());
        let mut sets: [TableSet; Metric::Helpmate as usize + 1] =
            std::array::from_fn(|_| TableSet::new());
        let is_other =
            |it: &&Arc<PlainTable>| it.metric() != Metric::Dtm && it.material() == material;
        let others: Vec<_> = tables.iter().filter(is_other).cloned().collect();
        tables.into_iter().for_each(|it| sets[it.metric() as usize].insert(it));
        let of = |metric: Metric| {
            let set = &sets[metric as usize];
            set.get(material).is_some().then_some(set)
        };
        let dtm = of(Metric::Dtm).expect("the endgame's table is among them");
        let values = |metric| of(metric).map(|set| set as &(dyn Values + Sync));
        let sources = Sources {
            dtm,
            dtz: values(Metric::Dtz),
            dtc: None,
            helpmates: of(Metric::Helpmate).map(|set| set as _),
            conversions: (self.condition.moves_ahead() > 0).then_some(dtm),
            others: &others,
            rule: None,
        };
        let own = dtm.get(material).expect("as before").clone();
        let search = Search {
            condition: &self.condition,
            counting: Counting::Unique,
            order: self.order,
            limit: self.limit,
            room: LIMIT_MAX,
            sources,
            budget: Some(Budget {
                position_looks: POSITION_LOOKS_MAX,
                looks: (seconds * LOOKS_A_SECOND) as u64,
            }),
            progress: &WhileWanted(is_wanted),
        };
        let found = search.run(&mut Windows::Whole(own)).map_err(|error| match error {
            SearchError::Stopped => Refusal::busy("nobody waits for the answer any more"),
            costly @ SearchError::Costly { .. } => {
                Refusal::bad_request(format!("{costly}; 'drawproof find' has no such limit"))
            }
            other => Refusal::fault(other),
        })?;
        let kept = found.groups.iter().flat_map(|group| &group.kept);
        let position = |it: &drawproof_find::Match| Position {
            fen: it.placement(layout).to_fen(),
            result: it.value.category(),
            dtm: Metric::Dtm.plies(it.value),
        };
        Ok(Found {
            endgame: material.to_string(),
            r#where: &self.text,
            counting: Counting::Unique,
            asked: found.asked,
            found: found.found,
            positions: kept.map(position).collect(),
        })
    }
}
