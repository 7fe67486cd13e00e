package job

import (
	"bufio"
	"io"
	"testing"

	"example.org/espalier/inference/run"
)

// A fit that is told to continue may have ended again before the reply is written. Until the process reports that end,
// with its last snapshot, the fit has not ended for its clients.
func TestEndsAreToldInOrder(t *testing.T) {
	m := build(t, Spec{Model: "vbmfa", Goal: Goal{Iterations: number(1)}}, sample(t, "iris"))
	fit := start(t, Local{}, m, Options{})
	if err := fit.Wait(); err != nil {
		t.Fatal(err)
	}
	picture, err := encodeSnapshot(fit.Latest())
	if err != nil {
		t.Fatal(err)
	}
	requests, to := io.Pipe()
	from, replies := io.Pipe()
	in := bufio.NewReader(requests)
	tell := func(r reply) {
		if err := writeFrame(replies, r); err != nil {
			t.Error(err)
		}
	}
	next := func() (r request) {
		if err := readFrame(in, &r); err != nil {
			t.Error(err)
		}
		return r
	}
	ended := &run.Progress{State: run.Finished, Iteration: 3}
	c := newClient(m, replies, to)
	told := make(chan struct{})
	go func() {
		tell(reply{ID: next().ID, Able: &Abilities{}})
		tell(reply{Ended: true, Progress: &run.Progress{State: run.Finished, Iteration: 1}})
		tell(reply{ID: next().ID, Progress: ended}) // it has done two iterations already
		<-told
		tell(reply{Ended: true, Progress: ended, Snapshot: picture})
		r := next()
		tell(reply{ID: r.ID, Progress: ended, Failure: failureOf(io.ErrUnexpectedEOF)})
	}()
	if err := c.begin(from, &startRequest{}, func(err error) error { return err }); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); err != nil || c.Latest() != nil {
		t.Fatal(err, c.Latest())
	}
	if err := c.Control(Command{Do: More, N: 2}); err != nil {
		t.Fatal(err)
	}
	c.mu.Lock()
	select {
	case <-c.ended:
		t.Error("it has ended before its last snapshot is there")
	default:
	}
	c.mu.Unlock()
	close(told)
	if err := c.Wait(); err != nil || c.Latest() == nil {
		t.Errorf("%v, snapshot %v", err, c.Latest())
	}
	if err := c.Control(Command{Do: More, N: 2}); err == nil {
		t.Error("a refusal is no error")
	}
	if err := c.Wait(); err != nil { // it stays ended
		t.Error(err)
	}
	c.Close()
}
