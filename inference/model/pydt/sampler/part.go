package sampler

import (
	"context"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/cellwise"
	"example.org/espalier/inference/model/pydt/ensemble"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/kept"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/model/pydt/problem"

	"gonum.org/v1/gonum/mat"
)

// A part is what a chain draws beside the tree, its times and its hyperparameters: numbers behind what was observed,
// missing cells, how columns vary together. It gives the leaves of the tree their values, and moves of the tree do
// not know it. [alone] has what a chain does without one; a part embeds it and says what differs.
type part interface {
	// passes lists what a sweep does for the part, after the moves of the tree.
	passes(begin *hyper.Hyper) []pass
	// begin draws it for the first time, given the first tree.
	begin(c *current, begin *hyper.Hyper)
	// save adds it to a saved state. load reads it from one and gives the leaves of a tree their values; draws of
	// the state become those that the part has.
	save(l *live, f *savedChain)
	load(f *savedChain, l *live) error

	// scalars names what it reports of a sweep beside [Scalars].
	scalars() []string
	// assess completes what is reported of a sweep.
	assess(l *live, iteration int, s *standing)
	// capture completes a draw.
	capture(l *live, d *kept.Draw)
	// shown returns what a snapshot has of the draws kept.
	shown(k *kept.List, iteration int) []inference.Part

	// observed returns the problem of the cells as they were measured, own is that of the chain.
	observed(own *problem.Problem) *problem.Problem
	// predictor returns what predicts rows from a draw. p is the problem of the measured cells; begin says which
	// hyperparameters are fixed.
	predictor(d *kept.Draw, p *problem.Problem, begin hyper.Hyper) predictor
	// cells adds the prediction of cells by a draw.
	cells(d *kept.Draw, p *problem.Problem, begin hyper.Hyper, at []inference.Cell, value []float64, logWeight float64,
		out *cellwise.Mixture)

	temperable
}

// A temperable part can begin as drawn from its prior and be drawn under powers of the density of the table.
type temperable interface {
	// hold changes the hyperparameters that a run begins with.
	hold(begin *hyper.Hyper)
	// drawPrior draws it from its prior and reports whether it could.
	drawPrior(rng *rand.Rand) bool
	// outset draws what belongs to the state at power 0 where that is not drawn yet, after drawPrior, a piece at
	// each call. It returns the log weight of it when all is done.
	outset(c *current, begin *hyper.Hyper) (logWeight float64, done bool)
	// hotPasses lists what a sweep does at powers other than 1; nil where that is the same as at 1.
	hotPasses(moves string, begin *hyper.Hyper) []pass
	// temper gives the density of the table a power.
	temper(l *live, power float64)
	// tempered returns, for the present state, the log density of the table raised to a power.
	tempered(l *live) func(power float64) float64
	// refresh draws what belongs to the state at the beginning of a sweep again.
	refresh(c *current)
	// level returns σ² and the noise as they are reported, and the log density of the part's own prior.
	level(h *hyper.Hyper) (sigma2, noise, logPrior float64)
	// of returns what a draw has of it.
	of(d *kept.Draw) []inference.Part
}

// A predictor has the densities of new rows.
type predictor interface {
	LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error)
}

// A standing is what is reported of a sweep: the log likelihood, the rest of the log joint density, σ², the noise
// and what the part adds.
type standing struct {
	likelihood, rest, sigma2, noise float64
	more                            []float64
}

// alone is the part of a chain that draws nothing else: numbers whose columns diffuse by themselves.
type alone struct{}

var _ part = alone{}

func (alone) passes(*hyper.Hyper) []pass                             { return nil }
func (alone) begin(*current, *hyper.Hyper)                           {}
func (alone) save(*live, *savedChain)                                {}
func (alone) load(*savedChain, *live) error                          { return nil }
func (alone) scalars() []string                                      { return nil }
func (alone) assess(*live, int, *standing)                           {}
func (alone) capture(*live, *kept.Draw)                              {}
func (alone) shown(*kept.List, int) []inference.Part                 { return nil }
func (alone) observed(own *problem.Problem) *problem.Problem         { return own }
func (alone) hold(*hyper.Hyper)                                      {}
func (alone) drawPrior(*rand.Rand) bool                              { return true }
func (alone) outset(*current, *hyper.Hyper) (float64, bool)          { return 0, true }
func (alone) hotPasses(string, *hyper.Hyper) []pass                  { return nil }
func (alone) temper(l *live, power float64)                          { l.Power = power }
func (alone) refresh(*current)                                       {}
func (alone) level(h *hyper.Hyper) (sigma2, noise, logPrior float64) { return h.Sigma2, h.Noise, 0 }
func (alone) of(*kept.Draw) []inference.Part                         { return nil }

func (alone) tempered(l *live) func(power float64) float64 {
	likelihood := l.LogLikelihood()
	return func(power float64) float64 { return power * likelihood }
}

func (alone) predictor(d *kept.Draw, p *problem.Problem, begin hyper.Hyper) predictor {
	return &ensemble.Ensemble{Problem: p, LogWeights: []float64{0},
		Predictors: []*predict.Predictor{predict.NewPredictor(d.State(p, begin))}}
}

func (alone) cells(d *kept.Draw, p *problem.Problem, begin hyper.Hyper, at []inference.Cell, value []float64,
	logWeight float64, out *cellwise.Mixture) {
	predict.LogCells(predict.NewPredictor(d.State(p, begin)).S, p, at, value, logWeight, out)
}
