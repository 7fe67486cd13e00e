package tree

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"example.org/espalier/inference/words"
)

// A MatchError says why the leaves of a tree do not fit the rows of a table.
type MatchError struct {
	Missing   []string // rows without a leaf
	Extra     []string // leaves without a row
	Duplicate []string // names of several leaves or several rows
}

func (e *MatchError) Error() string {
	var parts []string
	add := func(what string, names []string) {
		if len(names) > 0 {
			parts = append(parts, what+" "+words.QuoteSome(names, 5))
		}
	}
	add("names used twice:", e.Duplicate)
	add("rows without a leaf:", e.Missing)
	add("leaves without a row:", e.Extra)
	return "tree: the leaves do not match the rows of the table; " + strings.Join(parts, "; ") + "; each row must " +
		"share its name with exactly one leaf"
}

// MatchLeaves returns t with its leaves renumbered: leaf i is the one named names[i], as in the
// rows of a table. If names do not match exactly, blanks and underscores count as equal, because
// Newick writes one for the other. The error is a *MatchError.
func MatchLeaves(t *Tree, names []string) (*Tree, error) {
	number, problem := pairNames(t.Names, names, func(s string) string { return s })
	if problem != nil {
		var still *MatchError
		if number, still = pairNames(t.Names, names, Loose); still != nil {
			return nil, problem
		}
	}
	c := &Tree{
		Names:    append([]string(nil), names...),
		Parent:   make([]int, len(t.Parent)),
		Children: make([][]int, len(t.Children)),
		LogTime:  make([]float64, len(t.LogTime)),
	}
	if t.Support != nil {
		c.Support = make([]float64, len(t.Support))
	}
	if t.Before != nil {
		c.Before = make([][]float64, len(t.Before))
	}
	to := func(v int) int {
		if v >= 0 && v < len(number) {
			return number[v]
		}
		return v
	}
	for v := range t.Parent {
		w := to(v)
		c.Parent[w] = to(t.Parent[v])
		c.LogTime[w] = t.LogTime[v]
		if t.Support != nil {
			c.Support[w] = t.Support[v]
		}
		if t.Before != nil {
			c.Before[w] = t.Before[v]
		}
		if t.Children[v] != nil {
			c.Children[w] = make([]int, len(t.Children[v]))
			for i, k := range t.Children[v] {
				c.Children[w][i] = to(k)
			}
		}
	}
	c.Top = to(t.Top)
	return c, nil
}

// Loose returns the form in which names are compared that do not match exactly: blanks are underscores, and letters
// with accents are one character each, however a file composes them (NFC).
func Loose(name string) string {
	return norm.NFC.String(strings.TrimSpace(strings.ReplaceAll(name, "_", " ")))
}

// pairNames returns the row of each leaf.
func pairNames(leaves, rows []string, normal func(string) string) ([]int, *MatchError) {
	e := &MatchError{}
	rowOf := make(map[string]int, len(rows))
	for i, r := range rows {
		r = normal(r)
		if _, twice := rowOf[r]; twice {
			e.Duplicate = append(e.Duplicate, rows[i])
			continue
		}
		rowOf[r] = i
	}
	number := make([]int, len(leaves))
	used := make([]bool, len(rows))
	seen := make(map[string]bool, len(leaves))
	for v, l := range leaves {
		l = normal(l)
		if seen[l] {
			e.Duplicate = append(e.Duplicate, leaves[v])
			continue
		}
		seen[l] = true
		r, ok := rowOf[l]
		if !ok {
			e.Extra = append(e.Extra, leaves[v])
			continue
		}
		number[v] = r
		used[r] = true
	}
	for i, r := range rows {
		if !used[i] && rowOf[normal(r)] == i {
			e.Missing = append(e.Missing, r)
		}
	}
	if len(e.Duplicate)+len(e.Missing)+len(e.Extra) > 0 {
		return nil, e
	}
	return number, nil
}
