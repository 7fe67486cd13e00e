// Package coded writes a table of columns of any kind as numbers whose squared distances treat all columns alike, for
// methods that know distances and means alone: those of the factor analysis of mixed data.
//
// A number stays as it is. Yes/no, the places of ordered levels and the logarithms log(1 + y) of counts are divided
// by their standard deviation. A category of L levels becomes L columns (z − p)/√p, z being 1 in the rows of the
// level and 0 elsewhere and p the share of the level, so that it weighs as L − 1 numbers of variance 1. A limit such
// as <0.05 counts as the number it states.
//
// Source: J. Pagès (2004), Analyse factorielle de données mixtes, Revue de statistique appliquée 52, 93–111.
package coded

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/words"

	"gonum.org/v1/gonum/mat"
)

// A Table is a data set written as numbers.
type Table struct {
	X     *mat.Dense // rows × coded columns; NaN where a cell is missing
	codes []code     // of each column of the data
}

// A code is how a column is written.
type code struct {
	kind  column.Kind
	first int       // coded column
	mean  float64   // subtracted before the division by the deviation
	scale float64   // that deviation
	share []float64 // of the levels of a category
}

// Needed reports whether a data set has columns that have to be coded: some that are neither numbers nor all zeros
// and ones.
func Needed(d *inference.Dataset) bool { return d.OfKinds() || len(d.Limits) > 0 }

// Of codes a data set. Numbers alone, or zeros and ones alone, are the cells of the data themselves.
func Of(d *inference.Dataset) *Table {
	n, p := d.Dims()
	t := &Table{codes: make([]code, p)}
	if !Needed(d) {
		for j := range t.codes {
			t.codes[j] = code{first: j, scale: 1}
		}
		t.X = d.X
		return t
	}
	width := 0
	for j := range t.codes {
		c := code{kind: d.KindAt(j), first: width, scale: 1}
		if width++; c.kind.Sort == column.Category {
			width += len(c.kind.Levels) - 1
			c.share = shares(d.X, j, len(c.kind.Levels))
		} else if !c.kind.Sort.Real() {
			c.mean, c.scale = moments(d.X, j, c.kind.Sort)
		}
		t.codes[j] = c
	}
	t.X = mat.NewDense(n, width, nil)
	for i := range n {
		t.write(d.X.RawRowView(i), t.X.RawRowView(i))
	}
	for at, limit := range d.Limits {
		t.X.Set(at.Row, t.codes[at.Column].first, limit.Stated())
	}
	return t
}

// plain returns the number of a cell of a column without categories; this number is then centred and divided by its
// deviation.
func plain(s column.Sort, y float64) float64 {
	if s == column.Count {
		return math.Log1p(y)
	}
	return y
}

func moments(x *mat.Dense, j int, s column.Sort) (mean, deviation float64) {
	rows, _ := x.Dims()
	n, squares := 0.0, 0.0
	for i := range rows {
		if y := plain(s, x.At(i, j)); !math.IsNaN(y) {
			n++
			step := y - mean
			mean += step / n
			squares += step * (y - mean)
		}
	}
	if deviation = math.Sqrt(squares / max(n, 1)); !(deviation > 0) {
		deviation = 1
	}
	return mean, deviation
}

func shares(x *mat.Dense, j, levels int) []float64 {
	rows, _ := x.Dims()
	n, out := 0.0, make([]float64, levels)
	for i := range rows {
		if y := x.At(i, j); !math.IsNaN(y) {
			n++
			out[int(y)]++
		}
	}
	for k := range out {
		out[k] /= max(n, 1)
	}
	return out
}

// write codes a row of the data.
func (t *Table) write(row, to []float64) {
	for j, c := range t.codes {
		y := row[j]
		switch {
		case c.share != nil:
			for k, p := range c.share {
				v := math.NaN()
				if !math.IsNaN(y) && p > 0 {
					if v = -math.Sqrt(p); int(y) == k {
						v = (1 - p) / math.Sqrt(p)
					}
				} else if !math.IsNaN(y) {
					v = 0 // nobody has the level
				}
				to[c.first+k] = v
			}
		case c.kind.Sort.Real():
			to[c.first] = y
		default:
			to[c.first] = (plain(c.kind.Sort, y) - c.mean) / c.scale
		}
	}
}

// Column returns the column of the data of each coded column.
func (t *Table) Column() []int {
	_, width := t.X.Dims()
	out := make([]int, width)
	for j, c := range t.codes {
		for k := range max(1, len(c.share)) {
			out[c.first+k] = j
		}
	}
	return out
}

// Back returns a mean of coded rows in the columns of the data: of yes/no the share of yes, of ordered levels the
// mean place, of a category the place of the level with the greatest share, of counts e to the mean logarithm, less
// 1.
func (t *Table) Back(mean []float64) []float64 {
	out := make([]float64, len(t.codes))
	for j, c := range t.codes {
		switch {
		case c.share != nil:
			best, most := 0, math.Inf(-1)
			for k, p := range c.share {
				if v := p + math.Sqrt(p)*mean[c.first+k]; v > most {
					best, most = k, v
				}
			}
			out[j] = float64(best)
		case c.kind.Sort.Real():
			out[j] = mean[c.first]
		default:
			if out[j] = c.mean + c.scale*mean[c.first]; c.kind.Sort == column.Count {
				out[j] = math.Expm1(out[j])
			}
		}
	}
	return out
}

// Slope returns, by column of the data, what a small step of its coded column is there; 0 for categories.
func (t *Table) Slope(mean []float64) []float64 {
	out := make([]float64, len(t.codes))
	for j, c := range t.codes {
		switch {
		case c.share != nil:
		case c.kind.Sort == column.Count:
			out[j] = c.scale * math.Exp(c.mean+c.scale*mean[c.first])
		default:
			out[j] = c.scale
		}
	}
	return out
}

// Sorts are the sorts of columns that can be coded beside numbers.
func Sorts() []column.Sort {
	return []column.Sort{column.YesNo, column.Ordered, column.Category, column.Count, column.Censored}
}

// Note tells the user how columns are coded and weighted; "" where all are numbers.
func Note(d *inference.Dataset) string {
	if !Needed(d) {
		return ""
	}
	levels, other, categories := 0, 0, 0
	for _, k := range d.Kinds {
		switch {
		case k.Sort == column.Category:
			levels += len(k.Levels) - 1
			categories++
		case !k.Sort.Real():
			other++
		}
	}
	text := "Columns that are no numbers are coded: yes/no, grades and logarithms of counts have variance 1"
	if categories > 0 {
		text += fmt.Sprintf(", and a category weighs as one number fewer than it has levels, here %s as %s",
			words.Plural(categories, "column"), words.Plural(levels, "number"))
	}
	return text + "."
}
