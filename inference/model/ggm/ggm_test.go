package ggm

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/graph"

	"gonum.org/v1/gonum/mat"
)

// Inclusion probabilities of a small table, by importance sampling from the prior in an independent
// program, which gives them to ±0.006, and the prior's.
func TestSmallTable(t *testing.T) {
	y := mat.NewDense(8, 3, []float64{1.2, .9, -.3, -.7, -1.1, .2, .3, .8, .9, -1.5, -.6, -.4, .4, -.2, 1.1, .9, 1.3, -.8,
		-.5, -.9, .1, .2, .1, -.9})
	p := prior{spike: 0.1, slab: 1, share: 0.3, lambda: 1, kappa: math.Inf(1)}
	sweeps, tolerance := 60_000, 0.02
	if !testing.Short() {
		sweeps, tolerance = 120_000, 0.015
	}
	for _, c := range []struct {
		x    *mat.Dense
		want [3]float64 // 12, 13, 23
	}{{y, [3]float64{.621, .175, .188}}, {nil, [3]float64{.236, .236, .236}}} {
		s := newSampler(c.x, 3, p, rand.New(rand.NewPCG(1, 9)))
		var inclusion [3]float64
		omega := 0.0
		for k := range sweeps + 500 {
			for !s.step() {
			}
			if k < 500 {
				continue
			}
			for a, pair := range [][2]int{{0, 1}, {0, 2}, {1, 2}} {
				inclusion[a] += s.inclusion(s.omega[pair[0]*3+pair[1]]) / float64(sweeps)
			}
			omega += s.omega[1] / float64(sweeps)
		}
		for a := range inclusion {
			inferencetest.Near(t, "inclusion", inclusion[a], c.want[a], tolerance)
		}
		if c.x != nil {
			inferencetest.Near(t, "mean of ω₁₂", omega, -.711, 2*tolerance)
		}
	}
}

// A missing cell beside one that is seen: with Ω = 1 and κ = 1 it is N(½x, 1.5) once μ is integrated out.
func TestFill(t *testing.T) {
	s := newSampler(mat.NewDense(2, 1, []float64{1, math.NaN()}), 1, prior{kappa: 1}, rand.New(rand.NewPCG(1, 2)))
	const draws = 40_000
	mean, square := 0.0, 0.0
	for range draws {
		s.fill()
		mean += s.x[1] / draws
		square += s.x[1] * s.x[1] / draws
	}
	inferencetest.Near(t, "mean", mean, 0.5, 0.04)
	inferencetest.Near(t, "variance", square-mean*mean, 1.5, 0.06)
}

// newTestJoint is a joint in which spoil makes a mistake, if it is given.
func newTestJoint(seed uint64, spoil func(s *sampler)) *joint {
	j := newJoint(rand.New(rand.NewPCG(seed, 11)))
	if spoil != nil {
		spoil(j.s)
	}
	return j
}

func TestGeweke(t *testing.T) {
	n := 20_000
	if !testing.Short() {
		n = 60_000
	}
	inferencetest.Geweke(t, jointNames, newTestJoint(1, nil).Draw, newTestJoint(2, nil).Move, n)
}

// Copies with one thing wrong are found out. All are held to the same draws from the model.
func TestGewekeFindsFaults(t *testing.T) {
	const n = 10_000
	drawn, model := make([][]float64, n), newTestJoint(1, nil)
	for i := range drawn {
		drawn[i] = slices.Clone(model.Draw())
	}
	for name, spoil := range map[string]func(s *sampler){
		"rows":   func(s *sampler) { s.n, s.x, s.gaps = 5, append(s.x, 0, 0, 0), append(s.gaps, nil) },
		"lambda": func(s *sampler) { s.lambda *= 1.3 },
		"spike":  func(s *sampler) { s.spike *= 0.7 },
		"share":  func(s *sampler) { s.share = 0.5 },
		"kappa":  func(s *sampler) { s.kappa = 3 },
	} {
		if testing.Short() && name != "kappa" && name != "rows" {
			continue
		}
		r, next := &inferencetest.Recorder{TB: t}, 0
		scores := inferencetest.Geweke(r, jointNames, func() []float64 { next++; return drawn[next-1] },
			newTestJoint(2, spoil).Move, n)
		t.Logf("wrong %s: |z| = %.1f", name, inferencetest.Greatest(scores))
		if len(r.Failures) == 0 {
			t.Errorf("wrong %s pass", name)
		}
	}
}

