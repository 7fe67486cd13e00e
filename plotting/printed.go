package plotting

import (
	"fmt"

	"gonum.org/v1/plot/vg"
)

// A Printed says how a figure is set on paper, in sizes as they are printed: typographic points, of 1/72 inch, and
// millimetres. A field of 0 keeps the size that follows from Text, and a Text of 0 keeps the usual one.
type Printed struct {
	Text   float64 // points, of axes and legends; gaps, marks and all else follow it
	Names  float64 // points, of the names of rows and columns, at most
	Least  float64 // points, to which names shrink before some are left out
	Title  float64 // points; 0 leaves the title to the caption
	Lines  float64 // points, of lines at rest; others keep their ratio to them
	Margin float64 // millimetres around the figure
}

// pointsPerInch is how many typographic points an inch of paper has.
const pointsPerInch = 72

// usualPrinted is the size of axes and legends of figures that are not set for a journal, in typographic points.
var usualPrinted = float64(Print.AxisSize) / UsualPerInch * pointsPerInch

// UsualPrinted returns the sizes of figures that are not set for a journal.
func UsualPrinted() Printed { return Printed{Text: usualPrinted, Title: 11.25} }

// A PrintedSize is one size of a [Printed], as a person changes it.
type PrintedSize struct {
	Name, Title string
	Unit        string // "points" or "mm"
	Least, Most float64
	Value       *float64
}

// Check returns an error for a size that is out of range.
func (s PrintedSize) Check(x float64) error {
	if !(x >= s.Least && x <= s.Most || x == 0 && s.Name == "title") {
		return fmt.Errorf("%s is from %g to %g %s, not %g", s.Name, s.Least, s.Most, s.Unit, x)
	}
	return nil
}

// Sizes lists the sizes of p, bound to its fields.
func (p *Printed) Sizes() []PrintedSize {
	return []PrintedSize{
		{"text", "Text", "points", 3, 60, &p.Text},
		{"names", "Names, at most", "points", 2, 60, &p.Names},
		{"least", "Names, at least", "points", 2, 60, &p.Least},
		{"title", "Title, 0 for none", "points", 3, 90, &p.Title},
		{"lines", "Lines", "points", 0.1, 6, &p.Lines},
		{"margin", "Margin", "mm", 0.1, 50, &p.Margin},
	}
}

// Sized returns the size with the text of p, so that layouts have room for as much more as the text is smaller.
func (p Printed) Sized(s Size) Size {
	s.Text = p.Text
	return s
}

// Style returns a style with the sizes of p, for a figure that is laid out in a size from [Printed.Sized]. The printed
// sizes replace those that the user chose for the screen.
func (p Printed) Style(s Style) Style {
	if p == (Printed{}) {
		return s
	}
	perInch := p.Sized(Size{}).PerInch()
	points := func(size float64) vg.Length { return vg.Length(size / pointsPerInch * perInch) }
	s.AxisSize, s.TickSize = Print.AxisSize, Print.TickSize
	if p.Names > 0 {
		s.LabelSize = points(p.Names)
	}
	if p.Least > 0 {
		s.LeastName = min(float64(points(p.Least)/s.LabelSize), 1)
	}
	if p.Title > 0 {
		s.TitleSize, s.SubtitleSize = points(p.Title), s.AxisSize
	} else {
		s.Look.Untitled, s.Look.Plain = true, true
	}
	if p.Lines > 0 {
		by := points(p.Lines) / s.Stroke
		s.SelectedStroke, s.MaximumStroke, s.AxisStroke, s.Stroke = s.SelectedStroke*by, s.MaximumStroke*by,
			points(p.Lines), s.Stroke*by
	}
	if p.Margin > 0 {
		s.Margin = vg.Length(p.Margin / MMPerInch * perInch)
	}
	return s
}
