package kde

import (
	"context"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/atonce"
	"example.org/espalier/inference/algorithm/linesearch"
	"example.org/espalier/inference/algorithm/special"

	"gonum.org/v1/gonum/mat"
)

const (
	leastBandwidth    = 1e-3
	greatestBandwidth = 10.0
)

// fit is one fit in progress: first the distances between rows, then evaluations of the
// leave-one-out density, row by row.
type fit struct {
	atonce.Fit
	kernel kernel
	terms  []pairs // of row i with every other row: N² numbers, three times that with missing cells

	search    *linesearch.Search // over log h
	fixed     bool
	bandwidth float64
	row       int     // of the current evaluation
	asked     float64 // its log h
	sum       float64
	score     float64   // at the end
	values    []float64 // scratch
}

func newFit(x *mat.Dense, bandwidth float64, fixed bool) *fit {
	return &fit{Fit: atonce.Fit{Model: Model{}.Info().Name, Phase: "choosing the bandwidth", Learnt: "bandwidth"},
		kernel: newKernel(x), fixed: fixed, bandwidth: bandwidth, asked: math.Log(bandwidth),
		search: linesearch.New(math.Log(leastBandwidth), math.Log(greatestBandwidth), 28, 1e-4)}
}

// Step implements inference.Stepper.
func (f *fit) Step(ctx context.Context) (inference.Report, error) {
	fraction := func() float64 { return 0.5 * float64(len(f.terms)) / float64(len(f.kernel.rows)) }
	return f.Work(ctx, f.advance, fraction, func() []float64 { return []float64{f.score, f.bandwidth} })
}

// advance processes one row.
func (f *fit) advance() {
	rows := f.kernel.rows
	if k := len(f.terms); k < len(rows) {
		f.terms = append(f.terms, f.kernel.pairs(rows[k], k))
		if k+1 == len(rows) && !f.fixed {
			f.asked = f.search.Ask()
		}
		return
	}
	f.values = f.terms[f.row].logTerms(f.values[:0], f.asked)
	f.sum += special.MeanLogs(f.values) - f.kernel.units(rows[f.row])
	if f.row++; f.row < len(rows) {
		return
	}
	score := f.sum
	f.row, f.sum = 0, 0
	if !f.fixed {
		if f.search.Tell(score); !f.search.Done() {
			f.asked = f.search.Ask()
			return
		}
		f.asked, score = f.search.Best()
		f.bandwidth = math.Exp(f.asked)
	}
	f.score, f.Finished, f.terms = score, true, nil
}

// Snapshot implements inference.Stepper.
func (f *fit) Snapshot() *inference.Snapshot { return f.Show(f.bandwidth) }

// LogDensity implements inference.Predictor.
func (f *fit) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	return atonce.LogDensities(ctx, x, func(row []float64) float64 {
		p := f.kernel.pairs(f.kernel.standard(row), -1)
		f.values = p.logTerms(f.values[:0], math.Log(f.bandwidth))
		return special.MeanLogs(f.values) - f.kernel.units(row)
	})
}
