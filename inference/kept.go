package inference

import "slices"

// Thin returns the draws of a chain whose iteration, told by at, is a multiple of stride: what
// is kept when there are too many, so that they stay evenly spaced. It shares no memory with all.
func Thin[T any](all []T, at func(T) int, stride int) []T {
	return slices.DeleteFunc(slices.Clone(all), func(d T) bool { return at(d)%stride != 0 })
}

// AfterBurnIn returns the draws of a chain, in the order of their iterations, that count when
// so many iterations are complete: those from the share [BurnIn] of them on.
func AfterBurnIn[T any](all []T, at func(T) int, iterations int) []T {
	from := BurnIn * float64(iterations)
	for i, d := range all {
		if float64(at(d)) >= from {
			return all[i:]
		}
	}
	return nil
}
