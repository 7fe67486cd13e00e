package study

import (
	"encoding/json"
	"fmt"
	"image/color"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
)

// A Group is a set of rows with a name and a colour.
type Group struct {
	Name   string
	Rows   []int
	Colour color.NRGBA
}

// groupJSON is a group as it is written: its colour as "#RRGGBB" or "#RRGGBBAA".
type groupJSON struct {
	Name   string `json:"name"`
	Colour string `json:"colour"`
	Rows   []int  `json:"rows"`
}

// MarshalJSON is part of json.Marshaler.
func (g Group) MarshalJSON() ([]byte, error) {
	c := fmt.Sprintf("#%02X%02X%02X", g.Colour.R, g.Colour.G, g.Colour.B)
	if g.Colour.A != 255 {
		c += fmt.Sprintf("%02X", g.Colour.A)
	}
	return json.Marshal(groupJSON{g.Name, c, g.Rows})
}

// UnmarshalJSON is part of json.Unmarshaler. The rows need not be in order.
func (g *Group) UnmarshalJSON(data []byte) error {
	var j groupJSON
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	wrong := func() error { return fmt.Errorf("study: %q is not a colour of the form #RRGGBB", j.Colour) }
	if n := len(j.Colour); (n != 7 && n != 9) || j.Colour[0] != '#' {
		return wrong()
	}
	text := j.Colour[1:]
	if len(text) == 6 {
		text += "FF"
	}
	x, err := strconv.ParseUint(text, 16, 32)
	if err != nil {
		return wrong()
	}
	*g = Group{j.Name, SetOf(j.Rows), color.NRGBA{uint8(x >> 24), uint8(x >> 16), uint8(x >> 8), uint8(x)}}
	return nil
}

// A Palette returns a colour that is not yet used.
type Palette func(used map[color.NRGBA]bool) color.NRGBA

// Regroup makes groups from sets of rows. A set that equals an old group takes its name and colour;
// then each remaining set takes those of the old group with which it shares most rows, each used
// once. The rest get the next free names and colours.
func Regroup(sets []Set, old []Group, free Palette) []Group {
	groups := make([]Group, len(sets))
	owner := map[int]int{}
	for i, g := range old {
		for _, r := range g.Rows {
			owner[r] = i
		}
	}
	type pair struct{ new, old, shared int }
	var pairs []pair
	for i, set := range sets {
		groups[i].Rows = SetOf(set)
		shared := map[int]int{}
		for _, r := range set {
			if o, ok := owner[r]; ok {
				shared[o]++
			}
		}
		for o, n := range shared {
			pairs = append(pairs, pair{i, o, n})
		}
	}
	stable.SortFunc(pairs, func(a, b pair) int {
		if a.shared != b.shared {
			return b.shared - a.shared
		}
		if a.old != b.old {
			return a.old - b.old
		}
		return a.new - b.new
	})
	named, taken := make([]bool, len(sets)), make([]bool, len(old))
	names, colours := map[string]bool{}, map[color.NRGBA]bool{}
	for _, p := range pairs {
		if named[p.new] || taken[p.old] {
			continue
		}
		named[p.new], taken[p.old] = true, true
		groups[p.new].Name, groups[p.new].Colour = old[p.old].Name, old[p.old].Colour
		names[old[p.old].Name], colours[old[p.old].Colour] = true, true
	}
	for i := range groups {
		if !named[i] {
			groups[i].Name, groups[i].Colour = freeName(names), free(colours)
			names[groups[i].Name], colours[groups[i].Colour] = true, true
		}
	}
	return groups
}

func freeName(used map[string]bool) string {
	for i := 1; ; i++ {
		if n := fmt.Sprintf("group %d", i); !used[n] {
			return n
		}
	}
}

// WithGroup returns groups with one added. Its rows are removed from the others, and groups left
// empty are dropped. If its name is empty or its colour transparent, one is chosen for it.
func WithGroup(groups []Group, g Group, free Palette) []Group {
	names, colours := map[string]bool{}, map[color.NRGBA]bool{}
	for _, old := range groups {
		names[old.Name], colours[old.Colour] = true, true
	}
	if g.Name == "" {
		g.Name = freeName(names)
	}
	if g.Colour.A == 0 {
		g.Colour = free(colours)
	}
	g.Rows = SetOf(g.Rows)
	var kept []Group
	for _, old := range groups {
		if old.Rows = Without(old.Rows, g.Rows); len(old.Rows) > 0 {
			kept = append(kept, old)
		}
	}
	return append(kept, g)
}

// GroupHolding returns the index of the group that contains all the rows, −1 for none.
func GroupHolding(groups []Group, rows Set) int {
	return slices.IndexFunc(groups, func(g Group) bool { return len(rows) > 0 && len(Without(rows, g.Rows)) == 0 })
}

// GroupOf returns the index of the group that consists of exactly these rows, −1 for none.
func GroupOf(groups []Group, rows Set) int {
	g := GroupHolding(groups, rows)
	if g < 0 || len(Without(groups[g].Rows, rows)) > 0 {
		return -1
	}
	return g
}

// SameGroups reports whether groups hold exactly these sets of rows, in any order.
func SameGroups(groups []Group, sets []Set) bool {
	if len(groups) != len(sets) {
		return false
	}
	first := make(map[int]Set, len(sets)) // groups do not overlap
	for _, s := range sets {
		s = SetOf(s)
		if len(s) == 0 || first[s[0]] != nil {
			return false
		}
		first[s[0]] = s
	}
	for _, g := range groups {
		if len(g.Rows) == 0 || !slices.Equal(first[g.Rows[0]], g.Rows) {
			return false
		}
		delete(first, g.Rows[0])
	}
	return true
}

// AsAnnotation returns groups as an annotation of n rows, missing for rows in no group. Groups that
// share a name are one level; the levels are in the order of the groups.
func AsAnnotation(name string, groups []Group, n int) inference.Annotation {
	a := inference.Annotation{Name: name, Values: make([]string, n), Codes: make([]int, n)}
	for r := range a.Codes {
		a.Codes[r] = -1
	}
	for _, g := range groups {
		level := slices.Index(a.Levels, g.Name)
		if level < 0 {
			level, a.Levels = len(a.Levels), append(a.Levels, g.Name)
		}
		for _, r := range g.Rows {
			if r >= 0 && r < n {
				a.Values[r], a.Codes[r] = g.Name, level
			}
		}
	}
	return a
}

// GroupsBy makes a group of each level of an annotation that some row has.
func GroupsBy(a inference.Annotation, free Palette) (groups []Group) {
	rows := make([][]int, len(a.Levels))
	for i, k := range a.Codes {
		if k >= 0 {
			rows[k] = append(rows[k], i)
		}
	}
	for k, level := range a.Levels {
		if len(rows[k]) > 0 {
			groups = WithGroup(groups, Group{Name: level, Rows: rows[k]}, free)
		}
	}
	return groups
}
