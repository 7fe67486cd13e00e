// Package search finds the best diffusion tree of a table whose columns diffuse by themselves: methods em and mp.
//
// A [Fit] goes through stages (fit.go): the linkage tree (start.go), a pilot that learns hyperparameters (piloting.go),
// starts and their refinement (start.go), the number of branch points (balance.go), supports (support.go, second.go)
// and then the search, one subtree moved an iteration, ahead on several threads (ahead.go), with upkeep from time to
// time (upkeep.go). Tables of many rows go another way (large.go). Method mp judges trees by messages (judge.go,
// judge_search.go). save.go is what is needed to continue.
package search
