package sampler

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/witness"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/observation"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// A second chain begins at the tree that was found, and only its draws tell how far clades are supported and how many
// branch points there are (math 10.3). Of few columns it draws how they vary together, Σ, with the trees; of more it
// takes the likelihood to the power of the share of effective columns. The search, its tree and its predictions count
// each column.

// SecondTask is that of the streams of second chains.
const SecondTask = 1 << 34

const (
	secondBegins = 20  // sweeps of a chain, until its second begins
	secondEvery  = 4   // sweeps of a chain, for each of its second
	secondDraws  = 100 // of each second chain, at most

	// sweeps of a second chain until when, and after how many, its columns are counted again
	reweighed, reweighEvery = 20, 4

	MostTogether = 50 // columns whose Σ a second chain draws
	surelyAlone  = 5  // nats by which columns that vary by themselves must be likelier than a Σ for it not to be drawn
)

// NewSecond returns the second chain of a tree found under h.
func NewSecond(model string, data *inference.Dataset, p *problem.Problem, k *posterior.Sketch, h hyper.Hyper,
	source *rand.PCG) *Chain {
	if p.Kinds() != nil || p.Binary() {
		return kindedSecond(model, data, p, k, h, source)
	}
	if aside := *source; drawsTogether(k.Publish(data.Rows), data, h.Noise/h.Sigma2, h.Sigma2, rand.New(&aside)) {
		c := emptyTogether(model, data, p, h, source)
		c.startFrom(k, c.Begin)
		return c
	}
	c := emptySecond(model, data, p, h, source,
		effectiveOn(k.Publish(data.Rows), data.X, h.Noise/h.Sigma2, h.Sigma2, rand.New(source)))
	c.startFrom(k, c.Begin)
	return c
}

// kindedSecond is [NewSecond] of columns of several kinds, and of zeros and ones. Its effective columns are those of
// the hidden numbers, as drawn on the tree, of as many as the table has columns: no more are counted than there are.
// Where no cell says anything of the scale of its hidden numbers, these do not tell how the columns vary together
// before Σ is drawn, so that it always is.
func kindedSecond(model string, data *inference.Dataset, p *problem.Problem, k *posterior.Sketch, h hyper.Hyper,
	source *rand.PCG) *Chain {
	table := hiddenTable(data, p)
	if d := table.Width(); !table.Scaled() && d > 1 && d <= MostTogether {
		c := emptyTogether(model, data, p, h, source)
		c.startFrom(k, c.Begin)
		return c
	}
	c := emptySecond(model, data, p, h, source, float64(p.D))
	c.startFrom(k, c.Begin)
	kinds := c.part.(*kinded)
	for range secondHidden {
		kinds.draw(&c.current)
		kinds.drawIntercepts(&c.current)
	}
	c.count(c.effectiveOn(k.Publish(data.Rows), h.Noise, h.Sigma2))
	c.weaken(c.Live)
	return c
}

// hiddenTable returns the cells of columns of several kinds, or of zeros and ones.
func hiddenTable(data *inference.Dataset, p *problem.Problem) *observation.Table {
	if p.Binary() {
		return Signs(data)
	}
	return p.Kinds().Table()
}

// count makes effective columns those that count. All do where no cell says anything of the scale of its hidden
// numbers: their likelihood is that of the cells with the numbers integrated out, and no power of the density of the
// numbers is a power of it. That density would reward large variances without end.
func (c *Chain) count(effective float64) {
	c.effective, c.power = effective, effective/float64(columnsOf(c.Data))
	if kinds, is := c.part.(*kinded); is && kinds.inPlace {
		c.power = 1
	}
}

// effectiveOn returns the number of effective columns on a tree: those of the table, or of its hidden numbers, as a
// share of its columns.
func (c *Chain) effectiveOn(t *tree.Tree, noise, sigma2 float64) float64 {
	l := c.Live
	if _, is := c.part.(*kinded); !is {
		return effectiveOn(t, c.Data.X, noise/sigma2, sigma2, c.rng)
	}
	hidden := mat.NewDense(l.N, l.D, nil)
	for v := range l.N {
		copy(hidden.RawRowView(v), l.Mean(int32(v)))
		for _, cl := range l.Classes {
			for j := cl.Low; j < cl.High && cl.Observed != nil && !cl.Observed[v]; j++ {
				hidden.Set(v, j, math.NaN())
			}
		}
	}
	share := effectiveOn(t, hidden, noise/sigma2, sigma2, c.rng) / float64(l.D)
	return max(1, share*float64(columnsOf(c.Data)))
}

// secondHidden is how often hidden numbers are drawn before columns are counted.
const secondHidden = 5

// drawsTogether reports whether the second chain of a tree draws Σ: of few columns, unless they vary by themselves for
// sure. On a tree that was found they seem to do so more than they do, so that a small lead does not decide.
func drawsTogether(t *tree.Tree, data *inference.Dataset, noise, sigma2 float64, rng *rand.Rand) bool {
	x := correlated.ApartFor(data, correlated.AnyCovariance).Of(data).X
	if _, d := x.Dims(); d < 2 || d > MostTogether {
		return false
	}
	return contrastsOn(t, x, noise, sigma2, rng).Together(covary.Centre(x)) > -surelyAlone
}

