package pydt

import (
	"fmt"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/witness"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/process/covary"
	supports "example.org/espalier/inference/stat/support"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// A second chain begins at the tree that was found, with the likelihood to the power of the share of effective
// columns, and only its draws tell how far clades are supported and how many branch points there are (math 10.3). The
// search, its tree and its predictions count each column.

const (
	secondTask   = 1 << 34 // of the streams
	secondBegins = 20      // sweeps of a chain, until its second begins
	secondEvery  = 4       // sweeps of a chain, for each of its second
	secondDraws  = 100     // of each second chain, at most
	leastSecond  = 80      // sweeps after a search
	mostSecond   = 240
	fewSecond    = 40 // of more than pilotWhole rows
)

// hasSecond reports whether a second chain finds supports.
func hasSecond(data *inference.Dataset, s inference.Settings) bool {
	if !s.Has("witnesses") || s.Text("witnesses") != supportWitnesses || severalTemperatures(s) {
		return false
	}
	n, _ := data.Dims()
	method := s.Text("method")
	probit, err := isProbit(data, s)
	form := togetherOf(data, s)
	return (method == "em" || method == "mcmc") && n > 3 && n <= posterior.LargeRows && !probit && err == nil &&
		(form == correlated.Independent || form == correlated.Undecided)
}

// secondSweeps returns how many sweeps the second chain of a search makes: about as long for every table, within
// limits.
func secondSweeps(rows, columns int) int {
	if rows > pilotWhole {
		return fewSecond
	}
	return min(max(smallWork/(rows*(columns+sweepColumns)), leastSecond), mostSecond)
}

// newSecond returns the second chain of a tree found under h, and the number of effective columns.
func newSecond(model string, data *inference.Dataset, p *posterior.Problem, k *posterior.Sketch, h posterior.Hyper,
	source *rand.PCG) *chain {
	of := &chain{model: model, data: data, problem: p}
	c := of.emptySecond(h, source, effectiveOn(k.Publish(data.Rows), data.X, h.Noise/h.Sigma2, h.Sigma2, rand.New(source)))
	c.startFrom(k, c.begin)
	return c
}

// emptySecond returns a second chain without a state, of the data of a chain.
func (c *chain) emptySecond(h posterior.Hyper, source *rand.PCG, effective float64) *chain {
	theta, alpha := h.Prior.Theta, h.Prior.Alpha
	h.Kappa, h.Typical, h.Weight, h.Held, h.Prior = 0, 0, 0, false, nil
	h.SetStructure(theta, alpha)
	z := &chain{model: c.model, data: c.data, problem: c.problem, begin: h, source: source, rng: rand.New(source),
		logRatio: ratio.log, near: c.problem.Nearness()}
	if drawsMissing(c.problem) {
		z.problem, z.completed = newCompleted(c.data.X)
	}
	z.passes = append(passesOf("near", &h), z.completedPasses()...)
	z.kept.names = chainScalars(c.model)
	z.effective, z.power = effective, effective/float64(c.problem.D)
	return z
}

// effectiveOn returns the number of effective columns on a tree, missing cells drawn.
func effectiveOn(t *tree.Tree, x *mat.Dense, noise, sigma2 float64, rng *rand.Rand) float64 {
	if blanks := covary.NewBlanks(x); blanks != nil {
		x = withZeros(x, blanks)
		for range 2 {
			blanks.DrawAlone(covary.NewPasser(t, x, noise), sigma2, rng)
		}
	}
	return covary.NewContrasts(t, x, noise).EffectiveColumns()
}

// witnesses returns what the draws of a second chain tell.
func (c *chain) witnesses() *witness.Witnesses {
	draws := c.kept.afterBurnIn()
	w := &witness.Witnesses{Rows: c.problem.N, Columns: c.problem.D, Effective: c.effective}
	for i := range min(len(draws), secondDraws) {
		w.Parents = append(w.Parents, draws[i*len(draws)/min(len(draws), secondDraws)].tree.Parent)
	}
	return w
}

// A backing is what a second chain has told of a search.
type backing struct {
	wanted  bool
	second  *chain // while it runs
	found   *witness.Witnesses
	bytes   []byte // its form
	support *supports.Set
}

// tell keeps what a second chain has found.
func (b *backing) tell(w *witness.Witnesses) (err error) {
	b.found, b.second, b.support = w, nil, supports.Of(w)
	b.bytes, err = w.MarshalBinary()
	return err
}

// restore reads what was saved of a second chain; there is nothing to read of a fit without one.
func (b *backing) restore(saved []byte, data *inference.Dataset) error {
	b.found, b.bytes, b.support, b.second = nil, nil, nil, nil
	if saved == nil {
		return nil
	}
	w := new(witness.Witnesses)
	err := w.UnmarshalBinary(saved)
	if err == nil {
		err = w.Check(data)
	}
	if err != nil {
		return fmt.Errorf("pydt: the saved supports: %w", err)
	}
	return b.tell(w)
}

// back continues the second chain of a search and reports whether it is done.
func (f *fit) back() bool {
	b := &f.backing
	f.phase = "finding how far clades are supported"
	if b.second == nil {
		b.second = newSecond(f.model, f.data, f.problem, f.current, f.backed(), f.streams.Source(secondTask))
	}
	c, sweeps := b.second, secondSweeps(f.problem.N, f.problem.D)
	f.fraction = 0.98 + 0.02*float64(c.iteration)/float64(sweeps)
	if !c.advance(c.visitsPerLook()) || c.iteration < sweeps {
		return false
	}
	if err := b.tell(c.witnesses()); err != nil {
		panic("pydt: draws that cannot be written: " + err.Error()) // they are trees over the rows
	}
	f.shown = map[*posterior.Sketch]*tree.Tree{}
	return true
}

// backed returns the hyperparameters that the second chain of a search begins with, which it draws where they are
// learnt.
func (f *fit) backed() posterior.Hyper {
	h := f.learned
	h.FixTheta, h.FixAlpha, h.FixC, h.FixSigma2 = f.start.FixTheta, f.start.FixAlpha, f.start.FixC, f.start.FixSigma2
	return h
}

// published returns a tree of the list with the supports that the second chain has found, where there is one.
func (f *fit) published(k *posterior.Sketch) *tree.Tree {
	t := k.Publish(f.data.Rows)
	if f.backing.support != nil {
		t.Support = f.backing.support.Exact(t)
	}
	return t
}

// startSecond makes the second chain of the present state of a chain.
func (c *chain) startSecond() {
	d := c.capture(0)
	s := d.State(&posterior.Problem{N: c.problem.N}, c.begin)
	h := c.live.hyper
	c.second = newSecond(c.model, c.data, c.problem, s.Capture(), h, c.streams.Source(secondTask))
}

// advanceSecond continues the second chain of a chain by a few visits, or makes it, where it is owed a sweep.
func (c *chain) advanceSecond() {
	if c.second == nil {
		c.startSecond()
	}
	if c.second.advance(c.second.visitsPerLook()) {
		c.owed--
	}
}

// owe counts the sweep of the second chain that is due after the present one.
func (c *chain) owe() {
	if c.seconds && c.iteration >= secondBegins && (c.iteration-secondBegins)%secondEvery == 0 {
		c.owed++
	}
}
