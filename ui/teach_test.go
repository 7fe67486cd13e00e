package ui

import (
	"bytes"
	"image/gif"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"espalier/plotting/teach"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func pressed(name fyne.KeyName) *fyne.KeyEvent { return &fyne.KeyEvent{Name: name} }

// at waits until a stage stands paused at a step.
func (s *stage) at(step int) {
	s.t.Helper()
	s.until("the step", func() bool {
		p := s.w.teach.stage
		return p != nil && p.now.at == step && !p.now.playing && p.now.figure != nil
	})
}

func TestTeachByKeysAlone(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	s.do(func() {
		s.w.teach.showGallery()
		if s.w.columns.object.Visible() || len(s.w.teach.gallery.cards) != len(teach.Stages()) {
			t.Fatal("the gallery does not cover the work")
		}
		s.w.win.Canvas().Focused().TypedKey(pressed(fyne.KeyReturn)) // the first card
	})
	s.at(0)
	press := func(f func(c fyne.Focusable)) { s.do(func() { f(s.w.win.Canvas().Focused()) }) }
	typed := func(name fyne.KeyName) { press(func(c fyne.Focusable) { c.TypedKey(pressed(name)) }) }
	typed(fyne.KeyRight)
	s.at(1)
	typed(fyne.KeyPageDown)
	s.at(11)
	var summary string
	s.do(func() { summary = s.w.teach.stage.now.summary })
	typed(fyne.KeyRight)
	s.at(12)
	typed(fyne.KeyLeft)
	s.at(11)
	s.do(func() {
		p := s.w.teach.stage
		if p.now.summary != summary || p.words.Text != summary {
			t.Errorf("after a step back: %q, before %q", p.now.summary, summary)
		}
		p.copyCommand()
		if got := s.w.app.Clipboard().Content(); got != "espalier teach crp --steps 11" {
			t.Errorf("the command is %q", got)
		}
	})
	press(func(c fyne.Focusable) { c.TypedRune('n') })
	s.until("the next seed", func() bool { return s.w.teach.stage.now.request.Seed == 2 })
	s.at(11)
	press(func(c fyne.Focusable) { c.TypedRune('1') })
	s.until("the thing to try", func() bool {
		p := s.w.teach.stage
		return p.now.playing && strings.Contains(p.now.request.Command(), "concentration=10")
	})
	typed(fyne.KeySpace)
	s.until("the pause", func() bool { return !s.w.teach.stage.now.playing && s.w.teach.stage.play.Text == "Play" })
	typed(fyne.KeyEnd)
	s.at(100)
	typed(fyne.KeySpace)
	s.until("playing anew", func() bool { return s.w.teach.stage.now.playing && s.w.teach.stage.now.at < 100 })
	typed(fyne.KeyHome)
	s.at(0)
	press(func(c fyne.Focusable) { c.TypedRune('p') })
	s.do(func() {
		if s.w.teach.stage.side.Visible() || s.w.teach.stage.view.Style().TitleSize < 20 {
			t.Error("the projector shows what it did before")
		}
	})
	typed(fyne.KeyEscape)
	s.do(func() {
		if !s.w.teach.stage.side.Visible() {
			t.Error("Escape does not leave the projector")
		}
	})
	typed(fyne.KeyEscape)
	s.do(func() {
		if s.w.teach.stage != nil || !s.w.teach.shown() {
			t.Error("Escape does not go back to the gallery")
		}
		s.w.typed(pressed(fyne.KeyEscape))
		if s.w.teach.shown() || !s.w.columns.object.Visible() || s.w.centre.shown == nil || s.w.centre.shown.Table.Name != "crabs" {
			t.Error("the work is not as it was")
		}
	})
}

func TestTeachControls(t *testing.T) {
	s := newStage(t, fyne.NewSize(1280, 720), nil)
	s.do(func() { s.w.teach.open(teach.Request{Stage: "crp", Set: []string{"discount=0.5"}, Seed: 3, Step: 9}) })
	s.at(9)
	s.do(func() {
		p := s.w.teach.stage
		if p.form.settings.Text("discount") != "0.5" || p.seed != 3 {
			t.Errorf("discount %s, seed %d", p.form.settings.Text("discount"), p.seed)
		}
		p.form.set("discount", "2", nil)
		if !p.form.problem.Visible() || p.form.settings.Text("discount") != "0.5" {
			t.Error("a discount of 2 is not refused")
		}
		p.form.set("discount", "0.25", nil)
	})
	s.until("the new discount", func() bool { return strings.Contains(s.w.teach.stage.now.request.Command(), "discount=0.25") })
	s.at(9)
	for _, stage := range teach.Stages() {
		for _, c := range stage.Controls {
			if len(c.Choices) > 0 || c.Type == "boolean" {
				continue
			}
			k := scaleOf(c)
			for i := range k.steps + 1 {
				if _, err := c.Parse(k.value(i)); err != nil {
					t.Errorf("%s: place %d of the slider: %v", stage.Name, i, err)
				}
			}
		}
	}
}

func TestTeachSavesMomentsAndFilms(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "run.gif")
	s := newStage(t, usual, answers{path})
	s.do(func() { s.w.teach.open(teach.Request{Stage: "crp", Seed: 1, Step: 8}) })
	s.at(8)
	s.do(func() {
		s.w.exportFigure()
		if s.w.Top() == nil {
			t.Fatal("no moment to export")
		}
		s.w.Top().Close()
		s.w.teach.stage.askFilm()
		s.w.Top().Accept()
	})
	s.until("the film", func() bool { return s.w.Top() != nil })
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if g, err := gif.DecodeAll(bytes.NewReader(b)); err != nil || len(g.Image) < 8 {
		t.Errorf("%d frames: %v", len(g.Image), err)
	}
}

