package passing

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"
)

// grid integrates a target by the midpoint rule over a box that contains nearly all of its mass.
func (g *target) grid(steps int) float64 {
	d := g.dim()
	low, high := make([]float64, d), make([]float64, d)
	for i := range d {
		low[i], high[i] = -14, 14
		if i >= len(g.points) {
			low[i], high[i] = -7, 7
		}
	}
	best := math.Inf(-1)
	sum, z, at := 0.0, make([]float64, d), make([]int, d)
	for {
		cell := 0.0
		for i := range z {
			w := (high[i] - low[i]) / float64(steps)
			z[i] = low[i] + w*(float64(at[i])+0.5)
			cell += math.Log(w)
		}
		x := g.log(z) + cell
		if x > best {
			sum, best = sum*math.Exp(best-x), x
		}
		sum += math.Exp(x - best)
		i := 0
		for ; i < d; i++ {
			if at[i]++; at[i] < steps {
				break
			}
			at[i] = 0
		}
		if i == d {
			return best + math.Log(sum)
		}
	}
}

// tolerance is how far the evidence may be from quadrature, in nats, with σ² and c known and
// with them learnt. The method counts the dependence of neighbouring branches to first order, and
// its posteriors of σ² and c give a lower bound.
const toleranceKnown, toleranceLearnt = 0.35, 0.5

// The evidence of two and three leaves is that of quadrature within the tolerance.
func TestEvidenceAgainstQuadrature(t *testing.T) {
	for _, d := range []int{1, 3, 10} {
		for seed := range uint64(3) {
			rng := rand.New(rand.NewPCG(seed, 6))
			for _, c := range []struct {
				n, steps  int
				hyper     Hyper
				tolerance float64
			}{{2, 2000, known, toleranceKnown}, {3, 250, known, toleranceKnown}, {2, 60, learnt, toleranceLearnt}} {
				tr, da := drawn(rng, c.n, d, true, 0.01)
				_, r := run(tr, da, c.hyper, Fine)
				exact := newTarget(tr, da, c.hyper).grid(c.steps)
				t.Logf("%d leaves, D = %d, learnt %v: %.3f, quadrature %.3f", c.n, d, !c.hyper.FixC, r.Evidence, exact)
				if !r.Converged || !(math.Abs(r.Evidence-exact) <= c.tolerance) {
					t.Errorf("%d leaves, D = %d: %+v, quadrature %.4f", c.n, d, r, exact)
				}
			}
		}
	}
}

// Importance sampling, by which larger trees are validated, agrees with quadrature.
func TestImportanceSampling(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 6))
	tr, da := drawn(rng, 2, 3, true, 0.05)
	g := newTarget(tr, da, learnt)
	got := inferencetest.Importance(rng, g.start(tr.Rem), 20000, g.log)
	exact := g.grid(60)
	if !(math.Abs(got.Log-exact) <= 4*got.StandardError+0.005) || got.Effective < 1000 {
		t.Errorf("%+v, quadrature %.4f", got, exact)
	}
}

// The checks notice broken copies: one without the message of a factor, and one with the rate of
// q(1/σ²) from half the squared displacements, as one source prints it.
func TestBrokenCopies(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 6))
	tr, da := drawn(rng, 3, 10, true, 0.01)
	exact := newTarget(tr, da, known).grid(250)
	r, _ := run(tr, da, known, Fine)
	dropped := 0
	for i := range r.fit.factors {
		e := &r.fit.factors[i]
		keep := *e
		e.upper, e.lower, e.scale = power{}, power{}, 0
		if !(math.Abs(r.fit.Evidence()-exact) <= toleranceKnown) {
			dropped++
		}
		*e = keep
	}
	if dropped < 2 { // those of leaves at least; the uppermost says little
		t.Errorf("of %d factors only %d are missed when their messages are dropped", len(r.fit.factors), dropped)
	}

	tr, da = drawn(rng, 12, 10, true, 0.01)
	r, _ = run(tr, da, learnt, Fine)
	f := r.fit
	right := f.Evidence()
	halved := f.hyper.TauRate + (f.tauRate-f.hyper.TauRate)/2
	for i := range f.factors { // at σ² as the halved rate has it
		f.variance[f.factors[i].node] *= halved / f.tauRate
	}
	f.tauRate, f.sigma2 = halved, halved/f.tauShape
	for range 5 { // the messages follow
		f.tauRate, f.sigma2 = halved, halved/f.tauShape
		for !f.advance(1 << 30) {
		}
	}
	f.tauRate, f.sigma2 = halved, halved/f.tauShape
	if wrong := f.Evidence(); wrong > right-1 {
		t.Errorf("the evidence is %.3f with the halved rate, %.3f with the right one", wrong, right)
	}
}

