package clusters

import (
	"testing"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestLoadingsView(t *testing.T) {
	l := pane.NewEntry(depict.ByTab("Loadings"), nil, viewstest.NewStage(t).Post, plotting.Light)
	defer l.Close()
	l.Resize(fyne.NewSize(900, 600))
	if l.Figure() != nil {
		t.Error("a figure of nothing")
	}
	var told []int
	l.Connect(pane.Wishes{Pick: func(s study.Selection) { told = s.Rows }})
	data, snapshot := viewstest.IrisClusters(t)
	l.SetResult(pane.Result{Subject: viewstest.SubjectOf(data, snapshot)})
	shown := func() cells.Hinton { return l.Figure().(cells.Hinton) }
	if f := shown(); len(f.Blocks) != 2 || len(f.Blocks[0].Columns) != 1 || f.Blocks[1].Values.At(3, 0) != 0.5 {
		t.Fatalf("blocks %+v", f.Blocks)
	}
	l.View().OnRune('m')
	if f := shown(); len(f.Blocks[1].Columns) != 2 || f.Blocks[1].Values.At(3, 0) != 1 ||
		f.Blocks[1].Columns[0].Name != "mean" {
		t.Errorf("with means the columns are %+v", f.Blocks[1].Columns)
	}
	viewstest.Choose(t, l, "show", "loadings")
	if len(shown().Blocks[1].Columns) != 1 {
		t.Error("the chooser does not take the means away")
	}
	viewstest.Choose(t, l, "squares", "signs")
	if !shown().Signs || l.States()["Loadings, signs"] != true {
		t.Errorf("signs only is kept as %v", l.States())
	}
	l.View().OnSelect(plotting.Mark{Kind: "block", Index: 1}, true, 0)
	if len(told) != 100 || told[0] != 50 {
		t.Errorf("a click on cluster 2 selects %d rows", len(told))
	}
	if c := shown().SelectedBlocks; len(c) != 1 || c[0] != 1 {
		t.Errorf("clusters %v are marked", c)
	}
	l.Select(study.Selection{Rows: []int{1, 2, 60}})
	if c := shown().SelectedBlocks; len(c) != 0 {
		t.Errorf("a few rows mark the clusters %v", c)
	}
	for range 3 {
		l.View().OnRune(',')
	}
	if f := shown(); len(f.Blocks) != 1 || l.Chosen("epoch") != "1" {
		t.Errorf("at the first epoch, %s, there are %d clusters", l.Chosen("epoch"), len(f.Blocks))
	}
	l.View().OnRune('.')
	l.View().OnRune('.')
	if l.Chosen("epoch") != "now" {
		t.Errorf("after the last epoch comes %s", l.Chosen("epoch"))
	}
}

// The slider stands still while the epoch beside it is named in more letters or fewer.
func TestEpochSliderStandsStill(t *testing.T) {
	l := pane.NewEntry(depict.ByTab("Loadings"), nil, viewstest.NewStage(t).Post, plotting.Light)
	defer l.Close()
	data, snapshot := viewstest.IrisClusters(t)
	l.SetResult(pane.Result{Subject: viewstest.SubjectOf(data, snapshot)})
	test.NewTempWindow(t, l).Resize(fyne.NewSize(900, 600))
	driver := fyne.CurrentApp().Driver()
	var past *controls.Chooser
	var scrubber *controls.EpochSlider
	for _, o := range l.Row.Objects {
		switch o := o.(type) {
		case *controls.Chooser:
			past = o // the last
		case *controls.EpochSlider:
			scrubber = o
		}
	}
	at, names := driver.AbsolutePositionForObject(scrubber), map[string]bool{}
	for _, epoch := range []string{"1", "3", "now", "1"} {
		viewstest.Choose(t, l, "epoch", epoch)
		l.Resize(l.Size()) // lay out again
		names[past.Name.Text] = true
		if got := driver.AbsolutePositionForObject(scrubber); got != at || l.Chosen("epoch") != epoch {
			t.Errorf("at epoch %s the slider moves from %v to %v", epoch, at, got)
		}
	}
	if !scrubber.Visible() || at.X < 100 || len(names) != 3 {
		t.Errorf("the slider is at %v, visible: %v, beside %v", at, scrubber.Visible(), names)
	}
}