// emptyTogether returns a second chain that draws Σ, without a state. All columns count, as Σ maps them.
func emptyTogether(model string, data *inference.Dataset, p *problem.Problem, h hyper.Hyper,
	source *rand.PCG) *Chain {
	hidden := p.Kinds() != nil || p.Binary()
	if hidden && !hiddenTable(data, p).Scaled() {
		h.FixNoise = false // it is a share of what Σ scales, and that of the hidden numbers by themselves was the unit
	}
	z := bareChain(model, data, p, unbounded(h), source)
	if hidden {
		z.take(newSpreadKinds(data, hiddenTable(data, p), inference.Streams{}))
	} else {
		z.take(newSpread(data, correlated.AnyCovariance, inference.Streams{}))
	}
	z.Begin.LeastNoise = covary.RoundingNoise(z.part.(*spread).x)
	moving := z.Begin
	moving.FixSigma2 = true // Σ carries the scale
	z.passes = append(passesOf("near", &moving), z.part.passes(&z.Begin)...)
	z.Kept.Names = Scalars(model)
	z.effective, z.power = float64(columnsOf(data)), 1
	return z
}

// unbounded returns the hyperparameters of a search as those of a chain, without what holds a search.
func unbounded(h hyper.Hyper) hyper.Hyper {
	theta, alpha := h.Prior.Theta, h.Prior.Alpha
	h.Kappa, h.Typical, h.Weight, h.Held, h.Prior = 0, 0, 0, false, nil
	h.SetStructure(theta, alpha)
	return h
}

// emptySecond returns a second chain of columns by themselves, without a state.
func emptySecond(model string, data *inference.Dataset, p *problem.Problem, h hyper.Hyper, source *rand.PCG,
	effective float64) *Chain {
	h = unbounded(h)
	z := bareChain(model, data, p, h, source)
	if p.Kinds() != nil {
		hidden, kinds := newKinded(p.Kinds().Table())
		z = bareChain(model, data, hidden, h, source)
		z.take(hidden, kinds)
	} else if drawsMissing(p) {
		z.take(newCompleted(data))
	}
	z.passes = append(passesOf("near", &h), z.part.passes(&h)...)
	z.Kept.Names = Scalars(model)
	z.count(effective)
	return z
}

// columnsOf returns how many columns there are to count: those of the table, whatever stands for them.
func columnsOf(data *inference.Dataset) int {
	_, columns := data.Dims()
	return columns
}

// reweigh counts the effective columns of a second chain again, on its own trees. The tree that was found is too near
// to what the columns have in common, and on it they seem to vary together less than they do. A tree that is drawn is
// as far from the data as the true one, where the power is right (math 10.3).
func (c *Chain) reweigh() {
	_, together := c.part.(*spread)
	if together || c.effective == 0 || c.Iteration > reweighed || c.Iteration%reweighEvery != 0 {
		return
	}
	d := c.capture(0)
	k := float64(c.Iteration / reweighEvery)
	e := c.effectiveOn(d.Tree(), d.Noise, d.Sigma2)
	c.count(math.Exp(((k-1)*math.Log(c.effective) + math.Log(e)) / k))
	c.Live.Power = c.power
}

// effectiveOn returns the number of effective columns on a tree, missing cells drawn.
func effectiveOn(t *tree.Tree, x *mat.Dense, noise, sigma2 float64, rng *rand.Rand) float64 {
	return contrastsOn(t, x, noise, sigma2, rng).EffectiveColumns()
}

// contrastsOn returns the contrasts of a table on a tree, missing cells drawn as columns by themselves predict them.
func contrastsOn(t *tree.Tree, x *mat.Dense, noise, sigma2 float64, rng *rand.Rand) *covary.Contrasts {
	if blanks := covary.NewBlanks(x); blanks != nil {
		x = blanks.WithZeros(x)
		for range 2 {
			blanks.DrawAlone(covary.NewPasser(t, x, noise), sigma2, rng)
		}
	}
	return covary.NewContrasts(t, x, noise)
}

// Witnesses returns what the draws of a second chain tell.
func (c *Chain) Witnesses() *witness.Witnesses {
	draws := c.Kept.AfterBurnIn()
	w := &witness.Witnesses{Rows: c.Problem.N, Columns: columnsOf(c.Data), Effective: c.effective}
	for i := range min(len(draws), secondDraws) {
		w.Parents = append(w.Parents, draws[i*len(draws)/min(len(draws), secondDraws)].Tree().Parent)
	}
	return w
}

// startSecond makes the second chain of the present state of a chain.
func (c *Chain) startSecond() {
	d := c.capture(0)
	s := d.State(&problem.Problem{N: c.Problem.N}, c.Begin)
	h := c.Live.hyper
	c.Second = NewSecond(c.Model, c.Data, c.Problem, s.Capture(), h, c.Streams.Source(SecondTask))
}

// advanceSecond continues the second chain of a chain by a few visits, or makes it, where it is owed a sweep.
func (c *Chain) advanceSecond() {
	if c.Second == nil {
		c.startSecond()
	}
	if c.Second.Advance(c.Second.VisitsPerLook()) {
		c.owed--
	}
}

// owe counts the sweep of the second chain that is due after the present one.
func (c *Chain) owe() {
	if c.seconds && c.Iteration >= secondBegins && (c.Iteration-secondBegins)%secondEvery == 0 {
		c.owed++
	}
}
