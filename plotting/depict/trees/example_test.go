package trees_test

import (
	"fmt"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting/depict/trees"
)

// A history keeps every state of a tree, so that each step can be taken back by name.
func ExampleState() {
	var h study.History[trees.State]
	h.Reset(trees.NewState([]string{"tissue"}))
	clade := []int{3, 5, 8}
	h.Do("collapse clade of 3", "", h.State().WithCollapsed(clade, true))
	h.Do("rotate clade of 3", "", h.State().WithRotation(clade))
	h.Undo()
	fmt.Println(h.State().IsCollapsed(clade), len(h.State().Rotated))
	fmt.Println("Undo", h.UndoName())
	fmt.Println("Redo", h.RedoName())
	// Output:
	// true 0
	// Undo collapse clade of 3
	// Redo rotate clade of 3
}
