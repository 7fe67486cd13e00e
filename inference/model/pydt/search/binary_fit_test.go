package search

import (
	"math"
	"testing"

	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/pydttest"
)

// A fit of zeros and ones goes through all its stages. Its objective never falls, and equals that of
// fully converged sites for its best tree.
func TestBinaryFit(t *testing.T) {
	for _, c := range []struct{ n, d int }{{2, 3}, {3, 2}, {33, 20}} {
		data := pydttest.BinaryData(c.n, c.d, 3)
		for _, m := range []searched{ddt, pydt} {
			f, trace := runFit(t, m, data, nil, 1, 60, 2)
			for i := 1; i < len(trace); i++ {
				if trace[i] < trace[i-1]-1e-9*(1+math.Abs(trace[i])) {
					t.Errorf("%s %v: the objective fell at iteration %d: %v after %v", m.Info().Name, c, i, trace[i], trace[i-1])
				}
			}
			s := posterior.NewState(f.Problem, f.Learned)
			s.Load(f.Current)
			s.Recompute()
			pydttest.Close(t, "score of the best tree", f.scoreOf(s), f.Current.Objective, 1e-9)
			w := s.NewSettler(300, 1e-10)
			for !w.Advance(1 << 30) {
			}
			t.Logf("%s %v: %.3f to %.3f, settled %.4f, σ² %.3f", m.Info().Name, c, trace[0], trace[len(trace)-1], s.Objective(),
				f.Learned.Sigma2)
			if !(math.Abs(f.scoreOf(s)-f.Current.Objective) <= 0.05) {
				t.Errorf("%s %v: score %.4f, with settled sites %.4f", m.Info().Name, c, f.Current.Objective, f.scoreOf(s))
			}
		}
	}
}

// The start and 200 search steps of 33 × 100 zeros and ones: Knowles (2012), 7.7.5,
// reports 30 s for 33 animals in 102 traits.
func BenchmarkBinary33x100(b *testing.B) {
	data := pydttest.BinaryData(33, 100, 1)
	for b.Loop() {
		f, _ := runFit(b, pydt, data, nil, 1, 200, 2)
		b.ReportMetric(f.Current.Objective, "nats")
	}
}
