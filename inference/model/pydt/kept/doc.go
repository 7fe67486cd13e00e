// Package kept has what a chain over trees keeps of its states: a [Draw] is one, and a [List] has evenly spaced ones,
// the best, and the moments of all scalars after burn-in.
package kept
