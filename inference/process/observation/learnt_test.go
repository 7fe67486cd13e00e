package observation

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Where latent numbers are independent and standard normal, the probabilities of the levels have a Dirichlet
// distribution given the cells. Chains that draw cut points with the latent numbers, or without them, have its mean and
// variance, and forget where they were in a few sweeps; a chain that draws cut points given latent numbers does not.
func TestCutPointsOfIndependentCells(t *testing.T) {
	counts := []int{10, 60, 90, 40}
	var level []float64
	for k, n := range counts {
		level = append(level, slices.Repeat([]float64{float64(k)}, n)...)
	}
	row, zeros := make([]int, len(level)), make([]float64, len(level))
	for i := range row {
		row[i] = i
	}
	// draws returns Φ of the cut points, by sweep.
	draws := func(learn func(o *Ordered, u *Hidden, rng *rand.Rand)) (below [3][]float64) {
		rng := rand.New(rand.NewPCG(4, 71))
		o := NewOrdered([]float64{-2, 0, .1})
		u := Hidden{Row: row, Value: level, X: make([]float64, len(level)), Log: func(x []float64) (sum float64) {
			for _, v := range x {
				sum -= v * v / 2
			}
			return sum
		}}
		for range 6000 {
			for i, v := range level {
				o.Factor(i, v).Draw([]float64{0}, []float64{1}, rng, u.X[i:i+1])
			}
			learn(o, &u, rng)
			for k, c := range o.Parameters() {
				below[k] = append(below[k], .5*math.Erfc(-c/math.Sqrt2))
			}
		}
		return below
	}
	// apart returns the greatest distance of a mean from the exact one, in exact deviations, the greatest distance of
	// the log deviation, and the greatest correlation of draws ten sweeps apart.
	apart := func(learn func(o *Ordered, u *Hidden, rng *rand.Rand)) (mean, spread, after float64) {
		a, total := 0.0, float64(len(level)+len(counts))
		for k, p := range draws(learn) {
			a += float64(counts[k] + 1)
			want, deviation := a/total, math.Sqrt(a*(total-a)/(total*total*(total+1)))
			p = p[100:]
			var m, v, w float64
			for _, x := range p {
				m += x / float64(len(p))
			}
			for i, x := range p {
				v += (x - m) * (x - m) / float64(len(p))
				if i >= 10 {
					w += (x - m) * (p[i-10] - m) / float64(len(p))
				}
			}
			mean = max(mean, math.Abs(m-want)/deviation)
			spread = max(spread, math.Abs(math.Log(v)/2-math.Log(deviation)))
			after = max(after, w/v)
		}
		return mean, spread, after
	}
	for name, learn := range map[string]func(o *Ordered, u *Hidden, rng *rand.Rand){
		"with latent numbers":    func(o *Ordered, u *Hidden, rng *rand.Rand) { o.Learn(u, rng) },
		"without latent numbers": func(o *Ordered, u *Hidden, rng *rand.Rand) { o.LearnAbout(level, zeros, 1, rng) },
	} {
		mean, spread, after := apart(learn)
		t.Logf("%s: mean %.3f, log deviation %.3f, correlation after ten %.3f", name, mean, spread, after)
		if !(mean < .15 && spread < .1 && after < .3) {
			t.Errorf("%s: mean %.3f, log deviation %.3f, correlation after ten %.3f", name, mean, spread, after)
		}
	}
	_, _, after := apart(func(o *Ordered, u *Hidden, rng *rand.Rand) { // between the nearest latent numbers
		for k := range o.inner() {
			low, high := o.cuts[k], o.cuts[k+2]
			for i, v := range level {
				switch int(v) {
				case k:
					low = max(low, u.X[i])
				case k + 1:
					high = min(high, u.X[i])
				}
			}
			for {
				c := low + rng.Float64()*(high-low)
				if rng.ExpFloat64() > c*c/2 {
					o.cuts[k+1] = c
					break
				}
			}
		}
		o.limit()
	})
	if t.Logf("given latent numbers: correlation after ten %.3f", after); !(after > .5) {
		t.Errorf("given latent numbers the correlation after ten sweeps is %.3f", after)
	}
}

// Parameters that are none of a column are refused.
func TestSetParameters(t *testing.T) {
	columns := []Column{nil, NewOrdered([]float64{0, 1}), NewCounts(nil, 1, 2), YesNo{}}
	own, err := WithParameters(columns, []float64{-1, 3, .5, .2})
	if err != nil || !slices.Equal(ParametersOf(own), []float64{-1, 3, .5, .2}) ||
		!slices.Equal(ParametersOf(columns), []float64{0, 1, 1, 2}) {
		t.Errorf("%v, %v, and before %v", ParametersOf(own), err, ParametersOf(columns))
	}
	for _, p := range [][]float64{nil, {1, 0, 1, 1}, {0, 1, 1, 0}, {0, 1, math.NaN(), 1}, {0, 1, 1}, {0, 1, 1, 1, 1}} {
		if _, err := WithParameters(columns, p); err == nil {
			t.Errorf("%v is accepted", p)
		}
	}
}
