//go:build validate

package pydt

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/polishing"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/model/pydt/search"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	scaleColumns = 50
	scaleHidden  = 300 // rows held out
	scaleLoss    = 0.05
)

// scaleData draws n rows, and others to hold out, from the prior at θ = 1, α = 0.2, with noise.
func scaleData(n int) (data *inference.Dataset, hidden *mat.Dense) {
	all := n + scaleHidden
	h := hyper.Hyper{Prior: pitmanyor.NewPrior(1, 0.2, all), C: 1, Sigma2: 1, Noise: 0.02}
	drawn := hyper.SamplePrior(all, scaleColumns, make([]string, all), h, rand.New(rand.NewPCG(1, 21))).X
	x, hidden := mat.NewDense(n, scaleColumns, nil), mat.NewDense(scaleHidden, scaleColumns, nil)
	for i, from := range rand.New(rand.NewPCG(7, 7)).Perm(all) {
		if i < n {
			x.SetRow(i, drawn.RawRowView(from))
		} else {
			hidden.SetRow(i-n, drawn.RawRowView(from))
		}
	}
	return pydttest.DatasetOf(x), hidden
}

// mostMemory returns the greatest memory of this process since forgetPeak in MB, 0 where the system does not tell.
func mostMemory() int {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(text), "VmHWM:")
	kilobytes, _ := strconv.Atoi(strings.Fields(after + " 0")[0])
	return kilobytes >> 10
}

func forgetPeak() {
	debug.FreeOSMemory()
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0o600) // else the peak is of all that went before
}

// A scaled holds the cost and the result of a large fit.
type scaled struct {
	start, all, wall time.Duration
	megabytes        int
	density          float64 // of a held-out row
}

func fitLarge(t *testing.T, data *inference.Dataset, hidden *mat.Dense, steps int) (r scaled) {
	t.Helper()
	s := Model{}.Info().Defaults()
	if err := s.Set("columns", correlated.Independent); err != nil {
		t.Fatal(err)
	}
	forgetPeak()
	used, begun := inferencetest.ProcessorTime(), time.Now()
	st, err := Model{}.New(data, s, inference.Streams{Seed: 1}, 2)
	if err != nil {
		t.Fatal(err)
	}
	f := st.(*search.Fit)
	for f.Iteration < steps || f.Stage != search.Searching {
		if _, err := f.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
		if r.start == 0 && f.Stage == search.Searching {
			r.start = inferencetest.ProcessorTime() - used
		}
	}
	r.all, r.wall, r.megabytes = inferencetest.ProcessorTime()-used, time.Since(begun), mostMemory()
	if hidden != nil {
		list, err := f.LogDensity(context.Background(), hidden)
		if err != nil {
			t.Fatal(err)
		}
		r.density = floats.Sum(list) / float64(len(list))
	}
	return r
}

// TestValidateScaleTrees fits large trees, and compares their predictions with those of a start that
// looks at all pairs of rows.
func TestValidateScaleTrees(t *testing.T) {
	defer func(rows int, checks bool) { problem.LargeRows, polishing.DebugChecks = rows, checks }(problem.LargeRows,
		polishing.DebugChecks)
	polishing.DebugChecks = false
	usual := problem.LargeRows
	var b strings.Builder
	defer pydttest.WriteTable(t, "scale-trees", &b)
	b.WriteString(
		"\n| rows × columns | way | search steps | processor time: start, all | wall | memory | nats a held-out row |\n|---|---|---|---|---|---|---|\n")
	line := func(n, steps int, way string, r scaled, predicts bool) {
		density := ""
		if predicts {
			density = fmt.Sprintf("%.3f", r.density)
		}
		fmt.Fprintf(&b, "| %d × %d | %s | %d | %.0f s, %.0f s | %.0f s | %d MB | %s |\n", n, scaleColumns, way, steps,
			r.start.Seconds(), r.all.Seconds(), r.wall.Seconds(), r.megabytes, density)
	}
	for _, n := range []int{5000, 20_000} {
		data, hidden := scaleData(n)
		steps := n / 10
		problem.LargeRows = usual
		few := fitLarge(t, data, hidden, steps)
		line(n, steps, "few branches for each subtree", few, true)
		problem.LargeRows = 1 << 40
		all := fitLarge(t, data, hidden, 200)
		line(n, 200, "linkage tree, all branches", all, true)
		if few.density < all.density-scaleLoss {
			t.Errorf("%d rows: %.3f nats a held-out row, %.3f with all branches", n, few.density, all.density)
		}
		// A fit on a machine of its own takes no longer by the clock than its threads work in all.
		if n == 20_000 && (few.all > 3*time.Minute || few.megabytes > 1000) {
			t.Errorf("%d rows took %v of processor time and %d MB", n, few.all, few.megabytes)
		}
	}
	problem.LargeRows = usual
	data, _ := scaleData(100_000)
	r := fitLarge(t, data, nil, 10_000)
	line(100_000, 10_000, "few branches for each subtree", r, false)
	if r.all > 30*time.Minute || r.megabytes > 3000 {
		t.Errorf("100,000 rows took %v of processor time and %d MB", r.all, r.megabytes)
	}
}

// TestValidateScaleSweeps measures sweeps of method mcmc over the rows, and counts what a visit passes.
func TestValidateScaleSweeps(t *testing.T) {
	met := map[int]float64{} // children on the way from a leaf to the top, by rows
	defer func(checks bool) { polishing.DebugChecks = checks }(polishing.DebugChecks)
	polishing.DebugChecks = false
	var b strings.Builder
	defer pydttest.WriteTable(t, "scale-sweeps", &b)
	b.WriteString(
		"\n| rows × columns | processor time of a sweep | of the first, which finds near rows | branch points above a leaf | children of all these |\n|---|---|---|---|---|\n")
	for _, n := range []int{2500, 5000, 10_000, 20_000} {
		data, _ := scaleData(n)
		s := Model{}.Info().Defaults()
		for _, set := range [][2]string{{"method", "mcmc"}, {"columns", correlated.Independent}} {
			if err := s.Set(set[0], set[1]); err != nil {
				t.Fatal(err)
			}
		}
		c, err := Model{}.New(data, s, inference.Streams{Seed: 1}, 2)
		if err != nil {
			t.Fatal(err)
		}
		var took []float64
		used := inferencetest.ProcessorTime()
		for len(took) < 6 {
			r, err := c.Step(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if r.Scalars != nil {
				now := inferencetest.ProcessorTime()
				took, used = append(took, (now-used).Seconds()), now
			}
		}
		l := c.(*sampler.Chain).Live
		above, children := 0, 0
		for leaf := range int32(n) {
			for v := l.Node[leaf].Parent; v >= 0; v = l.Node[v].Parent {
				above++
				children += int(l.Node[v].Kids)
			}
		}
		met[n] = float64(children) / float64(n)
		fmt.Fprintf(&b, "| %d × %d | %.2f s | %.2f s | %.1f | %.0f |\n", n, scaleColumns, floats.Sum(took[2:])/4, took[1],
			float64(above)/float64(n), met[n])
	}
	// A sweep visits N leaves, and each visit passes these children: N log N. Time grows faster where the messages outgrow
	// the caches of the processor.
	grown := met[20_000] / met[5000]
	if want := math.Log(20_000) / math.Log(5000); !(grown <= 1.4*want) {
		t.Errorf(
			"a visit of 20,000 rows passes %.2f times as many children as one of 5,000, and log N is %.2f times as great", grown,
			want)
	}
}
