package outtree

import (
	"context"
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
		last, cancelled := 0.0, 0
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
			last = r.Fraction
		}
		if cancelled < 5 || f.Bound != whole.Bound {
			t.Errorf("%d blocks: %d cancelled steps; bound %v, without them %v", blocks, cancelled, f.Bound, whole.Bound)
		}
	}
}
