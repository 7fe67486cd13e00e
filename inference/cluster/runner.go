package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/plan"
	"example.org/espalier/inference/run"
)

// A Cluster is one that the user has saved. As a [job.Runner] it runs each fit as a plan of one task, in a
// folder of its own in the shared one. A fit whose folder is there already is taken up where it is: it may
// wait in the queue, be at work, or be done.
type Cluster struct {
	Name     string
	Folder   string // that this machine and the nodes see under the same name
	Commands Commands
	Request  Request
	Version  string // of the program
	// Here continues a fit that has ended, and answers questions about it.
	Here job.Runner
	// Every is how often the folder is looked at; 0 for two seconds. The queue is asked every tenth time.
	Every time.Duration
	// Clock sends after a time; nil is the machine's.
	Clock func(time.Duration) <-chan time.Time
}

var _ job.Runner = Cluster{}

const (
	usualLook  = 2 * time.Second
	queueEvery = 10 // looks at the folder between two at the queue
	mostAbsent = 3  // times that the queue may not know a task that is not at work
)

// Check returns an error that names the missing settings of a cluster.
func (c Cluster) Check() error {
	switch info, err := os.Stat(c.Folder); {
	case c.Name == "":
		return errors.New("the cluster has no name; give it one")
	case !filepath.IsAbs(c.Folder):
		return fmt.Errorf("the shared folder of %s, %q, is not an absolute path: give one that starts at the root", c.Name,
			c.Folder)
	case err != nil:
		return fmt.Errorf("the shared folder of %s cannot be reached from here: %w", c.Name, err)
	case !info.IsDir():
		return fmt.Errorf("the shared folder of %s, %s, is a file", c.Name, c.Folder)
	case c.Commands.Submit == "":
		return fmt.Errorf("%s has no command that submits a script; give one, such as sbatch", c.Name)
	}
	return nil
}

// dir returns the folder of a fit.
func (c Cluster) dir(hash string) string { return filepath.Join(c.Folder, "espalier-"+hash[:16]) }

// Holds reports whether the fit has a folder on the cluster.
func (c Cluster) Holds(m *job.Material) bool {
	_, err := plan.Open(c.dir(planned(m).Hash()))
	return err == nil
}

// planned is the Spec of a task: one that names its table by its content.
func planned(m *job.Material) job.Spec {
	s := m.Spec
	s.Table.Content = job.ContentHash(m.Source)
	return s
}

// asTask returns the material of a fit as that of a task of a plan.
func asTask(m *job.Material) (*job.Material, error) {
	s := planned(m)
	if s.Hash() == m.Hash {
		return m, nil
	}
	return job.BuildFrom(s, m.Source, m.Test, job.Parts{Model: m.Model, Data: m.Data})
}

// Start implements job.Runner. A fit that continues from a state, or begins paused, runs here.
func (c Cluster) Start(ctx context.Context, m *job.Material, o job.Options) (job.Handle, error) {
	if o.State != nil || o.Paused {
		return c.Here.Start(ctx, m, o)
	}
	if err := c.Check(); err != nil {
		return nil, err
	}
	if m.Test != nil {
		return nil, errors.New("a fit with a table of test rows cannot run on a cluster from the window: use espalier plan")
	}
	m, err := asTask(m)
	if err != nil {
		return nil, err
	}
	p, err := c.open(m)
	if err != nil {
		return nil, err
	}
	h := &handle{c: c, m: m, o: o, p: p, task: p.Tasks[0], begun: time.Now(), out: make(chan *inference.Snapshot, 1),
		ended: make(chan struct{}), told: make(chan struct{}, 1)}
	h.ctx, h.leave = context.WithCancel(ctx)
	h.progress = run.Progress{State: run.Building, Phase: "submitting to " + c.Name, Target: m.Iterations}
	go h.follow()
	return h, nil
}

// open makes the folder of a fit, or opens the one that is there.
func (c Cluster) open(m *job.Material) (*plan.Plan, error) {
	s, dir := m.Spec, c.dir(m.Hash)
	p, err := plan.Open(dir)
	if err == nil {
		return p, nil
	}
	return plan.Write(dir, []job.Spec{s}, map[string]*inference.Table{s.Table.Content: m.Source})
}

