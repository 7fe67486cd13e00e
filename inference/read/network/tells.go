package network

import (
	"math"
	"strconv"

	"example.org/espalier/inference/read/number"
)

// linksNames reports whether the ends may be names of nodes: texts, or whole numbers from 0 that are no sequence of
// intervals, which rise and in which each number stands once on either side.
func (l *list) linksNames() bool {
	from, to := map[string]int{}, map[string]int{}
	whole, most, rising := true, 0, true
	for _, row := range l.lines {
		if !l.hasEnds(row) {
			continue
		}
		a, b := row.cells[l.from], row.cells[l.to]
		for _, c := range []string{a, b} {
			_, is := number.Parse([]byte(c), '.')
			_, err := strconv.ParseUint(c, 10, 63)
			whole = whole && err == nil
			if is && err != nil {
				return false // a measurement
			}
		}
		x, _ := strconv.Atoi(a)
		y, _ := strconv.Atoi(b)
		rising = rising && x < y
		from[a]++
		to[b]++
		most = max(most, from[a], to[b])
	}
	return len(from) > 0 && !(whole && rising && most <= 1)
}

// tells reports whether the cells of two or three columns say that they list links. Names do if many stand in both
// columns. Whole numbers do if no pair stands twice and none joins a number to itself, nearly all from the least to the
// greatest occur, and the lines are ordered as lists of links are: the first below the second throughout or above it,
// or all in order. whole says that these are all lines, not the first.
func (l *list) tells(whole bool) bool {
	const fewest = 3
	if w := l.width(); w < 2 || w > 3 || w == 3 && l.weigh < 0 || len(l.lines) < fewest || l.names != nil &&
		l.wholeOnly() {
		return false
	}
	if l.wholeOnly() {
		return l.wholeLinks(whole)
	}
	a, b := map[string]bool{}, map[string]bool{}
	for _, row := range l.lines {
		if !l.hasEnds(row) {
			return false
		}
		for _, c := range []string{row.cells[l.from], row.cells[l.to]} {
			if _, is := number.Parse([]byte(c), '.'); is {
				if _, err := strconv.ParseUint(c, 10, 63); err != nil {
					return false
				}
			}
		}
		a[row.cells[l.from]], b[row.cells[l.to]] = true, true
	}
	shared := 0
	for name := range b {
		if a[name] {
			shared++
		}
	}
	things := len(a) + len(b) - shared
	few := things*things < 2*len(l.lines) // fewer than so many links need: grades, or yes and no
	return shared >= 2 && 2*shared >= min(len(a), len(b)) && !few
}

// wholeOnly reports whether all ends are whole numbers.
func (l *list) wholeOnly() bool {
	for _, row := range l.lines {
		if !l.hasEnds(row) {
			continue
		}
		for _, c := range []string{row.cells[l.from], row.cells[l.to]} {
			if _, err := strconv.ParseUint(c, 10, 31); err != nil {
				return false
			}
		}
	}
	return true
}

func (l *list) wholeLinks(whole bool) bool {
	const leastNumbers, leastLines = 5, 5
	seen := map[[2]int]bool{}
	used, first := map[int]bool{}, map[int]bool{}
	below, above, ordered := true, true, true
	last := [2]int{-1, -1}
	low, high := math.MaxInt, 0
	for _, row := range l.lines {
		if !l.hasEnds(row) {
			return false
		}
		a, _ := strconv.Atoi(row.cells[l.from])
		b, _ := strconv.Atoi(row.cells[l.to])
		if a == b || seen[[2]int{a, b}] {
			return false
		}
		seen[[2]int{a, b}] = true
		below, above = below && a < b, above && a > b
		ordered = ordered && (a > last[0] || a == last[0] && b > last[1])
		last = [2]int{a, b}
		used[a], used[b], first[a] = true, true, true
		low, high = min(low, a, b), max(high, a, b)
	}
	return len(used) >= leastNumbers && len(l.lines) >= leastLines && low <= 1 &&
		(!whole || 10*len(used) >= 8*(high-low+1)) && 5*len(l.lines) >= 6*len(first) && (below || above || ordered)
}
