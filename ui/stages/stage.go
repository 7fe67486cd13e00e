package stages

import (
	"fmt"
	"image"
	"image/color"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"gonum.org/v1/plot/vg"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/formula"
	"example.org/espalier/plotting/raster"
	"example.org/espalier/plotting/teach"
	"example.org/espalier/plotting/write"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/say"
	"example.org/espalier/views/screen"
	"example.org/espalier/views/stamp"
	look "example.org/espalier/views/theme"
)

// sideText is the width of the text beside a stage.
const sideText = 300

// leastStage is the least width of a stage, and leastFigure that of its figure. A narrower window scrolls.
const (
	leastStage  = leastFigure + 2*look.Margin + 24 + sideText
	leastFigure = 290
)

// speeds are the multiples of the pace of a stage, and usualSpeed the one at first.
var speeds = []float64{0.25, 0.5, 1, 2, 4, 16, 64}

const usualSpeed = 2 // speeds[2]

// A stageScreen is one stage on the screen: the figure, its transport below, and beside it
// controls, text, formula and things to try.
type stageScreen struct {
	object *fyne.Container

	t      *Teacher
	h      Host
	stage  teach.Stage
	tries  []teach.Attempt
	data   *inference.Dataset
	player *player
	now    moment
	seed   uint64
	speed  int // in speeds

	view      *screen.View
	form      *form
	counters  *counterTable
	words     *controls.Paragraph
	problem   *controls.Paragraph
	play      *controls.Button
	back      *controls.Button
	forth     *controls.Button
	position  *controls.Slider
	where     *controls.Text
	pace      *controls.Picker
	seedField *controls.Field
	side      fyne.CanvasObject
	desk      fyne.CanvasObject // all of it, when it is not projected
	figure    fyne.CanvasObject
	hall      *projection
	drawing   *controls.Text   // until there is a picture
	ask       *controls.Button // the room
	sheet     *controls.Button
	projector *controls.Button
	command   *controls.Button
	reset     *controls.Button
	previous  *controls.Button // stage
	next      *controls.Button // stage
	formula   *canvas.Raster
	points    points

	prediction prediction
	light      light
	framed     bool // the picture of the light is in a frame
	signs      *signArea
	inner      []string // settings of the model or the like that a control names, as they were asked for
}

func newStageScreen(t *Teacher, s teach.Stage, r teach.Request) (*stageScreen, error) {
	tries, err := s.Tries()
	if err != nil {
		return nil, err
	}
	p := &stageScreen{t: t, h: t.h, stage: s, tries: tries, seed: max(r.Seed, 1), speed: usualSpeed, inner: r.Inner(s),
		light: dark}
	if s.Data {
		p.data = t.h.Data()
	}
	p.form = newForm(s, sideText, p.again)
	for _, set := range r.Sets(s) {
		name, value, _ := strings.Cut(set, "=")
		if err := p.form.settings.Set(name, value); err != nil {
			return nil, err
		}
	}
	if points, err := teach.ParsePoints(r.Points); err == nil && points != nil {
		p.points.own, p.points.of = points, p.source()
	}
	p.form.refresh()
	p.view = screen.NewView(screen.Post(t.h.Post), p.style())
	p.view.OnKey, p.view.OnRune = p.typedKey, p.typedRune
	p.view.OnPoint = p.overPicture
	p.view.OnSelect = func(plotting.Mark, bool, fyne.KeyModifier) { p.guessAt(p.view.Press) }
	p.player = newPlayer(t.h.Post, "Espalier "+t.h.Version, p.show)
	p.player.SetGlides(!t.h.Still())
	p.object = container.NewStack()
	p.build()
	p.now.at = r.Step
	p.open(r.Step, false)
	return p, nil
}

func (p *stageScreen) style() plotting.Style {
	s := p.h.Style()
	if p.t.projecting {
		s = s.ForHall(vg.Length(p.h.Window.Canvas().Size().Height))
	}
	return s
}