// What cannot be shown is said, and what can comes back.
func TestTeachSaysWhatIsMissing(t *testing.T) {
	s := newStage(t, usual, nil)
	s.do(func() { s.w.teach.open(teach.Request{Stage: "posterior", Seed: 1, Step: 3}) })
	s.at(3)
	s.do(func() { s.w.teach.stage.form.set("data", "table", nil) })
	s.until("the sentence", func() bool {
		p := s.w.teach.stage.problem
		return p.Visible() && strings.Contains(p.Text, "No table is open")
	})
	s.do(func() { s.w.teach.stage.form.set("data", "sample", nil) })
	s.until("the stage again", func() bool { return !s.w.teach.stage.problem.Visible() })
	s.at(3)
	s.do(func() {
		if v := s.w.teach.stage.view; v.AccessibilityLabel() != s.w.teach.stage.now.summary {
			t.Errorf("the figure is described as %q", v.AccessibilityLabel())
		}
	})
}

// A run goes on while a stage is looked at, and menus leave the work alone.
func TestTeachLeavesTheWorkAlone(t *testing.T) {
	s := newStage(t, usual, nil)
	s.hold.set(3)
	s.openSample("crabs")
	s.do(func() { test.Tap(s.w.run.go_) })
	s.until("the run", func() bool { return s.w.run.go_.Text == "Pause" })
	s.do(func() {
		s.w.teach.openName("crp")
		for _, menu := range s.w.menu.main.Items {
			if menu.Label == "Run" {
				menu.Items[2].Action() // Stop
			}
		}
		s.hold.release()
	})
	s.until("the end of the run", func() bool { p, _ := s.w.ws.Runs.Progress(); return p.Iteration >= 40 })
	s.do(func() { s.w.teach.leave() })
	s.until("the result", func() bool {
		return s.w.centre.shown != nil && s.w.centre.shown.Info.Name == "slow" && s.w.columns.object.Visible()
	})
}

// When the columns are put in left-ordered form one sees them move, and no step is made.
func TestTeachColumnsMove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		moments := make(chan moment, 1000)
		p := newPlayer(func(f func()) { f() }, "test", func(m moment) { moments <- m })
		defer p.Close()
		// gliding counts the pictures on the way to step 12, and waits for its own.
		gliding := func() (n int) {
			t.Helper()
			for {
				switch m := <-moments; {
				case m.at == 12 && m.gliding:
					n++
				case m.at == 12:
					return n
				}
			}
		}
		p.Open(teach.Request{Stage: "ibp", Seed: 1, Step: 12}, nil, false)
		gliding()
		p.Open(teach.Request{Stage: "ibp", Seed: 1, Step: 12, Set: []string{"order=left-ordered"}}, nil, false)
		if n, want := gliding(), int(reorderTime/glideFrame)-1; n != want {
			t.Errorf("%d pictures on the way of the columns, want %d", n, want)
		}
	})
}
