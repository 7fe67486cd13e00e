// Package jobtest helps to test fits.
package jobtest

import (
	"testing"

	"example.org/espalier/inference/job"
)

// Fit runs a fit to its end and returns its result.
func Fit(t testing.TB, by job.Runner, m *job.Material, o job.Options) *job.Result {
	t.Helper()
	h, err := by.Start(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if err := h.Wait(); err != nil {
		t.Fatal(err)
	}
	r, err := h.Result(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}
