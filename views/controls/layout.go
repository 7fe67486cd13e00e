package controls

import (
	"image/color"

	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// A stack puts objects under one another at full width with a gap between them.
type stack struct{ gap float32 }

// Stack puts objects under one another with a gap. Hidden ones take no place.
func Stack(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(stack{gap}, objects...)
}

func (l stack) MinSize(objects []fyne.CanvasObject) fyne.Size {
	s := inRow(objects, l.gap, func(m fyne.Size) fyne.Size { return fyne.NewSize(m.Height, m.Width) })
	return fyne.NewSize(s.Height, s.Width)
}

// inRow returns the room that visible objects of some sizes take next to one another, with gaps.
func inRow(objects []fyne.CanvasObject, gap float32, of func(min fyne.Size) fyne.Size) (s fyne.Size) {
	n := 0
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		m := of(o.MinSize())
		s.Width += m.Width
		s.Height = max(s.Height, m.Height)
		n++
	}
	s.Width += gap * float32(max(0, n-1))
	return s
}

func (l stack) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	y := float32(0)
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		h := o.MinSize().Height
		Place(o, 0, y, size.Width, h)
		y += h + l.gap
	}
}

// Gap is empty space.
func Gap(width, height float32) fyne.CanvasObject {
	r := canvas.NewRectangle(color.Transparent)
	r.SetMinSize(fyne.NewSize(width, height))
	return r
}

type inset struct{ left, top, right, bottom float32 }

// Inset keeps space around an object.
func Inset(left, top, right, bottom float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(inset{left, top, right, bottom}, o)
}

func (l inset) MinSize(o []fyne.CanvasObject) fyne.Size {
	return o[0].MinSize().Add(fyne.NewSize(l.left+l.right, l.top+l.bottom))
}

func (l inset) Layout(o []fyne.CanvasObject, s fyne.Size) {
	Place(o[0], l.left, l.top, max(0, s.Width-l.left-l.right), max(0, s.Height-l.top-l.bottom))
}

// A row is a label, something in between, and a value of fixed width at the right.
type row struct{ value, height float32 }

// Row puts a label left and a value right on one line. A value width of 0 takes the width that the value asks for.
func Row(value float32, label, right fyne.CanvasObject) *fyne.Container {
	nameBy(label, right)
	return container.New(row{value: value, height: 24}, label, right)
}

// RowWith is Row with a small thing, such as a lock, before the value.
func RowWith(value float32, label, between, right fyne.CanvasObject) *fyne.Container {
	nameBy(label, right)
	nameBy(label, between)
	return container.New(row{value: value, height: 24}, label, right, between)
}

func (l row) width(o fyne.CanvasObject) float32 {
	if l.value > 0 {
		return l.value
	}
	return o.MinSize().Width
}

func (l row) MinSize(o []fyne.CanvasObject) fyne.Size {
	h := l.height
	for _, x := range o {
		h = max(h, x.MinSize().Height)
	}
	return fyne.NewSize(o[0].MinSize().Width+8+l.width(o[1]), h)
}

func (l row) Layout(o []fyne.CanvasObject, s fyne.Size) {
	place := func(x fyne.CanvasObject, left, width float32) {
		h := x.MinSize().Height
		Place(x, left, (s.Height-h)/2, max(0, width), h)
	}
	w := l.width(o[1])
	place(o[1], s.Width-w, w)
	left := s.Width - w - 8
	if len(o) > 2 {
		m := o[2].MinSize().Width
		place(o[2], left-m+4, m)
		left -= m
	}
	place(o[0], 0, left)
}

type beside struct{ gap float32 }

// Beside puts objects next to one another at their own width, centred on one line.
func Beside(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(beside{gap}, objects...)
}

func (l beside) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return inRow(objects, l.gap, func(m fyne.Size) fyne.Size { return m })
}

func (l beside) Layout(objects []fyne.CanvasObject, s fyne.Size) {
	x := float32(0)
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		m := o.MinSize()
		o.Move(fyne.NewPos(x, (s.Height-m.Height)/2))
		o.Resize(m)
		x += m.Width + l.gap
	}
}

// A shares layout gives each object its share of the width.
type shares struct {
	gap   float32
	parts []float32
}

// Shares puts objects next to one another, each with its share of the width.
func Shares(gap float32, parts []float32, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(shares{gap, parts}, objects...)
}

