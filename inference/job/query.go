package job

import (
	"context"
	"errors"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/classify"

	"gonum.org/v1/gonum/mat"
)

// A Query asks one thing of a fit: exactly one field is set.
type Query struct {
	// Rows asks for the log density of new rows, m×d in working units; NaN for cells to leave out.
	Rows *mat.Dense
	// Cells asks for the log density of cells that the data lack, and what is predicted for them.
	Cells *Cells
	// Classes asks for the probabilities of the classes of rows, m×d in working units.
	Classes *mat.Dense
	// Evidence asks for draws for the evidence.
	Evidence *Weigh
	// Snapshot asks for a snapshot as of now.
	Snapshot bool
}

// Cells are cells of the data with values in working units.
type Cells struct {
	At     []inference.Cell
	Values []float64
}

// Weigh asks for that number of draws of importance sampling of the evidence. Where the fit has done no
// iteration since the last time it was asked with the same proposals, they are added to those.
type Weigh struct {
	Draws     int
	Proposals []string // see [inference.ParseEvidenceProposal]; nil for the usual ones
	// On adds to the draws made last although the fit may have gone on since: they are of what
	// it had found when they began.
	On bool
}

// An Answer answers a Query.
type Answer struct {
	// LogDensity is that of rows or cells, in working units; Mean what is predicted for cells.
	LogDensity, Mean []float64
	// Levels are the classes, and Probabilities theirs, rows × classes.
	Levels        []string
	Probabilities *mat.Dense
	Evidence      *inference.EvidenceEstimate // of all draws so far
	Snapshot      *inference.Snapshot
}

// check refuses a query that is none, or not of the data.
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

// abilities returns what a Stepper can be asked.
func abilities(s inference.Stepper) Abilities {
	var a Abilities
	_, a.Rows = s.(inference.Predictor)
	_, a.Cells = s.(inference.CellPredictor)
	_, a.Classes = s.(inference.Classifier)
	_, a.Evidence = s.(inference.EvidenceEstimator)
	return a
}

// answer asks a Stepper, between two steps. Queries of evidence and snapshots are for the Handle.
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
