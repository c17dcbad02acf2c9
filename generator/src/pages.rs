//! Fresh memory, got from the system many pages at a time.

/// Asks the system for the pages of memory that is about to be filled, all at once rather than one
/// by one as each is first written to. Changes nothing but time; does nothing where the system
/// cannot do so.
pub fn fetch<T>(memory: &mut [T]) {
    #[cfg(target_os = "linux")]
    linux::fetch(memory);
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

#[cfg(target_os = "linux")]
mod linux {
    #![allow(unsafe_code, reason = "memory is advised")]

    /// Bytes below which pages may as well be fetched one by one.
    const FEW_BYTES: usize = 16 * 4096;

    pub fn fetch<T>(memory: &mut [T]) {
        let bytes = std::mem::size_of_val(memory);
        if bytes < FEW_BYTES {
            return;
        }
        let start = memory.as_mut_ptr().addr();
        // Where pages are larger, the system refuses and they are fetched when written to.
        let first = start.next_multiple_of(4096);
        let len = (start + bytes - first) / 4096 * 4096;
        let pages = memory.as_mut_ptr().cast::<u8>().wrapping_add(first - start);
        // SAFETY: the pages lie within `memory`, and the advice does not change what they hold. An
        // error (a system that does not know the advice) leaves things as they were.
        unsafe { libc::madvise(pages.cast(), len, libc::MADV_POPULATE_WRITE) };
    }
}
