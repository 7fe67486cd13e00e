package together

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/kind/decision"
	"example.org/espalier/inference/model/pydt/cellwise"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/ensemble"
	"example.org/espalier/inference/model/pydt/forecast"
	"example.org/espalier/inference/model/pydt/kept"
	"example.org/espalier/inference/model/pydt/noise"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/parallel"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/process/aside"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/sequel"
	"example.org/espalier/inference/saved"
	"example.org/espalier/inference/tree"
)

// A SequelChain is a chain of independent columns, bit for bit, with a sequel learnt on its draws: at sweeps
// 20, 80, 320 and so on, from draws after burn-in.
type sequelChain struct {
	*sampler.Chain
	apart  *aside.Columns
	blanks *covary.Blanks
	open   []string

	sequel    *sequel.Sequel // nil until it is first learnt
	learnt    int            // the sweep at which it was
	learner   *sequel.Learner
	learning  *parallel.Errand
	predicted []*forecast.Forecast // one for each draw that predicts
	shown     *shownSigma
}

const (
	FirstSequel = 20 // sweeps, until Σ is learnt first
	sequelEvery = 4  // times as many, until it is learnt again
	mostCells   = 10 // draws that predict cells
)

// NewSequelChain begins a chain on which a choice between independence and the forms that are open is made.
func NewSequelChain(data *inference.Dataset, plan sampler.Plan, open []string, streams inference.Streams) (*sequelChain,
	error) {
	c, err := sampler.NewChain(data, plan, streams)
	if err != nil {
		return nil, err
	}
	out := &sequelChain{Chain: c, apart: aside.Of(data), open: open}
	out.blanks = covary.NewBlanks(out.apart.Of(data).X)
	return out, nil
}

// due reports whether Σ is learnt after a sweep.
func (c *sequelChain) due() bool {
	at := FirstSequel
	for at < c.Iteration {
		at *= sequelEvery
	}
	return c.Live != nil && at == c.Iteration && c.learnt < at
}

// Step implements inference.Stepper.
func (c *sequelChain) Step(ctx context.Context) (inference.Report, error) {
	until := time.Now().Add(problem.StepTime)
	if c.learner == nil {
		if !c.due() {
			r, err := c.Chain.Step(ctx)
			if r.Changed {
				c.predicted = nil
			}
			return r, err
		}
		c.learner = c.newLearner()
	}
	r := inference.Report{Phase: "learning how columns vary together on these trees", Fraction: 1}
	for {
		if c.learning == nil {
			c.learning = parallel.NewErrand(c.learner.Advance)
		}
		switch c.learning.Wait(ctx, time.Until(until)) {
		case parallel.Unfinished:
			return r, ctx.Err()
		case parallel.Finished:
			c.learning = nil
		case parallel.Complete:
			c.sequel, c.learnt = c.learner.Found(), c.Iteration
			c.learner, c.learning, c.predicted, c.shown = nil, nil, nil, nil
			r.Changed = true
			return r, nil
		}
	}
}

// newLearner makes a learner for the draws after burn-in, the last one first.
func (c *sequelChain) newLearner() *sequel.Learner {
	some := c.apart.Of(c.Data)
	draws := c.Drawn()
	last := &draws[len(draws)-1]
	trees := []*tree.Tree{last.Tree()}
	for i := range min(sequel.Draws, len(draws)-1) {
		trees = append(trees, draws[i*(len(draws)-1)/sequel.Draws].Tree())
	}
	least, share := covary.RoundingNoise(some.X), last.Noise/last.Sigma2
	if !c.Begin.FixNoise {
		share = max(share, least, firstShare)
	}
	rows := ensemble.Evenly(c.Problem.N, sequel.Rows)
	judge := func(q *sequel.Sequel) []float64 {
		if q == nil {
			return ensemble.LogLeftOut(last.State(c.Observed(), c.Begin), rows, func() bool { return false })
		}
		return leftOutUnder(c.forecastUnder(q, last), c.Data.X, rows)
	}
	return sequel.New(sequel.Task{X: some.X, Blanks: c.blanks, Trees: trees, Noise: share, Sigma2: last.Sigma2,
		Least: least, Open: c.open, Prior: noise.LogAt, Judge: judge, Streams: c.Streams})
}

// forecastUnder returns what predicts from a draw under a sequel.
func (c *sequelChain) forecastUnder(q *sequel.Sequel, d *kept.Draw) *forecast.Forecast {
	s := d.State(&problem.Problem{N: c.Problem.N}, c.Begin)
	k := s.Capture()
	h := s.Hyper
	h.FixC = true
	return &forecast.Forecast{Law: lawUnder(q), Warp: &q.Warp, Apart: c.apart, Blanks: c.blanks, Names: c.Data.Rows,
		Hyper: h, Trees: []*posterior.Sketch{k}}
}

// together reports whether Σ predicts.
func (c *sequelChain) together() bool {
	return c.sequel != nil && c.sequel.Form != correlated.Independent
}

