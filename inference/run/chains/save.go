package chains

import (
	"bytes"
	"context"
	"encoding/gob"
	"fmt"

	"espalier/inference"

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

// file is the saved form. Chains that wait for the others have completed one iteration more.
type file struct {
	Chains  [][]byte
	Waiting [][]float64
}

// MarshalBinary implements inference.Saver.
func (g savedGroup) MarshalBinary() ([]byte, error) {
	f := file{Waiting: g.waiting}
	for i, c := range g.chains {
		state, err := c.(inference.Saver).MarshalBinary()
		if err != nil {
			return nil, fmt.Errorf("chain %d: %w", i+1, err)
		}
		f.Chains = append(f.Chains, state)
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(f); err != nil {
		return nil, fmt.Errorf("chains: saving: %w", err)
	}
	return b.Bytes(), nil
}

// UnmarshalBinary implements inference.Saver.
func (g savedGroup) UnmarshalBinary(data []byte) error {
	var f file
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&f); err != nil {
		return fmt.Errorf("chains: the saved state cannot be read: %w", err)
	}
	if len(f.Chains) != len(g.chains) {
		return fmt.Errorf("chains: the saved state has %d chains, this run %d", len(f.Chains), len(g.chains))
	}
	for i, c := range g.chains {
		if err := c.(inference.Saver).UnmarshalBinary(f.Chains[i]); err != nil {
			return fmt.Errorf("chain %d: %w", i+1, err)
		}
		g.waiting[i] = nil
		if i < len(f.Waiting) && len(f.Waiting[i]) > 0 {
			g.waiting[i] = f.Waiting[i]
		}
	}
	return nil
}
