package job

import (
	"bytes"
	"context"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/run"
)

// kill ends the process of a fit.
func kill(t *testing.T, h Handle) {
	t.Helper()
	if err := h.(*kept).client.process.(*worker).command.Process.Signal(os.Kill); err != nil {
		t.Fatal(err)
	}
}

// A killed process leaves a fit that says so, stopped at the last kept state; it continues from there to the
// bits of one that was never interrupted.
func TestKeptFitGoesOn(t *testing.T) {
	spec := Spec{Model: "nsfa", Seed: 5, Goal: Goal{Iterations: number(200)}}
	ticks, saved := make(chan time.Time), make(chan struct{})
	k := Kept{Process: process("serve"), Clock: func(time.Duration) <-chan time.Time { return ticks },
		Saved: func() { saved <- struct{}{} }}
	h := start(t, k, build(t, spec, sample(t, "iris")), Options{Paused: true})
	for deaths := range 3 {
		if err := h.Control(Command{Do: Step, N: 20}); err != nil {
			t.Fatal(err)
		}
		if err := h.Rest(t.Context()); err != nil {
			t.Fatal(err)
		}
		first := h.Progress().Iteration
		ticks <- time.Time{}
		<-saved
		if err := h.Control(Command{Do: Step, N: 7}); err != nil { // what is lost
			t.Fatal(err)
		}
		if err := h.Rest(t.Context()); err != nil {
			t.Fatal(err)
		}
		alive := h
		for r, ok := alive.(*kept).now().(*rested); ok; r, ok = alive.(*kept).now().(*rested) {
			alive = r.awake // the process of the fit that went on
		}
		kill(t, alive)
		if err := h.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
			t.Fatalf("death %d: the fit ended with %v", deaths, err)
		}
		if p := h.Progress(); p.State != run.Stopped || p.Iteration != first || h.Latest() == nil {
			t.Fatalf("death %d: %+v", deaths, p)
		}
		if r, err := h.Result(t.Context()); r == nil || r.State == nil || err == nil {
			t.Fatalf("death %d: the result is %v, %v", deaths, r, err)
		}
	}
	if err := h.Control(Command{Do: More, N: 30}); err != nil {
		t.Fatal(err)
	}
	if err := h.Wait(); err != nil {
		t.Fatal(err)
	}
	got, err := h.Result(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	spec.Goal.Iterations = number(230)
	unbroken := start(t, Local{Version: "test"}, build(t, spec, sample(t, "iris")), Options{})
	if err := unbroken.Wait(); err != nil {
		t.Fatal(err)
	}
	want, err := unbroken.Result(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got.Spec, got.Hash = want.Spec, want.Hash // which say another goal
	a, errA := got.Bits()
	b, errB := want.Bits()
	if errA != nil || errB != nil || !bytes.Equal(a, b) {
		t.Errorf("after %d iterations and three deaths the fit is another than after %d (%v, %v)", got.Iterations,
			want.Iterations, errA, errB)
	}
}

// A state that somebody else asks for is kept too, and restarts the wait until the next one.
func TestSavedFitIsKept(t *testing.T) {
	waits := make(chan chan time.Time)
	clock := func(time.Duration) <-chan time.Time {
		c := make(chan time.Time, 1)
		waits <- c
		return c
	}
	h := start(t, Kept{Process: process("serve"), Clock: clock},
		build(t, Spec{Model: "nsfa", Goal: Goal{Iterations: number(200)}}, sample(t, "iris")), Options{Paused: true})
	<-waits
	var state *pieces.Bytes
	for _, steps := range []int{20, 5} {
		if err := h.Control(Command{Do: Step, N: steps}); err != nil {
			t.Fatal(err)
		}
		if err := h.Rest(t.Context()); err != nil {
			t.Fatal(err)
		}
		if h.Latest() == nil {
			<-h.Snapshots()
		}
		var err error
		if state, err = h.Save(t.Context()); err != nil {
			t.Fatal(err)
		}
		<-waits // again
	}
	at := h.Progress().Iteration
	if err := h.Control(Command{Do: Step, N: 7}); err != nil {
		t.Fatal(err)
	}
	if err := h.Rest(t.Context()); err != nil {
		t.Fatal(err)
	}
	kill(t, h)
	if err := h.Wait(); err == nil || h.Progress().State != run.Stopped {
		t.Errorf("%v, %+v", err, h.Progress())
	}
	r, err := h.Result(t.Context())
	if r == nil || err == nil {
		t.Fatalf("the result is there: %v, with error %v", r != nil, err)
	}
	if !bytes.Equal(flat(t, r.State), flat(t, state)) || r.Snapshot.Iteration > at {
		t.Errorf("the state is another, or what was found, of iteration %d, is after it, of %d", r.Snapshot.Iteration, at)
	}
}

// If the process is killed after the fit has reached its goal, its result was taken and its state kept, the fit is
// unchanged and can continue.
func TestKilledAtItsGoal(t *testing.T) {
	k := Kept{Process: process("serve"), Clock: func(time.Duration) <-chan time.Time { return nil }}
	h := start(t, k, build(t, Spec{Model: "nsfa", Goal: Goal{Iterations: number(20)}}, sample(t, "iris")), Options{})
	if err := h.Wait(); err != nil {
		t.Fatal(err)
	}
	want, err := h.Result(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	state, err := h.Save(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	kill(t, h)
	got, err := h.Result(t.Context())
	if err != nil || h.Wait() != nil || h.Progress().State != run.Finished || got.Iterations != want.Iterations ||
		got.Problem != "" || !bytes.Equal(flat(t, got.State), flat(t, state)) {
		t.Errorf("%v, %+v", err, h.Progress())
	}
	if err := h.Control(Command{Do: More, N: 5}); err != nil {
		t.Fatal(err)
	}
	if err := h.Wait(); err != nil || h.Progress().Iteration != 25 {
		t.Errorf("%v, %+v", err, h.Progress())
	}
}

// A fit whose process is killed before a state was kept has failed.
func TestKeptFitWithoutState(t *testing.T) {
	k := Kept{Process: process("serve"), Clock: func(time.Duration) <-chan time.Time { return nil }}
	h := start(t, k, build(t, Spec{Model: "nsfa"}, sample(t, "iris")), Options{Paused: true})
	kill(t, h)
	if err := h.Wait(); err == nil || !strings.Contains(err.Error(), "killed") || h.Progress().State != run.Failed {
		t.Errorf("%v, %s", err, h.Progress().State)
	}
	h.Close()
	if s, ok := <-h.Snapshots(); ok && s == nil {
		t.Error("the snapshots do not end")
	}
}

// A process takes no more memory than it is allowed, and the fit says that it needed more.
func TestLimitedProcess(t *testing.T) {
	m := build(t, Spec{Model: "nsfa", Goal: Goal{Iterations: number(5)}}, sample(t, "iris"))
	p := process("serve")
	p.Limited = true
	if err := start(t, p, m, Options{}).Wait(); err != nil {
		t.Errorf("the memory that is allowed is not enough: %v", err)
	}
	if runtime.GOOS != "linux" {
		t.Skip("this system does not limit a process")
	}
	p = process("glutton")
	p.Limited = true
	// it is not to end before
	m = build(t, Spec{Model: "nsfa", Goal: Goal{Iterations: number(1_000_000)}}, sample(t, "iris"))
	if err := start(t, p, m, Options{}).Wait(); err == nil || !strings.Contains(err.Error(), "out of memory") {
		t.Errorf("a process that takes too much ended with %v", err)
	}
}

var hoard [][]byte // what a glutton keeps

// glutton serves a fit, and then exceeds its memory limit.
func glutton() {
	r, w, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	go func() {
		_ = Worker{Version: "test"}.Serve(context.Background(), os.Stdin, w) // it is not to end
	}()
	b := make([]byte, 1<<16)
	n, err := r.Read(b) // the fit is at work
	if err != nil {
		panic(err)
	}
	if _, err := os.Stdout.Write(b[:n]); err != nil {
		panic(err)
	}
	if err := run.Limit(64 << 20); err != nil {
		panic(err)
	}
	for {
		hoard = append(hoard, make([]byte, 16<<20))
		for i := range hoard[len(hoard)-1] {
			hoard[len(hoard)-1][i] = 1
		}
	}
}
