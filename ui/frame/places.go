package frame

import (
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
)

// Places lays out the cards: one alone, two side by side when split, the trace under them.
type Places struct {
	Main, Side, Below fyne.CanvasObject // Side and Below may be nil
	Split             bool
}

const (
	cardGap   = 12
	leastBoth = 320 // height for a card and the trace under it; the trace has a page of its own too
)

// MinSize implements fyne.Layout.
func (p *Places) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(300, 200) }

// Layout implements fyne.Layout.
func (p *Places) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	put := func(o fyne.CanvasObject, x, y, w, h float32) {
		controls.Place(o, x, y, max(0, w), max(0, h))
	}
	if p.Main == nil {
		return
	}
	height := s.Height
	if p.Below != nil {
		controls.Show(p.Below, height >= leastBoth)
	}
	if p.Below != nil && height >= leastBoth {
		h := min(184, max(84, s.Height*0.24))
		put(p.Below, 0, s.Height-h, s.Width, h)
		height -= h + cardGap
	}
	if p.Side == nil {
		put(p.Main, 0, 0, s.Width, height)
		return
	}
	w := (s.Width - cardGap) / 2
	put(p.Main, 0, 0, w, height)
	put(p.Side, w+cardGap, 0, w, height)
}

// Head puts tabs left and tools right, between them which tree is shown, and the
// search on a line of its own while there is one.
type Head struct{}

const (
	headLine   = 40
	headSearch = 380
)

// MinSize implements fyne.Layout.
func (Head) MinSize(o []fyne.CanvasObject) fyne.Size {
	h := float32(10 + headLine)
	if o[1].Visible() {
		h += 36
	}
	return fyne.NewSize(420, h)
}

// Layout implements fyne.Layout.
func (Head) Layout(o []fyne.CanvasObject, s fyne.Size) {
	tabs, find, best, tools := o[0], o[1], o[2], o[3]
	put := func(o fyne.CanvasObject, x, w, top, line float32) {
		h := o.MinSize().Height
		controls.Place(o, x, top+(line-h)/2, w, h)
	}
	h, left := tabs.MinSize().Height, float32(look.Margin+8)
	fit(tools, s.Width-look.Margin+6-left-16-max(tabs.MinSize().Width, leastTabs))
	right := s.Width - look.Margin - tools.MinSize().Width + 6
	put(tools, right, tools.MinSize().Width, 10, headLine+4) // on the line of the tabs' names
	if w := best.MinSize().Width + 28; best.Visible() {
		right -= w + 16
		put(best, right, w, 10, headLine+4)
	}
	controls.Place(tabs, left, 10+headLine-h, max(0, right-left-16), h)
	if find.Visible() {
		w := min(headSearch, s.Width-2*look.Margin)
		put(find, s.Width-look.Margin-w, w, 10+headLine, 32)
	}
}

// leastTabs is the least room of the tabs, for a name and the list of the others.
const leastTabs = 150

// fit hides the first of a row of tools until the rest has room. Hidden tools are in the menus.
func fit(tools fyne.CanvasObject, room float32) {
	row, ok := tools.(*fyne.Container)
	if !ok {
		return
	}
	for _, o := range row.Objects {
		controls.Show(o, true)
	}
	for _, o := range row.Objects {
		if row.MinSize().Width <= room {
			return
		}
		controls.Show(o, false)
	}
}

// Over lays a second object, such as a banner, over the foot of the first.
type Over struct{}

// MinSize implements fyne.Layout.
func (Over) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }

// Layout implements fyne.Layout.
func (Over) Layout(o []fyne.CanvasObject, s fyne.Size) {
	o[0].Move(fyne.Position{})
	o[0].Resize(s)
	h := min(o[1].MinSize().Height, s.Height)
	controls.Place(o[1], 0, s.Height-h, s.Width, h)
}
