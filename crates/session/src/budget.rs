//! The memory that tables take, and which tables to drop when it runs out.

use std::sync::Arc;

use drawproof_generator::{Needs, Pool, Promoted, estimate, slices_kept};
use drawproof_tables::{Layout, Metric, NormalMaterial, PlainTable, Shelf};

use crate::figures::has_second_layer;

/// Returns the memory in bytes that the values of an endgame take by a metric, including the second
/// layer of cells.
pub fn table_bytes(metric: Metric, material: NormalMaterial) -> u64 {
    let estimate = estimate(material);
    let second = if has_second_layer(metric, material) { estimate.second_layer_bytes } else { 0 };
    estimate.table_bytes + second
}

/// Returns the memory and disk space for solving an endgame, including its source tables.
/// `is_logged` is whether the values are kept as a log ([`drawproof_generator::solve_logged`]), so
/// that the table takes no memory.
pub fn solve_needs(metric: Metric, material: NormalMaterial, is_logged: bool) -> Needs {
    let estimate = estimate(material);
    let sources = sum_bytes(metric, &material.conversions());
    if is_logged {
        let sets = estimate.working_bytes - estimate.list_bytes;
        let memory = sources + sets + estimate.logged_list_bytes;
        let needs = Needs::of_step(material, memory, sets + WINDOW_BYTES, 0);
        return Needs { lists: Some(sources + sets + WINDOW_BYTES / 2), ..needs };
    }
    let memory = sources + table_bytes(metric, material) + estimate.working_bytes;
    let disk = scratch_bytes(metric, material);
    Needs::of_step(material, memory, least_solve_bytes(material), disk)
}

/// Returns the memory in bytes that solving an endgame takes if tables and lists are in scratch
/// files.
pub fn least_solve_bytes(material: NormalMaterial) -> u64 {
    let working_bytes = estimate(material).working_bytes;
    working_bytes - spilled_list_bytes(material) / 16 * 15 + WINDOW_BYTES
}

/// The minimum size in bytes of those parts of tables in scratch files that are in memory at once.
/// With less, work would not advance.
pub(crate) const WINDOW_BYTES: u64 = 32 << 20;

/// Returns the size in bytes of the lists in scratch files while an endgame is solved there. Large
/// tables need such lists. About a sixteenth of the lists is in memory: the losses of a ply, and
/// the lists being written.
pub(crate) fn spilled_list_bytes(material: NormalMaterial) -> u64 {
    if material.is_large() { estimate(material).list_bytes } else { 0 }
}

/// Returns the size in bytes of the scratch files for solving a large table; 0 for other tables,
/// which need scratch files only if memory is short.
pub fn large_scratch_bytes(metric: Metric, material: NormalMaterial) -> u64 {
    if material.is_large() { scratch_bytes(metric, material) } else { 0 }
}

/// Returns the bytes of scratch files while a table is solved in them: the table, the tables it is
/// solved from, and lists; for a sliced table, the values after promotions and the slices in use.
fn scratch_bytes(metric: Metric, material: NormalMaterial) -> u64 {
    let rest = sum_bytes(metric, &material.small_conversions()) + spilled_list_bytes(material);
    if material.is_sliced() {
        let layout = Layout::new(material);
        let slice = table_bytes(metric, material) / layout.slices().len() as u64;
        // What stays for pawn moves is written, solved or read again.
        return rest + Promoted::bytes(&layout) + slices_kept(&layout) as u64 * slice;
    }
    rest + table_bytes(metric, material) + sparse_layer_bytes(metric, material)
}

/// Returns the total memory in bytes that the values of some endgames take by a metric.
pub(crate) fn sum_bytes(metric: Metric, materials: &[NormalMaterial]) -> u64 {
    materials.iter().map(|&material| table_bytes(metric, material)).sum()
}

/// Returns the size in bytes of a second layer that a table in scratch files may need although
/// [`table_bytes`] does not count it. Only solving a large table shows whether the table needs that
/// layer.
pub(crate) fn sparse_layer_bytes(metric: Metric, material: NormalMaterial) -> u64 {
    let may_need = material.is_large() && !has_second_layer(metric, material);
    if may_need { estimate(material).second_layer_bytes } else { 0 }
}

/// Returns a suitable size in bytes for a cache of decoded blocks: half of the memory that
/// [`Store`](crate::store::Store) leaves for buffers. `memory_bytes` is the memory that tables and
/// working memory may take. The cache is emptied if a solve needs more memory.
pub fn cache_bytes(memory_bytes: u64) -> u64 {
    memory_bytes / 20
}

/// Formats a size in KiB, MiB or GiB, whichever suits it: `59 KiB`, `12.3 MiB`, `1.94 GiB`.
pub fn size(bytes: u64) -> String {
    let (kib, mib, gib) = (1_u64 << 10, 1_u64 << 20, 1_u64 << 30);
    match bytes {
        _ if bytes < mib => format!("{} KiB", bytes.div_ceil(kib)),
        _ if bytes < gib => format!("{:.1} MiB", bytes as f64 / mib as f64),
        _ => format!("{:.2} GiB", bytes as f64 / gib as f64),
    }
}

/// Returns whether only the shelf owns a table. The caller must have the table from
/// [`Shelf::tables`].
pub(crate) fn is_idle(table: &Arc<PlainTable>) -> bool {
    Arc::strong_count(table) <= 2
}

/// Drops tables that are not `needed` until the remaining ones take at most `limit_bytes`. Tables
/// without other owners go first, and larger tables before smaller ones. The memory of a table
/// without other owners goes to the pool. Returns the bytes of the tables that remain.
pub(crate) fn drop_tables(
    shelf: &Shelf,
    limit_bytes: u64,
    needed: &[NormalMaterial],
    pool: &Pool,
) -> u64 {
    let of_table = |table: Arc<PlainTable>| (is_idle(&table), table.size_bytes(), table.material());
    let held = shelf.tables().into_iter().map(of_table).collect();
    let (left_bytes, surplus) = surplus(held, limit_bytes, needed);
    for material in surplus {
        if let Some(table) = shelf.take(material).and_then(Arc::into_inner) {
            pool.take_back(table);
        }
    }
    left_bytes
}

/// Returns which tables of `held` to drop so that the remaining ones take at most `limit_bytes`,
/// and the size of the remaining ones in bytes. `held` has each table with its size in bytes, and
/// whether the table has no other owners.
pub(crate) fn surplus(
    mut held: Vec<(bool, u64, NormalMaterial)>,
    limit_bytes: u64,
    needed: &[NormalMaterial],
) -> (u64, Vec<NormalMaterial>) {
    let mut left_bytes = held.iter().map(|(_, bytes, _)| bytes).sum();
    held.retain(|(.., material)| !needed.contains(material));
    held.sort_by_key(|&(is_idle, bytes, _)| (is_idle, bytes));
    let mut dropped = Vec::new();
    while left_bytes > limit_bytes
        && let Some((_, bytes, material)) = held.pop()
    {
        dropped.push(material);
        left_bytes -= bytes;
    }
    (left_bytes, dropped)
}
