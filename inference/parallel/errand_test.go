package parallel

import (
	"context"
	"testing"
	"time"
)

// A panic in an errand reaches the goroutine that waits for it.
func TestErrandPanics(t *testing.T) {
	defer func() {
		if recover() != "wrong" {
			t.Error("the panic is lost")
		}
	}()
	for e := NewErrand(func() bool { panic("wrong") }); e.Wait(context.Background(), time.Millisecond) == Unfinished; {
	}
}
