package gap

import "example.org/espalier/inference/tree"

// mostInOne is the share of the rows above which a part has nearly all of them.
const mostInOne = 0.875

// Even returns the smallest number of parts, k or more, of which none has nearly all rows, more than seven of eight; k
// where a part always has.
func Even(cut *tree.BranchCut, k int) int {
	for more := k; more <= len(cut.Nodes)+1; more++ {
		largest, all := 0, 0
		for _, part := range cut.Groups(more) {
			largest, all = max(largest, len(part)), all+len(part)
		}
		if float64(largest) <= mostInOne*float64(all) {
			return more
		}
	}
	return k
}

// even makes more parts where no groups are clear and nearly all rows would be in one of the parts. There are no groups
// to lose, and a cut that takes off a few rows tells of little else.
func (n Number) even(cut *tree.BranchCut) Number {
	if n.Groups > 1 {
		return n
	}
	if k := Even(cut, n.Parts); k > n.Parts {
		n.uneven, n.Parts = n.Parts, k
	}
	return n
}
