package stages

import (
	"bytes"
	"context"
	"image/gif"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/teach"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

var usual = fyne.NewSize(1440, 900)

func pressed(name fyne.KeyName) *fyne.KeyEvent { return &fyne.KeyEvent{Name: name} }

// A hall is a window under test that shows the stages over a work of nothing.
type hall struct {
	*viewstest.Stage
	*Teacher
	covered bool
}

// chosen is a file chooser that answers with a path.
type chosen string

func (c chosen) Open(string, []dialogs.FileFilter) (string, error)         { return string(c), nil }
func (c chosen) Save(string, string, []dialogs.FileFilter) (string, error) { return string(c), nil }

// newHall returns a hall of a size, whose user saves under a path.
func newHall(t *testing.T, size fyne.Size, path string) *hall {
	s := &hall{Stage: viewstest.NewStage(t)}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	over := container.NewStack()
	s.Show(over, size.Width, size.Height)
	none := func() {}
	s.Teacher = New(Host{
		Dialogs: &dialogs.Dialogs{App: fyne.CurrentApp(), Window: s.Win, Post: s.Post, Context: ctx, Chooser: chosen(path),
			Fail: func(what string, err error) { t.Errorf("%s %v", what, err) }, Tell: func(string) {}},
		Version: "test", Style: func() plotting.Style { return plotting.Light },
		Dark: func() bool { return false }, Still: func() bool { return false },
		Data:    func() *inference.Dataset { return nil },
		Covered: func(on bool) { s.covered = on }, Changed: none, Export: none, Shortcuts: none, Walk: none,
	})
	over.Add(s.Object)
	t.Cleanup(s.Close)
	return s
}

// at runs what is posted until a stage stands paused at a step.
func (s *hall) at(step int) {
	s.TB.Helper()
	s.Run(func() bool {
		p := s.stage
		return p != nil && p.now.at == step && !p.now.playing && p.now.figure != nil
	})
}

func TestTeachByKeysAlone(t *testing.T) {
	s := newHall(t, usual, "")
	s.ShowGallery()
	if !s.covered || !s.Shown() || len(s.gallery.cards) != len(teach.Stages()) {
		t.Fatal("the gallery does not cover the work")
	}
	s.Win.Canvas().Focused().TypedKey(pressed(fyne.KeyReturn)) // the first card
	s.at(0)
	press := func(f func(c fyne.Focusable)) { f(s.Win.Canvas().Focused()) }
	typed := func(name fyne.KeyName) { press(func(c fyne.Focusable) { c.TypedKey(pressed(name)) }) }
	typed(fyne.KeyRight)
	s.at(1)
	typed(fyne.KeyPageDown)
	s.at(11)
	summary := s.stage.now.summary
	typed(fyne.KeyRight)
	s.at(12)
	typed(fyne.KeyLeft)
	s.at(11)
	p := s.stage
	if p.now.summary != summary || p.words.Text != summary {
		t.Errorf("after a step back: %q, before %q", p.now.summary, summary)
	}
	p.copyCommand()
	if got := s.h.App.Clipboard().Content(); got != "espalier teach crp --steps 11" {
		t.Errorf("the command is %q", got)
	}
	press(func(c fyne.Focusable) { c.TypedRune('l') })
	if got := s.h.App.Clipboard().Content(); got != "espalier://teach/crp?at=11" {
		t.Errorf("the link is %q", got)
	}
	press(func(c fyne.Focusable) { c.TypedRune('n') })
	s.Run(func() bool { return s.stage.now.request.Seed == 2 })
	s.at(11)
	press(func(c fyne.Focusable) { c.TypedRune('1') })
	s.Run(func() bool {
		p := s.stage
		return p.now.playing && strings.Contains(p.now.request.Command(), "concentration=10")
	})
	typed(fyne.KeySpace)
	s.Run(func() bool { return !s.stage.now.playing && s.stage.play.Text == "Play" })
	typed(fyne.KeyEnd)
	s.at(100)
	typed(fyne.KeySpace)
	s.Run(func() bool { return s.stage.now.playing && s.stage.now.at < 100 })
	typed(fyne.KeyHome)
	s.at(0)
	press(func(c fyne.Focusable) { c.TypedRune('p') })
	if s.stage.side.Visible() || s.stage.view.Style().TitleSize < 20 {
		t.Error("the projector shows what it did before")
	}
	typed(fyne.KeyEscape)
	if !s.stage.side.Visible() {
		t.Error("Escape does not leave the projector")
	}
	typed(fyne.KeyEscape)
	if s.stage != nil || !s.Shown() {
		t.Error("Escape does not go back to the gallery")
	}
	s.Typed(pressed(fyne.KeyEscape))
	if s.Shown() || s.covered {
		t.Error("Escape does not go back to the work")
	}
}

func TestTeachControls(t *testing.T) {
	s := newHall(t, fyne.NewSize(1280, 720), "")
	s.Open(teach.Request{Stage: "crp", Set: []string{"discount=0.5"}, Seed: 3, Step: 9})
	s.at(9)
	p := s.stage
	if p.form.settings.Text("discount") != "0.5" || p.seed != 3 {
		t.Errorf("discount %s, seed %d", p.form.settings.Text("discount"), p.seed)
	}
	p.form.set("discount", "2", nil)
	if !p.form.problem.Visible() || p.form.settings.Text("discount") != "0.5" {
		t.Error("a discount of 2 is not refused")
	}
	p.form.set("discount", "0.25", nil)
	s.Run(func() bool { return strings.Contains(s.stage.now.request.Command(), "discount=0.25") })
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

func TestTeachSavesFilms(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.gif")
	s := newHall(t, usual, path)
	s.Open(teach.Request{Stage: "crp", Seed: 1, Step: 8})
	s.at(8)
	s.stage.askFilm()
	s.h.Top().Accept()
	s.Run(func() bool { return s.h.Top() != nil })
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
	s := newHall(t, usual, "")
	s.Open(teach.Request{Stage: "posterior", Seed: 1, Step: 3})
	s.at(3)
	s.stage.form.set("data", "table", nil)
	s.Run(func() bool {
		p := s.stage.problem
		return p.Visible() && strings.Contains(p.Text, "No table is open")
	})
	s.stage.form.set("data", "sample", nil)
	s.Run(func() bool { return !s.stage.problem.Visible() })
	s.at(3)
	if v := s.stage.view; v.AccessibilityLabel() != s.stage.now.summary {
		t.Errorf("the figure is described as %q", v.AccessibilityLabel())
	}
}

// When the columns are put in left-ordered form one sees them move, and no step is made.
func TestTeachColumnsMove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		posts, now := make(chan func(), 1000), moment{}
		p := newPlayer(func(f func()) { posts <- f }, "test", func(m moment) { now = m })
		defer p.Close()
		// gliding counts the pictures on the way to step 12, and waits for its own.
		gliding := func() (n int) {
			t.Helper()
			for {
				(<-posts)()
				switch {
				case now.at == 12 && now.gliding:
					n++
				case now.at == 12:
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

// TestStagesGoBackToTheirCards, and on to their neighbours.
func TestStagesGoBackToTheirCards(t *testing.T) {
	s := newHall(t, fyne.NewSize(1280, 720), "")
	stages := teach.Stages()
	s.ShowGallery()
	s.OpenName(stages[8].Name)
	s.stage.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	g := s.gallery
	if s.Win.Canvas().Focused() != fyne.Focusable(g.cards[8]) {
		t.Errorf("the keys are not at the card of %s", stages[8].Title)
	}
	top, at := g.cards[8].Position().Y, g.scroll.Offset.Y
	if top < at || top+g.cards[8].Size().Height > at+g.scroll.Size().Height {
		t.Errorf("the card stands at %g, in sight are %g to %g", top, at, at+g.scroll.Size().Height)
	}
	s.OpenName(stages[8].Name)
	test.Tap(s.stage.next)
	if got := s.stage.stage.Name; got != stages[9].Name {
		t.Errorf("the next stage is %s", got)
	}
	s.stage.typedRune(',')
	s.stage.typedRune(',')
	if got := s.stage.stage.Name; got != stages[7].Name {
		t.Errorf("two before is %s", got)
	}
	s.OpenName(stages[0].Name)
	if !s.stage.previous.Disabled() || s.stage.next.Disabled() {
		t.Error("the first stage has one before it, or none after it")
	}
}

// The arrows never lead to a card that is out of sight.
func TestArrowsInGalleryScroll(t *testing.T) {
	s := newHall(t, fyne.NewSize(900, 500), "")
	s.ShowGallery()
	if y := s.gallery.scroll.Offset.Y; y != 0 {
		t.Fatalf("the gallery begins at %v", y)
	}
	for range len(s.gallery.cards) - 1 {
		s.Win.Canvas().Focused().TypedKey(pressed(fyne.KeyRight))
	}
	if on := s.Win.Canvas().Focused(); on != s.gallery.cards[len(s.gallery.cards)-1] {
		t.Fatalf("%T has the keyboard", on)
	}
	if y := s.gallery.scroll.Offset.Y; !(y > 500) {
		t.Errorf("the gallery stands at %v while the last card has the keyboard", y)
	}
}
