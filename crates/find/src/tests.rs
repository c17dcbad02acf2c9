//! Evaluations 64 positions at a time agree with those of single positions, and searches find known
//! positions.

use std::sync::{Arc, LazyLock};

use drawproof_board::{Board, Color, Square};
use drawproof_generator::Request;
use drawproof_recognizers::{Claim, Position};
use drawproof_tables::{
    Layout, Metric, NormalMaterial, Placement, PlainTable, TableSet, Transform, Wdl, Windows,
    census::{Counting, Selection, for_each_lane},
    probe::with_en_passant_rights,
};

use drawproof_verifier::{Asker as WhoAsks, FiftyMoveRule, Options, Predicate, Verification};

use crate::{
    Condition, Found, Order, Search, Sources, Where,
    word::{Asker, Values, View, Word},
};

pub(crate) fn material(name: &str) -> NormalMaterial {
    name.parse().unwrap()
}

pub(crate) static TABLES: LazyLock<TableSet> = LazyLock::new(|| {
    let names = ["KPKP", "KRKN", "KBBK", "KPPK", "KPK", "KQK", "KRK", "KQKP"];
    drawproof_generator::solve_closure(&names.map(material), &()).unwrap()
});

/// The table of KPK by distance to zeroing.
static ZEROING: LazyLock<TableSet> =
    LazyLock::new(|| of_metric(Metric::Dtz, &["KNK", "KBK", "KRK", "KQK", "KPK"]));

pub(crate) static HELPMATES: LazyLock<TableSet> = LazyLock::new(|| {
    let names = ["KNK", "KBK", "KRK", "KQK", "KPK", "KRKN", "KBBK"];
    of_metric(Metric::Helpmate, &names)
});

/// Returns tables by a metric. Each name follows the endgames that its conversions lead to.
fn of_metric(metric: Metric, names: &[&str]) -> TableSet {
    let mut tables = TableSet::new();
    let options = drawproof_generator::Options { metric, ..Default::default() };
    for name in names {
        let solved = drawproof_generator::solve(Request::new(&options, material(name), &tables));
        tables.insert(Arc::new(solved.unwrap().table));
    }
    tables
}

/// Returns a rule that answers differently for images of a position.
fn files(position: &Position) -> Claim {
    let king = position.king(Color::White);
    if king.file() < position.king(Color::Black).file() { Claim::DRAW } else { Claim::NONE }
}

pub(crate) fn sources(others: &[Arc<PlainTable>]) -> Sources<'_> {
    let (dtz, helpmates) = (Some(&*ZEROING as _), Some(&*HELPMATES as _));
    Sources {
        dtm: &*TABLES,
        dtz,
        dtc: None,
        helpmates,
        conversions: Some(&*TABLES),
        others,
        rule: Some(&files),
    }
}

/// Returns the tables other than DTM that a condition needs.
pub(crate) fn others(condition: &Condition) -> Vec<Arc<PlainTable>> {
    let table = |metric: Metric| match metric {
        Metric::Dtz => ZEROING.get(condition.layout().material()),
        _ => HELPMATES.get(condition.layout().material()),
    };
    condition.metrics().into_iter().map(|metric| table(metric).unwrap().clone()).collect()
}

fn search(name: &str, text: &str, by: Option<&str>, counting: Counting) -> Found {
    kept(name, text, by, counting, (Order::Table, 0))
}

fn kept(
    name: &str,
    text: &str,
    by: Option<&str>,
    counting: Counting,
    (order, limit): (Order, usize),
) -> Found {
    let layout = Arc::new(Layout::new(material(name)));
    let condition =
        Condition::with_rule(text, by, &layout).unwrap_or_else(|error| panic!("{error}"));
    let others = others(&condition);
    let search = Search {
        condition: &condition,
        counting,
        order,
        limit,
        room: usize::MAX,
        sources: sources(&others),
        budget: None,
        progress: &(),
    };
    search.run(&mut Windows::Whole(TABLES.get(material(name)).unwrap().clone())).unwrap()
}

