package outtree

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
)

// a counted context is cancelled when it is asked for the so manieth time.
type counted struct {
	context.Context
	left  int
	asked int
}

func (c *counted) Err() error {
	if c.asked++; c.asked > c.left {
		return context.Canceled
	}
	return nil
}

// A step asks before each slice of work whether it was cancelled, and then does nothing more; so a cancelled fit waits
// for one slice, whose size does not depend on the number of rows. What was done stays done.
func TestCancel(t *testing.T) {
	x := clumps(90, 3, 2, rand.New(rand.NewPCG(1, 17)))
	for _, blocks := range []int{1, 6} {
		f, whole := inBlocks(x, priorOf(x), false, blocks), inBlocks(x, priorOf(x), false, blocks)
		for !whole.done() {
			whole.advance()
		}
		last, told, cancelled := 0.0, 0.0, 0
		for !f.done() {
			c := &counted{Context: context.Background(), left: 2}
			cycle := f.Cycle
			r, err := f.Step(c)
			if err != nil {
				if cancelled++; c.asked != 3 {
					t.Fatalf("%d slices after the cancel", c.asked-3)
				}
				if again := (&counted{Context: context.Background()}); cancelled%5 == 0 {
					stage, at := f.stage, f.at
					if _, err := f.Step(again); err == nil || f.stage != stage || f.at != at {
						t.Fatal("a cancelled step went on")
					}
				}
				continue
			}
			if f.Cycle == cycle && f.Cycle == 0 && r.Fraction < last {
				t.Errorf("fraction %v after %v", r.Fraction, last)
			}
			if last = r.Fraction; r.Share < told || r.Share > 1 || f.done() && r.Share != 1 || !f.done() && r.Share == 1 {
				t.Errorf("%v of the fit after %v", r.Share, told)
			}
			told = r.Share
		}
		if cancelled < 5 || f.Bound != whole.Bound {
			t.Errorf("%d blocks: %d cancelled steps; bound %v, without them %v", blocks, cancelled, f.Bound, whole.Bound)
		}
	}
}

// The share of the fit that is told as done is near that of its cycles, from the third on.
func TestShare(t *testing.T) {
	for seed := range uint64(4) {
		x := clumps(60, 3, 2, rand.New(rand.NewPCG(seed, 18)))
		f := newFit(x, priorOf(x), false, 0)
		var told []float64
		for !f.done() {
			if f.advance() {
				told = append(told, f.share())
			}
		}
		t.Logf("%.2f", told)
		for k, share := range told {
			if is := float64(k+1) / float64(len(told)); k >= 3 && !(math.Abs(share-is) <= 0.3) {
				t.Errorf("cycle %d of %d: %.2f of the fit", k+1, len(told), share)
			}
		}
	}
}
