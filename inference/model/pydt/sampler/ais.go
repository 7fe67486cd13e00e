package sampler

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sort"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/annealing"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/kept"
	"example.org/espalier/inference/model/pydt/noise"
	"example.org/espalier/inference/model/pydt/priors"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/saved"
)

// An annealer is one run of method ais: annealed importance sampling of the evidence of the data
// with tree, times and learnt hyperparameters integrated out (equation 8b). An iteration draws all of
// these from the prior, then moves them towards the posterior by sweeps of method mcmc at rising
// powers of the likelihood.
//
// Trees whose times are too late to be told apart have probability 0: the prior is conditioned on there being none.
type annealer struct {
	chain   *Chain
	powers  []float64
	path    annealing.Path
	within  bool // a run is under way
	begins  bool // and its first state is not complete
	last    bool // it makes its last sweep
	weights annealing.Weights
	values  [][]float64 // hyperparameters and extent at the end of each run
	best    []annealed  // by weight
	scalars []float64
	mark    annealerMark
}

// An annealed is where a run ended.
type annealed struct {
	LogWeight float64
	Draw      kept.Draw
}

// mostAnnealed limits how many ends are kept.
const mostAnnealed = 10

// NewAnnealer prepares runs of so many steps each.
func NewAnnealer(data *inference.Dataset, plan Plan, steps int, streams inference.Streams) (*annealer, error) {
	plan.Initial, plan.Moves = "prior", "all" // near the prior, moves of paths change most
	c, err := NewChain(data, plan, streams)
	if err != nil {
		return nil, err
	}
	a := &annealer{chain: c, powers: annealing.Powers(steps)}
	if hot := c.part.hotPasses(plan.Moves, &c.Begin); hot != nil {
		c.passes, a.powers = hot, annealing.Shares(steps)
	} else {
		c.partFirst()
	}
	return a, nil
}

// partFirst prepares a chain for annealing (math 11.13). Weights integrate a free Σ out; so each sweep draws Σ
// first, at the power of that sweep, and its end does not depend on Σ.
func (c *Chain) partFirst() {
	c.part.hold(&c.Begin)
	rest := len(c.passes) - len(c.part.passes(&c.Begin))
	c.passes = append(append([]pass{}, c.passes[rest:]...), c.passes[:rest]...)
}

// AnnealerScalars names what each iteration reports.
func AnnealerScalars(model string) []string {
	list := []string{"log_evidence", "standard_error", "effective_runs", "log_weight"}
	return append(list, endScalars(model)...)
}

// endScalars names what is recorded at the end of a run.
func endScalars(model string) []string {
	list := []string{"branch_points", "depth", "c", "sigma2", "noise"}
	if model == "pydt" {
		list = append(list, "theta", "alpha")
	}
	return list
}

// drawPrior draws the hyperparameters that are learnt from their priors (math 5.1).
func drawPrior(h hyper.Hyper, rng *rand.Rand) hyper.Hyper {
	if !h.FixSigma2 {
		h.Sigma2 = 1 / gammaDraw(rng, priors.Tau.Shape, priors.Tau.Rate)
	}
	if !h.FixC {
		h.SetC(gammaDraw(rng, priors.C.Shape, priors.C.Rate))
	}
	for !h.FixNoise {
		if h.Noise = noise.Draw(rng); h.Noise >= h.LeastNoise {
			break
		}
	}
	theta, alpha := h.Prior.Theta, h.Prior.Alpha
	if !h.FixAlpha {
		alpha = priors.LargestAlpha * rng.Float64()
	}
	for !h.FixTheta {
		if theta = gammaDraw(rng, priors.Theta.Shape,
			priors.Theta.Rate); theta >= priors.LeastTheta && theta <= priors.LargestTheta {
			break
		}
	}
	h.SetStructure(theta, alpha)
	return h
}

// Step implements inference.Stepper.
func (a *annealer) Step(ctx context.Context) (inference.Report, error) {
	began := time.Now()
	for {
		if err := ctx.Err(); err != nil {
			return inference.Report{}, err
		}
		if a.advance() {
			return inference.Report{Scalars: a.scalars, Phase: phaseAnnealing, Fraction: 1, Changed: true}, nil
		}
		if time.Since(began) > problem.StepTime {
			r := inference.Report{Phase: phaseAnnealing, Fraction: 1}
			if len(a.weights.Log) == 0 {
				r.Fraction = a.path.Fraction()
			}
			return r, nil
		}
	}
}

const phaseAnnealing = "annealing"

// advance does one piece of work and reports whether a run is complete.
func (a *annealer) advance() bool {
	c := a.chain
	if !a.within {
		l := newLive(c.Problem, drawPrior(c.Begin, c.rng))
		if !l.grow(c.rng) {
			return false // draw hyperparameters and tree again, together, until times can be told apart
		}
		l.Recompute()
		if !c.part.drawPrior(c.rng) {
			return false
		}
		c.Live, a.within, a.last, a.path = l, true, false, annealing.NewPath(a.powers)
		a.begins = true
		return false
	}
	if a.begins {
		weight, done := c.part.outset(&c.current, &c.Begin)
		if a.begins = !done; done {
			a.path.Begin(weight)
			a.heat()
		}
		return false
	}
	if !c.visit(c.VisitsPerLook()) {
		return false
	}
	if !a.last {
		a.heat()
		return false
	}
	a.end()
	return true
}

