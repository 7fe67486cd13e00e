package job

import (
	"context"
	"errors"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/expected"
	"example.org/espalier/inference/process/expecting"
	"example.org/espalier/inference/process/observation"
)

// Limits of the work for predictions of cells: Gaussians of hidden numbers, times the levels of their cells.
const (
	mostBelieved     = 1 << 21
	mostDrawn        = 40 // draws of all chains
	leastDrawn       = 10
	believedTogether = 4096 // cells
)

// expect adds, to the last snapshot of a fit that has ended, predictions of each cell of a table of several kinds, or
// of the missing cells alone where all would take long.
func (h *local) expect(ctx context.Context, r *Result) error {
	if !r.Ended.Ended() || r.Snapshot == nil || h.m.Data.Kinds == nil || expected.Of(r.Snapshot) != nil {
		return nil
	}
	var found *expected.Cells
	var failure error
	err := h.run.Do(func(s inference.Stepper) {
		if b, able := s.(inference.Believer); able {
			found, failure = expectOf(ctx, b, h.m.Data)
		}
	})
	if err = errors.Join(err, failure); err != nil || found == nil {
		return err
	}
	told := Result{Snapshot: &inference.Snapshot{Parts: []inference.Part{found}}}
	r.Snapshot = told.Expecting(r.Snapshot)
	return nil
}

// Expecting returns a snapshot of the same moment with the predictions of the cells of its table, if the result has
// them.
func (r *Result) Expecting(s *inference.Snapshot) *inference.Snapshot {
	cells := expected.Of(r.Snapshot)
	if cells == nil || expected.Of(s) != nil {
		return s
	}
	more := *s
	more.Parts = append(slices.Clip(more.Parts), cells)
	return &more
}

func expectOf(ctx context.Context, b inference.Believer, d *inference.Dataset) (*expected.Cells, error) {
	columns, err := observation.Of(d)
	if err != nil || columns == nil {
		return nil, err
	}
	cells, draws := toExpect(d)
	if len(cells) == 0 {
		return nil, nil
	}
	out := &expected.Cells{Columns: len(columns)}
	for some := range slices.Chunk(cells, believedTogether) {
		beliefs, err := b.Believe(ctx, some, draws)
		if err != nil || beliefs == nil {
			return nil, err
		}
		for i, at := range some {
			c, value := columns[at.Column], d.X.At(at.Row, at.Column)
			var factor observation.Factor
			if c != nil {
				factor = c.Factor(at.Row, value)
			}
			levels := 0
			if k := d.KindAt(at.Column); k.Sort.HasLevels() {
				levels = len(k.Levels)
			}
			if one := expecting.Cell(at, c, levels, factor, value, beliefs[i]); one.Known() {
				out.List = append(out.List, one)
			}
		}
	}
	return out, nil
}

// toExpect returns the cells to tell of, row by row, and over how many draws.
func toExpect(d *inference.Dataset) (cells []inference.Cell, draws int) {
	n, columns := d.Dims()
	work := make([]int, columns)
	all, missing := 0, 0
	for j := range columns {
		work[j] = 2
		if k := d.KindAt(j); k.Sort.HasLevels() {
			work[j] = len(k.Levels) * max(1, len(k.Levels)-1)
		}
		all += n * work[j]
		for i := range n {
			if math.IsNaN(d.X.At(i, j)) {
				missing += work[j]
			}
		}
	}
	whole := all*leastDrawn <= mostBelieved
	if !whole {
		all = missing
	}
	if all == 0 || all*leastDrawn > mostBelieved {
		return nil, 0
	}
	for i := range n {
		for j := range columns {
			if whole || math.IsNaN(d.X.At(i, j)) {
				cells = append(cells, inference.Cell{Row: i, Column: j})
			}
		}
	}
	return cells, min(mostBelieved/all, mostDrawn)
}
