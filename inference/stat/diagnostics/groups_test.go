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
		{[]float64{1, 0.79, 0.95}, Warn, "Chains do not quite agree about the groups yet: run longer."},
		{[]float64{0.9, 0.9, 0.31}, Bad, "Chains disagree about the groups: run longer."},
		{nil, Good, "Chains agree."},
	} {
		s := &inference.Snapshot{Chains: traced(chains),
			Parts: []inference.Part{&partition.Partition{Labels: []int{0, 1}, Agreement: c.agreement}}}
		if v := report(t, s).Verdict; v.Level != c.level || !strings.HasPrefix(v.Text, c.text) {
			t.Errorf("%v: %v %q", c.agreement, v.Level, v.Text)
		}
	}
}

// Where the groups that are shown are the same in all chains, a number behind them whose draws are few is no warning,
// but it is told; one about which chains disagree is.
func TestSlowNumbersBehindSureGroups(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 4))
	slow := several(4, func(int) []float64 { return thinned(r, 4000, 150) })
	apart := several(4, func(k int) []float64 {
		x := autoregression(r, 2000, 0)
		for i := range x {
			x[i] += float64(3 * k)
		}
		return x
	})
	for _, c := range []struct {
		chains    [][]float64
		agreement []float64
		level     Level
		text      string
	}{
		{slow, []float64{1, 0.95, 1, 1}, Good, "Chains agree about the groups."},
		{slow, []float64{1, 0.85, 1, 1}, Warn, "There are too few independent draws of a parameter of the model yet"},
		{slow, nil, Warn, "There are too few independent draws of a parameter of the model yet"},
		{apart, []float64{1, 0.95, 1, 1}, Bad,
			"Chains agree about the groups. Chains disagree about a parameter of the model: run longer."},
	} {
		s := &inference.Snapshot{Chains: traced(c.chains),
			Parts: []inference.Part{&partition.Partition{Labels: []int{0, 1}, Agreement: c.agreement}}}
		v := report(t, s).Verdict
		if v.Level != c.level || !strings.HasPrefix(v.Text, c.text) ||
			!strings.Contains(strings.Join(v.More, " "), "effective sample size of") {
			t.Errorf("%v: %v %q %q", c.agreement, v.Level, v.Text, v.More)
		}
	}
}
