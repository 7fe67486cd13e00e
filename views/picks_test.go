package views

import (
	"testing"

	"espalier/inference"
	"espalier/plotting"

	"fyne.io/fyne/v2"
)

// What is picked is one selection of rows, columns and factors, a step that can be taken
// back; rows picked alone end the selection of the others.
func TestPicks(t *testing.T) {
	s := newStage(t)
	v := NewTreeView(s.post, plotting.Light)
	defer v.Close()
	data, _ := sample(t, "iris")
	v.SetData(data)
	told := 0
	v.OnState = func(TreeState) { told++ }
	p := PicksOf(inference.OnColumns, []int{3, 1}, []int{7}, []int{12})
	v.Pick(p)
	if got := v.State().Picks(); !got.Equal(Picks{[]int{7}, []int{1, 3}, []int{12}}) || told != 1 || v.UndoName() != "select 1 factor" {
		t.Fatalf("picked %v, told %d times, to undo is %q", got, told, v.UndoName())
	}
	if got := v.State().Picks(); len(got.Items(inference.OnColumns)) != 2 || len(got.Items(inference.OnRows)) != 1 || len(got.Cases(inference.OnRows)) != 2 {
		t.Errorf("items and cases of %v", got)
	}
	v.Pick(p)
	if told != 1 {
		t.Error("the same selection again is a change")
	}
	v.ForgetFactors()
	if got := v.State().Picks(); len(got.Factors) != 0 || len(got.Columns) != 2 {
		t.Errorf("without its factors the selection is %v", got)
	}
	v.Select([]int{5})
	if got := v.State().Picks(); !got.Equal(Picks{Rows: []int{5}}) {
		t.Errorf("rows alone are %v", got)
	}
	if !v.Undo() || !v.State().Picks().Empty() {
		t.Errorf("selections in a row are one step: after Undo %v is selected", v.State().Picks())
	}
	if got := p.with(Picks{Factors: []int{12}}, fyne.KeyModifierShift); len(got.Factors) != 0 || len(got.Columns) != 2 {
		t.Errorf("a second click with Shift leaves %v", got)
	}
}
