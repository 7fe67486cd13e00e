package job

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/run"
)

// A killed worker gives a clear error to everyone who waits, and nothing hangs.
func TestKilledWorker(t *testing.T) {
	m := build(t, Spec{Model: "pydt", Goal: Goal{Iterations: number(1_000_000)}}, sample(t, "crabs"))
	h := start(t, process("serve"), m, Options{})
	first := <-h.Snapshots()
	if first == nil {
		t.Fatal("no snapshot came")
	}
	asked := make(chan error, 1)
	go func() { asked <- h.Rest(context.Background()) }()
	if err := h.(*client).process.(*worker).command.Process.Signal(os.Kill); err != nil {
		t.Fatal(err)
	}
	if err := h.Wait(); err == nil || !strings.Contains(err.Error(), "killed") ||
		!strings.Contains(err.Error(), "last saved state") {
		t.Errorf("the fit ended with %v", err)
	}
	if err := <-asked; err == nil {
		t.Error("a dead process rests")
	}
	if p := h.Progress(); p.State != run.Failed || h.Latest() == nil {
		t.Errorf("after its death %+v", p)
	}
	for _, err := range []error{h.Control(Command{Do: Pause}), second(h.Save(t.Context())),
		second(h.Result(t.Context()))} {
		if err == nil || !strings.Contains(err.Error(), "killed") {
			t.Errorf("after its death: %v", err)
		}
	}
	h.Close()
	h.Close()
}

func second[T any](_ T, err error) error { return err }

func TestBadWorkers(t *testing.T) {
	m := build(t, Spec{Model: "gaussian"}, sample(t, "iris"))
	for mode, want := range map[string]string{"babble": "is not the start of a message",
		"silent":      "it said: out of memory",
		"broken head": "killed", "broken body": "killed"} {
		if _, err := process(mode).Start(t.Context(), m, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a worker that is %s: %v", mode, err)
		}
	}
	if _, err := (Process{Command: []string{"/nowhere/espalier"}}).Start(t.Context(), m, Options{}); err == nil {
		t.Error("a program that is not there was started")
	}
}

