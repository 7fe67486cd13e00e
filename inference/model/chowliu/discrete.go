package chowliu

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/marginal"

	"gonum.org/v1/gonum/mat"
)

// A density gives the log density of a row; missing cells are NaN and left out.
type density interface{ Log(row []float64) float64 }

// A coding turns the cells of a table into categories: 0, 1, … in the order of their values.
type coding struct {
	data   *inference.Dataset
	levels [][]float64 // of each column, in input units; nil for a column of numbers
	first  int         // column of numbers; −1 where there is none
}

// newCoding finds the categories of each column. For a table of zeros and ones they are 0 and 1, whether or
// not both occur.
func newCoding(data *inference.Dataset) *coding {
	_, d := data.Dims()
	c := &coding{data: data, first: -1}
	for j := range d {
		levels := []float64{0, 1}
		if data.Kind != inference.Binary {
			if levels = marginal.Levels(data, j); levels == nil && c.first < 0 {
				c.first = j
			}
		}
		c.levels = append(c.levels, levels)
	}
	return c
}

// mixed reports whether some columns hold numbers.
func (c *coding) mixed() bool { return c.first >= 0 }

// of returns the category of a cell of column j, by its value in working units, and −1 for a missing cell.
// It reports whether the cell is missing or has a category.
func (c *coding) of(j int, v float64) (code int, ok bool) {
	if c.data.Kind != inference.Binary {
		return marginal.Level(c.data, j, c.levels[j], v)
	}
	switch {
	case math.IsNaN(v):
		return -1, true
	case math.Round(c.data.InputAt(j, v)) >= 1:
		return 1, true
	}
	return 0, true
}

// check refuses new rows with a cell that is in no category.
func (c *coding) check(x *mat.Dense) error {
	n, d := x.Dims()
	for i := range n {
		for j := range d {
			if c.levels[j] == nil {
				continue
			}
			if _, ok := c.of(j, x.At(i, j)); !ok {
				return fmt.Errorf("chowliu: column %q of new row %d is %v, a category that does not occur in the rows of the "+
					"fit; leave the row out, or set columns to numbers", c.data.Columns[j], i+1,
					math.Round(c.data.InputAt(j, x.At(i, j))*1e6)/1e6)
			}
		}
	}
	return nil
}

// codes returns the categories of each row of each column of the table, nil for a column of numbers.
func (c *coding) codes() [][]int {
	n, d := c.data.Dims()
	out := make([][]int, d)
	for j := range d {
		if c.levels[j] == nil {
			continue
		}
		out[j] = make([]int, n)
		for i := range n {
			out[j][i], _ = c.of(j, c.data.X.At(i, j))
		}
	}
	return out
}

// A discrete forest gives the probabilities of rows of categories. Each pair of the forest has the shares of its
// cells, over which the prior spreads one row evenly, so that a column without missing cells has the same shares
// in all its pairs.
type discrete struct {
	coding *coding
	order  []int // columns, each after its parent
	parent []int // −1 for roots
	// of a column, by its parent's category and its own: log probability; of a root one parent's category
	log [][][]float64
}

// newDiscrete counts the pairs of a forest in the codes of the columns.
func newDiscrete(forest []edge, c *coding, codes [][]int) *discrete {
	d := len(codes)
	t := &discrete{coding: c, parent: make([]int, d), log: make([][][]float64, d)}
	adjacent := make([][]int, d)
	for _, e := range forest {
		adjacent[e.a], adjacent[e.b] = append(adjacent[e.a], e.b), append(adjacent[e.b], e.a)
	}
	for j := range t.parent {
		t.parent[j] = -2
	}
	for root := range d {
		if t.parent[root] != -2 || c.levels[root] == nil {
			continue
		}
		t.parent[root] = -1
		at := len(t.order)
		for t.order = append(t.order, root); at < len(t.order); at++ {
			for _, k := range adjacent[t.order[at]] {
				if t.parent[k] == -2 {
					t.parent[k] = t.order[at]
					t.order = append(t.order, k)
				}
			}
		}
	}
	for _, j := range t.order {
		t.log[j] = conditional(c, codes, j, t.parent[j])
	}
	return t
}

// conditional returns the log probabilities of a column given its parent, −1 for none.
func conditional(c *coding, codes [][]int, j, parent int) [][]float64 {
	own, of := len(c.levels[j]), 1
	if parent >= 0 {
		of = len(c.levels[parent])
	}
	out := make([][]float64, of)
	for given := range out {
		out[given] = make([]float64, own)
		for v := range own {
			out[given][v] = 1 / float64(own*of)
		}
	}
	all := make([]float64, of)
	for given := range all {
		all[given] = 1 / float64(of)
	}
	for i, v := range codes[j] {
		given := 0
		if parent >= 0 {
			given = codes[parent][i]
		}
		if v >= 0 && given >= 0 {
			out[given][v]++
			all[given]++
		}
	}
	for given := range out {
		for v := range out[given] {
			out[given][v] = math.Log(out[given][v] / all[given])
		}
	}
	return out
}

// Log is the log probability of the cells seen: messages go up from the leaves, as logs, for many columns may hang on
// one. It is −∞ for a category that does not occur in the table.
func (t *discrete) Log(row []float64) float64 { return t.with(row, nil) }

// with is Log with terms for some columns, by their category: the log densities of the columns that hang from them.
func (t *discrete) with(row []float64, terms map[int][]float64) float64 {
	up := make([][]float64, len(t.parent)) // log probability of the columns below a column, by its category
	for j := range up {
		if up[j] = terms[j]; up[j] == nil {
			up[j] = make([]float64, len(t.coding.levels[j]))
		}
	}
	log := 0.0
	for at := len(t.order) - 1; at >= 0; at-- {
		j := t.order[at]
		v, ok := t.coding.of(j, row[j])
		if !ok {
			return math.Inf(-1)
		}
		for given, p := range t.log[j] {
			to := math.Inf(-1)
			if v >= 0 {
				to = p[v] + up[j][v]
			} else {
				for k := range p {
					to = special.LogAdd(to, p[k]+up[j][k])
				}
			}
			if parent := t.parent[j]; parent >= 0 {
				up[parent][given] += to
			} else {
				log += to
			}
		}
	}
	return log
}
