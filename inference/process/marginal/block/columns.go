package block

import (
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"

	"gonum.org/v1/gonum/mat"
)

// Columns are those of a table of which some are no numbers, where all columns are independent within a cluster of
// rows. Rows of such a table hold its numbers, then the cells of the other columns, then their exposures. A cluster
// has the statistics of all other columns, one after the other.
type Columns struct {
	Numbers, Others []int // columns of the data
	Laws            []Law // of the others, with tables
	Usual           []Law // with the usual hyperparameters
	Width           int   // of the statistics of a cluster
	at              []int // of the others: where their statistics begin
	exposures       [][]float64
	rows            int
}

// ColumnsOf returns the columns of a table; nil where all are numbers. The error is that of [Of].
func ColumnsOf(data *inference.Dataset) (*Columns, error) {
	if !slices.ContainsFunc(data.Kinds, func(k column.Kind) bool { return !k.Sort.Real() }) {
		return nil, nil
	}
	laws, exposures, err := Of(data)
	if err != nil {
		return nil, err
	}
	var numbers, others []int
	var usual []Law
	var of [][]float64
	for j, l := range laws {
		if l == nil {
			numbers = append(numbers, j)
			continue
		}
		others, usual, of = append(others, j), append(usual, l), append(of, exposures[j])
	}
	n, _ := data.Dims()
	return NewColumns(numbers, others, usual, of, n), nil
}

// NewColumns returns the columns of a table of so many rows, those that are no numbers with their usual laws and the
// exposures of their rows, nil for 1.
func NewColumns(numbers, others []int, usual []Law, exposures [][]float64, rows int) *Columns {
	c := &Columns{Numbers: numbers, Others: others, Usual: usual, exposures: exposures, rows: rows}
	c.Take(usual)
	return c
}

// Note tells the user how the clusters model their columns.
func (c *Columns) Note() string {
	if len(c.Numbers) == 0 {
		return "Clusters are latent classes: within one, columns are independent, with shares of their levels, " +
			"or a rate."
	}
	return "Within a cluster columns are independent: numbers are Gaussian, other columns have shares of their " +
		"levels, or a rate."
}

// Take makes laws those of all clusters, which must then be filled again.
func (c *Columns) Take(laws []Law) {
	c.Laws, c.at, c.Width = c.Laws[:0:0], c.at[:0], 0
	for _, l := range laws {
		c.Laws, c.at = append(c.Laws, l.Tabulated(c.rows)), append(c.at, c.Width)
		c.Width += l.Width()
	}
}

// Copied returns the same columns, whose laws may become others; nil of nil.
func (c *Columns) Copied() *Columns {
	if c == nil {
		return nil
	}
	o := *c
	o.at = slices.Clone(c.at)
	return &o
}

// Exposed reports whether counts have exposures.
func (c *Columns) Exposed() bool {
	return c != nil && slices.ContainsFunc(c.exposures, func(e []float64) bool { return e != nil })
}

// Row returns a row of the data, given in the order of its columns, as clusters take it. at is its place among the rows
// fitted, −1 for a new row, whose exposures are 1.
func (c *Columns) Row(x []float64, at int) []float64 {
	out := make([]float64, 0, len(c.Numbers)+2*len(c.Others))
	for _, j := range c.Numbers {
		out = append(out, x[j])
	}
	for _, j := range c.Others {
		out = append(out, x[j])
	}
	for o := range c.Others {
		e := 1.0
		if at >= 0 {
			e = Exposure(c.exposures[o], at)
		}
		out = append(out, e)
	}
	return out
}

// Rows returns the rows of a table as clusters take them, and whether some numbers are missing; fitted says that they
// are those that the columns are of.
func (c *Columns) Rows(x *mat.Dense, fitted bool) (rows [][]float64, gaps bool) {
	n, _ := x.Dims()
	for i := range n {
		at := -1
		if fitted {
			at = i
		}
		row := c.Row(x.RawRowView(i), at)
		gaps = gaps || slices.ContainsFunc(row[:len(c.Numbers)], math.IsNaN)
		rows = append(rows, row)
	}
	return rows, gaps
}

// Table returns the columns of numbers of a table; nil for none.
func (c *Columns) Table(x *mat.Dense) *mat.Dense {
	n, _ := x.Dims()
	if len(c.Numbers) == 0 {
		return nil
	}
	out := mat.NewDense(n, len(c.Numbers), nil)
	for i := range n {
		for k, j := range c.Numbers {
			out.Set(i, k, x.At(i, j))
		}
	}
	return out
}

// Of returns the statistics of another column.
func (c *Columns) Of(stats []float64, o int) []float64 {
	return stats[c.at[o] : c.at[o]+c.Laws[o].Width()]
}

// Add counts the other cells of a row.
func (c *Columns) Add(stats, row []float64) {
	p, q := len(c.Numbers), len(c.Others)
	for o, l := range c.Laws {
		l.Add(c.Of(stats, o), row[p+o], row[p+q+o])
	}
}

// Remove takes back the other cells of a row that was counted.
func (c *Columns) Remove(stats, row []float64) {
	p, q := len(c.Numbers), len(c.Others)
	for o, l := range c.Laws {
		l.Remove(c.Of(stats, o), row[p+o], row[p+q+o])
	}
}

// LogNext is the log probability of the other cells of a further row.
func (c *Columns) LogNext(stats, row []float64) (sum float64) {
	p, q := len(c.Numbers), len(c.Others)
	for o, l := range c.Laws {
		sum += l.LogNext(c.Of(stats, o), row[p+o], row[p+q+o])
	}
	return sum
}

// LogTogether is the log marginal likelihood of the other cells of two clusters together.
func (c *Columns) LogTogether(s, t []float64) (sum float64) {
	for o, l := range c.Laws {
		sum += l.LogTogether(c.Of(s, o), c.Of(t, o))
	}
	return sum
}

// Differ returns the probability that two cells of a block, drawn without putting back, have different levels. It
// reports false for a law without levels, and for fewer than two cells.
func Differ(l Law, s []float64) (p float64, ok bool) {
	switch l.(type) {
	case *Binary, *Categories:
	default:
		return 0, false
	}
	n := l.Count(s)
	if n < 2 {
		return 0, false
	}
	same := 0.0
	for _, v := range s[:l.Width()] {
		same += v * (v - 1)
	}
	return 1 - same/(n*(n-1)), true
}
