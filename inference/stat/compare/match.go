package compare

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.org/espalier/inference/tree"
	"example.org/espalier/inference/words"
)

// leastLeaves is the least number of shared leaves for a comparison: all trees with fewer leaves
// have the same clades.
const leastLeaves = 3

// A Pair is two trees over the same leaves: leaf i of A and of B have the same name.
type Pair struct {
	A, B *tree.Tree
	// Rows holds, for each leaf of A, its number in the first tree given.
	Rows []int
	// OnlyA and OnlyB are the names left out because the other tree lacks them, in the order of
	// their leaves.
	OnlyA, OnlyB []string
}

// LeftOut returns the number of leaves of both trees that are not compared.
func (p *Pair) LeftOut() int { return len(p.OnlyA) + len(p.OnlyB) }

// A LeavesError says why the leaves of two trees cannot be matched.
type LeavesError struct {
	OnlyA, OnlyB []string // names that the other tree lacks
	Duplicate    []string // names of several leaves of one tree
	Common       int      // how many leaves have a partner; 0 with duplicates
}

// Comparable reports whether the common leaves are enough for [MatchCommon].
func (e *LeavesError) Comparable() bool { return len(e.Duplicate) == 0 && e.Common >= leastLeaves }

func (e *LeavesError) Error() string {
	var parts []string
	add := func(what string, names []string) {
		if len(names) > 0 {
			parts = append(parts, what+" "+words.QuoteSome(names, 4))
		}
	}
	add("names used twice:", e.Duplicate)
	add("only in the first tree:", e.OnlyA)
	add("only in the second tree:", e.OnlyB)
	if len(parts) == 0 {
		return fmt.Sprintf("two trees of the same %d leaves always agree; a comparison needs at least %d leaves", e.Common,
			leastLeaves)
	}
	remedy := "give each leaf a name of its own"
	switch {
	case e.Comparable():
		remedy = fmt.Sprintf("the %d leaves in common can be compared", e.Common)
	case len(e.Duplicate) == 0:
		remedy = fmt.Sprintf("%d leaves in common are too few to compare; leaves are matched by name", e.Common)
	}
	return "the leaves of the two trees differ; " + strings.Join(parts, "; ") + "; " + remedy
}

// Match pairs two trees whose leaves have the same names. Where names do not match exactly, blanks
// and underscores count as equal. The error is a *LeavesError.
func Match(a, b *tree.Tree) (*Pair, error) {
	matched, err := tree.MatchLeaves(b, a.Names)
	if err == nil {
		if a.Leaves() < leastLeaves {
			return nil, &LeavesError{Common: a.Leaves()}
		}
		p := &Pair{A: a, B: matched, Rows: make([]int, a.Leaves())}
		for i := range p.Rows {
			p.Rows[i] = i
		}
		return p, nil
	}
	var m *tree.MatchError
	if errors.As(err, &m) && len(m.Duplicate) > 0 {
		return nil, &LeavesError{Duplicate: m.Duplicate}
	}
	partner := partners(a.Names, b.Names)
	e := &LeavesError{}
	e.OnlyA, e.OnlyB, e.Common = apart(a, b, partner)
	return nil, e
}

// MatchCommon pairs two trees on their common leaves and lists the leaves that it leaves out of either. The error is a
// *LeavesError: there are duplicates or too few common leaves.
func MatchCommon(a, b *tree.Tree) (*Pair, error) {
	p, err := Match(a, b)
	var e *LeavesError
	if !errors.As(err, &e) || !e.Comparable() {
		return p, err
	}
	p = &Pair{OnlyA: e.OnlyA, OnlyB: e.OnlyB}
	var inB []int
	for i, j := range partners(a.Names, b.Names) {
		if j >= 0 {
			p.Rows, inB = append(p.Rows, i), append(inB, j)
		}
	}
	p.A, p.B = a.Restrict(p.Rows), b.Restrict(inB)
	p.B.Names = slices.Clone(p.A.Names)
	return p, nil
}

// partners returns, for each name of a, the index of the same name in b, -1 if there is none.
// Blanks count as underscores if that pairs more names and makes none ambiguous.
func partners(a, b []string) []int {
	exact, n, _ := pair(a, b, func(s string) string { return s })
	loose, m, clear := pair(a, b, tree.Loose)
	if clear && m > n {
		return loose
	}
	return exact
}

func pair(a, b []string, normal func(string) string) (partner []int, paired int, clear bool) {
	inB := make(map[string]int, len(b))
	for j, name := range b {
		inB[normal(name)] = j
	}
	clear = len(inB) == len(b)
	partner = make([]int, len(a))
	seen := make(map[string]bool, len(a))
	for i, name := range a {
		name = normal(name)
		clear = clear && !seen[name]
		seen[name] = true
		partner[i] = -1
		if j, ok := inB[name]; ok {
			partner[i] = j
			paired++
		}
	}
	return partner, paired, clear
}

// apart lists the names without a partner.
func apart(a, b *tree.Tree, partner []int) (onlyA, onlyB []string, common int) {
	used := make([]bool, b.Leaves())
	for i, j := range partner {
		if j < 0 {
			onlyA = append(onlyA, a.Names[i])
			continue
		}
		used[j] = true
		common++
	}
	for j, name := range b.Names {
		if !used[j] {
			onlyB = append(onlyB, name)
		}
	}
	return onlyA, onlyB, common
}
