package outtree

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/process/spanning"

	"gonum.org/v1/gonum/mat"
)

// inBlocks is a fit of x in about this many blocks, with names of its rows.
func inBlocks(x *mat.Dense, p prior, linear bool, count int) *fit {
	f := newFit(x, p, linear, 0)
	f.names = make([]string, f.table.t)
	for i := range f.names {
		f.names[i] = fmt.Sprint(i)
	}
	if count > 1 {
		block, k := cut(f.table, count, rand.New(rand.NewPCG(1, 1)))
		if k > 1 {
			f.sum, f.blocked = newBlocks(block), true
		}
	}
	return f
}

func priorOf(x *mat.Dense) prior {
	mean, variance, _ := conjugate.Moments(x)
	return prior{shape: 1, rate: 0.01, mean: mean, variance: variance, slope: 10, weight: 1}
}

// clumps are rows of a table about centres, which lie along a line for 0 of them.
func clumps(n, d, centres int, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	at := make([][]float64, centres)
	for k := range at {
		for range d {
			at[k] = append(at[k], 4*rng.NormFloat64())
		}
	}
	for i := range n {
		where := 40 * rng.Float64()
		for j := range d {
			v := 0.5 * rng.NormFloat64()
			if centres > 0 {
				v += at[i%centres][j]
			} else {
				v += 3 * math.Sin(where*float64(j+1)/20)
			}
			x.Set(i, j, v)
		}
	}
	return x
}

// The bound of a fit in blocks never falls: it is that of a model whose parents in another block are
// a mean over it. Nor does it with missing cells, the linear conditional and forests.
func TestBlocksRise(t *testing.T) {
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 15))
		x := clumps(60, 3, int(seed%3)*2, rng)
		if seed >= 4 {
			for range 12 {
				x.Set(rng.IntN(60), rng.IntN(3), math.NaN())
			}
		}
		p := priorOf(x)
		p.forest = seed%2 == 1
		f := inBlocks(x, p, seed == 2 || seed == 3, 4+int(seed))
		run(t, f)
		for !f.done() {
			f.advance()
		}
		if e := f.Compared - 1; !(e >= 0 && e < 0.25) {
			t.Errorf("seed %d: the parents of a row differ by %v", seed, e)
		}
		if err := f.graph.Check(nil); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		for _, parent := range append(f.graph.Draws, f.graph.Best) {
			roots := 0
			for u := range parent {
				at, steps := u, 0
				for ; at != spanning.Root && steps <= 60; steps++ {
					at = parent[at]
				}
				if steps > 60 {
					t.Fatalf("seed %d: a cycle in %v", seed, parent)
				}
				if parent[u] == spanning.Root {
					roots++
				}
			}
			if !p.forest && roots != 1 {
				t.Fatalf("seed %d: %d roots in %v", seed, roots, parent)
			}
		}
	}
}

// In blocks the fit is near that of all pairs; the sum is the same where each block is one row, as its mean is that
// row.
func TestBlocksOfSingleRows(t *testing.T) {
	x := clumps(24, 2, 3, rand.New(rand.NewPCG(1, 16)))
	for _, forest := range []bool{false, true} {
		p := priorOf(x)
		p.forest = forest
		all, some := inBlocks(x, p, false, 1), inBlocks(x, p, false, 1)
		block := make([]int, 24)
		for u := range block {
			block[u] = u
		}
		some.sum, some.blocked = newBlocks(block), true
		run(t, all)
		run(t, some)
		inferencetest.Near(t, "bound", some.Bound, all.Bound, 1e-9)
		inferencetest.Near(t, "τ", some.precision, all.precision, 1e-9)
		if len(some.graph.Edges) != len(all.graph.Edges) {
			t.Fatalf("%d edges, not %d", len(some.graph.Edges), len(all.graph.Edges))
		}
		for k, e := range all.graph.Edges {
			g := some.graph.Edges[k]
			inferencetest.Near(t, "edge", g.Strength, e.Strength, 1e-8)
			if g.From != e.From || g.To != e.To {
				t.Fatalf("edge %v, not %v", g, e)
			}
		}
		for u, v := range all.graph.Best {
			if some.graph.Best[u] != v {
				t.Errorf("row %d is below %d in the best tree, not below %d", u, some.graph.Best[u], v)
			}
		}
	}
}

// Draws of trees in blocks have the probability of the edges of all pairs, as far as blocks can.
func TestBlockDraws(t *testing.T) {
	x := clumps(40, 2, 4, rand.New(rand.NewPCG(2, 16)))
	f := inBlocks(x, priorOf(x), false, 4)
	run(t, f)
	f.weigh()
	f.sum.reset(f.weights())
	for !f.sum.advance(1<<30, true) {
	}
	const draws = 4000
	share := make([]float64, 40*40)
	parent, rng := make([]int, 40), rand.New(rand.NewPCG(3, 3))
	for range draws {
		for done := f.sum.draw(rng, parent); !done(); {
		}
		for u, v := range parent {
			if v >= 0 {
				share[u*40+v] += 1.0 / draws
			}
		}
	}
	line := make([]float64, 40)
	for u := range 40 {
		f.sum.edges(u, line)
		total := 0.0
		for v, p := range line {
			total += math.Abs(p-share[u*40+v]) / 2
		}
		if total > 0.1 {
			t.Errorf("row %d: draws differ from the probabilities by %v", u, total)
		}
	}
}

