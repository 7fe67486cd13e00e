package design

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// set returns whether the numbers of a function of the row are of a design.
func set(n int, of func(i int) int) bool {
	var f Numbers
	for i := range n {
		f.Add(float64(of(i)))
	}
	return f.Set()
}

func TestSet(t *testing.T) {
	for name, is := range map[string]bool{
		"blocks of four":              set(24, func(i int) int { return 1 + i/4 }),
		"cycles of three":             set(12, func(i int) int { return 1 + i%3 }),
		"runs in cycles":              set(24, func(i int) int { return i / 2 % 4 }),
		"twenty runs of five, from 0": set(100, func(i int) int { return i % 20 }),
		"blocks, of which two are cut": set(115, func(i int) int {
			if i < 3 {
				return 1
			}
			return 2 + (i-3)/12
		}),
		"pairs":                           set(12, func(i int) int { return 1 + i/2 }),
		"eight runs, seven of them pairs": set(15, func(i int) int { return 1 + (i+1)/2 }),
		"nine runs, six of them pairs": set(20, func(i int) int {
			return []int{1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9}[i]
		}),
	} {
		if !is {
			t.Error(name)
		}
	}
	r := rand.New(rand.NewPCG(3, 5))
	counts := make([]int, 120)
	for i := range counts {
		counts[i] = 1 + int(4*r.ExpFloat64())
	}
	sorted := slices.Clone(counts)
	slices.Sort(sorted)
	for name, is := range map[string]bool{
		"row numbers":      set(60, func(i int) int { return i + 1 }),
		"zeros and ones":   set(60, func(i int) int { return i / 30 }),
		"in turn":          set(60, func(i int) int { return i % 2 }),
		"one number":       set(60, func(int) int { return 1 }),
		"few rows":         set(9, func(i int) int { return 1 + i/3 }),
		"from 5":           set(24, func(i int) int { return 5 + i/4 }),
		"counts":           set(120, func(i int) int { return counts[i] }),
		"counts in order":  set(120, func(i int) int { return sorted[i] }),
		"one of them off":  set(24, func(i int) int { return 1 + i/4 + i/23 }),
		"the last run cut": set(22, func(i int) int { return 1 + i/4 }),
		"nothing":          set(0, func(int) int { return 0 }),
	} {
		if is {
			t.Error(name)
		}
	}
}
