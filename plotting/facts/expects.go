package facts

import (
	"math"

	"example.org/espalier/inference/kind/expected"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/expects"
)

// foreseen are results with predictions of cells of several kinds. Tables have each cell, and the probabilities of its
// levels.
var foreseen = Kind{
	Members: func(r Result) List {
		if !expects.Has(r.Subject) {
			return nil
		}
		var kinds []List
		for _, k := range expects.Kinds(r.Subject) {
			one := Of("kind", k.Sort.String(), "cells", k.Cells, "log", Number(k.Log))
			if !math.IsNaN(k.Held) {
				one.Add("held", Number(k.Held))
			}
			var bins []List
			for _, b := range k.Bins {
				bins = append(bins, Of("levels", b.Levels, "predicted", Number(b.Predicted), "share", Number(b.Share),
					"low", Number(b.Low), "high", Number(b.High)))
			}
			one.AddSome("calibration", bins)
			kinds = append(kinds, one)
		}
		return Of("expected", Of("cells", len(expected.Of(r.Snapshot).List), "interval", expected.Share, "kinds", kinds))
	},
	Files: func(r Result) []File {
		if !expects.Has(r.Subject) {
			return nil
		}
		return tables("", expectedSheet(r), levelSheet(r))
	},
	Describe: func(s Shown, of study.Selection) (string, [][2]string, bool) {
		if len(of.Rows) != 1 || len(of.Columns) != 1 || !expects.Has(s.Subject) {
			return "", nil, false
		}
		return s.Data.Rows[of.Rows[0]] + " · " + s.Data.Columns[of.Columns[0]],
			expects.Of(s.Subject).Lines(of.Rows[0], of.Columns[0]), true
	},
}

// expectedSheet has a row for each cell, in the units of the table; the number hidden behind a cell that is no
// number has none.
func expectedSheet(r Result) plotting.Sheet {
	return plotting.Sheet{Name: "expected", Header: []string{"row", "column", "kind", "value", "expected", "probability",
		"low", "high", "hidden", "hidden_low", "hidden_high", "log"}, Rows: func(yield func([]string) bool) {
		for _, c := range expected.Of(r.Snapshot).List {
			k, x := r.Data.KindAt(c.Column), r.Data.X.At(c.Row, c.Column)
			in := func(x float64) string { return plotting.Cell(r.Data.InputAt(c.Column, x)) }
			hidden, log := plotting.Cell, c.Log
			if k.Sort.Real() {
				hidden = in
				log += r.Data.LogJacobianAt(c.Column, x)
			}
			value, expects, p := in(x), in(c.Middle), math.NaN()
			if l := c.Likely(); l >= 0 {
				value, expects, p = "", k.Levels[l], c.Probabilities[l]
				if !math.IsNaN(x) {
					value = k.Levels[int(x)]
				}
			}
			if !yield([]string{r.Data.Rows[c.Row], r.Data.Columns[c.Column], k.Sort.String(), value, expects,
				plotting.Cell(p), in(c.Low), in(c.High), hidden(c.Hidden), hidden(c.HiddenLow), hidden(c.HiddenHigh),
				plotting.Cell(log)}) {
				return
			}
		}
	}}
}

// levelSheet has a row for each level of each cell that has levels.
func levelSheet(r Result) plotting.Sheet {
	return plotting.Sheet{Name: "expected_levels", Header: []string{"row", "column", "level", "probability"},
		Rows: func(yield func([]string) bool) {
			for _, c := range expected.Of(r.Snapshot).List {
				for l, p := range c.Probabilities {
					if !yield([]string{r.Data.Rows[c.Row], r.Data.Columns[c.Column], r.Data.KindAt(c.Column).Levels[l],
						plotting.Cell(p)}) {
						return
					}
				}
			}
		}}
}
