package forest_test

import (
	"math"
	"slices"
	"testing"

	"example.org/espalier/inference/kind/forest"
)

// The present state is the last draw of the first chain, or the best tree; none stays none.
func TestPresent(t *testing.T) {
	f := full().(*forest.Forest)
	if now := f.Present().(*forest.Forest); now.Trees[0].Tree != f.Draws[1].Tree || now.Trees[0].Weight != 1 ||
		now.Draws != nil {
		t.Errorf("%+v", now)
	}
	f.Draws = nil
	if now := f.Present().(*forest.Forest); now.Trees[0].Tree != f.Trees[0].Tree {
		t.Errorf("%+v", now)
	}
	if now := new(forest.Forest).Present().(*forest.Forest); len(now.Trees) > 0 {
		t.Errorf("%+v", now)
	}
}

// Trees differ by their clades and their times, whatever the order of their leaves.
func TestChange(t *testing.T) {
	one := func(k int) *forest.Forest {
		return &forest.Forest{Trees: []forest.Weighted{{Tree: three(k), Weight: 1}}}
	}
	same, turned, late := one(0), one(0), one(0)
	turned.Trees[0].Tree.Children[4] = []int{3, 2}
	// The top at time 1 - exp(-1.25) in place of 1 - exp(-0.25): two branch points, of which one moved.
	late.Trees[0].Tree.LogTime[4] = 1.25
	for name, c := range map[string]struct {
		to   *forest.Forest
		want float64
	}{
		"the same":      {same, 0},
		"turned":        {turned, 0},
		"later":         {late, (math.Exp(-0.25) - math.Exp(-1.25)) / 2 / 2},
		"other clades":  {one(1), (0.5 + math.Exp(-0.25) - math.Exp(-0.3125)) / 2}, // they share the top alone
		"nothing":       {&forest.Forest{}, 1},
		"another kinds": {nil, 1},
	} {
		if c.to == nil {
			if got := one(0).Change(nil); got != 1 {
				t.Errorf("%s: %v", name, got)
			}
			continue
		}
		if got := c.to.Change(one(0)); !(math.Abs(got-c.want) < 1e-12) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	shown := turned.Toward(same).(*forest.Forest).Trees[0].Tree
	if !slices.Equal(shown.LeafOrder(), same.Trees[0].Tree.LeafOrder()) ||
		slices.Equal(turned.Trees[0].Tree.LeafOrder(), shown.LeafOrder()) {
		t.Errorf("leaves stand as %v", shown.LeafOrder())
	}
}

// A tree grows from its leaves: each state has the latest branch points, and the last one is the tree.
func TestGrowing(t *testing.T) {
	whole := many(1, 30).Draws[0].Tree
	states := forest.Growing(whole, 8)
	if len(states) != 8 || states[7].Trees[0].Tree != whole {
		t.Fatalf("%d states", len(states))
	}
	was, latest := 0, math.Inf(1)
	for i, f := range states {
		x := f.Trees[0].Tree
		if err := f.Check(nil); err != nil {
			t.Fatalf("state %d: %v", i, err)
		}
		inner := x.Nodes() - x.Leaves()
		if inner <= was {
			t.Errorf("state %d has %d branch points after %d", i, inner, was)
		}
		earliest := math.Inf(1)
		for v := x.Leaves(); v < x.Nodes(); v++ {
			if v != x.Top {
				earliest = min(earliest, x.LogTime[v])
			}
		}
		if was > 0 && earliest > latest {
			t.Errorf("state %d has no earlier branch point than before", i)
		}
		was, latest = inner, earliest
	}
	if got := len(states[0].Trees[0].Tree.Children[states[0].Trees[0].Tree.Top]); got != 30 {
		t.Errorf("at first %d branches hang from the top", got)
	}
	if forest.Growing(three(0), 8) == nil || forest.Growing(many(1, 2).Draws[0].Tree, 8) != nil {
		t.Error("a tree of one branch point does not grow, one of two does")
	}
}
