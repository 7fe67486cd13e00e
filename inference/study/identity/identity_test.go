package identity

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/partition"
)

func of(labels ...int) Groups {
	g := Groups{Labels: labels}
	for _, k := range labels {
		g.Count = max(g.Count, k+1)
	}
	return g
}

// A group has the place of the group that it shares most rows with, whatever its number; a new one has a place that
// no group had.
func TestGroupsKeepTheirPlaces(t *testing.T) {
	first := of(0, 0, 0, 1, 1, 1, 2, 2, 2).Placed(nil)
	if !slices.Equal(first.Places, []int{0, 1, 2}) {
		t.Fatalf("%v", first.Places)
	}
	for name, c := range map[string]struct {
		now  Groups
		want []int
	}{
		"other numbers":         {of(2, 2, 2, 0, 0, 0, 1, 1, 1), []int{1, 2, 0}},
		"a group parts":         {of(0, 0, 0, 1, 1, 3, 2, 2, 2), []int{0, 1, 2, 3}},
		"the larger part stays": {of(0, 0, 0, 3, 1, 1, 2, 2, 2), []int{0, 1, 2, 3}},
		"two become one":        {of(0, 0, 0, 0, 0, 1, 1, 1, 1), []int{0, 2}},
		"rows are left out":     {of(-1, 1, 1, 0, 0, -1, -1), []int{1, 0}},
		"nothing in common":     {of(-1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 1), []int{3, 4}},
	} {
		if got := c.now.Placed([]Groups{first}).Places; !slices.Equal(got, c.want) {
			t.Errorf("%s: places %v, want %v", name, got, c.want)
		}
	}
	across := of(1, 1, 1, 0, 0, 0)
	across.Across = true
	if got := across.Placed([]Groups{first}).Places; !slices.Equal(got, []int{3, 4}) {
		t.Errorf("groups of columns have the places of groups of rows: %v", got)
	}
	second := of(1, 1, 1, 0, 0, 0).Placed([]Groups{first})
	if got := of(0, 0, 0, 1, 1, 1, 2, 2, 2).Placed([]Groups{second, first}).Places; !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("of two results: %v", got)
	}
}

// No two groups of a result have one place, as long as the result has not more groups than rows.
func TestPlacesAreDistinct(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	var others []Groups
	for range 200 {
		g := Groups{Labels: make([]int, 40)}
		for i := range g.Labels {
			g.Labels[i] = rng.IntN(1+rng.IntN(30)) - 1
			g.Count = max(g.Count, g.Labels[i]+1)
		}
		g = g.Placed(others)
		seen := map[int]bool{}
		for k, p := range g.Places {
			if p < 0 || seen[p] {
				t.Fatalf("group %d of %d has place %d of %v", k, g.Count, p, g.Places)
			}
			seen[p] = true
		}
		if others = append(others, g); len(others) > 5 {
			others = others[1:]
		}
	}
}

func TestOfSnapshot(t *testing.T) {
	s := &inference.Snapshot{Parts: []inference.Part{&partition.Partition{Labels: []int{1, 0, -1}}}}
	d := &inference.Dataset{Rows: []string{"a", "b", "c"}, RowIndex: []int{4, 0, 2}}
	g, ok := Of(s, d)
	if !ok || g.Count != 2 || !slices.Equal(g.Labels, []int{0, -1, -1, -1, 1}) {
		t.Errorf("%+v, %v", g, ok)
	}
	if _, ok := Of(&inference.Snapshot{}, d); ok {
		t.Error("a snapshot without groups has some")
	}
}