func (l shares) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var s fyne.Size
	for _, o := range objects {
		m := o.MinSize()
		s.Width += m.Width + l.gap
		s.Height = max(s.Height, m.Height)
	}
	s.Width -= l.gap
	return s
}

func (l shares) Layout(objects []fyne.CanvasObject, s fyne.Size) {
	total := float32(0)
	for _, p := range l.parts {
		total += p
	}
	room := s.Width - l.gap*float32(len(objects)-1)
	x := float32(0)
	for i, o := range objects {
		w := room * l.parts[i] / total
		Place(o, x, 0, w, s.Height)
		x += w + l.gap
	}
}

// A Plane is a coloured ground with a hairline, rounded or not.
type Plane struct {
	widget.BaseWidget
	Fill, Line fyne.ThemeColorName // Line may be empty
	Radius     float32
	Thin       bool // one unit wide and high at least: a rule
}

// NewPlane returns a ground.
func NewPlane(fill, line fyne.ThemeColorName, radius float32) *Plane {
	p := &Plane{Fill: fill, Line: line, Radius: radius}
	p.ExtendBaseWidget(p)
	return p
}

// Rule is a hairline.
func Rule() *Plane {
	p := &Plane{Fill: look.Hairline, Thin: true}
	p.ExtendBaseWidget(p)
	return p
}

// CreateRenderer implements fyne.Widget.
func (p *Plane) CreateRenderer() fyne.WidgetRenderer {
	r := box(p.Radius)
	paint := func() {
		r.FillColor = tone(p.Fill)
		if p.Line != "" {
			r.StrokeColor, r.StrokeWidth = tone(p.Line), 1
		}
	}
	paint()
	return &Renderer{
		Parts: []fyne.CanvasObject{r}, Paint: paint,
		Lay: func(s fyne.Size) { r.Resize(s) },
		Min: func() fyne.Size {
			if p.Thin {
				return fyne.NewSize(1, 1)
			}
			return fyne.Size{}
		},
	}
}

// Card puts an object on a card with a margin.
func Card(margin float32, o fyne.CanvasObject) *fyne.Container {
	return container.NewStack(NewPlane(look.Surface, look.Hairline, look.CardRadius),
		Inset(margin, margin, margin, margin, o))
}

// Relayout lays a container out again, with all containers in it, after something in it changed its
// size or was shown or hidden. Unlike Refresh it redraws nothing.
func Relayout(o fyne.CanvasObject) {
	switch o := o.(type) {
	case *fyne.Container:
		if o.Layout != nil {
			o.Layout.Layout(o.Objects, o.Size())
		}
		for _, child := range o.Objects {
			Relayout(child)
		}
	case *container.Scroll:
		if least := o.Content.MinSize().Max(o.Size()); least != o.Content.Size() {
			o.Content.Resize(least)
			o.Refresh() // its bars
		}
		Relayout(o.Content)
	}
}

// Show shows or hides an object, unless it already is.
func Show(o fyne.CanvasObject, on bool) {
	if on != o.Visible() {
		if on {
			o.Show()
		} else {
			o.Hide()
		}
	}
}

type fixed struct{ size fyne.Size }

// Fixed is a layout that gives its objects a size whatever they ask for.
func Fixed(width, height float32) fyne.Layout { return fixed{fyne.NewSize(width, height)} }

func (l fixed) MinSize([]fyne.CanvasObject) fyne.Size { return l.size }

func (l fixed) Layout(objects []fyne.CanvasObject, _ fyne.Size) {
	for _, o := range objects {
		o.Move(fyne.Position{})
		o.Resize(l.size)
	}
}

// A middle keeps an object in the middle.
type middle struct {
	text *Paragraph
	most float32
}

// Middle puts an object in the middle, in which a text is broken so that it has room.
func Middle(text *Paragraph, o fyne.CanvasObject) *fyne.Container {
	return container.New(middle{text, text.Width}, o)
}

// middleMargin is the least space beside the text.
const middleMargin = 20

// MinSize implements fyne.Layout.
func (l middle) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, o[0].MinSize().Height)
}

// Layout implements fyne.Layout.
func (l middle) Layout(o []fyne.CanvasObject, s fyne.Size) {
	if w := max(120, min(l.most, s.Width-2*middleMargin)); w != l.text.Width {
		l.text.Width = w
		l.text.Refresh()
	}
	m := o[0].MinSize()
	o[0].Resize(m)
	o[0].Move(fyne.NewPos(max(0, (s.Width-m.Width)/2), max(0, (s.Height-m.Height)/2)))
}
