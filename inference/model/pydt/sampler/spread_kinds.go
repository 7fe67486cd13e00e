package sampler

import (
	"errors"
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/vector"
	kind "example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/model/pydt/cellwise"
	"example.org/espalier/inference/model/pydt/forecast"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/kept"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A hidden table has the cells of a Σ between the latent numbers of columns of several kinds (math 11.15): u = b +
// x, with x matrix normal on the tree as numbers are, and b ~ N(0, Σ) the intercepts, as if the root had variance 1.
// The columns of x are the latent numbers in the order of the table.
type hidden struct {
	table *observation.Table
	base  []float64 // b
	free  []bool    // cells say nothing of the scale
}

// newSpreadKinds prepares a free Σ between the latent numbers of a table, and the problem of these.
func newSpreadKinds(data *inference.Dataset, table *observation.Table,
	streams inference.Streams) (*problem.Problem, *spread) {
	d := table.Width()
	k := &hidden{table: table, base: make([]float64, d), free: make([]bool, d)}
	present := table.Start()
	centre := covary.Centre(present)
	for j, c := range table.Columns {
		low, high := table.Of(j)
		for a := low; a < high && c != nil; a++ {
			centre.Psi[a], k.free[a] = 1, c.Threshold() // priors of kinds are those of a variance of 1
		}
	}
	z := &spread{data: data, streams: streams, hidden: k, x: present}
	z.x.Apply(func(_, _ int, v float64) float64 {
		if math.IsNaN(v) {
			return 0
		}
		return v
	}, present)
	n, _ := present.Dims()
	z.prior = covary.Wishart{Centre: covary.Diagonal(centre.Psi), G: 1, Nu: float64(d) + 2}
	z.learnNu = n <= 10*d
	return problem.New(z.x), z
}

// contrasts returns the contrasts of the table on the tree, and before them that of the intercepts.
func (z *spread) contrasts(l *live) *covary.Contrasts {
	rows := covary.NewContrasts(z.tree(l), z.x, l.hyper.Noise)
	if z.hidden != nil {
		rows = rows.After(z.hidden.base)
	}
	return rows.Tempered(l.Power)
}

// precision returns Σ⁻¹.
func precision(w *covary.Map) *mat.SymDense {
	p := new(mat.SymDense)
	p.SymOuterK(1, w.Dense())
	return p
}

// drawHidden draws the latent numbers of each row given all other rows, one after the other, by equation 11.8, those
// of missing cells too:
// O(N·D²).
func (z *spread) drawHidden(c *current) {
	l, t := c.Live, z.hidden.table
	p := precision(z.w)
	d := len(z.hidden.base)
	apart, pull, u := make([]float64, d), make([]float64, d), make([]float64, d)
	var m, w [1]float64
	rows := covary.NewPasser(z.tree(l), z.x, l.hyper.Noise)
	rows.Sweep(func(leaf int, mean []float64, v float64, row []float64) bool {
		floats.SubTo(apart, row, mean)
		floats.AddTo(u, row, z.hidden.base)
		into := mat.NewVecDense(d, pull)
		into.MulVec(p, mat.NewVecDense(d, apart))
		for j := range t.Columns {
			factor := t.Factor(leaf, j)
			if factor == nil && !math.IsNaN(t.Number(leaf, j)) {
				continue
			}
			low, high := t.Of(j)
			for a := low; a < high; a++ {
				own := p.At(a, a)
				m[0], w[0] = u[a]-pull[a]/own, v/own
				was := u[a]
				switch one := factor.(type) {
				case nil:
					u[a] = m[0] + math.Sqrt(w[0])*c.rng.NormFloat64()
				case observation.Several:
					one.DrawOne(a-low, m[0], w[0], c.rng, u[low:high])
				default:
					factor.Draw(m[:], w[:], c.rng, u[a:a+1])
				}
				if step := u[a] - was; step != 0 {
					for b := range pull {
						pull[b] += step * p.At(a, b)
					}
				}
			}
		}
		floats.SubTo(row, u, z.hidden.base)
		return true
	})
}

// drawIntercepts draws b given u, Σ and the tree.
func (z *spread) drawIntercepts(c *current) {
	rows := covary.NewContrasts(z.tree(c.Live), z.x, c.Live.hyper.Noise)
	n, d := rows.Dims()
	v := rows.Variances[n-1] // of the mean that the rows have, about the origin
	var root mat.Cholesky
	if !root.Factorize(z.sigma) {
		return // Σ is singular to rounding; the next draw is not
	}
	var half mat.TriDense
	root.LTo(&half)
	noise, step := make([]float64, d), mat.NewVecDense(d, nil)
	for j := range noise {
		noise[j] = c.rng.NormFloat64() / math.Sqrt(1/v+1)
	}
	step.MulVec(&half, mat.NewVecDense(d, noise))
	for j, u := range rows.U.RawRowView(n - 1) {
		b := (u*math.Sqrt(v) + z.hidden.base[j]) / (1 + v)
		step.SetVec(j, step.AtVec(j)+b-z.hidden.base[j])
		z.hidden.base[j] += step.AtVec(j)
	}
	for i := range z.x.RawMatrix().Rows {
		floats.Sub(z.x.RawRowView(i), step.RawVector().Data)
	}
}

// cellsOfKinds adds the prediction of cells by a draw.
func (z *spread) cellsOfKinds(d *kept.Draw, at []inference.Cell, value []float64, logWeight float64,
	out *cellwise.Mixture) {
	z.lawsOfKinds(d, at, func(i int, m, wide []float64, spread *mat.SymDense, rng *rand.Rand) {
		row := at[i].Row
		switch c := z.hidden.table.Columns[at[i].Column]; {
		case c == nil:
			out.Add(i, logWeight, cellwise.NormalLog(value[i]-m[0], wide[0]), m[0])
		case len(m) == 1:
			var room [2]float64
			log := c.Factor(row, value[i]).Moments(m, wide, room[:1], room[1:])
			out.Add(i, logWeight, log, c.Predict(row, m, wide))
		default:
			log := observation.LogProbability(c.Factor(row, value[i]).(observation.Several), m, spread, rng)
			out.Add(i, logWeight, log, c.Predict(row, m, wide))
		}
	})
}

// believe adds what a draw says of the hidden numbers of cells without their own values. Those of a category have
// their mean variance each.
func (z *spread) believe(d *kept.Draw, at []inference.Cell, to []inference.Belief) {
	z.lawsOfKinds(d, at, func(i int, m, wide []float64, _ *mat.SymDense, _ *rand.Rand) {
		mean := floats.Sum(wide) / float64(len(wide))
		for a := range wide {
			wide[a] = mean
		}
		to[i].Drawn = true
		to[i].Add(0, m, wide)
	})
}

// lawsOfKinds tells of the latent numbers of cells what those of the other cells of the row and all other rows say of
// them in a draw: their means, their variances and their covariance. Σ is drawn given the draw, from a stream that
// belongs to it, which goes on with what is told.
func (z *spread) lawsOfKinds(d *kept.Draw, at []inference.Cell,
	tell func(i int, m, wide []float64, spread *mat.SymDense, rng *rand.Rand)) {
	t := z.hidden.table
	n, _ := z.x.Dims()
	x := mat.NewDense(n, len(z.hidden.base), append([]float64(nil), d.Latent...))
	rng := z.streams.Task(cellStream + uint64(d.Iteration))
	rows := covary.NewContrasts(d.Tree(), x, d.Noise).After(d.Base)
	w, _ := covary.Wishart{Centre: z.prior.Centre, G: d.G, Nu: d.Nu}.Draw(rows, rng)
	p := precision(w)
	by := cellwise.ByRow(at)
	covary.NewPasser(d.Tree(), x, d.Noise).Sweep(func(leaf int, mean []float64, v float64, row []float64) bool {
		if len(by[leaf]) == 0 {
			return false
		}
		apart, pull := mat.NewVecDense(len(row), nil), mat.NewVecDense(len(row), nil)
		apart.SubVec(mat.NewVecDense(len(row), row), mat.NewVecDense(len(row), mean))
		pull.MulVec(p, apart)
		for _, i := range by[leaf] {
			low, high := t.Of(at[i].Column)
			k := high - low
			own := mat.NewSymDense(k, nil)
			for a := range k {
				for b := range a + 1 {
					own.SetSym(a, b, p.At(low+a, low+b)/v)
				}
			}
			var root mat.Cholesky
			if !root.Factorize(own) {
				continue
			}
			var step mat.VecDense
			if root.SolveVecTo(&step, pull.SliceVec(low, high)) != nil {
				continue
			}
			m, spread := make([]float64, k), mat.NewSymDense(k, nil)
			if root.InverseTo(spread) != nil {
				continue
			}
			wide := make([]float64, k)
			for a := range m {
				m[a], wide[a] = row[low+a]+d.Base[low+a]-step.AtVec(a)/v, spread.At(a, a)
			}
			tell(i, m, wide, spread, rng)
		}
		return false
	})
}

// rowsOfKinds returns what predicts new rows under a draw, with Σ drawn given it.
func (z *spread) rowsOfKinds(d *kept.Draw, p *problem.Problem, h hyper.Hyper) predictor {
	n, _ := z.x.Dims()
	k := len(z.hidden.base)
	rng := z.streams.Task(rowStream + uint64(d.Iteration))
	x := mat.NewDense(n, k, append([]float64(nil), d.Latent...))
	rows := covary.NewContrasts(d.Tree(), x, d.Noise).After(d.Base)
	_, sigma := covary.Wishart{Centre: z.prior.Centre, G: d.G, Nu: d.Nu}.Draw(rows, rng)
	q := problem.New(x)
	h.Sigma2, h.Kappa, h.Noise, h.FixC = 1, 0, d.Noise, true
	h.SetC(d.C)
	h.SetStructure(d.Theta, d.Alpha)
	s := posterior.NewState(q, h)
	s.Adopt(d.Tree())
	s.Settle()
	return forecast.NewTogether(predict.NewPredictor(s), z.hidden.table, q.Columns, d.Base, sigma, rng)
}

// rowStream is the first of the streams of draws for new rows.
const rowStream = 1 << 42

// loadKinds restores the latent numbers.
func (z *spread) loadKinds(f *savedChain) error {
	n, d := z.x.Dims()
	if len(f.Latent) != n*d || len(f.Base) != d || !vector.Finite(f.Latent) || !vector.Finite(f.Base) {
		return errors.New("the saved latent numbers are not those of the data")
	}
	copy(z.x.RawMatrix().Data, f.Latent)
	copy(z.hidden.base, f.Base)
	return nil
}

// ofColumns turns a covariance of latent numbers into one of the columns of the table. Columns whose cells say
// nothing of the scale have variance 1. Two columns of which one is of categories have the square root of the share
// of variance that one latent number of the one, the best, has in common with those of the other: their greatest
// canonical correlation.
func (k *hidden) ofColumns(c *kind.Covariance, columns []string) *kind.Covariance {
	d := len(columns)
	out := *c
	out.Columns, out.Dense = columns, mat.NewDense(d, d, nil)
	out.Correlation, out.Deviation = mat.NewDense(d, d, nil), mat.NewDense(d, d, nil)
	scale := make([]float64, d)
	for i := range d {
		low, _ := k.table.Of(i)
		if scale[i] = 1; !k.free[low] {
			scale[i] = math.Sqrt(c.Dense.At(low, low))
		}
		for j := range i + 1 {
			r, deviation := 1., 0.
			if i != j {
				r, deviation = k.together(c, i, j)
			}
			for _, cell := range [][2]int{{i, j}, {j, i}} {
				out.Dense.Set(cell[0], cell[1], r*scale[i]*scale[j])
				out.Correlation.Set(cell[0], cell[1], r)
				out.Deviation.Set(cell[0], cell[1], deviation)
			}
		}
	}
	return &out
}

// together returns the correlation of two columns and its deviation.
func (k *hidden) together(c *kind.Covariance, i, j int) (r, deviation float64) {
	from, to := k.table.Of(i)
	low, high := k.table.Of(j)
	for a := from; a < to; a++ {
		for b := low; b < high; b++ {
			deviation = max(deviation, c.Deviation.At(a, b))
		}
	}
	if to-from == 1 && high-low == 1 {
		return c.Correlation.At(from, low), deviation
	}
	// The greatest singular value of R_ii^−½ R_ij R_jj^−½, by Cholesky roots.
	part := func(from, to int) *mat.TriDense {
		s := mat.NewSymDense(to-from, nil)
		for a := from; a < to; a++ {
			for b := from; b <= a; b++ {
				s.SetSym(a-from, b-from, c.Correlation.At(a, b))
			}
			s.SetSym(a-from, a-from, 1+1e-9)
		}
		var root mat.Cholesky
		if !root.Factorize(s) {
			return nil
		}
		var l mat.TriDense
		root.LTo(&l)
		return &l
	}
	left, right := part(from, to), part(low, high)
	if left == nil || right == nil {
		return 0, deviation
	}
	var half, whole mat.Dense
	if half.Solve(left, c.Correlation.Slice(from, to, low, high)) != nil || whole.Solve(right, half.T()) != nil {
		return 0, deviation
	}
	var svd mat.SVD
	if !svd.Factorize(&whole, mat.SVDNone) {
		return 0, deviation
	}
	return min(svd.Values(nil)[0], 1), deviation
}
