// Package factors shows factor models: heat maps of one state, and what the draws of a run say
// together.
package factors
