//! The checksum in the last 16 bytes of a file: of every 16 MiB a hash of 32 bytes, then the hash of all these.
//!
//! The hashes are CityHash 1.0.3 (G. Pike and J. Alakuijala, Google, MIT licence), as the generator of the files
//! calls it: `CityHashCrc256` and `CityHashCrc128`.

use std::{io, num::Wrapping};

use drawproof_tables::{file::ReadBytes, parallel};

/// The size of a file's checksum in bytes.
pub const BYTES: u64 = 16;

/// The number of bytes that are hashed together.
const CHUNK_BYTES: u64 = 1 << 24;

/// The maximum number of bytes for which [`hash_128`] is another function.
const SHORT_BYTES_MAX: usize = 900;

/// The minimum number of bytes that are hashed; fewer are padded with zeros.
const LONG_BYTES_MIN: usize = 240;

/// The number of bytes that one step of [`hash_256`] hashes.
const STEP_BYTES: usize = 40;

type Word = Wrapping<u64>;

const K: [Word; 4] = [
    Wrapping(0xc3a5_c85c_97cb_3127),
    Wrapping(0xb492_b66f_be98_f273),
    Wrapping(0x9ae1_6a3b_2f90_404f),
    Wrapping(0xc949_d7c7_509e_6557),
];

/// Computes the checksum that the last 16 bytes of a correct file hold. Runs on the current rayon
/// pool.
///
/// # Errors
///
/// Fails if the file cannot be read.
pub fn checksum(file: &impl ReadBytes) -> io::Result<[u8; BYTES as usize]> {
    let size_bytes = file.size_bytes().saturating_sub(BYTES);
    let chunks = size_bytes.div_ceil(CHUNK_BYTES);
    let hashes = parallel::map(chunks as usize, |chunk| {
        let start = chunk as u64 * CHUNK_BYTES;
        file.read(start..(start + CHUNK_BYTES).min(size_bytes)).map(|bytes| hash_256(&bytes))
    });
    let hashes = hashes.into_iter().collect::<io::Result<Vec<_>>>()?;
    let bytes: Vec<u8> = hashes.into_iter().flatten().flat_map(|it| it.0.to_le_bytes()).collect();
    let [low, high] = hash_128(&bytes).map(|it| u128::from(it.0));
    Ok((low | high << 64).to_le_bytes())
}

/// Returns the word that begins at byte `at` of `bytes`.
fn word(bytes: &[u8], at: usize) -> Word {
    let bytes = bytes[at..].first_chunk().expect("a word is left");
    Wrapping(u64::from_le_bytes(*bytes))
}

fn mix(it: Word) -> Word {
    it ^ it >> 47
}

fn hash_of_two(low: Word, high: Word) -> Word {
    const MULTIPLIER: Word = Wrapping(0x9ddf_ea08_eb38_2d69);
    let a = mix((low ^ high) * MULTIPLIER);
    mix((high ^ a) * MULTIPLIER) * MULTIPLIER
}

/// Returns the CRC-32C checksum `sum` after one more word.
fn crc(sum: Word, it: Word) -> Word {
    let bytes = (sum ^ it).0.to_le_bytes();
    let sums = bytes.iter().zip(CRC_TABLES.iter().rev());
    Wrapping(sums.fold(0, |sum, (&byte, table)| sum ^ table[usize::from(byte)]).into())
}

/// The share of a byte in the sum, `[number of bytes after the byte][byte]`.
static CRC_TABLES: [[u32; 256]; 8] = {
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut sum, mut bit) = (byte as u32, 0);
        while bit < 64 {
            sum = if sum & 1 == 1 { sum >> 1 ^ 0x82f6_3b78 } else { sum >> 1 };
            bit += 1;
            if bit % 8 == 0 {
                tables[bit / 8 - 1][byte] = sum;
            }
        }
        byte += 1;
    }
    tables
};

/// Returns the `CityHashCrc256` of `bytes`.
fn hash_256(bytes: &[u8]) -> [Word; 4] {
    if bytes.len() < LONG_BYTES_MIN {
        let mut long = bytes.to_vec();
        long.resize(LONG_BYTES_MIN, 0);
        return long_hash_256(&long, !(bytes.len() as u32));
    }
    long_hash_256(bytes, 0)
}

