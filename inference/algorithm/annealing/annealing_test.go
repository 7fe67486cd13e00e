package annealing

import (
	"math"
	"math/rand/v2"
	"testing"
)

// conjugate is μ ~ N(0,1), y_i ~ N(μ, s²), with y given: its evidence is known.
type conjugate struct {
	y  []float64
	s2 float64
}

func (c conjugate) logLikelihood(mu float64) float64 {
	s := 0.0
	for _, y := range c.y {
		s -= 0.5 * (math.Log(2*math.Pi*c.s2) + (y-mu)*(y-mu)/c.s2)
	}
	return s
}

func (c conjugate) logEvidence() float64 {
	// One y after another, each N(m, v+s²) with m, v the posterior so far.
	sum, m, v := 0.0, 0.0, 1.0
	for _, y := range c.y {
		t := v + c.s2
		sum -= 0.5 * (math.Log(2*math.Pi*t) + (y-m)*(y-m)/t)
		m, v = m+v/t*(y-m), v*c.s2/t
	}
	return sum
}

// metropolis moves μ by one random step that leaves prior × likelihood^β as it is.
func (c conjugate) metropolis(mu, power, width float64, rng *rand.Rand) float64 {
	target := func(m float64) float64 { return -0.5*m*m + power*c.logLikelihood(m) }
	to := mu + width*rng.NormFloat64()
	if math.Log(rng.Float64()) < target(to)-target(mu) {
		return to
	}
	return mu
}

// The evidence of a conjugate Gaussian is found within three standard errors, with powers
// that are many or few; a weight that is summed after the move in place of before is not.
func TestConjugateGaussian(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 34))
	c := conjugate{y: []float64{1.3, 2.2, 1.9, 0.8, 1.4}, s2: 0.3}
	for _, n := range []int{5, 20, 100} {
		var right, wrong Weights
		for range 4000 {
			mu, late := rng.NormFloat64(), 0.0
			p := NewPath(Powers(n))
			for more := true; more; {
				var power float64
				before := p.at
				power, more = p.Advance(c.logLikelihood(mu))
				mu = c.metropolis(mu, power, 0.6, rng)
				late += (p.powers[before+1] - p.powers[before]) * c.logLikelihood(mu)
			}
			right.Add(p.LogWeight())
			wrong.Add(late)
		}
		want := c.logEvidence()
		z := (right.LogMean() - want) / right.StandardError()
		t.Logf("%d powers: %.4f ± %.4f, exactly %.4f; %.0f of 4000 runs effective", n, right.LogMean(), right.StandardError(),
			want, right.Effective())
		if !(math.Abs(z) <= 3) {
			t.Errorf("%d powers: %v standard errors from the evidence", n, z)
		}
		if z := (wrong.LogMean() - want) / wrong.StandardError(); n < 100 && math.Abs(z) < 5 {
			t.Errorf("%d powers: a wrong sum is only %v standard errors off", n, z)
		}
	}
}

// Chains that swap keep the posterior at power 1; with the sign of the swap wrong they do not.
func TestSwaps(t *testing.T) {
	c := conjugate{y: []float64{1.3, 2.2}, s2: 0.5}
	total := 0.0
	for _, y := range c.y {
		total += y
	}
	precision := 1 + 2/c.s2
	want, sd := total/c.s2/precision, 1/math.Sqrt(precision)
	run := func(sign float64) (mean, se float64) {
		rng := rand.New(rand.NewPCG(2, 34))
		powers := Ladder(4, 0.1)
		mu := make([]float64, 4)
		const batches, size = 100, 1000
		var means []float64
		for range batches {
			m := 0.0
			for range size {
				for k := range mu {
					mu[k] = c.metropolis(mu[k], powers[k], 1, rng)
				}
				k := rng.IntN(3)
				if math.Log(rng.Float64()) < sign*LogSwap(powers[k], powers[k+1], c.logLikelihood(mu[k]),
					c.logLikelihood(mu[k+1])) {
					mu[k], mu[k+1] = mu[k+1], mu[k]
				}
				m += mu[0] / size
			}
			means = append(means, m)
			mean += m / batches
		}
		for _, m := range means {
			se += (m - mean) * (m - mean) / (batches - 1) / batches
		}
		return mean, math.Sqrt(se)
	}
	if mean, se := run(1); !(math.Abs(mean-want) <= 4*se) {
		t.Errorf("mean %v ± %v, want %v (sd %v)", mean, se, want, sd)
	}
	if mean, se := run(-1); math.Abs(mean-want) < 6*se {
		t.Errorf("with the sign wrong the mean is %v ± %v, want it away from %v", mean, se, want)
	}
}

func TestLadders(t *testing.T) {
	p, l := Powers(10), Ladder(3, 0.25)
	if p[0] != 0 || p[10] != 1 || l[0] != 1 || !(math.Abs(l[1]-0.5) <= 1e-12) || l[2] != 0.25 || Ladder(1, 0.5)[0] != 1 {
		t.Errorf("powers %v, ladder %v", p, l)
	}
}

// One run, or one that carries all the weight, has no standard error.
func TestStandardErrorNeedsTwoRuns(t *testing.T) {
	var w Weights
	w.Add(-3)
	if e := w.StandardError(); !math.IsNaN(e) {
		t.Errorf("one run has the standard error %v", e)
	}
	w.Add(-40)
	if e := w.StandardError(); !math.IsNaN(e) {
		t.Errorf("a second run without weight gives the standard error %v", e)
	}
	w.Add(-3)
	w.Add(-3.5)
	if e := w.StandardError(); !(e > 0 && e < 1) {
		t.Errorf("three runs of weight have the standard error %v", e)
	}
}
