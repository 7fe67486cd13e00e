package job

import (
	"context"
	"sync"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/run"
)

// Kept runs each fit in a separate process and keeps its state in this one. If the process dies, the fit is stopped at
// the last kept state, with an error that gives the reason, and can be continued from there to the same bits in a new
// process.
type Kept struct {
	Process Process
	// Every is how often the state is kept; 0 for ten seconds.
	Every time.Duration
	// Clock sends after a time; nil is the machine's.
	Clock func(time.Duration) <-chan time.Time
	// Saved is called with each kept state; may be nil.
	Saved func()
}

var _ Runner = Kept{}

// Start implements Runner.
func (k Kept) Start(ctx context.Context, m *Material, o Options) (Handle, error) {
	started, err := k.Process.Start(ctx, m, o)
	if err != nil {
		return nil, err
	}
	h := &kept{runner: k, ctx: ctx, m: m, o: o, at: started, client: started.(*client), moved: make(chan struct{}),
		renewed: make(chan struct{}, 1), out: make(chan *inference.Snapshot, 1)}
	h.state = o.State
	go h.keep()
	go h.follow()
	return h, nil
}

// kept is a Handle on a fit in a process that may die.
type kept struct {
	runner Kept
	ctx    context.Context
	m      *Material
	o      Options
	client *client
	moved  chan struct{} // closed when the process is gone and the next step is decided
	out    chan *inference.Snapshot
	// renewed, of capacity 1, signals that the state was kept because somebody asked for it.
	renewed chan struct{}

	mu       sync.Mutex
	at       Handle        // the process or, after its death, the fit at rest
	why      error         // the death of the process, until the fit continues
	state    *pieces.Bytes // kept last; nil for none
	snapshot *inference.Snapshot
	progress run.Progress
	whole    *Result // returned when the fit had reached its goal; nil if none since it continued
}

// keep takes the state from time to time, unless somebody else asks for it.
func (h *kept) keep() {
	clock, every := h.runner.Clock, h.runner.Every
	if clock == nil {
		clock = time.After
	}
	if every <= 0 {
		every = 10 * time.Second
	}
	for {
		select {
		case <-h.client.gone:
			return
		case <-h.renewed:
			continue
		case <-clock(every):
		}
		h.mu.Lock()
		same := h.client.Progress() == h.progress
		h.mu.Unlock()
		if same {
			continue
		}
		// The snapshot is not newer than the state, so continuing from the state repeats nothing of
		// it.
		a, err := h.client.Ask(h.ctx, Query{Snapshot: true})
		if err != nil || a.Snapshot == nil {
			continue
		}
		if _, err := h.save(h.ctx, a.Snapshot); err != nil {
			continue // the next time, or never
		}
		if h.runner.Saved != nil {
			h.runner.Saved()
		}
	}
}

// save returns the state, and keeps it with a snapshot that is not newer.
func (h *kept) save(ctx context.Context, s *inference.Snapshot) (*pieces.Bytes, error) {
	p := h.client.Progress()
	state, err := h.client.Save(ctx)
	if err == nil {
		h.mu.Lock()
		h.state, h.snapshot, h.progress = state, s, p
		h.mu.Unlock()
	}
	return state, err
}

// follow passes snapshots on, and puts the fit at rest if its process dies.
func (h *kept) follow() {
	defer close(h.out)
	h.forward(h.client.Snapshots())
	<-h.client.gone
	h.mu.Lock()
	why := h.client.why()
	if h.snapshot == nil || h.client.isClosed() {
		close(h.moved)
		h.mu.Unlock()
		return
	}
	p := h.progress
	p.State = run.Stopped
	r := h.m.Outline().With(h.snapshot, p)
	r.Problem = why.Error()
	if w := h.whole; w != nil && w.Iterations == p.Iteration { // nothing was lost
		same := *w
		r, why = &same, nil
	}
	r.State = h.state
	h.at, h.why = Rest(h.ctx, h.runner, h.m, r, h.o), why
	next := h.at
	close(h.moved)
	h.mu.Unlock()
	h.forward(next.Snapshots())
}

func (h *kept) forward(in <-chan *inference.Snapshot) {
	for s := range in {
		select {
		case <-h.out:
		default:
		}
		h.out <- s
	}
}

// now returns the runner that carries out commands: the process or, if that is dead, the fit at rest.
func (h *kept) now() Handle {
	if h.client.why() != nil {
		<-h.moved
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.at
}

// died returns the error with which the process died; nil if it is alive or was closed, or if the fit
// has continued since.
func (h *kept) died() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.why
}

// Material implements Handle.
func (h *kept) Material() *Material { return h.m }

// Able implements Handle.
func (h *kept) Able() Abilities { return h.client.Able() }

// Progress implements Handle.
func (h *kept) Progress() run.Progress { return h.now().Progress() }

// Snapshots implements Handle.
func (h *kept) Snapshots() <-chan *inference.Snapshot { return h.out }

// Latest implements Handle.
func (h *kept) Latest() *inference.Snapshot { return h.now().Latest() }

// Control implements Handle.
func (h *kept) Control(c Command) error {
	err := h.now().Control(c)
	if err == nil && c.reopens() {
		h.mu.Lock()
		h.why, h.whole = nil, nil
		h.mu.Unlock()
	}
	return err
}

// Ask implements Handle.
func (h *kept) Ask(ctx context.Context, q Query) (Answer, error) { return h.now().Ask(ctx, q) }

// Save implements Handle. The state is also kept, with the latest snapshot, so that it need not be
// taken again soon.
func (h *kept) Save(ctx context.Context) (*pieces.Bytes, error) {
	at := h.now()
	if at != Handle(h.client) {
		return at.Save(ctx)
	}
	s := h.client.Latest()
	h.mu.Lock()
	if before := h.snapshot; s == nil || before != nil && before.Iteration > s.Iteration {
		s = before
	}
	h.mu.Unlock()
	if s == nil {
		return at.Save(ctx)
	}
	state, err := h.save(ctx, s)
	if err == nil {
		select {
		case h.renewed <- struct{}{}:
		default:
		}
	}
	return state, err
}

// Wait implements Handle.
func (h *kept) Wait() error {
	at := h.now()
	err := at.Wait()
	if h.client.why() != nil { // it may have died meanwhile
		<-h.moved
	}
	if why := h.died(); why != nil {
		return why
	}
	if next := h.now(); next != at {
		return next.Wait()
	}
	return err
}

// Rest implements Handle.
func (h *kept) Rest(ctx context.Context) error { return h.now().Rest(ctx) }

// Result implements Handle. If the process died, it is the last kept result, with the error if something was lost.
func (h *kept) Result(ctx context.Context) (*Result, error) {
	at := h.now()
	r, err := at.Result(ctx)
	if err == nil && r.Ended == run.Finished {
		h.mu.Lock()
		h.whole = r
		h.mu.Unlock()
	}
	if h.client.why() != nil {
		<-h.moved
	}
	if why := h.died(); why != nil {
		if r == nil {
			r, _ = h.now().Result(ctx)
		}
		return r, why
	}
	if next := h.now(); next != at {
		return next.Result(ctx)
	}
	return r, err
}

// Close implements Handle.
func (h *kept) Close() {
	h.client.Close()
	<-h.moved
	h.mu.Lock()
	at := h.at
	h.mu.Unlock()
	at.Close()
}
