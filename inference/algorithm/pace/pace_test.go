package pace

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// A step ends with an iteration, with the work, with its time or with its context.
func TestWork(t *testing.T) {
	pieces := 0
	piece := func() bool { pieces++; return pieces == 3 }
	synctest.Test(t, func(t *testing.T) { // no time passes, however busy the machine is
		if got, err := Work(t.Context(), nil, piece); got != Completed || err != nil || pieces != 3 {
			t.Errorf("%v, %v after %d pieces", got, err, pieces)
		}
		if got, err := Work(t.Context(), func() bool { return pieces >= 5 }, piece); got != Ended || err != nil ||
			pieces != 5 {
			t.Errorf("%v, %v after %d pieces", got, err, pieces)
		}
	})
	begun := time.Now()
	if got, err := Work(t.Context(), nil, func() bool { return false }); got != Paused || err != nil ||
		time.Since(begun) <= Step {
		t.Errorf("%v, %v after %v", got, err, time.Since(begun))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Work(ctx, nil, piece); !errors.Is(err, context.Canceled) || pieces != 5 {
		t.Errorf("%v after %d pieces", err, pieces)
	}
}