// A context that ends closes the fit, and Wait returns the cause.
func TestContextEndsTheWorker(t *testing.T) {
	m := build(t, Spec{Model: "pydt", Goal: Goal{Iterations: number(1_000_000)}}, sample(t, "crabs"))
	for where, runner := range runners() {
		ctx, cancel := context.WithCancelCause(t.Context())
		h, err := runner.Start(ctx, m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		cause := errors.New("that is enough")
		cancel(cause)
		if err := h.Wait(); !errors.Is(err, cause) {
			t.Errorf("%s: %v", where, err)
		}
		h.Close()
	}
}

// Wait also returns the cause if the process reports that the fit stopped before the process ends, but not for a fit
// that was finished by then.
func TestLastWordOfAWorker(t *testing.T) {
	cause := errors.New("that is enough")
	for state, want := range map[run.State]error{run.Stopped: cause, run.Finished: nil} {
		c := newClient(nil, nil, nil)
		c.cause, c.closed = cause, true
		if err := c.take(reply{Ended: true, Progress: &run.Progress{State: state}}); err != nil {
			t.Fatal(err)
		}
		if err := c.Wait(); !errors.Is(err, want) {
			t.Errorf("%v: %v, want %v", state, err, want)
		}
	}
}

// A process that goes away without a last reply, after it reported in its progress that it had
// stopped, has given no cause.
func TestWorkerWithoutALastWord(t *testing.T) {
	cause, died := errors.New("that is enough"), errors.New("it died")
	for _, c := range []struct {
		said   run.State
		closed bool
		want   error
		state  run.State
	}{
		{run.Running, true, cause, run.Stopped},
		{run.Stopped, true, cause, run.Stopped},
		{run.Finished, true, nil, run.Finished},
		{run.Running, false, died, run.Failed},
		{run.Finished, false, died, run.Failed}, // its last snapshot has not come
	} {
		h := newClient(nil, nil, nil)
		if h.closed = c.closed; c.closed {
			h.cause = cause
		}
		if err := h.take(reply{Progress: &run.Progress{State: c.said}}); err != nil {
			t.Fatal(err)
		}
		h.lose(died)
		if err := h.Wait(); err != c.want || h.Progress().State != c.state {
			t.Errorf("%v, closed %v: %v, %v", c.said, c.closed, h.Progress().State, err)
		}
	}
	h := newClient(nil, nil, nil)
	if err := h.take(reply{Ended: true, Progress: &run.Progress{State: run.Finished}}); err != nil {
		t.Fatal(err)
	}
	h.lose(died)
	if err := h.Wait(); err != nil || h.Progress().State != run.Finished {
		t.Errorf("after its last word: %v, %v", h.Progress().State, err)
	}
}

// A worker ends when its standard input does, and answers nonsense with an error.
func TestServe(t *testing.T) {
	m := build(t, Spec{Model: "vbmfa", Goal: Goal{Iterations: number(1_000_000)}}, sample(t, "iris"))
	s, err := m.request(Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	serve := func(first any, then func(w io.Writer)) (replies []reply, err error) {
		in, to := io.Pipe()
		from, out := io.Pipe()
		done := make(chan error, 1)
		go func() {
			err := Worker{}.Serve(t.Context(), in, out)
			in.Close() // as when the process ends
			out.Close()
			done <- err
		}()
		go func() {
			if first != nil {
				_ = writeFrame(to, first)
			}
			then(to)
			to.Close()
		}()
		for {
			var r reply
			if err := readFrame(from, &r); err != nil {
				return replies, <-done
			}
			replies = append(replies, r)
		}
	}
	nothing := func(io.Writer) {}
	if r, err := serve(nil, nothing); err != nil || len(r) != 0 {
		t.Errorf("nothing asked: %v, %v", r, err)
	}
	if r, err := serve(request{ID: 1, Start: s}, nothing); err != nil || len(r) == 0 || r[0].Able == nil {
		t.Errorf("started and left: %v, %v", r, err)
	}
	if r, err := serve(request{ID: 1, Save: true}, nothing); err != nil || len(r) != 1 || r[0].Failure == nil {
		t.Errorf("no start: %v, %v", r, err)
	}
	for name, bad := range map[string]startRequest{
		"no spec":      {Table: s.Table},
		"no table":     {Spec: s.Spec},
		"half a table": {Spec: s.Spec, Table: s.Table[:len(s.Table)/2]},
		"a raw table":  {Spec: s.Spec, Table: []byte("a,b\n1,2\n"), Raw: true},
		"a bad state":  {Spec: s.Spec, Table: s.Table, Options: Options{State: pieces.Of([]byte("x"))}},
	} {
		if r, err := serve(request{ID: 1, Start: &bad}, nothing); err != nil || len(r) != 1 || r[0].Failure == nil {
			t.Errorf("%s: %v, %v", name, r, err)
		}
	}
	for name, then := range map[string]func(io.Writer){
		"cut short": func(w io.Writer) { _, _ = w.Write([]byte("ESPF\x00\x00")) },
		"a claim":   func(w io.Writer) { _, _ = w.Write([]byte("ESPF\xff\xff\xff\xff\x00\x00\x00\x00")) },
		"a length":  func(w io.Writer) { _, _ = w.Write([]byte("ESPF\x3f\xff\xff\xff\x00\x00\x00\x00abc")) },
		"no frame":  func(w io.Writer) { _, _ = w.Write([]byte("GET / HTTP/1.1\r\n\r\n")) },
		"damaged":   func(w io.Writer) { _, _ = w.Write([]byte("ESPF\x00\x00\x00\x01\x00\x00\x00\x00\xa0")) },
	} {
		if _, err := serve(request{ID: 1, Start: s}, then); err == nil ||
			!strings.Contains(err.Error(), "reading a request") {
			t.Errorf("%s: %v", name, err)
		}
	}
	replies, err := serve(request{ID: 1, Start: s}, func(w io.Writer) {
		_ = writeFrame(w, request{ID: 2, Start: s})
		_ = writeFrame(w, request{ID: 3})
		_ = writeFrame(w, request{ID: 4, Command: &Command{Do: "dance"}})
		_ = writeFrame(w, request{Cancel: 77})
		_ = writeFrame(w, request{ID: 5, Query: &Query{}})
	})
	if err != nil {
		t.Error(err)
	}
	refused := map[uint64]bool{}
	for _, r := range replies {
		refused[r.ID] = refused[r.ID] || r.Failure != nil
	}
	for id := uint64(2); id <= 5; id++ {
		if !refused[id] {
			t.Errorf("request %d was not refused", id)
		}
	}
}