pub(crate) fn count(name: &str, text: &str, counting: Counting) -> u64 {
    search(name, text, None, counting).found
}

/// Every kind of condition, with the endgames that have its names.
const CONDITIONS: [(&[&str], &str); 41] = [
    (&["KPK", "KBBK", "KRKN"], "white to move and win"),
    (&["KPK", "KRKN"], "result in (loss, draw) or dtm > 20"),
    (&["KPK", "KRKN"], "check and not mate"),
    (&["KPK", "KBBK", "KQKP"], "stalemate"),
    (&["KPK", "KRKN"], "zugzwang"),
    (&["KPK", "KRKN"], "zugzwang = loss/draw or zugzwang in (draw/loss, loss/loss)"),
    (&["KPK", "KRKN"], "pass = loss and not loss"),
    (&["KPK"], "fifty = win and dtz < dtm"),
    (&["KPK"], "dtz in (1, 2, 3)"),
    (&["KPK", "KBBK", "KRKN"], "moves.winning = 1 and moves > 3"),
    (&["KPK", "KRKN"], "only_move and dtm >= 7"),
    (&["KPK", "KRKN"], "moves.only is king"),
    (&["KPK", "KQKP", "KPPK"], "only.promotion or only.underpromotion or only.capture"),
    (&["KPK", "KPPK"], "only.rook-promotion or moves.winning.bishop-promotion > 0"),
    (&["KPK", "KRKN"], "only.quiet"),
    (&["KRKN", "KQKP"], "only.check or only.sacrifice"),
    (&["KRKN", "KPPK"], "moves.losing.sacrifice > 0 and moves.capture = 0"),
    (&["KPK", "KRKN"], "shortest > 1"),
    (&["KPK", "KPPK"], "wk = e4 or bk in (a1, h8)"),
    (&["KPK", "KPPK"], "file(wp) = a and rank(wp) >= 5"),
    (&["KBBK"], "wb = c1 and wb2 != f1"),
    (&["KBBK", "KRKN"], "distance(wk, bk) <= 2 and not distance(wk, e4) = 1"),
    (&["KBBK"], "dark(wb) and dark(wb2)"),
    (&["KPPK"], "file(wp) = file(wp2) and rank(wk) > rank(wp)"),
    (&["KPPK", "KRKN"], "distance(wk, bk) < distance(wk, h1)"),
    (&["KPPK"], "distance(wp, wp2) < distance(wk, bk) and wp2 = b4"),
    (&["KPK", "KBBK", "KRKN"], "claim(builtin) = draw or claim(builtin) in (none, white-or-draw)"),
    (&["KPK", "KBBK"], "claim(plugin) = draw and claim(builtin) = none"),
    (&["KPK"], "after(any, claim(plugin) != draw) and not claim(plugin) = none"),
    (&["KPK", "KRKN"], "after(only_move, check or after(any, win))"),
    (&["KPK"], "after(every, win) or after(best, after(keeping, after(any, stalemate)))"),
    (&["KQKP"], "after(pass, win) and not after(any, wq = d8)"),
    (&["KPK", "KRKN"], "can_mate.black and not after(keeping, can_mate.black)"),
    (&["KBBK"], "not can_mate.white and not (draw and dark(wb))"),
    (&["KPK", "KRKN"], "helpmate.white <= 3 or helpmate.black < helpmate.white"),
    (&["KRKN"], "helpmate.black <= 4 and helpmate.black.solutions in (1, 2)"),
    (&["KPK", "KRKN"], "strong-king-edge = 0 and weak-king-edge <= 1"),
    (&["KPK", "KRKN"], "pass != loss and loss"),
    (&["KPKP", "KRKN"], "zugzwang != draw/loss or only != king"),
    (&["KQKP"], "after(any, wq != d8) and not after(pass, pass != win)"),
    (&["KPKP"], "moves.sacrifice = 2 or only.sacrifice"),
];

