package clusters

import (
	"slices"
	"testing"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
)

// Tools and keys choose what is compared, a click selects a column with the rows of a box, and the document keeps the
// choice.
func TestColumnsView(t *testing.T) {
	v := pane.NewEntry(depict.ByTab("Columns"), nil, viewstest.NewStage(t).Post, plotting.Light)
	defer v.Close()
	v.Resize(fyne.NewSize(900, 600))
	if v.Figure() != nil {
		t.Error("a figure before the first result")
	}
	data, s := viewstest.IrisClusters(t)
	v.SetResult(pane.Result{Subject: viewstest.SubjectOf(data, s)})
	if names := viewstest.Options(t, v, "by"); !slices.Equal(names, []string{"clusters found", "species"}) ||
		v.Chosen("by") != names[0] || viewstest.Options(t, v, "level") != nil {
		t.Fatalf("rows are grouped by %q, now by %s", names, v.Chosen("by"))
	}
	var kept any
	var told study.Selection
	v.Connect(pane.Wishes{Pick: func(s study.Selection) { told = s }, Keep: func(_ string, state any) { kept = state }})
	v.View().OnRune('a')
	figure := func() chart.Boxes { return v.Figure().(chart.Boxes) }
	if f := figure(); v.Chosen("by") != "species" || len(f.Groups) != 3 || len(f.Panels) != 4 ||
		viewstest.Options(t, v, "level") == nil || kept == nil {
		t.Fatalf("by %s there are %q, kept %v", v.Chosen("by"), f.Groups, kept)
	}
	v.View().OnRune('g')
	if f := figure(); v.Chosen("level") != "setosa" || f.Groups[0] != "setosa" || len(f.Groups) != 2 {
		t.Errorf("%s is compared: %q", v.Chosen("level"), f.Groups)
	}
	v.View().OnRune('p')
	if f := figure(); f.Panels[0].ID != 0 || f.Panels[3].ID != 3 {
		t.Error("the columns are not in the order of the table")
	}
	states := v.States()
	viewstest.Choose(t, v, "by", "clusters found")
	if v.Chosen("level") != "all groups" {
		t.Error("a level of other groups is compared")
	}
	v.Restore(states)
	if v.Chosen("by") != "species" || v.Chosen("level") != "setosa" || v.Chosen("order") != "table" {
		t.Errorf("restored is %+v", v.States())
	}
	viewstest.Choose(t, v, "level", "all groups")
	m := plotting.NewMark("group")
	m.Index, m.Column = 2, 1
	v.View().OnSelect(m, true, 0)
	if len(told.Rows) != 50 || told.Rows[0] != 50 || !slices.Equal(told.Columns, []int{2}) {
		t.Errorf("a click on the box of versicolor selects %v of %v", told.Rows, told.Columns)
	}
	if f := figure(); len(f.SelectedPoints) != 50 || !f.Panels[2].Selected {
		t.Errorf("%d rows are marked", len(f.SelectedPoints))
	}
	v.View().OnSelect(plotting.Mark{}, false, 0)
	if len(told.Rows)+len(told.Columns) != 0 {
		t.Errorf("a click beside everything leaves %v", told)
	}
}
