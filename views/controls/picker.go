package controls

import (
	"image/color"
	"unicode"

	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// An Option is one choice of a Picker.
type Option struct {
	Value string // handed over
	Title string // shown
	Note  string // one sentence, or nothing
	Head  string // stands above the first of several options with the same head
	Off   bool   // cannot be picked; the note says why
	// Colours are shown as a strip beside the title; nil for none.
	Colours []color.Color
}

// Options makes options of plain values.
func Options(values ...string) []Option {
	o := make([]Option, len(values))
	for i, v := range values {
		o[i] = Option{Value: v, Title: v}
	}
	return o
}

// A Picker shows one of several values and lists them all when tapped.
type Picker struct {
	widget.DisableableWidget
	Touch
	Label    string // muted, at the left; may be empty
	Options  []Option
	Value    string
	Height   float32
	Bold     bool
	OnPicked func(value string)

	name string // of the label beside it
	list *choiceList
}

var (
	_ fyne.Tappable     = (*Picker)(nil)
	_ fyne.Focusable    = (*Picker)(nil)
	_ desktop.Hoverable = (*Picker)(nil)
)

// NewPicker returns a picker of compact height.
func NewPicker(options []Option, value string, picked func(string)) *Picker {
	p := &Picker{Options: options, Value: value, Height: 24, OnPicked: picked}
	p.Attend(p)
	p.ExtendBaseWidget(p)
	return p
}

// Put sets the value shown without calling OnPicked.
func (p *Picker) Put(value string) {
	if p.Value != value {
		p.Value = value
		p.Refresh()
	}
}

func (p *Picker) title() string {
	for _, o := range p.Options {
		if o.Value == p.Value {
			return o.Title
		}
	}
	return p.Value
}

// boldSize is the size of the value of a bold picker.
const boldSize = 13

// lines breaks the title of a bold picker into two where one has no room for it.
func (p *Picker) lines(room float32) (first, second string) {
	title, style := p.title(), fyne.TextStyle{Bold: true}
	if !p.Bold || room <= 0 || measure(title, boldSize, style).Width <= room {
		return title, ""
	}
	for at := len(title) - 1; at > 0; at-- {
		if title[at] == ' ' && measure(title[:at], boldSize, style).Width <= room {
			return title[:at], title[at+1:]
		}
	}
	return title, ""
}

// Tapped implements fyne.Tappable: it opens the list.
func (p *Picker) Tapped(*fyne.PointEvent) {
	HideTip(p)
	if p.Disabled() || len(p.Options) == 0 {
		return
	}
	p.list = openChoices(p, p.Options, p.Value, func(v string) {
		p.pick(v)
	})
}

// TypedRune implements fyne.Focusable: a letter opens the list and goes to the option that begins with it.
func (p *Picker) TypedRune(r rune) {
	if !unicode.IsLetter(r) {
		return
	}
	if p.list = nil; p.Visible() {
		p.Tapped(nil)
	}
	if p.list != nil {
		p.list.TypedRune(r)
	}
}

func (p *Picker) pick(v string) {
	if v == p.Value {
		return
	}
	p.Value = v
	p.Refresh()
	if p.OnPicked != nil {
		p.OnPicked(v)
	}
}

// TypedKey implements fyne.Focusable.
func (p *Picker) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter, fyne.KeyDown, fyne.KeyUp:
		p.Tapped(nil)
	default:
		PassOn(p, e)
	}
}

// CreateRenderer implements fyne.Widget.
func (p *Picker) CreateRenderer() fyne.WidgetRenderer {
	ground, focus := box(look.FieldRadius), ring(look.FieldRadius+1)
	label, value, more := canvas.NewText("", nil), canvas.NewText("", nil), canvas.NewText("", nil)
	left, right := canvas.NewLine(nil), canvas.NewLine(nil)
	place := func(s fyne.Size) {
		ground.Resize(s)
		focus.Move(fyne.NewPos(-2, -2))
		focus.Resize(s.Add(fyne.NewSize(4, 4)))
		pad := float32(8)
		if p.Height > 28 {
			pad = 12
		}
		// the chevron
		cx, cy := s.Width-pad-4, s.Height/2
		left.Position1, left.Position2 = fyne.NewPos(cx-3.5, cy-1.5), fyne.NewPos(cx, cy+2)
		right.Position1, right.Position2 = fyne.NewPos(cx, cy+2), fyne.NewPos(cx+3.5, cy-1.5)
		Place(label, pad, 0, s.Width-2*pad, s.Height)
		room := s.Width - 2*pad - 14
		if p.Label != "" {
			room -= measure(p.Label, look.SizeBody, fyne.TextStyle{}).Width + 8
		}
		first, second := p.lines(room)
		value.Text = shorten(first, room, value.TextSize, value.TextStyle, false)
		more.Text = shorten(second, room, more.TextSize, more.TextStyle, false)
		height := s.Height
		if second != "" {
			height = s.Height/2 + 1
			Place(more, pad, height-4, s.Width-2*pad-14, height)
		}
		Place(value, pad, 0, s.Width-2*pad-14, height)
	}
	paint := func() {
		ground.FillColor, ground.StrokeColor, ground.StrokeWidth = tone(look.Field), tone(look.Hairline), 1
		if p.hovered && !p.Disabled() {
			ground.FillColor = tone(look.FieldHover)
		}
		label.Text, label.TextSize, label.Color = p.Label, look.SizeBody, tone(look.Muted)
		value.TextSize, value.Color = look.SizeBody, tone(look.Ink)
		value.TextStyle.Bold = p.Bold
		value.Alignment = fyne.TextAlignTrailing
		if p.Bold {
			value.TextSize, value.Alignment = boldSize, fyne.TextAlignLeading
		}
		more.TextSize, more.Color, more.TextStyle, more.Alignment = value.TextSize, value.Color,
			value.TextStyle, value.Alignment
		if p.Disabled() {
			value.Color = tone("disabled")
		}
		left.StrokeColor, right.StrokeColor = tone(look.Muted), tone(look.Muted)
		left.StrokeWidth, right.StrokeWidth = 1.4, 1.4
		paintRing(focus, p.focused)
		place(p.Size())
	}
	paint()
	return &Renderer{
		Parts: []fyne.CanvasObject{ground, label, value, more, left, right, focus}, Lay: place, Paint: paint,
		Min: func() fyne.Size {
			if _, second := p.lines(p.Size().Width - 38); second != "" {
				return fyne.NewSize(64, p.Height+14)
			}
			return fyne.NewSize(64, p.Height)
		},
	}
}