/// An endgame, a field, one of its values, and the condition that it has this value.
const FIELDS: [(&str, &str, &str, &str); 11] = [
    ("KRKN", "pass", "loss", "not check"),
    ("KPKP", "zugzwang", "draw/loss", "zugzwang"),
    ("KPK", "only", "king", "only_move"),
    ("KPK", "moves.only", "check", "only_move"),
    ("KPK", "dtm", "5", "not draw"),
    ("KPK", "dtz", "3", "not draw"),
    ("KPK", "shortest", "1", "win"),
    ("KPK", "helpmate.white", "5", "can_mate.white"),
    ("KPK", "fifty", "win", "win or draw or loss"),
    ("KPK", "claim(builtin)", "draw", "win or draw or loss"),
    ("KPK", "wk", "e4", "win or draw or loss"),
];

/// Where a field has no value, no comparison is true. Elsewhere exactly one of `=` and `!=` is.
#[test]
fn a_lacking_value_meets_no_comparison() {
    for (name, field, value, has_value) in FIELDS {
        let [equal, unequal] = ["=", "!="].map(|how| format!("{field} {how} {value}"));
        for text in [&equal, &unequal] {
            assert!(count(name, text, Counting::Distinct) > 0, "{name}: {text}");
        }
        for text in [
            format!("{equal} and {unequal}"),
            format!("({equal} or {unequal}) and not ({has_value})"),
            format!("({has_value}) and not ({equal} or {unequal})"),
        ] {
            assert_eq!(count(name, &text, Counting::Distinct), 0, "{name}: {text}");
        }
    }
}

#[test]
fn positions_are_asked_about_alike_one_by_one() {
    for (names, text) in CONDITIONS {
        let mut of_one = 0;
        for (number, name) in names.iter().enumerate() {
            let layout = Arc::new(Layout::new(material(name)));
            let condition =
                Condition::with_rule(text, None, &layout).unwrap_or_else(|error| panic!("{error}"));
            let table = TABLES.get(material(name)).unwrap();
            let selection = Selection::new(&layout, Counting::Distinct);
            let others = others(&condition);
            let sources = sources(&others);
            let asker = Asker::new(&condition);
            for with_successors in [true, false] {
                // A slow test takes a microsecond or more, so whole words are tested.
                let step = layout.words() / if with_successors { 60 } else { 6 } + 1;
                let conversions = sources.conversions.filter(|_| with_successors);
                let sources = Sources { conversions, ..sources };
                let values = Arc::new(Values::new(&condition, table, sources).unwrap());
                let mut word = Word::new(&values, None);
                for number in (number..layout.words()).step_by(step) {
                    for side in Color::ALL {
                        let lanes = selection.lanes(number, table.legal(side)[number]);
                        word.begin(side, number);
                        for image in selection.images(number) {
                            let mut found = 0;
                            for order in condition.all_orders() {
                                found |=
                                    asker.lanes(&mut word, &View { image, order }, lanes).unwrap();
                            }
                            for_each_lane(lanes, |lane| {
                                let at = layout.squares(number * 64 + lane);
                                let at: Vec<_> = at.iter().map(|&it| image.square(it)).collect();
                                let placement = Placement::new(&layout, &at, side);
                                let expected =
                                    condition.holds(&placement.to_board().unwrap(), sources);
                                let expected = expected.unwrap();
                                let fen = placement.to_fen();
                                assert_eq!(found >> lane & 1 != 0, expected, "{text}: {fen}");
                                of_one += u32::from(expected);
                            });
                        }
                    }
                }
            }
        }
        assert!(of_one > 0, "{text}: nothing is found, so nothing is compared");
    }
}

