package survival_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/stat/survival"
)

// some are made-up cases with ties, in three groups.
func some() (cases []survival.Case) {
	times := [][]float64{{5, 8, 8, 12, 16, 23, 27, 30, 33, 43, 45}, {9, 13, 13, 18, 23, 28, 31, 34, 45, 48, 161},
		{3, 4, 6, 6, 8, 10, 12, 15, 16, 20}}
	events := []string{"11111101111", "11011011010", "1111110111"}
	for g, list := range times {
		for i, t := range list {
			cases = append(cases, survival.Case{Time: t, Event: events[g][i] == '1', Group: g})
		}
	}
	return cases
}

// The numbers are those of R 4.2.2, survival: survdiff(Surv(t, e) ~ g), and survfit of the second group.
func TestAgainstR(t *testing.T) {
	near := func(what string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) <= 1e-9*math.Max(1, math.Abs(want))) {
			t.Errorf("%s is %.12g, not %.12g", what, got, want)
		}
	}
	all, ok := survival.LogRank(some(), 3)
	if !ok || all.Freedom != 2 {
		t.Fatalf("%+v", all)
	}
	near("χ²", all.Statistic, 14.309537984465)
	near("p", all.P, 0.000781129981627)
	for g, want := range []float64{9.45623330245, 13.15828780374, 3.38547889382} {
		near("expected", all.Expected[g], want)
	}
	two, _ := survival.LogRank(some()[:22], 2)
	near("χ² of two", two.Statistic, 2.7425945943427)
	c := survival.Curves(some(), 3)
	for g, want := range []float64{23, 31, 9} {
		near("median", c[g].Median(), want)
	}
	shares := []float64{0.909090909091, 0.818181818182, 0.715909090909, 0.613636363636, 0.490909090909,
		0.368181818182, 0.184090909091}
	if len(c[1].Steps) != len(shares) {
		t.Fatalf("%d steps", len(c[1].Steps))
	}
	for i, want := range shares {
		near("share", c[1].Steps[i].Share, want)
	}
	if c[1].Cases != 11 || c[1].Events != 7 || len(c[1].Censored) != 4 {
		t.Errorf("%+v", c[1])
	}
}

// Without ties the statistic of two groups is the score test of a proportional hazard, worked out here from the partial
// likelihood by differences.
func TestIsAScoreTest(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	var cases []survival.Case
	for i := range 40 {
		cases = append(cases, survival.Case{Time: rng.ExpFloat64() * (1 + 0.8*float64(i%2)),
			Event: rng.Float64() < 0.7, Group: i % 2})
	}
	log := func(beta float64) (sum float64) {
		for _, k := range cases {
			if !k.Event {
				continue
			}
			risk := 0.0
			for _, o := range cases {
				if o.Time >= k.Time {
					risk += math.Exp(beta * float64(o.Group))
				}
			}
			sum += beta*float64(k.Group) - math.Log(risk)
		}
		return sum
	}
	const h = 1e-3
	slope := (log(h) - log(-h)) / (2 * h)
	bend := -(log(h) - 2*log(0) + log(-h)) / (h * h)
	got, ok := survival.LogRank(cases, 2)
	if want := slope * slope / bend; !ok || !(math.Abs(got.Statistic-want) <= 1e-4*want) {
		t.Errorf("χ² is %v, and the score test %v", got.Statistic, want)
	}
}

// Where groups are alike, p is uniform: of 600 tables about one in twenty has p below 0.05.
func TestLevel(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	below := 0
	for range 600 {
		var cases []survival.Case
		for i := range 60 {
			cases = append(cases, survival.Case{Time: rng.ExpFloat64(), Event: rng.Float64() < 0.8, Group: i % 3})
		}
		if k, ok := survival.LogRank(cases, 3); ok && k.P < 0.05 {
			below++
		}
	}
	if below < 15 || below > 50 { // 30 ± 3.7 standard deviations
		t.Errorf("%d of 600", below)
	}
}

func TestWhatCannotDiffer(t *testing.T) {
	for name, cases := range map[string][]survival.Case{
		"nothing":   nil,
		"one group": {{Time: 1, Event: true}, {Time: 2, Event: true}},
		"no event":  {{Time: 1}, {Time: 2, Group: 1}},
	} {
		if _, ok := survival.LogRank(cases, 2); ok {
			t.Errorf("%s is tested", name)
		}
	}
	if m := survival.Curves([]survival.Case{{Time: 1}}, 1)[0].Median(); !math.IsNaN(m) {
		t.Errorf("a median of %v without events", m)
	}
}
