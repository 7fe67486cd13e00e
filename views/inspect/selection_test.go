package inspect

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/views/screen"
	"example.org/espalier/views/trees"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
)

// What is selected is one selection of rows, columns and factors, a step that can be taken
// back; rows picked alone end the selection of the others.
func TestSelection(t *testing.T) {
	s := viewstest.NewStage(t)
	v := trees.New(s.Post, plotting.Light)
	v.Keeper = viewstest.NewKeeper(v.SetState)
	defer v.Close()
	data, _ := viewstest.Sample(t, "iris")
	v.SetData(data)
	told := 0
	v.OnState = func(drawn.State) { told++ }
	p := study.OfSides(inference.OnColumns, []int{3, 1}, []int{7}).WithFactors(2, 12)
	v.Pick(p)
	want := study.Selection{Rows: []int{7}, Columns: []int{1, 3},
		Objects: map[study.ResultID][]study.Object{2: {{Kind: study.Factor, IDs: []int{12}}}}}
	if got := v.State().Selection; !got.Equal(want) || told != 1 || v.Keeper.UndoName() != "select 1 factor" {
		t.Fatalf("picked %v, told %d times, to undo is %q", got, told, v.Keeper.UndoName())
	}
	if got := v.State().Selection; len(got.Items(inference.OnColumns)) != 2 || len(got.Items(inference.OnRows)) != 1 ||
		len(got.Cases(inference.OnRows)) != 2 {
		t.Errorf("items and cases of %v", got)
	}
	v.Pick(p)
	if told != 1 {
		t.Error("the same selection again is a change")
	}
	if got := v.State().Selection; len(got.Factors(2)) != 1 || len(got.Factors(1)) != 0 {
		t.Errorf("of another result, factors %v are selected", got.Factors(1))
	}
	v.Select([]int{5})
	if got := v.State().Selection; !got.Equal(study.Selection{Rows: []int{5}}) {
		t.Errorf("rows alone are %v", got)
	}
	if !v.Keeper.Undo() || !v.State().Selection.Empty() {
		t.Errorf("selections in a row are one step: after Undo %v is selected", v.State().Selection)
	}
	if got := screen.ClickedOn(want, study.Selection{}.WithFactors(2, 12), fyne.KeyModifierShift); len(got.Factors(2)) !=
		0 || len(got.Columns) != 2 {
		t.Errorf("a second click with Shift leaves %v", got)
	}
}
