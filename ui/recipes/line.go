package recipes

import (
	"slices"

	"example.org/espalier/inference/recipe"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/say"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A Line is a step of the list: on or off, its text, and buttons that move and remove it.
type Line struct {
	s      *Sheet
	at     int
	object fyne.CanvasObject

	On               *controls.Toggle
	Text             *controls.Field
	words            *controls.Paragraph
	Up, Down, Remove *controls.Button
}

func newLine(s *Sheet, at int) *Line {
	l := &Line{s: s, at: at}
	l.On = controls.NewToggle(true, func(on bool) {
		steps := slices.Clone(s.Steps)
		steps[at].Off = !on
		s.change(steps)
	})
	l.On.Tip = "Whether the step is carried out"
	l.Text = controls.NewField("", l.read)
	l.Text.Left = true
	l.Text.Tip = "The step as text; change what follows its name"
	l.Up = controls.NewButton("↑", controls.Tool, func() { s.swap(at, at-1) }).WithTip("Move this step up")
	l.Down = controls.NewButton("↓", controls.Tool, func() { s.swap(at, at+1) }).WithTip("Move this step down")
	l.Remove = controls.NewButton("✕", controls.Tool, func() { s.change(slices.Delete(slices.Clone(s.Steps), at, at+1)) }).
		WithTip("Remove this step")
	l.words = controls.NewParagraph("", atLeft-50, look.SizeSmall, look.Muted)
	l.object = controls.Stack(1,
		container.NewBorder(nil, nil, controls.Inset(0, 3, 8, 3, l.On), controls.Beside(2, l.Up, l.Down, l.Remove), l.Text),
		controls.Inset(42, 0, 0, 0, l.words))
	return l
}

// show brings the line up to date.
func (l *Line) show() {
	step := l.s.Steps[l.at]
	l.On.Put(!step.Off)
	step.Off = false
	l.Text.SetWrong(false)
	l.Text.Put(step.String(), "")
	words := step.Words()
	if words == step.String() {
		words = ""
	}
	l.words.Set(words, look.Muted)
	controls.Show(l.words, words != "")
	l.Up.SetEnabled(l.at > 0)
	l.Down.SetEnabled(l.at+1 < len(l.s.Steps))
}

// read takes the step as it was typed.
func (l *Line) read(text string) {
	step, err := recipe.ParseStep(text)
	l.Text.SetWrong(err != nil)
	if err != nil {
		l.s.wrong(err)
		l.words.Set(say.Sentence(err.Error()), look.BadText)
		controls.Show(l.words, true)
		return
	}
	step.Off = step.Off || l.s.Steps[l.at].Off
	steps := slices.Clone(l.s.Steps)
	steps[l.at] = step
	l.s.change(steps)
}
