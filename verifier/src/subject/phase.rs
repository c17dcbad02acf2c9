//! The phases of a process that runs a rule in a shared library.

/// What the process runs: its own code, or code of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// Its own code, which no limit of time applies to.
    Own,
    /// The library's constructors.
    Load,
    /// `drawproof_abi`.
    Abi,
    /// `drawproof_init`.
    Init,
    /// `drawproof_name`.
    Name,
    /// `drawproof_reason_name`, or `drawproof_pattern_name` of version 1.
    ReasonName,
    /// `drawproof_reason_role`.
    ReasonRole,
    /// `drawproof_thread_safe`.
    ThreadSafe,
    /// `drawproof_applies`.
    Applies,
    /// `drawproof_claim`.
    Claim,
    /// `drawproof_score`.
    Score,
    /// The library's destructors.
    Unload,
}

impl Phase {
    const ALL: [Phase; 12] = [
        Phase::Own,
        Phase::Load,
        Phase::Abi,
        Phase::Init,
        Phase::Name,
        Phase::ReasonName,
        Phase::ReasonRole,
        Phase::ThreadSafe,
        Phase::Applies,
        Phase::Claim,
        Phase::Score,
        Phase::Unload,
    ];

    /// The phase with a number; any other number counts as the process's own code.
    pub(super) fn from_number(number: u8) -> Phase {
        Phase::ALL.get(usize::from(number)).copied().unwrap_or(Phase::Own)
    }

    /// The function of drawproof.h that runs in this phase.
    pub fn function(self) -> Option<&'static str> {
        match self {
            Phase::Abi => Some("drawproof_abi"),
            Phase::Name => Some("drawproof_name"),
            Phase::Init => Some("drawproof_init"),
            Phase::ReasonName => Some("drawproof_reason_name"),
            Phase::ReasonRole => Some("drawproof_reason_role"),
            Phase::Applies => Some("drawproof_applies"),
            Phase::ThreadSafe => Some("drawproof_thread_safe"),
            Phase::Claim => Some("drawproof_claim"),
            Phase::Score => Some("drawproof_score"),
            Phase::Own | Phase::Load | Phase::Unload => None,
        }
    }

    /// The phase as the end of a sentence about what happened in it.
    pub fn place(self) -> String {
        match (self, self.function()) {
            (_, Some(function)) => format!("in {function}"),
            (Phase::Load, _) => "while the library was loaded (constructors)".into(),
            (Phase::Unload, _) => "while the library was unloaded (destructors)".into(),
            _ => "outside of the rule's functions".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phase_has_its_number() {
        for (number, phase) in Phase::ALL.into_iter().enumerate() {
            assert_eq!(phase as usize, number);
            assert_eq!(Phase::from_number(number as u8), phase);
        }
        assert_eq!(Phase::from_number(255), Phase::Own);
    }
}
