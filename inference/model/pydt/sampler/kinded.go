package sampler

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/slicing"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/model/pydt/cellwise"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/kept"
	"example.org/espalier/inference/model/pydt/noise"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/model/pydt/priors"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// kinded is a table whose columns are of several kinds. Latent numbers u = b + r stand behind the cells; r diffuses
// on the tree as numbers do, σ² and the noise are those of all columns alike, and the intercept b of a latent column
// has the prior of its kind, or is 0. Given r the chain is that of numbers. Here r is drawn with the locations
// integrated out, one leaf given all others, then b given u, then the scale of the columns whose cells say nothing
// of it (math 4.3).
type kinded struct {
	alone
	leafwise
	table   *observation.Table
	prior   []float64 // variance of the prior of the intercept of each latent column, in the order of the problem; 0: none
	free    []bool    // and those without a scale
	base    []float64 // b of each
	inPlace bool      // all columns are without a scale
	m, w, u []float64 // of a leaf, in the order of the table
	signal  signal    // where it is annealed or tempered
	start   *outset   // of paths; nil before the first
	learns  []int     // places in the problem of the columns whose parameters are drawn
}

// NewKinds returns the table of latent numbers of a data set, nil where all columns are numbers.
func NewKinds(data *inference.Dataset) (*observation.Table, error) {
	columns, err := observation.Of(data)
	if columns == nil || err != nil {
		return nil, err
	}
	return observation.NewTable(data.X, columns), nil
}

// Signs returns that of a table of zeros and ones.
func Signs(data *inference.Dataset) *observation.Table {
	columns := make([]observation.Column, len(data.Columns))
	for j := range columns {
		columns[j] = observation.YesNo{}
	}
	return observation.NewTable(data.X, columns)
}

// newKinded returns the problem of the latent numbers and the part that draws them.
func newKinded(table *observation.Table) (numbers *problem.Problem, kept *kinded) {
	p := problem.SampledKinds(table)
	k := &kinded{table: table, base: make([]float64, p.D), m: make([]float64, p.D), w: make([]float64, p.D),
		u: make([]float64, p.D), prior: make([]float64, p.D), free: make([]bool, p.D), inPlace: !table.Scaled(),
		signal: signal{at: 1}}
	of := make([]observation.Column, p.D)
	for j, c := range table.Columns {
		low, high := table.Of(j)
		for a := low; a < high; a++ {
			of[a] = c
		}
	}
	for j, a := range p.Columns {
		if of[a] != nil {
			k.prior[j], k.free[j] = of[a].Intercept(), of[a].Threshold()
		}
	}
	return p, k
}

// learn gives the columns that can learn parameters of their own, which are drawn with the latent numbers.
func (t *kinded) learn(p *problem.Problem) {
	t.table = t.table.With(observation.LearntColumns(t.table.Columns))
	for j, a := range p.Columns {
		if of, can := t.learner(a); can {
			t.learns = append(t.learns, j)
			if _, can := of.(observation.Stretcher); can {
				t.free[j] = true
			}
		}
	}
}

// learner returns the column of a latent number of the table where its parameters can be drawn.
func (t *kinded) learner(a int) (l observation.Learner, can bool) {
	l, can = t.table.Columns[t.table.Column(a)].(observation.Learner)
	return l, can
}

// stretcher is learner of columns whose latent numbers can be stretched.
func (t *kinded) stretcher(a int) (l observation.Stretcher, can bool) {
	l, can = t.table.Columns[t.table.Column(a)].(observation.Stretcher)
	return l, can
}

// drawParameters draws the parameters of the columns that learn, each with its latent numbers.
func (t *kinded) drawParameters(c *current) {
	l := c.Live
	for k, cl := range l.Classes {
		var line *columnLaw
		for _, j := range t.learns {
			if j < cl.Low || j >= cl.High {
				continue
			}
			if line == nil {
				line = l.columnOf(k)
			}
			a := l.problem.Columns[j]
			of, _ := t.learner(a)
			u := observation.Hidden{Base: t.base[j]}
			for v := range l.N {
				if t.table.Drawn(v, a) {
					u.Row, u.Value = append(u.Row, v), append(u.Value, t.table.Row(v)[t.table.Column(a)])
					u.X = append(u.X, l.Mean(int32(v))[j])
				}
			}
			u.Log = func(x []float64) float64 { return line.logDensity(u.Row, x) }
			of.Learn(&u, c.rng)
			t.base[j], t.prior[j] = u.Base, of.Intercept()
			for i, v := range u.Row {
				l.Mean(int32(v))[j] = u.X[i]
			}
		}
	}
	l.Recompute()
}

