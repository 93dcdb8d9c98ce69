//! Numbers in a short form, with a prefix for every factor of a thousand.

/// Three digits, a prefix and a unit: `24.0k`, `3.21 ms`, `1.05 MB`.
pub(crate) fn short(value: f64, unit: &str) -> String {
    const PREFIXES: [(f64, &str); 7] = [
        (1e12, "T"),
        (1e9, "G"),
        (1e6, "M"),
        (1e3, "k"),
        (1.0, ""),
        (1e-3, "m"),
        (1e-6, "µ"),
    ];
    if value <= 0.0 {
        return "0".into();
    }
    // A value that would be rounded to a thousand takes the next prefix.
    let fits = |&&(size, _): &&(f64, &str)| value >= 0.9995 * size;
    let least = (1e-6, "µ");
    let &(size, prefix) = PREFIXES.iter().find(fits).unwrap_or(&least);
    let scaled = value / size;
    let digits = match scaled {
        _ if unit.is_empty() && prefix.is_empty() => 0,
        99.95.. => 0,
        9.995.. => 1,
        _ => 2,
    };
    let space = if unit.is_empty() { "" } else { " " };
    format!("{scaled:.digits$}{space}{prefix}{unit}")
}

/// [`short`] for a round number, without trailing zeros.
pub(crate) fn round(value: f64, unit: &str) -> String {
    short(value, unit).replace(".00", "").replace(".0", "")
}
