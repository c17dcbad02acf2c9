//! Free numbers: what positions hold that probes do not ask for, or ask for an upper bound of only.

/// Returns a free number, for which the file may hold any number up to `most`.
pub const fn bound(most: u16) -> u16 {
    0x8000 | most
}

/// Returns whether the free number `number` may be replaced by `value`.
fn allows(number: u16, value: u16) -> bool {
    value <= number & 0x7fff
}

fn is_free(number: u16) -> bool {
    number & 0x8000 != 0
}

/// Replaces each free number by the number of a neighbour if that number is allowed, otherwise by
/// another allowed number.
pub fn fill(numbers: &mut [u16]) {
    let mut begin = 0;
    while let Some(first) = numbers[begin..].iter().position(|&it| is_free(it)) {
        let first = begin + first;
        let length = numbers[first..].iter().position(|&it| !is_free(it));
        let end = length.map_or(numbers.len(), |length| first + length);
        let before = first.checked_sub(1).map(|place| numbers[place]);
        let after = numbers.get(end).copied();
        let is_alone = first.checked_sub(2).is_none_or(|place| Some(numbers[place]) != before);
        let goes_on = numbers.get(end + 1).is_some_and(|&next| {
            after.is_some_and(|it| if is_free(next) { allows(next, it) } else { next == it })
        });
        let free = &mut numbers[first..end];
        let all =
            |value: Option<u16>| value.filter(|&it| free.iter().all(|&free| allows(free, it)));
        let [first, second] = if is_alone && goes_on { [after, before] } else { [before, after] };
        if let Some(value) = all(first).or(all(second)) {
            free.fill(value);
        } else {
            fill_between(free, before, after);
        }
        begin = end;
    }
}

/// Fills free numbers that one neighbour cannot replace all at once.
fn fill_between(free: &mut [u16], before: Option<u16>, after: Option<u16>) {
    let mut last = before;
    for number in free {
        let value = last.into_iter().chain(after).find(|&it| allows(*number, it));
        let value = value.unwrap_or(if *number & 0x7fff > 4 { 0 } else { *number & 0x7fff });
        *number = value;
        last = Some(value);
    }
}
