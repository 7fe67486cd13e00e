package clusters

import (
	"encoding/json"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/classes"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"gonum.org/v1/gonum/mat"
)

func TestTemplatesView(t *testing.T) {
	s := viewstest.NewStage(t)
	v := NewTemplatesView(s.Post, plotting.Light)
	defer v.Close()
	v.View().Modifiers = func() fyne.KeyModifier { return 0 }
	var told []int
	epoch, kept := -2, study.Panes{}
	v.Connect(pane.Wishes{Pick: func(s study.Selection) { told = s.Rows }, Keep: func(name string, state any) {
		kept[name] = state
		if l, ok := state.(depict.MixtureLook); ok {
			epoch = l.Epoch(0)
		}
	}})
	sizes := remembered{}
	v.Sizes = sizes
	data, snapshot := viewstest.IrisClusters(t)
	v.SetResult(pane.Result{Subject: viewstest.SubjectOf(data, snapshot)})
	s.Show(v, 900, 560)
	s.Settle(v.View())
	if size := v.Chosen("size"); size != "2x2" {
		t.Errorf("four columns are pictures of %s", size)
	}
	m := viewstest.TapMark(t, v.View(), func(m plotting.Mark) bool { return m.Kind == "cell" && m.Index == 1 })
	if len(told) != 100 || told[0] != 50 || m.Column < 0 {
		t.Errorf("a click on the mean of cluster 2 selects %d rows", len(told))
	}
	v.View().OnRune('m')
	f := v.Figure().(cells.Templates)
	if len(f.Blocks[0].Pictures) != 2 || !slices.Equal(f.Selected, []int{1}) {
		t.Errorf("with factors there are %d pictures; chosen are %v", len(f.Blocks[0].Pictures), f.Selected)
	}
	if got := f.Blocks[1].Pictures[0].Values[0]; got != data.Scale[0]+data.Centre[0] {
		t.Errorf("a mean of 1 in working units is %v", got)
	}
	viewstest.Choose(t, v, "class", "species")
	if f := v.Figure().(cells.Templates); len(f.Groups) != 4 || f.Blocks[0].Group != 0 {
		t.Errorf("groups %v", f.Groups)
	}
	v.View().OnRune(',')
	if epoch != 1 {
		t.Errorf("the key goes to epoch %d", epoch)
	}
	v.View().OnRune(',')
	if f := v.Figure().(cells.Templates); len(f.Blocks) != 12+1 || f.Blocks[12].Index != 0 || epoch != 0 {
		// a dozen of the rows selected, and a cluster
		t.Errorf("at epoch %d there are %d pictures", epoch, len(f.Blocks))
	}
	wide := viewstest.SubjectOf(data, snapshot)
	wide.Table = &inference.Table{Name: "wide", Rows: data.Rows, Columns: make([]string, 12),
		X: mat.NewDense(len(data.Rows), 12, nil)}
	v.SetResult(pane.Result{Subject: wide})
	viewstest.Choose(t, v, "size", "2x6")
	if text, err := json.Marshal(kept["Templates"]); err != nil || v.Chosen("size") != "2x6" ||
		sizes[sizeKey(wide)] != "2 6" || string(text) != `{"Width":2,"Height":6,"Factors":true}` {
		t.Errorf("the shape chosen is %s, remembered are %v, kept is %s", v.Chosen("size"), sizes, text)
	}
	v.Restore(study.Panes{depict.MixturePane: depict.MixtureLook{Past: 2, Class: "species"}})
	if v.Chosen("epoch") != "3" || v.Chosen("class") != "species" || v.Chosen("show") != "means" {
		t.Errorf("restored are %+v", v.States())
	}
	v.SetShown(wide, false)
	if v.Offers(wide) || !v.CanShow(wide) {
		t.Error("columns that are no pixels are shown as pictures")
	}
	if v.SetShown(wide, true); !v.Offers(wide) {
		t.Error("columns that are pixels are not shown as pictures")
	}
	s.Keep("templates")
}

// remembered keeps texts by their keys.
type remembered map[string]string

func (r remembered) String(key string) string    { return r[key] }
func (r remembered) SetString(key, value string) { r[key] = value }

// The factors of a factor model are pictures too, and a click selects one by its ID.
func TestTemplatesOfFactors(t *testing.T) {
	s := viewstest.NewStage(t)
	v := NewTemplatesView(s.Post, plotting.Dark)
	defer v.Close()
	v.View().Modifiers = func() fyne.KeyModifier { return 0 }
	var ids []int
	v.Connect(pane.Wishes{Pick: func(s study.Selection) { ids = s.Factors(0) }})
	data, _ := viewstest.IrisClusters(t)
	n, _ := data.Dims()
	f := &factor.State{IDs: []int{7, 9}, Loadings: mat.NewDense(4, 2, []float64{1, 0, 0, 2, 3, 0, 0, -1}),
		Activities: mat.NewDense(n, 2, nil)}
	v.SetResult(pane.Result{
		Subject: viewstest.SubjectOf(data, &inference.Snapshot{Parts: []inference.Part{&factor.Factors{State: f}}})})
	s.Show(v, 600, 400)
	s.Settle(v.View())
	viewstest.TapMark(t, v.View(), func(m plotting.Mark) bool { return m.Kind == "cell" && m.Index == 1 })
	if !slices.Equal(ids, []int{9}) {
		t.Errorf("a click selects the factors %v", ids)
	}
	g := v.Figure().(cells.Templates)
	if !slices.Equal(g.Selected, []int{1}) || g.Blocks[0].Pictures[0].Values[2] != 3*data.Scale[2] {
		t.Errorf("chosen %v, values %v", g.Selected, g.Blocks[0].Pictures[0].Values)
	}
}

