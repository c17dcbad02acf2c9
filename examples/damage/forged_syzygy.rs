//! Syzygy files with headers of tables: the sizes in them fit together, so that readers believe them.

use crate::{damage::damaged, random::Random};

/// A forged file: its name, its first bytes, and its size. All bytes after the first ones are
/// zeros.
pub struct Forged {
    pub name: String,
    pub bytes: Vec<u8>,
    pub size_bytes: u64,
}

const NAMES: [&str; 12] = [
    "KQvK", "KRvKN", "KRRvK", "KPvK", "KPvKP", "KPPvKP", "KQQvKQQ", "KRPvKRP", "KQQQQQvK",
    "KPPPPPvK", "KRBNPvKR", "KNNvKP",
];

/// The letters of the kinds of men, by the men's codes; Black's codes are higher by 8.
const LETTERS: &str = "-PNBRQK";

/// The maximum number of bytes of noise after the header.
const NOISE_BYTES: usize = 1 << 14;

/// The sizes of a part of a file that its header determines.
struct Part {
    entries_bytes: u64,
    lengths_bytes: u64,
    blocks_bytes: u64,
    is_mapped: bool,
}

/// Returns a random file with the header of a table; half of the headers are damaged.
pub fn forged(random: &mut Random) -> Forged {
    let name = *random.one(&NAMES);
    let are_results = random.below(2) == 0;
    let groups = groups(name, random);
    let pawns = groups.iter().take_while(|(code, _)| code & 7 == 1).count();
    let (sides, files) =
        (if are_results { 1 + random.below(2) } else { 1 }, if pawns > 0 { 4 } else { 1 });
    let mut bytes =
        if are_results { vec![0x71, 0xe8, 0x23, 0x5d] } else { vec![0xd7, 0x66, 0x0c, 0xa5] };
    bytes.push((sides as u8 - 1) | if pawns > 0 { 2 } else { 0 });
    // How many groups of the index there are: the leading men are one.
    let leading = leading(&groups);
    let places = groups.len() + 1 - leading.len();
    for _ in 0..files {
        let first = random.below(places) as u8;
        bytes.push(17 * first);
        if pawns == 2 {
            bytes.push(17 * ((first + 1) % places as u8));
        }
        for &(code, men) in &groups {
            bytes.extend(vec![17 * code; men]);
        }
    }
    bytes.resize(bytes.len().next_multiple_of(2), 0);
    let sizes = (0..files).map(|file| size(&groups, file as u64));
    let parts = sizes.flat_map(|size| vec![size; sides]).collect::<Vec<_>>();
    let parts: Vec<Part> =
        parts.into_iter().map(|size| part(&mut bytes, size, are_results, random)).collect();
    for _ in parts.iter().filter(|part| part.is_mapped) {
        for _ in 0..4 {
            let numbers = random.below(6);
            bytes.push(numbers as u8);
            bytes.extend((0..numbers).map(|_| random.next() as u8));
        }
    }
    bytes.resize(bytes.len().next_multiple_of(2), 0);
    let sum = |of: fn(&Part) -> u64| parts.iter().map(of).sum::<u64>();
    let index_bytes = sum(|part| part.entries_bytes) + sum(|part| part.lengths_bytes);
    let begin = (bytes.len() as u64 + index_bytes).next_multiple_of(64);
    let size_bytes = begin + sum(|part| part.blocks_bytes.next_multiple_of(64)) + 16;
    if random.below(2) == 0 {
        let noise = random.below(NOISE_BYTES).min((size_bytes - bytes.len() as u64) as usize);
        bytes.extend((0..noise).map(|_| random.next() as u8));
    }
    if random.below(2) == 0 {
        bytes = damaged(&bytes, &bytes.clone(), random);
    }
    let extension = if are_results { "rtbw" } else { "rtbz" };
    Forged { name: format!("{name}.{extension}"), bytes, size_bytes }
}

