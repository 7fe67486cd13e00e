package sampling

import (
	"math"
	"math/rand/v2"
	"sort"

	"example.org/espalier/inference/algorithm/special"
)

// peaks is a density on a line in the form that annealing needs: a broad prior times a power of a
// likelihood with two peaks. Exact values come from a grid.
type peaks struct{ gap float64 } // from the origin to either peak

const (
	peaksPrior = 3.0 // standard deviation of the prior, about 0
	peaksWidth = 0.4 // of the peaks
	peaksLeft  = 0.7 // height of the left one; the right one has the rest
	peaksEnd   = 15.0
	peaksCells = 1500
	peaksHalf  = peaksCells / 2
)

// logLikelihood returns the log likelihood at a position.
func (p peaks) logLikelihood(x float64) float64 {
	a, b := (x+p.gap)/peaksWidth, (x-p.gap)/peaksWidth
	return special.LogAdd(math.Log(peaksLeft)-a*a/2, math.Log(1-peaksLeft)-b*b/2)
}

func logPriorDensity(x float64) float64 {
	x /= peaksPrior
	return -x*x/2 - math.Log(peaksPrior*math.Sqrt(2*math.Pi))
}

// place returns the middle of a cell of the grid.
func place(cell int) float64 { return -peaksEnd + 2*peaksEnd*(float64(cell)+0.5)/peaksCells }

// An occupancy is the distribution on the line at a power of the likelihood.
type occupancy struct {
	power     float64
	mass      []float64 // of each cell; they sum to 1
	evidence  float64   // ∫ prior × likelihood^power
	right     float64   // probability of being right of 0
	cumulated []float64
}

// occupy computes the occupancy at a power.
func (p peaks) occupy(power float64) occupancy {
	o := occupancy{power: power, mass: make([]float64, peaksCells), cumulated: make([]float64, peaksCells)}
	for i := range o.mass {
		x := place(i)
		o.mass[i] = math.Exp(logPriorDensity(x) + power*p.logLikelihood(x))
		o.evidence += o.mass[i]
	}
	sum := 0.0
	for i := range o.mass {
		o.mass[i] /= o.evidence
		sum += o.mass[i]
		o.cumulated[i] = sum
		if i >= peaksHalf {
			o.right += o.mass[i]
		}
	}
	o.evidence *= 2 * peaksEnd / peaksCells
	return o
}

// draw draws a position.
func (o occupancy) draw(rng *rand.Rand) float64 {
	u := rng.Float64() * o.cumulated[peaksCells-1]
	i := min(sort.SearchFloat64s(o.cumulated, u), peaksCells-1)
	return place(i) + (rng.Float64()-0.5)*2*peaksEnd/peaksCells
}

// density returns the density at the middle of a cell.
func (o occupancy) density(cell int) float64 { return o.mass[cell] * peaksCells / (2 * peaksEnd) }

// move makes a Metropolis step that leaves the occupancy at a power invariant.
func (p peaks) move(x, power, stride float64, rng *rand.Rand) (to float64, moved bool) {
	y := x + stride*rng.NormFloat64()
	log := logPriorDensity(y) - logPriorDensity(x) + power*(p.logLikelihood(y)-p.logLikelihood(x))
	if log >= 0 || rng.ExpFloat64() > -log {
		return y, true
	}
	return x, false
}

// swapRate returns the probability that states drawn at two powers swap.
func (p peaks) swapRate(a, b occupancy) float64 {
	const merged = 4 // cells of the grid that count as one
	type cell struct{ log, a, b float64 }
	cells := make([]cell, peaksCells/merged)
	for i := range cells {
		first := i * merged
		cells[i].log = p.logLikelihood((place(first) + place(first+merged-1)) / 2)
		for k := range merged {
			cells[i].a += a.mass[first+k]
			cells[i].b += b.mass[first+k]
		}
	}
	rate := 0.0
	for _, u := range cells { // at the first power
		if u.a < 1e-9 {
			continue
		}
		for _, v := range cells {
			rate += u.a * v.b * math.Exp(math.Min((a.power-b.power)*(v.log-u.log), 0))
		}
	}
	return rate
}

// histogram counts positions in cells of a wide grid, and sums their weights.
type histogram struct {
	weight [peaksBars]float64
	total  float64
}

const (
	peaksBars = 60
	peaksSeen = 6.0 // positions beyond are not shown
)

func (h *histogram) add(x, weight float64) {
	h.total += weight
	if i := int((x + peaksSeen) / (2 * peaksSeen) * peaksBars); x > -peaksSeen && i < peaksBars {
		h.weight[i] += weight
	}
}

// bars returns the positions and heights of the bars, as a density.
func (h *histogram) bars() (x, y []float64) {
	width := 2 * peaksSeen / peaksBars
	for i, w := range h.weight {
		x = append(x, -peaksSeen+width*(float64(i)+0.5))
		if h.total > 0 {
			y = append(y, w/h.total/width)
		} else {
			y = append(y, 0)
		}
	}
	return x, y
}
