//! Boards and heat maps as inline SVG, with pieces drawn for this project.

use std::fmt::Write;

use crate::{escape::escaped, words::grouped};

/// The shapes of the pieces in a 40 x 40 square, in the order `PNBRQK`: letter, outline, inner
/// lines.
const PIECES: [(char, &str, &str); 6] = [
    (
        'P',
        "<circle cx='20' cy='12.5' r='5.4'/>\
         <path d='M20 17.5c-3.4 0-5.2 1.2-5.2 2.6 0 .8 1 1.4 2.2 1.6-.4 4-2 7-4.6 9.3h15.2c-2.6-2.3-4.2-5.3-4.6-9.3 1.2-.2 2.2-.8 2.2-1.6 0-1.4-1.8-2.6-5.2-2.6z'/>\
         <rect x='10' y='30.5' width='20' height='4.6' rx='1.6'/>",
        "",
    ),
    (
        'N',
        "<path d='M12.6 31c0-7 5.6-8.6 6-13.2-2.2 2-4.6 2.6-6.2 4.6-.9 1.2-2.9 1.3-3.8.1-.7-.9-.5-2 .1-3 2-3.300 3-6.600 5.500-8.900l-.6-4.800 4.200 2.700c7.600.4 11.600 7.200 11.600 22.500z'/>\
         <rect x='9.500' y='30.500' width='21' height='4.600' rx='1.600'/>",
        "<path d='M14.700 13.200l1.500-.7M22.500 11.600c3 2.600 4.300 7.600 4.200 14.800' fill='none'/>",
    ),
    (
        'B',
        "<circle cx='20' cy='6.200' r='2.300'/>\
         <path d='M20 8.700c-5.400 3.400-7.600 7.600-7.300 11.400.2 2.300 1.500 3.900 3.100 5h8.400c1.600-1.100 2.900-2.700 3.100-5 .3-3.800-1.900-8-7.300-11.400z'/>\
         <path d='M15.600 25.100h8.800l1.400 5.400H14.200z'/>\
         <rect x='9.500' y='30.500' width='21' height='4.600' rx='1.600'/>",
        "<path d='M20 13.200v7M16.700 16.400h6.600' fill='none'/>",
    ),
    (
        'R',
        "<path d='M10.500 6.500h4.500v3h2.800v-3h4.400v3H25v-3h4.500v7.600l-3 2.300H13.500l-3-2.300z'/>\
         <path d='M14 16.400h12l1.300 14.100H12.700z'/>\
         <rect x='9.500' y='30.500' width='21' height='4.600' rx='1.600'/>",
        "<path d='M13.700 19.200h12.600' fill='none'/>",
    ),
    (
        'Q',
        "<circle cx='7' cy='11.500' r='2'/><circle cx='13.500' cy='8.200' r='2'/>\
         <circle cx='20' cy='6.800' r='2'/><circle cx='26.500' cy='8.200' r='2'/>\
         <circle cx='33' cy='11.500' r='2'/>\
         <path d='M11.700 25.500L7.200 13.200l6 6.300.5-9.500 4.600 8.800L20 8.600l1.700 10.200 4.600-8.800.5 9.500 6-6.300-4.500 12.300z'/>\
         <path d='M11.700 25.500h16.600l-1 5H12.700z'/>\
         <rect x='9.500' y='30.500' width='21' height='4.600' rx='1.600'/>",
        "",
    ),
    (
        'K',
        "<path d='M18.700 3.500h2.600v2.400h2.400v2.500h-2.400v3.800h-2.600V8.400h-2.400V5.900h2.400z'/>\
         <path d='M20 14.400c-2.400-3.500-12.600-3-12.600 3.400 0 4.200 4.200 6.200 4.800 10.200h15.600c.6-4 4.800-6 4.800-10.200 0-6.400-10.200-6.900-12.600-3.400z'/>\
         <path d='M12.200 28h15.600l-.4 2.500H12.600z'/>\
         <rect x='9.500' y='30.500' width='21' height='4.600' rx='1.600'/>",
        "<path d='M20 14.400V28' fill='none'/>",
    ),
];

/// Renders the definitions that boards refer to. A page needs them once, before its first board.
pub fn definitions() -> String {
    let mut out = String::from("<svg class=\"defs\" aria-hidden=\"true\"><defs>\n<g id=\"bd\">");
    out.push_str("<rect class=\"ls\" width=\"320\" height=\"320\"/><path class=\"ds\" d=\"");
    for rank in 0..8 {
        for file in 0..8 {
            if (rank + file) % 2 == 1 {
                let _ = write!(out, "M{} {}h40v40h-40z", file * 40, rank * 40);
            }
        }
    }
    out.push_str("\"/>");
    for place in 0..8 {
        let (file, rank) = ((b'a' + place) as char, 8 - place);
        let (dark, light) = if place % 2 == 0 { ("cl", "cd") } else { ("cd", "cl") };
        let (x, y) = (u32::from(place) * 40 + 37, u32::from(place) * 40 + 10);
        let _ = write!(
            out,
            "<text class=\"{dark}\" x=\"{x}\" y=\"317\" text-anchor=\"end\">{file}</text>"
        );
        let _ = write!(out, "<text class=\"{light}\" x=\"2.500\" y=\"{y}\">{rank}</text>");
    }
    out.push_str("</g>\n");
    for (letter, body, lines) in PIECES {
        for (side, class) in [("w", "pw"), ("b", "pb")] {
            let _ = writeln!(
                out,
                "<g id=\"{side}{letter}\"><g class=\"{class}\" transform=\"translate(-3 -1.8) scale(1.15)\">\
                 {body}<g class=\"ln\">{lines}</g></g></g>"
            );
        }
    }
    out.push_str("</defs></svg>\n");
    out
}

