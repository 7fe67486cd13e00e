package narrow

import (
	"math"

	"example.org/espalier/inference/process/conjugate"

	"gonum.org/v1/gonum/mat"
)

// A Maker finds the components of a table, of all rows and then without each fifth of them, a spectrum at a time.
type Maker struct {
	Components *Components // once it is done
	Scores     *mat.Dense  // of the rows, N×k

	x        *mat.Dense
	k        int
	variance []float64 // of each column
	now      *filling
	middle   []float64 // mean of the rows of now
	fold     int       // which is left out of now; −1 for none
	test     []int     // its rows

	square, count []float64 // of the residuals of the cells of each column that were left out
	all, cells    float64   // over all columns
}

// NewMaker begins to find k components of x, N×D; NaN marks missing cells.
func NewMaker(x *mat.Dense, k int) *Maker {
	_, d := x.Dims()
	mean, variance, _ := conjugate.Moments(x)
	return &Maker{Components: &Components{Mean: mean, Noise: make([]float64, d)}, x: x, k: k, variance: variance,
		middle: mean, now: fill(centred(x, mean, nil), x, k), fold: -1, square: make([]float64, d), count: make([]float64, d)}
}

// Advance does a part of the work, the eigenvectors of one matrix, and reports whether it is done.
func (m *Maker) Advance() bool {
	if !m.now.advance() {
		return false
	}
	n, _ := m.x.Dims()
	if m.fold < 0 {
		m.Components.Axes = m.now.axes
		m.Scores = mat.NewDense(n, m.k, nil)
		m.Scores.Mul(m.now.whole, m.now.axes)
	} else {
		m.leave()
	}
	if m.fold++; m.fold < min(folds, n) {
		m.begin()
		return false
	}
	for j := range m.Components.Noise { // two rows' worth of the mean of all columns
		m.Components.Noise[j] = max((m.square[j]+2*m.all/max(1, m.cells))/(m.count[j]+2), 1e-6*m.variance[j])
	}
	return true
}

// begin starts to find the components of the rows outside a fold. The mean is of these rows alone: about the mean of
// all rows, a row is minus the sum of the others, so that a few others would explain it to the last digit. A column
// without a cell in these rows has the mean of the table.
func (m *Maker) begin() {
	var train []int
	m.test = nil
	n, _ := m.x.Dims()
	for i := range n {
		if i%min(folds, n) == m.fold {
			m.test = append(m.test, i)
		} else {
			train = append(train, i)
		}
	}
	from := rowsOf(m.x, train)
	m.middle, _, _ = conjugate.Moments(from)
	for j := range m.middle {
		if empty(from, j) {
			m.middle[j] = m.Components.Mean[j]
		}
	}
	m.now = fill(centred(m.x, m.middle, train), from, min(m.k, len(train)))
}

// leave adds the residuals of the rows of a fold, given the components that were found without them. Components along
// which the other rows do not vary are 0.
func (m *Maker) leave() {
	left := m.now.axes
	var scores mat.Dense
	scores.Mul(m.now.whole, left)
	d, k := left.Dims()
	square := make([]float64, k)
	for c := range square {
		column := scores.ColView(c)
		square[c] = mat.Dot(column, column)
	}
	for c, v := range square {
		if !(v > leastVariance*square[0]) {
			left.ColView(c).(*mat.VecDense).Zero()
		}
	}
	out := centred(m.x, m.middle, m.test)
	z := mat.NewDense(len(m.test), k, nil)
	z.Mul(out, left)
	fit := mat.NewDense(len(m.test), d, nil)
	fit.Mul(z, left.T())
	for t, i := range m.test {
		for j, y := range m.x.RawRowView(i) {
			if !math.IsNaN(y) {
				e := y - m.middle[j] - fit.At(t, j)
				m.square[j] += e * e
				m.count[j]++
				m.all += e * e
				m.cells++
			}
		}
	}
}

// leastVariance is the share of the greatest variance below which that of a component is rounding.
const leastVariance = 1e-12

// A filling finds the leading components of centred rows. Missing cells are filled by the components, again and again.
type filling struct {
	whole  *mat.Dense // the rows, with 0 for a missing cell at first
	axes   *mat.Dense // D×k
	k      int
	holes  [][2]int
	left   int // spectra
	z, fit *mat.Dense
}

// fill begins to find k components; from has NaN where a cell of whole is missing.
func fill(whole, from *mat.Dense, k int) *filling {
	f := &filling{whole: whole, k: k, left: 1}
	n, d := whole.Dims()
	for i := range n {
		for j, v := range from.RawRowView(i) {
			if math.IsNaN(v) {
				f.holes = append(f.holes, [2]int{i, j})
			}
		}
	}
	if len(f.holes) > 0 {
		f.left += mostFills
		f.z, f.fit = mat.NewDense(n, k, nil), mat.NewDense(n, d, nil)
	}
	return f
}

// advance finds the components of the rows as they are filled, and reports whether that was the last time.
func (f *filling) advance() bool {
	if f.axes != nil {
		f.z.Mul(f.whole, f.axes)
		f.fit.Mul(f.z, f.axes.T())
		for _, h := range f.holes {
			f.whole.Set(h[0], h[1], f.fit.At(h[0], h[1]))
		}
	}
	f.axes = principal(f.whole, f.k)
	f.left--
	return f.left == 0
}
