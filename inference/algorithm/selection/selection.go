// Package selection finds order statistics without sorting.
package selection

import "cmp"

// Kth reorders v so that v[k] is the element that sorting would put there, counted from 0, with no greater numbers
// before it and no lesser ones after it, in linear time on average (Hoare 1961, with the median of three).
func Kth[T cmp.Ordered](v []T, k int) { KthWith(v, nil, k) }

// KthWith is [Kth] of the numbers by; those of with, one for each, go along. A nil with is none.
func KthWith[T cmp.Ordered](by, with []T, k int) {
	low, high := 0, len(by)-1
	for low < high {
		a, b, c := by[low], by[(low+high)/2], by[high]
		pivot := max(min(a, b), min(max(a, b), c)) // their median
		i, j := low, high
		for i <= j {
			for by[i] < pivot {
				i++
			}
			for by[j] > pivot {
				j--
			}
			if i <= j {
				by[i], by[j] = by[j], by[i]
				if with != nil {
					with[i], with[j] = with[j], with[i]
				}
				i++
				j--
			}
		}
		switch {
		case k <= j:
			high = j
		case k >= i:
			low = i
		default:
			return
		}
	}
}
