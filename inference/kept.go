package inference

import "slices"

// BurnIn is the share of the iterations of each chain, from its beginning, that
// summaries and diagnostics leave out unless told otherwise: until then a chain may
// still be on its way from where it started.
const BurnIn = 0.25

// WithoutBurnIn returns the draws of all chains without the first part of each: those before
// a share in [0,1) of its iterations so far. The last draw of a chain always stays.
func WithoutBurnIn[D interface{ At() (chain, iteration int) }](draws []D, share float64) []D {
	last := map[int]int{}
	for _, d := range draws {
		chain, iteration := d.At()
		last[chain] = max(last[chain], iteration)
	}
	kept := make([]D, 0, len(draws))
	for _, d := range draws {
		if chain, iteration := d.At(); float64(iteration) >= share*float64(last[chain]) {
			kept = append(kept, d)
		}
	}
	return kept
}

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

// Thinned are the draws of a chain that are kept, evenly spaced.
type Thinned[D interface{ At() int }] struct {
	Draws  []D // in the order of their iterations
	Stride int // iterations between draws, ≥ 1
}

// Offer keeps the draw of an iteration if it is its turn. While full says that there are too many, every second one is
// dropped,
// and from then on half as many are taken.
func (k *Thinned[D]) Offer(iteration int, take func() D, full func(draws []D) bool) {
	if iteration%k.Stride != 0 {
		return
	}
	k.Draws = append(k.Draws, take())
	for full(k.Draws) {
		k.Stride *= 2
		k.Draws = Thin(k.Draws, D.At, k.Stride)
	}
}

// After returns the draws after burn-in, once the given number of iterations is complete.
func (k *Thinned[D]) After(iteration int) []D { return AfterBurnIn(k.Draws, D.At, iteration) }
