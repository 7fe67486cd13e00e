package covary

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/cholesky"

	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// Blanks are the missing cells of a table.
type Blanks struct {
	Cells    int
	patterns map[int]*pattern // by row; rows of equal patterns share one
}

// A pattern is which columns of a row are missing.
type pattern struct {
	missing, observed []int
}

// NewBlanks finds the cells of x that are NaN; nil where there is none.
func NewBlanks(x *mat.Dense) *Blanks {
	n, d := x.Dims()
	b := &Blanks{patterns: map[int]*pattern{}}
	same := map[string]*pattern{}
	for i := range n {
		key, p := make([]byte, d), &pattern{}
		for j, v := range x.RawRowView(i) {
			if math.IsNaN(v) {
				key[j] = 1
				p.missing = append(p.missing, j)
			} else {
				p.observed = append(p.observed, j)
			}
		}
		if len(p.missing) == 0 {
			continue
		}
		b.Cells += len(p.missing)
		if known := same[string(key)]; known != nil {
			p = known
		} else {
			same[string(key)] = p
		}
		b.patterns[i] = p
	}
	if b.Cells == 0 {
		return nil
	}
	return b
}

// A conditional is the distribution of the missing part of a row given the rest, at a place of
// variance factor 1: mean change·(y_o − μ_o), covariance Σ_mm·o.
type conditional struct {
	change *mat.Dense // m×o; nil where nothing is observed
	chol   mat.Cholesky
	root   mat.TriDense // lower
	logDet float64
}

// A Conditioner holds, for one Σ, the conditional of each pattern of missing cells.
type Conditioner struct {
	blanks *Blanks
	laws   map[*pattern]*conditional
	m      *Map
}

// NewConditioner prepares the conditionals for the Σ of a map: O(D³) for each pattern.
func NewConditioner(b *Blanks, m *Map) *Conditioner {
	c := &Conditioner{blanks: b, laws: map[*pattern]*conditional{}, m: m}
	for _, p := range b.patterns {
		if c.laws[p] == nil {
			c.laws[p] = conditionalOf(m, p)
		}
	}
	return c
}

// conditionalOf uses the precision: (Σ⁻¹)_mm is the inverse of Σ_mm·o, and the mean
// −((Σ⁻¹)_mm)⁻¹(Σ⁻¹)_mo(y_o−μ_o).
func conditionalOf(m *Map, p *pattern) *conditional {
	c := &conditional{}
	q := mat.NewSymDense(len(p.missing), nil)
	for a, i := range p.missing {
		for b := a; b < len(p.missing); b++ {
			q.SetSym(a, b, m.precision(i, p.missing[b]))
		}
	}
	precision := firmly(q)
	var covariance mat.SymDense
	if err := precision.InverseTo(&covariance); err != nil && !isCondition(err) {
		panic("covary: " + err.Error())
	}
	c.chol = *firmly(&covariance)
	c.chol.LTo(&c.root)
	c.logDet = c.chol.LogDet()
	if len(p.observed) == 0 {
		return c
	}
	across := mat.NewDense(len(p.missing), len(p.observed), nil)
	for a, i := range p.missing {
		for b, j := range p.observed {
			across.Set(a, b, -m.precision(i, j))
		}
	}
	c.change = new(mat.Dense)
	if err := precision.SolveTo(c.change, across); err != nil && !isCondition(err) {
		panic("covary: " + err.Error())
	}
	return c
}

// firmly factorises a matrix that is positive definite up to rounding. It panics for one that is not.
func firmly(a *mat.SymDense) *mat.Cholesky {
	chol, ok := cholesky.Firmly(a)
	if !ok {
		panic("covary: Σ is not positive definite")
	}
	return chol
}

func isCondition(err error) bool { _, ok := err.(mat.Condition); return ok }

