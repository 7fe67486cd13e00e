package passing

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mathext"
)

// someTilted returns tilted distributions of all forms as they arise from data.
func someTilted(rng *rand.Rand, d int) []tilted {
	tr, da := drawn(rng, 6, d, true, 0.02)
	f := New(tr, da, known, 0)
	for range 2 {
		for !f.advance(1 << 30) {
		}
	}
	var list []tilted
	for i := range f.factors {
		e := &f.factors[i]
		at := f.fillLikelihood(e)
		l := f.look
		l.weight = append([]float64(nil), l.weight...)
		l.fixed = append([]float64(nil), l.fixed...)
		l.square = append([]float64(nil), l.square...)
		l.ones = nil
		t := tilted{form: e.form, likelihood: &l, sigma2: 1, alpha: 1, x: e.x, y: e.y}
		switch e.form {
		case between:
			t.upper, t.lower = f.marginal(at).over(e.upper, 1), f.marginal(e.node).over(e.lower, 1)
		case before:
			t.upper = f.marginal(at).over(e.lower, 1)
		default:
			t.upper = f.marginal(at).over(e.upper, 1)
		}
		if t.proper() {
			list = append(list, t)
		}
	}
	return list
}

// The derivatives that the climb to the mode uses are those of the logarithm.
func TestBend(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, q := range someTilted(rng, 3) {
		log := func(x, y float64) float64 { return q.at(shareOf(x), shareOf(y)).log }
		for range 5 {
			x, y, h := 2*rng.NormFloat64(), 2*rng.NormFloat64(), 1e-4
			if q.form != between {
				y = 0
			}
			r, rho := shareOf(x), shareOf(y)
			v := q.at(r, rho)
			d := q.bend(r, rho, v)
			inferencetest.Close(t, "x", d.x, (log(x+h, y)-log(x-h, y))/(2*h), 1e-5)
			inferencetest.Close(t, "xx", d.xx, (log(x+h, y)-2*v.log+log(x-h, y))/(h*h), 1e-4)
			if q.form == between {
				inferencetest.Close(t, "y", d.y, (log(x, y+h)-log(x, y-h))/(2*h), 1e-5)
				inferencetest.Close(t, "yy", d.yy, (log(x, y+h)-2*v.log+log(x, y-h))/(h*h), 1e-4)
				inferencetest.Close(t, "xy", d.xy, (log(x+h, y+h)-log(x+h, y-h)-log(x-h, y+h)+log(x-h, y-h))/(4*h*h), 1e-4)
			}
		}
	}
}

// The difference and constraint of two times, with the normal factor of their branch, against
// a fine rule in the times themselves; and the same for one time.
func TestTiltedAgainstQuadrature(t *testing.T) {
	for _, d := range []int{1, 4, 20} {
		for _, q := range someTilted(rand.New(rand.NewPCG(uint64(d), 2)), d) {
			g, ok := q.integrate()
			if !ok { // the climb had its end elsewhere
				q.x, q.y = 0, 0
				g, ok = q.integrate()
			}
			if !ok {
				t.Fatalf("not finite: %+v %+v", q, *q.likelihood)
			}
			// Composite midpoint in x and y over all that matters: smooth, so exact to many digits.
			const steps = 300
			width := 60.0 / steps
			var sum, length, logUpper, logLower float64
			rows := steps
			if q.form != between {
				rows = 1
			}
			for i := range steps {
				r := shareOf(q.x - 30 + width*(float64(i)+0.5))
				for j := range rows {
					rho := share{}
					w := width
					if q.form == between {
						rho, w = shareOf(q.y-30+width*(float64(j)+0.5)), width*width
					}
					v := q.at(r, rho)
					w *= math.Exp(v.log - g.log)
					sum += w
					length += w * v.length
					logUpper += w * r.logIs
					logLower += w * v.logLow
				}
			}
			inferencetest.Close(t, "integral", math.Log(sum), 0, 0.02)
			inferencetest.Close(t, "⟨Δ⟩", g.length, length/sum, 0.01)
			inferencetest.Close(t, "⟨log r⟩", g.logs[0], logUpper/sum, 0.02)
			inferencetest.Close(t, "⟨log r⟩ below", g.logs[2], logLower/sum, 0.02)
		}
	}
}

// The Beta distribution of given ⟨log r⟩ and ⟨log(1−r)⟩ is found from anywhere near, and has them.
func TestBetaFit(t *testing.T) {
	for _, b := range []power{{0.3, 2}, {-0.9, 5}, {200, 3}, {40, 1e9}, {5, 5}, {3e4, 20}} {
		d := mathext.Digamma(b.a + b.b + 2)
		got, ok := power{1.3 * b.a, 0.8 * b.b}.fit(b.meanLog(), mathext.Digamma(b.b+1)-d)
		if !ok {
			t.Fatalf("%v: nothing found", b)
		}
		inferencetest.Close(t, "a", got.a, b.a, 1e-4)
		inferencetest.Close(t, "b", got.b, b.b, 1e-4)
	}
	inferencetest.Close(t, "trigamma", trigamma(0.7), (mathext.Digamma(0.7001)-mathext.Digamma(0.6999))/2e-4, 1e-6)
	inferencetest.Close(t, "log B", power{2, 3}.logIntegral(), math.Log(1./60), 1e-12) // B(3,4) = 2!·3!/6!
}

