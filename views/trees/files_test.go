package trees

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/plotting/depict/treestest"
	"example.org/espalier/plotting/write"
	"example.org/espalier/views/viewstest"
)

// Whatever is chosen, the figure of the window is that of the command line and of reports.
func TestFilesAreAsTheWindow(t *testing.T) {
	data, err := treestest.Table().Prepare(inference.Preprocessing{})
	if err != nil {
		t.Fatal(err)
	}
	svg := func(f plotting.Figure) string {
		t.Helper()
		path := filepath.Join(t.TempDir(), "figure.svg")
		if err := write.Figure(path, f, plotting.Size{WidthMM: 180, HeightMM: 140, DPI: 300},
			plotting.Metadata{Created: time.Unix(0, 0)}); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for name, f := range map[string]*forest.Forest{"draws": treestest.Draws(data), "best trees": treestest.Best(data)} {
		s := viewstest.NewStage(t)
		v := newKept(s.Post, plotting.Light)
		v.SetData(data)
		snapshot := &inference.Snapshot{Iteration: 90, Parts: []inference.Part{f}}
		v.SetTrees(f.Trees)
		v.SetSamples(f.Draws, 0.25)
		s.Show(v, 800, 600)
		for _, c := range treestest.Changes() {
			if name == "draws" && !c.Draws || name != "draws" && !c.Best {
				continue
			}
			st := drawn.State{Look: drawn.NewLook(nil).For(data)}
			c.Set(&st)
			v.SetState(st)
			if len(f.Draws) > 0 {
				summarised(s, v.View)
			}
			best, _ := v.Best()
			result := &depict.Subject{Data: data, Table: treestest.Table(), BurnIn: 0.25, Snapshot: snapshot,
				Info: inference.Info{Title: "Model", Iteration: "sweep"}}
			v.SetCaption(depict.TreeCaption(result, best, v.Draws.Text()))
			h := study.Sheet{Panes: study.Panes{drawn.Pane: st.Look}, Rows: study.Side{Groups: st.Groups, Edits: st.Edits}}
			p, err := depict.ByTab("Tree").Plate(t.Context(), depict.Edited(result, h, study.FrameOf(data)))
			if err != nil {
				t.Fatal(err)
			}
			if svg(v.Figure().WithStyle(depict.LooksOfSheet(h, treestest.Table()).Style(plotting.Print, "Tree"))) !=
				svg(p.In(plotting.Print)) {
				t.Errorf("%s, %s: the window and the file differ", name, c.Name)
			}
			if words := v.Source().Words(); words != p.Metadata.Description {
				t.Errorf("%s, %s: the window says %q, the file %q", name, c.Name, words, p.Metadata.Description)
			}
		}
		v.Close()
	}
}