// build makes the screen.
func (p *stageScreen) build() {
	button := func(text, tip string, do func()) *controls.Button {
		return controls.NewButton(text, controls.Quiet, do).WithTip(tip)
	}
	tool := func(text, tip string, do func()) *controls.Button {
		return controls.NewButton(text, controls.Tool, do).WithTip(tip)
	}
	p.previous, p.next = tool("‹ Previous", "", func() { p.t.turn(-1) }), tool("Next ›", "", func() { p.t.turn(1) })
	p.projector = tool("Projector", "Full screen: one picture at a time, in letters for the last row (P)",
		p.t.ToggleProjector)
	p.command = tool("Copy as command",
		"Copies a command that shows the same picture, for a terminal or a handout (C)", p.copyCommand)
	p.ask = tool("Predict", "Asks the room for the outcome, and then reveals it (G)", p.predict)
	p.sheet = tool("Lesson sheet", "What to show in ten minutes, exercises and answers (S)", p.openSheet)
	film := tool("Film…", "The run as an animated GIF or numbered pictures", p.askFilm)
	export := tool("Export…", "The current step as "+write.Titles(write.Formats())+" (Ctrl+E)", p.h.Export)
	top := inRoom(leastStage-2*look.Margin, container.NewBorder(nil, nil,
		controls.Beside(10,
			controls.NewButton("‹ Stages", controls.Linked, p.t.ShowGallery).WithTip("Back to the gallery (Esc)"),
			controls.NewText(p.stage.Title, look.SizeName, look.Ink).Bold()),
		controls.Beside(4, p.previous, p.next, p.ask, p.sheet, p.command, film, export, p.projector,
			button("Back to my work", "Leaves the stages; your work is unchanged", p.t.Leave))),
		export, film, p.command, p.sheet, p.ask, p.projector, p.previous, p.next)

	p.play = controls.NewButton("Play", controls.Primary, p.toggle).WithTip("Plays or pauses (Space)")
	p.back = button("Back", "One step back (←)", func() { p.player.By(-1) })
	p.forth = button("Step", "One step (→)", func() { p.player.By(1) })
	p.reset = button("Reset", "Back to the beginning (Home)", func() { p.player.To(0) })
	p.position = controls.NewSlider(1, func(n int) { p.player.To(n) })
	p.position.Tip = "Step of the course"
	p.where = controls.NewText("", look.SizeBody, look.Muted)
	p.where.Fixed, p.where.Align = 86, fyne.TextAlignTrailing
	var paces []controls.Option
	for i, v := range speeds {
		paces = append(paces, controls.Option{Value: strconv.Itoa(i), Title: "× " + strconv.FormatFloat(v, 'g', -1, 64)})
	}
	p.pace = controls.NewPicker(paces, strconv.Itoa(p.speed), func(v string) {
		i, err := strconv.Atoi(v)
		if err == nil {
			p.setSpeed(i)
		}
	})
	p.pace.Tip = "Speed (+ and −)"
	p.seedField = controls.NewField("", func(text string) {
		seed, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
		p.seedField.SetWrong(err != nil || seed == 0)
		if err == nil && seed > 0 {
			p.setSeed(seed)
		}
	})
	p.seedField.Tip = "The same seed and controls show the same pictures. Next and previous seed: N, Shift+N"
	fixed := func(width float32, o fyne.CanvasObject) fyne.CanvasObject {
		return container.New(controls.Fixed(width, 30), o)
	}
	pace, seed := fixed(74, p.pace),
		controls.Beside(8, controls.NewText("Seed", look.SizeBody, look.Muted), fixed(70, p.seedField))
	transport := inRoom(leastFigure, container.NewBorder(nil, nil,
		controls.Beside(8, p.reset, p.back, fixed(84, p.play), p.forth),
		controls.Beside(8, p.where, pace, seed),
		p.position), p.reset, p.back, p.where, seed, pace)

	p.problem = controls.NewParagraph("", 560, look.SizeBody, look.BadText)
	p.drawing = controls.NewText(stamp.Drawing, look.SizeSmall, look.Muted)
	p.view.OnDrawn = func() {
		_, s := p.view.Shown()
		controls.Show(p.drawing, s == nil && !p.problem.Visible())
	}
	p.view.OnDrawn()
	p.figure = container.NewStack(controls.Card(3, p.view), container.NewCenter(p.problem), container.NewCenter(p.drawing))
	middle := container.NewBorder(nil, controls.Inset(0, 10, 0, 0, transport), nil, nil, p.figure)

	p.side = p.buildSide()
	body := container.NewBorder(nil, nil, nil, p.side, controls.Inset(look.Margin, 12, look.Margin, 12, middle))
	above := container.NewVBox(controls.Inset(look.Margin, 6, look.Margin, 6, top), controls.Rule())
	p.desk = container.NewBorder(above, nil, nil, nil, body)
	p.hall = newProjection(p)
	p.followPrediction()
	p.arrange()
}