// handle is a fit on a cluster. Once it has ended, rest answers its requests.
type handle struct {
	c     Cluster
	ctx   context.Context
	leave context.CancelFunc
	m     *job.Material
	o     job.Options
	p     *plan.Plan
	task  plan.Task
	begun time.Time
	out   chan *inference.Snapshot
	ended chan struct{} // closed when the fit has ended
	told  chan struct{} // holds one when it was told to stop

	mu       sync.Mutex
	progress run.Progress
	snapshot *inference.Snapshot
	shown    time.Time  // of the picture that the snapshot is from
	rest     job.Handle // nil before the end, and where nothing was found
	why      error      // it failed
	stopping bool
}

// Material implements job.Handle.
func (h *handle) Material() *job.Material { return h.m }

// Snapshots implements job.Handle.
func (h *handle) Snapshots() <-chan *inference.Snapshot { return h.out }

// now returns the runner that carries out commands after the end, nil before.
func (h *handle) now() job.Handle {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.rest
}

// Able implements job.Handle. A fit on a cluster can be asked once it has ended and continues here.
func (h *handle) Able() job.Abilities {
	if r := h.now(); r != nil {
		return r.Able()
	}
	return job.Abilities{Away: !h.Progress().State.Ended()}
}

// Progress implements job.Handle.
func (h *handle) Progress() run.Progress {
	if r := h.now(); r != nil {
		return r.Progress()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.progress
}

// Latest implements job.Handle.
func (h *handle) Latest() *inference.Snapshot {
	if r := h.now(); r != nil {
		return r.Latest()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.snapshot
}

// errElsewhere is the error of a command to a fit that works on a cluster.
var errElsewhere = errors.New("a fit on a cluster can only be watched and stopped; wait until it has ended for the " +
	"rest")

// Control implements job.Handle.
func (h *handle) Control(c job.Command) error {
	if r := h.now(); r != nil {
		return r.Control(c)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.progress.State.Ended():
		if c.Do == job.Stop || c.Do == job.Pause || c.Do == job.Resume || c.Do == job.Rate {
			return nil
		}
		return errors.New("the fit ended before it found anything: run it again")
	case c.Do == job.Resume || c.Do == job.Rate:
		return nil
	case c.Do != job.Stop:
		return errElsewhere
	}
	h.stopping = true
	select {
	case h.told <- struct{}{}:
	default:
	}
	return nil
}

// Ask implements job.Handle.
func (h *handle) Ask(ctx context.Context, q job.Query) (job.Answer, error) {
	if r := h.now(); r != nil {
		return r.Ask(ctx, q)
	}
	if s := h.Latest(); q.Snapshot && s != nil {
		return job.Answer{Snapshot: s}, nil
	}
	return job.Answer{}, errElsewhere
}

// Save implements job.Handle.
func (h *handle) Save(ctx context.Context) (*pieces.Bytes, error) {
	if r := h.now(); r != nil {
		return r.Save(ctx)
	}
	return nil, errElsewhere
}

// Wait implements job.Handle.
func (h *handle) Wait() error {
	<-h.ended
	if r := h.now(); r != nil {
		return r.Wait()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.why
}

// Rest implements job.Handle.
func (h *handle) Rest(ctx context.Context) error {
	select {
	case <-h.ended:
	case <-ctx.Done():
		return ctx.Err()
	}
	if r := h.now(); r != nil {
		return r.Rest(ctx)
	}
	return nil
}

// Result implements job.Handle.
func (h *handle) Result(ctx context.Context) (*job.Result, error) {
	if r := h.now(); r != nil {
		return r.Result(ctx)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.m.Outline().With(h.snapshot, h.progress), h.why
}

// Close implements job.Handle. Jobs in the queue stay there and keep their turn.
func (h *handle) Close() {
	h.leave()
	<-h.ended
	if r := h.now(); r != nil {
		r.Close()
	}
}
