package spanning_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/spanning"
)

// blocked gives weights a block for each node, and returns with them the same weights with the mean
// over the block for edges between blocks.
func blocked(w spanning.Weights, block []int) (spanning.Blocks, spanning.Weights) {
	n := w.T
	mean := w
	mean.Edge = slices.Clone(w.Edge)
	for u := range n {
		for v := range n {
			if block[u] == block[v] {
				continue
			}
			most, sum, count := math.Inf(-1), 0.0, 0.0
			for x := range n {
				if block[x] == block[v] {
					most = max(most, w.Edge[u*n+x])
				}
			}
			for x := range n {
				if block[x] == block[v] {
					sum, count = sum+math.Exp(w.Edge[u*n+x]-most), count+1
				}
			}
			mean.Edge[u*n+v] = most + math.Log(sum/count)
		}
	}
	return spanning.Blocks{Block: block, Root: w.Root, Forest: w.Forest,
		Parents: func(u int, parents []int, to []float64) {
			for j := range to {
				v := j
				if parents != nil {
					v = parents[j]
				}
				to[j] = w.Edge[u*n+v]
			}
		}}, mean
}

func blocksOf(w spanning.Blocks) *spanning.BlockSum {
	s := spanning.NewBlocks(w)
	for !s.Advance(1 << 20) {
	}
	return s
}

// However large a block is, a call that may do nearly no work fills or finishes no more than a node of it.
func TestBlocksStopWithinABlock(t *testing.T) {
	w := wild(60, 20, false, rand.New(rand.NewPCG(3, 31)))
	block := make([]int, w.T)
	for u := range block {
		block[u] = min(u/50, 1)
	}
	b, _ := blocked(w, block)
	want := blocksOf(b)
	asked, parents := 0, b.Parents
	b.Parents = func(u int, of []int, to []float64) {
		asked++
		parents(u, of, to)
	}
	s, most := spanning.NewBlocks(b), 0
	for done := false; !done; {
		asked = 0
		done = s.Advance(1)
		most = max(most, asked)
	}
	if most > 1 {
		t.Errorf("%d nodes were looked at in one call", most)
	}
	if s.Log() != want.Log() || s.Root(3) != want.Root(3) || s.Far(7, 1) != want.Far(7, 1) {
		t.Error("the sum depends on how the work is cut")
	}
}

// Work in logs, which takes a hundred times as long, is cut into a hundred times as many calls, also within a node.
func TestLogsStopSooner(t *testing.T) {
	calls := func(gap float64) (n int) {
		w := wild(60, gap, true, rand.New(rand.NewPCG(3, 33)))
		want := spanning.Of(w, true)
		s := spanning.New(w)
		for !s.Advance(1000, true) {
			n++
		}
		if s.Log() != want.Log() || s.Edge(3, 5) != want.Edge(3, 5) || s.Root(7) != want.Root(7) {
			t.Errorf("gap %v: the sum depends on how the work is cut", gap)
		}
		return n
	}
	if plain, logs := calls(0), calls(5000); logs < 10*plain || logs < 60*60 {
		t.Errorf("%d calls in plain numbers, %d in logs", plain, logs)
	}
}

// A second tree that is drawn takes no memory.
func TestSampleTakesNoMemory(t *testing.T) {
	w := wild(40, 3, true, rand.New(rand.NewPCG(3, 32)))
	edge := w.Edge
	w.Edge, w.Parents = nil, func(u int, of []int, to []float64) {
		for j := range to {
			v := j
			if of != nil {
				v = of[j]
			}
			to[j] = edge[u*w.T+v]
		}
	}
	s, rng, parent := spanning.Of(w, true), rand.New(rand.NewPCG(4, 32)), make([]int, w.T)
	for range 50 { // the longest list of rows that part at a node
		s.Sample(rng, parent)
	}
	if n := testing.AllocsPerRun(50, func() { s.Sample(rng, parent) }); n >= 1 {
		t.Errorf("%v allocations", n)
	}
}