// buildSide makes the column beside the figure.
func (p *stageScreen) buildSide() fyne.CanvasObject {
	p.counters = newCounterTable()
	p.words = controls.NewParagraph("", sideText, look.SizeBody, look.Muted)
	things := controls.Stack(8)
	for i, a := range p.tries {
		things.Add(newTryLink(fmt.Sprintf("%d  %s", i+1, a.Text), sideText, func() { p.try(i) }))
	}
	more := controls.Stack(4)
	for _, m := range p.stage.More {
		more.Add(controls.NewParagraph(m, sideText, look.SizeSmall, look.Muted))
	}
	part := func(head string, o fyne.CanvasObject) fyne.CanvasObject {
		return controls.Stack(6, controls.Head(head), o)
	}
	all := controls.Stack(18,
		part("Controls", p.form.object),
		p.buildPoints(),
		part("Drawn and expected", p.counters.object),
		part("The idea",
			controls.Stack(10, controls.NewParagraph(p.stage.Text, sideText, look.SizeBody, look.Ink), p.formulaObject())),
		part("Three things to try", things),
		part("In words", p.words),
		part("Read more", more))
	scroll := container.NewVScroll(controls.Inset(0, 14, look.Margin, look.Margin, all))
	scroll.SetMinSize(fyne.NewSize(sideText+look.Margin, 200))
	return scroll
}

// formulaObject shows the formula, drawn as a figure.
func (p *stageScreen) formulaObject() fyne.CanvasObject {
	f := formula.Formula{Lines: p.stage.Formula, Size: 14}
	room := f.Natural()
	high := room.Y
	if room.X > sideText {
		high *= sideText / room.X
	}
	p.formula = canvas.NewRaster(func(w, h int) image.Image {
		if w < 1 || h < 1 {
			return image.NewUniform(color.Transparent)
		}
		s := p.h.Style()
		s.Surface = s.Ground // the column lies on the ground of the window
		lit := f
		lit.Lit = p.light.sign
		img, _ := raster.Figure(lit.WithStyle(s), w, h, float64(w)/sideText, nil)
		return img
	})
	p.formula.SetMinSize(fyne.NewSize(sideText, float32(high)+2))
	p.signs = newSignArea(p.formula, f.SignAt, p.overSign)
	return p.signs
}

// open asks for the course of the present controls.
func (p *stageScreen) open(step int, play bool) {
	r := teach.Request{Stage: p.stage.Name, Seed: p.seed, Step: step}
	for _, c := range p.stage.Controls {
		r.Set = append(r.Set, c.Name+"="+p.form.settings.Text(c.Name))
	}
	for _, set := range p.inner {
		if strings.HasPrefix(set, p.form.settings.Text(p.stage.Inner)+".") { // another model has none of them
			r.Set = append(r.Set, set)
		}
	}
	if p.points.own != nil && p.points.of != p.source() {
		p.points.own, p.points.marked = nil, 0 // they belonged to other points of the stage
	}
	r.Points, r.Marked = teach.FormatPoints(p.points.own), p.points.marked
	p.seedField.Put(strconv.FormatUint(p.seed, 10), "")
	p.player.Open(r, p.data, play)
}

// again reopens the course at the present step, after a change.
func (p *stageScreen) again() {
	p.followPrediction()
	p.open(p.player.Wish())
}

// show shows a moment on the screen.
func (p *stageScreen) show(m moment) {
	if m.err != nil {
		p.view.SetFigure(m.figure)
		p.problem.Set(say.Sentence(strings.TrimPrefix(m.err.Error(), "teach: ")), look.BadText)
		controls.Relayout(p.object)
		p.play.SetText("Play")
		return
	}
	p.problem.Set("", look.BadText)
	if m.figure != nil {
		p.view.SetFigure(p.guessed(m.figure, p.shown(m.figure), m))
	}
	if m.gliding {
		return
	}
	p.now, p.view.Description = m, m.summary
	if m.playing {
		p.play.SetText("Pause")
	} else {
		p.play.SetText("Play")
	}
	p.back.SetEnabled(m.at > 0)
	p.forth.SetEnabled(m.at < m.of)
	p.where.Set(fmt.Sprintf("%s of %s", say.Thousands(m.at), say.Thousands(m.of)))
	p.position.Put(m.at, m.of)
	p.hall.show()
	if p.side.Visible() {
		counters, words := m.counters, m.summary
		if p.asking() {
			counters, words = unseen(counters), "The outcome is hidden until it is revealed."
			p.view.Description = p.prediction.asked.Question + " " + words
		}
		p.counters.Set(counters)
		p.words.Set(words, look.Muted)
		controls.Show(p.points.object, m.points != nil)
		controls.Show(p.points.reset, p.points.own != nil)
		controls.Relayout(p.side)
	}
}

