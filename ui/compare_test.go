package ui

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/kmeans"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/compare"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"
)

// scoringModel scores trees: the prior is less by one for each branch point, and the
// likelihood says whether the times were to be fitted.
type scoringModel struct{ fakeModel }

func (m scoringModel) ScoreTree(_ context.Context, d *inference.Dataset, t *tree.Tree, _ inference.Settings, fit bool) (inference.TreeScore, *tree.Tree, error) {
	s := inference.TreeScore{LogPrior: -float64(t.Nodes() - t.Leaves()), LogLikelihood: -1}
	if fit {
		s.LogLikelihood = -2
	}
	s.LogPosterior = s.LogPrior + s.LogLikelihood
	return s, t, nil
}

// compareStage has the first tree of the animals and the page of comparison picked.
func compareStage(t *testing.T, chooser dialogs.FileChooser) *stage {
	s := newStage(t, usual, chooser, scoringModel{fakeModel{name: "scoring", target: 3}})
	s.openSample("animals")
	s.do(func() { s.w.centre.tabs.Pick("Compare") })
	return s
}

// A faceToFace is the pane of comparison as a user finds it.
type faceToFace struct {
	view    *compare.View
	list    *compare.List
	with    *controls.Picker
	empty   *controls.Paragraph
	buttons []*controls.Button
	root    fyne.CanvasObject
}

// faceToFace looks through the pane of comparison.
func (s *stage) faceToFace() *faceToFace {
	p := &faceToFace{root: s.w.centre.compare.Object()}
	each(p.root, func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *compare.View:
			p.view = o
		case *compare.List:
			p.list = o
		case *controls.Paragraph:
			p.empty = o
		case *controls.Button:
			p.buttons = append(p.buttons, o)
		case *controls.Picker:
			if p.with == nil {
				p.with = o
			}
		}
	})
	return p
}

// button finds a button by what it says.
func (p *faceToFace) button(t *testing.T, text string) *controls.Button {
	t.Helper()
	for _, b := range p.buttons {
		if strings.Contains(b.Text, text) {
			return b
		}
	}
	t.Fatalf("no button says %q", text)
	return nil
}

// sees reports whether an object of the pane is visible, with all that it stands in.
func (p *faceToFace) sees(sought fyne.CanvasObject) (found bool) {
	var look func(o fyne.CanvasObject)
	look = func(o fyne.CanvasObject) {
		if !o.Visible() {
			return
		}
		found = found || o == sought
		if c, ok := o.(*fyne.Container); ok {
			for _, child := range c.Objects {
				look(child)
			}
		}
	}
	look(p.root)
	return found
}

// pick compares with the tree of a key of the list.
func (p *faceToFace) pick(key string) { p.with.Put(key); p.with.OnPicked(key) }

func (s *stage) compared() {
	s.t.Helper()
	s.until("the comparison", func() bool {
		v := s.faceToFace().view
		return !v.Busy() && v.Figure() != nil && v.View().Settled()
	})
}

