package diagnostics

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
)

// A number of features that rises through all chains is said to grow, with what to do; one that wavers, or rises in
// one chain only, is not.
func TestGrowth(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 9))
	course := func(from, to float64) []float64 {
		out := make([]float64, 400)
		for i := range out {
			out[i] = float64(int(from + (to-from)*float64(i)/400 + 2*rng.NormFloat64()))
		}
		return out
	}
	for name, c := range map[string]struct {
		chains  [][]float64
		growing string
		want    string
	}{
		"grows":         {[][]float64{course(20, 160), course(30, 170)}, "hold α at 1", "hold α at 1, or run longer"},
		"no advice":     {[][]float64{course(20, 160), course(30, 170)}, "", ": run longer"},
		"one chain":     {[][]float64{course(20, 160)}, "hold α at 1", "is still growing"},
		"steady":        {[][]float64{course(40, 40), course(40, 40)}, "hold α at 1", ""},
		"only one does": {[][]float64{course(20, 160), course(40, 40)}, "hold α at 1", ""},
		"a little":      {[][]float64{course(200, 210), course(200, 210)}, "hold α at 1", ""},
	} {
		var traces []inference.Trace
		for _, v := range c.chains {
			trace := inference.Trace{Names: []string{"features"}, Values: [][]float64{v}}
			for i := range v {
				trace.Iteration, trace.Seconds = append(trace.Iteration, i), append(trace.Seconds, float64(i))
			}
			traces = append(traces, trace)
		}
		r, err := NewMonitor(Options{BurnIn: inference.BurnIn, Iteration: "sweep", Growing: c.growing}).Report(t.Context(),
			&inference.Snapshot{Chains: traces})
		if err != nil {
			t.Fatal(err)
		}
		grows := strings.Contains(r.Verdict.Text, "is still growing")
		if grows != (c.want != "") || !strings.Contains(r.Verdict.Text, c.want) ||
			grows && (r.Verdict.Level != Bad || r.Verdict.Quantity != "features") {
			t.Errorf("%s: %+v", name, r.Verdict)
		}
		first, last, ok := r.Growing()
		if ok != grows || ok && !(first > 15 && last > 100 && last > first) {
			t.Errorf("%s: from %d to %d, %v", name, first, last, ok)
		}
		r.AddWorth(0.021, 0.004)
		advice := c.growing
		if advice == "" {
			advice = "more of them are not needed"
		}
		said := strings.Join(append([]string{r.Verdict.Text}, r.Verdict.More...), " ")
		if strings.Contains(said, ", but the new ones hardly predict better: "+advice+".") != grows ||
			strings.Contains(said, " add 0.021 nats to a hidden cell (standard error 0.004).") != grows ||
			strings.Contains(r.Verdict.Text, "nats") || strings.Count(said, "hold α at 1") > 1 {
			t.Errorf("%s: of the worth it says %q", name, said)
		}
	}
}

// Factors that are worth something are kept by those who predict; of a remark that stands behind others it says the
// same.
func TestWorthOfMuch(t *testing.T) {
	for _, advice := range []string{"", "hold α at 1"} {
		r := &Report{Options: Options{Growing: advice}}
		v, ok := r.judgeGrowth(growth{20, 30, true})
		if r.Verdict = (Verdict{Text: "Too early.", More: []string{v.Text}}); !ok {
			t.Fatal("it does not grow")
		}
		r.AddWorth(0.21, 0.04)
		want := "The number of features is still growing, from 20 to 30 after the burn-in, and the new ones " +
			"predict better: run longer to predict"
		if advice != "" {
			want += "; otherwise " + advice
		}
		number := "Factors 21 to 30 add 0.21 nats to a hidden cell (standard error 0.04)."
		if got := r.Verdict.More; !slices.Equal(got, []string{want + ".", number}) || r.Verdict.Text != "Too early." {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// What the weak factors are worth, and what the model says of it, follow the other remarks; nothing is said where it
// is not known.
func TestTrade(t *testing.T) {
	r := &Report{Options: Options{Trade: "Another goal predicts better."}}
	r.Verdict.More = []string{"Run longer."}
	r.AddTrade(0, 1, 1)
	r.AddTrade(3, math.NaN(), math.NaN())
	if len(r.Verdict.More) != 1 {
		t.Errorf("said without knowing: %q", r.Verdict.More)
	}
	r.AddTrade(12, 0.0214, 0.0041)
	want :=
		"Run longer. Beside the 12 strongest factors of a draw, those of 1 % of the variance or more, the others add 0.021 nats to a hidden cell " +
			"(standard error 0.004). Another goal predicts better."
	if got := strings.Join(r.Verdict.More, " "); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// R-hat of draws of 0 and 1 with the frequencies 0.2 and 0.4: the variance between over that within, 0.16 and 0.24 on
// average.
func TestRHatOfAClade(t *testing.T) {
	c := Clade{Frequencies: []float64{0.2, 0.4}, Deviation: 0.1}
	if got, want := c.rhat(), math.Sqrt(1+0.01/0.2); !(math.Abs(got-want) <= 1e-12) {
		t.Errorf("%v, want %v", got, want)
	}
}
