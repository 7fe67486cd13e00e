package pydt

import (
	"context"
	"math/rand/v2"
	"testing"

	"espalier/inference"
)

// clusterResult is what one run on four equidistant clusters found.
type clusterResult struct {
	fourWay           bool
	evidence, density float64
	points            float64
}

// fitClusters learns a tree of 40 points around four equidistant centres (Knowles
// thesis 4.7.1) and scores it by Laplace's method and on 200 new points.
func fitClusters(t testing.TB, m inference.Model, seed uint64) clusterResult {
	rng := rand.New(rand.NewPCG(seed, 12))
	x, test := tetrahedron(rng, 40), tetrahedron(rng, 200)
	f, _ := runFit(t, m, datasetOf(x), nil, seed, 200, 2)
	s := newState(f.problem, f.learned)
	s.load(f.current)
	s.recompute()
	for range 100 {
		var w sweeper
		w.sweep(s)
	}
	r := clusterResult{points: f.points}
	top := s.kids[s.top]
	r.fourWay = len(top) == 4
	for _, k := range top {
		r.fourWay = r.fourWay && s.size[k] == 10
	}
	r.evidence, _ = s.laplace()
	d, err := f.LogDensity(context.Background(), test)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range d {
		r.density += v / float64(len(d))
	}
	return r
}

// Four equidistant clusters are one branch point of four children for the Pitman-Yor
// tree, with more evidence and a higher held-out density than the best binary tree.
func TestFourClusters(t *testing.T) {
	for seed := range uint64(2) {
		p, d := fitClusters(t, Model{}, seed), fitClusters(t, DDT{}, seed)
		t.Logf("seed %d: pydt %+v, ddt %+v", seed, p, d)
		if !p.fourWay || p.evidence <= d.evidence || p.density <= d.density {
			t.Errorf("seed %d: pydt %+v, ddt %+v", seed, p, d)
		}
	}
}
