package inference

import "slices"

// Thin returns the draws of a chain whose iteration, given by at, is a multiple of stride. It keeps
// the draws evenly spaced when there are too many. It shares no memory with all.
func Thin[T any](all []T, at func(T) int, stride int) []T {
	return slices.DeleteFunc(slices.Clone(all), func(d T) bool { return at(d)%stride != 0 })
}

// AfterBurnIn returns the draws, in the order of their iterations, that count once the given number
// of iterations is complete: those after the share [BurnIn] of them.
func AfterBurnIn[T any](all []T, at func(T) int, iterations int) []T {
	from := BurnIn * float64(iterations)
	for i, d := range all {
		if float64(at(d)) >= from {
			return all[i:]
		}
	}
	return nil
}
