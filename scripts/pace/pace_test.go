package main

import (
	"context"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// withClock measures works by a clock that the works themselves move, on a machine where other programs slow each call
// by a share that comes by turns.
func withClock(t *testing.T, disturbed []float64) (work func(cost time.Duration) func() error) {
	was, loop := timed, unitOfWork
	t.Cleanup(func() { timed, unitOfWork = was, loop })
	unitOfWork = func() error { return nil }
	var cost time.Duration
	call := 0
	timed = func(once func() error) (time.Duration, error) {
		cost = 100 * time.Millisecond // of the calibration loop, which moves nothing here
		err := once()
		call++
		return time.Duration(float64(cost) * (1 + disturbed[call%len(disturbed)])), err
	}
	return func(d time.Duration) func() error {
		return func() error { cost = d; return nil }
	}
}

// A loss of 20 % is noticed, and one of 5 % and other programs are not.
func TestLossIsNoticed(t *testing.T) {
	for _, disturbed := range [][]float64{{0}, {0.6, 0.1, 0, 0.9, 0.3}, {0.02, 1.5, 0.7, 0.05, 0.4, 0.01, 0.3}} {
		for _, c := range []struct {
			slower float64
			found  bool
		}{{1, false}, {1.05, false}, {1.2, true}, {2, true}, {0.5, false}} {
			cost := withClock(t, disturbed)
			list := []work{
				{"steady", cost(300 * time.Millisecond)},
				{"changed", cost(time.Duration(c.slower * float64(200*time.Millisecond)))},
			}
			held := map[string]float64{"steady": 3, "changed": 2}
			bounds := map[string]float64{"steady": 3 * here, "changed": 2 * here}
			ratios, err := measure(list, bounds, 25, io.Discard)
			if err != nil {
				t.Fatal(err)
			}
			var said strings.Builder
			err = judge(list, held, ratios, here, &said)
			if c.found != (err != nil) {
				t.Errorf("others %v, %g times as slow: %v", disturbed, c.slower, err)
			}
			if err != nil && (!strings.Contains(err.Error(), "changed takes") || strings.Contains(err.Error(), "steady")) {
				t.Errorf("the wrong fit is named: %v", err)
			}
			if faster := strings.Contains(said.String(), "record it anew"); faster != (c.slower < 1/here) {
				t.Errorf("%g times as slow is said to be faster: %v", c.slower, faster)
			}
		}
	}
}

func TestRatiosAreRead(t *testing.T) {
	ratios := map[string]float64{"ddt 150×40": 2.25, "reading a table": 0.5}
	got, on, err := parsed(written(ratios, "Some Processor 7"))
	if err != nil || on != "Some Processor 7" || len(got) != 2 || got["ddt 150×40"] != 2.25 ||
		got["reading a table"] != 0.5 {
		t.Errorf("%v, %q, %v", got, on, err)
	}
	for _, wrong := range []string{"fast ddt", "0 ddt", "-1 ddt", "2", "NaN ddt"} {
		if _, _, err := parsed(wrong + "\n"); err == nil {
			t.Errorf("%q is taken for a ratio", wrong)
		}
	}
}

func TestEveryWorkIsHeld(t *testing.T) {
	text, err := os.ReadFile("ratios.txt")
	if err != nil {
		t.Fatal(err)
	}
	held, _, err := parsed(string(text))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, w := range works() {
		if names[w.name] {
			t.Errorf("two works are called %q", w.name)
		}
		names[w.name] = true
		if held[w.name] == 0 {
			t.Errorf("%q has no ratio", w.name)
		}
	}
	if len(held) != len(names) {
		t.Errorf("%d ratios are held, of %d works", len(held), len(names))
	}
}

// A comparison that ends early, before a tree is checked out or while it is, leaves no folder and no tree that git
// knows.
func TestNothingIsLeftBehind(t *testing.T) {
	if text, err := exec.Command("git", "rev-parse", "HEAD").CombinedOutput(); err != nil {
		t.Skipf("this is no clone that git reads: %s", text)
	}
	for _, wait := range []time.Duration{0, 20 * time.Millisecond} {
		folder := t.TempDir()
		t.Setenv("TMPDIR", folder)
		ctx, cancel := context.WithTimeout(context.Background(), wait)
		defer cancel()
		if err := compare(ctx, "HEAD", "", 1, "", io.Discard); err == nil {
			t.Error("no error")
		}
		left, err := os.ReadDir(folder)
		if err != nil || len(left) > 0 {
			t.Errorf("after %v: %v, %v", wait, left, err)
		}
		trees, err := exec.Command("git", "worktree", "list").CombinedOutput()
		if err != nil || strings.Contains(string(trees), folder) {
			t.Errorf("after %v: %s, %v", wait, trees, err)
		}
	}
}