/// A verification limited by a condition counts only its positions: in every counting, for
/// symmetric and asymmetric conditions, with en-passant rights as part of a position.
#[test]
fn verifications_are_about_the_positions_that_meet_a_condition() {
    for (name, text) in [
        ("KPK", "white to move and not check"),
        ("KPK", "wk in (a1, c4, d5) or bk = h8 and only_move"),
        ("KBBK", "wk = e1 and wb = c1 and wb2 = e3 and draw"),
        ("KPKP", "wk = e1 and moves.capture > 0 and not loss"),
    ] {
        // The condition excludes most four-man positions, and those are not counted.
        let only_king = (name != "KPK").then_some(Square::E1);
        let layout = Arc::new(Layout::new(material(name)));
        let condition = Condition::with_rule(text, None, &layout).unwrap();
        let table = TABLES.get(material(name)).unwrap();
        let filter = Where::new(&condition, sources(&[]), None);
        for counting in [Counting::Full, Counting::Distinct, Counting::Unique] {
            if only_king.is_some() && counting == Counting::Unique {
                continue;
            }
            let mut expected = [[0_u64; 3]; 3];
            let selection = Selection::new(&layout, counting);
            let orders = selection.orders();
            let mut count = |kind: usize, board: &Board, weight: u64| {
                let met = condition.holds(board, sources(&[])).unwrap();
                let result = drawproof_tables::probe::probe(board, &*TABLES).unwrap().wdl();
                expected[kind][0] += u64::from(!met) * weight;
                expected[kind][1] += u64::from(met) * weight;
                expected[kind][2] += u64::from(met && result == Wdl::Draw) * weight;
                met
            };
            for word in 0..layout.words() {
                for side in Color::ALL {
                    let lanes = selection.lanes(word, table.legal(side)[word]);
                    for_each_lane(lanes, |lane| {
                        let squares = layout.squares(word * 64 + lane);
                        let board = |image: Transform| {
                            let at: Vec<_> = squares.iter().map(|&it| image.square(it)).collect();
                            Placement::new(&layout, &at, side).to_board().unwrap()
                        };
                        if counting == Counting::Unique {
                            // A class of symmetric positions counts if one of them meets the
                            // condition.
                            let images = condition.symmetries().iter();
                            let met = images.copied().find(|&image| {
                                condition.holds(&board(image), sources(&[])).unwrap()
                            });
                            count(side as usize, &board(met.unwrap_or(Transform::IDENTITY)), 1);
                            return;
                        }
                        for image in selection.images(word) {
                            if only_king.is_some_and(|king| image.square(squares[0]) != king) {
                                continue;
                            }
                            let board = board(image);
                            count(side as usize, &board, orders);
                            for board in with_en_passant_rights(&board) {
                                count(2, &board, orders);
                            }
                        }
                    });
                }
            }
            let options = Options {
                counting,
                condition: Some(text.to_owned()),
                fifty_moves: FiftyMoveRule::Ignored,
                ..Options::default()
            };
            let rule = Predicate::new("nothing", &[], |_: &Position| (Claim::NONE, 0));
            let verification = Verification::new(material(name), &*TABLES, &options);
            let verification = verification.about(Some(&filter));
            let verdict = verification.run(WhoAsks::Function(&rule)).unwrap().verdict;
            assert_eq!(verdict.condition.as_deref(), Some(text));
            let tallies = [verdict.sides[0], verdict.sides[1], verdict.en_passant];
            let mut counted = tallies.map(|it| [it.not_asked, it.positions, it.draws]);
            if only_king.is_some() {
                assert!(name == "KBBK" || counted[2][1] > 0, "en-passant rights are among them");
                counted.iter_mut().chain(&mut expected).for_each(|it| it[0] = 0);
            }
            assert_eq!(counted, expected, "{name} {counting}: {text}");
        }
    }
}