// Equal rows and small tables are cut all the same; no block is empty or large.
func TestCut(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, c := range []struct{ n, count, centres int }{{50, 5, 2}, {400, 8, 1}, {7, 3, 2}, {30, 2, 3}} {
		x := clumps(c.n, 3, c.centres, rng)
		equal := mat.NewDense(c.n, 3, nil)
		for _, y := range []*mat.Dense{x, equal} {
			block, k := cut(newTable(y, priorOf(x)), c.count, rng)
			size := make([]int, k)
			for _, b := range block {
				size[b]++
			}
			if k < 2 {
				t.Errorf("%d rows in %d blocks", c.n, k)
			}
			for _, s := range size {
				if s == 0 || y == x && s > (2*c.n+c.count-1)/c.count {
					t.Errorf("%d rows in %d blocks: %v", c.n, c.count, size)
				}
			}
		}
	}
}

// Many rows are refused without blocks, with what to do.
func TestManyRows(t *testing.T) {
	data := inferencetest.DatasetOf(mat.NewDense(3000, 2, nil))
	s := Model{}.Info().Defaults()
	_, err := Model{}.Check(data, s)
	if err == nil || !strings.Contains(err.Error(), "set blocks=6") {
		t.Errorf("3,000 rows: %v", err)
	}
	for _, c := range [][2]string{{"6", ""}, {"1", "set blocks=6"}, {"1000", ""}} {
		if err := s.Set("blocks", c[0]); err != nil {
			t.Fatal(err)
		}
		if _, err := (Model{}).Check(data, s); (err == nil) != (c[1] == "") ||
			err != nil && !strings.Contains(err.Error(), c[1]) {
			t.Errorf("3,000 rows in %s blocks: %v", c[0], err)
		}
	}
	if _, err := (Model{}).Check(inferencetest.DatasetOf(mat.NewDense(500, 2, nil)), s); err == nil ||
		!strings.Contains(err.Error(), "set blocks to at most 250") {
		t.Errorf("1,000 blocks of 500 rows: %v", err)
	}
	if _, err := (Model{}).Check(inferencetest.DatasetOf(mat.NewDense(20_000, 2, nil)),
		s); err != nil && strings.Contains(err.Error(), "also in blocks") {
		t.Errorf("20,000 rows are refused: %v", err)
	}
	if _, err := (Model{}).Check(inferencetest.DatasetOf(mat.NewDense(20_001, 2, nil)), s); err == nil ||
		!strings.Contains(err.Error(), "at most 20000 rows") {
		t.Errorf("20,001 rows: %v", err)
	}
}

// Labels go along the edges in blocks too.
func TestLabelsInBlocks(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	x := clumps(60, 2, 3, rng)
	data := inferencetest.DatasetOf(x)
	codes := make([]int, 60)
	for i := range codes {
		codes[i] = -1
		if i < 6 {
			codes[i] = i % 3
		}
	}
	data.Annotations = []inference.Annotation{{Name: "kind", Levels: []string{"a", "b", "c"}, Codes: codes}}
	chances := func(blocks string) *mat.Dense {
		f := inferencetest.Begin(t, Model{}, data, map[string]string{"blocks": blocks, "labels": "1",
			"label_sweeps": "200"}).(*fit)
		for !f.done() {
			f.advance()
		}
		return f.classified().Probabilities
	}
	all, some := chances("1"), chances("5")
	for i := range 60 {
		if p, q := all.At(i, i%3), some.At(i, i%3); !(math.Abs(p-q) <= 0.15) {
			t.Errorf("row %d is of its kind with probability %v, with all pairs %v", i+1, q, p)
		}
	}
}

// Drawing a tree and comparing blocks with all pairs are cut into slices, so that a fit can be cancelled between them.
func TestSlicesOfBlocks(t *testing.T) {
	x := clumps(700, 2, 4, rand.New(rand.NewPCG(2, 16)))
	f := inBlocks(x, priorOf(x), false, 3)
	for f.stage != drawing {
		f.advance()
	}
	slices := 0
	for f.stage == drawing && f.at == 0 {
		f.advance()
		slices++
	}
	if slices < 3 {
		t.Errorf("a tree is drawn in %d slices", slices)
	}
	f.to(comparing)
	slices = 0
	for f.stage == comparing && f.Compared == 0 {
		f.advance()
		slices++
	}
	if slices < 20 || !(f.Compared > 1 && f.Compared < 1.2) {
		t.Errorf("blocks differ by %v from all pairs, found in %d slices", f.Compared-1, slices)
	}
}
