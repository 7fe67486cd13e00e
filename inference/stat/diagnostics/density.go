package diagnostics

import (
	"math"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/stat"
)

// A Range is the range of a quantity; an infinite end is no bound. The zero value has no bounds.
type Range struct{ Low, High float64 }

// Everywhere is the range without bounds.
var Everywhere = Range{math.Inf(-1), math.Inf(1)}

// Bounds returns the ranges of the quantities that a model reports: for parameters their own range,
// for a discount the range below 1 in which it is learnt.
func Bounds(info inference.Info) map[string]Range {
	unit, positive := Range{0, 1}, Range{0, math.Inf(1)}
	bounds := map[string]Range{"acceptance": unit, "first_branch": unit, "depth": positive}
	for _, p := range info.Parameters {
		if p.Type != inference.Real {
			continue
		}
		r := Range{p.Min, p.Max}
		if p.Max == 1 {
			r.Low = math.Max(p.Min, 0)
		}
		bounds[p.Name] = r
	}
	return bounds
}

// A Density is the density of a quantity, for each chain and for all together, over one grid.
type Density struct {
	// X are the grid points, evenly spaced and ascending. Steps is true if they are the whole
	// numbers drawn; the densities are then shares of the draws.
	X      []float64
	Steps  bool
	Pooled []float64
	Chains [][]float64
	// Bandwidth is the standard deviation of the kernel; 0 if Steps is true.
	Bandwidth float64
}

const (
	gridPlaces  = 400 // grid points of a density
	gridReach   = 4   // of the kernel, in bandwidths
	mostWhole   = 60  // whole numbers over a wider range are treated as real numbers
	rangeTail   = 0.002
	rangeSpread = 8 // the grid reaches at most this many interquartile ranges beyond the quartiles
)

// Densities estimates the marginal density of a quantity from the draws of chains. If all draws are
// whole numbers in a short range, it counts them. Otherwise it puts a Gaussian kernel on each,
// reflected at the bounds of the range, on a grid: O(S) for S draws. The bandwidth is 0.9·min(s,
// IQR/1.34)·m^(−1/5) of Silverman (1986, equation 3.31) for m effective draws. size is m, of all
// chains together; 0 treats all draws as independent. It is nil if there is nothing to show: fewer
// than two different draws, or some that are not finite.
func Densities(chains [][]float64, bounds Range, size float64) *Density {
	all := ascending(chains)
	if len(all) < 2 || !finite(all) || all[0] == all[len(all)-1] {
		return nil
	}
	if d := counted(chains, all); d != nil {
		return d
	}
	if !(size > 1) {
		size = float64(len(all))
	}
	low, high := all[0], all[len(all)-1]
	spread := stat.StdDev(all, nil)
	q1, q3 := stat.Quantile(0.25, stat.Empirical, all, nil), stat.Quantile(0.75, stat.Empirical, all, nil)
	if q3 > q1 {
		spread = math.Min(spread, (q3-q1)/1.34)
		// Tails with few draws must not squeeze the rest into a single point.
		low = math.Max(low, math.Min(stat.Quantile(rangeTail, stat.Empirical, all, nil), q1-rangeSpread*(q3-q1)))
		high = math.Min(high, math.Max(stat.Quantile(1-rangeTail, stat.Empirical, all, nil), q3+rangeSpread*(q3-q1)))
	}
	h := 0.9 * spread * math.Pow(size, -0.2)
	g := newGrid(low, high, h, bounds)
	d := &Density{X: g.places(), Bandwidth: h, Pooled: make([]float64, gridPlaces)}
	for _, c := range chains {
		y := g.density(c)
		d.Chains = append(d.Chains, y)
		for i, v := range y {
			d.Pooled[i] += v * float64(len(c)) / float64(len(all))
		}
	}
	return d
}

// counted returns the shares of whole numbers; nil if there are other numbers. all is in ascending
// order.
func counted(chains [][]float64, all []float64) *Density {
	low, high := all[0], all[len(all)-1]
	if high-low > mostWhole {
		return nil
	}
	for _, v := range all {
		if v != math.Trunc(v) {
			return nil
		}
	}
	k := int(high-low) + 1
	d := &Density{Steps: true, Pooled: make([]float64, k)}
	for i := range k {
		d.X = append(d.X, low+float64(i))
	}
	for _, c := range chains {
		y := make([]float64, k)
		for _, v := range c {
			y[int(v-low)] += 1 / float64(len(c))
			d.Pooled[int(v-low)] += 1 / float64(len(all))
		}
		d.Chains = append(d.Chains, y)
	}
	return d
}

// A grid holds weights at evenly spaced points. At a bound the first or last point is the bound
// itself.
type grid struct {
	low, step  float64
	kernel     []float64 // at distances 0, 1, … steps; sums to 1/step over both sides
	foldedLow  bool
	foldedHigh bool
}

func newGrid(low, high, h float64, bounds Range) *grid {
	g := &grid{low: low - 3*h}
	end := high + 3*h
	if g.low < bounds.Low && low >= bounds.Low {
		g.low, g.foldedLow = bounds.Low, true
	}
	if end > bounds.High && high <= bounds.High {
		end, g.foldedHigh = bounds.High, true
	}
	g.step = (end - g.low) / (gridPlaces - 1)
	reach := min(int(gridReach*h/g.step)+1, gridPlaces-1)
	total := 0.0
	for i := range reach + 1 {
		z := float64(i) * g.step / h
		w := math.Exp(-z * z / 2)
		g.kernel = append(g.kernel, w)
		total += w
		if i > 0 {
			total += w
		}
	}
	for i := range g.kernel {
		g.kernel[i] /= total * g.step
	}
	return g
}

func (g *grid) places() []float64 {
	x := make([]float64, gridPlaces)
	for i := range x {
		x[i] = g.low + float64(i)*g.step
	}
	return x
}

// density splits each draw between its two neighbours on the grid and smooths.
func (g *grid) density(draws []float64) []float64 {
	weight := make([]float64, gridPlaces)
	for _, v := range draws {
		at := (v - g.low) / g.step
		i := int(math.Floor(at))
		if at < 0 || i >= gridPlaces {
			continue // in a tail outside the grid
		}
		f := at - float64(i)
		weight[i] += 1 - f
		if i+1 < gridPlaces {
			weight[i+1] += f
		}
	}
	out := make([]float64, gridPlaces)
	add := func(i int, y float64) {
		if i < 0 && g.foldedLow {
			i = -i
		} else if last := gridPlaces - 1; i > last && g.foldedHigh {
			i = 2*last - i
		}
		if i >= 0 && i < gridPlaces {
			out[i] += y
		}
	}
	for i, w := range weight {
		if w == 0 {
			continue
		}
		w /= float64(len(draws))
		add(i, w*g.kernel[0])
		for k := 1; k < len(g.kernel); k++ {
			add(i-k, w*g.kernel[k])
			add(i+k, w*g.kernel[k])
		}
	}
	// A point on a bound is its own mirror image.
	if g.foldedLow {
		out[0] *= 2
	}
	if g.foldedHigh {
		out[gridPlaces-1] *= 2
	}
	return out
}
