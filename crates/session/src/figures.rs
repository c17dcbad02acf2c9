//! Known figures of every endgame of three to five men, for estimates: those of distances to mate, and
//! what other metrics share with them.

use drawproof_tables::{Metric, NormalMaterial, Width};

use crate::metric_figures::metric_figures;

/// Figures of an endgame.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// Bytes of its file at the default level.
    pub file_bytes: u64,
    /// Drawn positions, exactly or roughly, one of each class of symmetric positions.
    pub draws: u64,
    /// Decisive positions, exactly or roughly, one of each class of symmetric positions.
    pub decisive: u64,
    /// Sides to move of which those are: one where both sides have the same men, else two.
    sides: u64,
    /// Layers of its cells.
    layers: u64,
    /// CPU time of solving it in microseconds, to be compared with that of other endgames only.
    solve_microseconds: u64,
}

impl Figures {
    /// Cells in the file, both sides to move, roughly.
    pub fn stored(&self) -> u64 {
        self.layers * 2 / self.sides * (self.draws + self.decisive)
    }

    /// CPU seconds of solving it on the machine of the figures.
    pub fn solve_seconds(&self) -> f64 {
        self.solve_microseconds as f64 / 1e6
    }
}

/// The figures of an endgame by a metric; for some of five men they are rough. Panics if no
/// table of it is made.
pub fn figures_of(metric: Metric, material: NormalMaterial) -> Figures {
    let figures = figures(material);
    let Some(other) = metric_figures(metric, material) else { return figures };
    let layers = Width::Two.code().into();
    Figures {
        file_bytes: (figures.file_bytes as f64 * other.bytes) as u64,
        layers: if has_second_layer(metric, material) { layers } else { 1 },
        solve_microseconds: (figures.solve_microseconds as f64 * other.solving) as u64,
        ..figures
    }
}

/// Whether the table of an endgame by a metric may have a second layer of cells: whether a win at its
/// longest distance has a number that a cell does not hold.
pub fn has_second_layer(metric: Metric, material: NormalMaterial) -> bool {
    metric_figures(metric, material).is_some_and(|figures| {
        metric.decisive(true, figures.plies).number() > Some(Width::One.number_max())
    })
}

/// The figures of an endgame by distance to mate; for those of six men they are rough.
pub fn figures(material: NormalMaterial) -> Figures {
    if material.is_large() {
        return large_figures(material);
    }
    let name = material.to_string();
    let row = ROWS.iter().find(|row| row.0 == name);
    let &(_, file_bytes, draws, decisive, solve_microseconds) =
        row.expect("every endgame that can be solved has figures");
    let (first, second) = name.split_at(name.len() / 2);
    let sides = if first == second { 1 } else { 2 };
    Figures { file_bytes, draws, decisive, sides, layers: 1, solve_microseconds }
}

/// The means of the endgames after a capture, times the number of squares of one more man.
fn large_figures(material: NormalMaterial) -> Figures {
    let after: Vec<Figures> = material.conversions().into_iter().map(figures).collect();
    let mean = |of: fn(&Figures) -> u64, times: f64| {
        (after.iter().map(of).sum::<u64>() as f64 / after.len() as f64 * times) as u64
    };
    Figures {
        file_bytes: mean(|it| it.file_bytes, LARGE_TIMES),
        draws: mean(|it| it.draws, LARGE_TIMES),
        decisive: mean(|it| it.decisive, LARGE_TIMES),
        sides: 2,
        layers: 1,
        solve_microseconds: mean(|it| it.solve_microseconds, LARGE_SOLVE_TIMES),
    }
}

/// Positions and bytes of an endgame of six men, relative to those of five: a man has about so many squares.
const LARGE_TIMES: f64 = 59.0;

/// CPU time of solving an endgame of six men, relative to those of five: that of KRNKNN.
const LARGE_SOLVE_TIMES: f64 = 300.0;

