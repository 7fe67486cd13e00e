// Package labels numbers the groups of things by first appearance.
package labels

// Number numbers the groups of z by first appearance, in place: 0, 1, 2, …. A label below 0 is of no group and stays.
// It returns how many groups there are. O(n)
func Number(z []int) (groups int) {
	number := map[int]int{}
	for i, k := range z {
		if k < 0 {
			continue
		}
		m, ok := number[k]
		if !ok {
			m = len(number)
			number[k] = m
		}
		z[i] = m
	}
	return len(number)
}

// Numbered reports whether each thing is in a group and the groups are numbered by first appearance.
func Numbered(z []int) bool {
	next := 0
	for _, k := range z {
		if k < 0 || k > next {
			return false
		}
		next = max(next, k+1)
	}
	return true
}

// Members lists the items of each group, ascending, of labels from 0.
func Members(z []int) [][]int {
	var m [][]int
	for i, k := range z {
		for len(m) <= k {
			m = append(m, nil)
		}
		m[k] = append(m[k], i)
	}
	return m
}
