package factors

import (
	"math"
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