#[test]
fn known_numbers_of_positions_are_found() {
    for (name, text, counting, found) in [
        ("KRKN", "white to move and zugzwang", Counting::Full, 136),
        ("KRKN", "white to move and zugzwang", Counting::Unique, 18),
        ("KPK", "black to move and zugzwang", Counting::Full, 160),
        // Dead positions are drawn.
        ("KRKN", "not can_mate.white and not can_mate.black and not draw", Counting::Unique, 0),
        ("KRKN", "result = win and white and not can_mate.white", Counting::Unique, 0),
        ("KPK", "not (side in (white, black))", Counting::Full, 0),
        ("KPK", "side in (white, white) and black", Counting::Full, 0),
        ("KRK", "pass != loss and loss", Counting::Full, 0),
        // Counts from another program. A double push that can be captured en passant is a
        // sacrifice.
        ("KPKP", "wk = d4 and moves.sacrifice = 2", Counting::Distinct, 1884),
        (
            "KBBK",
            "wb = a1 and wb2 = h1",
            Counting::Unique,
            count("KBBK", "wb = h1 and wb2 = a1", Counting::Unique),
        ),
    ] {
        assert_eq!(count(name, text, counting), found, "{name}: {text}");
    }
    // Fields combined, one of which depends on moves.
    let fields = search("KQKP", "white and only_move", Some("only, moves.check"), Counting::Unique);
    for (only, text) in [("quiet", "white and only.quiet and moves.check = 3"), ("quiet+king", "")]
    {
        let of_kinds = fields.groups.iter().filter(|it| it.values == [only, "3"]);
        let found: u64 = of_kinds.map(|it| it.found).sum();
        match text {
            "" => assert!(found > 0),
            text => assert_eq!(
                found,
                count(
                    "KQKP",
                    &format!("{text} and not only.king and not only.sacrifice"),
                    Counting::Unique
                )
            ),
        }
    }
    // Up to symmetry and colours, which exchange two of the kinds.
    let kinds = search("KPKP", "white to move and zugzwang", Some("zugzwang"), Counting::Unique);
    let of =
        |kind: &str| kinds.groups.iter().find(|it| it.values == [kind]).map_or(0, |it| it.found);
    assert_eq!(of("draw/loss"), of("loss/draw"));
    assert_eq!(of("draw/loss") + of("loss/loss").div_ceil(2), 121);
}

#[test]
fn counts_of_the_whole_board_are_those_of_statistics() {
    for name in ["KPPK", "KBBK", "KRK", "KPK"] {
        let table = TABLES.get(material(name)).unwrap();
        for counting in Counting::ALL {
            let stats = drawproof_tables::census::stats(table, counting);
            let found = search(name, "win or draw or loss", Some("result"), counting);
            let sides = [&stats.white_to_move, &stats.black_to_move];
            let positions: u64 = sides.iter().map(|side| side.positions).sum();
            assert_eq!(found.asked, positions, "{name} {counting}");
            assert_eq!(found.found, found.asked);
            let wins = found.groups.iter().find(|it| it.values == ["win"]).map(|it| it.found);
            assert_eq!(wins, Some(sides.iter().map(|side| side.wins).sum()), "{name} {counting}");
            // Conditions that depend on the place on the board and on the order of like men.
            let halves = ["file(wk) in (a, b, c, d)", "file(wk) in (e, f, g, h)"];
            let halves: u64 = halves.iter().map(|text| count(name, text, counting)).sum();
            match counting {
                Counting::Full | Counting::Distinct | Counting::Core10 => {
                    assert_eq!(halves, found.asked);
                }
                Counting::Unique => assert!(halves >= found.asked),
            }
        }
    }
}

#[test]
fn the_first_of_an_order_are_kept() {
    let order = |order, limit| kept("KRKN", "win", None, Counting::Unique, (order, limit));
    let plies = |found: &Found| -> Vec<u16> {
        found.groups[0].kept.iter().map(|it| Metric::Dtm.plies(it.value).unwrap()).collect()
    };
    assert_eq!(plies(&order(Order::Farthest, 2))[0], 79);
    assert_eq!(plies(&order(Order::Nearest, 5)), [1; 5]);
    let random = order(Order::Random(7), 100);
    assert_eq!(random, order(Order::Random(7), 100));
    assert_ne!(random, order(Order::Random(8), 100));
    assert_eq!(random.groups[0].kept[..10], order(Order::Random(7), 10).groups[0].kept);
    let mean: f64 = plies(&random).iter().copied().map(f64::from).sum::<f64>() / 100.0;
    assert!((5.0..30.0).contains(&mean), "drawn from all of them: {mean}");
    let groups = kept("KPK", "win", Some("dtm"), Counting::Unique, (Order::Table, 3)).groups;
    assert!(groups.iter().all(|group| group.kept.len() == group.found.min(3) as usize));
    assert!(groups.iter().any(|group| group.values == ["55"]));
}

