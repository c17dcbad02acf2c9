//! Asks a tablebase server through the crate litchee: `litchee-client ADDRESS`.

use litchee::LichessClient;
use url::Url;

/// A position, and the category and distance to mate that the answer must have.
const POSITIONS: [(&str, &str, Option<i32>); 4] = [
    ("8/8/8/8/8/4k3/8/R3K3 w - - 0 1", "Win", None),
    ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "Loss", None),
    ("8/8/8/8/8/2k5/8/K3N3 w - - 0 1", "Draw", Some(0)),
    ("4K1k1/1N1P4/8/8/8/1q6/8/8 w - - 0 1", "BlessedLoss", None),
];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let address = std::env::args().nth(1).ok_or("usage: litchee-client ADDRESS")?;
    let client = LichessClient::builder().tablebase_url(&Url::parse(&address)?).build()?;
    for (fen, category, dtm) in POSITIONS {
        for dtc in [None, Some("never"), Some("auxiliary")] {
            let answer = client.tablebase().standard(fen, dtc).await?;
            let stated = format!("{:?}", answer.category);
            println!("  {fen}: {stated}, dtm {:?}, {} moves", answer.dtm, answer.moves.len());
            if stated != category || (dtm.is_some() && answer.dtm != dtm) {
                return Err(format!("{fen}: expected {category}, {dtm:?}").into());
            }
        }
    }
    Ok(())
}
