package diagnostics

import (
	"math"
	"slices"
)

// A radix sort of 64 bits makes one pass over all values for each digit, the last digit first, and skips digits that
// are the same in all. For many values it is several times faster than comparing them.
const (
	radixBits   = 11
	radixDigits = (64 + radixBits - 1) / radixBits
	radixLeast  = 1 << 11 // fewer values are compared
)

// ascending returns the values of all chains in ascending order; if one is NaN, the order is arbitrary.
func ascending(chains [][]float64) []float64 {
	n := 0
	for _, c := range chains {
		n += len(c)
	}
	all := make([]float64, 0, n)
	for _, c := range chains {
		all = append(all, c...)
	}
	if n < radixLeast {
		slices.Sort(all)
		return all
	}
	keys := make([]uint64, n)
	for i, v := range all {
		keys[i] = keyOf(v)
	}
	keys, _ = radix(keys, nil)
	for i, k := range keys {
		all[i] = valueOf(k)
	}
	return all
}

// keyOf returns a key that sorts in the order of the values.
func keyOf(v float64) uint64 {
	b := math.Float64bits(v)
	return b ^ (uint64(int64(b)>>63) | 1<<63)
}

// valueOf undoes keyOf.
func valueOf(k uint64) float64 { return math.Float64frombits(k ^ (uint64(int64(^k)>>63) | 1<<63)) }

// radix returns keys in ascending order and, unless nil, the companions of the keys in the same order. Equal keys keep
// their order. It overwrites both.
func radix(keys []uint64, beside []int32) ([]uint64, []int32) {
	var counts [radixDigits][1 << radixBits]int32
	for _, k := range keys {
		for d := range counts {
			counts[d][k>>(radixBits*d)&(1<<radixBits-1)]++
		}
	}
	alone := beside == nil
	spare, spareBeside := make([]uint64, len(keys)), make([]int32, len(beside))
	for d := range counts {
		at, shift := &counts[d], radixBits*d
		if int(at[keys[0]>>shift&(1<<radixBits-1)]) == len(keys) {
			continue
		}
		sum := int32(0)
		for i, n := range at {
			at[i] = sum
			sum += n
		}
		if alone {
			for _, k := range keys {
				p := &at[k>>shift&(1<<radixBits-1)]
				spare[*p] = k
				*p++
			}
		} else {
			for i, k := range keys {
				p := &at[k>>shift&(1<<radixBits-1)]
				spare[*p], spareBeside[*p] = k, beside[i]
				*p++
			}
		}
		keys, spare, beside, spareBeside = spare, keys, spareBeside, beside
	}
	return keys, beside
}
