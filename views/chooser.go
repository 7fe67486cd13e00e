package views

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A chooser shows one of several things by name, with arrows to the ones beside it; a tap
// on the name lists them all.
type chooser struct {
	widget.BaseWidget
	onChoose func(i int)

	label      string
	options    []string
	at         int
	needless   bool // there is nothing to choose: a row leaves it out
	title      *line
	name       *link
	back, next *link
	popup      *widget.PopUp
	room       float32 // for the longest of the names, so that nothing moves as they change
}

const (
	chooserName  float32 = 150 // widest name
	chooserList  float32 = 320 // highest list
	chooserArrow         = 6
	// chooserMeasured is how many names are measured.
	chooserMeasured = 500
)

func newChooser(label string, onChoose func(i int)) *chooser {
	c := &chooser{label: label, onChoose: onChoose}
	c.title = newText(label, sizeSmall, false, muted, 28)
	c.name = newLink("", c.open)
	c.name.size, c.name.height = sizeSmall, 28
	c.back, c.next = newLink("‹", func() { c.step(-1) }), newLink("›", func() { c.step(1) })
	for _, l := range []*link{c.back, c.next} {
		l.quiet, l.size, l.padding, l.height = true, 15, chooserArrow, 28
	}
	c.ExtendBaseWidget(c)
	return c
}

// set shows option at of options.
func (c *chooser) set(options []string, at int) {
	if !slices.Equal(c.options, options) {
		c.room = 0
		for _, o := range options[:min(len(options), chooserMeasured)] {
			c.room = max(c.room, textWidth(elide(o, sizeSmall, true, chooserName), sizeSmall, true))
		}
	}
	c.options, c.at = options, at
	name := ""
	if at >= 0 && at < len(options) {
		name = elide(options[at], sizeSmall, true, chooserName)
	}
	c.name.set(name, len(options) < 2)
	c.back.set("‹", at <= 0)
	c.next.set("›", at >= len(options)-1)
	c.Refresh()
}

func (c *chooser) step(by int) {
	if i := c.at + by; i >= 0 && i < len(c.options) {
		c.onChoose(i)
	}
}

// open lists the options under the name.
func (c *chooser) open() {
	on := fyne.CurrentApp().Driver().CanvasForObject(c)
	if on == nil || len(c.options) < 2 {
		return
	}
	list := newEscapeList(func() int { return len(c.options) },
		func(i int) string { return c.options[i] }, func() {
			c.popup.Hide()
			on.Focus(c.name)
		})
	list.Select(c.at)
	list.OnSelected = func(i widget.ListItemID) {
		c.popup.Hide()
		c.onChoose(i)
	}
	width := float32(160)
	for _, o := range c.options[:min(len(c.options), chooserMeasured)] {
		width = max(width, textWidth(o, sizeBody+1.5, false)+40)
	}
	c.popup = widget.NewPopUp(list, on)
	c.popup.Resize(fyne.NewSize(min(width, 360), min(chooserList, listHeight(len(c.options)))))
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(c.name)
	c.popup.ShowAtPosition(at.AddXY(-8, c.name.Size().Height))
	list.ScrollTo(c.at)
	on.Focus(list)
}

// listHeight is how high a list of so many lines is.
func listHeight(lines int) float32 {
	line := widget.NewLabel("").MinSize().Height + theme.Padding()
	return line*float32(lines) + theme.Padding()
}

// MinSize is that of the parts beside each other.
func (c *chooser) MinSize() fyne.Size {
	return c.parts().MinSize()
}

// CreateRenderer is part of fyne.Widget.
func (c *chooser) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(c.parts())
}

// parts puts the name between its arrows.
func (c *chooser) parts() *fyne.Container {
	return container.New(inLine{c}, c.title, c.back, c.name, c.next)
}

// inLine puts objects beside each other without gaps.
type inLine struct{ of *chooser }

// width is the least width of a part; a line of text takes that of its text, the name that of the longest.
func (n inLine) width(o fyne.CanvasObject) float32 {
	if l, ok := o.(*line); ok {
		return textWidth(l.left, l.size, l.bold) + 2
	}
	if o == n.of.name {
		return max(n.of.room, o.MinSize().Width)
	}
	return o.MinSize().Width
}

// MinSize implements fyne.Layout.
func (n inLine) MinSize(objects []fyne.CanvasObject) fyne.Size {
	w := float32(0)
	for _, o := range objects {
		w += n.width(o)
	}
	return fyne.NewSize(w, 28)
}

// Layout implements fyne.Layout.
func (n inLine) Layout(objects []fyne.CanvasObject, s fyne.Size) {
	x := float32(0)
	for _, o := range objects {
		w := n.width(o)
		o.Move(fyne.NewPos(x, 0))
		o.Resize(fyne.NewSize(w, s.Height))
		x += w
	}
}

// A toolRow puts widgets beside each other, in as many lines as they need.
type toolRow struct{}

const (
	toolRowHeight float32 = 30
	toolRowGap    float32 = 18
	toolRowEdge   float32 = 16
)

// MinSize implements fyne.Layout. It is that of one line; underTools gives more where they
// are needed.
func (toolRow) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(120, toolRowHeight) }

// places returns where the widgets stand within a width; those that are not needed have none.
func (toolRow) places(objects []fyne.CanvasObject, width float32) (at []fyne.Position, height float32) {
	at = make([]fyne.Position, len(objects))
	x, y := toolRowEdge, float32(0)
	for i, o := range objects {
		if needlessTool(o) {
			continue
		}
		w := o.MinSize().Width
		if x > toolRowEdge && x+w > width-toolRowEdge/2 {
			x, y = toolRowEdge, y+toolRowHeight-2
		}
		at[i] = fyne.NewPos(x, y+(toolRowHeight-28)/2)
		x += w + toolRowGap
	}
	return at, y + toolRowHeight
}

func needlessTool(o fyne.CanvasObject) bool {
	switch o := o.(type) {
	case *chooser:
		return o.needless
	case *epochSlider:
		return o.needless
	}
	return false
}

// Layout implements fyne.Layout.
func (r toolRow) Layout(objects []fyne.CanvasObject, s fyne.Size) {
	at, _ := r.places(objects, s.Width)
	for i, o := range objects {
		setVisible(o, !needlessTool(o))
		o.Move(at[i])
		o.Resize(fyne.NewSize(o.MinSize().Width, 28))
	}
}

// refreshTools brings a row up to date, and box, which holds it, where it takes other room.
func refreshTools(row, box *fyne.Container, on bool) {
	was, height := row.Visible(), row.Size().Height
	setVisible(row, on)
	row.Refresh()
	if _, h := (toolRow{}).places(row.Objects, row.Size().Width); on != was || on && h != height {
		box.Refresh()
	}
}

// underTools lays out a row of tools, with as many lines as it needs, over what it belongs
// to; what stands between them has its least height.
type underTools struct{}

// MinSize implements fyne.Layout.
func (underTools) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return column{}.MinSize(objects)
}

// Layout implements fyne.Layout.
func (underTools) Layout(objects []fyne.CanvasObject, s fyne.Size) {
	y := float32(0)
	for i, o := range objects {
		if !o.Visible() {
			continue
		}
		h := o.MinSize().Height
		if c, ok := o.(*fyne.Container); ok && i == 0 {
			_, h = toolRow{}.places(c.Objects, s.Width)
		}
		if i == len(objects)-1 {
			h = max(0, s.Height-y)
		}
		o.Move(fyne.NewPos(0, y))
		o.Resize(fyne.NewSize(s.Width, h))
		y += h
	}
}
