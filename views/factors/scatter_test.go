package factors

import (
	"slices"
	"testing"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"

	"example.org/espalier/plotting/depict/latent"
	"example.org/espalier/plotting/space"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
)

func TestFactorScatterView(t *testing.T) {
	s := viewstest.NewStage(t)
	v := newPage("Scatter", s.Post, plotting.Light)
	defer v.Close()
	v.View().Modifiers = func() fyne.KeyModifier { return 0 }
	s.Show(v, 700, 500)
	if v.Figure() != nil {
		t.Error("a figure of nothing")
	}
	v.SetPosterior(fakePosterior(t))
	s.Settle(v.View())
	shown := func() *space.Clusters { return v.Figure().(*space.Clusters) }
	f := v.latest.Shown()
	places := func() (across, up int) {
		names := viewstest.Options(t, v, "across")
		return slices.Index(names, v.Chosen("across")), slices.Index(names, v.Chosen("up"))
	}
	across, up := places()
	if p := shown().Points; across == up || p.X[3] != f.Activities.At(3, across) || p.Y[3] != f.Activities.At(3, up) ||
		shown().Strip == nil || len(shown().Arrows) == 0 {
		t.Fatalf("shown are factors %d and %d", across, up)
	}
	if sum := v.latest.Summary; sum.Explained[across].Mean < sum.Explained[up].Mean {
		t.Error("the factor that explains most does not lie across")
	}
	v.View().TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight}) // there is no third factor
	v.Choose(0, up)                                        // they change places
	if a, u := places(); a != up || u != across {
		t.Errorf("shown are factors %d and %d, not the other way round", a, u)
	}
	var told study.Selection
	v.Connect(pane.Wishes{Pick: func(p study.Selection) { told = p }})
	s.Settle(v.View())
	viewstest.Tap(v.View(),
		viewstest.MarkAt(t, v.View(), func(m plotting.Mark) bool { return m.Kind == "point" && m.Row == 3 }))
	if !told.Equal(study.Selection{Rows: study.SetOf([]int{3})}) {
		t.Errorf("a click on a case selects %v", told)
	}
	s.Settle(v.View())
	if !slices.Equal(shown().Selection.Rows, []int{3}) {
		t.Errorf("marked are %v", shown().Selection)
	}
	first := shown().Arrows[0].Item
	viewstest.Tap(v.View(),
		viewstest.MarkAt(t, v.View(), func(m plotting.Mark) bool { return m.Kind == "arrow" && m.Column == first }))
	if !told.Equal(study.Selection{Columns: study.SetOf([]int{first})}) {
		t.Errorf("a click on an arrow selects %v", told)
	}
	viewstest.Choose(t, v, "colour", latent.NoColour)
	viewstest.Choose(t, v, "arrows", "none")
	if shown().Strip != nil || shown().Arrows != nil ||
		v.States()["Scatter"] != (latent.ScatterState{Across: up + 1, Up: across + 1, Colour: latent.NoColour, Arrows: -1}) {
		t.Errorf("without colours and arrows the state is %+v", v.States())
	}
	s.Settle(v.View())
	s.Keep("factor-scatter")
}
