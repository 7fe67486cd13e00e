package dag

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/categorical"
	"example.org/espalier/inference/process/marginal"
)

// layersOf finds the layers of a graph: its sources, then the sources of the rest, and so on.
func (g network) layersOf() string {
	layer := make([]int, len(g))
	gone := 0
	for k := 0; gone != 1<<len(g)-1; k++ {
		now := gone
		for j, m := range g {
			if gone>>j&1 == 0 && m&^gone == 0 {
				layer[j] = k
				now |= 1 << j
			}
		}
		gone = now
	}
	return fmt.Sprint(layer)
}

func familiesOf(s marginal.Scorer, d int) []*family {
	families := everyone(d)
	newBuilder(s, families, 0).advance(math.MaxInt)
	return families
}

// The weight of each layering is the sum over its graphs, and given it every edge has their share.
func TestLayerings(t *testing.T) {
	s := marginal.Usual(eight())
	families := familiesOf(s, 4)
	sums, edges := map[string]float64{}, map[string][]float64{}
	for _, g := range networks(4) {
		key, w := g.layersOf(), math.Exp(g.score(s))
		sums[key] += w
		if edges[key] == nil {
			edges[key] = make([]float64, 16)
		}
		for j, set := range g.parents() {
			for _, i := range set {
				edges[key][4*i+j] += w
			}
		}
	}
	if len(sums) != 75 { // ordered partitions of four
		t.Fatalf("%d layerings", len(sums))
	}
	for key, w := range sums {
		y := flat(families)
		if _, err := fmt.Sscanf(key, "[%d %d %d %d]", &y.layer[0], &y.layer[1], &y.layer[2], &y.layer[3]); err != nil {
			t.Fatal(err)
		}
		for _, at := range y.layer {
			y.layers = max(y.layers, at+1)
		}
		inferencetest.Near(t, key, y.log(), math.Log(w), 1e-10)
		at := 0
		for j, f := range families {
			for _, p := range y.probabilitiesOf(j) {
				inferencetest.Near(t, "edge given "+key, p, edges[key][4*f.candidates[at%3]+j]/w, 1e-9)
				at++
			}
		}
		// every place of a column weighs what the layering does that it makes
		for x := range 4 {
			z := &layering{families, append([]int(nil), y.layer...), y.layers}
			z.out(x)
			for place, log := range z.places(x) {
				made := &layering{families, append([]int(nil), z.layer...), z.layers}
				made.in(x, place)
				if want := made.log(); !(math.Abs(log-want) <= 1e-10) && !(math.IsInf(log, -1) && math.IsInf(want, -1)) {
					t.Errorf("%s, column %d to place %d: %v, want %v", key, x, place, log, want)
				}
			}
		}
	}
}

func (y *layering) probabilitiesOf(j int) []float64 {
	all := y.probabilities()
	k := len(y.families[0].candidates)
	return all[j*k : (j+1)*k]
}

// chain samples graphs of four columns and returns z for each edge against all 543, errors from
// batches.
func chain(families []*family, sweeps int, seed uint64, step func(y *layering, rng *rand.Rand)) (worst float64) {
	exact := newTotal(families, false)
	exact.advance(math.MaxInt, true)
	rng := rand.New(rand.NewPCG(seed, 5))
	y := flat(families)
	const batches = 50
	var means [batches][16]float64
	for b := range batches {
		for range sweeps / batches {
			step(y, rng)
			for j, m := range y.draw(rng) {
				for _, i := range families[j].set(m) {
					means[b][4*i+j] += 1 / float64(sweeps/batches)
				}
			}
		}
	}
	for i := range 4 {
		for j := range 4 {
			if i == j {
				continue
			}
			mean, square := 0.0, 0.0
			for b := range batches {
				mean += means[b][4*i+j] / batches
				square += means[b][4*i+j] * means[b][4*i+j] / batches
			}
			z := (mean - exact.edge(i, j)) / math.Sqrt((square-mean*mean)/(batches-1))
			worst = max(worst, math.Abs(z))
		}
	}
	return worst
}

