package factor_test

import (
	"math"
	"testing"

	"example.org/espalier/inference/kind/factor"

	"gonum.org/v1/gonum/mat"
)

// Factors are followed by their IDs: what moved, what was born and what died counts by its loadings.
func TestReplayed(t *testing.T) {
	state := func(ids []int, loadings ...float64) *factor.Factors {
		s := &factor.State{IDs: ids}
		if len(ids) > 0 {
			s.Loadings = mat.NewDense(len(loadings)/len(ids), len(ids), loadings)
		}
		return &factor.Factors{State: s, Draws: make([]factor.Draw, 2)}
	}
	was := state([]int{1, 2}, 3, 0, 0, 4)
	for name, c := range map[string]struct {
		now  *factor.Factors
		want float64
	}{
		"turned": {state([]int{2, 1}, 0, 3, 4, 0), 0},
		"moved":  {state([]int{1, 2}, 0, 0, 0, 4), math.Sqrt(9. / (25 + 16))},
		"born":   {state([]int{1, 2, 3}, 3, 0, 0, 0, 4, 5), math.Sqrt(25. / (25 + 50))},
		"died":   {state([]int{2}, 0, 4), math.Sqrt(9. / (25 + 16))},
		"none":   {state(nil), 1},
	} {
		if got := c.now.Change(was); !(math.Abs(got-c.want) < 1e-12) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	if got := was.Change(state(nil)); got != 1 {
		t.Errorf("from none: %v", got)
	}
	if now := was.Present().(*factor.Factors); now.State != was.State || now.Draws != nil || was.Toward(was) != was {
		t.Errorf("%+v", now)
	}
}