/// Endgame, bytes of its file, draws, decisive positions, microseconds of solving it.
///
/// `cargo run --release --example table_figures -- dtm 8 KRKR KRKN` prints the last three; the bytes are
/// those that `drawproof generate --men 5 --format json` prints. Where draws and decisive positions
/// end in five zeros they are not counted: their sum follows from endgames with the same men but
/// one, their ratio from the endgames after a promotion.
#[rustfmt::skip]
const ROWS: [(&str, u64, u64, u64, u64); 145] = [
    ("KBK", 209, 53_380, 0, 1_000),
    ("KBBK", 146_151, 843_909, 680_525, 13_200),
    ("KBKB", 3_414, 1_514_165, 71, 4_700),
    ("KNK", 224, 54_926, 0, 500),
    ("KBKN", 3_211, 3_117_429, 9, 4_700),
    ("KQK", 6_084, 2_953, 44_183, 1_500),
    ("KQKB", 481_945, 353_610, 2_306_214, 20_900),
    ("KRK", 7_612, 2_847, 48_197, 1_700),
    ("KRKB", 117_907, 2_358_669, 534_203, 13_500),
    ("KPK", 8_024, 54_394, 111_282, 2_100),
    ("KBKP", 313_010, 8_019_767, 1_407_417, 56_700),
    ("KBNK", 718_299, 323_247, 2_815_718, 16_400),
    ("KQBK", 304_304, 164_158, 2_568_898, 16_100),
    ("KRBK", 361_652, 153_903, 2_791_805, 15_100),
    ("KBPK", 571_806, 1_034_727, 8_406_620, 44_700),
    ("KNKN", 3_195, 1_603_196, 6, 4_600),
    ("KQKN", 561_479, 320_496, 2_428_294, 17_800),
    ("KRKN", 269_757, 2_138_285, 843_553, 18_700),
    ("KNKP", 570_544, 7_454_941, 2_230_829, 63_900),
    ("KNNK", 3_336, 1_608_854, 92, 4_700),
    ("KQNK", 301_588, 168_652, 2_633_655, 12_300),
    ("KRNK", 371_064, 160_465, 2_853_363, 14_600),
    ("KNPK", 599_226, 1_117_237, 8_582_220, 43_400),
    ("KQKQ", 165_327, 662_096, 483_492, 13_600),
    ("KQKR", 660_931, 89_563, 2_434_661, 27_100),
    ("KQKP", 892_125, 623_050, 7_729_422, 80_100),
    ("KRKR", 137_486, 968_077, 410_559, 16_500),
    ("KRKP", 1_094_749, 1_212_140, 7_819_384, 85_000),
    ("KPKP", 763_570, 1_242_545, 2_475_499, 88_900),
    ("KQQK", 153_121, 18_218, 1_217_578, 14_300),
    ("KQRK", 277_736, 18_375, 2_613_033, 15_700),
    ("KQPK", 497_040, 145_936, 8_252_493, 50_900),
    ("KRRK", 138_696, 2_609, 1_403_201, 16_900),
    ("KRPK", 644_959, 125_934, 8_937_384, 61_100),
    ("KPPK", 207_348, 182_192, 3_615_911, 40_000),
    ("KBBBK", 5_660_315, 8_442_472, 20_245_173, 693_000),
    ("KBBKB", 2_984_366, 78_139_237, 6_780_625, 417_700),
    ("KBBKN", 16_464_936, 52_169_207, 35_264_326, 1_576_800),
    ("KBBKQ", 23_432_417, 8_937_137, 65_275_217, 2_400_900),
    ("KBBKR", 3_794_580, 73_372_745, 7_675_740, 630_500),
    ("KBBKP", 39_055_509, 138_969_238, 126_089_488, 7_269_300),
    ("KBBNK", 23_905_098, 2_133_682, 86_499_121, 903_100),
    ("KQBBK", 11_043_673, 2_645_047, 75_571_586, 828_400),
    ("KRBBK", 12_852_603, 2_258_416, 81_651_275, 884_100),
    ("KBBPK", 41_642_373, 12_369_405, 253_494_626, 4_255_600),
    ("KBNKB", 8_832_534, 152_405_207, 22_544_632, 550_600),
    ("KBNKN", 13_981_198, 149_227_913, 30_749_268, 962_500),
    ("KBNKQ", 50_997_593, 6_591_860, 146_942_963, 2_590_000),
    ("KBNKR", 11_791_228, 140_802_050, 26_405_035, 768_400),
    ("KBNKP", 98_382_658, 82_111_809, 462_860_887, 8_876_600),
    ("KBNNK", 20_244_344, 4_417_591, 86_492_005, 1_426_000),
    ("KQBNK", 21_751_748, 1_180_388, 159_240_160, 883_600),
    ("KRBNK", 25_735_552, 496_442, 171_280_601, 912_900),
    ("KBNPK", 38_586_468, 2_559_878, 543_975_452, 3_582_800),
    ("KQBKB", 26_328_966, 18_194_907, 133_229_361, 825_700),
    ("KRBKB", 35_002_058, 29_689_123, 134_224_977, 1_193_500),
    ("KBPKB", 35_271_052, 385_139_588, 142_394_173, 4_220_900),
    ("KQBKN", 27_219_992, 16_431_039, 140_020_571, 942_900),
    ("KRBKN", 36_924_133, 23_902_215, 145_039_227, 1_265_400),
    ("KBPKN", 56_305_022, 318_858_824, 223_284_095, 4_914_500),
    ("KQBKQ", 16_011_690, 69_984_488, 60_024_764, 998_700),
    ("KQBKR", 31_157_868, 23_321_177, 120_360_337, 1_234_000),
    ("KQBKP", 47_099_015, 121_100_000, 402_300_000, 5_067_824),
    ("KRBKQ", 29_698_953, 52_742_834, 89_756_250, 3_334_800),
    ("KRBKR", 8_250_196, 121_171_079, 35_000_267, 761_900),
    ("KRBKP", 59_091_312, 192_200_000, 331_200_000, 4_963_037),
    ("KBPKQ", 81_777_948, 140_200_000, 383_200_000, 3_186_996),
    ("KBPKR", 42_507_016, 354_039_679, 150_895_054, 4_873_700),
    ("KBPKP", 51_003_661, 71_622_567, 345_727_908, 6_443_600),
    ("KQQBK", 8_088_244, 1_408_986, 70_259_449, 489_900),
    ("KQRBK", 16_346_880, 1_776_819, 150_223_315, 633_500),
    ("KQBPK", 27_746_438, 9_500_000, 513_900_000, 2_550_264),
    ("KRRBK", 8_154_553, 414_264, 80_469_293, 532_000),
    ("KRBPK", 36_740_319, 6_100_000, 517_300_000, 2_321_334),
    ("KBPPK", 13_215_355, 4_000_000, 192_300_000, 1_114_614),
    ("KNNKB", 204_319, 89_689_738, 10_891, 133_400),
    ("KNNKN", 227_730, 92_173_332, 40_968, 115_900),
    ("KNNKQ", 21_044_839, 21_012_227, 57_980_894, 1_461_300),
    ("KNNKR", 1_649_363, 83_012_537, 2_816_715, 368_400),
    ("KNNKP", 42_493_567, 211_500_000, 50_200_000, 3_947_203),
    ("KNNNK", 5_756_335, 4_544_583, 26_414_484, 633_000),
    ("KQNNK", 9_627_674, 4_759_693, 77_226_526, 721_000),
    ("KRNNK", 11_325_497, 4_470_174, 83_143_209, 875_700),
    ("KNNPK", 39_473_711, 19_900_000, 241_800_000, 2_012_312),
    ("KQNKB", 25_453_584, 19_205_504, 136_191_405, 927_500),
    ("KRNKB", 33_376_011, 31_239_987, 136_563_981, 1_281_500),
    ("KNPKB", 36_482_974, 285_400_000, 238_000_000, 1_519_079),
    ("KQNKN", 26_510_233, 17_531_488, 142_892_763, 945_500),
    ("KRNKN", 36_947_091, 24_481_994, 148_349_316, 1_441_700),
    ("KNPKN", 47_292_837, 272_100_000, 251_300_000, 2_299_309),
    ("KQNKQ", 16_643_742, 75_256_577, 58_725_316, 927_200),
    ("KQNKR", 32_024_228, 23_121_540, 124_532_615, 1_784_200),
    ("KQNKP", 49_414_703, 124_500_000, 398_900_000, 4_176_132),
    ("KRNKQ", 34_739_982, 45_284_150, 101_104_802, 3_111_200),
    ("KRNKR", 8_726_140, 126_541_603, 33_519_611, 773_800),
    ("KRNKP", 65_767_245, 186_800_000, 336_600_000, 4_846_236),
    ("KNPKQ", 84_232_986, 154_400_000, 369_000_000, 3_371_875),
    ("KNPKR", 50_748_506, 358_222_473, 161_308_801, 5_372_700),
    ("KNPKP", 61_485_042, 173_100_000, 211_300_000, 2_706_443),
    ("KQQNK", 7_450_699, 1_260_223, 71_915_599, 496_800),
    ("KQRNK", 15_743_609, 1_507_930, 153_492_337, 869_300),
    ("KQNPK", 28_355_890, 12_100_000, 511_300_000, 2_771_852),
    ("KRRNK", 8_248_881, 335_098, 82_014_629, 637_800),
    ("KRNPK", 38_809_551, 8_900_000, 514_500_000, 1_803_406),
    ("KNPPK", 13_612_871, 5_900_000, 190_300_000, 667_434),
    ("KQQKB", 12_214_909, 23_491, 68_013_831, 744_700),
    ("KQRKB", 25_645_931, 10_612_953, 134_951_963, 1_036_700),
    ("KQPKB", 59_712_296, 41_500_000, 481_900_000, 2_275_281),
    ("KRRKB", 14_916_563, 10_439_602, 67_679_207, 873_400),
    ("KRPKB", 85_049_079, 95_849_198, 410_102_298, 5_711_300),
    ("KPPKB", 16_330_122, 75_800_000, 120_500_000, 1_162_669),
    ("KQQKN", 11_421_039, 43_415, 70_507_578, 799_000),
    ("KQRKN", 25_130_745, 7_512_547, 143_079_711, 1_246_700),
    ("KQPKN", 59_548_221, 34_600_000, 488_700_000, 2_259_263),
    ("KRRKN", 15_568_036, 7_286_371, 73_346_109, 1_099_500),
    ("KRPKN", 85_967_498, 75_704_143, 444_856_511, 5_881_600),
    ("KPPKN", 22_052_559, 64_800_000, 131_500_000, 804_925),
    ("KQQKQ", 11_124_127, 11_611_691, 45_718_123, 963_800),
    ("KQQKR", 12_686_256, 83_421, 64_082_524, 1_219_300),
    ("KQQKP", 29_437_879, 13_400_000, 248_300_000, 3_701_587),
    ("KQRKQ", 30_193_545, 16_297_393, 107_852_507, 2_034_300),
    ("KQRKR", 24_610_928, 14_793_431, 123_028_731, 1_452_100),
    ("KQRKP", 41_038_299, 47_300_000, 476_100_000, 3_951_875),
    ("KQPKQ", 73_104_745, 187_600_000, 335_800_000, 2_835_926),
    ("KQPKR", 84_455_961, 55_900_000, 467_500_000, 3_277_099),
    ("KQPKP", 42_470_741, 58_700_000, 325_700_000, 3_429_274),
    ("KRRKQ", 13_489_027, 24_850_198, 42_561_103, 1_619_800),
    ("KRRKR", 13_113_168, 14_166_524, 60_080_908, 1_009_500),
    ("KRRKP", 42_000_342, 51_300_000, 210_400_000, 4_121_403),
    ("KRPKQ", 111_187_352, 154_300_000, 369_100_000, 4_883_612),
    ("KRPKR", 65_706_318, 211_955_522, 271_396_946, 5_945_700),
    ("KRPKP", 55_830_272, 99_900_000, 284_500_000, 3_022_140),
    ("KPPKQ", 27_271_126, 59_700_000, 136_600_000, 1_051_875),
    ("KPPKR", 31_210_730, 95_000_000, 101_300_000, 1_114_614),
    ("KPPKP", 23_968_499, 43_800_000, 94_300_000, 2_451_484),
    ("KQQQK", 2_660_064, 696_205, 21_402_082, 491_400),
    ("KQQRK", 5_754_270, 1_612_045, 67_887_834, 507_400),
    ("KQQPK", 25_456_382, 6_000_000, 255_700_000, 3_979_239),
    ("KQRRK", 5_918_086, 1_038_934, 72_079_467, 634_300),
    ("KQRPK", 20_613_913, 7_700_000, 515_700_000, 4_466_466),
    ("KQPPK", 10_263_998, 3_900_000, 192_400_000, 1_825_431),
    ("KRRRK", 2_468_000, 159_329, 25_570_599, 503_600),
    ("KRRPK", 30_161_102, 1_900_000, 259_800_000, 2_909_343),
    ("KRPPK", 13_796_565, 2_500_000, 193_800_000, 1_130_633),
    ("KPPPK", 2_949_847, 1_000_000, 45_100_000, 357_744),
];

#[cfg(test)]
mod tests {
    use drawproof_tables::{MEN_MIN, SOLVABLE_MEN_MAX};

    use super::*;

    #[test]
    fn every_endgame_has_figures() {
        let all = (MEN_MIN..=SOLVABLE_MEN_MAX).flat_map(NormalMaterial::all_with_men);
        assert_eq!(all.map(figures).count(), ROWS.len());
        // The bytes of all tables of five men as docs/tables.md has them, of version 1 of the format:
        // the prefix of version 2 is 8 bytes longer.
        let five = ROWS.iter().filter(|row| row.0.len() == 5);
        assert_eq!(five.map(|row| row.1 - 8).sum::<u64>(), 3_305_447_364);
    }
}
