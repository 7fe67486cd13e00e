package controls

import (
	"slices"

	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A Chooser shows one of several options by name, with arrows to its neighbours; a tap on the name
// lists them all.
type Chooser struct {
	widget.BaseWidget
	OnChoose func(i int)

	Options    []string
	Off        []string // listed after the options; they cannot be chosen, and say why
	At         int
	Needless   bool // there is nothing to choose: a row leaves it out
	title      *Line
	Name       *Link
	Back, Next *Link
	popup      *widget.PopUp
	room       float32 // for the longest of the names, so that nothing moves as they change
}

const (
	chooserName  float32 = 150 // widest name
	ChooserList  float32 = 320 // highest list
	chooserArrow         = 6
	// chooserMeasured limits how many names are measured.
	chooserMeasured = 500
)

// NewChooser returns a chooser without options under a label.
func NewChooser(label string, onChoose func(i int)) *Chooser {
	c := &Chooser{OnChoose: onChoose}
	c.title = NewTextLine(label, look.SizeSmall, false, look.Muted, 28)
	c.Name = NewLink("", c.open)
	c.Name.TextSize, c.Name.Tall = look.SizeSmall, 28
	c.Back, c.Next = NewLink("‹", func() { c.Step(-1) }), NewLink("›", func() { c.Step(1) })
	for _, l := range []*Link{c.Back, c.Next} {
		l.Quiet, l.TextSize, l.Padding, l.Tall = true, 15, chooserArrow, 28
	}
	c.ExtendBaseWidget(c)
	return c
}

// Set shows option at of options.
func (c *Chooser) Set(options []string, at int) {
	if !slices.Equal(c.Options, options) {
		c.room = 0
		for _, o := range options[:min(len(options), chooserMeasured)] {
			c.room = max(c.room, TextWidth(Elide(o, look.SizeSmall, true, chooserName), look.SizeSmall, true))
		}
	}
	c.Options, c.At = options, at
	name := ""
	if at >= 0 && at < len(options) {
		name = Elide(options[at], look.SizeSmall, true, chooserName)
	}
	c.Name.Set(name, len(options) < 2)
	c.Back.Set("‹", at <= 0)
	c.Next.Set("›", at >= len(options)-1)
	c.Refresh()
}

// Step moves by a number of options, and wraps round at the ends.
func (c *Chooser) Step(by int) {
	if i := c.At + by; i >= 0 && i < len(c.Options) {
		c.OnChoose(i)
	}
}

// open lists the options under the name.
func (c *Chooser) open() {
	on := fyne.CurrentApp().Driver().CanvasForObject(c)
	if on == nil || len(c.Options) < 2 {
		return
	}
	lines := slices.Concat(c.Options, c.Off)
	list := newEscapeList(func() int { return len(lines) },
		func(i int) string { return lines[i] }, func() {
			c.popup.Hide()
			on.Focus(c.Name)
		})
	list.Select(c.At)
	list.OnSelected = func(i widget.ListItemID) {
		c.popup.Hide()
		if i < len(c.Options) {
			c.OnChoose(i)
		}
	}
	width := float32(160)
	for _, o := range lines[:min(len(lines), chooserMeasured)] {
		width = max(width, TextWidth(o, look.SizeBody+1.5, false)+40)
	}
	c.popup = widget.NewPopUp(list, on)
	c.popup.Resize(fyne.NewSize(min(width, 360), min(ChooserList, listHeight(len(lines)))))
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(c.Name)
	c.popup.ShowAtPosition(at.AddXY(-8, c.Name.Size().Height))
	list.ScrollTo(c.At)
	on.Focus(list)
}

// listHeight is the height of a list of that number of lines.
func listHeight(lines int) float32 {
	line := widget.NewLabel("").MinSize().Height + theme.Padding()
	return line*float32(lines) + theme.Padding()
}

// MinSize is that of the parts beside each other.
func (c *Chooser) MinSize() fyne.Size { return c.parts().MinSize() }

// CreateRenderer is part of fyne.Widget.
func (c *Chooser) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.parts()) }

// parts puts the name between its arrows.
func (c *Chooser) parts() *fyne.Container {
	return container.New(inLine{c}, c.title, c.Back, c.Name, c.Next)
}

// inLine puts objects beside each other without gaps.
type inLine struct{ of *Chooser }

// width is the least width of a part; a line of text takes that of its text, the name that of the longest.
func (n inLine) width(o fyne.CanvasObject) float32 {
	if l, ok := o.(*Line); ok {
		return TextWidth(l.Left, l.TextSize, l.Bold) + 2
	}
	if o == n.of.Name {
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
		Place(o, x, 0, w, s.Height)
		x += w
	}
}

// A ToolRow puts widgets beside each other, in as many lines as they need.
type ToolRow struct{}

const (
	ToolRowHeight float32 = 30
	toolRowGap    float32 = 18
	ToolRowEdge   float32 = 16
)

// MinSize implements fyne.Layout. It is that of one line; UnderTools gives more where they
// are needed.
func (ToolRow) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(120, ToolRowHeight) }

// places returns the positions of the widgets within a width; needless widgets have none.
func (ToolRow) places(objects []fyne.CanvasObject, width float32) (at []fyne.Position, height float32) {
	at = make([]fyne.Position, len(objects))
	x, y := ToolRowEdge, float32(0)
	for i, o := range objects {
		if NeedlessTool(o) {
			continue
		}
		w := o.MinSize().Width
		if x > ToolRowEdge && x+w > width-ToolRowEdge/2 {
			x, y = ToolRowEdge, y+ToolRowHeight-2
		}
		at[i] = fyne.NewPos(x, y+(ToolRowHeight-28)/2)
		x += w + toolRowGap
	}
	return at, y + ToolRowHeight
}

func NeedlessTool(o fyne.CanvasObject) bool {
	switch o := o.(type) {
	case *Chooser:
		return o.Needless
	case *EpochSlider:
		return o.needless
	case interface{ IsNeedless() bool }:
		return o.IsNeedless()
	}
	return false
}

// Layout implements fyne.Layout.
func (r ToolRow) Layout(objects []fyne.CanvasObject, s fyne.Size) {
	at, _ := r.places(objects, s.Width)
	for i, o := range objects {
		Show(o, !NeedlessTool(o))
		o.Move(at[i])
		o.Resize(fyne.NewSize(o.MinSize().Width, 28))
	}
}

// RefreshTools brings a row up to date, and the box that holds it if its size changed.
func RefreshTools(row, box *fyne.Container, on bool) {
	was, height := row.Visible(), row.Size().Height
	Show(row, on)
	row.Refresh()
	if _, h := (ToolRow{}).places(row.Objects, row.Size().Width); on != was || on && h != height {
		box.Refresh()
	}
}

// UnderTools lays out a row of tools, in as many lines as it needs, above its figure; objects
// between them get their least height.
type UnderTools struct{}

// MinSize implements fyne.Layout.
func (UnderTools) MinSize(objects []fyne.CanvasObject) fyne.Size { return stack{}.MinSize(objects) }

// Layout implements fyne.Layout.
func (UnderTools) Layout(objects []fyne.CanvasObject, s fyne.Size) {
	y := float32(0)
	for i, o := range objects {
		if !o.Visible() {
			continue
		}
		h := o.MinSize().Height
		if c, ok := o.(*fyne.Container); ok && i == 0 {
			_, h = ToolRow{}.places(c.Objects, s.Width)
		}
		if i == len(objects)-1 {
			h = max(0, s.Height-y)
		}
		Place(o, 0, y, s.Width, h)
		y += h
	}
}
