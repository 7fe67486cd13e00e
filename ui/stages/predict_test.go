package stages

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/teach"
	"example.org/espalier/plotting/teach/poll"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"gonum.org/v1/plot/vg"
)

// The room guesses by a number and by a click; what a stage shows stays hidden until it is revealed, and then stands
// beside the guesses and the theory.
func TestPredictThenReveal(t *testing.T) {
	s := newHall(t, usual, "")
	s.Open(teach.Request{Stage: "crp", Seed: 1, Step: 100})
	s.at(100)
	p := s.stage
	press := func(name fyne.KeyName) { s.Win.Canvas().Focused().TypedKey(pressed(name)) }
	test.Tap(p.ask)
	s.at(0)
	if p.ask.Text != "Reveal" || !p.asking() {
		t.Fatalf("the button says %q", p.ask.Text)
	}
	hidden := func() {
		t.Helper()
		for _, row := range p.counters.rows {
			if row[1].Text != "–" || row[2].Text != "–" {
				t.Errorf("while it asks the counters say %s %s", row[1].Text, row[2].Text)
			}
		}
		if got := p.view.AccessibilityLabel(); !strings.HasPrefix(got, "How many tables do 100 customers take?") {
			t.Errorf("while it asks the picture is described as %q", got)
		}
	}
	hidden()
	for _, r := range "12" {
		s.Win.Canvas().Focused().TypedRune(r)
	}
	press(fyne.KeyReturn)
	press(fyne.KeyRight) // nothing moves
	s.Run(func() bool { _, scene := p.view.Shown(); return scene != nil && p.view.Settled() })
	_, scene := p.view.Shown()
	// A place on the line of guesses, well inside of its plot.
	var at fyne.Position
	found := 0.0
	for y := p.view.Size().Height - 1; y > 0 && at.IsZero(); y -= 6 {
		for x := float32(60); x < 800 && at.IsZero(); x += 20 {
			sc, q, ok := p.view.SceneAt(fyne.NewPos(x, y))
			if planar, is := sc.(ink.Planar); ok && is && q.Y < 0.9*vg.Length(poll.Share)*scene.Size().Y {
				if plane, on, ok := planar.PlaneAt(q); ok {
					if v, _ := plane.Value(on); v > 20 {
						at, found = fyne.NewPos(x, y), math.Round(v)
					}
				}
			}
		}
	}
	if at.IsZero() {
		t.Fatal("the line of guesses is nowhere")
	}
	p.view.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}, Button: desktop.MouseButtonPrimary})
	p.view.MouseUp(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}, Button: desktop.MouseButtonPrimary})
	p.view.Tapped(&fyne.PointEvent{Position: at})
	if got := p.prediction.asked.Guesses; len(got) != 2 || got[0] != 12 || got[1] != found {
		t.Fatalf("guesses %v, want 12 and %v", got, found)
	}
	hidden()
	if p.now.at != 0 {
		t.Errorf("it stands at step %d while it asks", p.now.at)
	}
	press(fyne.KeyReturn) // reveals
	s.Run(func() bool { return p.now.playing })
	press(fyne.KeyEnd)
	s.at(100)
	if text := p.prediction.asked.Words(); !strings.HasPrefix(text, "2 guesses") ||
		!strings.HasSuffix(text, "drawn 9 · theory 8.39 ± 2.4") {
		t.Error(text)
	}
	if p.counters.rows[0][1].Text != "9" || p.ask.Text != "End of guesses" {
		t.Errorf("%s, %s", p.counters.rows[0][1].Text, p.ask.Text)
	}
	p.form.set("customers", "60", nil)
	if q := p.prediction.asked.Question; q != "How many tables do 60 customers take?" {
		t.Error(q)
	}
	press(fyne.KeyEscape)
	if p.prediction.on || p.ask.Text != "Predict" || s.stage == nil {
		t.Error("Escape does not end the guesses alone")
	}
	s.OpenName("sparsity")
	s.at(0)
	if !s.stage.ask.Disabled() {
		t.Error("a stage without a question asks")
	}
}

// The lesson sheet of every stage opens in the window, its answers at a click.
func TestLessonSheets(t *testing.T) {
	s := newHall(t, usual, "")
	for _, about := range teach.Stages() {
		s.OpenName(about.Name)
		s.at(0)
		test.Tap(s.stage.sheet)
		sheet := s.h.Top()
		if sheet == nil {
			t.Fatalf("%s has no lesson sheet", about.Name)
		}
		words := func() (all []string) {
			letters(sheet.Content(), func(text *canvas.Text) { all = append(all, text.Text) })
			return all
		}
		before := strings.Join(words(), " ")
		for _, mark := range []string{"**", "`", "](", "##"} {
			if strings.Contains(before, mark) {
				t.Errorf("%s: the sheet shows %s", about.Name, mark)
			}
		}
		if !strings.Contains(before, "Exercises") || strings.Contains(before, " Answers ") {
			t.Errorf("%s: the sheet has no exercises, or shows the answers at once", about.Name)
		}
		if about.Name == "crp" {
			for _, o := range buttonsIn(sheet.Content()) {
				if o.Text == "Show the answers" {
					test.Tap(o)
				}
			}
			after := strings.Join(words(), " ")
			if !strings.Contains(after, "Answers") || len(after) < len(before)+200 {
				t.Error("the answers are not shown")
			}
		}
		sheet.Close()
	}
}
