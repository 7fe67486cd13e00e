package diagnostics

import (
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/partition"
)

// Chains whose traces agree are said to agree only if their groups do.
func TestGroupsOfChains(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var chains [][]float64
	for range 3 {
		chains = append(chains, autoregression(r, 2000, 0))
	}
	for _, c := range []struct {
		agreement []float64
		level     Level
		text      string
	}{
		{[]float64{1, 0.8, 0.95}, Good, "Chains agree."},
		{[]float64{1, 0.79, 0.95}, Warn, "Chains do not quite agree about the groups yet (agreement with those shown 0.79)"},
		{[]float64{0.9, 0.9, 0.31}, Bad, "Chains disagree about the groups (agreement with those shown 0.31)"},
		{nil, Good, "Chains agree."},
	} {
		s := &inference.Snapshot{Chains: traced(chains), Parts: []inference.Part{&partition.Partition{Labels: []int{0, 1}, Agreement: c.agreement}}}
		if v := report(t, s).Verdict; v.Level != c.level || !strings.HasPrefix(v.Text, c.text) {
			t.Errorf("%v: %v %q", c.agreement, v.Level, v.Text)
		}
	}
}
