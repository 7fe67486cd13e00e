package graph_test

import (
	"slices"
	"testing"

	"example.org/espalier/inference/kind/graph"
)

// TestNetworkOfClass directs the lines of classes of a few nodes and checks, from the definition, that
// the result has no cycle, the arrows of the class, and no pair of parents that are not adjacent but
// those that the class has.
func TestNetworkOfClass(t *testing.T) {
	for name, c := range map[string]graph.Class{
		"chain": {Bonds: []graph.Bond{{From: 0, To: 1}, {From: 1, To: 2}, {From: 2, To: 3}}},
		"collider": {Bonds: []graph.Bond{{From: 0, To: 2, Directed: true}, {From: 1, To: 2, Directed: true},
			{From: 2, To: 3, Directed: true}}},
		"triangle": {Bonds: []graph.Bond{{From: 0, To: 1}, {From: 0, To: 2}, {From: 1, To: 2}, {From: 2, To: 3}}},
		"mixed": {Bonds: []graph.Bond{{From: 0, To: 1}, {From: 0, To: 3, Directed: true},
			{From: 1, To: 3, Directed: true}, {From: 2, To: 3, Directed: true}}},
		"no bonds":  {},
		"two parts": {Bonds: []graph.Bond{{From: 0, To: 3}, {From: 1, To: 2}}},
	} {
		arrows, ok := c.Network(4)
		if !ok || len(arrows) != len(c.Bonds) {
			t.Errorf("%s: %v %v", name, arrows, ok)
			continue
		}
		for i, b := range c.Bonds {
			a := arrows[i]
			same := a.From == b.From && a.To == b.To
			if !a.Directed || !same && (b.Directed || a.From != b.To || a.To != b.From) {
				t.Errorf("%s: the bond %v became %v", name, b, a)
			}
		}
		if !slices.Equal(colliders(arrows), colliders(slices.DeleteFunc(slices.Clone(c.Bonds),
			func(b graph.Bond) bool { return !b.Directed }), c.Bonds...)) {
			t.Errorf("%s: %v has other colliders", name, arrows)
		}
		reached := [4][4]bool{}
		for _, a := range arrows {
			reached[a.From][a.To] = true
		}
		for k := range 4 {
			for i := range 4 {
				for j := range 4 {
					reached[i][j] = reached[i][j] || reached[i][k] && reached[k][j]
				}
			}
		}
		for v := range 4 {
			if reached[v][v] {
				t.Errorf("%s: %v has a cycle", name, arrows)
			}
		}
	}
	// A square of lines has no such network: any direction makes a collider or a cycle.
	square := graph.Class{Bonds: []graph.Bond{{From: 0, To: 1}, {From: 1, To: 2}, {From: 2, To: 3}, {From: 0, To: 3}}}
	if arrows, ok := square.Network(4); ok {
		t.Errorf("a square became %v", arrows)
	}
}

// colliders lists the pairs of parents of one child that are not adjacent, by bonds or by others given.
func colliders(arrows []graph.Bond, all ...graph.Bond) (list [][3]int) {
	if all == nil {
		all = arrows
	}
	for i, a := range arrows {
		for _, b := range arrows[i+1:] {
			apart := !slices.ContainsFunc(all, func(k graph.Bond) bool {
				return k.From == a.From && k.To == b.From || k.From == b.From && k.To == a.From
			})
			if a.To == b.To && apart {
				list = append(list, [3]int{min(a.From, b.From), max(a.From, b.From), a.To})
			}
		}
	}
	slices.SortFunc(list, func(x, y [3]int) int { return slices.Compare(x[:], y[:]) })
	return list
}