// A columnLaw is the law of the values of one column of a class on the tree as it is.
type columnLaw struct {
	of    []columnNode // children before their parents
	mean  []float64    // by node
	power float64
}

// columnNode is a branch point, with the precisions of the messages of its children, or the root.
type columnNode struct {
	node      int32 // −1 for the root
	kids      []int32
	precision []float64
	total     float64 // of these
}

// columnOf returns it; messages have to be those of the tree.
func (l *live) columnOf(class int) *columnLaw {
	sigma2 := l.hyper.Sigma2
	c := &columnLaw{mean: make([]float64, len(l.Node)), power: l.Power}
	order := l.Preorder()
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		if l.IsLeaf(v) {
			continue
		}
		n := columnNode{node: v}
		for b := l.Node[v].First; b >= 0; b = l.Node[b].Next {
			if p := 1 / (l.Row(b)[class] + sigma2*(l.Node[v].Rem-l.Node[b].Rem)); p > 0 {
				n.kids, n.precision, n.total = append(n.kids, b), append(n.precision, p), n.total+p
			}
		}
		if len(n.kids) > 0 {
			c.of = append(c.of, n)
		}
	}
	c.of = append(c.of, columnNode{node: -1, kids: []int32{l.Top},
		precision: []float64{1 / (l.Row(l.Top)[class] + sigma2*(1-l.Node[l.Top].Rem))}})
	return c
}

// logDensity returns the log density of values at leaves up to a constant: each message about its parent's mean, the
// last about 0.
func (c *columnLaw) logDensity(leaf []int, x []float64) (log float64) {
	for i, v := range leaf {
		c.mean[v] = x[i]
	}
	for i := range c.of {
		n := &c.of[i]
		mean := 0.0
		if n.node >= 0 {
			for k, b := range n.kids {
				mean += n.precision[k] * c.mean[b]
			}
			mean /= n.total
			c.mean[n.node] = mean
		}
		for k, b := range n.kids {
			e := c.mean[b] - mean
			log -= n.precision[k] * e * e
		}
	}
	return c.power * log / 2
}

// kindRepeats is how often a sweep draws the latent numbers and what goes with them.
const kindRepeats = 2

func (t *kinded) passes(begin *hyper.Hyper) (list []pass) {
	for range kindRepeats {
		list = append(list, pass{whole: t.draw}, pass{whole: t.drawIntercepts})
		if t.learns != nil {
			list = append(list, pass{whole: t.drawParameters})
		}
		if t.inPlace && !begin.FixSigma2 {
			list = append(list, pass{whole: t.scaleAll})
		} else if !begin.FixSigma2 && (!begin.FixNoise || begin.Noise == 0) {
			list = append(list, pass{whole: t.scaleFree})
		}
	}
	return list
}

func (t *kinded) begin(c *current, _ *hyper.Hyper) {
	t.draw(c)
	t.drawIntercepts(c)
}

func (t *kinded) save(l *live, f *savedChain) {
	sigma2, noise := t.variances(l)
	f.Latent, f.Base, f.Sigma2, f.Noise = l.leaves(), t.base, *sigma2, *noise
	f.Parameters = t.parameters()
}

// parameters returns those that are drawn.
func (t *kinded) parameters() []float64 {
	if t.learns == nil {
		return nil
	}
	return observation.ParametersOf(t.table.Columns)
}

func (t *kinded) load(f *savedChain, l *live) error {
	if len(f.Latent) != l.N*l.D || len(f.Base) != l.D || !vector.Finite(f.Latent) || !vector.Finite(f.Base) {
		return errors.New("the saved latent numbers are not those of the data")
	}
	if t.learns != nil {
		columns, err := observation.WithParameters(t.table.Columns, f.Parameters)
		if err != nil {
			return err
		}
		for _, d := range append(f.Draws, f.Best) {
			if _, err := observation.WithParameters(columns, d.Parameters); err != nil {
				return err
			}
		}
		t.table = t.table.With(columns)
	}
	for _, j := range t.learns {
		of, _ := t.learner(l.problem.Columns[j])
		t.prior[j] = of.Intercept()
	}
	copy(t.base, f.Base)
	t.signal = signal{at: 1}
	l.SetLeaves(f.Latent)
	return nil
}