// The likelihood of a branch, and of leaves together, is how the exact evidence of the
// locations depends on their variance, for one class of columns and for several, with missing cells.
func TestLikelihoodIsTheEvidence(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	tr, da := drawn(rng, 9, 4, true, 0.02)
	da.Classes = []Class{{0, 1}, {1, 3}, {3, 4}}
	da.Variance = nil
	for i := range 9 {
		for k := range da.Classes {
			v := 0.01 * float64(1+(i+k)%4)
			if (i+2*k)%5 == 0 {
				v = math.Inf(1)
			}
			da.Variance = append(da.Variance, v)
		}
	}
	f := New(tr, da, known, 0)
	evidence := func() float64 {
		for _, v := range slices.Backward(f.points) {
			f.constant[v] = f.x.up(v, f.variance)
		}
		return f.x.evidence(f.constant, f.variance)
	}
	f.x.lookTop()
	for _, v := range f.points {
		f.x.enter(v, f.variance)
		f.x.holdNone()
		for _, i := range f.groups[v] {
			e := &f.factors[i]
			f.fillLikelihood(e)
			compare(t, f, e.leaves, &f.look, evidence)
			for _, b := range e.leaves {
				f.x.pass(v, b, f.variance)
			}
		}
		for _, k := range f.x.inner[v] {
			f.x.look(v, k)
			f.fillLikelihood(&f.factors[f.branch[k]])
			compare(t, f, []int{k}, &f.look, evidence)
			f.x.pass(v, k, f.variance)
		}
	}
}

func compare(t *testing.T, f *Fit, branches []int, l *likelihood, evidence func() float64) {
	t.Helper()
	old := f.variance[branches[0]]
	at := func(v float64) (float64, float64) {
		for _, b := range branches {
			f.variance[b] = v
		}
		x, slope, curvature := l.log(v)
		up, _, _ := l.log(1.001 * v)
		down, _, _ := l.log(0.999 * v)
		inferencetest.Close(t, "slope", slope*v, (up-down)/0.002, 1e-4)
		inferencetest.Close(t, "curvature", curvature*v*v, (up-2*x+down)/1e-6, 1e-3)
		return x, evidence()
	}
	for _, b := range branches { // of different lengths before: the cavities do not see them
		f.variance[b] = old
	}
	x0, e0 := at(old)
	x1, e1 := at(2.5 * old)
	inferencetest.Close(t, "evidence", e1-e0, x1-x0, 1e-9)
	at(old)
}

// With the time known by a narrow message, the evidence is that of math 3, exactly.
func TestLocationsAreExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	tr, da := drawn(rng, 7, 3, true, 0.1)
	f := New(tr, da, known, 0)
	got := f.x.evidence(f.constant, f.variance)
	inferencetest.Close(t, "evidence", got, dense(tr, da), 1e-9)
}

// dense is the evidence as one multivariate normal density a column, covariance t_mrca + noise.
func dense(tr *Tree, da *Data) float64 {
	n := da.Rows
	cov := make([][]float64, n)
	for i := range cov {
		cov[i] = make([]float64, n)
		above := map[int32]bool{}
		for v := int32(i); v >= 0; v = tr.Parent[v] {
			above[v] = true
		}
		for j := range cov[i] {
			v := int32(j)
			for !above[v] {
				v = tr.Parent[v]
			}
			cov[i][j] = 1 - tr.Rem[v]
		}
		cov[i][i] += da.Variance[i]
	}
	sum := 0.0
	// Cholesky, and forward substitution for every column.
	for i := range n {
		for j := 0; j <= i; j++ {
			for k := range j {
				cov[i][j] -= cov[i][k] * cov[j][k]
			}
			if i == j {
				cov[i][i] = math.Sqrt(cov[i][i])
			} else {
				cov[i][j] /= cov[j][j]
			}
		}
	}
	for c := range da.Columns {
		z := make([]float64, n)
		for i := range n {
			z[i] = da.Mean[i*da.Columns+c]
			for k := range i {
				z[i] -= cov[i][k] * z[k]
			}
			z[i] /= cov[i][i]
			sum -= 0.5*(ln2Pi+z[i]*z[i]) + math.Log(cov[i][i])
		}
	}
	return sum
}

// From wherever the climb begins it ends on the top: as high as the best of a grid of starts, where the slope is
// nothing, with the value and the slope of where it stands.
func TestClimbFindsTheTop(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 17))
	for i, first := range someTilted(rng, 3) {
		best := math.Inf(-1)
		var ends []float64
		for dx := -9.0; dx <= 9; dx += 3 {
			for dy := -9.0; dy <= 9; dy += 3 {
				c := first
				c.x, c.y = c.x+dx, c.y+dy
				v, _ := c.climb()
				if here := c.at(shareOf(c.x), shareOf(c.y)); v.log != here.log {
					t.Fatalf("distribution %d: the climb says %v and stands at %v", i, v.log, here.log)
				}
				ends = append(ends, v.log)
				best = math.Max(best, v.log)
			}
		}
		v, _ := first.climb()
		if !(v.log > best-1e-6) {
			t.Errorf("distribution %d: from its own start the climb ends at %v, the top is %v", i, v.log, best)
		}
		short := 0
		for _, e := range ends {
			if e < best-1e-6 {
				short++
			}
		}
		if short > 0 {
			t.Errorf("distribution %d: %d of %d climbs end below the top", i, short, len(ends))
		}
	}
}
