package dpmm

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A place is a cluster that a row may be in. Its mean and covariance are integrated out: the hidden numbers of the row
// have a Student distribution.
type place struct {
	slot    int     // −1 of a new cluster
	weight  float64 // its rows; α of a new one
	centre  []float64
	shape   []float64
	freedom float64
	roots   map[string][]float64 // by the order in which rows take their cells
	inverse *mat.SymDense        // of the shape; nil before it is asked for
}

func placeOf(slot int, c conjugate.Component, weight float64) *place {
	p := &place{slot: slot, weight: weight, roots: map[string][]float64{}}
	p.centre, p.shape, p.freedom = c.(*conjugate.Full).Next()
	return p
}

// places returns the clusters of a further row, the last a new one.
func (s *state) places() (of []*place) {
	for _, k := range s.Active {
		of = append(of, placeOf(k, s.Clusters[k], float64(s.Clusters[k].Size())))
	}
	return append(of, placeOf(-1, s.empty, s.hyper.alpha))
}

// root returns the root of the shape for a row, nil where rounding leaves none.
func (p *place) root(r *observation.Dependent) []float64 {
	root, is := p.roots[r.Order]
	if !is {
		root, _ = r.Root(p.shape)
		if len(p.roots) < mostRoots {
			p.roots[r.Order] = root
		}
	}
	return root
}

// A seat is a place of a row with its hidden numbers there.
type seat struct {
	*place
	of    []float64 // the root
	share float64
	u     []float64
	scale float64 // of the root
}

// seats returns where row i may be, given its cells r and all other rows; of are the clusters with it. Each place
// proposes hidden numbers, the row's own place those that it has, and has a share by the probability of the cells along
// the way.
// If the row is drawn from its distribution, so is a seat that is taken by these shares (C. Andrieu, A. Doucet and R.
// Holenstein 2010, Particle Markov chain Monte Carlo methods, JRSS B 72): a mean over all seats is that over draws,
// without the chance of the last step.
func (s *state) seats(i int, r *observation.Dependent, of []*place, rng *rand.Rand) (seats []seat) {
	own := s.z[i]
	alone := s.Clusters[own].Size() == 1
	var logs []float64
	for _, p := range of {
		keep := p.slot == own
		switch {
		case keep && alone:
			continue
		case keep:
			others := s.fresh()
			s.without(i, others)
			p = placeOf(own, others, float64(others.Size()))
		case p.slot < 0:
			keep = alone
		}
		root := p.root(r)
		if root == nil {
			continue
		}
		at := seat{place: p, of: root, u: append([]float64(nil), s.rows[i]...)}
		var log float64
		log, at.scale = r.DrawStudent(p.centre, root, p.freedom, keep, rng, at.u)
		seats, logs = append(seats, at), append(logs, math.Log(p.weight)+log)
	}
	if len(seats) == 0 {
		return nil
	}
	all := floats.LogSumExp(logs)
	for k := range seats {
		seats[k].share = math.Exp(logs[k] - all)
	}
	return seats
}

// precision returns the inverse of the shape, or false where rounding leaves none.
func (p *place) precision() (*mat.SymDense, bool) {
	if p.inverse == nil {
		d := len(p.centre)
		var root mat.Cholesky
		p.inverse = new(mat.SymDense)
		if !root.Factorize(mat.NewSymDense(d, p.shape)) || root.InverseTo(p.inverse) != nil {
			p.inverse = new(mat.SymDense)
		}
	}
	return p.inverse, !p.inverse.IsEmpty()
}

// cavity returns the means and the variances of the hidden numbers from low to high−1 given the others of the row in
// this seat.
func (s seat) cavity(low, high int) (m, w []float64, ok bool) {
	precision, ok := s.precision()
	if !ok {
		return nil, nil, false
	}
	k := high - low
	own, pull := mat.NewSymDense(k, nil), mat.NewVecDense(k, nil)
	for a := range k {
		sum := 0.0
		for b, x := range s.u {
			sum += precision.At(low+a, b) * (x - s.centre[b])
		}
		pull.SetVec(a, sum)
		for b := range a + 1 {
			own.SetSym(a, b, precision.At(low+a, low+b))
		}
	}
	var root mat.Cholesky
	var step mat.VecDense
	spread := mat.NewSymDense(k, nil)
	if !root.Factorize(own) || root.SolveVecTo(&step, pull) != nil || root.InverseTo(spread) != nil {
		return nil, nil, false
	}
	for a := range k {
		m, w = append(m, s.u[low+a]-step.AtVec(a)), append(w, s.scale*s.scale*spread.At(a, a))
	}
	return m, w, true
}