// A chain of columns is found and its other pairs are not; the density is near that of the truth.
func TestChain(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	x, test := mat.NewDense(300, 6, nil), mat.NewDense(40, 6, nil)
	want := 0.0
	fill := func(to *mat.Dense) {
		n, _ := to.Dims()
		for i := range n {
			v := rng.NormFloat64()
			to.Set(i, 0, v)
			want -= 0.5 * (math.Log(2*math.Pi) + v*v)
			for j := 1; j < 6; j++ {
				e := rng.NormFloat64()
				v = 0.8*v + 0.6*e
				want -= 0.5*(math.Log(2*math.Pi)+e*e) + math.Log(0.6)
				to.Set(i, j, v)
			}
		}
	}
	fill(x)
	want = 0
	fill(test)
	x.Set(3, 3, math.NaN())
	data := inferencetest.DatasetOf(x)
	f := inferencetest.Begin(t, Model{}, data, nil).(*fit)
	for f.state.Iteration < 300 {
		f.advance()
	}
	g := graph.Of(f.Snapshot())
	if err := g.Check(data); err != nil {
		t.Fatal(err)
	}
	for _, e := range g.Edges {
		if next := e.To == e.From+1; next && (e.Strength < 0.95 || e.Weight < 0.4) || !next && e.Strength > 0.5 {
			t.Errorf("%+v", e)
		}
	}
	if p := f.state.Prior; p < 0.02 || p > 0.5 {
		t.Errorf("prior inclusion %v", p)
	}
	logs, err := f.LogDensity(context.Background(), test)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, v := range logs {
		sum += v
	}
	inferencetest.Near(t, "density", sum/40, want/40, 0.15)
}

// With little noise in Ω the log joint is that of its parts, written out.
func TestLogJoint(t *testing.T) {
	x := mat.NewDense(2, 2, []float64{1, 2, -0.5, 0.3})
	p := prior{spike: 0.1, slab: 1, share: 0.3, lambda: 1.5, kappa: 2}
	s := newSampler(x, 2, p, rand.New(rand.NewPCG(1, 1)))
	s.omega = []float64{2, 0.5, 0.5, 1}
	s.slabs = []bool{false, true, true, false}
	// the rows as one Gaussian of four numbers: covariance Σ(I + 11ᵀ/κ)
	sigma := mat.NewDense(2, 2, []float64{1 / 1.75, -0.5 / 1.75, -0.5 / 1.75, 2 / 1.75})
	all := mat.NewSymDense(4, nil)
	for a := range 4 {
		for b := range a + 1 {
			k := 1 / p.kappa
			if a/2 == b/2 {
				k++
			}
			all.SetSym(a, b, k*sigma.At(a%2, b%2))
		}
	}
	var c mat.Cholesky
	c.Factorize(all)
	v := mat.NewVecDense(4, []float64{1, 2, -0.5, 0.3})
	var solved mat.VecDense
	if err := c.SolveVecTo(&solved, v); err != nil {
		t.Fatal(err)
	}
	want := -0.5*(mat.Dot(v, &solved)+c.LogDet()+4*math.Log(2*math.Pi)) +
		2*math.Log(0.75) - 0.75*3 + math.Log(0.3) - 0.5*math.Log(2*math.Pi) - 0.125
	inferencetest.Near(t, "log joint", s.logJoint(), want, 1e-9)
}

func TestConformance(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	x := mat.NewDense(20, 5, nil)
	for i := range 20 {
		for j := range 5 {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	holes := mat.DenseCopyOf(x)
	holes.Set(2, 2, math.NaN())
	holes.Set(2, 4, math.NaN())
	inferencetest.Conformance(t, Model{}, inferencetest.DatasetOf(x), inferencetest.DatasetOf(holes))
}

// A sampler starts with Σ = Ω⁻¹, here the identity.
func TestStart(t *testing.T) {
	s := newSampler(nil, 3, prior{}, rand.New(rand.NewPCG(1, 1)))
	for i := range 9 {
		want := 0.0
		if i%4 == 0 {
			want = 1
		}
		if s.omega[i] != want || s.sigma[i] != want {
			t.Errorf("Ω is %v, Σ %v", s.omega, s.sigma)
		}
	}
}

// Edges of a thousandth or more are listed, and the others counted together.
func TestListedEdges(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	x := mat.NewDense(400, 4, nil)
	for i := range 400 {
		v := 0.0
		for j := range 4 {
			v = 0.9*v + rng.NormFloat64()
			x.Set(i, j, v)
		}
	}
	f := inferencetest.Begin(t, Model{}, inferencetest.DatasetOf(x), nil).(*fit)
	for f.state.Iteration < 60 {
		if _, err := f.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	s := f.Snapshot()
	g, sum, neighbours := graph.Of(s), 0.0, 0
	for _, e := range g.Edges {
		if sum += e.Strength; e.Strength < 1e-3 {
			t.Errorf("edge %+v is listed", e)
		}
		if e.To == e.From+1 && e.Strength > 0.99 {
			neighbours++
		}
	}
	if neighbours != 3 {
		t.Errorf("%d of 3 neighbours are joined: %+v", neighbours, g.Edges)
	}
	inferencetest.Near(t, "edges", sum+g.Omitted, s.Scalars[0].Mean, 1e-9)
}
