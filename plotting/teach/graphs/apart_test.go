package graphs

import (
	"math"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/plotting/teach/stage/stagetest"
)

// The density is the mean over all rooted trees of four rows, each tree written out with the normal density.
func TestDensityIsAMeanOverTrees(t *testing.T) {
	a := stagetest.Played[apart](t, Independent(), 3, "rows", "4")
	normal := func(x, mean, variance float64) float64 {
		return math.Exp(-(x-mean)*(x-mean)/(2*variance)) / math.Sqrt(2*math.Pi*variance)
	}
	for _, k := range []int{2, 12, pulls} {
		rho, sum, trees := mostPull*float64(pulls-k)/pulls, 0.0, 0
		for code := range 625 { // parents −1, 0, 1, 2, 3 of each row
			weight, roots, rest := 1.0, 0, code
			var parent [4]int
			for u := range parent {
				parent[u] = rest%5 - 1
				rest /= 5
			}
			for u, v := range parent {
				if v < 0 {
					roots++
					weight *= normal(a.x[u], 0, 1) * normal(a.y[u], 0, 1)
					continue
				}
				weight *= normal(a.x[u], rho*a.x[v], 1-rho*rho) * normal(a.y[u], rho*a.y[v], 1-rho*rho)
				for range 4 { // to the root, unless in a cycle
					if v >= 0 {
						v = parent[v]
					}
				}
				if v >= 0 {
					roots = 9
				}
			}
			if roots == 1 {
				sum, trees = sum+weight, trees+1
			}
		}
		if trees != 64 {
			t.Fatalf("%d trees", trees)
		}
		inferencetest.Near(t, "log density", a.log[k], math.Log(sum/64), 1e-9)
	}
}

// At its default the stage finds about what the rows inherit in truth, and independent rows are told as such.
func TestBestInheritance(t *testing.T) {
	for _, c := range []struct {
		truth     string
		low, high float64
	}{{"0.9", 0.75, 0.98}, {"0", 0, 0.5}} {
		a := stagetest.Played[apart](t, Independent(), 1, "inherit", c.truth)
		if best := a.rho[a.best()]; best < c.low || best > c.high {
			t.Errorf("inherited %s: best at %v", c.truth, best)
		}
	}
}
