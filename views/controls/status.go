package controls

import (
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// A Progress is a thin bar.
type Progress struct {
	widget.BaseWidget
	fraction float64
}

// NewProgress returns an empty bar.
func NewProgress() *Progress {
	p := &Progress{}
	p.ExtendBaseWidget(p)
	return p
}

// Set shows a fraction between 0 and 1.
func (p *Progress) Set(fraction float64) {
	fraction = min(1, max(0, fraction))
	if p.fraction != fraction {
		p.fraction = fraction
		p.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (p *Progress) CreateRenderer() fyne.WidgetRenderer {
	track, bar := box(2.5), box(2.5)
	place := func(s fyne.Size) {
		track.Resize(s)
		bar.Resize(fyne.NewSize(max(s.Height, s.Width*float32(p.fraction)), s.Height))
	}
	paint := func() {
		track.FillColor, bar.FillColor = tone(look.Hairline), tone(look.Accent)
		bar.Hidden = p.fraction == 0
		place(p.Size())
	}
	paint()
	return &Renderer{
		Parts: []fyne.CanvasObject{track, bar}, Lay: place, Paint: paint,
		Min: func() fyne.Size { return fyne.NewSize(40, 5) },
	}
}

// A Status is a dot with a sentence.
type Status struct {
	widget.BaseWidget
	dot  fyne.ThemeColorName
	text *Paragraph
}

// NewStatus returns a status line of a given width.
func NewStatus(width float32) *Status {
	s := &Status{dot: look.Muted, text: NewParagraph("", width-17, look.SizeBody-0.5, look.Ink)}
	s.Hidden = true
	s.ExtendBaseWidget(s)
	return s
}

// Set changes dot and sentence.
func (s *Status) Set(dot fyne.ThemeColorName, text string) {
	if s.dot != dot || s.text.Text != text {
		s.dot = dot
		s.text.Set(text, look.Ink)
		Show(s, text != "")
		s.Refresh()
	}
}

// SetWidth changes the width at which the sentence is broken.
func (s *Status) SetWidth(width float32) {
	s.text.Width = width - 17
	s.text.Refresh()
}

// SetMost shows so many lines of the sentence, 0 all of them.
func (s *Status) SetMost(lines int) {
	if s.text.Most != lines {
		s.text.Most = lines
		s.text.Refresh()
		s.Refresh()
	}
}

// Saved returns by how much lower the sentence is with at most so many lines than with all.
func (s *Status) Saved(lines int) float32 {
	if !s.Visible() {
		return 0
	}
	return s.text.HeightOf(0) - s.text.HeightOf(lines)
}

// Most returns how many lines are shown, 0 for all.
func (s *Status) Most() int { return s.text.Most }

// Text returns the sentence shown.
func (s *Status) Text() string { return s.text.Text }

// CreateRenderer implements fyne.Widget.
func (s *Status) CreateRenderer() fyne.WidgetRenderer {
	dot := canvas.NewCircle(nil)
	paint := func() { dot.FillColor = tone(s.dot) }
	paint()
	return &Renderer{
		Parts: []fyne.CanvasObject{dot, s.text}, Paint: paint,
		Lay: func(fyne.Size) {
			Place(dot, 1, 4.5, 8, 8)
			s.text.Move(fyne.NewPos(17, 0))
			s.text.Resize(s.text.MinSize())
		},
		Min: func() fyne.Size { m := s.text.MinSize(); return fyne.NewSize(m.Width+17, m.Height) },
	}
}
