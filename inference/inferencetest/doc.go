// Package inferencetest holds the checks that every model owes: that it keeps the
// contracts of package inference ([Conformance]), and that a sampler draws from
// the distribution it should ([Geweke], [Replicates]).
package inferencetest