// Messages converge on random trees, with data drawn from them and with other data; the
// long form is TestValidateMessages.
func TestConvergence(t *testing.T) {
	converged, trees := 0, 0
	for seed := range uint64(8) {
		rng := rand.New(rand.NewPCG(seed, 7))
		tr, da := drawn(rng, 2+rng.IntN(39), 1+rng.IntN(8), seed%2 == 0, 0.01)
		_, r := run(tr, da, learnt, Rough)
		trees++
		if r.Converged {
			converged++
		}
	}
	if converged < trees-1 {
		t.Errorf("%d of %d trees converged", converged, trees)
	}
}

// Degenerate data give numbers or a reported failure: equal rows without noise, huge and
// tiny scales, missing columns, a star of many leaves, a chain of times next to each other.
func TestDegenerate(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 7))
	for name, change := range map[string]func(*Tree, *Data){
		"as it is": func(*Tree, *Data) {},
		"equal rows without noise": func(_ *Tree, d *Data) {
			copy(d.Mean[d.Columns:], d.Mean[:d.Columns])
			copy(d.Mean[2*d.Columns:], d.Mean[:d.Columns])
			clear(d.Variance)
		},
		"all rows equal": func(_ *Tree, d *Data) {
			for i := range d.Rows {
				copy(d.Mean[i*d.Columns:], d.Mean[:d.Columns])
			}
		},
		"huge": func(_ *Tree, d *Data) {
			for i := range d.Mean {
				d.Mean[i] *= 1e100
			}
		},
		"tiny": func(_ *Tree, d *Data) {
			for i := range d.Mean {
				d.Mean[i] *= 1e-100
			}
		},
		"missing": func(_ *Tree, d *Data) {
			for i := range d.Rows - 1 {
				d.Variance[i] = math.Inf(1)
			}
		},
		"close": func(t *Tree, _ *Data) {
			for i, v := range t.Order {
				if !t.IsLeaf(v) {
					t.SetRem(v, 0.5-1e-12*float64(i))
				}
			}
		},
		"late": func(t *Tree, _ *Data) {
			for v := range t.Rem {
				t.Rem[v] *= 1e-200
			}
		},
	} {
		tr, da := drawn(rng, 9, 3, true, 0.01)
		change(tr, da)
		_, r := run(tr, da, learnt, Rough)
		t.Logf("%s: converged %v, evidence %.2f", name, r.Converged, r.Evidence)
		if r.Converged && (math.IsNaN(r.Evidence) || math.IsInf(r.Evidence, 0)) {
			t.Errorf("%s: evidence %v", name, r.Evidence)
		}
		for v := range tr.Parent {
			if !r.Converged {
				break
			}
			if x := r.Remaining[v]; !(x >= 0 && x < 1) {
				t.Errorf("%s: time remaining %v", name, x)
			}
		}
	}
}

// The leaves of a star are taken a few at a time, and the evidence still agrees with quadrature.
func TestStar(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 7))
	const n, d = 23, 4
	tr := star(n)
	tr.Harmonic[tr.Top] = 3.7
	tr.SetRem(tr.Top, 0.4)
	da := &Data{Rows: n, Columns: d, Classes: []Class{{0, d}}}
	centre := make([]float64, d)
	for j := range centre {
		centre[j] = 0.7 * rng.NormFloat64()
	}
	for range n {
		for j := range d {
			da.Mean = append(da.Mean, centre[j]+0.6*rng.NormFloat64())
		}
		da.Variance = append(da.Variance, 0.01)
	}
	_, r := run(tr, da, known, Fine)
	exact := newTarget(tr, da, known).grid(2000)
	if !r.Converged || !(math.Abs(r.Evidence-exact) <= toleranceKnown) {
		t.Errorf("%+v, quadrature %.4f", r, exact)
	}
}

// A run that stops and continues anywhere gives the same bits.
func TestCutsDoNotMatter(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	tr, da := drawn(rng, 20, 3, false, 0.01)
	_, want := run(tr, da, learnt, Rough)
	cut := NewRun(tr, da, learnt, Rough)
	for !cut.Advance(1 + rng.IntN(9)) {
	}
	if got := cut.Result(); got.Evidence != want.Evidence || got.TauRate != want.TauRate || got.Sweeps != want.Sweeps {
		t.Errorf("%v after cuts, %v without", got, want)
	}
}
