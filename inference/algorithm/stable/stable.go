// Package stable sorts without code of its own for every type of element: that of package slices is compiled for each,
// which adds up to half a megabyte of the program. It is a little slower, so long lists in inner loops use slices.
package stable

import "sort"

// Sort sorts x by compare as slices.SortStableFunc does: elements that compare as equal keep their order, so that both
// give the same result.
func Sort[S ~[]E, E any](x S, compare func(a, b E) int) {
	sort.SliceStable(x, func(i, j int) bool { return compare(x[i], x[j]) < 0 })
}

// SortFunc sorts x by compare as slices.SortFunc does, to the same order of elements that compare as equal.
func SortFunc[S ~[]E, E any](x S, compare func(a, b E) int) {
	sort.Slice(x, func(i, j int) bool { return compare(x[i], x[j]) < 0 })
}
