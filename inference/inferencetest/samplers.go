package inferencetest

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/stat/geweke"
)

// A Score compares two ways to compute the same expectation; see [geweke.Score].
type Score = geweke.Score

// limit is the |z| above which a sampler fails.
const limit = geweke.Limit

// Geweke checks a sampler by the joint distribution of parameters and data (Geweke 2004, Getting it
// right, JASA 99, 799–804). forward draws both from the model. chain continues from its last state:
// it draws parameters given data by the sampler, then data given parameters. Each returns the named
// statistics and is called n times. First and second moments are compared, with the chain's errors
// from means of √n batches, so n should be many times the square of the chain's autocorrelation
// time. It fails t if some |z| exceeds 4 or a statistic is not finite. It returns all scores, with
// the two of each statistic in succession.
func Geweke(t testing.TB, names []string, forward, chain func() []float64, n int) []Score {
	t.Helper()
	drawn, moved := make([][]float64, n), make([][]float64, n)
	for i := range n {
		drawn[i] = slices.Clone(forward())
	}
	for i := range n {
		moved[i] = slices.Clone(chain())
	}
	scores := geweke.Chains(names, drawn, moved)
	report(t, "the sampler and the model", scores)
	return scores
}

// GewekeFinds checks that [Geweke] fails a sampler with a fault. A grave one is found in a part of the n draws.
func GewekeFinds(t testing.TB, fault string, names []string, forward, chain func() []float64, n int) {
	t.Helper()
	var drawn, moved [][]float64
	scores := func() []Score { return geweke.Chains(names, drawn, moved) }
	if isGrave(n, func() {
		drawn, moved = append(drawn, slices.Clone(forward())), append(moved, slices.Clone(chain()))
	}, scores) {
		return
	}
	if Greatest(scores()) <= limit {
		t.Errorf("a wrong %s passes", fault)
	}
}

// Replicates checks a sampler by pairs. replicate draws parameters and data from the model, records
// the statistics, lets the sampler move the parameters several times given these data, and returns
// the statistics before and after. If the sampler is correct, both have the same distribution. The
// n pairs are independent, so, unlike in [Geweke], slow mixing does not affect the size of the
// errors. First and second moments are compared; it fails t if some |z| exceeds 4 or a statistic is
// not finite, and returns all scores. A [Recorder] expects a fault: a grave one is found in a part of the pairs.
func Replicates(t testing.TB, names []string, replicate func() (before, after []float64), n int) []Score {
	t.Helper()
	pairs := geweke.NewPairs(names)
	add := func() { pairs.Add(replicate()) }
	if _, expected := t.(*Recorder); expected {
		isGrave(n, add, pairs.Scores)
	} else {
		for range n {
			add()
		}
	}
	scores := pairs.Scores()
	report(t, "after and before", scores)
	return scores
}

// isGrave adds n draws, or as many as show a grave fault, and reports whether there is one. It looks after a sixteenth
// of them, an eighth and so on. Errors are known less well from few draws, so a fault is grave at twice the |z|.
func isGrave(n int, add func(), scores func() []Score) bool {
	const fewest = 64
	look := max(n/16, fewest)
	for done := 1; done <= n; done++ {
		add()
		if done == look && done < n {
			if !(Greatest(scores()) <= 2*limit) {
				return true
			}
			look *= 2
		}
	}
	return false
}

// Greatest returns the greatest |z| of scores.
func Greatest(scores []Score) float64 { return geweke.Greatest(scores) }

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
