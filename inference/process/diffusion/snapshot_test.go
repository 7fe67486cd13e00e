package diffusion

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
)

func TestNamed(t *testing.T) {
	p, ok := learnt([]inference.Scalar{{Name: "c", Mean: 0.7}, {Name: "sigma2", Mean: 2}, {Name: "noise", Mean: 0.1}})
	if !ok || p != (Parameters{Sigma2: 2, Noise: 0.1, C: 0.7}) {
		t.Errorf("%+v, %v", p, ok)
	}
	if _, ok := learnt([]inference.Scalar{{Name: "height", Mean: 2}}); ok {
		t.Error("a linkage has learnt parameters")
	}
}

// A draw has the parameters of its iteration, other trees those that were learnt.
func TestOf(t *testing.T) {
	s := &inference.Snapshot{
		Scalars: []inference.Scalar{{Name: "sigma2", Mean: 2}, {Name: "c", Mean: 1.5}},
		Chains: []inference.Trace{{}, {Names: []string{"log_joint", "c", "sigma2"}, Iteration: []int{0, 10, 20},
			Values: [][]float64{{-3, -2, -1}, {1, 2, 3}, {4, 5, 6}}}},
	}
	if p, ok := Of(s, &forest.Draw{Chain: 1, Iteration: 20}); !ok || p.C != 3 || p.Sigma2 != 6 {
		t.Errorf("of a draw: %+v, %v", p, ok)
	}
	if p, ok := Of(s, nil); !ok || p.C != 1.5 || p.Sigma2 != 2 {
		t.Errorf("of the best tree: %+v, %v", p, ok)
	}
	if p, ok := Of(s, &forest.Draw{Chain: 1, Iteration: 15}); !ok || p.C != 1.5 {
		t.Errorf("of an iteration that the trace has not: %+v, %v", p, ok)
	}
}
