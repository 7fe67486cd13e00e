package factors

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"

	"gonum.org/v1/gonum/mat"
)

// Two references that are one factor of the other sign become one, and the second is turned: its sign is −1, not
// something in between. Of the same sign it is 1.
func TestJoinedFactorsAreTurned(t *testing.T) {
	m := &matcher{items: 4, cases: 3, options: Options{Similar: 0.5}}
	values, activities := []float32{1, 2, 0.5}, []float32{1, -2, 0.7}
	for k := range 3 {
		r := newReference(4, 3)
		a := []float32{activities[0] + 0.3*float32(k), activities[1], activities[2]}
		r.add(newPiece([]int32{0, 1, 3}, values, a), []float64{1, -1, 1}[k])
		r.measure()
		m.references = append(m.references, r)
	}
	to, sign := m.joined([]int{5, 5, 5})
	want := []float64{1, -1, 1}
	for j := range to {
		if to[j] != 0 || sign[j] != want[j] || math.Abs(sign[j]) != 1 {
			t.Errorf("reference %d goes to %d with sign %v, want 0 and %v", j, to[j], sign[j], want[j])
		}
	}
}

// Factors of a single estimate are all there: present once, like themselves.
func TestFactorsOfAnEstimateAreThere(t *testing.T) {
	data := &inference.Dataset{X: mat.NewDense(3, 2, []float64{1, 2, 3, 5, 4, 4})}
	s := ofEstimate(data, &factor.State{IDs: []int{4, 7}, Noise: []float64{0.1, 0.2},
		Loadings: mat.NewDense(2, 2, []float64{1, 0, 2, 1}), Activities: mat.NewDense(3, 2, []float64{1, 0, 0.5, 1, 2, 0.3})})
	if len(s.Matches) != 2 {
		t.Fatalf("%d factors", len(s.Matches))
	}
	for _, m := range s.Matches {
		if m.Presence != 1 || m.Loadings != 1 || m.Activities != 1 {
			t.Errorf("%+v", m)
		}
	}
}

// Where chains disagree about a model with three factors, three are shown, and those belong together: they are of one
// draw. Where the number of factors is found too, all are shown that are in enough of the draws.
func TestNoMoreFactorsThanEveryDrawHas(t *testing.T) {
	const items, cases, k = 12, 9, 3
	rng := rand.New(rand.NewPCG(3, 7))
	vector := func(n int) []float32 {
		v := make([]float32, n)
		for i := range v {
			v[i] = float32(rng.NormFloat64())
		}
		return v
	}
	all := make([]int32, items)
	for i := range all {
		all[i] = int32(i)
	}
	drawn := func(seeds ...uint64) *factor.Sparse {
		d := &factor.Sparse{Noise: make([]float32, items)}
		for _, s := range seeds {
			rng = rand.New(rand.NewPCG(s, 1))
			d.Items, d.Values, d.Activities = append(d.Items, all), append(d.Values, vector(items)),
				append(d.Activities, vector(cases))
		}
		return d
	}
	data := &inference.Dataset{X: mat.NewDense(cases, items, nil)}
	summary := func(more ...*factor.Sparse) *Summary {
		found := &factor.Factors{State: &factor.State{}}
		// Three draws have the factors 1, 2 and 3, two have 1, 4 and 5, the second of which has the highest density.
		for i, d := range append([]*factor.Sparse{drawn(1, 2, 3), drawn(1, 4, 5), drawn(3, 1, 2), drawn(4, 5, 1),
			drawn(2, 3, 1)}, more...) {
			found.Draws = append(found.Draws, factor.Draw{Iteration: i, Objective: float64(i % 4), State: d})
		}
		s, err := Summarise(context.Background(), data, &inference.Snapshot{Parts: []inference.Part{found}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := summary()
	if s.Count() != k {
		t.Fatalf("%d factors of draws of %d", s.Count(), k)
	}
	sum, presence := s.Rest.Mean, 0.0
	for j := range k {
		sum += s.Explained[j].Mean
		presence += s.Matches[j].Presence
	}
	if !(math.Abs(sum-1) <= 1e-6) || !(s.Rest.Mean > 0.1) { // there is no noise
		t.Errorf("shares of %v, %v of them those of other factors", sum, s.Rest.Mean)
	}
	if !(math.Abs(presence-(1+0.6+0.6)) <= 1e-9) {
		t.Errorf("the factors are in %v of the draws, together", presence)
	}
	if s := summary(drawn(1, 2, 3, 6)); s.Count() != 5 {
		t.Errorf("%d factors, want 5 where draws differ in their number", s.Count())
	}
}
