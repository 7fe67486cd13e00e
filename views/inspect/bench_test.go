package inspect

import (
	"testing"

	"example.org/espalier/views/trees"
	"example.org/espalier/views/viewstest"
)

// BenchmarkSummarise is one change of the inspector.
func BenchmarkSummarise(b *testing.B) {
	data, tr := viewstest.Random(b, 2000, 500)
	s := trees.NewState(nil).WithSelection(tr.LeavesBelow(tr.Children[tr.Top][0]))
	for b.Loop() {
		Summarise(tr, data, s, 0)
	}
}