/// Returns groups of like men, each as the code of the men and their number. Pawns come first;
/// without pawns, single men or the kings may come first.
fn groups(name: &str, random: &mut Random) -> Vec<(u8, usize)> {
    let (white, black) = name.split_once('v').expect("a name has two sides");
    let of = |side: &str, black: u8| {
        let kinds = (1..=6).rev().map(|kind| {
            let letter = LETTERS.as_bytes()[kind] as char;
            (kind as u8 | black, side.matches(letter).count())
        });
        kinds.filter(|(_, men)| *men > 0).collect::<Vec<_>>()
    };
    let mut groups = [of(white, 0), of(black, 8)].concat();
    for place in (1..groups.len()).rev() {
        groups.swap(place, random.below(place + 1));
    }
    let single = groups.iter().filter(|(_, men)| *men == 1).count();
    let kings_lead = single == 2;
    groups.sort_by_key(|&(code, men)| match code & 7 {
        1 => (0, men),
        6 if kings_lead => (1, 0),
        _ => (2, men),
    });
    groups
}

/// Returns the groups that together form the first digit of the index.
fn leading(groups: &[(u8, usize)]) -> &[(u8, usize)] {
    let single = groups.iter().filter(|(_, men)| *men == 1).count();
    match groups[0].0 & 7 {
        1 => &groups[..1],
        _ if single == 2 => &groups[..2],
        _ => &groups[..3],
    }
}

/// Returns the number of positions of a part.
fn size(groups: &[(u8, usize)], file: u64) -> u64 {
    let choose =
        |n: u64, k: usize| (0..k as u64).fold(1, |ways, i| ways * n.saturating_sub(i) / (i + 1));
    let leading = leading(groups);
    let first = match leading.len() {
        1 => (0..6).map(|rank| choose(47 - 12 * file - 2 * rank, leading[0].1 - 1)).sum(),
        2 => 462,
        _ => 31_332,
    };
    let (mut size, mut placed): (u64, usize) = (first, leading.iter().map(|(_, men)| men).sum());
    for &(code, men) in &groups[leading.len()..] {
        let free = if code & 7 == 1 { 48 - placed as u64 } else { 64 - placed as u64 };
        size *= choose(free, men);
        placed += men;
    }
    size
}

/// Appends the header of a part, and returns the sizes that it determines.
fn part(bytes: &mut Vec<u8>, size: u64, are_results: bool, random: &mut Random) -> Part {
    let mut flags = if are_results { 0 } else { random.below(16) as u8 };
    let mut part =
        Part { entries_bytes: 0, lengths_bytes: 0, blocks_bytes: 0, is_mapped: flags & 2 != 0 };
    if random.below(8) == 0 {
        flags |= 0x80;
        bytes.extend([flags, random.below(5) as u8]);
        return part;
    }
    let (block_log, span, padding) = (random.below(12), 1 + random.below(24), random.below(3));
    let blocks = (size >> random.below(17)).clamp(1, u64::from(u32::MAX));
    let bits_min = 1 + random.below(8);
    let bits_max = bits_min + random.below(12);
    bytes.extend([flags, block_log as u8, span as u8, padding as u8]);
    bytes.extend((blocks as u32).to_le_bytes());
    bytes.extend([bits_max as u8, bits_min as u8]);
    for _ in bits_min..=bits_max {
        bytes.extend((random.below(20) as u16).to_le_bytes());
    }
    let symbols = 1 + random.length(300);
    bytes.extend((symbols as u16).to_le_bytes());
    for symbol in 0..symbols {
        // A number, or a pair of symbols before it.
        if symbol < 2 || random.below(2) == 0 {
            bytes.extend([random.below(5) as u8, 0xf0, 0xff]);
        } else {
            let [left, right] = [random.below(symbol), random.below(symbol)];
            bytes.extend([left as u8, (left >> 8 | right << 4) as u8, (right >> 4) as u8]);
        }
    }
    bytes.resize(bytes.len().next_multiple_of(2), 0);
    part.entries_bytes = size.div_ceil(1 << span) * 6;
    part.lengths_bytes = 2 * (blocks + padding as u64);
    part.blocks_bytes = blocks << block_log;
    part
}
