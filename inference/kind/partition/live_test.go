package partition_test

import (
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/partition"

	"gonum.org/v1/gonum/mat"
)

// The state of a run has the numbers of the groups that were shown before it, and keeps what the draws told.
func TestStateOverASummary(t *testing.T) {
	older := &partition.Partition{Name: "clusters", Labels: []int{0, 0, 0, 1, 1, 1, -1}, Least: 2,
		Together: mat.NewDense(7, 7, nil), Draws: [][]int{{0, 0, 0, 1, 1, 1, 2}}, Number: []float64{0, 0, 0, 1}}
	z := []int{7, 7, 7, 3, 3, 5, 5}
	now := partition.State("clusters", z, 2)
	if z[0] != 7 {
		t.Error("the labels of the chain were changed")
	}
	parts := inference.LiveParts([]inference.Part{now, &partition.Columns{Partition: now}},
		[]inference.Part{older, &partition.Columns{Partition: older}})
	for _, p := range []*partition.Partition{partition.In(parts), parts[1].(*partition.Columns).Partition} {
		if !slices.Equal(p.Labels, []int{0, 0, 0, 1, 1, 2, 2}) || !p.Live || p.Together != older.Together ||
			p.Number[3] != 1 {
			t.Errorf("%+v", p)
		}
		if words := p.Words(); !strings.Contains(words, "present state") || !strings.Contains(words, "3 groups") {
			t.Errorf("it says %q", words)
		}
	}
	if older.Live || older.Labels[6] != -1 {
		t.Error("the older part was changed")
	}
	other := &partition.Partition{Labels: []int{1, 1, 1, 1, 0, 0, 2}}
	swapped := partition.State("clusters", []int{0, 0, 0, 0, 1, 1, 2}, 2).Over(other)
	if got := swapped.(*partition.Partition).Labels; !slices.Equal(got, []int{1, 1, 1, 1, 0, 0, -1}) {
		t.Errorf("%v", got)
	}
	if got := now.Over(&partition.Partition{Labels: []int{0}}); got != inference.Part(now) {
		t.Error("a state was put over a part of another table")
	}
	if got := inference.LiveParts([]inference.Part{now}, nil); len(got) != 1 || got[0] != inference.Part(now) {
		t.Errorf("without an older part: %+v", got)
	}
	if words := older.Words(); strings.Contains(words, "present") {
		t.Errorf("what the draws show says %q", words)
	}
}

// The state of a run in views has the numbers of the clusters that were shown, whatever the numbers of the views are.
func TestStateOfViews(t *testing.T) {
	older := &partition.Views{Columns: &partition.Partition{Labels: []int{1, 1, 0, 0}},
		Rows:       []*partition.Partition{{Labels: []int{1, 1, 1, 0, 0, 0}}, {Labels: []int{0, 0, 1, 1, 2, 2}}},
		Dependence: mat.NewDense(4, 4, nil), Prior: 0.25}
	z := [][]int{{0, 0, 0, 1, 1, 1}, {0, 0, 1, 1, 1, 1}}
	now := partition.StateOfViews([]int{0, 0, 1, 1}, z)
	z[0][0] = 9
	got := inference.LiveParts([]inference.Part{now}, []inference.Part{older})[0].(*partition.Views)
	if !slices.Equal(got.Columns.Labels, []int{0, 0, 1, 1}) || !got.Columns.Live || got.Dependence != older.Dependence {
		t.Errorf("columns %+v", got.Columns)
	}
	if a, b := got.Rows[0].Labels, got.Rows[1].Labels; !slices.Equal(a, []int{0, 0, 0, 2, 2, 2}) ||
		!slices.Equal(b, []int{1, 1, 0, 0, 0, 0}) {
		t.Errorf("clusters %v and %v", a, b)
	}
	if err := got.Check(nil); err != nil || !strings.Contains(got.Words(), "present state") {
		t.Errorf("%v, %q", err, got.Words())
	}
	if older.Columns.Live || older.Rows[0].Live {
		t.Error("the older part was changed")
	}
	other := &partition.Views{Columns: &partition.Partition{Labels: []int{0}}}
	if got := now.Over(other); got != inference.Part(now) {
		t.Error("a state was put over views of another table")
	}
}
