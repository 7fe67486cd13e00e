package trees

import (
	"math"
	"testing"
)

// TestIntervalsOfDraws shows the times of branch points by its key: they are those of the draws, and
// undo hides them.
func TestIntervalsOfDraws(t *testing.T) {
	s, v, _ := posteriorStage(t, "iris", 2, 20)
	v.rune('i')
	s.Settle(v.view)
	d := v.Figure()
	if d == nil || d.Intervals == nil {
		t.Fatal("there are no intervals")
	}
	seen := 0
	for node := range d.Tree.Tree().Nodes() {
		low, high := d.Intervals.Low[node], d.Intervals.High[node]
		if math.IsNaN(low) {
			continue
		}
		seen++
		if at := d.Tree.Tree().Time(node); low > high || at < low-0.5 || at > high+0.5 {
			t.Errorf("the branch point %d at %v lies between %v and %v", node, at, low, high)
		}
	}
	if seen == 0 {
		t.Error("no branch point has an interval")
	}
	v.Undo()
	if v.Figure().Intervals != nil {
		t.Error("they do not go")
	}
}
