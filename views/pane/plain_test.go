package pane_test

import (
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/viewstest"
)

// A plain pane shows the figure of the list, and nothing before a result is there.
func TestPlain(t *testing.T) {
	s := viewstest.NewStage(t)
	p := pane.NewPlain(depict.ByTab("Components"), s.Post, plotting.Light)
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