// heat raises the power of the likelihood by one step.
func (a *annealer) heat() {
	power, more := a.path.AdvanceBy(a.chain.part.tempered(a.chain.Live))
	a.chain.part.temper(a.chain.Live, power)
	a.last = !more
}

// end records a complete run.
func (a *annealer) end() {
	c := a.chain
	l := c.Live
	a.within = false
	a.weights.Add(a.path.LogWeight())
	c.Iteration = len(a.weights.Log) - 1
	points, depth, _ := l.extent()
	h := &l.hyper
	sigma2, noise, prior := c.part.level(h)
	rest := h.LogHyperprior() + prior
	end := []float64{points, depth, h.C, sigma2, noise}
	if c.Model == "pydt" {
		end = append(end, h.Prior.Theta, h.Prior.Alpha)
	}
	a.values = append(a.values, end)
	a.scalars = append([]float64{a.weights.LogMean(), a.weights.StandardError(), a.weights.Effective(),
		a.path.LogWeight()}, end...)
	if k := len(a.best); k < mostAnnealed || a.path.LogWeight() > a.best[k-1].LogWeight {
		c.part.refresh(&c.current)
		joint := c.part.tempered(l)(1) + l.logPrior() + rest
		best := append(append([]annealed(nil), a.best...), annealed{a.path.LogWeight(), c.capture(joint)})
		sort.SliceStable(best, func(i, j int) bool { return best[i].LogWeight > best[j].LogWeight })
		a.best = best[:min(len(best), mostAnnealed)]
	}
	a.mark = annealerMark{Generator: saved.Generator(c.source), Log: a.weights.Log, Values: a.values, Best: a.best}
}

// Snapshot implements inference.Stepper: the ends of the runs of greatest weight, and the weighted
// means of the hyperparameters over all ends.
func (a *annealer) Snapshot() *inference.Snapshot {
	s := &inference.Snapshot{Model: a.chain.Model, Iteration: max(0, len(a.weights.Log)-1), Phase: phaseAnnealing}
	if len(a.best) == 0 {
		return s
	}
	sum := 0.0
	for _, b := range a.best {
		sum += math.Exp(b.LogWeight - a.best[0].LogWeight)
	}
	ends := &forest.Forest{}
	for _, b := range a.best {
		ends.Trees = append(ends.Trees, forest.Weighted{Tree: b.Draw.Tree(), Objective: b.Draw.Objective,
			Weight: math.Exp(b.LogWeight-a.best[0].LogWeight) / sum})
	}
	s.Parts = []inference.Part{ends}
	s.Parts = append(s.Parts, a.chain.part.of(&a.best[0].Draw)...)
	s.Scalars = append(s.Scalars, inference.Scalar{Name: "log_evidence", Mean: a.weights.LogMean(),
		StandardDeviation: a.weights.StandardError()})
	for q, name := range endScalars(a.chain.Model) {
		total, mean, square := 0.0, 0.0, 0.0
		for i, w := range a.weights.Log {
			w = math.Exp(w - a.best[0].LogWeight)
			total += w
			mean += w * a.values[i][q]
			square += w * a.values[i][q] * a.values[i][q]
		}
		mean /= total
		s.Scalars = append(s.Scalars, inference.Scalar{Name: name, Mean: mean,
			StandardDeviation: math.Sqrt(max(0, square/total-mean*mean))})
	}
	return s
}

// An annealerMark is all that an annealer needs to continue from the end of a run.
type annealerMark struct {
	Generator []byte
	Log       []float64
	Values    [][]float64
	Best      []annealed
}

var _ inference.Saver = (*annealer)(nil)

// MarshalBinary implements inference.Saver. A run under way is not saved: it is repeated, to the
// same bits.
func (a *annealer) MarshalBinary() ([]byte, error) { return saved.Seal(a.chain.Model, Layout, a.mark) }

// UnmarshalBinary implements inference.Saver.
func (a *annealer) UnmarshalBinary(data []byte) error {
	var m annealerMark
	if err := saved.Open(a.chain.Model, Layout, data, &m); err != nil {
		return err
	}
	if m.Generator == nil {
		return nil
	}
	c := a.chain
	if err := c.source.UnmarshalBinary(m.Generator); err != nil {
		return fmt.Errorf("%s: the saved random number generator cannot be read: %w", c.Model, err)
	}
	for i := range m.Best {
		m.Best[i].Draw.Publish(c.Data.Rows)
	}
	a.mark, a.weights.Log, a.values, a.best, a.within = m, m.Log, m.Values, m.Best, false
	c.Iteration, c.pass, c.cursor = len(m.Log)-1, 0, 0
	return nil
}
