//go:build validate

package outtree

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
)

// drawn are rows of the model's own prior.
func drawn(t *testing.T, n, d int, rng *rand.Rand) *mat.Dense {
	s := Model{}.Info().Defaults()
	draw, err := Model{}.Sample(n, d, s, rng)
	if err != nil {
		t.Fatal(err)
	}
	return draw.X
}

// settle fits to the end, without the bounds on cycles of run.
func settle(f *fit) {
	for !f.done() {
		f.advance()
	}
}

// TestValidateGraphsBlockErrors measures how far the sum in blocks is from that of all pairs: the mean total variation
// of the parents of a row, the mean over rows of the worst tenth, the share of the best tree's edges that are the same,
// the precision and the bound.
func TestValidateGraphsBlockErrors(t *testing.T) {
	var b strings.Builder
	b.WriteString(
		"\n| table | rows | blocks | difference of parents, mean | worst tenth of rows | best tree's edges kept | τ, % | bound, nats | block_error |\n|---|---|---|---|---|---|---|---|---|\n")
	tables := []struct {
		name string
		make func(n int, rng *rand.Rand) *mat.Dense
		most float64 // of the mean difference
		rows []int
	}{
		{"cloud, D = 2", func(n int, rng *rand.Rand) *mat.Dense { return clumps(n, 2, 1, rng) }, 0.1, []int{500, 1000}},
		{"12 clusters, D = 5", func(n int, rng *rand.Rand) *mat.Dense {
			return clumps(n, 5, 12,
				rng)
		}, 0.1, []int{500, 1500}},
		{"line, D = 5", func(n int, rng *rand.Rand) *mat.Dense { return clumps(n, 5, 0, rng) }, 0.1, []int{500, 1500}},
		{"prior, D = 5", func(n int, rng *rand.Rand) *mat.Dense { return drawn(t, n, 5, rng) }, 0.1, []int{500, 1000}},
	}
	for _, table := range tables {
		for _, n := range table.rows {
			x := table.make(n, rand.New(rand.NewPCG(uint64(n), 7)))
			p := priorOf(x)
			all := inBlocks(x, p, false, 1)
			settle(all)
			for _, count := range []int{5, 20} {
				some := inBlocks(x, p, false, count)
				settle(some)
				mean, worst := apartness(all, some)
				same := 0.0
				for u, v := range all.graph.Best {
					if some.graph.Best[u] == v || v >= 0 && some.graph.Best[v] == u {
						same++
					}
				}
				tau := 100 * (some.precision/all.precision - 1)
				fmt.Fprintf(&b, "| %s | %d | %d | %.3f | %.3f | %.3f | %+.1f | %+.1f | %.3f |\n", table.name, n, count, mean, worst,
					same/float64(n), tau, some.Bound-all.Bound, some.Compared-1)
				t.Logf(
					"%s, %d rows, %d blocks: %.3f, worst tenth %.3f, same %.3f, τ %+.1f %%, bound %+.1f, estimate %.3f, %d and %d cycles",
					table.name, n, count, mean, worst, same/float64(n), tau, some.Bound-all.Bound,
					some.Compared-1, all.Cycle, some.Cycle)
				if mean > table.most {
					t.Errorf("%s, %d rows in %d blocks: the parents differ by %.3f", table.name, n, count, mean)
				}
			}
		}
	}
	writeTable(t, "graphs-blocks", b.String())
}

// apartness is the total variation between the parents of a row, each fit at its own τ: the mean, and that of the worst
// tenth of the rows.
func apartness(a, b *fit) (mean, worst float64) {
	n := a.table.t
	for _, f := range []*fit{a, b} {
		f.weigh()
		f.sum.reset(f.weights())
		for !f.sum.advance(math.MaxInt, true) {
		}
	}
	p, q, each := make([]float64, n), make([]float64, n), make([]float64, n)
	for u := range n {
		a.sum.edges(u, p)
		b.sum.edges(u, q)
		each[u] = math.Abs(a.sum.root(u)-b.sum.root(u)) / 2
		for v := range p {
			each[u] += math.Abs(p[v]-q[v]) / 2
		}
		mean += each[u] / float64(n)
	}
	slices.Sort(each)
	for _, e := range each[n-n/10:] {
		worst += e / float64(n/10)
	}
	return mean, worst
}

// TestValidateGraphsTrees measures all pairs of 500 and 2,000 rows to the end of the fit: time, memory, and the longest
// slice of work between looks at whether the fit was cancelled.
func TestValidateGraphsTrees(t *testing.T) {
	var b strings.Builder
	b.WriteString(measuredHead)
	for _, n := range []int{500, 2000} {
		took, memory := measured(t, &b, "8 groups, D = 5", clumps(n, 5, 8, rand.New(rand.NewPCG(uint64(n), 2))), 1)
		if limit := map[int]float64{500: 10, 2000: 600}[n]; took.Seconds() > limit || memory > 200 {
			t.Errorf("%d rows took %v and %d MB", n, took, memory)
		}
	}
	writeTable(t, "graphs-trees", b.String())
}

// TestValidateGraphsManyRows measures blocks at 5,000 and 10,000 rows.
func TestValidateGraphsManyRows(t *testing.T) {
	var b strings.Builder
	b.WriteString(measuredHead)
	for _, n := range []int{5000, 10_000} {
		measured(t, &b, "12 clusters, D = 5", clumps(n, 5, 12, rand.New(rand.NewPCG(uint64(n), 7))), n/500)
		measured(t, &b, "prior, D = 5", drawn(t, n, 5, rand.New(rand.NewPCG(uint64(n), 7))), n/500)
	}
	writeTable(t, "graphs-many-rows", b.String())
}

const measuredHead = "\n| table | rows | blocks | cycles | processor time, s | a cycle, s | memory, MB | longest slice, ms | block_error |\n|---|---|---|---|---|---|---|---|---|\n"

// measured fits a table to the end and writes a line about it.
func measured(t *testing.T, b *strings.Builder, name string, x *mat.Dense, count int) (took time.Duration, memory int) {
	n, _ := x.Dims()
	f := inferencetest.Begin(t, Model{}, inferencetest.DatasetOf(x), map[string]string{"blocks": fmt.Sprint(count)}).(*fit)
	begun, longest, at := inferencetest.ProcessorTime(), time.Duration(0), weighing
	for !f.done() {
		stage, before := f.stage, inferencetest.ProcessorTime()
		f.advance()
		if d := inferencetest.ProcessorTime() - before; d > longest {
			longest, at = d, stage
		}
	}
	took, memory = inferencetest.ProcessorTime()-begun, peak(t)
	blockError := ""
	if f.blocked {
		blockError = fmt.Sprintf("%.3f", f.Compared-1)
	}
	line := fmt.Sprintf("| %s | %d | %d | %d | %.0f | %.2f | %d | %d | %s |\n", name, n, count, f.Cycle, took.Seconds(),
		took.Seconds()/float64(f.Cycle), memory, longest.Milliseconds(), blockError)
	b.WriteString(line)
	t.Log(line, "the longest slice was of stage ", at)
	if longest > 200*time.Millisecond {
		t.Errorf("%d rows: a slice took %v", n, longest)
	}
	return took, memory
}

// peak is the largest memory that the process has had so far, in MB.
func peak(t *testing.T) int {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip(err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		var kilobytes int
		if _, err := fmt.Sscanf(line, "VmHWM: %d kB", &kilobytes); err == nil {
			return kilobytes >> 10
		}
	}
	return 0
}

func writeTable(t *testing.T, name, text string) {
	if dir := os.Getenv("ESPALIER_VALIDATION"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".md"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
