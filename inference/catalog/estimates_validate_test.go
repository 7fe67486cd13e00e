//go:build validate

package catalog

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/sampledata"
)

// Of a prediction of time: what is too short to matter, by how much one may be off, and how long a fit is measured.
const (
	shortTime    = time.Second
	mostOff      = 4
	mostOffMp    = 8 // messages are passed until they agree
	measuredTime = 4 * time.Second

	mostByMessages = 3_000 // cells; larger tables take mp a minute and more
)

// TestValidateEstimates compares the time that each model predicts with what its fits take, by processor time on one
// thread, with the settings of the catalog and those of its other methods, on all samples that it takes and on larger
// drawn tables. ESPALIER_MODELS names some models.
func TestValidateEstimates(t *testing.T) {
	var b strings.Builder
	b.WriteString("\n| model | starts compared | predicted / taken | iterations compared | predicted / taken |\n|---|--:|--:|--:|--:|\n")
	for _, m := range Models() {
		name := m.Info().Name
		if only := os.Getenv("ESPALIER_MODELS"); only != "" && !slices.Contains(strings.Split(only, ","), name) {
			continue
		}
		for _, set := range estimatedSettings(t, m) {
			var starts, iterations []float64 // predicted over taken
			for _, c := range estimatedTables(t, m.Info().Preprocessing) {
				if notes, err := m.Check(c, set.s); err != nil {
					t.Log(name, c.Name, err, notes)
					continue
				}
				n, d := c.Dims()
				if set.s.Has("method") && set.s.Text("method") == "mp" && n*d > mostByMessages {
					continue
				}
				e := m.Estimate(c, set.s)
				start, iteration := takenBy(t, m, c, set.s)
				t.Log(name, set.of, c.Name, e.Start, start, e.Iteration, iteration)
				if max(e.Start, start) >= shortTime {
					starts = append(starts, float64(e.Start)/float64(start))
				}
				if 100*max(e.Iteration, iteration) >= shortTime && iteration > 0 {
					iterations = append(iterations, float64(e.Iteration)/float64(iteration))
				}
				if off(e.Start, start, set.most) {
					t.Errorf("%s%s on %s: a start of %v was predicted and took %v", name, set.of, c.Name, e.Start, start)
				}
				if iteration > 0 && off(100*e.Iteration, 100*iteration, set.most) {
					t.Errorf("%s%s on %s: iterations of %v were predicted and took %v", name, set.of, c.Name, e.Iteration, iteration)
				}
			}
			if len(starts)+len(iterations) > 0 {
				fmt.Fprintf(&b, "| `%s`%s | %d | %s | %d | %s |\n", name, set.of, len(starts), spread(starts), len(iterations),
					spread(iterations))
			}
		}
	}
	t.Log("\n" + b.String())
	if dir := os.Getenv("ESPALIER_VALIDATION"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "estimates.md"), []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// off reports whether a prediction that matters is off by too much.
func off(predicted, taken time.Duration, most float64) bool {
	if max(predicted, taken) < shortTime {
		return false
	}
	ratio := float64(predicted) / math.Max(float64(taken), 1)
	return !(ratio <= most && ratio >= 1/most)
}

// spread says between what ratios lie.
func spread(ratios []float64) string {
	switch len(ratios) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("%.2g", ratios[0])
	}
	return fmt.Sprintf("%.2g to %.2g", slices.Min(ratios), slices.Max(ratios))
}

type estimated struct {
	of   string
	s    inference.Settings
	most float64 // times that a prediction may be off
}

// estimatedSettings are the defaults of a model, and those of its methods.
func estimatedSettings(t *testing.T, m inference.Model) []estimated {
	t.Helper()
	s := m.Info().Defaults()
	if !s.Has("method") {
		return []estimated{{"", s, mostOff}}
	}
	var all []estimated
	for _, method := range []string{"em", "mcmc", "mp"} {
		s := s.Clone()
		if err := s.Set("method", method); err != nil {
			continue
		}
		if method != "em" && s.Has("columns") { // under auto the prediction is that of the slowest form
			_ = s.Set("columns", "independent")
		}
		most := float64(mostOff)
		if method == "mp" {
			most = mostOffMp
		}
		all = append(all, estimated{" by `" + method + "`", s, most})
	}
	return all
}

// estimatedTables are the samples as prepared for a model, and drawn tables.
func estimatedTables(t *testing.T, p inference.Preprocessing) (all []*inference.Dataset) {
	t.Helper()
	for _, sample := range sampledata.List() {
		table, err := sampledata.Open(sample.Name)
		if err != nil {
			t.Fatal(err)
		}
		data, err := table.Prepare(p)
		if err != nil {
			continue
		}
		data.Name = sample.Name
		all = append(all, data)
	}
	for _, rows := range []int{500, 4000} {
		x := clouds(rows, 40, 20)
		n, d := x.Dims()
		data := &inference.Dataset{Name: "drawn", X: x, Kind: inference.Continuous, Scale: make([]float64, d),
			Centre: make([]float64, d)}
		for i := range n {
			data.Rows = append(data.Rows, fmt.Sprint("r", i))
		}
		for j := range d {
			data.Columns, data.Scale[j] = append(data.Columns, fmt.Sprint("c", j)), 1
		}
		all = append(all, data)
	}
	return all
}

// takenBy returns the processor time of the start, and of an iteration on average.
func takenBy(t *testing.T, m inference.Model, data *inference.Dataset, s inference.Settings) (start,
	iteration time.Duration) {
	t.Helper()
	begun := inferencetest.ProcessorTime()
	st, err := m.New(data, s, inference.Streams{Seed: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	count := -1
	for {
		r, err := st.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		now := inferencetest.ProcessorTime()
		if r.Scalars != nil {
			if count++; count == 0 {
				start, begun = now-begun, now
			} else {
				iteration = (now - begun) / time.Duration(count)
			}
		}
		if r.Done || count >= 0 && (now-begun > measuredTime/4 && count > 0 || now-begun > measuredTime) {
			return start, iteration
		}
	}
}
