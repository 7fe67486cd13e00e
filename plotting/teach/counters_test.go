package teach

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// long are stages whose courses take long, with how many are played. The first make thousands of draws or steps: their
// counters spread little, so that fewer courses find a wrong theory. TestValidateTeach plays 400 of each.
var long = map[string]int{"geweke": 24, "check": 24, "evidence": 24, "cooling": 24, "nested-crp": 40, "pydt-plane": 40,
	"importance": 40, "pydt-balance": 40, "blocks": 40}

func seeds(s Stage) int {
	if s.Data {
		return 3
	}
	if n := long[s.Name]; n > 0 {
		return n
	}
	return 70
}

// A tally is what a counter came to over many seeds.
type tally struct {
	name                 string // with where in the course
	n                    float64
	x, xx                float64 // differences from what was expected, and their squares
	expected, deviations float64 // sums of what theory has
}

// mean returns the mean difference from theory and its standard error, deviation the
// standard deviation of the differences.
func (a *tally) mean() (mean, se float64) {
	return a.x / a.n, a.deviation()/math.Sqrt(a.n) + 1e-9
}

func (a *tally) deviation() float64 {
	mean := a.x / a.n
	return math.Sqrt(max(a.xx/a.n-mean*mean, 0))
}

// tallies plays the courses of n seeds and compares the counters with theory, half way and
// in the end. Those that must be exact are held to it in every course elsewhere. A stage whose first
// courses have no counter with a theory has nothing to compare, and no more are played.
func tallies(t testing.TB, s Stage, n int, first uint64) []*tally {
	t.Helper()
	at := map[string]*tally{}
	var list []*tally
	for seed := range n {
		if seed == 3 && len(list) == 0 {
			break
		}
		c := open(t, s, uint64(seed)+first, s.Light...)
		for _, share := range []float64{0.5, 1} {
			to(t, c, int(math.Ceil(share*float64(c.Steps()))))
			for _, k := range c.Counters() {
				if k.Exact || math.IsNaN(k.Drawn) || math.IsNaN(k.Expected) {
					continue
				}
				where := "in the end"
				if share < 1 {
					where = "half way"
				}
				name := k.Name + ", " + where
				a := at[name]
				if a == nil {
					a = &tally{name: name}
					at[name], list = a, append(list, a)
				}
				d := k.Drawn - k.Expected // Expected may depend on the course so far
				a.n, a.x, a.xx, a.expected, a.deviations = a.n+1, a.x+d, a.xx+d*d, a.expected+k.Expected, a.deviations+k.Spread
			}
		}
	}
	return slices.DeleteFunc(list, func(a *tally) bool { return a.n < 20 })
}

// check holds a tally to theory: the mean within four standard errors.
func (a *tally) check(t *testing.T) {
	mean, se := a.mean()
	if !(math.Abs(mean) <= 4*se) {
		t.Errorf("%s: %.4g on average over %v seeds, where theory has %.4g: %.1f standard errors away", a.name, a.expected/a.n+mean, a.n, a.expected/a.n, mean/se)
	}
	// The standard error of a standard deviation is about a tenth for 60 draws and more for
	// heavy tails: a wrong formula is further off.
	sd, w := a.deviation(), a.deviations/a.n
	if !math.IsNaN(w) && !(sd <= 1.5*w+1e-9 && sd >= w/1.5-1e-9) {
		t.Errorf("%s: standard deviation %.4g, where theory has %.4g", a.name, sd, w)
	}
}

func TestCountersAgreeWithTheory(t *testing.T) {
	eachStage(t, func(t *testing.T, s Stage) {
		n := seeds(s)
		if testing.Short() {
			n = min(n, 40)
		}
		for _, a := range tallies(t, s, n, 1000) {
			a.check(t)
		}
	})
}

// A theory that is off by a third of a standard deviation does not pass.
func TestCountersNoticeAWrongTheory(t *testing.T) {
	for _, a := range tallies(t, restaurant(), 200, 5000) {
		a.x += 0.34 * a.deviation() * a.n
		if mean, se := a.mean(); math.Abs(mean) <= 4*se {
			t.Errorf("%s: %s is not noticed", a.name, fmt.Sprint(mean/se))
		}
	}
}
