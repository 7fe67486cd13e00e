//go:build validate

package catalog

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/run/chains"

	"gonum.org/v1/gonum/mat"
)

// TestValidateThreads measures how much faster each family is on two threads than on one, and four chains of each
// sampler: the start, and the iterations after it. The figures mean something only where nothing else runs; the trace
// must be the same to the bit anywhere.
func TestValidateThreads(t *testing.T) {
	var b strings.Builder
	b.WriteString("\n| model | rows × columns | start on one thread, on two | times faster | iterations | on one thread, on two | times faster | both together, times faster |\n|---|---|---|---|---|---|---|---|\n")
	for _, c := range []struct {
		model, method string
		x             *mat.Dense
		iterations    int
		chains        int
	}{
		{"pydt", "em", clouds(1000, 50, 20), 100, 1},
		{"pydt", "mcmc", clouds(1000, 50, 20), 10, 1},
		{"nsfa", "", sparse(10_000, 300, 10), 15, 1},
		{"dpmm", "", clouds(10_000, 20, 20), 10, 1},
		{"vbmfa", "", clouds(50_000, 20, 20), 100, 1},
		{"pydt", "mcmc", clouds(1000, 50, 20), 10, 4},
		{"nsfa", "", sparse(10_000, 300, 10), 15, 4},
		{"dpmm", "", clouds(10_000, 20, 20), 10, 4},
	} {
		n, d := c.x.Dims()
		var start, rest [3]time.Duration
		var trace [3][]float64
		for round := range 4 {
			threads := 1 + round%2
			first, others, values := timed(t, c.model, c.method, c.x, c.iterations, c.chains, threads)
			if start[threads] == 0 {
				start[threads], rest[threads] = first, others
			}
			start[threads], rest[threads] = min(start[threads], first), min(rest[threads], others)
			trace[threads] = values
		}
		for i, v := range trace[1] {
			if math.Float64bits(v) != math.Float64bits(trace[2][i]) {
				t.Fatalf("%s: iteration %d has %v on one thread and %v on two", c.model, i, v, trace[2][i])
			}
		}
		name := "`" + c.model + "`"
		if c.method != "" {
			name += " by `" + c.method + "`"
		}
		if c.chains > 1 {
			name += fmt.Sprintf(", %d chains", c.chains)
		}
		fmt.Fprintf(&b, "| %s | %d × %d | %.2f s, %.2f s | %.2f | %d | %.2f s, %.2f s | %.2f | %.2f |\n", name, n, d,
			start[1].Seconds(), start[2].Seconds(),
			start[1].Seconds()/start[2].Seconds(), c.iterations, rest[1].Seconds(), rest[2].Seconds(),
			rest[1].Seconds()/rest[2].Seconds(),
			(start[1]+rest[1]).Seconds()/(start[2]+rest[2]).Seconds())
	}
	t.Log("\n" + b.String())
	if dir := os.Getenv("ESPALIER_VALIDATION"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "threads.md"), []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// timed returns the wall time of the start and of the iterations after it, of so many chains, and the trace.
func timed(t *testing.T, model, method string, x *mat.Dense, iterations, of, threads int) (start, rest time.Duration,
	trace []float64) {
	n, d := x.Dims()
	data := &inference.Dataset{Name: model, X: x, Kind: inference.Continuous, Scale: make([]float64, d),
		Centre: make([]float64, d)}
	for i := range n {
		data.Rows = append(data.Rows, fmt.Sprint("r", i))
	}
	for j := range d {
		data.Columns, data.Scale[j] = append(data.Columns, fmt.Sprint("c", j)), 1
	}
	m, err := Find(model)
	if err != nil {
		t.Fatal(err)
	}
	set := m.Info().Defaults()
	if method != "" {
		for name, value := range map[string]string{"method": method, "columns": "independent"} {
			if err := set.Set(name, value); err != nil {
				t.Fatal(err)
			}
		}
	}
	begun := time.Now()
	st, err := chains.From(m, data, set, 1, 0, of, threads)
	if err != nil {
		t.Fatal(err)
	}
	for len(trace) <= iterations {
		r, err := st.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil {
			if trace = append(trace, r.Scalars[0]); len(trace) == 1 {
				start, begun = time.Since(begun), time.Now()
			}
		}
		if r.Done {
			break
		}
	}
	return start, time.Since(begun), trace
}