func TestCompareWithLinkage(t *testing.T) {
	s := compareStage(t, nil)
	p := s.faceToFace()
	s.do(func() {
		if !p.sees(p.button(t, "Average linkage")) || p.empty.Text == "" || p.sees(p.list) {
			t.Error("nothing is compared yet: the page says what can be done")
		}
		test.Tap(p.button(t, "Average linkage"))
	})
	s.compared()
	s.until("the scores", func() bool { return len(p.view.Scores()) == 3 })
	s.do(func() {
		f := p.view.Figure()
		if f.Names != [2]string{"Ward linkage", "average linkage"} || p.sees(p.button(t, "Average linkage")) || !p.sees(p.list) {
			t.Errorf("%v", f.Names)
		}
		own, other, _ := p.view.Pair()
		score := p.view.Scores()[2]
		if score.Own != -2-float64(own.Nodes()-own.Leaves()) || score.Other != -2-float64(other.Nodes()-other.Leaves()) {
			t.Errorf("%+v: heights are no times, so both trees have theirs fitted", score)
		}
		if !strings.Contains(p.list.ScoreNote, "with its defaults") {
			t.Errorf("%q", p.list.ScoreNote)
		}
		// What is selected here is selected in the tree, and the other way round.
		rows := p.view.Clades()[0][0].Rows
		p.view.Select(rows)
		if got := s.w.centre.tree.State().Selection.Rows; len(got) != len(rows) {
			t.Errorf("%d rows are selected in the tree, want %d", len(got), len(rows))
		}
		s.w.centre.tree.Select([]int{3})
		if got := p.view.Figure().Selection.Rows; len(got) != 1 || got[0] != 3 {
			t.Errorf("%v is selected in the comparison", got)
		}
		fig, m, err := s.w.centre.figure()
		sheets, _ := plotting.Numbers(fig)
		if _, ok := fig.(*dendro.Tanglegram); err != nil || !ok || len(sheets) != 3 || !strings.Contains(m.Title, "comparison") {
			t.Errorf("export takes %T, %q, %v", fig, m.Title, err)
		}
	})
}

func TestCompareWithFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "published.nwk")
	s := compareStage(t, answers{path})
	p := s.faceToFace()
	var whole, part *tree.Tree
	s.do(func() {
		whole = s.w.centre.tree.Trees()[0].Tree.Ladderize()
		part = whole.Restrict([]int{0, 2, 4, 6, 8, 10, 12})
	})
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(path, whole.Newick())
	s.do(func() { s.w.askCompare() })
	s.until("the tree of the file", func() bool { return p.with.Value == "file:0" })
	s.compared()
	s.do(func() {
		f := p.view.Figure()
		if f.Tangle.Comparison.RobinsonFoulds != 0 || f.Tangle.Crossings != 0 || f.Names[1] != "published" || f.Axes[1] != dendro.DiffusionAxis() {
			t.Errorf("a turned copy: %d clades differ, %d crossings", f.Tangle.Comparison.RobinsonFoulds, f.Tangle.Crossings)
		}
	})
	// Dropped on the window; only some leaves are in it.
	nexus := filepath.Join(dir, "part.nex")
	write(nexus, "#NEXUS\nBEGIN TREES;\nTREE a = "+part.Newick()+"TREE b = "+part.Ladderize().Newick()+"END;\n")
	s.do(func() { s.w.opens.dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI(nexus)}) })
	s.until("the error", func() bool { return p.view.Err() != nil })
	s.do(func() {
		common := p.button(t, "common leaves")
		if !p.sees(common) || !strings.Contains(common.Text, "7") || !strings.Contains(p.empty.Text, "only in the first tree") {
			t.Errorf("%q, %q", common.Text, p.empty.Text)
		}
		if !strings.Contains(s.w.ws.Notice.Text, "2 trees") {
			t.Errorf("%q", s.w.ws.Notice.Text)
		}
		test.Tap(common)
	})
	s.compared()
	s.until("the scores of the common leaves", func() bool { return len(p.view.Scores()) == 3 })
	s.do(func() {
		if f := p.view.Figure(); len(f.Tangle.Moved) != 7 || f.Tangle.Comparison.RobinsonFoulds != 0 {
			t.Errorf("%d leaves", len(f.Tangle.Moved))
		}
	})
	// What cannot be read says where.
	broken := filepath.Join(dir, "broken.tree")
	write(broken, "((a:1,b:1):1,\n(c:1,d;\n")
	s.do(func() { s.w.compareFile(broken) })
	s.until("the notice", func() bool { return s.w.ws.Notice.Bad })
	s.do(func() {
		n := s.w.ws.Notice
		if !strings.Contains(n.Text, "broken.tree") || !strings.Contains(n.Err.Error(), "line 2") {
			t.Errorf("%q, %v", n.Text, n.Err)
		}
	})
}

