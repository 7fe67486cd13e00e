// Package inferencetest holds the checks that every model must pass: that it keeps the contracts of
// package inference ([Conformance]), and that a sampler draws from the right distribution
// ([Geweke], [Replicates]).
package inferencetest
