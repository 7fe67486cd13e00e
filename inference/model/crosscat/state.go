package crosscat

import (
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/labels"
	"example.org/espalier/inference/process/crp"
	"example.org/espalier/inference/process/crp/seating"
	"example.org/espalier/inference/process/marginal/block"
)

// A state holds the views, the concentrations and the hyperparameters.
type state struct {
	t     *table
	alpha float64     // concentration of views
	laws  []block.Law // of the columns, with tables
	views []*view
	own   [][]float64 // as in the table, but cells of which only limits are known have the numbers drawn for them
	drawn []float64   // for the cells with limits, in their order

	fixedAlpha, fixedBeta bool // the concentrations are held, and
	usual                 bool // so are the hyperparameters of the laws
	beta                  float64
}

// A view is some columns with clusters of the rows, which have a concentration of their own.
type view struct {
	*seating.Seating
	s       *state
	columns []int
}

// Cells implements seating.Items: the cells of a row in the columns of the view.
func (v *view) Cells(row int, own [][]float64) (from int, all [][]float64) {
	for _, j := range v.columns {
		w := v.s.laws[j].Width()
		own = append(own, v.s.own[j][row*w:(row+1)*w])
	}
	return 0, own
}

// newView returns a view of some columns, whose rows have the labels z. Its clusters are to be filled by Settle.
func (s *state) newView(columns []int, beta float64, z []int) *view {
	v := &view{s: s, columns: columns}
	laws := make([]block.Law, len(columns))
	for p, j := range columns {
		laws[p] = s.laws[j]
	}
	v.Seating = seating.New(v, laws, 1, beta, z)
	return v
}

// newState returns a state without views.
func newState(t *table, laws []block.Law) *state {
	s := &state{t: t, laws: t.tabulated(laws), alpha: 1, beta: 1, own: slices.Clone(t.own)}
	s.drawn = make([]float64, len(t.limits))
	for k, l := range t.limits {
		if k == 0 || t.limits[k-1].column != l.column {
			s.own[l.column] = slices.Clone(t.own[l.column])
		}
		s.drawn[k] = middle(l)
	}
	s.fill()
	return s
}

// middle is a number between limits: where a chain begins.
func middle(l limit) float64 {
	switch low, high := l.between.Low, l.between.High; {
	case math.IsInf(low, -1):
		return min(high-0.1, 0)
	case math.IsInf(high, 1):
		return max(low+0.1, 0)
	default:
		return low + (high-low)/2
	}
}

// fill makes the cells with limits those that were drawn.
func (s *state) fill() {
	for k, l := range s.t.limits {
		w := s.laws[l.column].Width()
		cell := s.own[l.column][l.row*w : (l.row+1)*w]
		clear(cell)
		s.laws[l.column].Add(cell, s.drawn[k], 1)
	}
}

// begin makes the views those of labels: of the columns, of the rows in each view, and with the concentrations of
// each. Their clusters are to be filled by Settle.
func (s *state) begin(of []int, rows [][]int, beta []float64) {
	s.views = nil
	columns := make([][]int, len(rows))
	for j, v := range of {
		columns[v] = append(columns[v], j)
	}
	for v, z := range rows {
		s.views = append(s.views, s.newView(columns[v], beta[v], slices.Clone(z)))
	}
}

// again makes the views anew from their labels, with views and clusters numbered by first appearance and under the
// present laws, so that the state depends on its labels alone and not on how they came about. Clusters are to be
// filled.
func (s *state) again() {
	s.begin(s.labelled())
}

// labelled returns the view of each column, and of each view the clusters of rows and their concentration. Views
// and clusters are numbered by first appearance.
func (s *state) labelled() (of []int, rows [][]int, beta []float64) {
	of = make([]int, s.t.d)
	for v, view := range s.views {
		for _, j := range view.columns {
			of[j] = v
		}
	}
	was := slices.Clone(of)
	count := labels.Number(of)
	rows, beta = make([][]int, count), make([]float64, count)
	for j, v := range of {
		if rows[v] != nil {
			continue
		}
		rows[v] = slices.Clone(s.views[was[j]].Z)
		labels.Number(rows[v])
		beta[v] = s.views[was[j]].Alpha
	}
	return of, rows, beta
}

// settle fills the clusters of all views.
func (s *state) settle() {
	for _, v := range s.views {
		v.Settle(0, s.t.n)
	}
}

// find returns the view of a column, and the column's place in it.
func (s *state) find(j int) (view, place int) {
	for v := range s.views {
		if p := slices.Index(s.views[v].columns, j); p >= 0 {
			return v, p
		}
	}
	panic("crosscat: a column is in no view")
}

// logJoint returns log p(cells, views, clusters, concentrations) under the present hyperparameters (equation 13.1).
func (s *state) logJoint() float64 {
	sum := 0.0
	sizes := make([]int, len(s.views))
	exponential := func(rate, value float64) float64 { return math.Log(rate) - rate*value }
	for k, v := range s.views {
		sizes[k] = len(v.columns)
		sum += v.LogPrior() + v.LogLikelihood()
		if !s.fixedBeta {
			sum += exponential(crp.ConcentrationRate(s.t.n), v.Alpha)
		}
	}
	sum += crp.LogPartition(s.alpha, sizes)
	if !s.fixedAlpha {
		sum += exponential(crp.ConcentrationRate(s.t.d), s.alpha)
	}
	return sum
}
