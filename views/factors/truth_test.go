package factors

import (
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/stat/recovery"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"

	"example.org/espalier/plotting/depict/latent"
	"example.org/espalier/views/viewstest"
)

// The page marks what is selected, and a click on a cell selects its item.
func TestTruthPage(t *testing.T) {
	known, err := recovery.ReadLoadings(
		strings.NewReader("item,one,two\nitem 0,0,2\nitem 1,0,-1\nitem 2,1,1\nitem 3,0,0\nitem 4,3,0\n"))
	if err != nil {
		t.Fatal(err)
	}
	s := viewstest.NewStage(t)
	v := newPage("Truth", s.Post, plotting.Light)
	defer v.Close()
	if v.Figure() != nil {
		t.Error("a figure of nothing")
	}
	p := fakePosterior(t)
	if p.Subject.With(latent.Told{Truth: []*recovery.Loadings{known}}); !v.Offers(p.Subject) {
		t.Error("not offered")
	}
	v.SetPosterior(p)
	v.Select(study.Selection{}.WithFactors(p.Result, p.Summary.Factors.IDs[0]))
	h := v.Figure().(cells.Hinton)
	if len(h.Blocks) != 2 || !slices.ContainsFunc(h.Blocks,
		func(b cells.HintonBlock) bool { return len(b.Columns) == 2 && b.Columns[1].Selected }) {
		t.Errorf("%+v", h.Blocks)
	}
	for _, learnt := range []bool{false, true} {
		m := plotting.NewMark("cell")
		m.Index, m.Column, m.Node = 1, 2, 0
		if learnt {
			m.Node = 1
		}
		v.View().OnSelect(m, true, 0)
		if h = v.Figure().(cells.Hinton); len(h.SelectedRows) != 1 || h.Items[h.SelectedRows[0]] != 2 ||
			h.Blocks[1].Columns[1].Selected != learnt || h.Blocks[0].Columns[1].Selected {
			t.Errorf("rows %v of %v are selected, and %+v", h.SelectedRows, h.Items, h.Blocks)
		}
	}
	v.Select(study.Selection{})
	if v.Figure().(cells.Hinton).Selects() {
		t.Error("something is still selected")
	}
}
