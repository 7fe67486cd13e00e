package clusters

import (
	"testing"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestLoadingsView(t *testing.T) {
	l := NewLoadingsView(func(f func()) { f() }, plotting.Light)
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
	l.view.OnRune('m')
	if f := shown(); len(f.Blocks[1].Columns) != 2 || f.Blocks[1].Values.At(3, 0) != 1 || f.Blocks[1].Columns[0].Name != "mean" {
		t.Errorf("with means the columns are %+v", f.Blocks[1].Columns)
	}
	l.means.chooser.Step(-1)
	if len(shown().Blocks[1].Columns) != 1 {
		t.Error("the chooser does not take the means away")
	}
	l.view.OnSelect(plotting.Mark{Kind: "block", Index: 1}, true, 0)
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
		l.view.OnRune(',')
	}
	if f := shown(); len(f.Blocks) != 1 || l.epoch != 0 {
		t.Errorf("at the first epoch, %d, there are %d clusters", l.epoch, len(f.Blocks))
	}
	l.view.OnRune('.')
	l.view.OnRune('.')
	if l.epoch != -1 {
		t.Errorf("after the last epoch comes %d", l.epoch)
	}
}

// The slider stands still while the epoch beside it is named in more letters or fewer.
func TestEpochSliderStandsStill(t *testing.T) {
	l := NewLoadingsView(func(f func()) { f() }, plotting.Light)
	defer l.Close()
	data, snapshot := viewstest.IrisClusters(t)
	l.SetResult(pane.Result{Subject: viewstest.SubjectOf(data, snapshot)})
	test.NewTempWindow(t, l).Resize(fyne.NewSize(900, 600))
	driver := fyne.CurrentApp().Driver()
	at, names := driver.AbsolutePositionForObject(l.scrubber), map[string]bool{}
	for _, epoch := range []int{0, 1, -1, 0} {
		l.ShowEpoch(epoch)
		l.Resize(l.Size()) // lay out again
		names[l.past.Name.Text] = true
		if got := driver.AbsolutePositionForObject(l.scrubber); got != at || l.Epoch() != epoch {
			t.Errorf("at epoch %d the slider moves from %v to %v", epoch, at, got)
		}
	}
	if !l.scrubber.Visible() || at.X < 100 || len(names) != 3 {
		t.Errorf("the slider is at %v, visible: %v, beside %v", at, l.scrubber.Visible(), names)
	}
}
