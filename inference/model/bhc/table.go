package bhc

import (
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/process/marginal/block"

	"gonum.org/v1/gonum/mat"
)

// A table is the data with every column at mean 0 and variance 1.
type table struct {
	n, d     int
	mean     []float64
	sd       []float64
	z        []float64      // n×d, 0 where missing
	seen     []float64      // n×d, 1 or 0; nil if no cell is missing
	jacobian float64        // added to a log density of z for one of the data
	columns  *block.Columns // of the data, with those that are no numbers; nil where all are
	rows     [][]float64    // as columns has them
	differ   []float64      // of those: the probability that two rows have different levels; 0 where there are none
	full     bool           // columns of numbers depend on each other in clusters
	gammas   *gammas        // of the degrees of freedom that were last asked for
}

// tables returns the tables of log Γ for clusters of its rows.
func (t *table) tables(freedom float64) *gammas {
	if t.gammas == nil || t.gammas.freedom != freedom {
		width := 0
		if t.full {
			width = t.d
		}
		t.gammas = newGammas(t.n, freedom, t.columns, width)
	}
	return t.gammas
}

// newTable returns the table of a data set. The numbers of a table without any are none.
func newTable(data *inference.Dataset) (*table, error) {
	columns, err := block.ColumnsOf(data)
	if err != nil {
		return nil, err
	}
	x := data.X
	if columns == nil {
		return tableOf(x), nil
	}
	n, _ := x.Dims()
	t := &table{n: n, z: []float64{}}
	if numbers := columns.Table(x); numbers != nil {
		t = tableOf(numbers)
	}
	t.columns = columns
	t.rows, _ = columns.Rows(x, true)
	all := make([]float64, columns.Width)
	for _, row := range t.rows {
		columns.Add(all, row)
	}
	for o, l := range columns.Laws {
		p, _ := block.Differ(l, columns.Of(all, o))
		t.differ = append(t.differ, p)
	}
	return t, nil
}

// tableOf returns the table of numbers.
func tableOf(x *mat.Dense) *table {
	n, d := x.Dims()
	mean, v, _ := conjugate.Moments(x)
	t := &table{n: n, d: d, mean: mean, sd: v, z: make([]float64, n*d)}
	for j := range v {
		t.sd[j] = math.Sqrt(v[j])
	}
	for i := range n {
		t.scale(x.RawRowView(i), t.z[i*d:(i+1)*d])
	}
	for i, z := range t.z {
		if !math.IsNaN(z) {
			t.jacobian -= math.Log(t.sd[i%d])
			continue
		}
		if t.seen == nil {
			t.seen = make([]float64, n*d)
			for k := range t.seen {
				t.seen[k] = 1
			}
		}
		t.z[i], t.seen[i] = 0, 0
	}
	return t
}

// scale brings a row to the units of z.
func (t *table) scale(x, z []float64) {
	for j, v := range x {
		z[j] = (v - t.mean[j]) / t.sd[j]
	}
}

// A cluster is the sums over its rows, column by column.
type cluster struct {
	size    int
	sum     []float64
	squares []float64
	seen    []float64 // rows in which the column is observed; nil if all are
	other   []float64 // statistics of the columns that are no numbers; nil for none
	scatter []float64 // Σ zzᵀ, D×D; nil for columns that are independent
}

// row is the cluster of one row.
func (t *table) row(i int) cluster {
	z := t.z[i*t.d : (i+1)*t.d]
	c := cluster{size: 1, sum: z, squares: make([]float64, t.d)}
	for j, v := range z {
		c.squares[j] = v * v
	}
	if t.seen != nil {
		c.seen = t.seen[i*t.d : (i+1)*t.d]
	}
	if t.columns != nil {
		c.other = make([]float64, t.columns.Width)
		t.columns.Add(c.other, t.rows[i])
	}
	if t.full {
		c.scatter = scattered(z)
	}
	return c
}

// joined is the cluster of the rows of both. Statistics of columns that are no numbers add up but for rounding.
func joined(a, b cluster) cluster {
	add := func(x, y []float64) []float64 {
		if x == nil {
			return nil
		}
		out := make([]float64, len(x))
		for j, v := range x {
			out[j] = v + y[j]
		}
		return out
	}
	return cluster{a.size + b.size, add(a.sum, b.sum), add(a.squares, b.squares), add(a.seen, b.seen),
		add(a.other, b.other), add(a.scatter, b.scatter)}
}

// observed is in how many rows the cluster has column j.
func (c *cluster) observed(j int) float64 {
	if c.seen == nil {
		return float64(c.size)
	}
	return c.seen[j]
}

// spread is the root of the mean squared distance between rows of the cluster, in the units of z; the squared distance
// between levels that differ is such that its mean in the table is that of numbers. Counts, and columns that are not
// seen twice, are as the others.
func (t *table) spread(c *cluster) float64 {
	sum, columns := 0.0, 0
	for j, s := range c.sum {
		if n := c.observed(j); n > 1 {
			sum += 2 * max(0, c.squares[j]-s*s/n) / (n - 1)
			columns++
		}
	}
	for o, whole := range t.differ {
		if p, ok := block.Differ(t.columns.Laws[o], t.columns.Of(c.other, o)); ok && whole > 0 {
			sum += 2 * p / whole
			columns++
		}
	}
	if columns == 0 {
		return 0
	}
	return math.Sqrt(sum * float64(len(c.sum)+len(t.differ)) / float64(columns))
}

// empty is a cluster without rows.
func (t *table) empty() cluster {
	c := cluster{sum: make([]float64, t.d), squares: make([]float64, t.d)}
	if t.seen != nil {
		c.seen = make([]float64, t.d)
	}
	if t.columns != nil {
		c.other = make([]float64, t.columns.Width)
	}
	if t.full {
		c.scatter = make([]float64, t.d*t.d)
	}
	return c
}
