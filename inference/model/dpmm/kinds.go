package dpmm

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/process/marginal/block"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/mat"
)

// kinds are the columns of a table of which some are no numbers. Within a cluster all columns are independent. Rows of
// such a table hold its numbers, then the cells of the other columns, then their exposures.
type kinds struct {
	numbers, others []int       // columns of the data
	laws            []block.Law // of the others, with tables; all clusters have them
	usual           []block.Law // with the usual hyperparameters
	at              []int       // of the others: where their statistics begin
	width           int         // of the statistics of all
	exposures       [][]float64 // of the others: by row; nil for 1
	rows            int
}

// isMixed reports whether some columns are no numbers.
func isMixed(data *inference.Dataset) bool {
	return slices.ContainsFunc(data.Kinds, func(k column.Kind) bool { return !k.Sort.Real() })
}

// newKinds returns the columns of a table; nil where all are numbers.
func newKinds(data *inference.Dataset) (*kinds, error) {
	if !isMixed(data) {
		return nil, nil
	}
	laws, exposures, err := block.Of(data)
	if err != nil {
		return nil, err
	}
	k := &kinds{}
	k.rows, _ = data.Dims()
	for j, l := range laws {
		if l == nil {
			k.numbers = append(k.numbers, j)
			continue
		}
		k.others, k.usual, k.exposures = append(k.others, j), append(k.usual, l), append(k.exposures, exposures[j])
	}
	k.take(k.usual)
	return k, nil
}

// note says what the clusters are.
func (k *kinds) note() string {
	if len(k.numbers) == 0 {
		return "Clusters are latent classes: within one, columns are independent, with shares of their levels, or a rate."
	}
	return "Within a cluster columns are independent: numbers are Gaussian, other columns have shares of their levels, or a rate."
}

// take makes laws those of all clusters, which must then be filled again.
func (k *kinds) take(laws []block.Law) {
	k.laws, k.at, k.width = k.laws[:0:0], k.at[:0], 0
	for _, l := range laws {
		k.laws, k.at = append(k.laws, l.Tabulated(k.rows)), append(k.at, k.width)
		k.width += l.Width()
	}
}

// copied returns the same columns, whose laws may become others.
func (k *kinds) copied() *kinds {
	if k == nil {
		return nil
	}
	c := *k
	c.at = slices.Clone(k.at)
	return &c
}

// fit reports whether hyperparameters are of as many columns, and of theirs.
func (k *kinds) fit(hyper []saved.Floats) bool {
	if k == nil {
		return len(hyper) == 0
	}
	if len(hyper) != len(k.usual) {
		return false
	}
	for o, l := range k.usual {
		if len(hyper[o]) != len(l.Hyper()) {
			return false
		}
	}
	return true
}

// exposed reports whether counts have exposures.
func (k *kinds) exposed() bool {
	return k != nil && slices.ContainsFunc(k.exposures, func(e []float64) bool { return e != nil })
}

// row returns a row of the data, given in the order of its columns, as clusters take it. at is its place among the rows
// fitted, −1 for a new row, whose exposures are 1.
func (k *kinds) row(x []float64, at int) []float64 {
	out := make([]float64, 0, len(k.numbers)+2*len(k.others))
	for _, j := range k.numbers {
		out = append(out, x[j])
	}
	for _, j := range k.others {
		out = append(out, x[j])
	}
	for o := range k.others {
		e := 1.0
		if at >= 0 {
			e = block.Exposure(k.exposures[o], at)
		}
		out = append(out, e)
	}
	return out
}

// all returns the rows of a table as clusters take them, and whether some numbers are missing.
func (k *kinds) all(x *mat.Dense, fitted bool) (rows [][]float64, gaps bool) {
	n, _ := x.Dims()
	for i := range n {
		at := -1
		if fitted {
			at = i
		}
		row := k.row(x.RawRowView(i), at)
		gaps = gaps || slices.ContainsFunc(row[:len(k.numbers)], math.IsNaN)
		rows = append(rows, row)
	}
	return rows, gaps
}

// table returns the columns of numbers of a table; nil for none.
func (k *kinds) table(x *mat.Dense) *mat.Dense {
	n, _ := x.Dims()
	if len(k.numbers) == 0 {
		return nil
	}
	out := mat.NewDense(n, len(k.numbers), nil)
	for i := range n {
		for c, j := range k.numbers {
			out.Set(i, c, x.At(i, j))
		}
	}
	return out
}

// A mixed is a cluster of rows of numbers and other columns.
type mixed struct {
	k       *kinds
	numbers conjugate.Component
	stats   []float64 // of the other columns
}

func newMixed(k *kinds, numbers conjugate.Component) *mixed {
	return &mixed{k: k, numbers: numbers, stats: make([]float64, k.width)}
}

// of returns the statistics of another column.
func (c *mixed) of(o int) []float64 { return c.stats[c.k.at[o] : c.k.at[o]+c.k.laws[o].Width()] }

// Size implements conjugate.Component.
func (c *mixed) Size() int { return c.numbers.Size() }

