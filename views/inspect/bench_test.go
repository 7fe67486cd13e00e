package inspect

import (
	"testing"

	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/plotting/selected"
	"example.org/espalier/views/viewstest"
)

// BenchmarkSummarise is one change of the inspector, with the tests of all columns, in a table in which
// something was selected before.
func BenchmarkSummarise(b *testing.B) {
	data, tr := viewstest.Random(b, 2000, 500)
	var l selected.Contrasts
	s := []drawn.State{drawn.NewState(nil).WithSelection(tr.LeavesBelow(tr.Children[tr.Top][0])),
		drawn.NewState(nil).WithSelection(tr.LeavesBelow(tr.Children[tr.Top][1]))}
	summarised(&l, tr, data, s[1])
	for i := 0; b.Loop(); i++ {
		summarised(&l, tr, data, s[i%2])
	}
}

// BenchmarkSummariseFirst is the first change of the inspector for a table, which also sorts its columns.
func BenchmarkSummariseFirst(b *testing.B) {
	data, tr := viewstest.Random(b, 2000, 500)
	s := drawn.NewState(nil).WithSelection(tr.LeavesBelow(tr.Children[tr.Top][0]))
	for b.Loop() {
		summarised(new(selected.Contrasts), tr, data, s)
	}
}
