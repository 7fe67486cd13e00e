package dpmm

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/process/marginal/block"
	"example.org/espalier/inference/process/marginal/leftout"
	"example.org/espalier/inference/process/observation"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/mat"
)

// isMixed reports whether some columns are no numbers.
func isMixed(data *inference.Dataset) bool {
	return slices.ContainsFunc(data.Kinds, func(k column.Kind) bool { return !k.Sort.Real() })
}

// mixedWidth returns how many hidden numbers a row has where some columns are no numbers or have limits, else 0.
func mixedWidth(data *inference.Dataset) (width int) {
	if !isMixed(data) && len(data.Limits) == 0 {
		return 0
	}
	for _, k := range data.Kinds {
		if width++; k.Sort == column.Category {
			width += len(k.Levels) - 2
		}
	}
	return width
}

// SampleKinds implements inference.KindSampler. Clusters have full covariances of hidden numbers where these are asked
// for; otherwise columns are independent within a cluster.
func (Model) SampleKinds(n int, kinds []column.Kind, s inference.Settings, rng *rand.Rand) (inference.Draw, error) {
	if s.Text("covariance") == ofFull {
		t := observation.Unseen(kinds)
		d, err := Model{}.Sample(n, t.Width(), s, rng)
		if err == nil {
			d.X = t.Sample(d.X, rng)
		}
		return d, err
	}
	x := mat.NewDense(n, len(kinds), nil)
	var of []int // columns of numbers
	for j, k := range kinds {
		if k.Sort.Real() {
			of = append(of, j)
		}
	}
	var numbers *mat.Dense
	if len(of) > 0 {
		numbers = mat.NewDense(n, len(of), nil)
	}
	labels, err := sample(n, numbers, false, s, rng)
	if err != nil {
		return inference.Draw{}, err
	}
	for k, j := range of {
		x.SetCol(j, mat.Col(nil, k, numbers))
	}
	for j, k := range kinds {
		if law := block.Unseen(k); law != nil {
			y := make([]float64, n)
			block.Fill(y, nil, law, labels, rng)
			x.SetCol(j, y)
		}
	}
	return inference.Draw{X: x, Parts: []inference.Part{&partition.Partition{Name: "clusters", Labels: labels}}}, nil
}

// fits reports whether hyperparameters are of as many columns, and of theirs.
func fits(k *block.Columns, hyper []saved.Floats) bool {
	if k == nil {
		return len(hyper) == 0
	}
	if len(hyper) != len(k.Usual) {
		return false
	}
	for o, l := range k.Usual {
		if len(hyper[o]) != len(l.Hyper()) {
			return false
		}
	}
	return true
}

// A mixed is a cluster of rows of numbers and other columns.
type mixed struct {
	k       *block.Columns
	numbers conjugate.Component
	stats   []float64 // of the other columns
}

func newMixed(k *block.Columns, numbers conjugate.Component) *mixed {
	return &mixed{k: k, numbers: numbers, stats: make([]float64, k.Width)}
}

// of returns the statistics of another column.
func (c *mixed) of(o int) []float64 { return c.k.Of(c.stats, o) }

// Size implements conjugate.Component.
func (c *mixed) Size() int { return c.numbers.Size() }

// Fill implements conjugate.Component.
func (c *mixed) Fill(rows [][]float64) {
	clear(c.stats)
	numbers := make([][]float64, len(rows))
	for i, x := range rows {
		numbers[i] = x[:len(c.k.Numbers)]
		c.k.Add(c.stats, x)
	}
	c.numbers.Fill(numbers)
}

// Add implements conjugate.Component.
func (c *mixed) Add(x []float64) {
	c.k.Add(c.stats, x)
	c.numbers.Add(x[:len(c.k.Numbers)])
}

// Remove implements conjugate.Component.
func (c *mixed) Remove(x []float64) bool {
	c.k.Remove(c.stats, x)
	return c.numbers.Remove(x[:len(c.k.Numbers)])
}

// LogPredictive implements conjugate.Component: a density of numbers times probabilities of other cells.
func (c *mixed) LogPredictive(x []float64) float64 {
	return c.numbers.LogPredictive(x[:len(c.k.Numbers)]) + c.k.LogNext(c.stats, x)
}

// Ready implements conjugate.Component.
func (c *mixed) Ready() { c.numbers.Ready() }

// Density implements conjugate.Component.
func (c *mixed) Density(x, work []float64) float64 {
	return c.numbers.Density(x[:len(c.k.Numbers)], work) + c.k.LogNext(c.stats, x)
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
	for o, l := range c.k.Laws {
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
	laws := make([]block.Law, len(s.kinds.Laws))
	for o, l := range s.kinds.Laws {
		var all []float64
		for _, k := range s.Active {
			all = append(all, s.Clusters[k].(*mixed).of(o)...)
		}
		laws[o] = block.Learn(l, all, rng)
	}
	s.kinds.Take(laws)
}

// A mixedSampler is a chain on a table of which some columns are no numbers. It also predicts cells.
type mixedSampler struct{ *sampler }

var (
	_ inference.Saver         = mixedSampler{}
	_ inference.Predictor     = mixedSampler{}
	_ inference.CellPredictor = mixedSampler{}
)

// LogCells implements inference.CellPredictor: the mean over draws of the density, or probability, of the cell. The
// cluster of its row is summed over, given the row's other cells and the clusters of the other rows.
func (c mixedSampler) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	draws := inference.Spaced(c.draws.After(c.iteration), mostPredicting)
	if len(draws) == 0 {
		return nil, nil, errors.New("dpmm: there is no draw yet")
	}
	logDensity, mean = make([]float64, len(cells)), make([]float64, len(cells))
	for k := range cells {
		logDensity[k] = math.Inf(-1)
	}
	out, share := c.leaveOut(), 1/float64(len(draws))
	for _, d := range draws {
		clusters, err := out.clusters(d)
		if err != nil {
			return nil, nil, err
		}
		known := map[int][][]leftout.Part{} // by row
		for k, at := range cells {
			if known[at.Row] == nil {
				known[at.Row] = clusters.Row(at.Row)
			}
			log, m := out.cell(at).Mix(known[at.Row][out.place[at.Column]], value[k])
			logDensity[k] = special.LogAdd(logDensity[k], log+math.Log(share))
			mean[k] += share * m
		}
	}
	return logDensity, mean, nil
}
