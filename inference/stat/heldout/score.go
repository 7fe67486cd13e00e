package heldout

import (
	"context"
	"fmt"
	"math"

	"espalier/inference"
	"espalier/inference/run"

	"gonum.org/v1/gonum/stat"
)

// A Kind is what a model predicts.
type Kind int

// Kinds of models.
const (
	Nothing Kind = iota // no density, or data that it refuses
	ByCells             // missing cells
	ByRows              // new rows
)

// Of returns what a model predicts of data under settings, without fitting: new rows where it
// predicts both.
func Of(m inference.Model, data *inference.Dataset, s inference.Settings) Kind {
	switch rows, cells := Predicts(m, data, s); {
	case rows:
		return ByRows
	case cells:
		return ByCells
	}
	return Nothing
}

// Predicts says whether a model predicts new rows of data under settings, and whether it
// predicts missing cells, without fitting.
func Predicts(m inference.Model, data *inference.Dataset, s inference.Settings) (rows, cells bool) {
	if _, err := m.Check(data, s); err != nil {
		return false, false
	}
	stepper, err := m.New(data, s, inference.Streams{}, 1)
	if err != nil {
		return false, false
	}
	_, rows = stepper.(inference.Predictor)
	_, cells = stepper.(inference.CellPredictor)
	return rows, cells
}

// Options set how a model is scored.
type Options struct {
	Share      float64 // share that is hidden, between 0 and 1
	Kind       Kind    // ByCells or ByRows, for models that predict both; Nothing leaves it to Of
	Seed       uint64  // for both the hiding and the fit
	Iterations int     // at most; negative means the model's own number
	Threads    int     // at most
	// Progress is called with the share of the fit that is done, if known; it may be nil.
	Progress func(share float64)
}

// A Score says how well a model predicted what was hidden, in the units of the table.
type Score struct {
	Kind       Kind
	N          int     // of the cells or rows
	LogDensity float64 // mean per cell or row, nats
	Squared    float64 // mean squared error of the means of cells; NaN for rows
}

// Fit hides part of a table, fits a model to the rest with one chain, and scores it. Equal seeds
// and shares hide the same part for all models that predict the same kind.
func Fit(ctx context.Context, t *inference.Table, p inference.Preprocessing, m inference.Model, s inference.Settings, o Options) (Score, error) {
	whole, err := t.Prepare(p)
	if err != nil {
		return Score{}, err
	}
	rows, cells := Predicts(m, whole, s)
	switch {
	case rows && o.Kind != ByCells:
		return fitRows(ctx, t, p, m, s, o)
	case cells && o.Kind != ByRows:
		return fitCells(ctx, t, p, m, s, o)
	}
	if _, err := m.Check(whole, s); err != nil {
		return Score{}, err
	}
	return Score{}, fmt.Errorf("%s gives no density of the kind that is to be scored", m.Info().Name)
}

func fitCells(ctx context.Context, t *inference.Table, p inference.Preprocessing, m inference.Model, s inference.Settings, o Options) (Score, error) {
	data, err := Cells(t, o.Share, o.Seed).Prepare(p)
	if err != nil {
		return Score{}, err
	}
	cells, values, err := Missing(data, t, data.RowIndex)
	if err != nil {
		return Score{}, err
	}
	if len(cells) == 0 {
		return Score{}, fmt.Errorf("no cell of %s can be hidden: every row and column keeps at least %d values; hide a larger share", t.Name, Fewest)
	}
	stepper, err := fit(ctx, data, m, s, o)
	if err != nil {
		return Score{}, err
	}
	density, mean, err := stepper.(inference.CellPredictor).LogCells(cells, values)
	if err != nil {
		return Score{}, err
	}
	squares := 0.0
	for i, c := range cells {
		density[i] += data.LogJacobianAt(c.Column, values[i])
		e := data.InputAt(c.Column, values[i]) - data.InputAt(c.Column, mean[i])
		squares += e * e / float64(len(cells))
	}
	return Score{ByCells, len(cells), stat.Mean(density, nil), squares}, nil
}

func fitRows(ctx context.Context, t *inference.Table, p inference.Preprocessing, m inference.Model, s inference.Settings, o Options) (Score, error) {
	if p.Transpose {
		t, p.Transpose = Transposed(t), false
	}
	n, _ := t.Dims()
	learn, hidden, err := Rows(n, o.Share, o.Seed)
	if err != nil {
		return Score{}, err
	}
	data, err := t.SelectRows(learn).Prepare(p)
	if err != nil {
		return Score{}, err
	}
	x, err := data.Map(t.SelectRows(hidden))
	if err != nil {
		return Score{}, err
	}
	stepper, err := fit(ctx, data, m, s, o)
	if err != nil {
		return Score{}, err
	}
	density, err := stepper.(inference.Predictor).LogDensity(ctx, x)
	if err != nil {
		return Score{}, err
	}
	for i, j := range data.LogJacobian(x) {
		density[i] += j
	}
	return Score{ByRows, len(density), stat.Mean(density, nil), math.NaN()}, nil
}

// fit fits data and steps the fit to its end.
func fit(ctx context.Context, data *inference.Dataset, m inference.Model, s inference.Settings, o Options) (inference.Stepper, error) {
	if _, err := m.Check(data, s); err != nil {
		return nil, err
	}
	if err := run.Fits(m.Estimate(data, s)); err != nil {
		return nil, err
	}
	stepper, err := m.New(data, s, inference.Streams{Seed: o.Seed}, o.Threads)
	if err != nil {
		return nil, err
	}
	target := inference.InfoFor(m, s).Iterations
	if o.Iterations >= 0 {
		target = min(target, o.Iterations)
	}
	var each func(done int)
	if o.Progress != nil {
		each = func(done int) { o.Progress(max(0, float64(done)) / float64(max(1, target))) }
	}
	if err := run.Complete(ctx, stepper, target, each); err != nil {
		return nil, err
	}
	return stepper, nil
}