fn long_hash_256(bytes: &[u8], seed: u32) -> [Word; 4] {
    let (length, seed) = (Wrapping(bytes.len() as u64), Wrapping(u64::from(seed)));
    let (mut a, mut b) = (word(bytes, 56) + K[0], word(bytes, 96) + K[0]);
    let begin = [hash_of_two(b, length), word(bytes, 120) * K[0] + length];
    let [mut c, mut d] = begin;
    let (mut e, mut t) = (word(bytes, 184) + seed, c + d);
    let mut sums = [seed, Wrapping(0), Wrapping(0), Wrapping(0), Wrapping(0)];
    let mut step = |bytes: &[u8], (multiplier, turn): (Word, u32)| {
        let turned = |it: Word, by: u32| Wrapping(it.0.rotate_right(by ^ turn)) * multiplier;
        let before = a;
        a = turned(b, 41) + word(bytes, 0);
        b = turned(c, 27) + word(bytes, 8);
        c = turned(d, 41) + word(bytes, 16);
        d = turned(e, 33) + word(bytes, 24);
        e = turned(t, 25) + word(bytes, 32);
        t = before;
        for (sum, it) in sums.iter_mut().zip([a, b, c, d, e]) {
            *sum = crc(*sum, it);
        }
    };
    let (pairs, rest) = bytes.split_at(bytes.len() / LONG_BYTES_MIN * LONG_BYTES_MIN);
    for pair in pairs.chunks_exact(2 * STEP_BYTES) {
        step(pair, (Wrapping(1), 1));
        step(&pair[STEP_BYTES..], (K[0], 0));
    }
    for some in rest.chunks_exact(STEP_BYTES) {
        step(some, (K[0], 0));
    }
    if rest.len() % STEP_BYTES > 0 {
        step(&bytes[bytes.len() - STEP_BYTES..], (K[0], 0));
    }
    let [f, g, mut h, mut i, mut j] = sums;
    j += i << 32;
    a = hash_of_two(a, j);
    h += g << 32;
    b += h;
    c = hash_of_two(c, f) + i;
    d = hash_of_two(d, e + begin[0]);
    j += e;
    i += hash_of_two(h, t);
    e = hash_of_two(a, d) + j;
    let (f, g) = (hash_of_two(b, c) + a, hash_of_two(j, i) + c);
    let first = e + f + g + h;
    a = mix((a + g) * K[0]) * K[0] + b;
    let second = begin[1] + a + first;
    a = mix(a * K[0]) * K[0] + c;
    let third = a + second;
    [first, second, third, mix((a + e) * K[0]) * K[0] + third]
}

/// Returns the `CityHashCrc128` of a sequence of 32-byte hashes, at least one.
fn hash_128(bytes: &[u8]) -> [Word; 2] {
    if bytes.len() > SHORT_BYTES_MAX {
        let [_, _, low, high] = hash_256(bytes);
        return [low, high];
    }
    let (seed, rest) = ([word(bytes, 0) ^ K[3], word(bytes, 8)], &bytes[16..]);
    if rest.len() < 128 { murmur(rest, seed) } else { city_128(rest, seed) }
}

/// Returns the `CityMurmur` of at least 16 bytes.
fn murmur(bytes: &[u8], [mut a, mut b]: [Word; 2]) -> [Word; 2] {
    let length = Wrapping(bytes.len() as u64);
    let last = word(bytes, bytes.len() - 8);
    let (mut c, mut d);
    if bytes.len() == 16 {
        a = mix(a * K[1]) * K[1];
        let turned = Wrapping((last + length).0.rotate_right(16));
        c = b * K[1] + (hash_of_two(word(bytes, 0), turned) ^ last);
        d = mix(a + word(bytes, 0));
    } else {
        c = hash_of_two(last + K[1], a);
        d = hash_of_two(b + length, c + word(bytes, bytes.len() - 16));
        a += d;
        for pair in bytes[..bytes.len() - 16].chunks_exact(16) {
            a = (a ^ (mix(word(pair, 0) * K[1]) * K[1])) * K[1];
            b ^= a;
            c = (c ^ (mix(word(pair, 8) * K[1]) * K[1])) * K[1];
            d ^= c;
        }
    }
    a = hash_of_two(a, c);
    b = hash_of_two(d, b);
    [a ^ b, hash_of_two(b, a)]
}

