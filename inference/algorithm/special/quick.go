package special

import "math"

// logTable holds, for 128 values of the leading bits of a mantissa, the inverse of the
// middle m of those with these bits, and log m.
var logTable = func() (t [128][2]float64) {
	for i := range t {
		m := 1 + (float64(i)+0.5)/128
		t[i] = [2]float64{1 / m, math.Log(m)}
	}
	return t
}()

// QuickLog returns the natural logarithm of a positive, finite, normal x to 1e-9:
// exponent, table, and three terms of the series for the rest.
func QuickLog(x float64) float64 {
	bits := math.Float64bits(x)
	e := &logTable[bits>>45&127]
	r := math.Float64frombits(bits&(1<<52-1)|1023<<52)*e[0] - 1
	return float64(int(bits>>52)-1023)*math.Ln2 + e[1] + r*(1-r*(0.5-r*(1./3)))
}

// QuickExp returns e^x for x ≤ 0 to 2e-7 of it: a power of two and a polynomial for the rest.
func QuickExp(x float64) float64 {
	if !(x > -700) {
		return 0
	}
	x *= math.Log2E
	k := math.Floor(x)
	f := (x - k - 0.5) * math.Ln2
	p := math.Sqrt2 * (1 + f*(1+f*(1./2+f*(1./6+f*(1./24+f*(1./120+f*(1./720)))))))
	return p * math.Float64frombits(uint64(int64(k)+1023)<<52)
}