/// Returns the men of a FEN: `(letter, file, rank from the top)`.
fn men(fen: &str) -> Vec<(char, u32, u32)> {
    let mut found = Vec::new();
    for (rank, row) in fen.split(' ').next().unwrap_or("").split('/').enumerate() {
        let mut file = 0;
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(empty) => file += empty,
                None => {
                    found.push((letter, file, rank as u32));
                    file += 1;
                }
            }
        }
    }
    found
}

/// Renders a board. `marks` are squares to highlight, such as `e4`; texts that are not squares are
/// ignored.
pub fn board(fen: &str, marks: &[&str]) -> String {
    let label = escaped(fen);
    let mut out = format!(
        "<svg class=\"board\" viewBox=\"0 0 320 320\" role=\"img\" aria-label=\"{label}\">\
         <use href=\"#bd\"/>"
    );
    for mark in marks {
        if let [file @ b'a'..=b'h', rank @ b'1'..=b'8'] = mark.as_bytes() {
            let (x, y) = (u32::from(file - b'a') * 40, u32::from(b'8' - rank) * 40);
            let _ =
                write!(out, "<rect class=\"mk\" x=\"{x}\" y=\"{y}\" width=\"40\" height=\"40\"/>");
        }
    }
    for (letter, file, rank) in men(fen) {
        let side = if letter.is_uppercase() { 'w' } else { 'b' };
        let (kind, x, y) = (letter.to_ascii_uppercase(), file * 40, rank * 40);
        let _ = write!(out, "<use href=\"#{side}{kind}\" x=\"{x}\" y=\"{y}\"/>");
    }
    out.push_str("</svg>");
    out
}

/// Renders the counts by square, a1 first, as a heat map for `man`, a letter of a FEN.
pub(super) fn heat(man: char, squares: &[u64]) -> String {
    // The minimum is shown lightest, so that small differences are visible.
    let minimum = squares.iter().copied().min().unwrap_or(0);
    let maximum = squares.iter().copied().max().unwrap_or(0).max(minimum + 1);
    let shade = |&count: &u64| {
        let share = (count - minimum) as f64 / (maximum - minimum) as f64;
        (count > 0).then(|| (0.05 + 0.95 * share, grouped(count)))
    };
    let shades: Vec<_> = squares.iter().map(shade).collect();
    shaded(&format!("where {man} stands in missed draws"), &shades)
}

/// Renders a board of shaded squares, a1 first. Each square has an opacity from 0 to 1 and a
/// tooltip, or is `None`. Screen readers read `label` instead.
pub fn shaded(label: &str, squares: &[Option<(f64, String)>]) -> String {
    let mut out = format!(
        "<svg class=\"board heat\" viewBox=\"0 0 320 320\" role=\"img\" \
         aria-label=\"{}\"><rect class=\"hb\" width=\"320\" height=\"320\"/>",
        escaped(label)
    );
    for (square, shade) in squares.iter().enumerate() {
        let Some((opacity, text)) = shade else { continue };
        let (x, y) = (square % 8 * 40, (7 - square / 8) * 40);
        let _ = write!(
            out,
            "<rect class=\"hs\" x=\"{x}\" y=\"{y}\" width=\"40\" height=\"40\" \
             fill-opacity=\"{opacity:.2}\"><title>{}{}: {}</title></rect>",
            (b'a' + (square % 8) as u8) as char,
            square / 8 + 1,
            escaped(text)
        );
    }
    out.push_str("</svg>");
    out
}

/// Renders a piece without a board, for captions.
pub fn piece(man: char) -> String {
    let side = if man.is_uppercase() { 'w' } else { 'b' };
    let kind = man.to_ascii_uppercase();
    format!("<svg class=\"man\" viewBox=\"3 0 34 40\"><use href=\"#{side}{kind}\"/></svg>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_stand_on_the_squares_of_the_fen() {
        assert_eq!(
            men("8/8/8/1N6/n7/3N4/k7/2K5 w - - 0 1"),
            [('N', 1, 3), ('n', 0, 4), ('N', 3, 5), ('k', 0, 6), ('K', 2, 7)]
        );
        let board = board("7k/8/8/8/8/8/8/K7 w - - 0 1", &["a1", "z9"]);
        assert!(board.contains("<use href=\"#bK\" x=\"280\" y=\"0\"/>"));
        assert_eq!(board.matches("class=\"mk\"").count(), 1);
    }
}
