package diagnostics

import (
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
)

// Of runs whose chains agree, of 600 iterations of five numbers that are more or less slow, few are warned about; of
// runs in which one chain stands apart by two, or in which a number moves too little to tell, all are.
func TestFewCalibratedRunsAreWarnedAbout(t *testing.T) {
	const runs = 60
	names := []string{"a", "b", "c", "d", "e"}
	rhos := []float64{0, 0.3, 0.5, 0.7, 0.85}
	warned := func(shift, slow float64, seed uint64) (n int) {
		for run := range uint64(runs) {
			r := rand.New(rand.NewPCG(run, seed))
			s := &inference.Snapshot{}
			for c := range 4 {
				tr := inference.Trace{Names: names}
				for k, rho := range rhos {
					if k == 2 {
						rho = max(rho, slow)
					}
					v := autoregression(r, 600, rho)
					if k == 2 && c == 3 {
						for i := range v {
							v[i] += shift
						}
					}
					tr.Values = append(tr.Values, v)
				}
				for i := range 600 {
					tr.Iteration, tr.Seconds = append(tr.Iteration, i), append(tr.Seconds, 0)
				}
				s.Chains = append(s.Chains, tr)
			}
			if report(t, s).Verdict.Level != Good {
				n++
			}
		}
		return n
	}
	if n := warned(0, 0, 1); n > 3 {
		t.Errorf("%d of %d runs that agree are warned about", n, runs)
	}
	if n := warned(2, 0, 2); n < runs {
		t.Errorf("%d of %d runs are warned about whose fourth chain stands apart", n, runs)
	}
	if n := warned(0, 0.995, 3); n < runs {
		t.Errorf("%d of %d runs are warned about in which a number hardly moves", n, runs)
	}
}

// What is sure comes first.
func TestSureComesFirst(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	s := &inference.Snapshot{}
	for c := range 4 {
		tr := inference.Trace{Names: []string{"sigma2", "alpha", "noise"},
			Values: [][]float64{autoregression(r, 1000, 0), autoregression(r, 1000, 0), autoregression(r, 1000, 0)}}
		for i := range 1000 {
			tr.Values[2][i] += float64(c)
			tr.Iteration, tr.Seconds = append(tr.Iteration, i), append(tr.Seconds, 0)
		}
		s.Chains = append(s.Chains, tr)
	}
	v := report(t, s).Verdict
	if v.Level != Bad ||
		!strings.HasPrefix(v.Text, "2 of 3 traces agree between chains. Chains disagree about the noise: run longer.") {
		t.Errorf("%v %q", v.Level, v.Text)
	}
}
