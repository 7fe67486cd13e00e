package trees

import (
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"
)

// A Selector goes through a short list one at a time: "‹ tree 2 of 10, 22 times less likely ›".
type Selector struct {
	widget.BaseWidget
	// OnStep receives 1 to go forward and −1 to go back.
	OnStep func(step int)

	text       *controls.Line
	back, next *controls.Link
}

// NewSelector returns an empty selector.
func NewSelector(onStep func(step int)) *Selector {
	s := &Selector{OnStep: onStep, text: controls.NewTextLine("", look.SizeSmall, false, look.Muted, 24)}
	step := func(d int) func() {
		return func() {
			if s.OnStep != nil {
				s.OnStep(d)
			}
		}
	}
	s.back, s.next = controls.NewLink("‹", step(-1)), controls.NewLink("›", step(1))
	for _, l := range []*controls.Link{s.back, s.next} {
		l.Quiet, l.TextSize, l.Padding = true, 16, 6
	}
	s.ExtendBaseWidget(s)
	return s
}

// Set changes the text and which item of how many is shown, from 0.
func (s *Selector) Set(text string, i, n int) {
	s.text.Set(text, "")
	s.back.Set("‹", i <= 0)
	s.next.Set("›", i >= n-1)
	s.Refresh()
}

// Follow shows which of the trees of t is shown, and changes it.
func (s *Selector) Follow(t *View) {
	s.OnStep = func(d int) {
		t.Step("best", func(at, _ int) int { return at + d })
		s.Follow(t)
	}
	i, n := t.Best()
	s.Set(t.BestText(), i, n)
}

// MinSize leaves room for the text.
func (s *Selector) MinSize() fyne.Size {
	s.ExtendBaseWidget(s)
	w := s.back.MinSize().Width + s.next.MinSize().Width + controls.TextWidth(s.text.Left, look.SizeSmall, false) + 4
	return fyne.NewSize(w, 24)
}

// CreateRenderer is part of fyne.Widget.
func (s *Selector) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(layout.NewCustomPaddedLayout(0, 0, 0, 0),
		container.NewBorder(nil, nil, s.back, s.next, s.text)))
}
