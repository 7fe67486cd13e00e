package ui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/board"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/model/gaussian"
	"example.org/espalier/inference/model/kde"
	"example.org/espalier/inference/model/nsfa"
	"example.org/espalier/inference/model/pydt"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/ui/comparing"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// boardTable waits until the board shows that number of lines, and returns its list.
func (s *stage) boardTable(lines int) (t cells.Table) {
	s.t.Helper()
	s.until("the board", func() bool {
		f, _ := s.w.centre.board.View().Shown()
		var ok bool
		t, ok = f.(cells.Table)
		return ok && len(t.Rows) == lines && s.w.centre.board.View().Settled()
	})
	return t
}

// switches lists the models of the sheet with their toggles.
func switches(o fyne.CanvasObject) (list []*controls.Toggle) {
	if t, ok := o.(*controls.Toggle); ok {
		return []*controls.Toggle{t}
	}
	if c, ok := o.(*fyne.Container); ok {
		for _, inner := range c.Objects {
			list = append(list, switches(inner)...)
		}
	}
	return list
}

// again is a comparison of models, as they usually are, on three splits.
func (s *stage) again(t *testing.T, models ...string) board.Plan {
	t.Helper()
	p := s.w.ws.ComparePlan()
	p.Unit, p.Share, p.Part, p.Splits = board.Rows, 0.1, 0.1, []uint64{1, 2, 3}
	for _, name := range models {
		like := comparing.Like(s.w.ws.Model(name), s.w.ws.Next.Settings())
		p.Choices = append(p.Choices, board.Choice{Model: name, Settings: job.ValuesOf(like)})
	}
	return p
}

