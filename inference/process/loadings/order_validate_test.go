//go:build validate

package loadings

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/inferencetest"
)

// Visiting factors in the order of their first items tells the chain of Z, and biases it; a shuffled order
// does not. One pass over the entries, all else held, from exact draws: what is left of the first item's row
// must be what it was.
func TestValidateFactorOrder(t *testing.T) {
	first := func(s *State, k int32) int {
		for d := range s.obs.d {
			if s.z[d*s.size+int(k)] {
				return d
			}
		}
		return s.obs.d
	}
	shuffled := func(s *State, rng *rand.Rand) { shuffle(s.rows.row.visit, rng) }
	inOrder := func(s *State, _ *rand.Rand) {
		slices.SortStableFunc(s.rows.row.visit, func(a, b int32) int { return cmp.Compare(first(s, a), first(s, b)) })
	}
	w := world{o: free(), d: 3, n: 4}
	w.o.alpha, w.o.fixedAlpha = 4, true
	run := func(t testing.TB, order func(*State, *rand.Rand)) float64 {
		rng := rand.New(rand.NewPCG(4, 4))
		e := make([]float64, w.n)
		left := func(s *State) (out []float64) {
			for d := range 2 {
				s.rows.residual(d, s.live, e)
				out = append(out, s.tau[d]*dot(e, e))
			}
			return out
		}
		return inferencetest.Greatest(inferencetest.Replicates(t, []string{"first row", "second row"},
			func() (before, after []float64) {
				s := w.state()
				s.drawPrior(rng)
				s.redraw(rng)
				before = left(s)
				for d := range w.d {
					s.rows.gather(d)
					for _, k := range slices.Concat(s.rows.row.single, s.rows.row.visit) {
						if s.z[d*s.size+int(k)] {
							p, r := s.rows.entry(d, int(k))
							s.rows.include(d, int(k), p, r)
						}
					}
					order(s, rng)
					for _, k := range s.rows.row.visit {
						s.rows.flip(d, int(k), rng)
					}
					s.rows.drawLoadings(d, rng)
				}
				return before, left(s)
			}, 400_000))
	}
	run(t, shuffled)
	z := run(&inferencetest.Recorder{TB: t}, inOrder)
	t.Logf("in order of first appearance: %.1f standard errors", z)
	if z < 5 {
		t.Errorf("visits in the order of first appearance differ by %.1f standard errors only", z)
	}
}
