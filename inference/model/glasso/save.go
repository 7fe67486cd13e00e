package glasso

import (
	"errors"
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/lasso"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/process/markov"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/mat"
)

// A start is what a penalty begins with.
type start struct {
	Descent    lasso.State
	X, Mean, S []float64 // of tables with missing cells; else nil
}

// keep copies what the next penalty begins with. With missing cells the descent was begun anew
// after the last expectations, and ended.
func (f *fit) keep() start {
	k := start{Descent: f.work.State()}
	if !f.rows.complete() {
		k.X, k.Mean, k.S = slices.Clone(f.rows.x), slices.Clone(f.rows.mean), slices.Clone(f.rows.s)
	}
	return k
}

// state is the saved form. A penalty or subsample under way is begun again.
type state struct {
	Start             start
	Path              []graph.Point
	Lambda, EBIC, Log float64 // of the best
	Mean, Omega       []float64
	Sample            int
	Count             []int
	Done              bool
}

// layout is the version of the saved state.
const layout = 1

var errOther = errors.New("glasso: the saved state belongs to another table or other settings; start the run again")

// MarshalBinary implements inference.Saver.
func (f *fit) MarshalBinary() ([]byte, error) {
	s := state{Start: f.kept, Path: f.path, Sample: f.sample, Count: f.count, Done: f.done}
	if f.best != nil {
		s.Lambda, s.EBIC, s.Log, s.Mean = f.best.lambda, f.best.ebic, f.best.log, f.best.mean
		for i := range f.rows.d {
			for j := range i + 1 {
				s.Omega = append(s.Omega, f.best.omega.At(i, j))
			}
		}
	}
	return saved.Seal("glasso", layout, s)
}

// UnmarshalBinary implements inference.Saver.
func (f *fit) UnmarshalBinary(data []byte) error {
	var s state
	if err := saved.Open("glasso", layout, data, &s); err != nil {
		return err
	}
	d, n := f.rows.d, f.rows.n
	if len(s.Path) > len(f.penalties) || s.Sample < 0 || s.Sample > f.subsamples || len(s.Count) != 0 && len(s.Count) != d*d {
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
	f.path, f.sample, f.count, f.done, f.kept = s.Path, s.Sample, s.Count, s.Done, s.Start
	if s.Omega == nil {
		return nil
	}
	if len(s.Omega) != d*(d+1)/2 || len(s.Mean) != d || len(s.Path) == 0 {
		return errOther
	}
	omega := mat.NewSymDense(d, nil)
	for i := range d {
		for j := range i + 1 {
			v := s.Omega[0]
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return errOther
			}
			omega.SetSym(i, j, v)
			s.Omega = s.Omega[1:]
		}
	}
	density, ok := markov.New(s.Mean, omega)
	if !ok {
		return errOther
	}
	f.best = &chosen{s.Lambda, s.EBIC, s.Log, s.Mean, omega, density}
	return nil
}