// LogDensity implements inference.Predictor: the mean over draws after burn-in, Σ integrated out.
func (c *sequelChain) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	if !c.together() {
		return c.Chain.LogDensity(ctx, x)
	}
	_, columns := c.Data.Dims()
	if _, d := x.Dims(); d != columns {
		return nil, fmt.Errorf("%s: the new rows have %d columns, but the trees were learnt from %d", c.Model, d, columns)
	}
	draws := c.Predicting(sampler.MostPredicting)
	return predict.MeanDensity(x, len(draws), func(i int) ([]float64, error) {
		if len(c.predicted) == i {
			c.predicted = append(c.predicted, c.forecastUnder(c.sequel, draws[i]))
		}
		return c.predicted[i].LogDensity(ctx, x)
	})
}

// LogCells implements inference.CellPredictor.
func (c *sequelChain) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	if !c.together() || len(cells) == 0 {
		return c.Chain.LogCells(cells, value)
	}
	if err := cellwise.Check(c.Data, cells, value, false); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", c.Model, err)
	}
	draws := c.Predicting(mostCells)
	out, logWeight := cellwise.NewMixture(len(cells)), -math.Log(float64(len(draws)))
	for _, draw := range draws {
		d, m, err := c.forecastUnder(c.sequel, draw).LogCellsOf(c.Data.X, cells, value)
		if err != nil {
			return nil, nil, err
		}
		for k := range cells {
			out.Add(k, logWeight, d[k], m[k])
		}
	}
	logDensity, mean = out.Values()
	return logDensity, mean, nil
}

// Snapshot implements inference.Stepper.
func (c *sequelChain) Snapshot() *inference.Snapshot {
	snap := c.Chain.Snapshot()
	q := c.sequel
	if q == nil {
		return snap
	}
	if d := decisionOf(q.Form, q.Scores); d != nil {
		snap.Parts = append(snap.Parts, d)
	}
	if q.Form == correlated.Independent {
		return snap
	}
	if t := c.BestTree(); c.shown == nil || c.shown.of != t {
		c.shown = &shownSigma{t, partOf(q, t, c.apart, c.blanks, c.Data)}
	}
	snap.Parts = append(snap.Parts, c.shown.part)
	return snap
}

// A savedSequelChain is what a SequelChain saves beside its chain.
type savedSequelChain struct {
	Learnt int
	Sequel sequel.Saved
}

// MarshalBinary implements inference.Saver.
func (c *sequelChain) MarshalBinary() ([]byte, error) { return pieces.Whole(c.Pieces()) }

// Pieces returns the state in pieces.
func (c *sequelChain) Pieces() (*pieces.Bytes, error) {
	var z savedSequelChain
	if c.sequel != nil {
		z = savedSequelChain{c.learnt, c.sequel.Save(c.blanks)}
	}
	return saved.Around(c.Model, sequelLayout, z, c.Chain)
}

// UnmarshalBinary implements inference.Saver.
func (c *sequelChain) UnmarshalBinary(data []byte) error {
	var z savedSequelChain
	inner, err := saved.OpenOuter(c.Model, sequelLayout, data, &z)
	if err != nil {
		return err
	}
	if len(inner) != 1 {
		return errors.New("pydt: the saved state has no chain")
	}
	var q *sequel.Sequel
	if z.Sequel.Form != "" {
		if q, err = z.Sequel.Load(c.apart.Of(c.Data).X, c.blanks, c.open); err != nil {
			return fmt.Errorf("pydt: %w", err)
		}
	}
	if err := c.Chain.UnmarshalBinary(inner[0]); err != nil {
		return err
	}
	c.sequel, c.learnt = q, z.Learnt
	c.learner, c.learning, c.predicted, c.shown = nil, nil, nil, nil
	return nil
}

// forms are the values of the parameter columns that auto compares, in the order of their scores.
var forms = sequel.Forms

// decisionOf returns why a form was chosen; nil if it was not chosen but given, or is still open.
func decisionOf(form string, scores []float64) inference.Part {
	if form == correlated.Undecided || scores == nil {
		return nil
	}
	one := decision.Decision{Parameter: "columns", Chosen: form,
		Criterion: "nats per row left out of the tree of columns by themselves", Words: sequel.InWords(form)}
	for i, v := range scores {
		if v > sequel.Impossible && vector.Finite([]float64{v}) {
			one.Options = append(one.Options, decision.Option{Value: forms[i], Score: v})
		}
	}
	if !slices.ContainsFunc(one.Options, func(o decision.Option) bool { return o.Value == form }) {
		return nil // independence by default: no form had a density
	}
	return &decision.Decisions{List: []decision.Decision{one}}
}

// checkScores returns an error unless saved scores are those of a form that was chosen or given.
func checkScores(form string, scores []float64) error {
	if scores != nil && (len(scores) != len(forms) || !slices.Contains(forms, form)) {
		return errors.New("pydt: the saved state does not say how its columns were chosen")
	}
	return nil
}
