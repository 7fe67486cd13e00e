package job

import (
	"context"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"gonum.org/v1/gonum/floats"
)

// The sorts of cells by which scores are told apart.
const (
	CellsNumbers = "numbers"
	CellsYesNo   = "yes/no"
	CellsLevels  = "levels"
	CellsCounts  = "counts"
	CellsWhole   = "whole numbers" // that were read as numbers and may be counts
)

// mostWholeLevels is how many different whole numbers are levels; more of them, with a variance like that of counts,
// are counts.
const mostWholeLevels = 10

// A support says on which values of a column, in input units, a fit puts its probability.
type support struct {
	sort   string
	levels []float64 // of a column of levels
	exact  bool      // the model gives probabilities itself
}

// supportOf returns the support of the cells of column j of the data. It depends on the table alone, so that all fits
// of the table are scored alike, unless the column was made by kind.
func (m *Material) supportOf(j int) support {
	if k := m.Data.KindAt(j); k.Sort.Mass() && m.Data.Kind != inference.Binary {
		s := support{sort: CellsCounts, exact: true}
		switch {
		case k.Sort == column.Count:
		case len(k.Levels) == 2:
			s.sort = CellsYesNo
		default:
			s.sort = CellsLevels
		}
		return s
	}
	values := m.wholeColumn(j)
	if values == nil {
		return support{sort: CellsNumbers}
	}
	slices.Sort(values)
	n, sum, squares := float64(len(values)), 0.0, 0.0
	for _, y := range values {
		sum += y
		squares += y * y
	}
	mean := sum / n
	most := values[len(values)-1]
	levels := slices.Compact(values)
	switch {
	case most <= 1 && levels[0] >= 0:
		return support{sort: CellsYesNo, levels: []float64{0, 1}}
	case len(levels) <= mostWholeLevels:
		return support{sort: CellsLevels, levels: levels}
	case levels[0] >= 0 && squares/n-mean*mean > mean:
		return support{sort: CellsWhole}
	}
	return support{sort: CellsNumbers}
}

// wholeColumn returns the values of a column of the table as it was given, nil unless all are whole numbers in the
// units in which cells are scored.
func (m *Material) wholeColumn(j int) (values []float64) {
	p := m.Data.Preprocessing
	if p.Recipe.Active() || m.Data.Distances.Active() || m.Data.KindAt(j).Sort == column.Censored {
		return nil
	}
	names := m.Source.Columns
	if p.Transpose {
		names = m.Source.Rows
	}
	at := slices.Index(names, m.Data.Columns[j])
	if at < 0 {
		return nil
	}
	n, d := m.Source.Dims()
	if p.Transpose {
		n = d
	}
	for i := range n {
		r, c := i, at
		if p.Transpose {
			r, c = at, i
		}
		y := m.Source.X.At(r, c)
		if math.IsNaN(y) {
			continue
		}
		if y != math.Trunc(y) {
			return nil
		}
		values = append(values, y)
	}
	return values
}

// Simpson's rule on the unit about a whole number, with five points.
var (
	unitPoints  = []float64{-.5, -.25, 0, .25, .5}
	unitWeights = []float64{1. / 12, 4. / 12, 2. / 12, 4. / 12, 1. / 12}
)

// scoreMasses adds the log probabilities of hidden cells of levels and counts. A model that read levels as numbers
// gives a level its density over the sum over the levels; a count gets the integral of the density from y − ½ to y + ½.
// Probabilities stay as they are.
func (s *CellScores) scoreMasses(ctx context.Context, h Handle, m *Material, working []float64) error {
	supports := map[int]support{}
	s.Sort, s.Mass = make([]string, len(working)), make([]float64, len(working))
	ask := &Cells{}
	any := false
	type part struct{ cell, from, to int }
	var parts []part
	for i, c := range m.Held.Cells {
		of, known := supports[c.Column]
		if !known {
			of = m.supportOf(c.Column)
			supports[c.Column] = of
		}
		s.Sort[i], s.Mass[i] = of.sort, math.NaN()
		if of.sort == CellsNumbers {
			continue
		}
		any = true
		if of.exact {
			s.Mass[i] = working[i]
			continue
		}
		from := len(ask.At)
		points := of.levels
		if points == nil {
			for _, d := range unitPoints {
				points = append(points, math.Round(s.Value[i])+d)
			}
		}
		for _, y := range points {
			ask.At, ask.Values = append(ask.At, c), append(ask.Values, m.Data.WorkingAt(c.Column, y))
		}
		parts = append(parts, part{i, from, len(ask.At)})
	}
	if !any {
		s.Sort, s.Mass = nil, nil
		return nil
	}
	if len(parts) == 0 {
		return nil
	}
	a, err := h.Ask(ctx, Query{Cells: ask})
	if err != nil {
		return err
	}
	for _, p := range parts {
		j, density := m.Held.Cells[p.cell].Column, a.LogDensity[p.from:p.to]
		for k := range density {
			density[k] += m.Data.LogJacobianAt(j, ask.Values[p.from+k])
		}
		of := supports[j]
		if of.levels == nil {
			terms := make([]float64, len(density))
			for k, v := range density {
				terms[k] = v + math.Log(unitWeights[k])
			}
			s.Mass[p.cell] = min(0, floats.LogSumExp(terms))
			continue
		}
		y, _ := slices.BinarySearch(of.levels, math.Round(s.Value[p.cell]))
		s.Mass[p.cell] = density[min(y, len(density)-1)] - floats.LogSumExp(density)
	}
	return nil
}

// Scores returns the sort of each cell and its log score: a probability where the column holds levels or counts, else a
// density, in the units of the table read. Whole numbers are counts in the columns named, and numbers elsewhere.
func (s *CellScores) Scores(counted map[string]bool) (sort []string, scores []float64) {
	if s.Mass == nil {
		return nil, s.LogDensity
	}
	sort, scores = slices.Clone(s.Sort), slices.Clone(s.LogDensity)
	for i, name := range s.Column {
		switch {
		case sort[i] == CellsWhole && !counted[name]:
			sort[i] = CellsNumbers
		case sort[i] == CellsWhole:
			sort[i] = CellsCounts
		}
		if sort[i] != CellsNumbers {
			scores[i] = s.Mass[i]
		}
	}
	return sort, scores
}
