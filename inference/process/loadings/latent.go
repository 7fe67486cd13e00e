package loadings

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/process/observation"
)

// Items that are not numbers have latent numbers u behind their cells, which are the data of all else in the sampler: u
// ~ N(b + g·x, ψ), and a cell is a factor of its u. A sweep draws u given G, X and ψ, then the intercepts b, and for
// items whose cells say nothing of the scale of u this scale (Albert and Chib 1993; Liu and Sabatti 2000). ψ and the
// loadings of such items are learnt like those of others: only g/√ψ is determined by the data, and the priors are
// proper.

// latent holds the latent numbers behind the cells of items that are not numbers.
type latent struct {
	columns []observation.Column   // of each item, nil for numbers
	cells   [][]observation.Factor // of each item, by case; nil for numbers, and where a cell is missing
	base    []float64              // of each item: b, which y has been reduced by

	// Where cut points are drawn: the columns of the whole table with those of their own, and of each item of grades the
	// levels by case, and the numbers of robust ones.
	learnt []observation.Column
	levels [][]float64

	// Of the first contrast of a category, by case: the cells of all its contrasts, which are the next items; nil for
	// others.
	together [][]observation.Factor
}

// newLatent returns the latent numbers of the items of o, nil if all are numbers. columns are those of the table, at
// returns the cells of an item; learn says that cut points are drawn.
func newLatent(o *observed, columns []observation.Column, learn bool, at func(d, n int) float64) *latent {
	if columns == nil {
		return nil
	}
	l := &latent{columns: make([]observation.Column, o.d), cells: make([][]observation.Factor, o.d),
		base: make([]float64, o.d), together: make([][]observation.Factor, o.d), levels: make([][]float64, o.d)}
	if learn {
		columns = observation.LearntColumns(columns)
		l.learnt = columns
	}
	for d := range o.d {
		c := columns[o.inTable(d)]
		if c == nil {
			continue
		}
		if c.Width() != 1 {
			panic("loadings: an item of several latent numbers")
		}
		l.columns[d], l.cells[d] = c, make([]observation.Factor, o.n)
		for n := range o.n {
			l.cells[d][n] = c.Factor(n, at(d, n))
		}
		if learnsAlone(c) && learn {
			l.levels[d] = make([]float64, o.n)
			for n := range o.n {
				l.levels[d][n] = at(d, n)
			}
		}
		if k, is := c.(observation.Contrast); is && k.Index == 0 {
			l.together[d] = make([]observation.Factor, o.n)
			for n := range o.n {
				l.together[d][n] = k.Cell(n, at(d, n))
			}
		}
	}
	return l
}

// learnsAlone reports whether the parameters of a column are drawn: cut points, and the errors of robust numbers.
func learnsAlone(c observation.Column) bool {
	switch c.(type) {
	case *observation.Ordered, *observation.Robust:
		return true
	}
	return false
}

// has reports whether item d is not one of numbers.
func (l *latent) has(d int) bool { return l != nil && l.cells[d] != nil }

// first returns the latent number with which a chain begins: its mean given the cell where it has mean 0 and variance
// 1 before.
func (l *latent) first(d, n int) float64 {
	var mean, variance [1]float64
	l.cells[d][n].Moments([]float64{0}, []float64{1}, mean[:], variance[:])
	return mean[0]
}

// latentSizes returns the numbers of latent numbers and of intercepts that are saved.
func (o *observed) latentSizes() (cells, base int) {
	if o.latent == nil {
		return 0, 0
	}
	for d := range o.d {
		if o.latent.has(d) {
			cells += o.n
		}
	}
	return cells, o.whole
}

// freezeLatent copies the latent numbers and intercepts into f.
func (o *observed) freezeLatent(f *Frozen) {
	l := o.latent
	if l == nil {
		return
	}
	f.Parameters = append(f.Parameters[:0], observation.ParametersOf(l.learnt)...)
	cells, base := o.latentSizes()
	f.Latent, f.Base = resize(f.Latent, cells)[:0], resize(f.Base, base)
	clear(f.Base)
	for d, b := range l.base {
		f.Base[o.inTable(d)] = b
		if l.has(d) {
			f.Latent = append(f.Latent, o.row(d)...)
		}
	}
}

// thawLatent restores them.
func (o *observed) thawLatent(f *Frozen) {
	if o.latent != nil {
		observation.SetParameters(o.latent.learnt, f.Parameters)
	}
	next := 0
	for d := range o.d {
		if o.latent.has(d) {
			row := o.row(d)
			next += copy(row, f.Latent[next:])
			o.latent.base[d], o.square[d] = f.Base[o.inTable(d)], dot(row, row)
		}
	}
}

// renew draws the latent numbers of items from…to−1, each from a stream of its own.
func renew(s *State, from, to int, seed uint64) {
	for d := from; d < to; d++ {
		l := s.obs.latent
		switch {
		case !l.has(d):
		case l.together[d] != nil:
			renewCategory(s, d, rand.New(rand.NewPCG(seed, uint64(d))))
		case !l.follows(d):
			renewItem(s, d, rand.New(rand.NewPCG(seed, uint64(d))))
		}
	}
}

// follows reports whether an item is a contrast that is drawn with the first one of its category.
func (l *latent) follows(d int) bool {
	c, is := l.columns[d].(observation.Contrast)
	return is && c.Index > 0
}

