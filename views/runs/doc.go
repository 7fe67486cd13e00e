// Package runs shows how runs go and how well they do: the trace of the objective, the diagnostics of chains, and the
// fit of held-out data.
package runs