// fill writes the conditional mean of the missing cells of a row and returns the greatest change of
// a cell.
func (c *Conditioner) fill(p *pattern, mean, row []float64) (moved float64) {
	law := c.laws[p]
	for a, i := range p.missing {
		v := mean[i]
		if law.change != nil {
			for b, f := range law.change.RawRowView(a) {
				j := p.observed[b]
				v += f * (row[j] - mean[j])
			}
		}
		moved = math.Max(moved, math.Abs(v-row[i]))
		row[i] = v
	}
	return moved
}

// Settle fills the missing cells with their joint conditional means given the tree, row by
// row until no cell moves by more than 1e-9 of the largest move, or this many sweeps are done
// (math 11.5). It returns the variance factor of each incomplete row in the same order as
// the rows.
func (c *Conditioner) Settle(p *Passer, sweeps int) (variances map[int]float64) {
	variances = map[int]float64{}
	first := 0.0
	for i := range sweeps {
		most := 0.0
		p.Sweep(func(leaf int, mean []float64, v float64, row []float64) bool {
			pattern := c.blanks.patterns[leaf]
			if pattern == nil {
				return false
			}
			variances[leaf] = v
			most = math.Max(most, c.fill(pattern, mean, row))
			return true
		})
		if i == 0 {
			first = most
		}
		if most <= 1e-9*first {
			break
		}
	}
	return variances
}

// Draw draws the missing cells of each row given all other rows: one round of Gibbs sampling.
func (c *Conditioner) Draw(p *Passer, rng *rand.Rand) {
	p.Sweep(func(leaf int, mean []float64, v float64, row []float64) bool {
		pattern := c.blanks.patterns[leaf]
		if pattern == nil {
			return false
		}
		c.fill(pattern, mean, row)
		law, z := c.laws[pattern], make([]float64, len(pattern.missing))
		for a := range z {
			z[a] = math.Sqrt(v) * rng.NormFloat64()
		}
		for a, i := range pattern.missing {
			for b := range a + 1 {
				row[i] += law.root.At(a, b) * z[b]
			}
		}
		return true
	})
}

// A BlankLaw is the distribution of the missing cells of a row given all other rows, as they are, and the observed
// cells of the row.
type BlankLaw struct {
	Row      int
	Columns  []int     // of the missing cells, ascending
	Mean     []float64 // of each
	Variance float64   // factor v of the row
	Spread   []float64 // of each, the diagonal of Σ_mm·o; a cell has the variance v times this
	Square   float64   // of the observed cells about their mean, under (vΣ_oo)⁻¹
	Observed int       // how many there are
}

// Laws visits the incomplete rows in the order of the tree. The rows stay as they are.
func (c *Conditioner) Laws(p *Passer, visit func(l BlankLaw)) {
	p.Sweep(func(leaf int, mean []float64, v float64, row []float64) bool {
		pattern := c.blanks.patterns[leaf]
		if pattern == nil {
			return false
		}
		filled := append([]float64(nil), row...)
		c.fill(pattern, mean, filled)
		law := c.laws[pattern]
		l := BlankLaw{Row: leaf, Columns: pattern.missing, Variance: v, Observed: len(pattern.observed)}
		for a, i := range pattern.missing {
			l.Mean = append(l.Mean, filled[i])
			spread := 0.0
			for b := range a + 1 {
				spread += law.root.At(a, b) * law.root.At(a, b)
			}
			l.Spread = append(l.Spread, spread)
		}
		// At the conditional mean of the missing cells the whole row is as far as the observed ones.
		for j := range filled {
			filled[j] -= mean[j]
		}
		c.m.Row(filled, filled)
		for _, x := range filled {
			l.Square += x * x / v
		}
		visit(l)
		return false
	})
}

// Extra returns rows r, with rᵀr the sum over incomplete rows of Σ_mm·o padded with zeros. S gains rᵀr besides the
// cells filled in (math 11.5).
func (c *Conditioner) Extra(columns int) *mat.Dense {
	counts := map[*pattern]float64{}
	var order []*pattern // the sum must not depend on the order of a map
	for _, i := range c.blanks.Rows() {
		p := c.blanks.patterns[i]
		if counts[p] == 0 {
			order = append(order, p)
		}
		counts[p]++
	}
	rows := 0
	for _, p := range order {
		rows += len(p.missing)
	}
	out := mat.NewDense(rows, columns, nil)
	at := 0
	for _, p := range order {
		law := c.laws[p]
		for b := range p.missing {
			for a := b; a < len(p.missing); a++ {
				out.Set(at, p.missing[a], math.Sqrt(counts[p])*law.root.At(a, b))
			}
			at++
		}
	}
	return out
}