#[test]
fn errors_name_the_place_and_a_way_out() {
    let layout = Arc::new(Layout::new(material("KRKN")));
    for (text, column, says) in [
        ("dtm > 40 and wq = a1", 13, "'wq' is unknown: do you mean"),
        ("check and resut = win", 10, "'resut' is unknown: do you mean result?"),
        ("dmt > 40", 0, "'dmt' is unknown: do you mean dtm?"),
        ("draw = true", 0, "draw is true or false by itself: write 'draw'"),
        ("check != true", 0, "check is true or false by itself: write 'not check'"),
        ("zugzwang = false", 0, "zugzwang is true or false by itself: write 'not zugzwang'"),
        ("only.promotion = yes", 0, "write 'only.promotion'"),
        (
            "dark(wr) = dark(bn)",
            0,
            "dark(wr) is true or false by itself: write 'dark(wr) and dark(bn) or not dark(wr) and not dark(bn)'",
        ),
        ("win and mate = 3", 8, "no number: write 'mate' or 'not mate'"),
        ("dtm = stalemate", 6, "no number: write 'stalemate' or 'not stalemate'"),
        ("dark(wq) = dark(wr)", 5, "'wq' is not a man here"),
        ("file = 3", 0, "file is used as in file(wk) = e"),
        ("dtm = claim(builtin)", 6, "claim is used as in claim(builtin) = draw"),
        ("check(wk)", 0, "check has nothing in parentheses"),
        ("result = victory", 9, "here win, draw or loss is allowed"),
        ("wk = i9", 5, "'i9' is not a man here: they are wk, wr, bk or bn"),
        ("distance(wk) < 3", 0, "distance takes two men or squares"),
        ("moves.only is funny", 14, "here capture, promotion"),
        ("result < win", 0, "no order"),
        ("after(after_all, check)", 6, "only_move, best, keeping, any, every or pass"),
        ("after(any, after(any, after(any, after(any, check))))", 39, "at most 3 moves"),
        ("claim(mine) = draw", 0, "write claim(builtin)"),
        ("win and claim(plugin) = draw", 8, "--plugin LIB"),
        ("dtm", 0, "dtm is a number"),
        ("40", 0, "40 is a number"),
        ("dtm > win", 6, "win"),
    ] {
        let error = Condition::new(text, None, &layout).unwrap_err();
        assert_eq!(error.column, column, "{error}");
        assert!(error.says.contains(says), "{error}");
    }
    let error = Condition::new("dtm > 4 and  ü", None, &layout).unwrap_err();
    let shown = error.to_string();
    assert!(
        shown.ends_with(
            "\n               ^ here \"(\", \"after\", a name, a number or not is allowed"
        ),
        "{shown}"
    );
    for (field, says) in [
        ("wins", "'wins' is unknown"),
        ("only.promotion", "only.promotion is true or false by itself: count it by --where"),
    ] {
        let error = Condition::new("win", Some(field), &layout).unwrap_err();
        assert!(error.says.starts_with(says), "{error}");
    }
    // Each suggestion is a condition that means what was written.
    let layout = Arc::new(Layout::new(material("KBBK")));
    let proposal = Condition::new("dark(wb) = dark(wb2)", None, &layout).unwrap_err();
    let condition = proposal.says.split('\'').nth(1).unwrap();
    let count = |text| search("KBBK", text, None, Counting::Unique).found;
    assert_eq!(
        count(condition) + count("dark(wb) and not dark(wb2)"),
        count("win or draw or loss")
    );
    // A long text is shown around the error.
    let long = "win and ".repeat(40) + "wq = a1";
    let shown = Condition::new(&long, None, &layout).unwrap_err().to_string();
    let [_, line, mark] = shown.lines().collect::<Vec<_>>()[..] else { panic!("{shown}") };
    assert!(line.len() < 100 && line[mark.find('^').unwrap()..].starts_with("wq = a1"), "{shown}");
}
