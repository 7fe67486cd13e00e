package inferencetest

import (
	"runtime"
	"testing"
	"time"
)

// What is waited for is no work of a step, where the processor time is known.
func TestWaitingIsNotCounted(t *testing.T) {
	if ProcessorTime() == 0 {
		t.Skipf("%s does not tell the processor time", runtime.GOOS)
	}
	w := startWatch()
	w.wall = w.wall.Add(-time.Hour) // as if a busy machine had held it back
	if took := w.took(); took >= time.Hour {
		t.Errorf("an hour of waiting was counted: %v", took)
	}
	w = startWatch()
	w.used -= time.Hour // as if other threads had worked
	if took := w.took(); took >= time.Hour {
		t.Errorf("the work of other threads was counted: %v", took)
	}
}
