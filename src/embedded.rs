//! The tables that are part of the program, which build.rs has packed.

use drawproof_tables::ThreeMen;

/// The embedded tables of KPK, KRK and KQK, for the store, the engine and the server.
pub static THREE_MEN: ThreeMen = ThreeMen::packed(&[
    include_bytes!(concat!(env!("OUT_DIR"), "/KPK.dpt")),
    include_bytes!(concat!(env!("OUT_DIR"), "/KRK.dpt")),
    include_bytes!(concat!(env!("OUT_DIR"), "/KQK.dpt")),
]);

#[cfg(test)]
mod tests {
    use drawproof_board::Color;
    use drawproof_session::three_men;
    use drawproof_tables::NormalMaterial;

    use super::*;

    #[test]
    fn embedded_tables_are_those_that_libraries_solve() {
        for name in ThreeMen::NAMES {
            let material = name.parse::<NormalMaterial>().unwrap();
            let [solved, embedded] =
                [three_men(), &THREE_MEN].map(|of| of.table(material).unwrap());
            assert_eq!(embedded.material(), material);
            for side in Color::ALL {
                assert_eq!(solved.legal(side), embedded.legal(side), "{material}");
                for index in (0..solved.layout().count()).filter(|&at| solved.is_legal(side, at)) {
                    assert_eq!(solved.value(side, index), embedded.value(side, index));
                }
            }
        }
    }
}
