package ui

import (
	look "espalier/views/theme"

	"fyne.io/fyne/v2"
)

// places lays out the cards: one alone, two side by side when split, the trace under them.
type places struct {
	main, side, below fyne.CanvasObject // side and below may be nil
	split             bool
}

const cardGap = 12

// MinSize implements fyne.Layout.
func (p *places) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(300, 260) }

// Layout implements fyne.Layout.
func (p *places) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	put := func(o fyne.CanvasObject, x, y, w, h float32) {
		o.Move(fyne.NewPos(x, y))
		o.Resize(fyne.NewSize(max(0, w), max(0, h)))
	}
	if p.main == nil {
		return
	}
	height := s.Height
	if p.below != nil {
		h := min(184, max(120, s.Height*0.24))
		put(p.below, 0, s.Height-h, s.Width, h)
		height -= h + cardGap
	}
	if p.side == nil {
		put(p.main, 0, 0, s.Width, height)
		return
	}
	w := (s.Width - cardGap) / 2
	put(p.main, 0, 0, w, height)
	put(p.side, w+cardGap, 0, w, height)
}

// headLayout puts tabs left and tools right, between them which tree is shown, and the
// search on a line of its own while there is one.
type headLayout struct{}

const (
	headLine   = 40
	headSearch = 380
)

// MinSize implements fyne.Layout.
func (headLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	h := float32(10 + headLine)
	if o[1].Visible() {
		h += 36
	}
	return fyne.NewSize(420, h)
}

// Layout implements fyne.Layout.
func (headLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	tabs, find, best, tools := o[0], o[1], o[2], o[3]
	put := func(o fyne.CanvasObject, x, w, top, line float32) {
		h := o.MinSize().Height
		o.Move(fyne.NewPos(x, top+(line-h)/2))
		o.Resize(fyne.NewSize(w, h))
	}
	right := s.Width - look.Margin - tools.MinSize().Width + 6
	put(tools, right, tools.MinSize().Width, 10, headLine+4) // on the line of the tabs' names
	if w := best.MinSize().Width + 28; best.Visible() {
		right -= w + 16
		put(best, right, w, 10, headLine+4)
	}
	h, left := tabs.MinSize().Height, float32(look.Margin+8)
	tabs.Move(fyne.NewPos(left, 10+headLine-h))
	tabs.Resize(fyne.NewSize(max(0, right-left-16), h))
	if find.Visible() {
		w := min(headSearch, s.Width-2*look.Margin)
		put(find, s.Width-look.Margin-w, w, 10+headLine, 32)
	}
}
