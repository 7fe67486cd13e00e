package views

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"
)

// A Selector goes through a short list one at a time: "‹ tree 2 of 10, −3.1 nats ›".
type Selector struct {
	widget.BaseWidget
	// OnStep is told to go forward by 1 or back by −1.
	OnStep func(step int)

	text       *line
	back, next *link
}

// NewSelector returns an empty selector.
func NewSelector(onStep func(step int)) *Selector {
	s := &Selector{OnStep: onStep, text: newText("", sizeSmall, false, muted, 24)}
	step := func(d int) func() {
		return func() {
			if s.OnStep != nil {
				s.OnStep(d)
			}
		}
	}
	s.back, s.next = newLink("‹", step(-1)), newLink("›", step(1))
	for _, l := range []*link{s.back, s.next} {
		l.quiet, l.size, l.padding = true, 16, 6
	}
	s.ExtendBaseWidget(s)
	return s
}

// Set changes the text and which item of how many is shown, from 0.
func (s *Selector) Set(text string, i, n int) {
	s.text.set(text, "")
	s.back.set("‹", i <= 0)
	s.next.set("›", i >= n-1)
	s.Refresh()
}

// Follow shows which of the trees of t is shown, and changes it.
func (s *Selector) Follow(t *TreeView) {
	s.OnStep = func(d int) {
		i, _ := t.Best()
		t.ShowBest(i + d)
		s.Follow(t)
	}
	i, n := t.Best()
	s.Set(t.BestText(), i, n)
}

// MinSize leaves room for the text.
func (s *Selector) MinSize() fyne.Size {
	s.ExtendBaseWidget(s)
	w := s.back.MinSize().Width + s.next.MinSize().Width + textWidth(s.text.left, sizeSmall, false) + 4
	return fyne.NewSize(w, 24)
}

// CreateRenderer is part of fyne.Widget.
func (s *Selector) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(layout.NewCustomPaddedLayout(0, 0, 0, 0), container.NewBorder(nil, nil, s.back, s.next, s.text)))
}
