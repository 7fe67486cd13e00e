package job

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/disk"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/run"
)

// A Worker does one fit for another process; [Process] starts one. It reads requests and writes replies, see
// [Worker.Serve].
type Worker struct {
	// Version of the program, for results.
	Version string
	// Open opens a table that was not sent; nil refuses such tables.
	Open func(s Source, o read.Options) (*inference.Table, error)
	// Tick sends the times at which to report progress; nil means every tenth of a second.
	Tick <-chan time.Time
}

// Serve does one fit: the first request starts it, later ones control and query it. It returns when the
// requests end, which ends the fit. When stop is done, the fit is stopped, but can still be queried. The
// error is that of reading requests or writing replies; errors of the fit itself are sent as replies.
func (w Worker) Serve(stop context.Context, requests io.Reader, replies io.Writer) error {
	ctx, cancel := context.WithCancel(context.WithoutCancel(stop))
	defer cancel()
	s := &service{worker: w, out: replies, cancels: map[uint64]context.CancelFunc{}, again: make(chan struct{}, 1)}
	in := bufio.NewReader(requests)
	var first request
	var err error
	disk.Waiting(func() { err = readFrame(in, &first) })
	switch {
	case err == io.EOF:
		return nil
	case err != nil:
		return fmt.Errorf("reading the description of the fit: %w", err)
	case first.Start == nil:
		return s.reply(reply{ID: first.ID, Failure: failureOf(errors.New("the first message does not describe a fit"))})
	}
	h, err := w.start(ctx, first.Start)
	if err != nil {
		return s.reply(reply{ID: first.ID, Failure: failureOf(err)})
	}
	defer h.Close()
	defer context.AfterFunc(stop, func() { _ = h.Control(Command{Do: Stop}) })() // which cannot fail
	s.handle = h
	able := h.Able()
	if err := s.reply(reply{ID: first.ID, Able: &able}); err != nil {
		return err
	}
	var wait sync.WaitGroup
	defer wait.Wait()
	defer cancel()
	quit := make(chan struct{})
	defer close(quit)
	wait.Add(2)
	go func() { defer wait.Done(); s.tell(quit) }()
	go func() { defer wait.Done(); s.tick(quit) }()
	for {
		var r request
		err := readFrame(in, &r)
		if err == io.EOF {
			return s.broken()
		}
		if err != nil {
			return fmt.Errorf("reading a request: %w", err)
		}
		s.serve(ctx, &wait, r)
	}
}

// start builds the requested fit and starts it.
func (w Worker) start(ctx context.Context, r *startRequest) (*local, error) {
	spec, err := ParseSpec(r.Spec)
	if err != nil {
		return nil, err
	}
	table, err := w.table(spec, spec.Table, r.Table, r.Raw, false)
	if err != nil {
		return nil, err
	}
	var test *inference.Table
	if spec.Held != nil && spec.Held.Test != nil {
		if test, err = w.table(spec, *spec.Held.Test, r.Test, r.Raw, true); err != nil {
			return nil, err
		}
	}
	m, err := Build(spec, table, test)
	if err != nil {
		return nil, err
	}
	if r.Allowance > 0 {
		if err := run.Limit(r.Allowance); err != nil {
			return nil, fmt.Errorf("limiting the memory of the fit: %w", err)
		}
	}
	h, err := Local{Version: w.Version}.Start(ctx, m, r.Options)
	if err != nil {
		return nil, err
	}
	return h.(*local), nil
}

// table reads a table that was sent, or opens it. A test table may have a single row.
func (w Worker) table(spec Spec, s Source, data []byte, raw, test bool) (*inference.Table, error) {
	if len(data) > 0 && !raw {
		return DecodeTable(data)
	}
	o, err := spec.Options()
	if err != nil {
		return nil, err
	}
	if o.OneRow = test; test {
		o.RowAnnotations, o.ColumnAnnotations, o.Tables = nil, nil, nil // of the other table
	}
	switch {
	case len(data) > 0:
		name := s.Name
		if name == "" {
			name = s.Source
		}
		return read.Bytes(name, s.Source, data, o)
	case w.Open == nil:
		return nil, fmt.Errorf("the table %s was not sent", s.Source)
	}
	return w.Open(s, o)
}

// service is a running fit that serves another process.
type service struct {
	worker Worker
	handle *local

	mu     sync.Mutex // of all that is written
	out    io.Writer
	failed error // of writing
	opened int   // how often a fit that may have ended was told to continue
	last   run.Progress

	again   chan struct{}
	cancels map[uint64]context.CancelFunc
	asking  sync.Mutex // of cancels
}

// reply writes a reply with the current progress.
func (s *service) reply(r reply) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.replyLocked(r)
}

func (s *service) replyLocked(r reply) error {
	if s.handle != nil {
		s.last = s.handle.Progress()
		r.Progress = &s.last
	}
	if s.failed == nil {
		if err := writeFrame(s.out, r); err != nil {
			s.failed = fmt.Errorf("writing a reply: %w", err)
		}
	}
	return s.failed
}

