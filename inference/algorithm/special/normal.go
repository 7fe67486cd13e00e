package special

import "math"

// Functions of the standard normal distribution for the probit link, accurate in both
// tails.

const (
	invSqrt2Pi = 0.398942280401432677939946059934
	log2Pi     = 1.8378770664093454835606594728112
)

// NormalRatios returns log Φ(z), r = φ(z)/Φ(z) = d log Φ/dz, and g = z + r, with −d² log Φ/dz² =
// r·g between 0 and 1. Below −5, where φ and Φ are both tiny, r and g come from the continued
// fraction of Mills' ratio, so that g, which is small there, loses no digits.
func NormalRatios(z float64) (logPhi, r, g float64) {
	if z < -5 {
		g = millsExcess(-z)
		r = g - z
		return -0.5*z*z - 0.5*log2Pi - math.Log(r), r, g
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

// LogNormalCDF returns log Φ(z).
func LogNormalCDF(z float64) float64 {
	logPhi, _, _ := NormalRatios(z)
	return logPhi
}

// On [−wideEnd, wideEnd] log Φ and φ/Φ are tabulated as the polynomials of degree
// five that take their values and first two derivatives at the ends of each cell.
const (
	quickEnd   = 5
	wideEnd    = 12
	quickCells = 16 // per unit of z
)

var quickTable = makeQuickTable()

func makeQuickTable() *[2 * wideEnd * quickCells][12]float64 {
	var table [2 * wideEnd * quickCells][12]float64
	at := func(z float64) (f, r [3]float64) {
		logPhi, ratio, g := NormalRatios(z)
		first := -ratio * g
		return [3]float64{logPhi, ratio, first}, [3]float64{ratio, first, -first*g - ratio*(1+first)}
	}
	const h = 1. / quickCells
	for i := range table {
		a, ra := at(-wideEnd + float64(i)*h)
		b, rb := at(-wideEnd + float64(i+1)*h)
		for k, ends := range [2][2][3]float64{{a, b}, {ra, rb}} {
			// In x = (z − left)/h, derivatives scaled alike.
			l0, l1, l2 := ends[0][0], ends[0][1]*h, ends[0][2]*h*h/2
			d0 := ends[1][0] - l0 - l1 - l2
			d1 := ends[1][1]*h - l1 - 2*l2
			d2 := ends[1][2]*h*h - 2*l2
			copy(table[i][6*k:], []float64{l0, l1, l2, 10*d0 - 4*d1 + d2/2, -15*d0 + 7*d1 - d2, 6*d0 - 3*d1 + d2/2})
		}
	}
	return &table
}

// QuickRatios is [NormalRatios], within 1e-11 between −5 and 5, where it uses the table.
func QuickRatios(z float64) (logPhi, r, g float64) {
	x := (z + quickEnd) * quickCells
	if !(x >= 0 && x < 2*quickEnd*quickCells) {
		return NormalRatios(z)
	}
	i := int(x)
	logPhi, r = tabulated(&quickTable[i+(wideEnd-quickEnd)*quickCells], x-float64(i))
	return logPhi, r, z + r
}

// WideRatios is [NormalRatios], within 1e-11 of 1 or of its values between −12 and 12, where it uses the table.
func WideRatios(z float64) (logPhi, r, g float64) {
	x := (z + wideEnd) * quickCells
	if !(x >= 0 && x < 2*wideEnd*quickCells) {
		return NormalRatios(z)
	}
	i := int(x)
	logPhi, r = tabulated(&quickTable[i], x-float64(i))
	return logPhi, r, z + r
}

// WideLogCDF returns log Φ(z) as [WideRatios] does.
func WideLogCDF(z float64) float64 {
	x := (z + wideEnd) * quickCells
	if !(x >= 0 && x < 2*wideEnd*quickCells) {
		return LogNormalCDF(z)
	}
	i := int(x)
	return tabulatedLog(&quickTable[i], x-float64(i))
}

func tabulatedLog(p *[12]float64, x float64) float64 {
	return p[0] + x*(p[1]+x*(p[2]+x*(p[3]+x*(p[4]+x*p[5]))))
}

func tabulated(p *[12]float64, x float64) (logPhi, r float64) {
	return tabulatedLog(p, x), p[6] + x*(p[7]+x*(p[8]+x*(p[9]+x*(p[10]+x*p[11]))))
}
