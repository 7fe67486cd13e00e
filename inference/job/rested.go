package job

import (
	"context"
	"errors"
	"sync"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/run"
)

// Rest returns a fit that has already ended, as its Result describes it, without computing anything. If the
// Result has a State, More and Step continue the fit on a runner, to the same bits. When ctx ends, the fit
// is closed. r has a Snapshot.
func Rest(ctx context.Context, runner Runner, m *Material, r *Result, o Options) Handle {
	h := &rested{ctx: ctx, runner: runner, m: m, r: r, o: o, out: make(chan *inference.Snapshot, 1)}
	context.AfterFunc(ctx, h.Close)
	return h
}

// rested is a Handle on a fit that has already ended. Once it continues, awake carries out the
// requests.
type rested struct {
	ctx    context.Context
	runner Runner
	m      *Material
	r      *Result
	o      Options
	out    chan *inference.Snapshot

	mu     sync.Mutex
	awake  Handle // nil until it is asked for something
	going  bool   // it was told to continue
	closed bool
}

// errNoState is the error of a fit that cannot continue.
var errNoState = errors.New("the result was saved without a state to continue from: run it again")

// now returns the fit that continues this one, nil while it rests.
func (h *rested) now() Handle {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.going {
		return h.awake
	}
	return nil
}

// wake starts the fit, paused, where it ended.
func (h *rested) wake() (Handle, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closed:
		return nil, ErrClosed
	case h.awake != nil:
		return h.awake, nil
	case h.r.State == nil:
		return nil, errNoState
	}
	o := h.o
	o.State, o.Paused = h.r.State, true
	awake, err := h.runner.Start(h.ctx, h.m, o)
	if err == nil {
		h.awake = awake
		go h.forward(awake.Snapshots())
	}
	return awake, err
}

// forward passes snapshots on; if nobody reads, only the newest is kept.
func (h *rested) forward(in <-chan *inference.Snapshot) {
	defer close(h.out)
	for s := range in {
		select {
		case <-h.out:
		default:
		}
		h.out <- s
	}
}

func (h *rested) Material() *Material                   { return h.m }
func (h *rested) Snapshots() <-chan *inference.Snapshot { return h.out }

// Able implements Handle. The abilities of a fit at rest are known only once it continues.
func (h *rested) Able() Abilities {
	if a := h.now(); a != nil {
		return a.Able()
	}
	return Abilities{}
}

// Progress implements Handle.
func (h *rested) Progress() run.Progress {
	if a := h.now(); a != nil {
		return a.Progress()
	}
	p := run.Progress{State: h.r.Ended, Fraction: 1, Iteration: h.r.Iterations, Target: h.m.Iterations,
		Reached: h.r.Reached, Settled: h.r.Settled,
		Elapsed: time.Duration(h.r.Seconds * float64(time.Second)), Final: h.r.Final || h.r.State == nil}
	if g := h.r.Gain; g == g {
		p.Gain, p.GainKnown = g, true
	}
	return p
}

// Latest implements Handle.
func (h *rested) Latest() *inference.Snapshot {
	if a := h.now(); a != nil {
		if s := a.Latest(); s != nil {
			return s
		}
	}
	return h.r.Snapshot
}

// Control implements Handle.
func (h *rested) Control(c Command) error {
	if a := h.now(); a != nil {
		return a.Control(c)
	}
	if c.Do == Stop || c.Do == Pause || c.Do == Resume || c.Do == Rate { // it has ended
		return nil
	}
	a, err := h.wake()
	if err == nil {
		err = a.Control(c)
	}
	if err != nil || !c.reopens() {
		return err
	}
	h.mu.Lock()
	h.going = true
	h.mu.Unlock()
	if c.Do == More {
		return a.Control(Command{Do: Resume})
	}
	return nil
}

// Ask implements Handle.
func (h *rested) Ask(ctx context.Context, q Query) (Answer, error) {
	if q.Snapshot && h.now() == nil {
		return Answer{Snapshot: h.r.Snapshot}, nil
	}
	a, err := h.wake()
	if err != nil {
		return Answer{}, err
	}
	return a.Ask(ctx, q)
}

// Save implements Handle.
func (h *rested) Save(ctx context.Context) (*pieces.Bytes, error) {
	if a := h.now(); a != nil {
		return a.Save(ctx)
	}
	if h.r.State == nil {
		return nil, errNoState
	}
	return h.r.State, nil
}

// Wait implements Handle.
func (h *rested) Wait() error {
	if a := h.now(); a != nil {
		return a.Wait()
	}
	if h.r.Ended == run.Failed {
		return errors.New(h.r.Problem)
	}
	return nil
}

// Rest implements Handle.
func (h *rested) Rest(ctx context.Context) error {
	if a := h.now(); a != nil {
		return a.Rest(ctx)
	}
	return nil
}

// Result implements Handle.
func (h *rested) Result(ctx context.Context) (*Result, error) {
	if a := h.now(); a != nil {
		return a.Result(ctx)
	}
	return h.r, nil
}

// Close implements Handle.
func (h *rested) Close() {
	h.mu.Lock()
	awake, closed := h.awake, h.closed
	h.closed = true
	h.mu.Unlock()
	switch {
	case closed:
	case awake != nil:
		awake.Close()
	default:
		close(h.out)
	}
}