func TestComponentsView(t *testing.T) {
	s := viewstest.NewStage(t)
	v := pane.NewEntry(depict.ByTab("Components"), nil, s.Post, plotting.Light)
	defer v.Close()
	v.View().Modifiers = func() fyne.KeyModifier { return 0 }
	var told []int
	v.Connect(pane.Wishes{Pick: func(s study.Selection) { told = s.Rows }})
	data, snapshot := viewstest.IrisClusters(t)
	mixture.Of(snapshot).Components[1].Size = 100
	v.SetResult(pane.Result{Subject: viewstest.SubjectOf(data, snapshot)})
	s.Show(v, 800, 400)
	s.Settle(v.View())
	viewstest.TapMark(t, v.View(), func(m plotting.Mark) bool { return m.Kind == "head" && m.Title == "rows" })
	f := v.Figure().(cells.Table)
	if f.Sort != 1 || !f.Descending || f.Order()[0] != 1 {
		t.Errorf("after a click on rows the order is %v by column %d", f.Order(), f.Sort)
	}
	s.Settle(v.View())
	viewstest.TapMark(t, v.View(), func(m plotting.Mark) bool { return m.Kind == "row" })
	if len(told) != 100 {
		t.Errorf("a click on the first component selects %d rows", len(told))
	}
	v.View().OnKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if len(told) != 50 {
		t.Errorf("the key down selects %d rows", len(told))
	}
	viewstest.Choose(t, v, "class", "species")
	if f := v.Figure().(cells.Table); f.Columns[6].Name != data.Annotations[0].Name ||
		f.Rows[0].Cells[6].Text != data.Annotations[0].Levels[0] {
		t.Errorf("the majority stands as %+v in %+v", f.Rows[0].Cells, f.Columns)
	}
	v.View().OnRune('r')
	if f := v.Figure().(cells.Table); f.Descending {
		t.Error("the order is not turned round")
	}
	s.Keep("components")
}

func TestConfusionView(t *testing.T) {
	s := viewstest.NewStage(t)
	v := pane.NewEntry(depict.ByTab("Classes"), nil, s.Post, plotting.Light)
	defer v.Close()
	v.View().Modifiers = func() fyne.KeyModifier { return 0 }
	var told []int
	v.Connect(pane.Wishes{Pick: func(s study.Selection) { told = s.Rows }})
	data, snapshot := viewstest.IrisClusters(t)
	if !depict.HasClasses(viewstest.SubjectOf(data, snapshot)) {
		t.Fatal("there is nothing to hold against the species")
	}
	v.SetResult(pane.Result{Subject: viewstest.SubjectOf(data, snapshot)})
	s.Show(v, 800, 400)
	s.Settle(v.View())
	f := v.Figure().(*cells.Confusion)
	if got := f.Accuracy(); got < 0.666 || got > 0.667 {
		t.Errorf("two clusters of three species: accuracy %v", got)
	}
	viewstest.TapMark(t, v.View(), func(m plotting.Mark) bool { return m.Kind == "cell" && m.Node == 2 && m.Index == 1 })
	if len(told) != 50 || told[0] != 100 {
		t.Errorf("a click selects %d rows", len(told))
	}
	v.View().OnRune('m')
	s.Settle(v.View())
	if f := v.Figure().(*cells.Confusion); len(f.Groups) != 3 || f.Counts[2][1] != 50 {
		t.Errorf("by class %v", f.Counts)
	}
	viewstest.TapMark(t, v.View(), func(m plotting.Mark) bool { return m.Kind == "cell" && m.Node == 2 && m.Index == 1 })
	if len(told) != 50 || told[0] != 100 {
		t.Errorf("by class a click selects %d rows", len(told))
	}
	s.Keep("confusion")
}

// What a classifier says of the rows that it did not see stands in the place of clusters.
func TestConfusionOfAClassifier(t *testing.T) {
	s := viewstest.NewStage(t)
	v := pane.NewEntry(depict.ByTab("Classes"), nil, s.Post, plotting.Light)
	defer v.Close()
	v.View().Modifiers = func() fyne.KeyModifier { return 0 }
	var told []int
	v.Connect(pane.Wishes{Pick: func(s study.Selection) { told = s.Rows }})
	data, _ := viewstest.IrisClusters(t)
	c := &classes.Classification{Class: "species", Levels: []string{"setosa", "versicolor", "virginica"},
		Probabilities: mat.NewDense(150, 3, nil)}
	for i := range 150 {
		c.Truth, c.Fitted = append(c.Truth, i/50), append(c.Fitted, i%5 > 0)
		c.Probabilities.Set(i, min(i/40, 2), 1)
	}
	v.SetResult(pane.Result{Subject: viewstest.SubjectOf(data, &inference.Snapshot{Parts: []inference.Part{c}})})
	s.Show(v, 800, 400)
	s.Settle(v.View())
	f := v.Figure().(*cells.Confusion)
	if f.Counts[0][0] != 8 || f.Counts[0][1] != 2 || f.Counts[1][1] != 6 || f.Counts[2][2] != 10 ||
		f.Group != "species predicted" {
		t.Errorf("counts %v", f.Counts)
	}
	viewstest.TapMark(t, v.View(), func(m plotting.Mark) bool { return m.Kind == "cell" && m.Node == 0 && m.Index == 1 })
	if !slices.Equal(told, []int{40, 45}) {
		t.Errorf("a click selects %v", told)
	}
	s.Keep("classifier")
}
