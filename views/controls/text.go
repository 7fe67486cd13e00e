package controls

import (
	"slices"
	"strings"

	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// A Text is a line of text that is shortened to fit.
type Text struct {
	widget.BaseWidget
	Text     string
	TextSize float32
	Style    fyne.TextStyle
	Color    fyne.ThemeColorName
	Align    fyne.TextAlign
	Middle   bool // shortened in the middle
	// Fixed is the least width; negative asks for the width of the whole text.
	Fixed float32
	Tip   string
}

var _ desktop.Hoverable = (*Text)(nil)

// NewText returns a line of body text in a colour of the theme.
func NewText(text string, size float32, c fyne.ThemeColorName) *Text {
	t := &Text{Text: text, TextSize: size, Color: c, Fixed: -1}
	t.ExtendBaseWidget(t)
	return t
}

// Head returns a section head.
func Head(text string) *Text {
	t := NewText(strings.ToUpper(text), look.SizeHead, look.Muted)
	t.Style.Bold = true
	return t
}

// Label returns the left half of a row.
func Label(text string) *Text { return NewText(text, look.SizeBody, look.Ink) }

// Bold makes the text bold and returns it.
func (t *Text) Bold() *Text { t.Style.Bold = true; return t }

// Elastic lets the text be as narrow as its place.
func (t *Text) Elastic() *Text { t.Fixed = 0; return t }

// WithTip sets the tip shown when the pointer rests on the text, and returns the text.
func (t *Text) WithTip(tip string) *Text { t.Tip = tip; return t }

// MouseIn implements desktop.Hoverable.
func (t *Text) MouseIn(*desktop.MouseEvent) { ShowTip(t, t.Tip) }

// MouseMoved implements desktop.Hoverable.
func (t *Text) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (t *Text) MouseOut() { HideTip(t) }

// Set changes the text.
func (t *Text) Set(text string) {
	if t.Text != text {
		t.Text = text
		t.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (t *Text) CreateRenderer() fyne.WidgetRenderer {
	line := canvas.NewText("", nil)
	place := func(size fyne.Size) {
		line.Text = shorten(t.Text, size.Width, t.TextSize, t.Style, t.Middle)
		line.Resize(size)
	}
	paint := func() {
		line.TextSize, line.TextStyle, line.Alignment, line.Color = t.TextSize, t.Style, t.Align, tone(t.Color)
		place(t.BaseWidget.Size())
	}
	paint()
	return &Renderer{
		Parts: []fyne.CanvasObject{line}, Lay: place, Paint: paint,
		Min: func() fyne.Size {
			m := measure(t.Text, t.TextSize, t.Style)
			if t.Text == "" {
				m = measure("x", t.TextSize, t.Style)
				m.Width = 0
			}
			if t.Fixed >= 0 {
				m.Width = t.Fixed
			}
			return m
		},
	}
}

// A Paragraph is text broken into lines of a given width.
type Paragraph struct {
	widget.BaseWidget
	Text     string
	Width    float32
	TextSize float32
	Color    fyne.ThemeColorName
	Most     int // lines shown, the last of them with an ellipsis where there are more; 0 for all

	lines []string // of the text and width below
	of    string
	at    float32
}

// NewParagraph returns text broken into lines of a width.
func NewParagraph(text string, width, size float32, c fyne.ThemeColorName) *Paragraph {
	p := &Paragraph{Text: text, Width: width, TextSize: size, Color: c}
	p.Hidden = text == ""
	p.ExtendBaseWidget(p)
	return p
}

// Set changes text and colour; an empty paragraph hides itself.
func (p *Paragraph) Set(text string, c fyne.ThemeColorName) {
	if p.Text != text || p.Color != c {
		p.Text, p.Color = text, c
		Show(p, text != "")
		p.Refresh()
	}
}

// HeightOf returns the height with at most so many lines, 0 for all.
func (p *Paragraph) HeightOf(most int) float32 { return float32(len(p.first(most))) * p.lineHeight() }

func (p *Paragraph) lineHeight() float32 { return p.TextSize * 1.38 }

// first returns the lines that are shown of so many at most.
func (p *Paragraph) first(most int) []string {
	if p.lines == nil || p.of != p.Text || p.at != p.Width {
		p.of, p.at, p.lines = p.Text, p.Width, Lines(p.Text, p.Width, p.TextSize)
	}
	if most == 0 || len(p.lines) <= most {
		return p.lines
	}
	last := shorten(strings.Join(p.lines[most-1:], " "), p.Width, p.TextSize, fyne.TextStyle{}, false)
	if end := strings.LastIndex(last, ". "); end >= 0 { // whole sentences, where one ends in the last line
		last = last[:end+1] + " …"
	} else if end := strings.LastIndexByte(last, ' '); end > 0 { // whole words
		last = last[:end] + "…"
	}
	return append(slices.Clone(p.lines[:most-1]), last)
}

// CreateRenderer implements fyne.Widget.
func (p *Paragraph) CreateRenderer() fyne.WidgetRenderer {
	r := &Renderer{}
	var text string
	var width float32
	var most int
	height := p.lineHeight()
	place := func(fyne.Size) {
		for i, o := range r.Parts {
			Place(o, 0, float32(i)*height, p.Width, height)
		}
	}
	paint := func() {
		if text != p.Text || width != p.Width || most != p.Most || r.Parts == nil {
			text, width, most = p.Text, p.Width, p.Most
			r.Parts = r.Parts[:0]
			for _, l := range p.first(most) {
				r.Parts = append(r.Parts, canvas.NewText(l, nil))
			}
			place(fyne.Size{})
		}
		for _, o := range r.Parts {
			line := o.(*canvas.Text)
			line.TextSize, line.Color = p.TextSize, tone(p.Color)
		}
	}
	paint()
	r.Lay, r.Paint = place, paint
	r.Min = func() fyne.Size {
		paint()
		return fyne.NewSize(p.Width, float32(len(r.Parts))*height)
	}
	return r
}

// Lines breaks text at spaces into lines of at most a width; a word that is
// longer than a line is broken anywhere.
func Lines(text string, width, size float32) []string {
	fits := func(s string) bool { return measure(s, size, fyne.TextStyle{}).Width <= width }
	var lines []string
	for _, paragraph := range strings.Split(text, "\n") {
		line := ""
		for _, word := range strings.Fields(paragraph) {
			if line != "" && fits(line+" "+word) {
				line += " " + word
				continue
			}
			if line != "" {
				lines = append(lines, line)
			}
			for !fits(word) {
				runes := []rune(word)
				n := len(runes) - 1
				for n > 1 && !fits(string(runes[:n])) {
					n--
				}
				if n < 1 {
					break
				}
				lines = append(lines, string(runes[:n]))
				word = string(runes[n:])
			}
			line = word
		}
		lines = append(lines, line)
	}
	return lines
}
