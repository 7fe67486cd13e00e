package dpmm

import (
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/categorical"
	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// Where clusters have full covariances, the cells of columns that are no numbers have hidden numbers behind them, as
// package observation says, which are drawn with the clusters (J. H. Albert and S. Chib 1993). Clusters are those of
// the rows of all hidden numbers. The mean of each hidden number is 0 and its variance 1 in T₀; cut points and the
// levels of log rates stand for the frequencies of the column.

// A hidden table has the cells of a table as factors of its hidden numbers.
type hidden struct {
	table *observation.Table
	rows  []*observation.Dependent
	drawn [][]int // of each row the places of hidden numbers that are drawn with the clusters
}

// hiddenOf returns the hidden numbers of data with columns that are no numbers, or with limits; nil for others.
// Numbers with outliers are numbers.
func hiddenOf(data *inference.Dataset) (*hidden, error) {
	if !isMixed(data) && len(data.Limits) == 0 {
		return nil, nil
	}
	columns, err := observation.Of(data)
	if err != nil {
		return nil, err
	}
	for j, c := range columns {
		if _, far := c.(*observation.Robust); far {
			columns[j] = nil
		}
	}
	return newHidden(observation.NewTable(data.X, columns)), nil
}

func newHidden(t *observation.Table) *hidden {
	h := &hidden{table: t}
	n := len(t.Start().RawMatrix().Data) / t.Width()
	for i := range n {
		h.rows = append(h.rows, t.Dependent(i))
		var drawn []int
		for a := range t.Width() {
			if _, known := t.Factor(i, t.Column(a)).(*observation.Point); !known && t.Drawn(i, a) {
				drawn = append(drawn, a)
			}
		}
		h.drawn = append(h.drawn, drawn)
	}
	return h
}

// base returns the prior of a cluster: that of the numbers for these, and hidden numbers of mean 0 and variance 1 that
// are independent of all others.
func (h *hidden) base(kappa, freedom, scale float64) (*conjugate.Prior, []float64, error) {
	start, d := h.table.Start(), h.table.Width()
	mean, shape, least := make([]float64, d), make([]float64, d*d), make([]float64, d)
	var numbers []int
	for a := range d {
		shape[a*d+a] = 1
		switch h.table.Columns[h.table.Column(a)].(type) {
		case nil, *observation.Censored:
			numbers = append(numbers, a)
		}
	}
	if len(numbers) > 0 {
		x := mat.NewDense(len(h.rows), len(numbers), nil)
		for k, a := range numbers {
			x.SetCol(k, mat.Col(nil, a, start))
		}
		m, v := momentsOf(x, h.limits(numbers))
		t, floor := shrunk(x, m, v), rounding(x)
		for k, a := range numbers {
			if mean[a] = m[k]; h.table.Columns[h.table.Column(a)] == nil {
				least[a] = floor[k]
			}
			for l, b := range numbers {
				shape[a*d+b] = t[k*len(numbers)+l]
			}
		}
	}
	p, err := conjugate.NewFullPrior(mean, shape, kappa, freedom, scale)
	return p, least, err
}

// count returns how many numbers are drawn with the clusters, limits without hidden numbers.
func (h *hidden) count(limits int) int {
	if h == nil {
		return limits
	}
	sum := 0
	for _, at := range h.drawn {
		sum += len(at)
	}
	return sum
}

// most returns how many draws are kept where usual is the number without hidden numbers: those of all draws take at
// most keptNumbers.
func (h *hidden) most(usual int) int {
	return min(usual, max(20, keptNumbers/(1+h.count(0))))
}

const keptNumbers = 1 << 24

// of returns the hidden numbers that are drawn, row by row.
func (h *hidden) of(rows [][]float64) (cells []float64) {
	for i, drawn := range h.drawn {
		for _, a := range drawn {
			cells = append(cells, rows[i][a])
		}
	}
	return cells
}

// take sets rows, and those with missing cells as read, to the numbers that of returned.
func (h *hidden) take(cells []float64, rows, holes [][]float64) {
	for i, drawn := range h.drawn {
		for _, a := range drawn {
			rows[i][a] = cells[0]
			if holes != nil && holes[i] != nil {
				holes[i][a] = cells[0]
			}
			cells = cells[1:]
		}
	}
}

// beginHidden draws the hidden numbers where a chain begins, as if they were independent.
func (s *state) beginHidden(rng *rand.Rand) {
	if s.hidden == nil {
		return
	}
	d := len(s.prior.Mean)
	m, w := make([]float64, d), make([]float64, d)
	for a := range w {
		m[a], w[a] = s.prior.Mean[a], s.prior.Shape()[a*(a+1)/2+a]
	}
	for i := range s.rows {
		s.hidden.table.Draw(i, m, w, rng, s.rows[i])
	}
	s.hidden.take(s.hidden.of(s.rows), s.rows, s.holes)
}

// gaussians draws the mean and the covariance of each cluster.
func (s *state) gaussians(rng *rand.Rand) (all []*gaussian) {
	rows := make([][][]float64, len(s.Active))
	for i, z := range s.z {
		rows[s.Place(z)] = append(rows[s.Place(z)], s.rows[i])
	}
	for place, k := range s.Active {
		s.Clusters[k].Fill(rows[place])
		all = append(all, gaussianOf(s.Clusters[k], rng))
	}
	return all
}

// limits returns the limited cells of some hidden numbers, by their places among these.
func (h *hidden) limits(numbers []int) (list []limited) {
	for k, a := range numbers {
		for i := range h.rows {
			if f, is := h.table.Factor(i, h.table.Column(a)).(*observation.Interval); is {
				list = append(list, limited{i, k, *f})
			}
		}
	}
	return list
}

// drawHidden draws the hidden numbers given the clusters, which must then be filled again. gaussians are draws of the
// mean and the covariance of each. For each row of the given ones, first its cluster among those that there are is
// drawn with its hidden numbers: one proposal of these from each cluster, and for its own those that it has; each is
// taken with the probability of its cells along the way times the other rows of its cluster. Given the proposals that
// is a step of Gibbs (C. Andrieu, A. Doucet and R. Holenstein 2010, Particle Markov chain Monte Carlo methods, JRSS B
// 72, with one particle of each cluster). Then its hidden numbers are drawn one by one.
func (s *state) drawHidden(from, to int, gaussians []*gaussian, rng *rand.Rand) {
	d := len(s.prior.Mean)
	size := make([]int, len(s.Active))
	for _, z := range s.z {
		size[s.Place(z)]++
	}
	logs, proposals := make([]float64, len(s.Active)), make([][]float64, len(s.Active))
	for k := range proposals {
		proposals[k] = make([]float64, d)
	}
	for i := from; i < to; i++ {
		own, x := s.Place(s.z[i]), s.rows[i]
		if size[own] > 1 && len(size) > 1 {
			size[own]--
			whole := true
			for k, g := range gaussians {
				copy(proposals[k], x)
				root := g.root(s.hidden.rows[i])
				if root == nil {
					whole = false
					break
				}
				logs[k] = math.Log(float64(size[k])) + s.hidden.rows[i].Draw(g.Mean, root, k == own, rng, proposals[k])
			}
			if whole {
				own = categorical.DrawLogs(slices.Clone(logs), rng)
				copy(x, proposals[own])
				s.z[i] = s.Active[own]
			}
			size[own]++
		}
		s.drawRow(i, gaussians[own], rng)
	}
}

// drawRow draws each hidden number of a row given the others and its cluster, those of missing cells too.
func (s *state) drawRow(i int, g *gaussian, rng *rand.Rand) {
	x, t := s.rows[i], s.hidden.table
	d := len(x)
	var m, w [1]float64
	for j := range t.Columns {
		factor := t.Factor(i, j)
		if factor == nil && !math.IsNaN(t.Number(i, j)) {
			continue
		}
		low, high := t.Of(j)
		for a := low; a < high; a++ {
			row := g.Precision[a*d : (a+1)*d]
			pull := 0.0
			for b, p := range row {
				pull += p * (x[b] - g.Mean[b])
			}
			m[0], w[0] = x[a]-pull/row[a], 1/row[a]
			switch one := factor.(type) {
			case nil:
				x[a] = m[0] + math.Sqrt(w[0])*rng.NormFloat64()
			case observation.Several:
				one.DrawOne(a-low, m[0], w[0], rng, x[low:high])
			default:
				factor.Draw(m[:], w[:], rng, x[a:a+1])
			}
		}
	}
	if s.holes != nil && s.holes[i] != nil {
		for a, v := range s.holes[i] {
			if !math.IsNaN(v) {
				s.holes[i][a] = x[a]
			}
		}
	}
}

// A gaussian is a draw of the mean and the covariance of a cluster, with roots of the covariance by the order in which
// rows take their cells.
type gaussian struct {
	conjugate.Gaussian
	roots map[string][]float64
}

// gaussianOf draws that of a cluster.
func gaussianOf(c conjugate.Component, rng *rand.Rand) *gaussian {
	return &gaussian{c.(*conjugate.Full).DrawGaussian(rng), map[string][]float64{}}
}

// root returns the root of the covariance for a row, nil where rounding leaves none.
func (g *gaussian) root(r *observation.Dependent) []float64 {
	root, is := g.roots[r.Order]
	if !is {
		root, _ = r.Root(g.Covariance)
		if len(g.roots) < mostRoots {
			g.roots[r.Order] = root
		}
	}
	return root
}

// mostRoots is how many roots of a cluster are kept.
const mostRoots = 64
