package dendro

import (
	"slices"
	"testing"

	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"
)

// A group in two pieces around another one is named at its longest piece, and the one between keeps its name.
func TestGroupsInPiecesAreNamed(t *testing.T) {
	d := example(40, 0, nil, 3)
	var around, between []int
	for rank, row := range d.Tree.Order() {
		if rank >= 3 && rank < 18 {
			between = append(between, int(row))
		} else {
			around = append(around, int(row))
		}
	}
	d.Groups = beside.CategoryGroups([][]int{around, between})
	var list ink.List
	d.LayoutTree(usual).layout.labelling.drawGroups(&list)
	var names []string
	for _, item := range list.Items {
		if text, ok := item.(ink.Text); ok {
			names = append(names, text.Text)
		}
	}
	if want := []string{d.Groups[1].Name, d.Groups[0].Name}; !slices.Equal(names, want) {
		t.Errorf("named are %q, from the top down %q was wanted", names, want)
	}
}
