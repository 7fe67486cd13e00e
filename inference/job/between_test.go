package job

import (
	"testing"
	"time"
)

// Checkpoints end in time, even if each takes longer than the one before; if that is impossible, they take half of the
// time.
func TestBetweenSaves(t *testing.T) {
	for _, c := range []struct{ every, took, want time.Duration }{
		{60 * time.Second, 0, 59 * time.Second},
		{60 * time.Second, 3 * time.Second, 51 * time.Second}, // the next one may take 6 s
		{2 * time.Second, 200 * time.Millisecond, 800 * time.Millisecond},
		{time.Second, 0, 500 * time.Millisecond},
		{2 * time.Second, 5 * time.Second, 5 * time.Second},
	} {
		if got := BetweenSaves(c.every, c.took); got != c.want {
			t.Errorf("every %v, where the last one took %v: after %v, not %v", c.every, c.took, got, c.want)
		}
	}
}
