package kde

import (
	"context"
	"math"
	"time"

	"espalier/inference"
	"espalier/inference/algorithm/linesearch"
	"espalier/inference/process/conjugate"

	"gonum.org/v1/gonum/mat"
)

const (
	leastBandwidth    = 1e-3
	greatestBandwidth = 10.0
	stepTime          = 20 * time.Millisecond
)

// fit is one fit in progress: first the distances between rows, then evaluations of the
// leave-one-out density, row by row.
type fit struct {
	kernel kernel
	terms  []pairs // of row i with every other row: N² numbers, three times that with missing cells

	search    *linesearch.Search // over log h
	fixed     bool
	bandwidth float64
	row       int     // of the current evaluation
	asked     float64 // its log h
	sum       float64
	score     float64 // at the end
	finished  bool
	reported  bool
	values    []float64 // scratch
}

func newFit(x *mat.Dense, bandwidth float64, fixed bool) *fit {
	f := &fit{kernel: newKernel(x), fixed: fixed, bandwidth: bandwidth, asked: math.Log(bandwidth),
		search: linesearch.New(math.Log(leastBandwidth), math.Log(greatestBandwidth), 28, 1e-4)}
	return f
}

// Step implements inference.Stepper.
func (f *fit) Step(ctx context.Context) (inference.Report, error) {
	start := time.Now()
	for !f.finished {
		if err := ctx.Err(); err != nil {
			return inference.Report{}, err
		}
		f.advance()
		if time.Since(start) > stepTime && !f.finished {
			n := float64(len(f.kernel.rows))
			return inference.Report{Phase: "choosing the bandwidth", Fraction: 0.5 * float64(len(f.terms)) / n}, nil
		}
	}
	r := inference.Report{Phase: "fit complete", Fraction: 1, Done: true, Changed: !f.reported}
	if !f.reported {
		f.reported = true
		r.Scalars = []float64{f.score, f.bandwidth}
	}
	return r, nil
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
	f.sum += logMeanExp(f.values) - f.kernel.units(rows[f.row])
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
	f.score, f.finished, f.terms = score, true, nil
}

// Snapshot implements inference.Stepper.
func (f *fit) Snapshot() *inference.Snapshot {
	s := &inference.Snapshot{Model: Model{}.Info().Name, Phase: "choosing the bandwidth"}
	if f.finished {
		s.Phase = "fit complete"
		s.Scalars = []inference.Scalar{{Name: "bandwidth", Mean: f.bandwidth}}
	}
	return s
}

// LogDensity implements inference.Predictor.
func (f *fit) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	rows, _ := conjugate.Rows(x)
	out := make([]float64, len(rows))
	for i, r := range rows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p := f.kernel.pairs(f.kernel.standard(r), -1)
		f.values = p.logTerms(f.values[:0], math.Log(f.bandwidth))
		out[i] = logMeanExp(f.values) - f.kernel.units(r)
	}
	return out, nil
}
