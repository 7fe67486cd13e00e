package gap

import (
	"fmt"
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/tree"
)

// MostGroups limits how many groups are looked for.
const MostGroups = 16

// leastApart is the size of the smallest part that counts as a group: fewer rows stand alone.
const leastApart = 3

// A Number says into how many groups a tree may be cut.
type Number struct {
	Groups int // 1 where no cut is clear
	Alone  int // rows in groups of fewer than three among those
	small  bool
}

// Reason says in a sentence or two why it is this number.
func (n Number) Reason() string {
	const test = "a gap between the rows at its two sides (dip test, 5 %)"
	switch {
	case n.small:
		return "No clear groups: there are too few rows to tell."
	case n.Groups == 1:
		return "No clear groups: no cut leaves " + test + "."
	}
	text := fmt.Sprintf("%d groups: up to there cuts leave %s.", n.Groups, test)
	switch {
	case n.Alone == 1:
		text += " One of the rows stands alone."
	case n.Alone > 1:
		text += fmt.Sprintf(" %d of the rows stand alone, in groups of one or two.", n.Alone)
	}
	return text
}

// NumberOf chooses the number of groups of a tree from its cut by branches, with at least [MostGroups] − 1 branches where there are
// so many. It goes through the cuts in their order and takes the number after the last one that counts. A cut counts if it leaves
// a gap, see [HasGap], and each cut before it leaves one too, or else explains more than a cut of a normal cloud would, see
// [BeyondNormal], or takes off fewer than three rows. Beyond a cut that does neither, one counts only if it does both. Missing cells
// are taken as the mean of their column. row returns the values of a leaf, all of one length.
func NumberOf(cut *tree.BranchCut, leaves int, row func(leaf int) []float64) Number {
	rows := filled(leaves, row)
	best, open := Number{Groups: 1, small: leaves < 2*leastApart}, true
	alone, passed := 0, 0
	for i := range min(len(cut.Nodes), MostGroups-1) {
		below, beside := cut.Parts(i)
		if len(below) < leastApart || len(beside) < leastApart {
			passed += min(len(below), len(beside))
			continue
		}
		part, side := make([][]float64, 0, len(below)+len(beside)), make([]bool, len(below)+len(beside))
		for k, leaf := range below {
			part, side[k] = append(part, rows[leaf]), true
		}
		for _, leaf := range beside {
			part = append(part, rows[leaf])
		}
		clear := HasGap(Projected(part, side))
		if clear && open {
			best.Groups, alone = i+2, passed
			continue
		}
		if !clear && !open {
			continue
		}
		wide := BeyondNormal(part, side, rand.New(rand.NewPCG(uint64(i), 1)))
		switch {
		case clear && wide:
			best.Groups, alone, open = i+2, passed, true
		case !wide:
			open = false
		}
	}
	best.Alone = alone
	return best
}

// filled returns the rows with the mean of the column in each missing cell.
func filled(leaves int, row func(leaf int) []float64) [][]float64 {
	rows := make([][]float64, leaves)
	var sum, n []float64
	for i := range rows {
		rows[i] = row(i)
		if sum == nil {
			sum, n = make([]float64, len(rows[i])), make([]float64, len(rows[i]))
		}
		for j, v := range rows[i] {
			if !math.IsNaN(v) {
				sum[j] += v
				n[j]++
			}
		}
	}
	for i, r := range rows {
		own := false
		for j, v := range r {
			if !math.IsNaN(v) {
				continue
			}
			if !own {
				rows[i], own = append([]float64(nil), r...), true
			}
			rows[i][j] = sum[j] / max(n[j], 1)
		}
	}
	return rows
}

// Projected returns the place of each row on the line from the mean of the one part to that of the other, from the middle between
// them and without the row itself in either mean: rows of chance groups lie where they would if they had not been looked at. side
// tells the part of each row; both parts have two rows or more.
func Projected(rows [][]float64, side []bool) []float64 {
	d := len(rows[0])
	var sum [2][]float64
	var n [2]float64
	sum[0], sum[1] = make([]float64, d), make([]float64, d)
	of := func(i int) int {
		if side[i] {
			return 1
		}
		return 0
	}
	for i, r := range rows {
		k := of(i)
		n[k]++
		for j, v := range r {
			sum[k][j] += v
		}
	}
	out := make([]float64, len(rows))
	for i, r := range rows {
		k := of(i)
		dot, square := 0.0, 0.0
		for j, v := range r {
			a, b := (sum[k][j]-v)/(n[k]-1), sum[1-k][j]/n[1-k]
			line := a - b
			dot += (v - (a+b)/2) * line
			square += line * line
		}
		if square > 0 {
			out[i] = dot / math.Sqrt(square)
		}
		if k == 0 {
			out[i] = -out[i]
		}
	}
	return out
}
