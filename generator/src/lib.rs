//! Set-wise retrograde analysis: exact distance-to-mate tables.
