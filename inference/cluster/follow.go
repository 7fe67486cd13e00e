package cluster

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/plan"
	"example.org/espalier/inference/run"
)

// follow submits the task, unless it is there already, and looks at its files until it has ended.
func (h *handle) follow() {
	r, err := h.watch()
	h.mu.Lock()
	h.progress.State = run.Stopped
	switch {
	case h.ctx.Err() != nil:
		h.why = job.ErrClosed
	case err != nil:
		h.progress.State, h.why = run.Failed, err
	}
	if r == nil && h.snapshot != nil && h.ctx.Err() == nil {
		r = h.m.Outline().With(h.snapshot, h.progress)
	}
	var rest job.Handle
	if r != nil && r.Snapshot != nil {
		if h.why != nil {
			r.Ended, r.Problem = run.Failed, h.why.Error()
		}
		rest = job.Rest(h.ctx, h.c.Here, h.m, r, h.o)
		h.rest, h.snapshot = rest, r.Snapshot
	}
	h.mu.Unlock()
	if rest == nil {
		close(h.ended)
		close(h.out)
		return
	}
	h.show(rest.Latest())
	close(h.ended)
	for s := range rest.Snapshots() {
		h.show(s)
	}
	close(h.out)
}

// show puts a snapshot into the channel, in place of one that nobody has read.
func (h *handle) show(s *inference.Snapshot) {
	select {
	case <-h.out:
	default:
	}
	h.out <- s
}

// watch returns the result of the task, or its state where it was stopped.
func (h *handle) watch() (*job.Result, error) {
	c := h.c
	clock, every := c.Clock, cmp.Or(c.Every, usualLook)
	if clock == nil {
		clock = time.After
	}
	queue, err := h.submit()
	if err != nil {
		return nil, err
	}
	absent := 0
	for look := 1; ; look++ {
		st := h.p.Status(h.task, time.Now())
		switch st.State {
		case plan.IsDone:
			return h.p.Result(h.task)
		case plan.IsFailed:
			return nil, errors.New(st.Error)
		}
		if look%queueEvery == 0 {
			if queue, err = QueueOf(h.ctx, h.p.Dir, c.Commands.Queue); err == nil && queue.Known &&
				queue.State[h.task.Number] == "" && st.State != plan.IsRunning {
				if absent++; absent >= mostAbsent {
					return h.left(), fmt.Errorf("the job has left the queue of %s without a result; its output is in "+
						"%s", c.Name, h.p.Dir+"/slurm")
				}
			} else {
				absent = 0
			}
		}
		h.tell(st, queue)
		select {
		case <-h.ctx.Done():
			return nil, h.ctx.Err()
		case <-h.told:
			return h.stop(queue)
		case <-clock(every):
		}
	}
}

// submit hands the task to the queue unless it is done, at work or there already.
func (h *handle) submit() (Queue, error) {
	c := h.c
	queue, err := QueueOf(h.ctx, h.p.Dir, c.Commands.Queue)
	if err != nil {
		return queue, err
	}
	arrays, err := c.Request.Arrays(h.p, queue)
	if err != nil {
		return queue, err
	}
	for _, a := range arrays {
		if err := h.p.ForgetFailure(h.task); err != nil {
			return queue, err
		}
		path, err := c.Request.Write(h.p.Dir, a)
		if err != nil {
			return queue, err
		}
		id, err := c.Commands.SubmitArray(h.ctx, h.p.Dir, path, a)
		if err != nil {
			return queue, err
		}
		queue.Jobs = append(queue.Jobs, id)
	}
	return queue, nil
}

// stop cancels the task and returns its state, as soon as nobody works on it any more.
func (h *handle) stop(queue Queue) (*job.Result, error) {
	c := h.c
	if now, err := QueueOf(h.ctx, h.p.Dir, c.Commands.Queue); err == nil && now.Known {
		queue.Jobs = append(queue.Jobs, now.Jobs...)
	}
	slices.Sort(queue.Jobs)
	if jobs := slices.Compact(queue.Jobs); len(jobs) > 0 {
		if _, err := c.Commands.Stop(h.ctx, jobs); err != nil {
			return h.left(), err
		}
	}
	clock, every := c.Clock, cmp.Or(c.Every, usualLook)
	if clock == nil {
		clock = time.After
	}
	for {
		switch st := h.p.Status(h.task, time.Now()); st.State {
		case plan.IsDone:
			return h.p.Result(h.task)
		case plan.IsRunning: // it saves its state, or is silent soon
		default:
			return h.left(), nil
		}
		select {
		case <-h.ctx.Done():
			return nil, h.ctx.Err()
		case <-clock(every):
		}
	}
}

// left returns the state that the task saved last, nil without one.
func (h *handle) left() *job.Result {
	r, err := h.p.Saved(h.task)
	if err != nil {
		return nil
	}
	r.Ended = run.Stopped
	return r
}

// tell passes on how far the task is.
func (h *handle) tell(st plan.Status, queue Queue) {
	c := h.c
	h.mu.Lock()
	p := run.Progress{State: run.Building, Target: h.m.Iterations, Elapsed: time.Since(h.begun),
		Phase: "waiting in the queue of " + c.Name}
	if says := queue.State[h.task.Number]; says != "" && says != "pending" {
		p.Phase = c.Name + " says: " + says
	}
	if l := st.Live; l != nil && st.State == plan.IsRunning {
		p = run.Progress{State: run.Building, Phase: l.Phase, Fraction: l.Fraction,
			Iteration: max(0, l.Iteration), Target: l.Target,
			Elapsed: time.Duration(l.Seconds * float64(time.Second)), Left: time.Duration(l.Left * float64(time.Second)),
			LeftKnown: l.Left > 0}
		if l.Iteration > 0 || l.Fraction >= 1 {
			p.State = run.Running
		}
	}
	if h.stopping {
		p.Phase = "stopping"
	}
	h.progress = p
	shown := h.shown
	h.mu.Unlock()
	at, err := h.p.PictureTime(h.task)
	if err != nil || !at.After(shown) {
		return
	}
	r, err := h.p.Picture(h.task)
	if err != nil || r.Snapshot == nil {
		if !errors.Is(err, fs.ErrNotExist) {
			return // it is written again soon
		}
		return
	}
	h.mu.Lock()
	h.snapshot, h.shown = r.Snapshot, at
	h.mu.Unlock()
	h.show(r.Snapshot)
}