func (s *service) broken() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failed
}

// tick reports the progress if it has changed.
func (s *service) tick(quit <-chan struct{}) {
	c := s.worker.Tick
	if c == nil {
		t := time.NewTicker(100 * time.Millisecond)
		defer t.Stop()
		c = t.C
	}
	for {
		select {
		case <-quit:
			return
		case <-c:
		}
		s.mu.Lock()
		if s.handle.Progress() != s.last {
			_ = s.replyLocked(reply{}) // Serve returns the error
		}
		s.mu.Unlock()
	}
}

// tell sends snapshots as they come and reports each end of the fit, after its last snapshot.
func (s *service) tell(quit <-chan struct{}) {
	ended := make(chan int)
	waiting := false
	wait := func() {
		if waiting {
			return
		}
		waiting = true
		s.mu.Lock()
		opened := s.opened
		s.mu.Unlock()
		go func() {
			_ = s.handle.Wait() // end reports it
			select {
			case ended <- opened:
			case <-quit:
			}
		}()
	}
	wait()
	snapshots := s.handle.Snapshots()
	var rested <-chan time.Time // no snapshot is sent until then; the channel keeps the newest
	for {
		ready := snapshots
		if rested != nil {
			ready = nil
		}
		select {
		case <-quit:
			return
		case <-s.again:
			wait()
		case <-rested:
			rested = nil
		case p, ok := <-ready:
			if !ok {
				snapshots = nil // a nil channel is never ready
				continue
			}
			begun := time.Now()
			s.show(p)
			rested = time.After(watchingShare * time.Since(begun))
		case opened := <-ended:
			waiting = false
			select {
			case <-snapshots: // the end brings a newer one
			default:
			}
			if !s.end(opened) {
				wait()
			}
		}
	}
}

// watchingShare is the wait after sending a snapshot, as a multiple of the time that took, so that
// sending takes less than 2 % of the time.
const watchingShare = 50

func (s *service) show(p *inference.Snapshot) {
	picture, err := encodeSnapshot(p)
	if err != nil {
		return // where it matters it is asked for, or made again
	}
	_ = s.reply(reply{Snapshot: picture}) // Serve returns the error
}

// end tells the client that the fit has ended. It returns false if the fit has been told to continue
// since.
func (s *service) end(opened int) bool {
	failure := s.handle.Wait()
	picture, err := encodeSnapshot(s.handle.Latest())
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.opened != opened {
		return false
	}
	if failure == nil {
		failure = err
	}
	_ = s.replyLocked(reply{Snapshot: picture, Ended: true, Failure: failureOf(failure)}) // Serve returns the error
	return true
}

// serve handles a request; long work runs on a separate goroutine.
func (s *service) serve(ctx context.Context, wait *sync.WaitGroup, r request) {
	switch {
	case r.Start != nil:
		_ = s.reply(reply{ID: r.ID, Failure: failureOf(errors.New("a fit is already running"))})
		return
	case r.Cancel != 0:
		s.asking.Lock()
		if cancel := s.cancels[r.Cancel]; cancel != nil {
			cancel()
		}
		s.asking.Unlock()
		return
	case r.Command != nil:
		s.command(r.ID, *r.Command)
		return
	}
	mine, cancel := context.WithCancel(ctx)
	s.asking.Lock()
	s.cancels[r.ID] = cancel
	s.asking.Unlock()
	wait.Add(1)
	go func() {
		defer wait.Done()
		out := s.ask(mine, r)
		s.asking.Lock()
		delete(s.cancels, r.ID)
		s.asking.Unlock()
		cancel()
		out.ID = r.ID
		_ = s.reply(out) // Serve returns the error
	}()
}

// command passes a command to the fit. The reply is written before any news of its effect.
func (s *service) command(id uint64, c Command) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.handle.Control(c)
	if err == nil && c.reopens() {
		s.opened++
		select {
		case s.again <- struct{}{}:
		default:
		}
	}
	_ = s.replyLocked(reply{ID: id, Failure: failureOf(err)}) // Serve returns the error
}

// ask answers a request.
func (s *service) ask(ctx context.Context, r request) (out reply) {
	var err error
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the fit cannot answer: %v", v)
		}
		out.Failure = failureOf(err)
	}()
	switch {
	case r.Query != nil:
		var a Answer
		if a, err = s.handle.Ask(ctx, *r.Query); err == nil {
			out.Answer, err = a.wire()
		}
	case r.Save:
		out.Bytes, err = pieces.Whole(s.handle.Save(ctx))
	case r.Rest:
		err = s.handle.Rest(ctx)
	case r.Result:
		var found *Result
		if found, err = s.handle.Result(ctx); found != nil {
			b, failure := found.Encode()
			out.Bytes, err = b, errors.Join(err, failure)
		}
	default:
		err = errors.New("nothing is asked")
	}
	return out
}

func textOf(v any) string { return fmt.Sprint(v) }