// Blocks are the dense sum of the weights with the mean of each block, also with blocks and groups of
// nodes thousands of nats apart.
func TestBlocks(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 11))
		n, count := 6+int(seed%4)*9, 2+int(seed%5)
		w := wild(n, []float64{0, 20, 300, 5000}[seed/10], seed%3 == 0, rng)
		block := make([]int, n)
		for u := range block {
			block[u] = u % count
		}
		rng.Shuffle(n, func(i, j int) { block[i], block[j] = block[j], block[i] })
		b, mean := blocked(w, block)
		got, want := blocksOf(b), spanning.Of(mean, true)
		name := fmt.Sprintf("seed %d, %d nodes in %d blocks: ", seed, n, count)
		inferencetest.Near(t, name+"log Z", got.Log(), want.Log(), 1e-10*(1+math.Abs(want.Log())))
		line := make([]float64, n)
		for u := range n {
			inferencetest.Near(t, name+"root", got.Root(u), want.Root(u), 1e-10)
			got.Edges(u, line)
			far, shared := make([]float64, count), make([]float64, count)
			for v, p := range line {
				if block[v] == block[u] {
					inferencetest.Near(t, name+"edge", p, want.Edge(u, v), 1e-10)
					continue
				}
				far[block[v]] += want.Edge(u, v)
				shared[block[v]] += p
			}
			for c := range count {
				if c != block[u] {
					inferencetest.Near(t, name+"block", got.Far(u, c), far[c], 1e-10)
					inferencetest.Near(t, name+"its nodes", shared[c], far[c], 2e-9)
				}
			}
		}
		// another sum in the same memory
		again, _ := blocked(wild(n, 0, seed%3 == 0, rng), block)
		fresh := blocksOf(again)
		got.Reset(again)
		for calls := 0; !got.Advance(1); calls++ {
			if f := got.Fraction(); f < 0 || f > 1 {
				t.Fatalf("%sfraction %v", name, f)
			}
		}
		if got.Log() != fresh.Log() || got.Root(n-1) != fresh.Root(n-1) {
			t.Errorf("%slog Z %v in small steps and old memory, %v afresh", name, got.Log(), fresh.Log())
		}
	}
}

// Draws have the probability of their tree under the weights with the mean of each block.
func TestBlockSamples(t *testing.T) {
	for k, c := range []struct {
		gap    float64
		forest bool
		block  []int
	}{{3, false, []int{0, 1, 0, 1, 1}}, {2, true, []int{0, 1, 0, 2}}, {5000, false, []int{0, 1, 2, 1, 0}},
		{5000, true, []int{1, 1, 0, 0}}} {
		w := wild(len(c.block), c.gap, c.forest, rand.New(rand.NewPCG(uint64(k), 12)))
		b, mean := blocked(w, c.block)
		s := blocksOf(b)
		checkDraws(t, fmt.Sprintf("case %d", k), mean, s.Log(), s.Sample)
	}
}

// Nodes without a way to the others leave no tree, and log Z says so.
func TestBlocksWithoutATree(t *testing.T) {
	w := spanning.Weights{T: 4, Edge: make([]float64, 16), Root: make([]float64, 4)}
	for u := range 4 {
		for v := range 4 {
			if u/2 != v/2 {
				w.Edge[u*4+v] = math.Inf(-1)
			}
		}
	}
	b, _ := blocked(w, []int{0, 1, 0, 1})
	b.Block = []int{0, 0, 1, 1}
	if got := blocksOf(b).Log(); !math.IsInf(got, -1) {
		t.Errorf("log Z %v of two parts", got)
	}
	b.Forest = true
	if got := blocksOf(b).Log(); !(math.Abs(got-math.Log(9)) <= 1e-12) {
		t.Errorf("log Z %v of forests of two pairs, want log 9", got)
	}
}

func BenchmarkBlocks(b *testing.B) {
	for _, n := range []int{2000, 5000} {
		rng := rand.New(rand.NewPCG(1, 1))
		x := make([][5]float64, n)
		block := make([]int, n)
		for i := range x {
			block[i] = i * (n / 500) / n
			for j := range x[i] {
				x[i][j] = rng.NormFloat64() + float64(block[i])
			}
		}
		w := spanning.Blocks{Block: block, Root: make([]float64, n), Parents: func(u int, parents []int, to []float64) {
			for k := range to {
				v := k
				if parents != nil {
					v = parents[k]
				}
				d := 0.0
				for j, y := range x[v] {
					d += (y - x[u][j]) * (y - x[u][j])
				}
				to[k] = -4 * d
			}
		}}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				blocksOf(w)
			}
		})
	}
}
