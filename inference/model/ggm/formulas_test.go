package ggm

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/graph"

	"gonum.org/v1/gonum/mat"
)

// set gives the sampler a precision matrix.
func (s *sampler) set(t *testing.T, omega *mat.SymDense) {
	t.Helper()
	for i := range s.d {
		for j := range s.d {
			s.omega[i*s.d+j] = omega.At(i, j)
		}
	}
	if !s.invert() {
		t.Fatal("not positive definite")
	}
}

// The mean and scatter of rows are those of the rows and of κ rows at 0; where κ is infinite the mean is known to be 0.
func TestMomentsOfRows(t *testing.T) {
	x := mat.NewDense(3, 2, []float64{1, 4, 2, -1, 6, 0})
	for _, kappa := range []float64{0.5, 2, math.Inf(1)} {
		s := newSampler(x, 2, prior{kappa: kappa}, rand.New(rand.NewPCG(1, 1)))
		share := 9 / (3 + kappa)
		for i := range 2 {
			for j := range 2 {
				want := -share * s.mean[i] * s.mean[j]
				for r := range 3 {
					want += x.At(r, i) * x.At(r, j)
				}
				inferencetest.Close(t, "scatter", s.s[i*2+j], want, 1e-12)
			}
		}
		inferencetest.Close(t, "mean", s.mean[0], 3, 1e-12)
		inferencetest.Close(t, "mean", s.mean[1], 1, 1e-12)
		want := 3 * 3 / (3 + kappa)
		inferencetest.Close(t, "posterior mean", s.center()[0], want, 1e-12)
	}
}

// A drawn column leaves Σ the inverse of Ω, whose other columns stay, and given all others it has the mean and spread
// of its conditional: of two columns, ω₁₂ ~ N(−C s₁₂, C), 1/C = (s₂₂+λ)/ω₁₁ + 1/v², and ω₂₂ − ω₁₂²/ω₁₁ ~ Ga(N/2 + 1,
// (s₂₂+λ)/2).
func TestColumnOfTwo(t *testing.T) {
	x := mat.NewDense(3, 2, []float64{1, 0.4, -0.5, 0.3, 0.2, -1})
	p := prior{spike: 0.1, slab: 0.8, share: 0.4, lambda: 1.3, kappa: 1}
	s := newSampler(x, 2, p, rand.New(rand.NewPCG(2, 2)))
	const n = 20_000
	for _, slab := range []bool{true, false} {
		s.set(t, mat.NewSymDense(2, []float64{1.7, 0.2, 0.2, 0.9}))
		s.slabs[1], s.slabs[2] = slab, slab
		v := map[bool]float64{true: 0.8, false: 0.1}[slab]
		c := 1 / ((s.s[3]+p.lambda)/1.7 + 1/(v*v))
		first, second, rest := 0.0, 0.0, 0.0
		for range n {
			s.column(1)
			w := s.omega[1]
			first += w / n
			second += (w + c*s.s[1]) * (w + c*s.s[1]) / n
			rest += (s.omega[3] - w*w/1.7) / n
			if s.omega[0] != 1.7 || s.omega[2] != w {
				t.Fatal("another column has changed")
			}
		}
		inferencetest.Close(t, "mean, in deviations", (first+c*s.s[1])/math.Sqrt(c), 0, 0.03)
		inferencetest.Close(t, "variance", second/c, 1, 0.04)
		inferencetest.Close(t, "diagonal", rest*(s.s[3]+p.lambda)/2/(3.0/2+1), 1, 0.03)
		var product mat.Dense
		product.Mul(mat.NewDense(2, 2, s.omega), mat.NewDense(2, 2, s.sigma))
		for i := range 2 {
			for j := range 2 {
				inferencetest.Close(t, "ΩΣ", product.At(i, j), map[bool]float64{true: 1}[i == j], 1e-9)
			}
		}
	}
}

// The probability of an edge given ω is that of the slab against the spike.
func TestInclusion(t *testing.T) {
	s := &sampler{prior: prior{spike: 0.1, slab: 0.8, share: 0.3}}
	normal := func(x, sd float64) float64 { return math.Exp(-x*x/(2*sd*sd)) / sd }
	for _, w := range []float64{0, 0.05, -0.2, 0.3, 1} {
		on, off := 0.3*normal(w, 0.8), 0.7*normal(w, 0.1)
		inferencetest.Close(t, "inclusion", s.inclusion(w), on/(on+off), 1e-12)
	}
	s.d, s.omega = 3, []float64{1, 0.1, 0.2, 0.1, 1, -0.5, 0.2, -0.5, 1}
	inferencetest.Close(t, "mean inclusion", s.meanInclusion(), (s.inclusion(0.1)+s.inclusion(0.2)+s.inclusion(0.5))/3,
		1e-12)
}

// Draws of some columns are N(0, (Ω_cc)⁻¹).
func TestNormalDraws(t *testing.T) {
	s := newSampler(nil, 3, prior{kappa: 1}, rand.New(rand.NewPCG(3, 3)))
	s.set(t, mat.NewSymDense(3, []float64{2, 0.5, -0.3, 0.5, 1, 0.4, -0.3, 0.4, 1.5}))
	const n = 20_000
	var xx, xy, yy float64
	for range n {
		e := s.normal([]int{0, 2})
		xx, xy, yy = xx+e[0]*e[0]/n, xy+e[0]*e[1]/n, yy+e[1]*e[1]/n
	}
	det := 2*1.5 - 0.3*0.3
	inferencetest.Close(t, "variance", xx*det/1.5, 1, 0.04)
	inferencetest.Close(t, "covariance", xy*det, 0.3, 0.03)
	inferencetest.Close(t, "other variance", yy*det/2, 1, 0.04)
}

// A sweep ends with the inclusions and partial correlations of all pairs, of which the snapshot has the means.
func TestSnapshotByHand(t *testing.T) {
	data := inferencetest.DatasetOf(mat.NewDense(4, 3, []float64{0.3, 1.1, 2, -0.4, -1.2, 1, -0.8, 0.5, 0, 0.9, 0.2, 1}))
	f := inferencetest.Begin(t, Model{}, data, nil).(*fit)
	f.state.Iteration = -1
	omega := []*mat.SymDense{mat.NewSymDense(3, []float64{2, 0.5, -0.3, 0.5, 1, 0, -0.3, 0, 1.5}),
		mat.NewSymDense(3, []float64{1, -0.2, 0.1, -0.2, 1, 0.4, 0.1, 0.4, 2})}
	for _, o := range omega {
		f.chain.set(t, o)
		f.settle()
	}
	if len(f.state.Kept) != 2 || f.state.Iteration != 1 {
		t.Fatalf("%d draws, iteration %d", len(f.state.Kept), f.state.Iteration)
	}
	g := graph.Of(f.Snapshot())
	// The first iteration is burn-in.
	o, expected := omega[1], 0.0
	for _, e := range g.Edges {
		inferencetest.Close(t, "probability", e.Strength, f.chain.inclusion(o.At(e.From, e.To)), 1e-12)
		inferencetest.Close(t, "partial correlation", e.Weight,
			-o.At(e.From, e.To)/math.Sqrt(o.At(e.From, e.From)*o.At(e.To, e.To)), 1e-12)
		expected += e.Strength
	}
	inferencetest.Close(t, "expected edges", f.Snapshot().Scalars[0].Mean, expected+g.Omitted, 1e-12)
}