// TestCompareWithResults: the results of the study are listed, those of other rows and without a tree with the reason why
// they cannot be picked.
func TestCompareWithResults(t *testing.T) {
	s := newStage(t, usual, nil, scoringModel{fakeModel{name: "scoring", target: 3}}, kmeans.Model{})
	s.openSample("iris")
	s.fitted("animals", "kmeans")
	var groups study.ResultID
	s.do(func() { groups = s.w.ws.Now().Shown })
	s.do(func() {
		if err := s.w.ws.Next.SetModel("scoring"); err != nil {
			t.Fatal(err)
		}
		s.w.ws.Runs.Run()
	})
	s.until("the end of the run", func() bool {
		return s.w.centre.shown.Info.Name == "scoring" && s.w.ws.Runs.Stage().Ended
	})
	s.do(func() { s.w.centre.tabs.Pick("Compare") })
	p := s.faceToFace()
	option := func(id study.ResultID) (o controls.Option) {
		for _, o := range p.with.Options {
			if o.Value == fmt.Sprint("result:", id) {
				return o
			}
		}
		return o
	}
	var first study.ResultID
	s.do(func() {
		for _, id := range workspace.Listed(s.w.ws.Runs) {
			if known, _ := s.w.ws.Doc.Result(id); known.First && known.Table == s.w.ws.Now().Open {
				first = id
			}
		}
		if o := option(first); o.Title != "Ward linkage" || o.Off {
			t.Errorf("the first tree is %+v", o)
		}
		if o := option(groups); !o.Off || !strings.Contains(o.Note, "Partitions") {
			t.Errorf("groups without a tree: %+v", o)
		}
		if o := option(s.w.ws.Now().Shown); o.Value != "" {
			t.Errorf("the result shown is offered: %+v", o)
		}
		test.Tap(p.button(t, "Compare with Ward linkage"))
	})
	s.compared()
	s.until("the scores", func() bool { return len(p.view.Scores()) == 3 })
	s.do(func() {
		score := p.view.Scores()[1]
		if score.Own != -1 || score.Other != -2 {
			t.Errorf("%+v: the tree of the run has times, the linkage has heights", score)
		}
		if !strings.Contains(p.list.ScoreNote, "learnt in this run") ||
			!strings.Contains(p.list.ScoreNote, "Ward linkage is scored with the best times") {
			t.Errorf("%q", p.list.ScoreNote)
		}
		if p.pick(fmt.Sprint("result:", groups)); p.with.Value != "" || p.view.Figure() != nil {
			t.Error("what has no tree was picked")
		}
	})
	// A new name stands on both pages at once.
	s.do(func() {
		s.w.ws.Runs.Label(groups, study.Label{Name: "my groups"})
		if o := option(groups); o.Title != "my groups" {
			t.Errorf("the renamed result is %q on Compare", o.Title)
		}
		var sides []string
		each(s.w.centre.crossing.Row, func(o fyne.CanvasObject) {
			if c, ok := o.(*controls.Chooser); ok {
				sides = append(sides, c.Options...)
			}
		})
		if !slices.Contains(sides, "my groups") {
			t.Errorf("Partitions offers %q", sides)
		}
	})
	s.openSample("iris")
	s.do(func() {
		if p.view.Figure() != nil || p.with.Value != "" {
			t.Error("on another table nothing is compared")
		}
	})
}

// TestCompareNarrow: where the list has no room it goes, and it comes back.
func TestCompareNarrow(t *testing.T) {
	s := compareStage(t, nil)
	p := s.faceToFace()
	s.do(func() { p.pick("linkage:average") })
	s.compared()
	for _, width := range []float32{1440, 1000, 1440} {
		s.do(func() {
			s.w.win.Resize(fyne.NewSize(width, 760))
			room := p.root.Size().Width
			if beside := p.sees(p.list); beside != (room >= 640) {
				t.Errorf("%.0f wide: the list shows: %v", room, beside)
			}
			if figure := p.view.Size().Width; figure < 350 {
				t.Errorf("%.0f wide: the figure has %.0f", room, figure)
			}
		})
	}
}
