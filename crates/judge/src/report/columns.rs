//! Columns that fit into the width of a text.

use drawproof_report::visible_width;

/// The rows, the first of which is the head, without columns that have no figure, and of the others
/// with the first ones that fit into `width`, two spaces apart after an indent of two.
pub(super) fn fitting(rows: Vec<Vec<String>>, width: usize) -> Vec<Vec<String>> {
    let columns = rows.first().map_or(0, Vec::len);
    let has_figure = |column: &usize| {
        let empty = |row: &Vec<String>| matches!(row[*column].as_str(), "" | "-");
        !rows.iter().skip(1).all(empty)
    };
    let wide =
        |column: usize| rows.iter().map(|row| visible_width(&row[column])).max().unwrap_or(0) + 2;
    let mut room = width;
    let fits = |column: &usize| {
        let left = room.checked_sub(wide(*column));
        room = left.unwrap_or(0);
        left.is_some()
    };
    let kept: Vec<usize> = (0..columns).filter(has_figure).take_while(fits).collect();
    let row = |row: &Vec<String>| kept.iter().map(|&column| row[column].clone()).collect();
    rows.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_columns_give_way_and_empty_ones_go() {
        let row = |cells: [&str; 4]| cells.map(String::from).to_vec();
        let rows = vec![row(["name", "none", "count", "share"]), row(["KRK", "-", "1,234", "5 %"])];
        assert_eq!(fitting(rows.clone(), 30)[1], ["KRK", "1,234", "5 %"]);
        assert_eq!(fitting(rows.clone(), 14)[0], ["name", "count"]);
        assert_eq!(fitting(rows, 5), [[""; 0]; 2]);
    }
}