// Gain returns ½Σ{m ln(2πv) + ln|Σ_mm·o|} over incomplete rows: with the density of the
// table as filled it bounds that of the observed cells from below (equation 11.5).
func (c *Conditioner) Gain(variances map[int]float64) float64 {
	sum := 0.0
	for _, i := range c.blanks.Rows() {
		p := c.blanks.patterns[i]
		sum += 0.5 * (float64(len(p.missing))*(ln2Pi+math.Log(variances[i])) + c.laws[p].logDet)
	}
	return sum
}

// Missing returns the columns, ascending, of the cells that a row lacks.
func (b *Blanks) Missing(row int) []int {
	if p := b.patterns[row]; p != nil {
		return p.missing
	}
	return nil
}

// Observed returns the columns, ascending, that a row has, and whether it is incomplete; nil for a complete row.
func (b *Blanks) Observed(row int) (columns []int, incomplete bool) {
	if p := b.patterns[row]; p != nil {
		return p.observed, true
	}
	return nil, false
}

// Rows lists the incomplete rows in order.
func (b *Blanks) Rows() []int {
	var list []int
	last := -1
	for i := range b.patterns {
		last = max(last, i)
	}
	for i := 0; i <= last; i++ {
		if b.patterns[i] != nil {
			list = append(list, i)
		}
	}
	return list
}

// Values returns the missing cells of x, row by row, and Put writes such a list to it.
func (b *Blanks) Values(x *mat.Dense) (values []float64) {
	for _, i := range b.Rows() {
		for _, j := range b.patterns[i].missing {
			values = append(values, x.At(i, j))
		}
	}
	return values
}

// Put is the inverse of [Blanks.Values]. It panics if the list has another length.
func (b *Blanks) Put(x *mat.Dense, values []float64) {
	if len(values) != b.Cells {
		panic("covary: another number of missing cells")
	}
	at := 0
	for _, i := range b.Rows() {
		for _, j := range b.patterns[i].missing {
			x.Set(i, j, values[at])
			at++
		}
	}
}

// WithZeros returns a copy of x with zeros for missing cells. Of a table without any, b is nil.
func (b *Blanks) WithZeros(x *mat.Dense) *mat.Dense {
	filled := mat.DenseCopyOf(x)
	if b != nil {
		b.Put(filled, make([]float64, b.Cells))
	}
	return filled
}

// DrawAlone draws the missing cells of columns that vary independently, each with variance sigma2 in time 1, row by
// row given all other rows: one round of Gibbs sampling. The noise of the messages is a share of sigma2.
func (b *Blanks) DrawAlone(p *Passer, sigma2 float64, rng *rand.Rand) {
	p.Sweep(func(leaf int, mean []float64, v float64, row []float64) bool {
		missing := b.Missing(leaf)
		deviation := math.Sqrt(v * sigma2)
		for _, j := range missing {
			row[j] = mean[j] + deviation*rng.NormFloat64()
		}
		return len(missing) > 0
	})
}

// fillDraws is how often DrawBlanks draws the missing cells, row by row.
const fillDraws = 5

// DrawBlanks returns a copy of x with its missing cells drawn given a tree. At their means they would lie on the tree,
// and times and noise learnt from them would be too small.
func DrawBlanks(t *tree.Tree, x *mat.Dense, sigma *Sigma, noise float64, blanks *Blanks, rng *rand.Rand) *mat.Dense {
	drawn := mat.DenseCopyOf(x)
	c := NewConditioner(blanks, sigma.Map())
	p := NewPasser(t, drawn, noise)
	for range fillDraws {
		c.Draw(p, rng)
	}
	return drawn
}
