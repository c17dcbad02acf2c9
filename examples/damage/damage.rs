//! Damages bytes as disks, transfers and attackers do.

use std::ops::Range;

use crate::random::Random;

/// Extreme numbers, which programs tend to trust.
const EXTREMES: [u32; 8] = [0, 1, 0x7f, 0xff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];

/// Returns a copy of `bytes` with random damage. Parts of `other` may be copied into it.
pub fn damaged(bytes: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut damaged = bytes.to_vec();
    for _ in 0..random.length(4) {
        damage(&mut damaged, other, random);
    }
    damaged
}

fn damage(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    if bytes.is_empty() {
        bytes.extend(&other[..other.len().min(64)]);
        return;
    }
    match random.below(11) {
        0 | 1 => {
            let place = random.below(bytes.len());
            bytes[place] ^= 1 << random.below(8);
        }
        2 => {
            let range = part(bytes.len(), random);
            bytes[range].fill(0);
        }
        3 => {
            let range = part(bytes.len(), random);
            bytes[range].iter_mut().for_each(|byte| *byte = random.next() as u8);
        }
        4 => bytes.truncate(random.below(bytes.len())),
        5 => {
            let more = random.length(4096);
            bytes.extend((0..more).map(|_| random.next() as u8));
        }
        6 => {
            let (a, b) = (part(bytes.len(), random), random.below(bytes.len()));
            for (from, to) in a.zip(b..bytes.len()) {
                bytes.swap(from, to);
            }
        }
        7 => {
            let range = part(bytes.len().min(other.len().max(1)), random);
            let range = range.start..range.end.min(other.len());
            bytes[range.clone()].copy_from_slice(&other[range]);
        }
        8 => {
            let range = part(bytes.len(), random);
            bytes.drain(range);
        }
        9 => {
            let range = part(bytes.len(), random);
            let (place, copy) = (random.below(bytes.len()), bytes[range].to_vec());
            bytes.splice(place..place, copy);
        }
        _ => {
            let place = random.below(bytes.len());
            let number = random.one(&EXTREMES).to_le_bytes();
            let size = (bytes.len() - place).min(*random.one(&[1, 2, 4]));
            bytes[place..place + size].copy_from_slice(&number[..size]);
        }
    }
}

fn part(length: usize, random: &mut Random) -> Range<usize> {
    let start = random.below(length);
    start..start + random.length(length - start)
}
