package pydt

import "math"

// Functions of the standard normal distribution for the probit link, accurate in both
// tails: math 4.3.

const invSqrt2Pi = 0.398942280401432677939946059934

// normalRatios returns log Φ(z), r = φ(z)/Φ(z) = d log Φ/dz, and g = z + r, with
// −d² log Φ/dz² = r·g between 0 and 1. Below −5, where φ and Φ are both tiny, r and g
// come from the continued fraction of Mills' ratio, so that g, which is small there,
// has no cancellation.
func normalRatios(z float64) (logPhi, r, g float64) {
	if z < -5 {
		g = millsExcess(-z)
		r = g - z
		return -0.5*z*z - 0.5*ln2Pi - math.Log(r), r, g
	}
	tail := 0.5 * math.Erfc(math.Abs(z)/math.Sqrt2)
	if density := invSqrt2Pi * math.Exp(-0.5*z*z); z > 0 {
		r = density / (1 - tail)
		logPhi = math.Log1p(-tail)
	} else {
		r = density / tail
		logPhi = math.Log(tail)
	}
	return logPhi, r, z + r
}

// millsExcess returns φ(x)/Φ(−x) − x for x ≥ 5: 1/(x + 2/(x + 3/(x + …))).
func millsExcess(x float64) float64 {
	terms := 40
	if x > 12 {
		terms = 12
	}
	f := x
	for k := terms; k >= 2; k-- {
		f = x + float64(k)/f
	}
	return 1 / f
}

// logNormalCDF returns log Φ(z).
func logNormalCDF(z float64) float64 {
	logPhi, _, _ := normalRatios(z)
	return logPhi
}
