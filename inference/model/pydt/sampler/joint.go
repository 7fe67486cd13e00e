package sampler

import (
	"math"
	"math/rand/v2"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/covary"

	"gonum.org/v1/gonum/mat"
)

// Size of the table of a joint test.
const (
	jointRows    = 5
	jointColumns = 2
)

// A joint is the model of Geweke's test: hyperparameters, a tree and its data.
type joint struct {
	chain  *Chain
	begin  hyper.Hyper
	data   *inference.Dataset
	passes func(h *hyper.Hyper) []pass
	rng    *rand.Rand
}

// NewJoint returns the model of the hyperparameters given under these moves of subtrees, on a table of 5 rows and 2
// columns.
func NewJoint(g hyper.Given, moves string, rng *rand.Rand) inference.Joint {
	data := &inference.Dataset{Name: "joint", X: mat.NewDense(jointRows, jointColumns, nil), Kind: inference.Continuous,
		Centre: make([]float64, jointColumns), Scale: make([]float64, jointColumns)}
	for i := range jointRows {
		data.Rows = append(data.Rows, strconv.Itoa(i+1))
	}
	for j := range jointColumns {
		data.Columns = append(data.Columns, strconv.Itoa(j+1))
		data.Scale[j] = 1
		for i := range jointRows {
			data.X.Set(i, j, rng.NormFloat64())
		}
	}
	h := g.Hyper(problem.New(data.X))
	h.Largest = jointRows
	j := &joint{begin: h, data: data, rng: rng, passes: func(h *hyper.Hyper) []pass { return passesOf(moves, h) }}
	j.Draw()
	return j
}

// chainFrom returns a chain at a tree drawn from the prior, or nil where times of that tree cannot be told apart.
func chainFrom(data *inference.Dataset, h hyper.Hyper, rng *rand.Rand) *Chain {
	p := problem.New(data.X)
	h.Largest = p.N
	h.SetC(h.C)
	c := bareChain("pydt", data, p, h, nil)
	c.rng = rng
	c.Live = newLive(p, h)
	if !c.Live.grow(rng) {
		return nil
	}
	return c
}

// Names implements inference.Joint.
func (*joint) Names() []string { return jointNames }

// Draw implements inference.Joint. Hyperparameters and tree together are drawn until times can be told apart.
func (j *joint) Draw() []float64 {
	for {
		if c := chainFrom(j.data, drawPrior(j.begin, j.rng), j.rng); c != nil {
			c.redraw()
			j.chain = c
			return c.statistics()
		}
	}
}

// Move implements inference.Joint.
func (j *joint) Move() []float64 {
	j.chain.sweepOnce(j.passes(&j.chain.Live.hyper))
	j.chain.redraw()
	return j.chain.statistics()
}

// sweepOnce runs the passes once.
func (c *Chain) sweepOnce(passes []pass) {
	c.passes, c.pass, c.cursor = passes, 0, 0
	for c.pass < len(c.passes) {
		c.Advance(1)
	}
}

// redraw replaces the data by new ones drawn from the model at the present state.
func (c *Chain) redraw() {
	l := c.Live
	d := c.capture(0)
	x := covary.SampleLocations(d.Tree(), l.D, l.hyper.Sigma2, l.hyper.Noise, c.rng)
	for _, cl := range l.Classes {
		if cl.Observed == nil {
			continue
		}
		for v := range l.N {
			if !cl.Observed[v] {
				for j := cl.Low; j < cl.High; j++ {
					x.Set(v, j, 0)
				}
			}
		}
	}
	l.SetLeaves(x.RawMatrix().Data)
	l.Recompute()
}

var jointNames = []string{"branch points", "time of the top", "log c", "log σ²", "log θ", "α", "log noise",
	"rows 1 and 2 part", "depth", "misfit", "data"}

// statistics returns statistics of tree, hyperparameters and data whose first two moments exist.
// Without depth and the quadratic form of the likelihood, a χ², a move of the structure alone could leave out its prior
// or the data unnoticed.
func (c *Chain) statistics() []float64 {
	l := c.Live
	points, depth, _ := l.extent()
	h := &l.hyper
	shared := l.Node[l.Node[0].Parent]
	// The mean square in units of the variance it should have.
	square := 0.0
	for v := range l.N {
		for _, x := range l.Mean(int32(v)) {
			square += x * x / (h.Sigma2 + h.Noise)
		}
	}
	unless := func(fixed bool, x float64) float64 {
		if fixed {
			return 0
		}
		return x
	}
	return []float64{points, 1 - l.Node[l.Top].Rem, unless(h.FixC, math.Log(h.C)), unless(h.FixSigma2, math.Log(h.Sigma2)),
		unless(h.FixTheta, math.Log(h.Prior.Theta)), unless(h.FixAlpha, h.Prior.Alpha),
		unless(h.FixNoise, math.Log(h.Noise)), 1 - shared.Rem, depth, math.Log(l.quadratic()), math.Log(square)}
}
