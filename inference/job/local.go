package job

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/saved"
	"example.org/espalier/inference/stat/diagnostics"
)

// Local runs fits in this process, each on its own goroutine.
type Local struct {
	// Version of the program, for results.
	Version string
}

var _ Runner = Local{}

// stateLayout is the number of the current layout of saved fits.
const stateLayout = 1

const stateOwner = "fit"

// savedFit is the saved form of a fit.
type savedFit struct {
	Fit string // hash of all that the states of the chain depend on
	Run []byte `cbor:",omitempty"` // of older files; now it is an inner state
}

// evidenceTask separates the random streams of draws for the evidence from those of chains.
const evidenceTask = 1 << 40

// Start implements Runner. It refuses a fit that needs more than the free memory.
func (l Local) Start(ctx context.Context, m *Material, o Options) (Handle, error) {
	if err := run.Fits(m.Estimate()); err != nil {
		return nil, err
	}
	run.Heed()
	stepper, err := m.guarded(o.Threads)
	if err != nil {
		return nil, err
	}
	h := &local{m: m, able: abilities(stepper), version: l.Version, keep: o.Keep}
	options := m.options(o)
	if o.State == nil {
		h.run = run.Start(ctx, stepper, m.Info, options)
		return h, nil
	}
	var f savedFit
	state, err := o.State.MarshalBinary()
	if err != nil {
		return nil, err
	}
	inner, err := saved.OpenOuter(stateOwner, stateLayout, state, &f)
	if err != nil {
		return nil, err
	}
	if len(inner) == 1 {
		f.Run = inner[0]
	}
	if f.Fit != m.Spec.fitHash() {
		return nil,
			errors.New("the saved state belongs to another fit: its table, model, settings, seed or number of chains differ")
	}
	if h.run, err = run.Restore(ctx, stepper, m.Info, options, f.Run); err != nil {
		return nil, err
	}
	if !o.Paused {
		h.run.Resume()
	}
	return h, nil
}

// guarded calls Stepper and turns a panic into an error.
func (m *Material) guarded(threads int) (s inference.Stepper, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%s cannot be started: %v (a mistake in the program)", m.Info.Name, v)
		}
	}()
	return m.Stepper(threads)
}

// options returns those of the run.
func (m *Material) options(o Options) run.Options {
	g := m.Spec.Goal
	r := run.Options{Iterations: m.Iterations, Paused: o.Paused, SnapshotEvery: o.Every, Rate: o.Rate,
		Duration: time.Duration(g.Duration), Until: m.until(g), UntilSettled: g.Settled}
	if run.Climbs(m.Info) {
		n, _ := m.Data.Dims()
		r.Settle = run.SettleGain(n)
	}
	return r
}

// until returns the rule that ends the run when there are enough draws, nil if there is none.
func (m *Material) until(g Goal) run.Until {
	if g.EffectiveSize <= 0 {
		return nil
	}
	return diagnostics.NewGoal(g.EffectiveSize, m.Judging(g.EffectiveSize)).Check
}

// Judging returns the options for diagnostics of draws; enough is the effective sample size required, 0 for the usual
// one.
func (m *Material) Judging(enough float64) diagnostics.Options {
	return diagnostics.Options{BurnIn: m.Spec.Burn(), Enough: enough, Titles: diagnostics.Titles(m.Info),
		Iteration: m.Info.Iteration, Growing: m.Info.Growing, Trade: m.Info.Trade}
}

// local is a Handle on a run of this process.
type local struct {
	m       *Material
	able    Abilities
	run     *run.Run
	version string
	keep    bool // the state, in the result

	weighing sync.Mutex // held while draws are made for the evidence
	weighed  *weighed
}

// weighed is a sampler of the evidence and the state that it refers to.
type weighed struct {
	sampler   inference.EvidenceSampler
	iteration int
	proposals []string
}

func (h *local) Material() *Material                   { return h.m }
func (h *local) Able() Abilities                       { return h.able }
func (h *local) Progress() run.Progress                { return h.run.Progress() }
func (h *local) Snapshots() <-chan *inference.Snapshot { return h.run.Snapshots() }
func (h *local) Latest() *inference.Snapshot           { return h.run.Latest() }
func (h *local) Control(c Command) error               { return c.run(h.run, h.m) }
func (h *local) Wait() error                           { return h.run.Wait() }
func (h *local) Rest(ctx context.Context) error        { return h.run.Rest(ctx) }
func (h *local) Close()                                { h.run.Close() }

// Save implements Handle.
func (h *local) Save(ctx context.Context) (*pieces.Bytes, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	o, err := saved.NewOuter(stateOwner, stateLayout, savedFit{Fit: h.m.Spec.fitHash()})
	if err != nil {
		return nil, err
	}
	if err := o.Join(h.run.Save()); err != nil {
		return nil, err
	}
	return o.End(), nil
}

// Ask implements Handle.
func (h *local) Ask(ctx context.Context, q Query) (Answer, error) {
	if err := q.check(h.m); err != nil {
		return Answer{}, err
	}
	switch {
	case q.Evidence != nil:
		return h.weigh(ctx, *q.Evidence)
	case q.Snapshot:
		s, err := h.run.Take()
		return Answer{Snapshot: s}, err
	}
	var a Answer
	var failure error
	if err := h.run.Do(func(s inference.Stepper) { a, failure = q.answer(ctx, s, h.m) }); err != nil {
		return Answer{}, err
	}
	return a, failure
}

// weigh draws for the evidence while the run continues: the sampler holds a copy of the draws.
func (h *local) weigh(ctx context.Context, q Weigh) (Answer, error) {
	h.weighing.Lock()
	defer h.weighing.Unlock()
	chosen, err := proposals(q.Proposals)
	if err != nil {
		return Answer{}, err
	}
	var failure error
	err = h.run.Do(func(s inference.Stepper) {
		e, ok := s.(inference.EvidenceEstimator)
		if !ok {
			failure = fmt.Errorf("%s has no evidence to sample", h.m.Info.Name)
			return
		}
		at := h.run.Progress().Iteration
		if w := h.weighed; w != nil && (q.On || w.iteration == at) && slices.Equal(w.proposals, q.Proposals) {
			return
		}
		sampler, err := e.EvidenceSampler(inference.EvidenceOptions{Proposals: chosen,
			Streams: inference.Streams{Seed: h.m.Spec.Seed, Chain: evidenceTask}})
		if failure = err; err == nil {
			h.weighed = &weighed{sampler, at, q.Proposals}
		}
	})
	if err = errors.Join(err, failure); err != nil {
		return Answer{}, err
	}
	err = h.weighed.sampler.Sample(ctx, q.Draws)
	e := h.weighed.sampler.Estimate()
	if err != nil && (ctx.Err() == nil || e.Draws == 0) {
		return Answer{}, err
	}
	return Answer{Evidence: &e}, nil // if it was interrupted, the draws so far count
}