/// Returns the `CityHash128WithSeed` of at least 128 bytes.
fn city_128(bytes: &[u8], [mut x, mut y]: [Word; 2]) -> [Word; 2] {
    let turned = |it: Word, by: u32| Wrapping(it.0.rotate_right(by));
    let weak = |bytes: &[u8], [mut a, mut b]: [Word; 2]| {
        a += word(bytes, 0);
        b = turned(b + a + word(bytes, 24), 21);
        let c = a;
        a += word(bytes, 8) + word(bytes, 16);
        b += turned(a, 44);
        [a + word(bytes, 24), b + c]
    };
    let mut z = Wrapping(bytes.len() as u64) * K[1];
    let first = turned(y ^ K[1], 49) * K[1] + word(bytes, 0);
    let mut v = [first, turned(first, 42) * K[1] + word(bytes, 8)];
    let mut w = [turned(y + z, 35) * K[1] + x, turned(x + word(bytes, 88), 53) * K[1]];
    let rest = bytes.len() % 128;
    for some in bytes[..bytes.len() - rest].chunks_exact(64) {
        x = turned(x + y + v[0] + word(some, 8), 37) * K[1];
        y = turned(y + v[1] + word(some, 48), 42) * K[1];
        x ^= w[1];
        y += v[0] + word(some, 40);
        z = turned(z + w[0], 33) * K[1];
        v = weak(some, [v[1] * K[1], x + w[0]]);
        w = weak(&some[32..], [z + w[1], y + word(some, 16)]);
        (x, z) = (z, x);
    }
    x += turned(v[0] + z, 49) * K[0];
    z += turned(w[0], 37) * K[0];
    // The last bytes, in steps of 32 from the end.
    for done in (1..=rest.div_ceil(32)).map(|step| 32 * step) {
        let last = &bytes[bytes.len() - done..];
        y = turned(x + y, 42) * K[0] + v[1];
        w[0] += word(last, 16);
        x = x * K[0] + w[0];
        z += w[1] + word(last, 0);
        w[1] += v[0];
        v = weak(last, [v[0] + z, v[1]]);
    }
    x = hash_of_two(x, v[0]);
    y = hash_of_two(y + z, w[0]);
    [hash_of_two(x + v[1], w[1]) + y, hash_of_two(x + w[1], y + v[1])]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected hashes are those of the generator's C code (syzygy1/tb, `city-c.c`) for as many
    /// bytes, byte `i` of which is `i * i`.
    #[test]
    fn hashes_are_those_of_the_generator() {
        let bytes: Vec<u8> = (0..5000u32).map(|i| (i * i) as u8).collect();
        let of = |length: usize| hash_128(&bytes[..length]).map(|it| it.0);
        assert_eq!(of(32), [0xfda9_09f4_02ef_56a0, 0x5a89_4c99_c0ab_cfec]);
        assert_eq!(of(96), [0x721a_4149_0f2b_71ca, 0x4c9f_119d_6100_4f4d]);
        assert_eq!(of(160), [0x863f_fdea_60e3_d42e, 0x4716_fa34_410f_398e]);
        assert_eq!(of(224), [0x672b_648e_f089_bf50, 0x21cd_5af1_36d3_bebd]);
        assert_eq!(of(896), [0xfef9_a030_99e2_40a6, 0xf880_6c8c_e5e5_8cf2]);
        assert_eq!(of(960), [0xb4cc_a172_ae84_40e8, 0x182d_2710_79d9_b6bf]);
        assert_eq!(of(3200), [0xb83a_e930_9e80_6793, 0x9e28_608d_1caf_6996]);
        let of = |length: usize| hash_256(&bytes[..length]).map(|it| it.0);
        assert_eq!(
            of(64),
            [
                0xed03_d6b4_4cc6_14a3,
                0xdf50_d08f_a463_a95c,
                0x1bd0_e8c7_a2d6_ab70,
                0x1568_94b6_f2a2_cd7d
            ]
        );
        assert_eq!(
            of(240),
            [
                0xf4fd_fcc2_65a4_02c9,
                0x5ed7_2527_7423_ee7e,
                0x0410_f7c4_e955_90b8,
                0x9267_0bf0_8014_6a14
            ]
        );
        assert_eq!(
            of(1000),
            [
                0xbfd2_9fdd_2d5b_761d,
                0x75ce_b18c_4e96_d0fe,
                0xeaa8_4ac6_4213_25c6,
                0x3af7_d0dc_c6b2_9ea6
            ]
        );
        assert_eq!(
            of(4999),
            [
                0xbba1_ca66_ff2f_c688,
                0x64b2_f15d_58b6_8664,
                0x6912_743e_1105_32f0,
                0x05a6_d180_2952_9f7e
            ]
        );
    }
}
