//go:build validate

package pydt

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/sampler"

	"gonum.org/v1/gonum/mat"
)

// TestValidateStructureLearnt compares the θ and α that are learnt with those that the data were drawn with.
func TestValidateStructureLearnt(t *testing.T) {
	var b strings.Builder
	defer pydttest.WriteTable(t, "mcmc-structure", &b)
	run := func(x *mat.Dense, seed uint64, sweeps int) *sampler.Chain {
		s := independent(Model{})
		if err := s.Set("method", "mcmc"); err != nil {
			t.Fatal(err)
		}
		return runChain(t, Model{}, pydttest.DatasetOf(x), s, seed, sweeps)
	}
	var theta, alpha, points []float64
	for seed := range uint64(5) {
		c := run(pydttest.PriorData(200, 5, seed).X, seed, 300)
		for _, m := range c.Snapshot().Scalars {
			switch m.Name {
			case "theta":
				theta = append(theta, m.Mean)
			case "alpha":
				alpha = append(alpha, m.Mean)
			case "branch_points":
				points = append(points, m.Mean)
			}
		}
	}
	th, the := pydttest.MeanAndError(theta)
	al, ale := pydttest.MeanAndError(alpha)
	po, poe := pydttest.MeanAndError(points)
	fmt.Fprintf(&b,
		"\nData of a Dirichlet diffusion tree (θ = α = 0, N = 200, D = 5, five seeds), `pydt` with θ and α learnt, 300 sweeps: posterior\n"+
			"means θ %.3f ± %.3f, α %.3f ± %.3f, branch points %.0f ± %.0f of 199 (the prior's means are 4 and 0.48).\n",
		th, the, al, ale, po, poe)
	if th > 1 || al > 0.15 {
		t.Errorf("θ = %.3f, α = %.3f on data of a Dirichlet tree", th, al)
	}
	fourWay := []float64{}
	for seed := range uint64(5) {
		c := run(pydttest.Tetrahedron(rand.New(rand.NewPCG(seed, 12)), 40), seed, 600)
		hits, draws := 0.0, forest.DrawsOf(c.Snapshot())
		draws = draws[len(draws)/4:]
		for _, d := range draws {
			if len(d.Tree.Children[d.Tree.Top]) == 4 {
				hits++
			}
		}
		fourWay = append(fourWay, hits/float64(len(draws)))
	}
	f, fe := pydttest.MeanAndError(fourWay)
	fmt.Fprintf(&b,
		"\nFour equidistant clusters of ten points in three dimensions, five seeds: the first branch point has four children in\n"+
			"%.2f ± %.2f of the draws.\n", f, fe)
	if f < 0.5 {
		t.Errorf("four equidistant clusters part four ways in %.2f of the draws", f)
	}
}