func sweep(y *layering, rng *rand.Rand) {
	for x := range y.layer {
		y.move(x, rng)
	}
	y.exchange(rng)
}

// The sampler reproduces the probabilities of all 543 graphs, with data and without, and by each kind
// of move; copies with one thing wrong do not.
func TestSampler(t *testing.T) {
	sweeps := 20_000
	for name, s := range map[string]marginal.Scorer{"data": marginal.Usual(eight()), "none": nil} {
		families := familiesOf(s, 4)
		if z := chain(families, sweeps, 1, sweep); z > 4 {
			t.Errorf("%s: z = %.1f", name, z)
		}
		if z := chain(families, sweeps, 2, func(y *layering, rng *rand.Rand) {
			y.move(rng.IntN(4), rng)
			for range 8 {
				y.exchange(rng)
			}
		}); z > 4 {
			t.Errorf("%s, mostly exchanges: z = %.1f", name, z)
		}
		if z := chain(families, sweeps, 3, func(y *layering, rng *rand.Rand) {
			for x := range y.layer { // the places alone between layers are forgotten half the time
				y.out(x)
				logs := y.places(x)
				for k := 0; k < len(logs); k += 2 {
					logs[k] -= math.Ln2
				}
				y.in(x, categorical.DrawLogs(logs, rng))
			}
		}); z < 5 {
			t.Errorf("%s: a wrong weight of places passes, z = %.1f", name, z)
		}
		if z := chain(families, sweeps, 4, func(y *layering, rng *rand.Rand) {
			sweep(y, rng)
			was := y.log()
			a, b := rng.IntN(4), rng.IntN(4)
			y.layer[a], y.layer[b] = y.layer[b], y.layer[a]
			if math.Log(rng.Float64()) >= 0.5*(y.log()-was) { // a wrong ratio
				y.layer[a], y.layer[b] = y.layer[b], y.layer[a]
			}
		}); s != nil && z < 5 {
			t.Errorf("%s: a wrong ratio passes, z = %.1f", name, z)
		}
	}
}

// The candidates of a column are those of the greatest gain, in their order.
func TestCandidates(t *testing.T) {
	gain := [5][5]float64{{0, 4, 1, 3, 2}, {4, 0, 9, 5, 6}, {1, 9, 0, 8, 7}, {3, 5, 8, 0, 1}, {2, 6, 7, 1, 0}}
	want := [][]int{{1, 3}, {2, 4}, {1, 3}, {1, 2}, {1, 2}}
	for j, f := range candidatesOf(5, 2, func(u, v int) float64 { return gain[u][v] }) {
		if f.node != j || !slices.Equal(f.candidates, want[j]) {
			t.Errorf("column %d has %v, want %v", f.node, f.candidates, want[j])
		}
	}
}

// Where the columns have few candidates, every place of a column still weighs what the layering does that it makes.
func TestPlacesOfFewCandidates(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 5))
	const d = 6
	for range 40 {
		families := candidatesOf(d, 2, func(int, int) float64 { return rng.Float64() })
		for _, f := range families {
			for m := range f.score {
				f.score[m] = rng.NormFloat64()
			}
			f.sum()
		}
		y := flat(families)
		y.layers = 1 + rng.IntN(3)
		for j := range d {
			if y.layer[j] = rng.IntN(y.layers); j < y.layers {
				y.layer[j] = j // none is empty
			}
		}
		x := rng.IntN(d)
		y.out(x)
		for place, log := range y.places(x) {
			made := &layering{families, append([]int(nil), y.layer...), y.layers}
			made.in(x, place)
			if want := made.log(); !(math.Abs(log-want) <= 1e-10) && !(math.IsInf(log, -1) && math.IsInf(want, -1)) {
				t.Errorf("column %d to place %d of %v: %v, want %v", x, place, y.layer, log, want)
			}
		}
	}
}
