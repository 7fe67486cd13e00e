package passing

import (
	"math"
)

// dampings are tried in turn, each from the beginning and for a limited number of sweeps.
var dampings = []struct {
	share  float64
	sweeps int
}{{0, 100}, {0.5, 150}, {0.8, 300}}

// Precision says when messages count as converged: both for two sweeps in a row.
type Precision struct {
	Change   float64 // of any marginal of a time in a sweep, in its standard deviations
	Evidence float64 // change of the evidence in a sweep, nats
}

// Rough is enough to compare trees, Fine to report. The evidence is stationary in the
// messages: its error is of second order in theirs.
var (
	Rough = Precision{Change: 0.05, Evidence: 0.02}
	Fine  = Precision{Change: 1e-3, Evidence: 1e-4}
)

// A Run passes messages until they converge, and begins again with more damping if they do not. It
// can stop after any node and continue later.
type Run struct {
	tree      *Tree
	data      *Data
	hyper     Hyper
	precision Precision

	// A run is given up if its evidence is below Floor after patience sweeps. NewRun sets −Inf,
	// which gives up none.
	Floor float64

	attempt int
	fit     *Fit
	value   float64
	still   int
	sweeps  int
	failed  bool
	given   bool
}

// patience is the number of sweeps after which the evidence is near enough to its limit to give a tree up.
const patience = 4

// NewRun prepares a run.
func NewRun(t *Tree, d *Data, h Hyper, p Precision) *Run {
	return &Run{tree: t, data: d, hyper: h, precision: p, Floor: math.Inf(-1)}
}

// Advance does about the given number of nodes of work and reports whether the run has ended.
func (r *Run) Advance(most int) bool {
	if r.failed || r.given || r.still == 2 {
		return true
	}
	if r.fit == nil {
		r.fit = New(r.tree, r.data, r.hyper, dampings[r.attempt].share)
		r.value, r.still = math.NaN(), 0
	}
	f := r.fit
	if !f.advance(most) {
		return false
	}
	r.sweeps++
	value := f.Evidence()
	if f.missed == 0 && f.change < r.precision.Change && math.Abs(value-r.value) < r.precision.Evidence {
		r.still++
	} else {
		r.still = 0
	}
	r.value = value
	if r.still == 2 {
		return true
	}
	if f.sweeps >= patience && value < r.Floor {
		r.given = true
		return true
	}
	broken := math.IsNaN(value) || math.IsInf(value, 0)
	if broken || f.sweeps == dampings[r.attempt].sweeps {
		r.attempt++
		r.fit = nil
		r.failed = r.attempt == len(dampings)
	}
	return r.failed
}

// A Result is what a run found. Unless Converged is set, only Sweeps and Damping mean anything.
type Result struct {
	Converged bool
	GivenUp   bool      // its evidence was below the floor
	Sweeps    int       // of all attempts
	Damping   float64   // of the last attempt
	Evidence  float64   // log p(y, structure), nats
	Remaining []float64 // ⟨1−t⟩ by slot
	Spread    []float64 // its standard deviation
	// q(1/σ²) and q(c), gamma by shape and rate, where they are learnt.
	TauShape, TauRate, CShape, CRate float64
	Reduced                          int // factors taken to a power below 1
}

// Result returns what the run found.
func (r *Run) Result() Result {
	out := Result{Converged: r.still == 2, GivenUp: r.given, Sweeps: r.sweeps,
		Damping: dampings[min(r.attempt, len(dampings)-1)].share}
	if !out.Converged {
		return out
	}
	f := r.fit
	out.Evidence = r.value
	out.TauShape, out.TauRate, out.CShape, out.CRate = f.tauShape, f.tauRate, f.cShape, f.cRate
	out.Remaining, out.Spread = make([]float64, len(f.time)), make([]float64, len(f.time))
	for _, v := range f.points {
		mean, variance := f.time[v].moments()
		out.Remaining[v], out.Spread[v] = mean, math.Sqrt(variance)
	}
	for i := range f.factors {
		if f.factors[i].alpha < 1 {
			out.Reduced++
		}
	}
	return out
}
