package observation

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/algorithm/special"

	"gonum.org/v1/gonum/mat"
)

// A row of a number, two yes/no, a category of three and a missing cell. The estimates of all its forms sum to the
// density of the number; two yes/no have the probability of Sheppard (1899), and a category whose latent numbers have
// one variance that of its integral. Drawn numbers hold their cells and have the moments of those of the prior that do.
func TestDependent(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	columns := []Column{YesNo{}, nil, NewCategories(3), YesNo{}, YesNo{}}
	table := NewTable(mat.NewDense(1, 5, nil), columns)
	const d = 6
	m, root := []float64{.3, -.2, .5, .1, -.4, .2}, mat.NewDense(d, d, nil)
	for i := range d {
		for j := range i + 1 {
			root.Set(i, j, .4*rng.NormFloat64())
		}
		root.Set(i, i, 1+.3*rng.Float64())
	}
	var s mat.Dense
	s.Mul(root, root.T())
	cov := s.RawMatrix().Data
	const probes = 4000
	total := 0.
	for a := range 2 {
		for b := range 3 {
			for c := range 2 {
				r := table.DependentOf([]float64{float64(a), .7, float64(b), float64(c), math.NaN()})
				l, ok := r.Root(cov)
				if !ok {
					t.Fatal("no root")
				}
				total += math.Exp(r.Log(m, l, probes, rng))
			}
		}
	}
	v := s.At(1, 1)
	if want := math.Exp(-.5 * (.9*.9/v + math.Log(2*math.Pi*v))); !(math.Abs(total/want-1) <= .01) {
		t.Errorf("the forms of a row have density %v in all, want %v", total, want)
	}

	two := NewTable(mat.NewDense(1, 2, nil), []Column{YesNo{}, YesNo{}})
	r := two.DependentOf([]float64{1, 0})
	l, _ := r.Root([]float64{1, .6, .6, 1})
	got := math.Exp(r.Log([]float64{0, 0}, l, probes, rng))
	if want := .25 - math.Asin(.6)/(2*math.Pi); !(math.Abs(got-want) <= .003) {
		t.Errorf("yes and no have probability %v, want %v", got, want)
	}

	c := NewCategories(4)
	one := NewTable(mat.NewDense(1, 1, nil), []Column{c})
	r = one.DependentOf([]float64{2})
	l, _ = r.Root([]float64{1.3, 0, 0, 0, 1.3, 0, 0, 0, 1.3})
	at := []float64{.4, -.2, .3}
	var mean, variance [3]float64
	want := c.Factor(0, 2).Moments(at, []float64{1.3, 1.3, 1.3}, mean[:], variance[:])
	if got := r.Log(at, l, probes, rng); !(math.Abs(got-want) <= .01) {
		t.Errorf("a category has log probability %v, want %v", got, want)
	}
	u, log, sum, all := make([]float64, 3), 0., [3]float64{}, 0.
	for range probes {
		log = r.Draw(at, l, false, rng, u)
		if k := c.Predict(0, u, nil); k != 2 {
			t.Fatalf("drew level %v", k)
		}
		if again := r.Draw(at, l, true, rng, u); !(math.Abs(again-log) <= 1e-9) {
			t.Fatalf("the way back has log probability %v, the way %v", again, log)
		}
		all += math.Exp(log)
		for j, x := range u {
			sum[j] += math.Exp(log) * x
		}
	}
	for j := range sum {
		if !(math.Abs(sum[j]/all-mean[j]) <= .05) {
			t.Errorf("latent number %d has mean %v, want %v", j, sum[j]/all, mean[j])
		}
	}
}

// Log returns the log of the mean of so many estimates of the probability, or density, of the cells of the row.
func (r *Dependent) Log(m, root []float64, probes int, rng *rand.Rand) float64 {
	u := make([]float64, r.sizes)
	sum := r.Draw(m, root, false, rng, u)
	for k := 1; k < probes; k++ {
		sum = special.LogAdd(sum, r.Draw(m, root, false, rng, u))
	}
	return sum - math.Log(float64(probes))
}
