package forest

import (
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/tree"
)

// A Namer gives the leaves of the trees in snapshots other names, and keeps the trees that it named: those of a run
// come again in its next snapshot. The zero value has named none. It is not for several goroutines at once.
type Namer struct {
	names    []string
	from, to *inference.Snapshot
	trees    map[*tree.Tree]*tree.Tree
}

// Named returns the snapshot with the leaves of its trees named, or s itself where they have these names already or are
// not as many. The names are never modified afterwards.
func (n *Namer) Named(s *inference.Snapshot, names []string) *inference.Snapshot {
	f, ok := inference.Of[*Forest](s)
	if !ok || !n.changes(f, names) {
		return s
	}
	if !slices.Equal(n.names, names) {
		*n = Namer{names: names}
	}
	if n.from == s {
		return n.to
	}
	kept := n.trees
	n.trees = make(map[*tree.Tree]*tree.Tree, len(kept))
	named := func(t *tree.Tree) *tree.Tree {
		if t == nil || len(t.Names) != len(n.names) {
			return t
		}
		if n.trees[t] == nil {
			if n.trees[t] = kept[t]; n.trees[t] == nil {
				c := *t
				c.Names = n.names
				n.trees[t] = &c
			}
		}
		return n.trees[t]
	}
	g := &Forest{Trees: slices.Clone(f.Trees), Draws: slices.Clone(f.Draws)}
	for i := range g.Trees {
		g.Trees[i].Tree = named(g.Trees[i].Tree)
	}
	for i := range g.Draws {
		g.Draws[i].Tree = named(g.Draws[i].Tree)
	}
	c := *s
	c.Parts = slices.Clone(s.Parts)
	for i, p := range c.Parts {
		if p == inference.Part(f) {
			c.Parts[i] = g
		}
	}
	n.from, n.to = s, &c
	return n.to
}

// changes reports whether a tree of the forest has as many leaves and other names.
func (n *Namer) changes(f *Forest, names []string) bool {
	other := func(t *tree.Tree) bool {
		return t != nil && len(t.Names) == len(names) && !slices.Equal(t.Names, names)
	}
	return len(f.Trees) > 0 && other(f.Trees[0].Tree) || len(f.Trees) == 0 && len(f.Draws) > 0 && other(f.Draws[0].Tree)
}