func (t *kinded) assess(_ *live, _ int, s *standing) { s.rest += t.logPrior() }

// logPrior returns the log density of the intercepts and of the parameters that are drawn.
func (t *kinded) logPrior() (sum float64) {
	if t.learns != nil {
		for _, c := range t.table.Columns {
			if of, can := c.(observation.Learner); can {
				sum += of.LogPrior()
			}
		}
	}
	for j, b := range t.base {
		if t.prior[j] > 0 {
			sum += cellwise.NormalLog(b, t.prior[j])
		}
	}
	return sum
}

func (t *kinded) capture(l *live, d *kept.Draw) {
	d.Latent, d.Base, d.Parameters = l.leaves(), append([]float64(nil), t.base...), t.parameters()
}

func (t *kinded) drawPrior(rng *rand.Rand) bool {
	if t.start != nil {
		t.start.run = nil
	}
	for j := range t.base {
		t.base[j] = math.Sqrt(t.prior[j]) * rng.NormFloat64()
	}
	return true
}

// draw draws all latent numbers, leaf by leaf.
func (t *kinded) draw(c *current) { t.visit(c, t.drawLeaf) }

// drawLeaf draws the latent numbers of a leaf.
func (t *kinded) drawLeaf(c *current, v int32, above []float64) {
	l := c.Live
	r, columns := l.Mean(v), l.problem.Columns
	for k, cl := range l.Classes {
		variance := (1/above[k] + l.hyper.Noise) / l.Power
		for j := cl.Low; j < cl.High; j++ {
			a := columns[j]
			t.m[a], t.w[a], t.u[a] = above[l.C+j]/above[k]+t.base[j], variance, r[j]+t.base[j]
		}
	}
	t.table.Draw(int(v), t.m, t.w, c.rng, t.u)
	for j, a := range columns {
		if t.table.Drawn(int(v), a) {
			r[j] = t.u[a] - t.base[j]
		}
	}
}

// drawIntercepts draws each intercept while its u stay: those that the message at the top, N(m, w) about a root at
// 0, and the prior allow.
func (t *kinded) drawIntercepts(c *current) {
	l := c.Live
	row, above := l.Row(l.Top), l.hyper.Sigma2*(1-l.Node[l.Top].Rem)
	for k, cl := range l.Classes {
		w := (row[k] + above) / l.Power
		for j := cl.Low; j < cl.High; j++ {
			if t.prior[j] == 0 || math.IsInf(w, 1) {
				continue
			}
			precision := 1/w + 1/t.prior[j]
			by := (row[l.C+j]/w-t.base[j]/t.prior[j])/precision + c.rng.NormFloat64()/math.Sqrt(precision)
			t.base[j] += by
			for v := range l.N {
				if cl.Observed == nil || cl.Observed[v] {
					l.Mean(int32(v))[j] -= by
				}
			}
		}
	}
	l.Recompute()
}

// intercepts returns the number of intercepts of columns without a scale and Σb² over the variance of the prior.
func (t *kinded) intercepts() (count, squares float64) {
	for j, b := range t.base {
		if t.prior[j] > 0 && t.free[j] && !slices.Contains(t.learns, j) {
			count++
			squares += b * b / t.prior[j]
		}
	}
	return count, squares
}

// scaleAll draws σ² with the latent numbers and intercepts, where no cell says anything of the scale.
func (t *kinded) scaleAll(c *current) {
	f := c.scaleLeaves(t.intercepts())
	for j := range t.base {
		t.base[j] *= f
	}
}

