package factors

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/stat/diagnostics"
)

// recurring makes a snapshot of two chains of 100 draws of factors: the first is in all, the second in those of one
// chain, the third, of one item, in all. The number of factors of the trace differs between chains if told.
func recurring(alike bool) *inference.Snapshot {
	rng := rand.New(rand.NewPCG(1, 2))
	vectors := map[int][]float32{}
	for k := range 3 {
		for range 8 {
			vectors[k] = append(vectors[k], float32(rng.NormFloat64()))
		}
	}
	items := [][]int32{{0, 1, 2}, {3, 4, 5}, {6}}
	values := [][]float32{{1, -1, 2}, {1, 2, 1}, {3}}
	f := &factor.Factors{State: &factor.State{}}
	s := &inference.Snapshot{Model: "nsfa", Parts: []inference.Part{f}}
	for chain := range 2 {
		trace := inference.Trace{Names: []string{"features", "noise"}, Values: make([][]float64, 2)}
		for i := range 100 {
			d := &factor.Sparse{Noise: make([]float32, 7)}
			for k := range 3 {
				if k == 1 && chain == 1 && !alike {
					continue
				}
				d.Items, d.Values, d.Activities = append(d.Items, items[k]), append(d.Values, values[k]),
					append(d.Activities, vectors[k])
			}
			f.Draws = append(f.Draws, factor.Draw{Chain: chain, Iteration: i, State: d})
			trace.Iteration, trace.Seconds = append(trace.Iteration, i), append(trace.Seconds, 0)
			trace.Values[0] = append(trace.Values[0], 5*float64(chain)+float64(rng.IntN(3)))
			trace.Values[1] = append(trace.Values[1], rng.NormFloat64())
		}
		s.Chains = append(s.Chains, trace)
	}
	return s
}

// Factors of several items count, each with its share of the draws of each chain; and the verdict says first which
// factors chains agree about. Where they agree about all, a number of factors that differs is no warning.
func TestAgreement(t *testing.T) {
	for _, alike := range []bool{false, true} {
		s := recurring(alike)
		got, err := Agreement(context.Background(), s, 0.3)
		if err != nil || len(got) != 2 {
			t.Fatalf("%v, %v", got, err)
		}
		for _, share := range got {
			if share[0] != 1 || share[1] != 1 && (alike || share[1] != 0) {
				t.Errorf("shares %v", got)
			}
		}
		r, err := Report(context.Background(), diagnostics.NewMonitor(diagnostics.Options{BurnIn: 0.3}), s)
		if err != nil {
			t.Fatal(err)
		}
		level, text := diagnostics.Warn,
			"1 of 2 factors that are in nearly all draws of a chain agree between chains. Chains differ in the other one: run longer"
		if alike {
			level, text = diagnostics.Good, "Chains agree about the 2 factors that are in nearly all draws."
		}
		if v := r.Verdict; v.Level != level || !strings.HasPrefix(v.Text, text) {
			t.Errorf("alike %v: %v, %q", alike, v.Level, v.Text)
		}
		if alike && !strings.Contains(strings.Join(r.Verdict.More, " "), "disagree about the number") {
			t.Errorf("the number behind it is not told: %q", r.Verdict.More)
		}
	}
	s := recurring(true)
	s.Chains = s.Chains[:1]
	if got, err := Agreement(context.Background(), s, 0.3); got != nil || err != nil {
		t.Errorf("one chain: %v, %v", got, err)
	}
	ctx, end := context.WithCancel(context.Background())
	end()
	if _, err := Agreement(ctx, recurring(true), 0.3); err == nil {
		t.Error("a context that ended is ignored")
	}
}
