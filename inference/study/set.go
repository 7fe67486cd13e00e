package study

import "slices"

// A Set is a set of numbers in ascending order, without repeats; nil is the empty set.
type Set = []int

// SetOf returns the set of some numbers, which may come in any order and repeat. It shares no
// memory with them.
func SetOf(numbers []int) Set {
	if len(numbers) == 0 {
		return nil
	}
	s := slices.Clone(numbers)
	slices.Sort(s)
	return slices.Compact(s)
}

// Without returns the numbers of a that are not in b; nil for none.
func Without(a, b Set) Set {
	var left Set
	for _, x := range a {
		if _, in := slices.BinarySearch(b, x); !in {
			left = append(left, x)
		}
	}
	return left
}

// Toggled returns a with b added or, if a contains all of b, removed. A Shift-click on b does this to a selection a.
func Toggled(a, b Set) Set {
	if rest := Without(a, b); len(rest) == len(a)-len(b) {
		return rest
	}
	return SetOf(slices.Concat(a, b))
}

// IndexOf returns the index of a set in a list, −1 if it is not there.
func IndexOf(sets []Set, s Set) int {
	return slices.IndexFunc(sets, func(other Set) bool { return slices.Equal(other, s) })
}

// ToggledIn returns a list of sets with one added, or removed if it is there.
func ToggledIn(sets []Set, s Set) []Set {
	if i := IndexOf(sets, s); i >= 0 {
		return slices.Delete(slices.Clone(sets), i, i+1)
	}
	return append(slices.Clone(sets), s)
}
