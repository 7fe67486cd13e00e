package factors

import (
	"slices"
	"testing"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/space"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
)

func TestFactorScatterView(t *testing.T) {
	s := viewstest.NewStage(t)
	v := NewScatterView(s.Post, plotting.Light)
	defer v.Close()
	v.view.Modifiers = func() fyne.KeyModifier { return 0 }
	s.Show(v, 700, 500)
	if v.Figure() != nil {
		t.Error("a figure of nothing")
	}
	v.SetPosterior(fakePosterior(t))
	s.Settle(v.view)
	shown := func() *space.Clusters { return v.Figure().(*space.Clusters) }
	f := v.posterior.Shown()
	across, up := v.places()
	if p := shown().Points; across == up || p.X[3] != f.Activities.At(3, across) || p.Y[3] != f.Activities.At(3, up) || shown().Strip == nil || len(shown().Arrows) == 0 {
		t.Fatalf("shown are factors %d and %d", across, up)
	}
	if sum := v.summary(); sum.Explained[across].Mean < sum.Explained[up].Mean {
		t.Error("the factor that explains most does not lie across")
	}
	v.view.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight}) // there is no third factor
	v.SetFactors(up, up)                                 // they change places
	if a, u := v.places(); a != up || u != across {
		t.Errorf("shown are factors %d and %d, not the other way round", a, u)
	}
	var told study.Selection
	v.Connect(pane.Wishes{Pick: func(p study.Selection) { told = p }})
	s.Settle(v.view)
	viewstest.Tap(v.view, viewstest.MarkAt(t, v.view, func(m plotting.Mark) bool { return m.Kind == "point" && m.Row == 3 }))
	if !told.Equal(study.Selection{Rows: study.SetOf([]int{3})}) {
		t.Errorf("a click on a case selects %v", told)
	}
	s.Settle(v.view)
	if !slices.Equal(shown().Selection.Rows, []int{3}) {
		t.Errorf("marked are %v", shown().Selection)
	}
	first := shown().Arrows[0].Item
	viewstest.Tap(v.view, viewstest.MarkAt(t, v.view, func(m plotting.Mark) bool { return m.Kind == "arrow" && m.Column == first }))
	if !told.Equal(study.Selection{Columns: study.SetOf([]int{first})}) {
		t.Errorf("a click on an arrow selects %v", told)
	}
	v.setColour(0)
	v.arrows.OnChoose(2)
	if shown().Strip != nil || shown().Arrows != nil || v.chosen != (depict.FactorScatterState{Across: up + 1, Up: across + 1, Colour: depict.NoColour, Arrows: -1}) {
		t.Errorf("without colours and arrows the state is %+v", v.chosen)
	}
	s.Settle(v.view)
	s.Keep("factor-scatter")
}