// scaleFree draws a common factor of σ², the noise and the latent numbers and intercepts of columns without a scale,
// the variances by slice sampling in its logarithm. The cells of these columns have no say, and the density of their
// numbers cancels the Jacobian; what counts are the other columns, the priors and the intercepts.
func (t *kinded) scaleFree(c *current) {
	l := c.Live
	sigma2, rest := t.variances(l)
	cells, square := l.quadraticOf(t.free)
	count, squares := t.intercepts()
	shape, rate := priors.Tau.Shape+l.Power*cells/2, priors.Tau.Rate/(*sigma2)+l.Power*square/2
	for _, j := range t.learns {
		if of, can := t.stretcher(l.problem.Columns[j]); can {
			n, q, r := of.Free()
			count, squares, rate = count+n, squares+q, rate+r/2
		}
	}
	drift := count/2 + (1-l.Power)*(float64(l.problem.Cells)-cells)/2
	was := math.Log(*rest)
	value := func(x float64) float64 {
		f := (drift-shape)*x - rate*math.Exp(-x) - squares/2*math.Exp(x)
		if *rest > 0 {
			f += noise.Log(was + x)
		}
		return f
	}
	x := slicing.Out(c.rng, 0, value(0), c.Problem.Sharpness(), value)
	*sigma2 *= math.Exp(x)
	*rest *= math.Exp(x)
	f := math.Exp(x / 2)
	for j, free := range t.free {
		if free {
			t.base[j] *= f
			for v := range l.N {
				l.Mean(int32(v))[j] *= f
			}
		}
	}
	for _, j := range t.learns {
		if of, can := t.stretcher(l.problem.Columns[j]); can {
			of.Stretch(f)
			t.prior[j] = of.Intercept()
		}
	}
	t.apply(l)
	l.Recompute()
}

// quadraticOf returns the number of cells and yᵀΣ⁻¹y of the columns that are not left out.
func (l *live) quadraticOf(out []bool) (cells, q float64) {
	sigma2 := l.hyper.Sigma2
	for _, v := range l.Preorder() {
		if l.IsLeaf(v) {
			for _, cl := range l.Classes {
				if cl.Observed == nil || cl.Observed[v] {
					for _, o := range out[cl.Low:cl.High] {
						if !o {
							cells++
						}
					}
				}
			}
			continue
		}
		nv, up := &l.Node[v], l.Row(v)
		for b := nv.First; b >= 0; b = l.Node[b].Next {
			q += l.squares(l.Row(b), up, sigma2*(nv.Rem-l.Node[b].Rem), out)
		}
	}
	return cells, q + l.squares(l.Row(l.Top), nil, sigma2*(1-l.Node[l.Top].Rem), out)
}

// squares returns Σ(m−m′)²/(v+length) of two messages over the columns that are not left out; m′ is 0 without a
// second one.
func (l *live) squares(row, up []float64, length float64, out []bool) (q float64) {
	for k, cl := range l.Classes {
		w := row[k] + length
		if math.IsInf(w, 1) {
			continue
		}
		for j := cl.Low; j < cl.High; j++ {
			if out[j] {
				continue
			}
			e := row[l.C+j]
			if up != nil {
				e -= up[l.C+j]
			}
			q += e * e / w
		}
	}
	return q
}

// cells adds log Z of each cell at its cavity (math 8.1).
func (t *kinded) cells(d *kept.Draw, p *problem.Problem, begin hyper.Hyper, at []inference.Cell, value []float64,
	logWeight float64, out *cellwise.Mixture) {
	k := t.predictorOf(d, p, begin)
	for i, cell := range at {
		log, expected := k.Missing(cell.Row, cell.Column, value[i])
		out.Add(i, logWeight, log, expected)
	}
}

// A kindPredictor has the densities of new rows under a draw.
type kindPredictor struct{ *predict.Kinds }

func (t *kinded) predictorOf(d *kept.Draw, p *problem.Problem, begin hyper.Hyper) *predict.Kinds {
	q := *p
	q.X, q.Leaves = d.Latent, nil
	table := t.table
	if columns, err := observation.WithParameters(table.Columns, d.Parameters); t.learns != nil && err == nil {
		table = table.For(columns)
	}
	return predict.NewKinds(predict.NewPredictor(d.State(&q, begin)), table, p.Columns, d.Base)
}

// predictor implements part.
func (t *kinded) predictor(d *kept.Draw, p *problem.Problem, begin hyper.Hyper) predictor {
	return kindPredictor{t.predictorOf(d, p, begin)}
}

// LogDensity implements predictor.
func (k kindPredictor) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	if err := predict.CheckRows(k.Table()); err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	out := make([]float64, n)
	for i := range out {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out[i] = k.Row(0, x.RawRowView(i))
	}
	return out, nil
}
