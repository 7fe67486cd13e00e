package job

import (
	"context"
	"errors"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/classify"

	"gonum.org/v1/gonum/mat"
)

// A Query asks a fit one question: exactly one field is set.
type Query struct {
	// Rows asks for the log density of new rows, m×d in working units; NaN for cells to leave out.
	Rows *mat.Dense
	// Cells asks for the log density and the prediction of cells that are missing from the data.
	Cells *Cells
	// Classes asks for the class probabilities of rows, m×d in working units.
	Classes *mat.Dense
	// Evidence asks for draws for the evidence.
	Evidence *Weigh
	// Snapshot asks for a current snapshot.
	Snapshot bool
}

// Cells are cells of the data with values in working units.
type Cells struct {
	At     []inference.Cell
	Values []float64
}

// Weigh asks for a number of importance sampling draws for the evidence. If the fit has done no
// iteration since it was last asked with the same proposals, they are added to the earlier draws.
type Weigh struct {
	Draws     int
	Proposals []string // see [inference.ParseEvidenceProposal]; nil for the usual ones
	// On adds to the last draws even if the fit has continued since: all draws refer to the state of the fit when the
	// first began.
	On bool
}

// An Answer answers a Query.
type Answer struct {
	// LogDensity is that of rows or cells, in working units; Mean is the prediction of cells.
	LogDensity, Mean []float64
	// Levels are the classes; Probabilities are rows × classes.
	Levels        []string
	Probabilities *mat.Dense
	Evidence      *inference.EvidenceEstimate // of all draws so far
	Snapshot      *inference.Snapshot
}

// check refuses a query that is empty or does not fit the data.
func (q Query) check(m *Material) error {
	n, d := m.Data.Dims()
	set := 0
	for _, is := range []bool{q.Rows != nil, q.Cells != nil, q.Classes != nil, q.Evidence != nil, q.Snapshot} {
		if is {
			set++
		}
	}
	if set != 1 {
		return fmt.Errorf("a query has %d questions; ask one at a time", set)
	}
	for _, x := range []*mat.Dense{q.Rows, q.Classes} {
		if x == nil {
			continue
		}
		if _, columns := x.Dims(); columns != d {
			return fmt.Errorf("the rows of the query have %d columns, but the data have %d", columns, d)
		}
	}
	if c := q.Cells; c != nil {
		if len(c.At) != len(c.Values) {
			return fmt.Errorf("the query has %d cells but %d values; give one value for each cell", len(c.At), len(c.Values))
		}
		for _, at := range c.At {
			if at.Row < 0 || at.Row >= n || at.Column < 0 || at.Column >= d {
				return fmt.Errorf("the data have no cell in row %d and column %d", at.Row+1, at.Column+1)
			}
		}
	}
	if e := q.Evidence; e != nil {
		if e.Draws < 1 {
			return fmt.Errorf("the evidence needs 1 draw or more, not %d", e.Draws)
		}
		if _, err := proposals(e.Proposals); err != nil {
			return err
		}
	}
	return nil
}

// abilities returns which queries a Stepper can answer.
func abilities(s inference.Stepper) Abilities {
	var a Abilities
	_, a.Rows = s.(inference.Predictor)
	_, a.Cells = s.(inference.CellPredictor)
	_, a.Classes = s.(inference.Classifier)
	_, a.Evidence = s.(inference.EvidenceEstimator)
	return a
}

// answer asks a Stepper, between two steps. The Handle answers queries for evidence and snapshots.
func (q Query) answer(ctx context.Context, s inference.Stepper, m *Material) (a Answer, err error) {
	cannot := func(what string) error { return fmt.Errorf("%s %s", m.Info.Name, what) }
	switch {
	case q.Rows != nil:
		p, ok := s.(inference.Predictor)
		if !ok {
			return a, cannot("gives no density for new rows")
		}
		a.LogDensity, err = p.LogDensity(ctx, q.Rows)
	case q.Cells != nil:
		p, ok := s.(inference.CellPredictor)
		if !ok {
			return a, cannot("gives no density for missing cells")
		}
		a.LogDensity, a.Mean, err = p.LogCells(q.Cells.At, q.Cells.Values)
	case q.Classes != nil:
		p, ok := s.(inference.Classifier)
		if !ok {
			return a, cannot("cannot tell classes apart")
		}
		_, a.Levels = p.Classes()
		var joint *mat.Dense
		if joint, err = p.ClassLogJoint(ctx, q.Classes); err == nil {
			a.Probabilities = classify.Posterior(joint)
		}
	default:
		return a, errors.New("nothing is asked")
	}
	return a, err
}
