package stages

import (
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/teach"
	"example.org/espalier/plotting/teach/stage"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"gonum.org/v1/plot/vg"
)

// letters calls do for each text on the screen below an object.
func letters(o fyne.CanvasObject, do func(t *canvas.Text)) {
	if !o.Visible() {
		return
	}
	switch o := o.(type) {
	case *canvas.Text:
		do(o)
	case *fyne.Container:
		for _, in := range o.Objects {
			letters(in, do)
		}
	case fyne.Widget:
		for _, in := range test.WidgetRenderer(o).Objects() {
			letters(in, do)
		}
	}
}

// On a projector every stage fills the screen with one picture, its formula and its main control, and no letter is
// smaller than a fortieth of the height. The pictures are held by a test of their own.
func TestProjectorLetters(t *testing.T) {
	for _, size := range []fyne.Size{fyne.NewSize(1600, 900), fyne.NewSize(1024, 768)} {
		s := newHall(t, size, "")
		for _, about := range teach.Stages() {
			s.OpenName(about.Name)
			s.at(0)
			if s.ToggleProjector(); !s.Win.FullScreen() {
				t.Fatal("the projector does not fill the screen")
			}
			p := s.stage
			v := p.hall
			letters(v.object, func(text *canvas.Text) {
				if share := text.TextSize / size.Height; text.Text != "" && !(share >= plotting.LeastOfHall-1e-6) {
					t.Errorf("%s: %q has %.2f %% of the height", about.Name, text.Text, 100*share)
				}
			})
			room := v.lines.Natural()
			ink := plottingtest.NewInkRecorder(room)
			set := v.formula.Size()
			room.X, room.Y = min(room.X, vg.Length(set.Width+1)), min(room.Y, vg.Length(set.Height+1))
			v.lines.Layout(room).Draw(ink)
			for _, text := range ink.Texts {
				if share := float64(text.Size) / float64(size.Height); !(share >= plotting.LeastOfHall-1e-6) {
					t.Errorf("%s: %q of the formula has %.2f %% of the height", about.Name, text.Text, 100*share)
				}
			}
			if got := float64(p.view.Style().TickSize) / float64(size.Height); !(got >= plotting.LeastOfHall-1e-6) {
				t.Errorf("%s: numbers of axes have %.2f %% of the height", about.Name, 100*got)
			}
			end := v.formula.Position().X + v.formula.Size().Width
			if end > v.slider.Position().X || v.row.Position().X+v.row.MinSize().Width > size.Width {
				t.Errorf("%s at %v: the formula ends at %g, the slider begins at %g; the links end at %g",
					about.Name, size, end, v.slider.Position().X, v.row.Position().X+v.row.MinSize().Width)
			}
			if high := p.figure.Size().Height / size.Height; high < 0.5 {
				t.Errorf("%s at %v: the picture has %.0f %% of the height", about.Name, size, 100*high)
			}
			s.ToggleProjector()
		}
		s.Leave()
	}
}

// The arrows up and down turn from picture to picture, the slider changes the main control, and leaving the stages
// leaves the full screen.
func TestProjectorOfAStage(t *testing.T) {
	s := newHall(t, usual, "")
	s.Open(teach.Request{Stage: "crp", Seed: 1, Step: 20})
	s.at(20)
	press := func(name fyne.KeyName) { s.Win.Canvas().Focused().TypedKey(pressed(name)) }
	s.Win.Canvas().Focused().TypedRune('p')
	v := s.stage.hall
	n := len(s.stage.now.figure.(stage.Parted).PartNames())
	if v.parts != n || v.part != 0 || v.of.Text != "1 of 4" {
		t.Errorf("%d parts, part %d, %q", v.parts, v.part, v.of.Text)
	}
	press(fyne.KeyUp)
	if v.part != n-1 {
		t.Errorf("up from the first is %d", v.part)
	}
	press(fyne.KeyDown)
	press(fyne.KeyDown)
	if v.part != 1 || v.of.Text != "2 of 4" {
		t.Errorf("down is %d, %q", v.part, v.of.Text)
	}
	v.slider.TypedKey(pressed(fyne.KeyEnd))
	s.Run(func() bool { return s.stage.now.request.Set != nil && v.value.Text == "θ, concentration = 50" })
	test.Tap(v.play)
	s.Run(func() bool { return s.stage.now.playing && v.play.Text == "Pause" })
	if _, m, ok := s.Figure(); !ok || m.Stage != "The Chinese restaurant process" {
		t.Error("nothing to export")
	}
	s.Leave()
	if s.Win.FullScreen() || s.Projecting() {
		t.Error("the work fills the screen after the stages")
	}
}

// buttonsIn returns the buttons below an object.
func buttonsIn(o fyne.CanvasObject) (list []*controls.Button) {
	switch o := o.(type) {
	case *controls.Button:
		list = append(list, o)
	case *fyne.Container:
		for _, in := range o.Objects {
			list = append(list, buttonsIn(in)...)
		}
	}
	return list
}
