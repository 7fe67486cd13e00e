package ui

import (
	look "espalier/ui/theme"

	"fyne.io/fyne/v2"
)

// places lays out the cards: the trace under the tree, beside it when split, or alone.
type places struct {
	tree, trace fyne.CanvasObject
	split, wide bool // wide: the trace has the place of the tree
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
	tree, trace := p.tree.Visible(), p.trace.Visible()
	switch {
	case tree && trace && p.split:
		w := (s.Width - cardGap) / 2
		put(p.tree, 0, 0, w, s.Height)
		put(p.trace, w+cardGap, 0, w, s.Height)
	case tree && trace:
		h := min(184, max(120, s.Height*0.24))
		put(p.tree, 0, 0, s.Width, s.Height-h-cardGap)
		put(p.trace, 0, s.Height-h, s.Width, h)
	case tree:
		put(p.tree, 0, 0, s.Width, s.Height)
	case trace:
		put(p.trace, 0, 0, s.Width, s.Height)
	}
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
	m := tabs.MinSize()
	tabs.Move(fyne.NewPos(look.Margin+8, 10+headLine-m.Height))
	tabs.Resize(m)
	right := s.Width - look.Margin - tools.MinSize().Width + 6
	put(tools, right, tools.MinSize().Width, 10, headLine-4)
	if w := best.MinSize().Width + 28; best.Visible() {
		put(best, right-w-16, w, 10, headLine-4)
	}
	if find.Visible() {
		w := min(headSearch, s.Width-2*look.Margin)
		put(find, s.Width-look.Margin-w, w, 10+headLine, 32)
	}
}
