package inferencetest

import (
	"fmt"
	"math"
	"testing"
)

// Near fails t unless got is at most tolerance away from want.
func Near(t testing.TB, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %.12g, want %.12g", what, got, want)
	}
}

// Close fails t unless got is at most tolerance·(1 + |want|) away from want.
func Close(t testing.TB, what string, got, want, tolerance float64) {
	t.Helper()
	Near(t, what, got, want, tolerance*(1+math.Abs(want)))
}

// A Recorder takes failures in place of a test, to see whether a check notices a fault.
type Recorder struct {
	testing.TB
	Failures []string
}

// Helper does nothing: the failures are not those of the test.
func (r *Recorder) Helper() {}

// Logf says nothing.
func (r *Recorder) Logf(string, ...any) {}

// Errorf records a failure.
func (r *Recorder) Errorf(format string, args ...any) {
	r.Failures = append(r.Failures, fmt.Sprintf(format, args...))
}
