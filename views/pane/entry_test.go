package pane_test

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/viewstest"

	"gonum.org/v1/gonum/mat"
)

// A plain pane shows the figure of the list, and nothing before a result is there.
func TestEntry(t *testing.T) {
	s := viewstest.NewStage(t)
	p := pane.NewEntry(depict.ByTab("Components"), nil, s.Post, plotting.Light)
	defer p.Close()
	if p.Figure() != nil {
		t.Error("a figure of nothing")
	}
	data, snapshot := viewstest.IrisClusters(t)
	subject := viewstest.SubjectOf(data, snapshot)
	if !p.Offers(subject) {
		t.Fatal("a mixture has no components")
	}
	p.SetResult(pane.Result{Subject: subject})
	s.Show(p.Object(), 600, 400)
	s.Settle(p.View())
	if f, ok := p.Figure().(cells.Table); !ok || len(f.Rows) != 2 {
		t.Errorf("%T with %d rows", p.Figure(), len(f.Rows))
	}
}

// A list of more rows than have room begins at the top with rows that are legible, until the user looks at another
// part.
func TestEntryShowsLegibleRows(t *testing.T) {
	s := viewstest.NewStage(t)
	p := pane.NewEntry(depict.ByTab("Components"), nil, s.Post, plotting.Light)
	defer p.Close()
	data, snapshot := viewstest.IrisClusters(t)
	m := *mixture.Of(snapshot)
	m.Responsibilities = mat.NewDense(len(data.Rows), 200, nil)
	for i := range data.Rows {
		m.Responsibilities.Set(i, i, 1)
	}
	for len(m.Components) < 200 {
		m.Components = append(m.Components, m.Components[0])
	}
	snapshot.Parts = []inference.Part{&m}
	p.SetResult(pane.Result{Subject: viewstest.SubjectOf(data, snapshot)})
	s.Show(p.Object(), 600, 400)
	s.Settle(p.View())
	f := p.Figure().(cells.Table)
	if w := p.View().Window(); w.Y0 != 0 || !(w.Y1*float64(len(f.Rows)) > 5 && w.Y1*float64(len(f.Rows)) < 40) {
		t.Fatalf("%v of %d rows are shown", w, len(f.Rows))
	}
	before := p.View().Window()
	viewstest.Press(p.View(), "-")
	s.Settle(p.View())
	if p.View().Window() == before {
		t.Error("zooming out does nothing")
	}
}
