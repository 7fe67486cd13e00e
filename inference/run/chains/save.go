package chains

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/mat"
)

// A savedGroup is a group of chains that can be saved.
type savedGroup struct{ *group }

// A predictingGroup is one that can also score new rows.
type predictingGroup struct{ savedGroup }

// A cellGroup is one that can also score missing cells.
type cellGroup struct{ savedGroup }

// A fullGroup can score both.
type fullGroup struct{ predictingGroup }

var (
	_ inference.Stepper   = (*group)(nil)
	_ inference.Saver     = savedGroup{}
	_ inference.Saver     = predictingGroup{}
	_ inference.Predictor = predictingGroup{}

	_ inference.Saver         = cellGroup{}
	_ inference.CellPredictor = cellGroup{}
	_ inference.Saver         = fullGroup{}
	_ inference.Predictor     = fullGroup{}
	_ inference.CellPredictor = fullGroup{}
)

// LogCells implements inference.CellPredictor: the mean over chains of their densities and predictions.
func (g cellGroup) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	return g.logCells(cells, value)
}

// LogCells implements inference.CellPredictor as that of cellGroup does.
func (g fullGroup) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	return g.logCells(cells, value)
}

// LogDensity implements inference.Predictor: the mean over chains of their densities.
func (g predictingGroup) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	return g.logDensity(ctx, x)
}

// layout is the version of the saved state.
const layout = 1

// file is the saved form. A chain that waits for the others has completed one iteration more.
type file struct {
	Chains  [][]byte `cbor:",omitempty"` // of older files; now they are inner states
	Waiting [][]float64
	Last    []inference.Report
}

// MarshalBinary implements inference.Saver.
func (g savedGroup) MarshalBinary() ([]byte, error) { return pieces.Whole(g.Pieces()) }

// Pieces returns the state in pieces.
func (g savedGroup) Pieces() (*pieces.Bytes, error) {
	o, err := saved.NewOuter("chains", layout, file{Waiting: g.waiting, Last: g.last})
	if err != nil {
		return nil, err
	}
	for i, c := range g.chains {
		if err := o.Add(c.(inference.Saver)); err != nil {
			return nil, fmt.Errorf("chain %d: %w", i+1, err)
		}
	}
	return o.End(), nil
}

// UnmarshalBinary implements inference.Saver.
func (g savedGroup) UnmarshalBinary(data []byte) error {
	var f file
	inner, err := saved.OpenOuter("chains", layout, data, &f)
	if err != nil {
		return err
	}
	if inner != nil {
		f.Chains = inner
	}
	if n := len(f.Chains); n != len(g.chains) || n != len(f.Waiting) || n != len(f.Last) {
		return fmt.Errorf("chains: the saved state has %d chains, but this run has %d", len(f.Chains), len(g.chains))
	}
	for i, c := range g.chains {
		if err := c.(inference.Saver).UnmarshalBinary(f.Chains[i]); err != nil {
			return fmt.Errorf("chain %d: %w", i+1, err)
		}
		g.waiting[i], g.last[i] = f.Waiting[i], f.Last[i]
	}
	return nil
}
