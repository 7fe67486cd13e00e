// Package survival describes times to an event, some of them cut off before it: Kaplan and Meier, "Nonparametric
// estimation from incomplete observations", J. Am. Stat. Assoc. 53 (1958) 457–481, and the log-rank test of
// groups: Mantel,
// Cancer Chemother. Rep. 50 (1966) 163–170; Peto and Peto, J. R. Stat. Soc. A 135 (1972) 185–207.
package survival

import (
	"cmp"
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/stable"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Case is one thing observed: until its event, or until it was last seen without one.
type Case struct {
	Time  float64 // ≥ 0, in any unit
	Event bool
	Group int // from 0
}

// A Step is where a curve falls.
type Step struct {
	Time           float64
	Share          float64 // without the event after it, from 0 to 1
	Low, High      float64 // 95 % limits, by the complementary log of the share, with Greenwood's variance
	AtRisk, Events int
}

// A Curve is the share without the event over time.
type Curve struct {
	Steps    []Step    // by time; a first one at 0 with share 1 is understood
	Censored []float64 // times at which cases were last seen without an event, ascending
	Cases    int
	Events   int
}

// Curves estimates the curve of each of so many groups.
func Curves(cases []Case, groups int) []Curve {
	curves := make([]Curve, groups)
	for g := range curves {
		curves[g] = curve(cases, g)
	}
	return curves
}

func curve(cases []Case, group int) (c Curve) {
	var own []Case
	for _, k := range cases {
		if k.Group == group {
			own = append(own, k)
		}
	}
	stable.SortFunc(own, func(a, b Case) int { return cmp.Compare(a.Time, b.Time) })
	c.Cases = len(own)
	share, greenwood := 1.0, 0.0
	for i := 0; i < len(own); {
		j, events := i, 0
		for ; j < len(own) && own[j].Time == own[i].Time; j++ {
			if own[j].Event {
				events++
			} else {
				c.Censored = append(c.Censored, own[j].Time)
			}
		}
		if events > 0 {
			n, d := float64(len(own)-i), float64(events)
			share *= 1 - d/n
			greenwood += d / (n * (n - d))
			low, high := limits(share, greenwood)
			c.Steps = append(c.Steps, Step{own[i].Time, share, low, high, len(own) - i, events})
			c.Events += events
		}
		i = j
	}
	return c
}

// limits are 95 % limits of a share whose logarithm has a variance, symmetric in log(−log share); those of 0 are 0.
func limits(share, variance float64) (low, high float64) {
	if !(share > 0) || !(share < 1) {
		return share, share
	}
	const normal = 1.959963984540054
	reach := math.Exp(normal * math.Sqrt(variance) / math.Abs(math.Log(share)))
	return math.Pow(share, reach), math.Pow(share, 1/reach)
}

// Median returns the first time at which the share is less than a half, half-way back to that at which it became a half
// where it was that for a while; NaN where it stays above.
func (c Curve) Median() float64 {
	const rounding = 1e-12
	for i, s := range c.Steps {
		switch {
		case s.Share > 0.5+rounding:
		case s.Share > 0.5-rounding && i+1 < len(c.Steps):
			return (s.Time + c.Steps[i+1].Time) / 2
		default:
			return s.Time
		}
	}
	return math.NaN()
}

// A Test is the log-rank test of whether groups differ.
type Test struct {
	Statistic float64 // χ²
	Freedom   int
	P         float64
	Observed  []float64 // events of each group
	Expected  []float64 // were all groups alike
}

// LogRank tests whether groups have one curve. ok is false where fewer than two groups have cases, or nothing
// could differ.
func LogRank(cases []Case, groups int) (t Test, ok bool) {
	t.Observed, t.Expected = make([]float64, groups), make([]float64, groups)
	variance := mat.NewSymDense(max(groups, 1), nil)
	var times []float64
	for _, k := range cases {
		if k.Event {
			times = append(times, k.Time)
			t.Observed[k.Group]++
		}
	}
	slices.Sort(times)
	risk := make([]float64, groups)
	for i := 0; i < len(times); {
		j := i
		for j < len(times) && times[j] == times[i] {
			j++
		}
		d, n := float64(j-i), 0.0
		clear(risk)
		for _, k := range cases {
			if k.Time >= times[i] {
				risk[k.Group]++
				n++
			}
		}
		for a := range groups {
			t.Expected[a] += d * risk[a] / n
			for b := a; b < groups && n > 1; b++ { // of the hypergeometric distribution
				v := -risk[a] / n * risk[b] / n
				if a == b {
					v += risk[a] / n
				}
				variance.SetSym(a, b, variance.At(a, b)+d*(n-d)/(n-1)*v)
			}
		}
		i = j
	}
	var free []int // groups with some variance; one of them follows from the others
	for g := range groups {
		if variance.At(g, g) > 1e-12 {
			free = append(free, g)
		}
	}
	if len(free) < 2 {
		return t, false
	}
	free = free[:len(free)-1]
	v, u := mat.NewSymDense(len(free), nil), mat.NewVecDense(len(free), nil)
	for i, a := range free {
		u.SetVec(i, t.Observed[a]-t.Expected[a])
		for j := i; j < len(free); j++ {
			v.SetSym(i, j, variance.At(a, free[j]))
		}
	}
	var root mat.Cholesky
	if !root.Factorize(v) {
		return t, false
	}
	var solved mat.VecDense
	if root.SolveVecTo(&solved, u) != nil {
		return t, false
	}
	t.Statistic, t.Freedom = mat.Dot(u, &solved), len(free)
	t.P = distuv.ChiSquared{K: float64(t.Freedom)}.Survival(t.Statistic)
	return t, true
}
