use drawproof_miner::{grow::*, places::*, prune::*, sample::*, tree::*};
use drawproof_recognizers::features::{Library, Men};
use drawproof_tables::*;
use std::time::Instant;
use std::collections::HashMap;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let material = args[1].parse::<Material>().unwrap().normalise().0;
    let folder = drawproof_tables::file::Folder::new("/tmp/t5");
    let t = Instant::now();
    let table = folder.open(material).unwrap().load().unwrap();
    let world = World::new(&table);
    let lib = Library::new(Men::of_endgame(&material.to_string()).unwrap());
    let all: Vec<usize> = (0..lib.features().len()).collect();
    eprintln!("{} features {} nodes, read {:?}", all.len(), lib.program().nodes().len(), t.elapsed());
    let draws: u64 = args[2].parse().unwrap();
    let dec: u64 = args[3].parse().unwrap();
    let leaves: usize = args[4].parse().unwrap();
    let questions: usize = args[5].parse().unwrap();
    let sample = Sample::take(&world, &lib, &all, Share{draws, decisive: dec});
    eprintln!("sample {} draws {} decisive {:?}", sample.draws.len(), sample.decisive.len(), t.elapsed());
    if dec == 1 {
        let mut seen: std::collections::HashSet<&[u8]> = Default::default();
        for i in 0..sample.decisive.len() { seen.insert(sample.decisive.row(i)); }
        let bad = (0..sample.draws.len()).filter(|&i| seen.contains(sample.draws.row(i))).count();
        eprintln!("bound {:.3} %  distinct decisive {}", 100.0 - 100.0*bad as f64/sample.draws.len() as f64, seen.len());
    }
    let growths: Vec<Growth> = [0.2,0.3,0.4,0.5,0.6].iter().map(|&exponent| Growth{exponent, leaves, questions}).collect();
    let grown = grow(&sample, &growths);
    eprintln!("grown {:?}", t.elapsed());
    let total = sample.draws.len() as f64 * sample.draw_weight;
    let prunings: Vec<Pruning> = grown.iter().map(Pruning::new).collect();
    for size in [100, 300, 567, 1000, 1200, 2000, 3000, 6000, 10000] {
        print!("{size:6}");
        for p in &prunings { let c = p.best(size-1); print!("  {:7.3}", c.claimed/total*100.0); }
        println!();
    }
    let mut gains: HashMap<usize,f64> = HashMap::new();
    for g in &grown { for (f, x) in g.gains.iter().enumerate() { *gains.entry(f).or_default() += x; } }
    let mut v: Vec<_> = gains.into_iter().collect(); v.sort_by(|a,b| b.1.total_cmp(&a.1));
    for (f,g) in v.iter().take(args.get(6).map_or(0, |n| n.parse().unwrap())) { println!("{:10.0} {}", g, lib.features()[*f].name); }
    let best = &prunings[2]; let tree = best.tree(&best.best(1199), &sample.features); println!("{} leaves {} features", tree.leaves(), tree.features().len());
    eprintln!("{:?}", t.elapsed());
}