// fitOf returns g·x of an item in all cases.
func fitOf(s *State, d int) []float64 {
	fit := make([]float64, s.obs.n)
	for _, k := range s.live {
		if g := s.g[d*s.size+int(k)]; g != 0 {
			axpy(fit, g, s.activity(int(k)))
		}
	}
	return fit
}

// renewCategory is renewItem for the contrasts of a category, of which d is the first.
func renewCategory(s *State, d int, rng *rand.Rand) {
	l := s.obs.latent
	width := l.columns[d].(observation.Contrast).Of.Width()
	fits := make([][]float64, width)
	left := make([]float64, width)
	room := make([]float64, 3*width)
	m, w, u := room[:width], room[width:2*width], room[2*width:]
	for a := range width {
		fits[a], w[a] = fitOf(s, d+a), 1/s.tau[d+a]
	}
	for i, cell := range l.together[d] {
		if cell == nil {
			continue
		}
		for a := range width {
			b := l.base[d+a]
			m[a], u[a] = b+fits[a][i], s.obs.row(d + a)[i]+b
		}
		cell.Draw(m, w, rng, u)
		for a := range width {
			s.obs.row(d + a)[i] = u[a] - l.base[d+a]
			left[a] += u[a] - fits[a][i]
		}
	}
	for a := range width {
		renewBase(s, d+a, left[a], rng)
	}
	if !s.o.sharedNoise && !s.o.fixedNoise {
		rescale(s, d, width, rng)
	}
	for a := range width {
		row := s.obs.row(d + a)
		s.obs.square[d+a] = dot(row, row)
	}
}

// renewBase draws the intercept of an item. left is the sum of its latent numbers less the part that the factors
// explain.
func renewBase(s *State, d int, left float64, rng *rand.Rand) {
	l, row, b := s.obs.latent, s.obs.row(d), s.obs.latent.base[d]
	prior := l.columns[d].Intercept()
	if !(prior > 0) {
		return
	}
	precision := 1/prior + s.tau[d]*float64(s.obs.count[d])
	l.base[d] = s.tau[d]*left/precision + rng.NormFloat64()/math.Sqrt(precision)
	for i, cell := range l.cells[d] {
		if cell != nil {
			row[i] += b - l.base[d]
		}
	}
}

// renewItem draws the latent numbers of an item, its intercept and its scale. O(N·on) and a draw for each cell
func renewItem(s *State, d int, rng *rand.Rand) {
	l, row, fit := s.obs.latent, s.obs.row(d), fitOf(s, d)
	room := make([]float64, 3)
	m, w, u := room[0:1], room[1:2], room[2:3]
	b, left := l.base[d], 0.0
	w[0] = 1 / s.tau[d]
	if cuts, are := l.columns[d].(*observation.Ordered); are && l.levels[d] != nil {
		cuts.LearnAbout(l.levels[d], fit, w[0], rng) // grades have no intercept
	}
	for i, cell := range l.cells[d] {
		if cell != nil {
			m[0], u[0] = b+fit[i], row[i]+b
			cell.Draw(m, w, rng, u)
			row[i] = u[0] - b
			left += u[0] - fit[i]
		}
	}
	renewBase(s, d, left, rng)
	if robust, is := l.columns[d].(*observation.Robust); is && l.levels[d] != nil {
		var u observation.Hidden
		for i, y := range l.levels[d] {
			if !math.IsNaN(y) {
				u.Value, u.X = append(u.Value, y), append(u.X, row[i])
			}
		}
		robust.Learn(&u, rng)
	}
	_, cuts := l.columns[d].(*observation.Ordered)
	if (l.columns[d].Threshold() || cuts && l.levels[d] != nil) && !s.o.sharedNoise && !s.o.fixedNoise {
		rescale(s, d, 1, rng)
	}
	s.obs.square[d] = dot(row, row)
}

// rescale draws a common change of scale of the latent numbers of an item, or of the contrasts of a category from d
// on, their loadings, intercepts and noise, along which the cells and their fit stay as they are: only the priors
// have a say. With eᶻ the change of variances, the density of the latent numbers and the Jacobian of their change
// cancel.
func rescale(s *State, d, width int, rng *rand.Rand) {
	l, on, squares, shape, rate := s.obs.latent, 0.0, 0.0, 0.0, 0.0
	for a := d; a < d+width; a++ {
		for _, k := range s.live {
			if i := a*s.size + int(k); s.z[i] {
				on++
				squares += s.precision(a, int(k)) * s.g[i] * s.g[i]
			}
		}
		if prior := l.columns[a].Intercept(); prior > 0 {
			on++
			squares += l.base[a] * l.base[a] / prior
		}
		if l.levels[a] != nil {
			n, q, _ := l.columns[a].(*observation.Ordered).Free()
			on, squares = on+n, squares+q
		}
		shape, rate = shape+s.o.noise.shape, rate+s.hyper.bPsi*s.tau[a]
	}
	z := slice(0, 1, func(z float64) float64 { return (on/2-shape)*z - rate*math.Exp(-z) - squares/2*math.Exp(z) }, rng)
	root := math.Exp(z / 2)
	for a := d; a < d+width; a++ {
		scale(s.obs.row(a), root)
		s.tau[a] /= root * root
		l.base[a] *= root
		if l.levels[a] != nil {
			l.columns[a].(*observation.Ordered).Stretch(root)
		}
		for _, k := range s.live {
			s.g[a*s.size+int(k)] *= root
		}
	}
}
