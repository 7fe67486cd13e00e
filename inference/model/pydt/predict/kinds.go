package predict

import (
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/cellwise"
	"example.org/espalier/inference/process/observation"
)

// Kinds are what a tree predicts of cells of a table whose columns are of several kinds. What follows the table is in
// the order of its latent numbers.
type Kinds struct {
	*Predictor
	table *observation.Table
	base  []float64 // intercepts
	place []int     // in the problem
	class []int
	room  []float64
	order []int // columns, those of densities first
}

// NewKinds returns the predictions of a tree. columns are the latent numbers in the order of the problem, and so are
// the intercepts; nil where the tree integrates them out.
func NewKinds(p *Predictor, table *observation.Table, columns []int, intercepts []float64) *Kinds {
	d := p.S.D
	k := &Kinds{Predictor: p, table: table, base: make([]float64, d), place: make([]int, d), class: make([]int, d),
		room: make([]float64, 4*d), order: densitiesFirst(table.Columns)}
	for c, cl := range p.S.Classes {
		for j := cl.Low; j < cl.High; j++ {
			a := columns[j]
			if intercepts != nil {
				k.base[a] = intercepts[j]
			}
			k.place[a], k.class[a] = j, c
		}
	}
	return k
}

// Table returns the cells that the tree was learnt from.
func (k *Kinds) Table() *observation.Table { return k.table }

// CheckRows returns an error where new rows are not predicted.
func CheckRows(table *observation.Table) error {
	for _, c := range table.Columns {
		if counts, is := c.(*observation.Counts); is && counts.Exposed() {
			return observation.ErrExposed
		}
	}
	return nil
}

// Missing returns the log density or probability of a value in a missing cell, and the value expected there (math
// 8.1).
func (k *Kinds) Missing(row, column int, value float64) (log, expected float64) {
	s, v := k.S, int32(row)
	m, w := k.latent(column, func(a int) (mean, variance float64) {
		return s.CavMeanOf(v)[k.place[a]],
			s.CavVari[row*len(s.Classes)+k.class[a]] + s.Hyper.Sigma2*s.ParentRem(v) + s.Hyper.Noise
	})
	if log, expected = k.cell(row, column, value, m, w), m[0]; k.table.Columns[column] != nil {
		expected = k.table.Columns[column].Predict(row, m, w)
	}
	return log, expected
}

// Believe adds to what is believed of the latent numbers of cells what the tree says of them without their own values.
// drawn is as in [inference.Belief].
func (k *Kinds) Believe(cells []inference.Cell, logShare float64, drawn bool, to []inference.Belief) {
	s := k.S
	for i, at := range cells {
		v := int32(at.Row)
		low, high := k.table.Of(at.Column)
		room := make([]float64, 2*(high-low))
		m, w := room[:high-low], room[high-low:]
		for a := low; a < high; a++ {
			m[a-low] = k.base[a] + s.CavMeanOf(v)[k.place[a]]
			w[a-low] = s.CavVari[at.Row*len(s.Classes)+k.class[a]] + s.Hyper.Sigma2*s.ParentRem(v) + s.Hyper.Noise
		}
		to[i].Drawn = drawn
		to[i].Add(logShare, m, w)
	}
}

// Kinds returns what the tree predicts of cells of several kinds; nil where all are numbers.
func (p *Predictor) Kinds() *Kinds { return p.kinds }

// latent returns the means and variances of the latent numbers of a column, the a-th of which has those of at(a)
// without its intercept.
func (k *Kinds) latent(column int, at func(latent int) (mean, variance float64)) (m, w []float64) {
	low, high := k.table.Of(column)
	n := high - low
	m, w = k.room[:n], k.room[n:2*n]
	for a := range n {
		mean, variance := at(low + a)
		m[a], w[a] = mean+k.base[low+a], variance
	}
	return m, w
}

// cell returns the log density or probability of a value in a column whose latent numbers have the means m and the
// variances w.
func (k *Kinds) cell(row, column int, value float64, m, w []float64) float64 {
	c := k.table.Columns[column]
	if c == nil {
		return cellwise.NormalLog(value-m[0], w[0])
	}
	return observation.LogZ(c.Factor(row, value), m, w, k.room[2*len(m):])
}

// Cost is how many multiply-adds a row takes as long as at one place: the log Z of all its cells.
func Cost(table *observation.Table) (sum float64) {
	for _, column := range table.Columns {
		switch c := column.(type) {
		case nil:
			sum += 40
		case *observation.Categories:
			sum += 600 + 150*float64(c.Width())
		case *observation.Counts:
			sum += 1200
		case *observation.Censored:
			sum += 700
		default:
			sum += 100
		}
	}
	return sum
}

// density reports whether a known cell of a column has a density, not a probability.
func density(c observation.Column) bool {
	switch c.(type) {
	case nil, *observation.Censored, *observation.Robust:
		return true
	}
	return false
}

// densitiesFirst returns the places of columns, those of probabilities at the end.
func densitiesFirst(columns []observation.Column) (places []int) {
	for _, dense := range []bool{true, false} {
		for j, c := range columns {
			if density(c) == dense {
				places = append(places, j)
			}
		}
	}
	return places
}

// Row returns the log density of a new row (math 8): each place where a row may hang gives the product over columns of
// what the cells have there. Its exposures are those of a row of the table.
func (k *Kinds) Row(row int, y []float64) float64 {
	s := k.S
	c := len(s.Classes)
	var sum special.LogSum
	for _, part := range k.Components {
		v := int(part.Node)
		up, down := s.Hyper.Sigma2*(s.ParentRem(part.Node)-part.Rem), s.Hyper.Sigma2*(part.Rem-s.Rem[v])
		rest := s.Hyper.Sigma2*part.Rem + s.Hyper.Noise
		mu, m := s.CavMeanOf(part.Node), s.MeanOf(part.Node)
		at := func(latent int) (mean, variance float64) {
			j, class := k.place[latent], k.class[latent]
			mean, variance = mu[j], s.CavVari[v*c+class]+up
			if w := s.Vari[v*c+class] + down; !math.IsInf(w, 1) {
				share := variance / (variance + w)
				mean -= share * (mean - m[j])
				variance = w * share
			}
			return mean, variance + rest
		}
		log := part.LogMass
		for _, j := range k.order {
			if math.IsNaN(y[j]) {
				continue
			}
			m, w := k.latent(j, at)
			log += k.cell(row, j, y[j], m, w)
			if !density(k.table.Columns[j]) && sum.Any && log < sum.Largest-Negligible {
				break // what is left are probabilities
			}
		}
		sum.Add(log)
	}
	return sum.Value()
}
