//! The limit of a search as text.

use std::time::Duration;

use drawproof_judge::engine::{GoLimit, GoLimitError};

#[test]
fn limits_of_uci_are_displayed_as_they_are_sent() {
    let cases = [
        ("nodes 1", "nodes 1", 0),
        ("  go   depth 8  ", "depth 8", 0),
        ("movetime 100", "movetime 100", 100),
        ("mate 3 nodes 50000000000", "mate 3 nodes 50000000000", 0),
        ("depth 20 movetime 50", "depth 20 movetime 50", 50),
        ("wtime 1000 btime 3000 winc 0 binc 10 movestogo 1", "", 3000),
    ];
    for (text, displayed, milliseconds) in cases {
        let limit: GoLimit = text.parse().unwrap();
        assert_eq!(limit.to_string(), if displayed.is_empty() { text } else { displayed });
        assert_eq!(limit.granted(), Duration::from_millis(milliseconds), "{text}");
    }
}

#[test]
fn limits_that_do_not_end_or_do_not_parse_are_refused() {
    let error = |text: &str| text.parse::<GoLimit>().unwrap_err();
    for text in ["", "go", "wtime 1000", "winc 5 binc 5", "movestogo 3"] {
        assert_eq!(error(text), GoLimitError::Endless, "{text}");
    }
    for text in ["infinite", "depth 3 ponder", "nodes 1 searchmoves a1a2"] {
        assert!(matches!(error(text), GoLimitError::Refused { .. }), "{text}");
    }
    for text in
        ["nodes", "nodes x", "nodes 0", "nodes -1", "depth 1.5", "depth 9999999999", "mate depth"]
    {
        assert!(matches!(error(text), GoLimitError::Number(..)), "{text}");
    }
    assert_eq!(error("depth 3 depth 4"), GoLimitError::Twice("depth"));
    let unknown = error("node 1").to_string();
    assert!(
        unknown.starts_with("'node' is not a limit of UCI: limits are depth, nodes"),
        "{unknown}"
    );
    assert!(error("nodes 1\nquit").to_string().contains("'quit'"));
}
