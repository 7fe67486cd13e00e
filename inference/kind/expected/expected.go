// Package expected is the kind of result for predictions of the cells of a table, each left out in turn: the
// probability of each level, an interval of a count or a number, and the number hidden behind the cell.
package expected

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
)

// Kind is the name of the kind, Version that of the form that MarshalBinary writes.
const (
	Kind    = "expected"
	Version = 1
)

// Share is that of the distribution which lies in each interval; half of the rest is on each side.
const Share = .9

// Cells are predictions of some cells of a table. They are never modified once published.
type Cells struct {
	Columns int    // of the table
	List    []Cell // by row, then by column
}

// A Cell is the prediction of one cell, in working units, as if its value were not known.
type Cell struct {
	Row, Column int
	// Probabilities are those of the levels of yes/no, grades and categories; nil for counts and numbers.
	Probabilities []float64
	// Low, Middle and High are quantiles of a count or a number; NaN for levels.
	Low, Middle, High float64
	// Hidden is the mean of the number behind the cell given its value, with an interval; NaN for categories, which
	// have several, and for numbers that are known.
	Hidden, HiddenLow, HiddenHigh float64
	// Log is the log probability of the value of the cell, the log density of a number; NaN where it is missing.
	Log float64
}

// Of returns the expected cells of a snapshot; nil where there are none.
func Of(s *inference.Snapshot) *Cells {
	c, _ := inference.Of[*Cells](s)
	return c
}

// At returns the prediction of a cell.
func (c *Cells) At(row, column int) (Cell, bool) {
	if c == nil {
		return Cell{}, false
	}
	at, found := slices.BinarySearchFunc(c.List, [2]int{row, column}, func(one Cell, at [2]int) int {
		if one.Row != at[0] {
			return one.Row - at[0]
		}
		return one.Column - at[1]
	})
	if !found {
		return Cell{}, false
	}
	return c.List[at], true
}

// Likely returns the most probable level; −1 for counts and numbers.
func (c Cell) Likely() int {
	best := -1
	for l, p := range c.Probabilities {
		if best < 0 || p > c.Probabilities[best] {
			best = l
		}
	}
	return best
}

// Known reports whether anything is told of the cell.
func (c Cell) Known() bool { return c.check() == nil }

// HasHidden reports whether the number behind the cell is told.
func (c Cell) HasHidden() bool { return !math.IsNaN(c.Hidden) }

// Kind implements inference.Part.
func (*Cells) Kind() string { return Kind }

// Check implements inference.Part: cells in order, probabilities that sum to 1, quantiles that rise.
func (c *Cells) Check(data *inference.Dataset) error {
	rows := math.MaxInt
	if data != nil {
		var columns int
		if rows, columns = data.Dims(); columns != c.Columns {
			return fmt.Errorf("expected: cells of %d columns for a table of %d", c.Columns, columns)
		}
	}
	before := Cell{Row: -1}
	for _, one := range c.List {
		switch {
		case one.Row < 0 || one.Row >= rows || one.Column < 0 || one.Column >= c.Columns:
			return fmt.Errorf("expected: there is no row %d, column %d", one.Row+1, one.Column+1)
		case one.Row < before.Row || one.Row == before.Row && one.Column <= before.Column:
			return fmt.Errorf("expected: row %d, column %d comes out of order", one.Row+1, one.Column+1)
		}
		before = one
		if err := one.check(); err != nil {
			return fmt.Errorf("expected: row %d, column %d: %w", one.Row+1, one.Column+1, err)
		}
		if data != nil {
			levels := 0
			if k := data.KindAt(one.Column); k.Sort.HasLevels() {
				levels = len(k.Levels)
			}
			if len(one.Probabilities) != levels {
				return fmt.Errorf("expected: row %d, column %d has %d probabilities for %d levels", one.Row+1,
					one.Column+1, len(one.Probabilities), levels)
			}
		}
	}
	return nil
}

func (c Cell) check() error {
	sum := 0.0
	for _, p := range c.Probabilities {
		if !(p >= 0 && p <= 1+1e-9) {
			return fmt.Errorf("a probability of %v", p)
		}
		sum += p
	}
	if c.Probabilities != nil && !(math.Abs(sum-1) < 1e-6) {
		return fmt.Errorf("the probabilities sum to %v", sum)
	}
	if c.Probabilities == nil && !rises(c.Low, c.Middle, c.High) {
		return fmt.Errorf("quantiles of %v, %v and %v", c.Low, c.Middle, c.High)
	}
	if math.IsInf(c.Log, 0) {
		return fmt.Errorf("a log probability of %v", c.Log)
	}
	if c.HasHidden() && !rises(c.HiddenLow, c.Hidden, c.HiddenHigh) {
		return fmt.Errorf("a hidden number of %v from %v to %v", c.Hidden, c.HiddenLow, c.HiddenHigh)
	}
	return nil
}

func rises(low, middle, high float64) bool {
	return low <= middle && middle <= high && !math.IsInf(low, 0) && !math.IsInf(high, 0)
}
