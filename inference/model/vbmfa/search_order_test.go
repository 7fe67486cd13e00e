package vbmfa

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distmv"
	"gonum.org/v1/gonum/stat/distuv"
)

// threeGroups is a search whose mixture has a component without factors for each of three groups in one
// column, of 60, 25 and 5 rows.
func threeGroups(t *testing.T) *search {
	rng := rand.New(rand.NewPCG(2, 8))
	x := mat.NewDense(90, 1, nil)
	nearest := make([]int, 90)
	for i := range nearest {
		if i >= 60 {
			nearest[i] = 1
		}
		if i >= 85 {
			nearest[i] = 2
		}
		x.Set(i, 0, []float64{0, 30, -40}[nearest[i]]+[]float64{1, 2, 0.3}[nearest[i]]*rng.NormFloat64())
	}
	m := emptyMixture(newRows(x))
	m.Psi[0] = 1
	m.setNoise()
	m.populate(nearest, 3, 0, rng)
	settle(t, m, 3)
	return &search{Mixture: m, Tries: make([]float64, 90), Spared: map[int]bool{}, Heirs: map[int][]int{},
		Lean: map[int]bool{}, rng: rng,
		options: options{births: true, attempts: 3, most: 100, factors: 0, shape: 1, rate: 1, tolerance: 1e-3}}
}

// byHand is what a component of one column without factors adds to the bound: for each of its rows, in the
// mean, and by its own mean.
func byHand(m *mixture, s int) float64 {
	c := m.Components[s]
	mean, variance := c.M[0], c.G[0]
	total := m.Concentration
	for _, o := range m.Components {
		total += o.Mass
	}
	logWeight := mathext.Digamma(m.Concentration/float64(len(m.Components))+c.Mass) - mathext.Digamma(total)
	fit := 0.0
	for i, r := range c.R {
		if r > 0 {
			fit += r * (logWeight + distuv.Normal{Mu: mean, Sigma: math.Sqrt(m.Psi[0])}.LogProb(m.d.row(i)[0]) -
				variance/(2*m.Psi[0]) - math.Log(r))
		}
	}
	far := mean - m.MeanOfMeans[0]
	divergence := 0.5 * (m.PrecOfMeans[0]*(variance+far*far) - 1 - math.Log(m.PrecOfMeans[0]*variance))
	return fit/c.Mass - divergence
}

// Components are left out in the order of what they add, the least first, and none twice.
func TestOrderOfRemoval(t *testing.T) {
	s := threeGroups(t)
	var order []int
	tried := map[int]bool{}
	for range 3 {
		want, least := -1, math.Inf(1)
		for i, c := range s.Mixture.Components {
			if v := byHand(s.Mixture, i); !tried[c.ID] && v < least {
				want, least = c.ID, v
			}
		}
		if !s.remove() {
			t.Fatal("there is nothing to leave out")
		}
		e := s.Epochs[len(s.Epochs)-1]
		if e.Parent != want || e.kind() != removal {
			t.Errorf("after %v component %d is left out, want %d", order, e.Parent, want)
		}
		order = append(order, e.Parent)
		tried[e.Parent], s.Spared[e.Parent] = true, false
		s.Mixture, s.Saved = s.Saved, nil
	}
	if order[0] == 0 && order[1] == 1 {
		t.Errorf("the order %v is that of the list", order)
	}
	if s.remove() {
		t.Error("a component is left out twice")
	}
}

// The next component to split is the one tried least, and of these the one that adds least. Components tried
// often enough are let alone.
func TestOrderOfBirths(t *testing.T) {
	s := threeGroups(t)
	m := s.Mixture
	try := func(component int, tries float64) {
		for i, r := range m.Components[component].R {
			if r > 0.5 {
				s.Tries[i] = tries
			}
		}
	}
	worst := func(of ...int) int {
		pick := of[0]
		for _, i := range of {
			if byHand(m, i) < byHand(m, pick) {
				pick = i
			}
		}
		return pick
	}
	first := worst(0, 1, 2)
	if got := s.choose(); got != first {
		t.Errorf("of components never tried %d is split, want %d", got, first)
	}
	try(first, 1)
	others := []int{(first + 1) % 3, (first + 2) % 3}
	second := worst(others...)
	if got := s.choose(); got != second {
		t.Errorf("after one try of %d component %d is split, want %d", first, got, second)
	}
	third := others[0] + others[1] - second
	try(second, 2)
	if got := s.choose(); got != third {
		t.Errorf("of components tried once, twice and never %d is split, want %d", got, third)
	}
	try(third, 3)
	if got := s.choose(); got != first {
		t.Errorf("of components tried once, twice and three times %d is split, want %d", got, first)
	}
	try(first, 3)
	try(second, 3)
	if got := s.choose(); got != -1 {
		t.Errorf("component %d was tried three times and is split", got)
	}
}

