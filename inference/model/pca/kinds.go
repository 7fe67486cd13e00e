package pca

import (
	"errors"
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/process/coded"
	"example.org/espalier/inference/process/observation"
	"example.org/espalier/inference/process/polychoric"

	"gonum.org/v1/gonum/mat"
)

// Stand-ins for columns that are no numbers.
const (
	ofLatent = "latent"
	ofCodes  = "coded"
)

// mostLatent is the greatest number of latent numbers of a row whose correlations are found.
const mostLatent = 150

// kinds are the columns of a table of which some are no numbers: items are their latent numbers, or their codes.
type kinds struct {
	x        *mat.Dense           // codes, or latent numbers to begin with
	hidden   *observation.Table   // nil for codes
	estimate *polychoric.Estimate // of hidden
	means    *mat.Dense           // of latent numbers given the cells, NaN where a cell is missing
	of       []item               // of each item
	first    []int                // of each column: its first item
}

// An item of a column.
type item struct {
	column int
	// of its squared loading in that of the column, of a category one over its levels but one; 0 for the whole
	weight float64
	codes  bool // written as a code
}

// newKinds returns them; nil where all columns are numbers.
func newKinds(data *inference.Dataset, s inference.Settings) (*kinds, error) {
	if !coded.Needed(data) || !s.Has("levels") {
		return nil, nil
	}
	if s.Text("features") == "rows" {
		return nil, errors.New("components load on columns where these are of several kinds; set features to columns")
	}
	k := &kinds{}
	_, columns := data.Dims()
	add := func(j, width int, codes bool) {
		k.first = append(k.first, len(k.of))
		for range width {
			o := item{column: j, codes: codes}
			if s := data.KindAt(j); s.Sort == column.Category {
				o.weight = 1 / float64(max(1, len(s.Levels)-1))
			}
			k.of = append(k.of, o)
		}
	}
	if s.Text("levels") == ofCodes {
		t := coded.Of(data)
		width := make([]int, columns)
		for _, j := range t.Column() {
			width[j]++
		}
		for j, w := range width {
			add(j, w, !data.KindAt(j).Sort.Real())
		}
		k.x = t.X
		return k, nil
	}
	of, err := observation.Of(data)
	if err != nil {
		return nil, err
	}
	if of == nil { // limits that no cell has
		return nil, nil
	}
	k.hidden = observation.NewTable(data.X, of)
	if w := k.hidden.Width(); w > mostLatent {
		return nil, fmt.Errorf("the correlations of %d hidden numbers would take too long, at most %d are taken; "+
			"set levels to %s",
			w, mostLatent, ofCodes)
	}
	for j := range columns {
		low, high := k.hidden.Of(j)
		add(j, high-low, false)
	}
	k.x, k.estimate = k.hidden.Start(), polychoric.New(k.hidden)
	return k, nil
}

// begin returns the matrix whose components are found: the table, its codes, or latent numbers to begin with.
func (k *kinds) begin(data *inference.Dataset) *mat.Dense {
	if k == nil {
		return data.X
	}
	return k.x
}

func (k *kinds) latent() bool { return k != nil && k.hidden != nil }

// note names the stand-ins for columns that are no numbers; "" where there are none.
func (k *kinds) note(data *inference.Dataset) string {
	switch {
	case k == nil:
		return ""
	case k.latent():
		note := "Components are those of the correlations of hidden numbers behind the cells of columns that are no " +
			"numbers; the log likelihood is that of their means. The loading of a category is the root of the mean " +
			"square of those of its levels, without a sign."
		for j := range data.Columns {
			if data.KindAt(j).Sort == column.Count {
				return note + " The variance of counts is that of hidden log rates: how counts scatter about their " +
					"rates is no part of it, so components may explain more of the rates than of the counts."
			}
		}
		return note
	}
	return coded.Note(data)
}

// advance goes on finding the correlations, and reports whether they are found.
func (k *kinds) advance() bool {
	if !k.estimate.Advance(max(1, atOnce/k.estimate.Cost())) {
		return false
	}
	k.means = mat.DenseCopyOf(k.estimate.Means())
	n, _ := k.means.Dims()
	for i := range n {
		for q, o := range k.of {
			if k.hidden.Factor(i, o.column) == nil && math.IsNaN(k.hidden.Number(i, o.column)) {
				k.means.Set(i, q, math.NaN())
			}
		}
	}
	return true
}

// predict returns the log probability of a cell that is no number, and the value expected.
func (k *kinds) predict(p *parameters, post posterior, c inference.Cell, value float64) (log, expected float64) {
	low, high := k.hidden.Of(c.Column)
	n := high - low
	at, w, sum := make([]float64, n), make([]float64, n), 0.0
	for a := range n {
		var v float64
		at[a], v = p.predict(post, low+a)
		sum += v / float64(n)
	}
	for a := range w {
		w[a] = sum
	}
	of := k.hidden.Columns[c.Column]
	expected = of.Predict(c.Row, at, w)
	if factor := of.Factor(c.Row, value); factor != nil {
		log = factor.Moments(at, w, make([]float64, n), make([]float64, n))
	}
	return log, expected
}

// folded returns a state with the columns for items: the squared loading of a category is the mean over its contrasts.
func (k *kinds) folded(s *factor.State) *factor.State {
	if k == nil {
		return s
	}
	count := len(s.IDs)
	out := *s
	out.Loadings = mat.NewDense(len(k.first), count, nil)
	out.Noise, out.Offset = make([]float64, len(k.first)), make([]float64, len(k.first))
	for q, o := range k.of {
		out.Noise[o.column] = s.Noise[q]
		for l := range count {
			g := s.Loadings.At(q, l)
			if o.weight > 0 {
				g = math.Hypot(out.Loadings.At(o.column, l), math.Sqrt(o.weight)*g)
			}
			out.Loadings.Set(o.column, l, g)
		}
		if o.weight == 0 {
			out.Offset[o.column] = s.Offset[q]
		}
	}
	return &out
}
