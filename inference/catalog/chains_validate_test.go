//go:build validate

package catalog_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/run/chains"
	"example.org/espalier/inference/stat/diagnostics"
)

// TestValidateChains runs four chains from trees of em on tables of the program and says how they mix. The
// small table must, the large one is known not to mix in its topology.
func TestValidateChains(t *testing.T) {
	var b strings.Builder
	b.WriteString("\n| data, model | sweeps | processor time | least bulk ESS (quantity) | topology ESS | greatest R-hat (quantity) | R-hat of the topology |\n|---|---|---|---|---|---|---|\n")
	for _, c := range []struct {
		data, model string
		sweeps      int
		mixes       bool
	}{{"olive_oils", "ddt", 1500, true}, {"olive_oils", "pydt", 1500, true}, {"tissue_expression", "ddt", 200, false},
		{"tissue_expression", "pydt", 200, false}} {
		data := columnData(t, c.data)
		m, err := catalog.Find(c.model)
		if err != nil {
			t.Fatal(err)
		}
		s := m.Info().Defaults()
		if err := errors.Join(s.Set("method", "mcmc"), s.Set("columns", "independent")); err != nil {
			t.Fatal(err)
		}
		began := inferencetest.ProcessorTime()
		st, err := chains.From(m, data, s, 1, 0, 4, 2)
		if err != nil {
			t.Fatal(err)
		}
		r := run.Start(context.Background(), st, inference.InfoFor(m, s), run.Options{Iterations: c.sweeps})
		if err := r.Wait(); err != nil {
			t.Fatal(err)
		}
		snapshot := r.Latest()
		r.Close()
		took := inferencetest.ProcessorTime() - began
		report, err := diagnostics.NewMonitor(diagnostics.Options{BurnIn: inference.BurnIn}).Report(context.Background(),
			snapshot)
		if err != nil {
			t.Fatal(err)
		}
		least, greatest := diagnostics.Quantity{BulkESS: math.Inf(1)}, diagnostics.Quantity{}
		for _, q := range report.Quantities {
			if !q.Known() || q.Constant {
				continue
			}
			if q.BulkESS < least.BulkESS {
				least = q
			}
			if q.RHat > greatest.RHat {
				greatest = q
			}
		}
		fmt.Fprintf(&b, "| %s, %s | %d | %.0f s | %.0f (%s) | %.0f | %.3f (%s) | %.3f |\n", c.data,
			c.model, c.sweeps, took.Seconds(),
			least.BulkESS, least.Title, report.Topology.ESS, greatest.RHat, greatest.Title, report.Topology.RHat)
		if c.mixes && (least.BulkESS < 30 || greatest.RHat > 1.2 || report.Topology.RHat > 1.2) {
			t.Errorf("%s, %s: %.0f effective samples, R-hat %.3f and %.3f", c.data, c.model, least.BulkESS, greatest.RHat,
				report.Topology.RHat)
		}
	}
	writeTable(t, "mcmc-chains", b.String())
}

// TestValidateAnnealing estimates the evidence of a small table by annealed importance sampling from three seeds,
// which must agree within their errors.
func TestValidateAnnealing(t *testing.T) {
	const runs = 30
	whole := columnData(t, "iris")
	var rows []int
	for i := 0; i < 150; i += 13 {
		rows = append(rows, i)
	}
	data := whole.SelectRows(rows)
	m, err := catalog.Find("ddt")
	if err != nil {
		t.Fatal(err)
	}
	s := m.Info().Defaults()
	for _, v := range [][2]string{{"method", "ais"}, {"annealing", "1000"}, {"columns", "independent"}} {
		if err := s.Set(v[0], v[1]); err != nil {
			t.Fatal(err)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%d irises of four columns, `ddt`, all hyperparameters learnt, %d annealing runs of 1,000 sweeps for each seed:\n\n| seed | log evidence | standard error | effective runs |\n|---|---|---|---|\n", len(rows), runs)
	var logs, errors []float64
	for seed := range uint64(3) {
		st, err := m.New(data, s, inference.Streams{Seed: seed + 1}, 1)
		if err != nil {
			t.Fatal(err)
		}
		var last []float64
		for done := 0; done < runs; {
			r, err := st.Step(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if r.Scalars != nil {
				last = r.Scalars
				done++
			}
		}
		logs, errors = append(logs, last[0]), append(errors, last[1])
		fmt.Fprintf(&b, "| %d | %.2f | %.2f | %.1f |\n", seed+1, last[0], last[1], last[2])
	}
	for i := range logs {
		for j := range i {
			if !(math.Abs(logs[i]-logs[j]) <= 4*math.Hypot(errors[i], errors[j])) {
				t.Errorf("seeds %d and %d: %.2f ± %.2f and %.2f ± %.2f", j+1, i+1, logs[j], errors[j], logs[i], errors[i])
			}
		}
	}
	writeTable(t, "annealing", b.String())
}