// Fill implements conjugate.Component.
func (c *mixed) Fill(rows [][]float64) {
	clear(c.stats)
	numbers := make([][]float64, len(rows))
	for i, x := range rows {
		numbers[i] = x[:len(c.k.numbers)]
		c.count(x)
	}
	c.numbers.Fill(numbers)
}

// count counts the cells of the other columns.
func (c *mixed) count(x []float64) {
	p, q := len(c.k.numbers), len(c.k.others)
	for o, l := range c.k.laws {
		l.Add(c.of(o), x[p+o], x[p+q+o])
	}
}

// Add implements conjugate.Component.
func (c *mixed) Add(x []float64) {
	c.count(x)
	c.numbers.Add(x[:len(c.k.numbers)])
}

// Remove implements conjugate.Component.
func (c *mixed) Remove(x []float64) bool {
	p, q := len(c.k.numbers), len(c.k.others)
	for o, l := range c.k.laws {
		l.Remove(c.of(o), x[p+o], x[p+q+o])
	}
	return c.numbers.Remove(x[:p])
}

// LogPredictive implements conjugate.Component: a density of numbers times probabilities of other cells.
func (c *mixed) LogPredictive(x []float64) float64 {
	return c.numbers.LogPredictive(x[:len(c.k.numbers)]) + c.others(x)
}

// others is the log probability of the other cells of a row.
func (c *mixed) others(x []float64) (sum float64) {
	p, q := len(c.k.numbers), len(c.k.others)
	for o, l := range c.k.laws {
		sum += l.LogNext(c.of(o), x[p+o], x[p+q+o])
	}
	return sum
}

// Ready implements conjugate.Component.
func (c *mixed) Ready() { c.numbers.Ready() }

// Density implements conjugate.Component.
func (c *mixed) Density(x, work []float64) float64 {
	return c.numbers.Density(x[:len(c.k.numbers)], work) + c.others(x)
}

// CopyFrom implements conjugate.Component.
func (c *mixed) CopyFrom(from conjugate.Component) {
	f := from.(*mixed)
	c.k = f.k
	c.numbers.CopyFrom(f.numbers)
	copy(c.stats, f.stats)
}

// LogMarginal implements conjugate.Component.
func (c *mixed) LogMarginal() float64 {
	sum := c.numbers.LogMarginal()
	for o, l := range c.k.laws {
		sum += l.Log(c.of(o))
	}
	return sum
}

// Draw implements conjugate.Component, of the numbers.
func (c *mixed) Draw(rng *rand.Rand, precision []float64) float64 {
	return c.numbers.Draw(rng, precision)
}

// drawLaws draws the hyperparameters of the other columns given the clusters, which must then be filled again.
func (s *state) drawLaws(rng *rand.Rand) {
	if s.kinds == nil {
		return
	}
	laws := make([]block.Law, len(s.kinds.laws))
	for o, l := range s.kinds.laws {
		var all []float64
		for _, k := range s.Active {
			all = append(all, s.Clusters[k].(*mixed).of(o)...)
		}
		laws[o] = block.Learn(l, all, rng)
	}
	s.kinds.take(laws)
}

// A mixedSampler is a chain on a table of which some columns are no numbers. It also predicts cells.
type mixedSampler struct{ *sampler }

var (
	_ inference.Saver         = mixedSampler{}
	_ inference.Predictor     = mixedSampler{}
	_ inference.CellPredictor = mixedSampler{}
)

// LogCells implements inference.CellPredictor: the mean over draws of the density, or probability, of the cell in the
// cluster of its row.
func (c mixedSampler) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	draws := c.draws.After(c.iteration)
	if len(draws) == 0 {
		return nil, nil, errors.New("dpmm: there is no draw yet")
	}
	logDensity, mean = make([]float64, len(cells)), make([]float64, len(cells))
	for k := range cells {
		logDensity[k] = math.Inf(-1)
	}
	place := make([]int, len(c.kinds.numbers)+len(c.kinds.others)) // of each column in a row as clusters take it
	for at, j := range slices.Concat(c.kinds.numbers, c.kinds.others) {
		place[j] = at
	}
	count := min(len(draws), mostPredicting)
	share := 1 / float64(count)
	rows, _ := c.rows()
	for t := range count {
		s, err := c.stateOf(draws[t*len(draws)/count], rows, true)
		if err != nil {
			return nil, nil, err
		}
		row := make([]float64, len(rows[0]))
		p, q := len(s.kinds.numbers), len(s.kinds.others)
		for k, cell := range cells {
			for at := range row {
				if row[at] = math.NaN(); at >= p+q {
					row[at] = rows[cell.Row][at]
				}
			}
			at := place[cell.Column]
			row[at] = value[k]
			of := s.Clusters[s.z[cell.Row]].(*mixed)
			logDensity[k] = special.LogAdd(logDensity[k], of.LogPredictive(row)+math.Log(share))
			if at < p {
				mean[k] += share * of.numbers.(*conjugate.Gaps).Location(at)
			} else {
				mean[k] += share * s.kinds.laws[at-p].Mean(of.of(at-p)) * row[at+q]
			}
		}
	}
	return logDensity, mean, nil
}
