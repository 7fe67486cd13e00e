package loadings

import (
	"errors"
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// Frozen is a state of K factors without the derived quantities. Its items are those of the table: those that the state
// leaves out have no loadings, and the noise that its prior expects.
type Frozen struct {
	IDs         []int
	NextID      int
	Items       [][]int32 // of each factor
	Values      [][]float64
	X           []float64 // K×N
	Lambda, Rho []float64
	Rhos        [][]float64 `cbor:",omitempty"` // ρ of the groups of items after the first
	Each        [][]float64 // of each factor, D; nil except for Student-t loadings
	Tau         []float64
	Alpha       float64
	Common      float64
	BLambda     float64
	BPsi        float64
	// Of items that are not numbers: their latent numbers less the intercept, those of each item together, and of every
	// item of the table its intercept. Nil where all items are numbers.
	Latent, Base []float64
	Parameters   []float64 `cbor:",omitempty"` // cut points of grades, where they are drawn
}

// Freeze copies the state into f, reusing its memory. O(DK + NK)
func (s *State) Freeze(f *Frozen) {
	k := s.k()
	f.IDs, f.NextID = append(f.IDs[:0], s.ids[:k]...), s.nextID
	f.X = append(f.X[:0], s.x[:k*s.obs.n]...)
	f.Lambda, f.Rho = append(f.Lambda[:0], s.lambda[:k]...), append(f.Rho[:0], s.rho[:k]...)
	for len(f.Rhos) < len(s.rhos) {
		f.Rhos = append(f.Rhos, nil)
	}
	for g, r := range s.rhos {
		f.Rhos[g] = append(f.Rhos[g][:0], r[:k]...)
	}
	f.Tau = f.Tau[:0]
	for range s.obs.whole {
		f.Tau = append(f.Tau, s.unseenPrecision())
	}
	for d, t := range s.tau {
		f.Tau[s.obs.inTable(d)] = t
	}
	f.Alpha, f.Common, f.BLambda, f.BPsi = s.hyper.alpha, s.hyper.common, s.hyper.bLambda, s.hyper.bPsi
	s.obs.freezeLatent(f)
	for len(f.Items) < k {
		f.Items, f.Values = append(f.Items, nil), append(f.Values, nil)
		if s.each != nil {
			f.Each = append(f.Each, nil)
		}
	}
	f.Items, f.Values = f.Items[:k], f.Values[:k]
	for j := range k {
		f.Items[j], f.Values[j] = f.Items[j][:0], f.Values[j][:0]
	}
	for place := range s.obs.whole {
		d := s.obs.of(place)
		for j := range k {
			switch {
			case d >= 0 && s.z[d*s.size+j]:
				f.Items[j], f.Values[j] = append(f.Items[j], int32(place)), append(f.Values[j], s.g[d*s.size+j])
			case d < 0 && s.o.support == Complete: // all items are there, so that the model is seen to be dense
				f.Items[j], f.Values[j] = append(f.Items[j], int32(place)), append(f.Values[j], 0)
			}
		}
	}
	for j := range f.Each {
		f.Each[j] = slices.Repeat([]float64{1}, s.obs.whole)
		for d := range s.obs.d {
			f.Each[j][s.obs.inTable(d)] = s.each[d*s.size+j]
		}
	}
}

// unseenPrecision returns the prior expectation of the precision of an item without data.
func (s *State) unseenPrecision() float64 {
	switch {
	case s.o.fixedNoise || s.o.sharedNoise:
		return s.tau[0]
	}
	return s.o.noise.shape / s.hyper.bPsi
}

// Thaw restores a frozen state into one without factors.
func (s *State) Thaw(f *Frozen) {
	n := s.obs.n
	s.grow(len(f.IDs))
	for j := range f.IDs {
		k := s.take()
		s.lambda[k], s.rho[k], s.ids[k] = f.Lambda[j], f.Rho[j], f.IDs[j]
		for g, r := range s.rhos {
			r[k] = f.Rhos[g][j]
		}
		for i, place := range f.Items[j] {
			if d := s.obs.of(int(place)); d >= 0 {
				s.set(d, k, true, f.Values[j][i])
			}
		}
		if s.each != nil {
			for d := range s.obs.d {
				s.each[d*s.size+k] = f.Each[j][s.obs.inTable(d)]
			}
		}
		copy(s.activity(k), f.X[j*n:(j+1)*n])
		s.reverse(k)
	}
	s.nextID = f.NextID
	for d := range s.tau {
		s.tau[d] = f.Tau[s.obs.inTable(d)]
	}
	s.hyper.alpha, s.hyper.common, s.hyper.bLambda, s.hyper.bPsi = f.Alpha, f.Common, f.BLambda,
		max(f.BPsi, s.hyper.least)
	s.obs.thawLatent(f)
	s.refresh()
}

// Fits returns an error where a state that was saved is not one of the table of s.
func (f *Frozen) Fits(s *State) error {
	if cells, base := s.obs.latentSizes(); len(f.Latent) != cells || len(f.Base) != base {
		return errors.New("the saved latent numbers belong to another table")
	}
	if l := s.obs.latent; l != nil {
		if _, err := observation.WithParameters(l.learnt, f.Parameters); err != nil {
			return err
		}
	}
	if len(f.Rhos) != len(s.rhos) {
		return errors.New("the saved factors are sparse by other tables")
	}
	return f.Check(s.Dims())
}

// Check returns an error where a state that was saved is not one of d items and n cases.
func (f *Frozen) Check(d, n int) error {
	k := len(f.IDs)
	if len(f.Tau) != d || len(f.X) != k*n || len(f.Lambda) != k || len(f.Rho) != k || len(f.Items) != k ||
		len(f.Values) != k || len(f.Each) > 0 && len(f.Each) != k {
		return errors.New("the saved factors belong to another table")
	}
	for j, items := range f.Items {
		last := int32(-1)
		for _, i := range items {
			if i <= last || int(i) >= d {
				return errors.New("a saved factor loads on an item that does not exist")
			}
			last = i
		}
		if len(f.Values[j]) != len(items) || len(f.Each) > 0 && len(f.Each[j]) != d {
			return errors.New("a saved factor does not have one loading for each item")
		}
		if !slices.ContainsFunc(f.Values[j], isNone) && f.Lambda[j] > 0 {
			continue
		}
		return errors.New("a saved factor has a loading that is not a number")
	}
	for _, r := range f.Rhos {
		if len(r) != k || slices.ContainsFunc(r, func(v float64) bool { return !(v > 0 && v < 1) }) {
			return errors.New("a saved share of the items of a table is not between 0 and 1")
		}
	}
	for _, t := range f.Tau {
		if !(t > 0) || math.IsInf(t, 0) {
			return errors.New("a saved noise precision is not a finite number above 0")
		}
	}
	if slices.ContainsFunc(f.X, isNone) {
		return errors.New("a saved activity is not a number")
	}
	if slices.ContainsFunc(f.Latent, isNone) || slices.ContainsFunc(f.Base, isNone) {
		return errors.New("a saved latent number is not a number")
	}
	return nil
}

func isNone(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }

// Published returns a frozen state of this one's table in the form that results have. Factors
// are in the order in which they appeared.
func (s *State) Published(f *Frozen) *factor.State {
	obs, sparse := s.obs, s.o.support != Complete
	k := len(f.IDs)
	out := &factor.State{Side: s.o.side, IDs: append([]int{}, f.IDs...), Noise: make([]float64, obs.whole)}
	for d, t := range f.Tau {
		out.Noise[d] = 1 / t
	}
	if slices.ContainsFunc(obs.offset, func(v float64) bool { return v != 0 }) || f.Base != nil {
		out.Offset = slices.Clone(obs.offset)
		for d, b := range f.Base {
			out.Offset[d] += b
		}
	}
	if k == 0 {
		return out
	}
	out.Loadings, out.Activities = mat.NewDense(obs.whole, k, nil), mat.NewDense(obs.n, k, nil)
	if sparse {
		out.Inclusion = mat.NewDense(obs.whole, k, nil)
	}
	for j, items := range f.Items {
		for i, d := range items {
			out.Loadings.Set(int(d), j, f.Values[j][i])
			if sparse {
				out.Inclusion.Set(int(d), j, 1)
			}
		}
		for n, v := range f.X[j*obs.n : (j+1)*obs.n] {
			out.Activities.Set(n, j, v)
		}
	}
	return out
}

// Sparse returns the state in single precision, as draws of it are kept.
func (f *Frozen) Sparse() *factor.Sparse {
	out := &factor.Sparse{IDs: slices.Clone(f.IDs), Noise: make([]float32, len(f.Tau))}
	for d, t := range f.Tau {
		out.Noise[d] = float32(1 / t)
	}
	for j, items := range f.Items {
		n := len(f.X) / len(f.IDs)
		out.Items, out.Values, out.Activities = append(out.Items, slices.Clone(items)),
			append(out.Values, vector.Singles(f.Values[j])), append(out.Activities, vector.Singles(f.X[j*n:(j+1)*n]))
	}
	return out
}
