package partition_test

import (
	"math"
	"slices"
	"testing"

	"example.org/espalier/inference/kind/partition"
)

// Groups are followed by their rows: numbers alone change nothing, and a group that parts keeps its number where most
// of its rows are.
func TestReplayed(t *testing.T) {
	was := &partition.Partition{Labels: []int{0, 0, 0, 1, 1, 1, -1}}
	for name, c := range map[string]struct {
		now    []int
		change float64
		toward []int
	}{
		"other numbers":       {[]int{1, 1, 1, 0, 0, 0, -1}, 0, []int{0, 0, 0, 1, 1, 1, -1}},
		"a row moves":         {[]int{5, 5, 2, 2, 2, 2, -1}, 1. / 7, []int{0, 0, 1, 1, 1, 1, -1}},
		"a group parts":       {[]int{0, 0, 1, 2, 2, 2, -1}, 1. / 7, []int{0, 0, 2, 1, 1, 1, -1}},
		"a row joins a group": {[]int{0, 0, 0, 1, 1, 1, 1}, 1. / 7, []int{0, 0, 0, 1, 1, 1, 1}},
	} {
		now := &partition.Partition{Labels: c.now}
		if got := now.Change(was); !(math.Abs(got-c.change) < 1e-12) {
			t.Errorf("%s: a change of %v, want %v", name, got, c.change)
		}
		if got := now.Toward(was).(*partition.Partition).Labels; !slices.Equal(got, c.toward) {
			t.Errorf("%s: numbered %v, want %v", name, got, c.toward)
		}
	}
	if got := was.Change(&partition.Partition{Labels: []int{0}}); got != 1 {
		t.Errorf("of another table: %v", got)
	}
	drawn := &partition.Partition{Name: "cluster", Labels: []int{0, 0}, Draws: [][]int{{0, 0}, {0, 1}}, Least: 2}
	if now := drawn.Present().(*partition.Partition); !slices.Equal(now.Labels, []int{0, 1}) || now.Draws != nil ||
		now.Name != "cluster" {
		t.Errorf("%+v", now)
	}
}
