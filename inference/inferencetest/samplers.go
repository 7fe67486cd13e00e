package inferencetest

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// A Score compares two ways to compute the same expectation.
type Score struct {
	Name string  // of the statistic, with ² for its second moment
	Z    float64 // difference in standard errors; about normal when the sampler is right
}

// limit is the |z| above which a sampler fails. With ten scores a correct one exceeds it for one
// seed in 1,600.
const limit = 4

// Geweke checks a sampler by the joint distribution of parameters and data (Geweke 2004, Getting it
// right, JASA 99, 799–804). forward draws both from the model. chain continues from its last state:
// it draws parameters given data by the sampler, then data given parameters. Each returns the named
// statistics and is called n times. First and second moments are compared, with the chain's errors
// from means of √n batches, so n should be many times the square of the chain's autocorrelation
// time. It fails t if some |z| exceeds 4 or a statistic is not finite. It returns all scores, with
// the two of each statistic in succession.
func Geweke(t testing.TB, names []string, forward, chain func() []float64, n int) []Score {
	t.Helper()
	batches := int(math.Sqrt(float64(n)))
	size := n / batches
	n = batches * size
	k := 2 * len(names)
	draws, means := newMoments(k), newMoments(k)
	for range n {
		draws.add(powers(names, forward()))
	}
	batch := make([]float64, k)
	for range batches {
		clear(batch)
		for range size {
			for i, x := range powers(names, chain()) {
				batch[i] += x
			}
		}
		for i := range batch {
			batch[i] /= float64(size)
		}
		means.add(batch)
	}
	scores := make([]Score, k)
	for i := range scores {
		scores[i] = Score{scoreName(names, i), zScore(draws.mean[i]-means.mean[i], draws.errorOf(i)+means.errorOf(i))}
	}
	report(t, "the sampler and the model", scores)
	return scores
}

// Replicates checks a sampler by pairs. replicate draws parameters and data from the model, records
// the statistics, lets the sampler move the parameters several times given these data, and returns
// the statistics before and after. If the sampler is correct, both have the same distribution. The
// n pairs are independent, so, unlike in [Geweke], slow mixing does not affect the size of the
// errors. First and second moments are compared; it fails t if some |z| exceeds 4 or a statistic is
// not finite, and returns all scores.
func Replicates(t testing.TB, names []string, replicate func() (before, after []float64), n int) []Score {
	t.Helper()
	k := 2 * len(names)
	differences := newMoments(k)
	for range n {
		before, after := replicate()
		b, a := powers(names, before), powers(names, after)
		for i := range a {
			a[i] -= b[i]
		}
		differences.add(a)
	}
	scores := make([]Score, k)
	for i := range scores {
		scores[i] = Score{scoreName(names, i), zScore(differences.mean[i], differences.errorOf(i))}
	}
	report(t, "after and before", scores)
	return scores
}

// Greatest returns the greatest |z| of scores.
func Greatest(scores []Score) float64 {
	g := 0.0
	for _, s := range scores {
		if math.IsNaN(s.Z) {
			return math.Inf(1)
		}
		g = max(g, math.Abs(s.Z))
	}
	return g
}

func report(t testing.TB, what string, scores []Score) {
	t.Helper()
	var bad []string
	for _, s := range scores {
		if !(math.Abs(s.Z) <= limit) {
			bad = append(bad, fmt.Sprintf("%s by z = %.2f", s.Name, s.Z))
		}
	}
	if len(bad) > 0 {
		t.Errorf("%s differ in %s", what, strings.Join(bad, ", "))
		return
	}
	t.Logf("greatest |z| %.2f of %d", Greatest(scores), len(scores))
}

func scoreName(names []string, i int) string {
	if i%2 == 1 {
		return names[i/2] + "²"
	}
	return names[i/2]
}

// powers returns x and x² of each statistic.
func powers(names []string, statistics []float64) []float64 {
	if len(statistics) != len(names) {
		panic("inferencetest: as many statistics as names are needed")
	}
	p := make([]float64, 0, 2*len(statistics))
	for _, x := range statistics {
		p = append(p, x, x*x)
	}
	return p
}

func zScore(difference, squaredError float64) float64 {
	if difference == 0 && squaredError == 0 {
		return 0 // a constant
	}
	return difference / math.Sqrt(squaredError)
}

// moments keeps means and sums of squared deviations (Welford 1962).
type moments struct {
	n             float64
	mean, squares []float64
}

func newMoments(k int) *moments {
	return &moments{mean: make([]float64, k), squares: make([]float64, k)}
}

func (m *moments) add(x []float64) {
	m.n++
	for i, v := range x {
		d := v - m.mean[i]
		m.mean[i] += d / m.n
		m.squares[i] += d * (v - m.mean[i])
	}
}

// errorOf returns the squared standard error of mean i.
func (m *moments) errorOf(i int) float64 { return m.squares[i] / (m.n - 1) / m.n }
