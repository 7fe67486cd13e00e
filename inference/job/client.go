package job

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"example.org/espalier/inference"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/run"
)

// client is a Handle on a fit in another process.
type client struct {
	m       *Material
	able    Abilities
	process io.Closer     // ends the process
	gone    chan struct{} // closed when nothing more can arrive from it
	out     chan *inference.Snapshot

	sending sync.Mutex // of writes
	to      io.Writer

	mu       sync.Mutex // guards the fields below
	next     uint64
	pending  map[uint64]question
	progress run.Progress
	latest   *inference.Snapshot
	ended    chan struct{} // closed while the fit has ended
	err      error         // of the fit
	lost     error         // why the process can no longer be asked
	closed   bool          // by Close
	cause    error         // why the context ended that closed the fit
}

// A question waits for its reply.
type question struct {
	reply   chan reply
	reopens bool // a fit that may have ended
}

func newClient(m *Material, process io.Closer, to io.Writer) *client {
	return &client{m: m, process: process, to: to, gone: make(chan struct{}), out: make(chan *inference.Snapshot, 1),
		pending: map[uint64]question{}, ended: make(chan struct{})}
}

// begin starts the fit and returns once it is running. reason says why the process ended, if it
// has.
func (c *client) begin(from io.Reader, s *startRequest, reason func(error) error) error {
	go c.listen(from, reason)
	r, err := c.ask(context.Background(), request{Start: s})
	if err != nil {
		return err
	}
	if r.Able == nil {
		return errors.New("the worker process did not list the queries that its fit answers")
	}
	c.able = *r.Able
	return nil
}

// listen handles the replies of the process until no more arrive.
func (c *client) listen(from io.Reader, reason func(error) error) {
	in := bufio.NewReaderSize(from, 1<<16)
	for {
		var r reply
		err := readFrame(in, &r)
		if err == nil {
			err = c.take(r)
		}
		if err != nil {
			c.lose(reason(err))
			return
		}
	}
}

// take handles one reply.
func (c *client) take(r reply) error {
	s, err := decodeSnapshot(r.Snapshot)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if r.Progress != nil {
		c.progress = *r.Progress
	}
	if s != nil {
		c.latest = s
		c.publish(s)
	}
	if r.Ended {
		c.err = r.Failure.err()
		if c.cause != nil && c.progress.State != run.Finished { // a context ended it, and its last reply arrived
			c.err = c.cause
		}
		c.announce()
	}
	if p, ok := c.pending[r.ID]; ok {
		delete(c.pending, r.ID)
		if p.reopens && r.Failure == nil {
			c.reopen() // before the news of its next end, which comes after this reply
		}
		p.reply <- r
	}
	return nil
}

// publish leaves a snapshot in the channel in place of an unread one. c.mu is held.
func (c *client) publish(s *inference.Snapshot) {
	select {
	case <-c.out:
	default:
	}
	c.out <- s // there is room: nobody else sends
}

// announce lets Wait return. c.mu is held.
func (c *client) announce() {
	select {
	case <-c.ended:
	default:
		close(c.ended)
	}
}

// reopen makes Wait wait for another end of the fit. The process reports that end in any case, even if the fit has
// already ended again or had nothing to do. c.mu is held.
func (c *client) reopen() {
	select {
	case <-c.ended:
		c.ended = make(chan struct{})
	default:
	}
}

// lose releases everything that waits for a process that is gone.
func (c *client) lose(why error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lost = why
	if c.closed {
		c.lost = ErrClosed
	}
	select {
	case <-c.ended: // it had reported its end
	default: // it may have reported that it stopped, but not why
		switch {
		case !c.closed:
			c.progress.State, c.err = run.Failed, why
		case c.progress.State != run.Finished:
			c.progress.State, c.err = run.Stopped, c.cause
		}
	}
	c.progress.PerSecond, c.progress.LeftKnown = 0, false
	for id, p := range c.pending {
		delete(c.pending, id)
		close(p.reply)
	}
	c.announce()
	close(c.out)
	close(c.gone)
}

// ask sends a request and waits for its reply. If ctx ends first, it tells the process that nobody
// is waiting any more.
func (c *client) ask(ctx context.Context, r request) (reply, error) {
	p := make(chan reply, 1)
	c.mu.Lock()
	if c.lost != nil || c.closed {
		err := c.lost
		c.mu.Unlock()
		if err == nil {
			err = ErrClosed
		}
		return reply{}, err
	}
	c.next++
	r.ID = c.next
	c.pending[r.ID] = question{p, r.Command != nil && r.Command.reopens()}
	c.mu.Unlock()
	if err := c.send(r); err != nil {
		<-c.gone // the last thing read says why
		return reply{}, c.why()
	}
	cancelled := ctx.Done()
	for {
		select {
		case got, ok := <-p:
			if !ok {
				return reply{}, c.why()
			}
			return got, got.Failure.err()
		case <-cancelled:
			_ = c.send(request{Cancel: r.ID}) // if that fails, so will the reply
			cancelled = nil
		}
	}
}

func (c *client) send(r request) error {
	c.sending.Lock()
	defer c.sending.Unlock()
	return writeFrame(c.to, r)
}

func (c *client) why() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lost
}

// isClosed reports whether Close was called.
func (c *client) isClosed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.closed
}

func (c *client) Material() *Material { return c.m }

func (c *client) Able() Abilities { return c.able }

// Progress implements Handle.
func (c *client) Progress() run.Progress {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.progress
}

func (c *client) Snapshots() <-chan *inference.Snapshot { return c.out }

// Latest implements Handle.
func (c *client) Latest() *inference.Snapshot {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.latest
}

// Control implements Handle.
func (c *client) Control(command Command) error {
	_, err := c.ask(context.Background(), request{Command: &command})
	return err
}

// Ask implements Handle.
func (c *client) Ask(ctx context.Context, q Query) (Answer, error) {
	if err := q.check(c.m); err != nil {
		return Answer{}, err
	}
	r, err := c.ask(ctx, request{Query: &q})
	if err != nil {
		return Answer{}, err
	}
	if r.Answer == nil {
		return Answer{}, errors.New("the worker process gave no answer")
	}
	return r.Answer.answer()
}

// Save implements Handle.
func (c *client) Save(ctx context.Context) (*pieces.Bytes, error) {
	r, err := c.ask(ctx, request{Save: true})
	return pieces.Of(r.Bytes), err
}

// Rest implements Handle.
func (c *client) Rest(ctx context.Context) error {
	_, err := c.ask(ctx, request{Rest: true})
	return err
}

// Result implements Handle. For a process that is gone it is the last known result.
func (c *client) Result(ctx context.Context) (*Result, error) {
	r, err := c.ask(ctx, request{Result: true})
	if len(r.Bytes) == 0 {
		return nil, err
	}
	found, failure := DecodeResult(r.Bytes)
	if failure != nil {
		return nil, fmt.Errorf("the result of the worker process cannot be read: %w", failure)
	}
	found.Hash = c.m.Hash // the worker was given the completed Spec
	return found, err
}

// Wait implements Handle.
func (c *client) Wait() error {
	c.mu.Lock()
	ended := c.ended
	c.mu.Unlock()
	<-ended
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Close implements Handle.
func (c *client) Close() {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	_ = c.process.Close() // the error of a process that is ended on purpose does not matter
	<-c.gone
}
