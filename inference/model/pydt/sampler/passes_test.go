package sampler

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/pydttest"
)

// A pass over one slot in three visits a third of them, each as often as the others. The pilot of a table of few rows
// moves subtrees so; that of many rows, of latent numbers and of a known structure moves all.
func TestPilotMovesSomeSubtrees(t *testing.T) {
	h := pydttest.TestHyper(1, 0.3, 10)
	c := chainOf(pydttest.RandomData(rand.New(rand.NewPCG(1, 50)), 10, 2, 0), h, rand.New(rand.NewPCG(2, 50)))
	counts := make([]float64, len(c.Live.Node))
	seen := func(c *current, slot int32) { counts[slot]++ }
	const sweeps = 3000
	c.passes, c.pass, c.cursor = []pass{{visit: seen, top: true, every: 3}}, 0, 0
	for range sweeps {
		for !c.visit(1) {
		}
	}
	for v, n := range counts {
		want := 0.0
		if c.Live.InUse(int32(v)) {
			want = sweeps * 7. / 19 // 7 of 19 slots
		}
		if !(math.Abs(n-want) <= 5*math.Sqrt(want)) {
			t.Errorf("slot %d is visited %.0f times, not %.0f", v, n, want)
		}
	}
	held := h
	held.FixTheta, held.FixAlpha = true, true
	for _, c := range []struct {
		h      hyper.Hyper
		rows   int
		latent bool
		want   int
	}{{h, 150, false, quickEvery}, {h, 399, false, quickEvery}, {h, 400, false, 0}, {h, 150, true, 0},
		{held, 150, false, 0}} {
		if got := quickPasses(&c.h, c.rows, c.latent)[0].every; got != c.want {
			t.Errorf("%d rows, latent %v: one subtree in %d, not %d", c.rows, c.latent, got, c.want)
		}
	}
}

// A sweep of the pilot of few rows preserves the joint distribution of parameters and data, with some cells missing and
// with none; one that accepts by the wrong ratio does not. The passes that may rest do so in about half of the sweeps.
func TestPilotSweepKeepsTheJointDistribution(t *testing.T) {
	size := 1500
	if testing.Short() {
		size = 600
	}
	passes := func(h *hyper.Hyper) []pass { return quickPasses(h, 150, false) }
	for i, missing := range []float64{0, 0.3} {
		replicates(t, passes, pydttest.LearntHyper(6), 6, 3, size, 3, missing, ratio.log, uint64(i+1))
	}
	if z := replicates(&inferencetest.Recorder{TB: t}, passes, pydttest.LearntHyper(6), 6, 2, 1500, 3, 0,
		func(r ratio) float64 { return r.likelihood + r.prior }, 3); z < 5 {
		t.Errorf("without the proposals' densities |z| ≤ %.1f", z)
	}
	h := pydttest.LearntHyper(6)
	calls, rest, sweeps := 0, 0, 1000
	var list []pass
	for _, p := range passes(&h) {
		if p.rests > 0 {
			rest++
			list = append(list, pass{whole: func(*current) { calls++ }, rests: p.rests})
		}
	}
	c := priorChains(h, 6, 2, 0, 4)()
	for range sweeps {
		c.sweepOnce(list)
	}
	if rest != 2 || !(math.Abs(float64(calls)-float64(sweeps)) <= 5*math.Sqrt(float64(sweeps)/2)) {
		t.Errorf("%d passes rest, and were called %d times in %d sweeps", rest, calls, sweeps)
	}
}
