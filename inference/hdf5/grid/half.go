package grid

import "math"

// Half converts a number of IEEE 754 in 2 bytes.
func Half(h uint16) float64 {
	sign, exponent, mantissa := 1.0, int(h>>10&31), float64(h&1023)
	if h>>15 != 0 {
		sign = -1
	}
	switch exponent {
	case 0:
		return sign * math.Ldexp(mantissa, -24)
	case 31:
		if mantissa != 0 {
			return math.NaN()
		}
		return math.Inf(int(sign))
	}
	return sign * math.Ldexp(1024+mantissa, exponent-25)
}