// A user compares models on a table, sees which predicts best, shows one of the fits, takes the
// comparison back and writes a report.
func TestCompareModelsOnTheBoard(t *testing.T) {
	s := newStage(t, usual, nil, pydt.Model{}, nsfa.Model{}, gaussian.Model{}, kde.Model{})
	s.openSample("iris")
	s.until("the first tree", func() bool { return s.w.centre.tree.Groups.CanCutTightest() })
	s.do(func() {
		if err := s.w.ws.Next.SetModel("gaussian"); err != nil {
			t.Fatal(err)
		}
		test.Tap(s.w.run.go_)
	})
	s.until("the first result", func() bool { return len(s.w.ws.Runs.Entries()) == 1 })
	s.do(func() { s.w.menu.models.Action() })
	s.until("the question", func() bool { return s.w.Top() != nil })
	s.do(func() {
		s.w.Top().Close()
		o := s.w.showCompareModels(board.Offers(s.w.ws.Models(), s.w.ws.Plain(), nil), s.w.ws.Next.Settings())
		toggles := switches(o.List)
		if o.Unit != board.Rows || len(toggles) != 3 || !toggles[0].On || !toggles[1].On {
			t.Fatalf("%s: %d models, %v", o.Unit, len(toggles), o.On)
		}
		if text := textsIn(o.List); !strings.Contains(text, "Multivariate Gaussian, already run") || strings.Count(text, "already run") != 1 {
			t.Errorf("the list says %q", text)
		}
		toggles[0].Tapped(nil) // without the tree, which takes longest
		if !strings.HasPrefix(o.Said.Text, "2 models × 1 = 2 fits") {
			t.Errorf("%q", o.Said.Text)
		}
		o.Splits = "3"
		o.Accept()
		if _, working := s.w.ws.Comparing(); !working || s.w.centre.tabs.Picked() != tabBoard {
			t.Errorf("the comparison does not begin, on the page %s", s.w.centre.tabs.Picked())
		}
	})
	s.until("the fits", func() bool { _, working := s.w.ws.Comparing(); return !working })
	table := s.boardTable(4) // the first tree, the first result, and a line for each model
	s.do(func() {
		if n := s.w.ws.Notice; n.Bad || len(s.w.ws.Runs.Entries()) != 7 {
			t.Fatalf("%+v, %d results", n, len(s.w.ws.Runs.Entries()))
		}
		s.w.ws.CompareModels(s.again(t, "gaussian", "kde"))
	})
	s.until("the same fits", func() bool { _, working := s.w.ws.Comparing(); return !working })
	s.do(func() {
		const want = "0 fits done: the board compares them. 6 fits had been run already and stood there."
		if n := s.w.ws.Notice; n.Text != want || len(s.w.ws.Runs.Entries()) != 7 {
			t.Errorf("%+v, %d results", n, len(s.w.ws.Runs.Entries()))
		}
		best := table.Rows[0]
		if best.Cells[0].Text != "Kernel density estimate" || best.Cells[2].Text != "leads" || !strings.Contains(table.Note, "of 3 splits") || !strings.HasPrefix(table.Subtitle, "Kernel density estimate leads") {
			t.Errorf("%+v: %s, %s", best.Cells, table.Subtitle, table.Note)
		}
		// Words are ordered as they stand, numbers with the greatest first.
		s.w.centre.board.OrderBy("result")
	})
	s.until("the order", func() bool {
		f, _ := s.w.centre.board.View().Shown()
		t, ok := f.(cells.Table)
		return ok && t.Sort == 0 && !t.Descending && s.w.centre.board.View().Settled()
	})
	var before *workspace.Result
	s.do(func() {
		before = s.w.ws.Runs.Result()
		s.w.win.Resize(fyne.NewSize(1000, 500))
		controls.Reveal(s.w.model.object)
		away := controls.AreaOf(s.w.list.object).At.Y
		m := plotting.NewMark("row")
		m.Index = 0
		s.w.centre.board.View().OnSelect(m, true, 0)
		now := s.w.ws.Runs.Result()
		if now.ID == before.ID || now.Info.Name != "kde" {
			t.Errorf("a click shows %s", now.Info.Name)
		}
		// The list of results comes into sight, though the column showed the end of the form.
		if after := controls.AreaOf(s.w.list.object).At.Y; away >= 0 || after < 0 {
			t.Errorf("the list was at %v and is at %v", away, after)
		}
		if n, _ := now.Data.Dims(); n != 135 || slices.Max(now.Data.RowIndex) != 149 {
			t.Errorf("the fit is of %d rows up to %d", n, slices.Max(now.Data.RowIndex)+1)
		}
		s.w.centre.board.View().OnRune('t')
	})
	s.until("the picture", func() bool {
		f, _ := s.w.centre.board.View().Shown()
		d, ok := f.(chart.Dots)
		return ok && len(d.Rows) == 2
	})
	s.do(func() {
		if _, m, err := s.w.centre.figure(); err != nil || !strings.Contains(m.Description, "Kernel density estimate") {
			t.Errorf("%q, %v", m.Description, err)
		}
	})
	path := filepath.Join(t.TempDir(), "page")
	s.do(func() {
		s.w.Chooser = answers{path}
		s.w.exports.askReport()
		s.w.Top().Accept()
	})
	s.until("the report", func() bool {
		n := s.w.ws.Notice
		return n.Bad ||
			strings.HasPrefix(n.Text, "Saved ")
	})
	text, err := os.ReadFile(path + ".html")
	if err != nil || strings.Count(string(text), "<article") != 7 || !strings.Contains(strings.NewReplacer("<span>", "", "</span>", "").Replace(string(text)), "--model kde --seed 2 --holdout 0.1 --holdout-unit rows") {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	s.do(func() {
		for range 10 {
			if s.w.ws.Doc.UndoName() == "Compare Models" {
				break
			}
			s.w.undo()
		}
		s.w.undo()
		if n := len(s.w.ws.Runs.Entries()); n != 1 {
			t.Errorf("%d results after undo", n)
		}
	})
}

// A comparison that is stopped keeps what is done; a model that fails says so.
func TestStopComparing(t *testing.T) {
	s := newStage(t, usual, nil, gaussian.Model{}, kde.Model{})
	s.openSample("iris")
	s.do(func() {
		p := s.w.ws.ComparePlan()
		p.Choices, p.Share, p.Splits = []board.Choice{{Model: "gaussian"}, {Model: "kde"}}, 0.1, make([]uint64, 20)
		for i := range p.Splits {
			p.Splits[i] = uint64(i)
		}
		s.w.ws.CompareModels(p)
		s.w.ws.StopComparing()
		if text, working := s.w.ws.Comparing(); !working || text != "Stopping…" {
			t.Errorf("%q, %v", text, working)
		}
	})
	s.until("the end", func() bool { _, working := s.w.ws.Comparing(); return !working })
	s.do(func() {
		if n := len(s.w.ws.Runs.Entries()); n == 40 || s.w.ws.Notice.Bad {
			t.Errorf("%d fits, %+v", n, s.w.ws.Notice)
		}
		p := s.w.ws.ComparePlan()
		p.Choices, p.Share, p.Splits = []board.Choice{{Model: "none"}}, 0.1, []uint64{1}
		s.w.ws.CompareModels(p)
		if n := s.w.ws.Notice; !n.Bad || !strings.Contains(n.Err.Error(), "none") {
			t.Errorf("%+v", n)
		}
	})
}

// textsIn joins the texts within an object.
func textsIn(o fyne.CanvasObject) (text string) {
	switch o := o.(type) {
	case *controls.Text:
		return o.Text + "\n"
	case *fyne.Container:
		for _, inner := range o.Objects {
			text += textsIn(inner)
		}
	}
	return text
}
