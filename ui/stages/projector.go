package stages

import (
	"fmt"
	"image"
	"image/color"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/formula"
	"example.org/espalier/plotting/raster"
	"example.org/espalier/plotting/teach/stage"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"gonum.org/v1/plot/vg"
)

// A projection shows a stage in a lecture hall: one picture of its figure, the formula, and the slider of its main
// control, all in letters that are read from the last row. It is the layout of its own objects.
type projection struct {
	object  *fyne.Container
	p       *stageScreen
	part    int // of the figure
	parts   int // that the present figure has
	main    inference.Parameter
	formula *canvas.Raster
	lines   formula.Formula // as it is set on the present screen
	value   *controls.Text  // name and value of the main control
	slider  *controls.Slider
	links   []*controls.Link
	row     *fyne.Container // of the links
	of      *controls.Text  // which part is shown, of how many
	play    *controls.Link
	ask     *controls.Link
	height  float32 // of the screen that the letters were set for
}

// mainControl is the first number among the controls of a stage. Every stage has one.
func mainControl(s stage.Stage) inference.Parameter {
	for _, c := range s.Controls {
		if c.Type == inference.Real || c.Type == inference.Integer {
			return c
		}
	}
	return s.Controls[0]
}

func newProjection(p *stageScreen) *projection {
	v := &projection{p: p, main: mainControl(p.stage)}
	v.value = controls.NewText("", look.SizeBody, look.Ink).Elastic()
	v.of = controls.NewText("", look.SizeBody, look.Muted)
	v.slider = p.form.slider(v.main)
	link := func(text, tip string, do func()) *controls.Link {
		l := controls.NewLink(text, do)
		l.Tip = tip
		v.links = append(v.links, l)
		return l
	}
	v.play = link("Play", "Plays or pauses (Space)", p.toggle)
	before := link("‹", "The picture before (↑)", func() { v.turn(-1) })
	after := link("›", "The next picture (↓)", func() { v.turn(1) })
	v.ask = link("Predict", "Asks the room, and then reveals the outcome (G)", p.predict)
	leave := link("Leave", "Leaves the projector (P or Esc)", p.t.ToggleProjector)
	v.row = container.NewHBox(v.play, before, v.of, after, v.ask, leave)
	v.formula = canvas.NewRaster(func(w, h int) image.Image {
		if w < 1 || h < 1 || v.formula.Size().Width < 1 {
			return image.NewUniform(color.Transparent)
		}
		s := p.h.Style()
		s.Surface = s.Ground
		img, _ := raster.Figure(v.lines.WithStyle(s), w, h, float64(w)/float64(v.formula.Size().Width), nil)
		return img
	})
	v.object = container.New(v, p.figure, v.formula, v.value, v.slider, v.row)
	return v
}

// shown is the part of a figure that is on the screen: all of it at a desk.
func (p *stageScreen) shown(f plotting.Figure) plotting.Figure {
	v := p.hall
	parted, ok := f.(stage.Parted)
	v.parts = 1
	if !ok || !p.t.projecting {
		return p.litPart(f)
	}
	v.parts = len(parted.PartNames())
	v.part = min(v.part, v.parts-1)
	return parted.Part(v.part)
}

// turn shows another part.
func (v *projection) turn(by int) {
	if !v.p.t.projecting || v.parts < 2 {
		return
	}
	v.part = (v.part + by + v.parts) % v.parts
	v.p.show(v.p.now)
}

// show updates the text below the picture.
func (v *projection) show() {
	v.value.Set(strings.TrimSpace(v.main.Title) + " = " + v.p.form.settings.Text(v.main.Name))
	v.of.Set(fmt.Sprintf("%d of %d", v.part+1, v.parts))
	v.play.Set(v.p.play.Text, false)
	controls.Relayout(v.row)
}

// Shares of the height of the screen.
const (
	hallLetters = 0.031 // of formulas, whose smaller letters have the least size
	hallWords   = 0.028
)

// setLetters sets all letters for the height of the screen.
func (v *projection) setLetters(height float32) {
	if height == v.height {
		return
	}
	v.height = height
	for _, t := range []*controls.Text{v.value, v.of, v.p.drawing} {
		t.TextSize = hallWords * height
		t.Refresh()
	}
	for _, l := range v.links {
		l.TextSize, l.Tall, l.Padding = hallWords*height, 1.5*hallWords*height, 0.012*height
		l.Refresh()
	}
	v.p.view.SetStyle(v.p.style())
}

// setFormula returns the room that the formula takes in a width; long lines are broken where they have a wide space.
func (v *projection) setFormula(width, height float32) (w, h float32) {
	v.lines = formula.Formula{Lines: v.p.stage.Formula, Size: vg.Length(hallLetters * height),
		Least: vg.Length(plotting.LeastOfHall) * vg.Length(height)}
	room := v.lines.Natural()
	if float32(room.X) > width {
		var lines []string
		for _, l := range v.lines.Lines {
			for _, piece := range strings.Split(l, `\quad`) {
				lines = append(lines, strings.TrimSuffix(strings.TrimSpace(piece), ","))
			}
		}
		v.lines.Lines = lines
		room = v.lines.Natural()
	}
	return float32(room.X), float32(room.Y)
}

// MinSize implements fyne.Layout.
func (v *projection) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(leastFigure, leastFigure)
}

// Layout implements fyne.Layout: the picture above, below it the formula at the left and the controls at the right.
func (v *projection) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	if v.p.figure == nil || size.Width < 1 {
		return
	}
	height := v.p.h.Window.Canvas().Size().Height
	v.setLetters(height)
	gap := 0.02 * height
	controlsWidth := max(0.26*size.Width, v.row.MinSize().Width)
	w, h := v.setFormula(size.Width-controlsWidth-3*gap, height)
	words := 1.4 * hallWords * height
	bar := max(h, 3*words) + gap
	put := func(o fyne.CanvasObject, x, y, w, h float32) {
		controls.Place(o, x, y, w, h)
	}
	put(v.p.figure, 0, 0, size.Width, max(size.Height-bar-gap, 1))
	top := size.Height - bar
	put(v.formula, gap, top, w, h+2)
	x := max(w+2*gap, size.Width-controlsWidth-gap-0.1*size.Width)
	wide := size.Width - x - gap
	put(v.value, x, top, wide, words)
	put(v.slider, x, top+words, wide, words)
	put(v.row, x, top+2*words, wide, words)
}
