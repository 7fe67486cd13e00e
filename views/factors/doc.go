// Package factors shows factor models: heat maps of one state, and summaries of the draws of a run.
package factors
