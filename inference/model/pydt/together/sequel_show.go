package together

import (
	"context"
	"fmt"
	"slices"

	"example.org/espalier/inference"
	kind "example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/model/pydt/cellwise"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/forecast"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/process/aside"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/sequel"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// A shownSigma is what is shown of Σ given a tree.
type shownSigma struct {
	of   *tree.Tree
	part *kind.Covariance
}

// partOf returns the Σ of a sequel given a tree.
func partOf(q *sequel.Sequel, t *tree.Tree, a *aside.Columns, blanks *covary.Blanks,
	data *inference.Dataset) *kind.Covariance {
	l := lawUnder(q)
	if l.Form == correlated.AnyCovariance {
		var extra *mat.Dense
		if blanks != nil {
			extra = covary.NewConditioner(blanks, l.Sigma.Map()).Extra(l.Sigma.Columns())
		}
		l.Sigma = l.Prior.Posterior(covary.NewContrasts(q.Warp.Tree(t), l.Filled, q.Warp.Noise), extra).Sigma
	}
	return a.Complete(l.Part(a.Of(data).Columns), data.Columns)
}

// Snapshot implements inference.Stepper.
func (f *SequelFit) Snapshot() *inference.Snapshot {
	snap := f.Fit.Snapshot()
	q := f.Sequel
	if q == nil {
		if f.Learner != nil {
			snap.Phase = f.phaseNow()
		}
		return snap
	}
	if d := decisionOf(q.Form, q.Scores); d != nil {
		snap.Parts = append(snap.Parts, d)
	}
	if q.Form == correlated.Independent {
		return snap
	}
	if t := f.Fit.Shown[f.List()[0]]; f.shown == nil || f.shown.of != t {
		f.shown = &shownSigma{t, partOf(q, t, f.Apart, f.Blanks, f.Data)}
	}
	snap.Parts = append(snap.Parts, f.shown.part)
	return snap
}

// LogDensity implements inference.Predictor: the mixture over the trees of the densities of new rows, Σ
// integrated out where the columns vary together.
func (f *SequelFit) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	if f.Sequel == nil || f.Sequel.Form == correlated.Independent {
		return f.Fit.LogDensity(ctx, x)
	}
	_, columns := f.Data.Dims()
	if _, d := x.Dims(); d != columns {
		return nil, fmt.Errorf("%s: the new rows have %d columns, but the tree was learnt from %d", f.Model, d, columns)
	}
	f.forecast()
	return f.together.LogDensity(ctx, x)
}

// forecast makes what predicts from the present trees.
func (f *SequelFit) forecast() {
	if f.together == nil || !slices.Equal(f.together.From, posterior.ScoredOf(f.List())) {
		f.together = f.forecastOf(f.Sequel)
	}
}

// LogCells implements inference.CellPredictor.
func (f *SequelFit) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	if f.Sequel == nil || f.Sequel.Form == correlated.Independent {
		return f.Fit.LogCells(cells, value)
	}
	if err := cellwise.Check(f.Data, cells, value, false); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", f.Model, err)
	}
	f.forecast()
	return f.together.LogCellsOf(f.Data.X, cells, value)
}

// lawUnder returns the Σ of a sequel as that of a search.
func lawUnder(q *sequel.Sequel) correlated.Law {
	return correlated.Law{Form: q.Form, Sigma: q.Sigma, Prior: q.Prior, Filled: q.Filled, Factors: q.Factors}
}

// leftOutUnder returns the log densities of rows of the table that the first member's tree was learnt from, each
// taken out of the tree and of the posterior of Σ in turn. Missing cells of other rows are as filled.
func leftOutUnder(f *forecast.Forecast, x *mat.Dense, rows []int32) (values []float64) {
	f.PrepareMembers(context.Background())
	m := &f.Members[0]
	whole := f.SeatOf(m, nil)
	outs := whole.LeaveAll(rows)
	for i, r := range rows {
		e, out := whole, outs[i]
		if f.Blanks != nil {
			if columns, incomplete := f.Blanks.Observed(int(r)); incomplete {
				if len(columns) == 0 {
					values = append(values, f.LogBeside(f.Apart.Beside(x.RawRowView(int(r)))))
					continue
				}
				e = f.SeatOf(m, columns)
				out = e.Leave(r)
			}
		}
		e.Beside = f.Apart.Beside(x.RawRowView(int(r)))
		values = append(values, e.LogLeftOut(r, out))
	}
	return values
}