// How a component is split depends on how often its rows were tried: the third time it is in three.
func TestEarlierTriesDecideTheSplit(t *testing.T) {
	for tries, children := range []int{2, 2, 3} {
		s := threeGroups(t)
		for i := range s.Tries { // the small groups have been tried often enough
			s.Tries[i] = 3
			if s.Mixture.Components[0].R[i] > 0.5 {
				s.Tries[i] = float64(tries)
			}
		}
		s.next()
		e := s.Epochs[len(s.Epochs)-1]
		if e.kind() != birth || 2+len(e.More) != children {
			t.Errorf("after %d tries there are %d children, want %d", tries, 2+len(e.More), children)
		}
		if e.Parent != s.Saved.Components[0].ID {
			t.Errorf("component %d is split, which was tried three times", e.Parent)
		}
		s.reject(s.Value - 1)
		for i, r := range s.Mixture.Components[0].R {
			if r < 0.5 {
				continue
			}
			if want := min(float64(tries)+r, 3); !(math.Abs(s.Tries[i]-want) <= 1e-9) {
				t.Fatalf("row %d was tried %v times, want %v", i, s.Tries[i], want)
			}
		}
	}
}

// Loadings of a factor whose precision ν ~ Ga(a*, b*) is integrated out are a multivariate Student t of 2a*
// degrees of freedom and scale b*/a*; and by quadrature over log ν.
func TestDensityOfLoadings(t *testing.T) {
	m := emptyMixture(newRows(mat.NewDense(3, 2, []float64{1, 2, 0, 1, 4, -1})))
	for _, c := range []struct{ shape, rate float64 }{{1, 1}, {2.5, 0.4}, {0.7, 3}} {
		m.Shape, m.Rate = c.shape, c.rate
		scale := c.rate / c.shape
		student, ok := distmv.NewStudentsT([]float64{0, 0}, mat.NewSymDense(2, []float64{scale, 0, 0, scale}), 2*c.shape, nil)
		if !ok {
			t.Fatal("no Student t")
		}
		for _, loadings := range [][]float64{{0, 0}, {0.3, -1}, {4, 2}} {
			column := newComponent(m.d, 0, 1)
			column.loading(0)[0], column.loading(1)[0] = loadings[0], loadings[1]
			got := m.logColumn(column, 0)
			if want := student.LogProb(loadings); !(math.Abs(got-want) <= 1e-9*(1+math.Abs(want))) {
				t.Errorf("a* = %v, b* = %v at %v: %v, Student t %v", c.shape, c.rate, loadings, got, want)
			}
			sum, step := 0.0, 0.01
			for u := -30.0; u < 12; u += step {
				nu := math.Exp(u)
				n := distuv.Normal{Sigma: 1 / math.Sqrt(nu)}
				sum += step * nu * distuv.Gamma{Alpha: c.shape, Beta: c.rate}.Prob(nu) * n.Prob(loadings[0]) * n.Prob(loadings[1])
			}
			if !(math.Abs(got-math.Log(sum)) <= 1e-6) {
				t.Errorf("a* = %v, b* = %v at %v: %v, by quadrature %v", c.shape, c.rate, loadings, got, math.Log(sum))
			}
		}
	}
}

// A component has changed when its number of rows differs by more than a half and a hundredth of it, or when it is new
// or gone.
func TestChanged(t *testing.T) {
	with := func(mass ...float64) *mixture {
		m := &mixture{}
		for id, v := range mass {
			if v > 0 {
				m.Components = append(m.Components, &component{ID: id, Mass: v})
			}
		}
		return m
	}
	s := &search{Saved: with(1000, 1000, 10, 10, 0, 5), Mixture: with(1010, 989, 10.55, 10.65, 3, 0)}
	for id, want := range []bool{false, true, false, true, true, true} {
		if got := s.changed()[id]; got != want {
			t.Errorf("component %d has changed: %v", id, got)
		}
	}
}
