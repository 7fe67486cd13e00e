package trees_test

import (
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting/depict/trees"

	"gonum.org/v1/gonum/mat"
)

// Groups, of a cut or a person's own, lie together as far as the tree allows it, unless a person has ordered the tree.
func TestGroupsLieTogether(t *testing.T) {
	x, err := tree.ParseNewick([]byte("((a,(b,c)),((d,e),f));"))
	if err != nil {
		t.Fatal(err)
	}
	data := &inference.Dataset{Rows: x.Names, Columns: []string{"y"}, X: mat.NewDense(6, 1, []float64{5, 1, 1, 9, 9, 5})}
	s := trees.NewSource(nil)
	s.SetData(data)
	s.Found = []forest.Weighted{{Tree: x}}
	drawn := func(st trees.State) (names []string) {
		for _, leaf := range s.Prepared(st).Order() {
			names = append(names, data.Rows[leaf])
		}
		return names
	}
	usual := []string{"a", "b", "c", "d", "e", "f"}
	groups := []study.Group{{Name: "1", Rows: study.Set{0, 5}}, {Name: "2", Rows: study.Set{1, 2}},
		{Name: "3", Rows: study.Set{3, 4}}}
	cut := trees.NewState(nil).WithBranches(groups)
	for name, st := range map[string]trees.State{"a cut by branches": cut,
		"a person's groups": trees.NewState(nil).WithGroups(groups, 0),
	} {
		together := drawn(st)
		if gap := slices.Index(together, "a") - slices.Index(together, "f"); gap*gap != 1 {
			t.Errorf("%s: rows of one group lie apart: %q", name, together)
		}
	}
	for name, st := range map[string]trees.State{
		"no groups":            trees.NewState(nil),
		"an order by a ladder": cut.WithOrder(study.Ordering{Kind: study.ByColumn, Name: "nothing"}),
	} {
		if got := drawn(st); !slices.Equal(got, usual) {
			t.Errorf("%s: drawn as %q", name, got)
		}
	}
}