// toggle plays or pauses; at the end it plays from the beginning.
func (p *stageScreen) toggle() { p.player.Play(!p.now.playing, p.now.at >= p.now.of) }

// try applies the settings of the i-th thing to try and plays the stage.
func (p *stageScreen) try(i int) {
	if i >= len(p.tries) {
		return
	}
	a := p.tries[i]
	for _, kv := range a.Set {
		if err := p.form.settings.Set(kv[0], kv[1]); err != nil {
			p.h.Fail("This could not be set.", err)
			return
		}
	}
	if a.Seed > 0 {
		p.seed = a.Seed
	}
	p.form.refresh()
	p.open(0, true)
}

func (p *stageScreen) setSeed(seed uint64) {
	if seed != p.seed && seed > 0 {
		p.seed = seed
		p.again()
	}
}

func (p *stageScreen) setSpeed(i int) {
	p.speed = min(max(i, 0), len(speeds)-1)
	p.pace.Put(strconv.Itoa(p.speed))
	p.player.SetSpeed(speeds[p.speed])
}

// copyCommand copies the line that shows the same picture.
func (p *stageScreen) copyCommand() {
	p.h.App.Clipboard().SetContent(p.now.request.Command())
	p.where.Set("copied")
}

// copyLink copies the link that opens the same picture.
func (p *stageScreen) copyLink() {
	p.h.App.Clipboard().SetContent(p.now.request.Link())
	p.where.Set("link copied")
}

// arrange shows the stage at a desk or in a hall.
func (p *stageScreen) arrange() {
	on := p.t.projecting
	controls.Show(p.side, !on)
	p.view.Plain = on
	p.object.Objects = []fyne.CanvasObject{p.desk}
	if on {
		p.object.Objects = []fyne.CanvasObject{p.hall.object}
	}
	p.object.Refresh()
	if p.now.figure != nil {
		p.show(p.now)
	}
	controls.Relayout(p.object)
	p.restyle()
}

func (p *stageScreen) restyle() {
	p.view.SetStyle(p.style())
	p.formula.Refresh()
	p.hall.formula.Refresh()
}

func (p *stageScreen) close() {
	p.player.Close()
	p.view.Close()
}

// followNeighbours updates the buttons for the previous and the next stage.
func (p *stageScreen) followNeighbours() {
	for by, b := range map[int]*controls.Button{-1: p.previous, 1: p.next} {
		s, ok := p.t.beside(by)
		b.SetEnabled(ok)
		switch {
		case !ok:
			b.Tip = ""
		case by < 0:
			b.Tip = "The previous stage: " + s.Title + " (,)"
		default:
			b.Tip = "The next stage: " + s.Title + " (.)"
		}
	}
}

// A dropping layout gives its one object the width there is. Where that is too little, it hides parts of the object,
// the first of drop first, until the others have room. A key or an entry of a menu does the same as a hidden part.
type dropping struct {
	least float32 // width that is asked for
	drop  []fyne.CanvasObject
}

// inRoom returns a row that needs a width of least, and hides parts where it has too little.
func inRoom(least float32, row fyne.CanvasObject, drop ...fyne.CanvasObject) *fyne.Container {
	return container.New(dropping{least, drop}, row)
}

// MinSize implements fyne.Layout.
func (l dropping) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(l.least, o[0].MinSize().Height)
}

// Layout implements fyne.Layout.
func (l dropping) Layout(o []fyne.CanvasObject, s fyne.Size) {
	for _, part := range l.drop {
		controls.Show(part, true)
	}
	for _, part := range l.drop {
		if o[0].MinSize().Width <= s.Width {
			break
		}
		controls.Show(part, false)
	}
	o[0].Move(fyne.Position{})
	o[0].Resize(s)
	controls.Relayout(o[0])
}
