package classtree

import (
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Of many rows the first classes come from a sample of them: a chain as that of all rows, which empties superfluous
// classes quickly, since a class of few rows is left in few moves. Then the sample doubles, with some sweeps each time,
// until it has all rows. How a chain begins leaves its posterior as it is.
const (
	fewestRows  = 3000 // of the first sample
	firstSweeps = 300  // of it
	laterSweeps = 20   // of each larger one
)

// A warming is how a chain comes to all rows.
type warming struct {
	whole *table
	order []int // of the rows
	left  int   // sweeps of this sample
}

// newWarming returns it for a table; nil for one of few rows.
func newWarming(t *table, rng *rand.Rand) *warming {
	if t.n < 2*fewestRows {
		return nil
	}
	return &warming{whole: t, order: rng.Perm(t.n), left: firstSweeps}
}

// sample returns the table of the first n rows in the order.
func (w *warming) sample(n int) *table {
	if n == w.whole.n {
		return w.whole
	}
	rows := w.order[:n]
	t := *w.whole
	t.n, t.x = n, mat.NewDense(n, len(t.columns), nil)
	for i, row := range rows {
		t.x.SetRow(i, w.whole.x.RawRowView(row))
	}
	t.columns = slices.Clone(t.columns)
	for j := range t.columns {
		if c := &t.columns[j]; c.code != nil {
			code := make([]int32, n)
			for i, row := range rows {
				code[i] = c.code[row]
			}
			c.code = code
		}
	}
	return &t
}

// take gives the state of a chain the rows of a larger sample. Until they are visited they have the classes of those
// of before in turn, so that shares stay.
func (c *chain) take(t *table) {
	s, w := c.state, c.warming
	was := s.z
	s.t, s.z = t, make([]int32, t.n)
	for i := range s.z {
		at := i
		if t == w.whole {
			at = int(w.order[i])
		}
		s.z[at] = was[i%len(was)]
	}
	c.totals = [2][]float64{}
}

// warm ends a sweep of a sample: after the last of it comes a larger one, whose rows are visited with the classes as
// they are.
func (c *chain) warm() {
	s, w := c.state, c.warming
	s.hang()
	c.look = nil
	c.stage, c.at = moving, 0
	if w.left--; w.left > 0 {
		return
	}
	n := min(2*s.t.n, w.whole.n)
	if w.left = laterSweeps; 2*n > w.whole.n {
		n = w.whole.n
	}
	c.take(w.sample(n))
	if n == w.whole.n {
		c.warming = nil
	}
}
