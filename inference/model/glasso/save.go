package glasso

import (
	"errors"
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/lasso"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/markov"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/mat"
)

// A start holds the matrices that the descent at a penalty begins with.
type start struct {
	Descent    lasso.State
	X, Mean, S []float64 // of tables with missing cells; else nil
}

// keep copies the start of the next penalty. With missing cells the descent was begun again after the last
// expectations, and ended.
func (f *fit) keep() start {
	k := start{Descent: f.work.State()}
	if !f.rows.complete() {
		k.X, k.Mean, k.S = slices.Clone(f.rows.x), slices.Clone(f.rows.mean), slices.Clone(f.rows.s)
	}
	return k
}

// state is the saved form. A penalty or subsample under way is begun again.
type state struct {
	Start       start
	Path        []graph.Point
	Logs        []float64
	First       []float64 // Ω of the first path, on the second
	Before      int       // its points
	Lambda, Log float64   // of the best
	Mean, Omega []float64
	Sample      int
	Count       []int
	Done        bool
}

// layout is the version of the saved state.
const layout = 2

var errOther = errors.New("glasso: the saved state belongs to another table or other settings; start the run again")

// MarshalBinary implements inference.Saver.
func (f *fit) MarshalBinary() ([]byte, error) {
	s := state{Start: f.kept, Path: f.path, Logs: f.logs, Before: f.before, Sample: f.sample, Count: f.count, Done: f.done}
	if f.first != nil {
		s.First = covary.Triangle(f.first)
	}
	if f.best != nil {
		s.Lambda, s.Log, s.Mean, s.Omega = f.best.lambda, f.best.log, f.best.mean, covary.Triangle(f.best.omega)
	}
	return saved.Seal("glasso", layout, s)
}

// unpacked is the matrix of a half; nil where it is not one.
func unpacked(d int, half []float64) *mat.SymDense {
	if len(half) != d*(d+1)/2 {
		return nil
	}
	m := mat.NewSymDense(d, nil)
	for i := range d {
		for j := range i + 1 {
			v := half[0]
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil
			}
			m.SetSym(i, j, v)
			half = half[1:]
		}
	}
	return m
}

// UnmarshalBinary implements inference.Saver.
func (f *fit) UnmarshalBinary(data []byte) error {
	var s state
	if err := saved.Open("glasso", layout, data, &s); err != nil {
		return err
	}
	d, n := f.rows.d, f.rows.n
	if s.First != nil {
		first := unpacked(d, s.First)
		if first == nil || !f.adaptive || s.Before < 1 {
			return errOther
		}
		f.weigh(first)
		f.before = s.Before
	}
	if len(s.Logs) != len(s.Path) {
		return errOther
	}
	for len(s.Path) > len(f.penalties) {
		if !f.further() {
			return errOther
		}
	}
	if s.Sample < 0 || s.Sample > f.subsamples || len(s.Count) != 0 && len(s.Count) != d*d {
		return errOther
	}
	for k, p := range s.Path {
		if p.Penalty != f.penalties[k] {
			return errOther
		}
	}
	if !f.rows.complete() && len(s.Path) > 0 {
		if len(s.Start.X) != n*d || len(s.Start.Mean) != d || len(s.Start.S) != d*d {
			return errOther
		}
		f.rows.x, f.rows.mean, f.rows.s = slices.Clone(s.Start.X), slices.Clone(s.Start.Mean), slices.Clone(s.Start.S)
		f.work.Replace(f.rows.s)
	}
	if !f.work.Restore(s.Start.Descent) {
		return errOther
	}
	f.path, f.logs, f.sample, f.count, f.done, f.kept = s.Path, s.Logs, s.Sample, s.Count, s.Done, s.Start
	if s.Omega == nil {
		return nil
	}
	omega := unpacked(d, s.Omega)
	if omega == nil || len(s.Mean) != d || len(s.Path) == 0 {
		return errOther
	}
	density, ok := markov.New(s.Mean, omega)
	if !ok {
		return errOther
	}
	f.best = &chosen{s.Lambda, s.Log, s.Mean, omega, density}
	f.extend()
	return nil
}
