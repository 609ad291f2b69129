//! Statistics of games: shares, means, and how surely they are known.

/// A quotient; nothing of nothing is nothing.
#[expect(clippy::cast_precision_loss, reason = "nobody counts beyond 2^53 games")]
pub fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// A seat's part of the victory: all of it, or its share if several have the most points.
pub fn share_of_victory(scores: &[u16], seat: usize) -> f64 {
    let best = scores.iter().max();
    let n_best = scores.iter().filter(|it| Some(*it) == best).count() as u64;
    if scores.get(seat) == best { ratio(1, n_best) } else { 0.0 }
}

/// How many standard deviations to both sides hold 95% of what is normally distributed.
const Z: f64 = 1.959_963_984_540_054;

/// The range in which a rate seen in `n` games lies with 95% certainty (Wilson's interval).
pub fn wilson(rate: f64, n: u64) -> [f64; 2] {
    if n == 0 {
        return [0.0, 1.0];
    }
    let n = 1.0 / ratio(1, n);
    let scale = 1.0 + Z * Z / n;
    let middle = (rate + Z * Z / (2.0 * n)) / scale;
    let reach = Z / scale * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt();
    [(middle - reach).max(0.0), (middle + reach).min(1.0)]
}

/// Half the range in which the mean of such values lies with 95% certainty; nothing for a single one.
pub fn half_interval(values: &[f64]) -> Option<f64> {
    let part = ratio(1, values.len() as u64);
    let mean = part * values.iter().sum::<f64>();
    let squares: f64 = values.iter().map(|it| (it - mean).powi(2)).sum();
    (values.len() > 1).then(|| Z * (part * squares * ratio(1, values.len() as u64 - 1)).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_wilson(rate: f64, n: u64, expected: [f64; 2]) {
        let found = wilson(rate, n);
        assert!(found.iter().zip(expected).all(|(it, other)| (it - other).abs() < 5e-4), "{found:?}");
    }

    #[test]
    fn a_mean_of_many_is_surer() {
        assert_eq!(half_interval(&[7.0]), None);
        // Deviation 2, so that the mean of four is 1 off.
        let four = half_interval(&[1.0, 5.0, 3.0 - 2.0_f64.sqrt(), 3.0 + 2.0_f64.sqrt()]).unwrap();
        assert!((four - Z).abs() < 1e-9, "{four}");
    }

    #[test]
    fn the_interval_is_wilsons() {
        check_wilson(0.5, 10, [0.2366, 0.7634]);
        check_wilson(0.0, 10, [0.0, 0.2775]);
        check_wilson(1.0, 20, [0.8389, 1.0]);
        check_wilson(0.0, 0, [0.0, 1.0]);
    }
}
