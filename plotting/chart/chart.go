package chart

import (
	"image/color"
	"iter"
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A Chart is a figure of curves, points, bars and areas over two axes.
type Chart struct {
	Title    string
	Subtitle string // one line on the content
	X, Y     Axis
	Layers   []Layer // from the back to the front
	// Square makes a unit equally long along both axes, for places on a plane.
	Square bool
	// Narrow keeps the limits of a Square chart, such as those of probabilities: the plot is then narrower than its room.
	Narrow bool
	// Bare has no axes: the layers say all. So has a chart without names and labels along both axes.
	Bare  bool
	Style plotting.Style
}

// An Axis is a scale of a Chart.
type Axis struct {
	Name      string // with its unit
	Low, High float64
	Log       bool     // powers of ten; Low is above 0
	Whole     bool     // numbers on it are counts
	Share     bool     // numbers on it are shares or probabilities, written in per cent
	Labels    []string // names of the places 0, 1, 2, … in place of numbers
}

// Kind says how a layer is drawn.
type Kind int

// The kinds of layer.
const (
	Line   Kind = iota // through (X, Y), broken at NaN
	Points             // dots at (X, Y); where Low and High are given, with a bar between them
	Bars               // from 0 to Y, as wide as Width at X
	Area               // the polygon through (X, Y); NaN begins another one
	Band               // between Low and High along X
	Text               // Text centred at (X, Y)
	Links              // from each even place to the next odd one
)

// Ink is a colour by its role, so that a chart can be drawn in another style.
type Ink int

// The inks beside the categories of the palette.
const (
	PlainInk Ink = iota
	MutedInk
	SelectionInk
	SurfaceInk
	firstCategory
)

// CategoryInk returns the ink of category i ≥ 0. None of the first is near the amber of new or selected marks; beyond
// 24 they repeat.
func CategoryInk(i int) Ink { return firstCategory + Ink(i) }

// firstInks are the places of the first categories among those of [ink.CategoryInk]. The rust and the amber of the
// palette are none of them: both are near the colour of the selection.
var firstInks = [...]int{0, 3, 2, 4, 6, 19, 11, 7}

// of returns the colour in a style.
func (i Ink) of(s plotting.Style) color.NRGBA {
	switch {
	case i == PlainInk:
		return s.Ink
	case i == SelectionInk:
		return s.Selection
	case i == SurfaceInk:
		return s.Surface
	case i >= firstCategory && int(i-firstCategory) < len(firstInks):
		return ink.CategoryInk(firstInks[i-firstCategory])
	case i >= firstCategory:
		return ink.AnnotationInk(int(i - firstCategory))
	}
	return s.Muted
}

// A Layer is one set of marks of a Chart.
type Layer struct {
	Name      string // in the legend; "" is not listed
	Kind      Kind
	X, Y      []float64
	Low, High []float64
	Text      []string // of a Text layer; otherwise names of marks, for tooltips
	Ink       Ink
	Colour    color.NRGBA // in place of Ink; transparent for none
	Inks      []Ink       // of each mark of Points and Bars, in place of Ink; nil for none
	Opacity   float64     // 0 is 1
	Width     float64     // of bars along X in its units
	Stroke    vg.Length   // of lines; 0 is the style's
	Radius    vg.Length   // of points; 0 is 2.5
	Dashed    bool
	Hollow    bool // points are rings
}

var (
	_ plotting.Styled  = (*Chart)(nil)
	_ plotting.Sheeter = (*Chart)(nil)
)

// bare reports whether there are no axes.
func (f *Chart) bare() bool { return f.Bare || f.X.empty() && f.Y.empty() }

// empty reports whether an axis says nothing.
func (a Axis) empty() bool { return a.Name == "" && a.Labels != nil && len(a.Labels) == 0 }

// WithStyle returns a copy in another style.
func (f Chart) WithStyle(s plotting.Style) plotting.Figure { f.Style = s; return &f }

// Controls implements [plotting.Controlled].
func (f *Chart) Controls() []string { return plotting.Legended }

// Sheets returns the numbers of all layers ("layers").
func (f *Chart) Sheets() []plotting.Sheet {
	return []plotting.Sheet{{Name: "layers", Header: []string{"layer", "name", "x", "y", "low", "high"},
		Rows: f.rows()}}
}

func (f *Chart) rows() iter.Seq[[]string] {
	value := func(a []float64, i int) string {
		if i >= len(a) {
			return ""
		}
		return plotting.Cell(a[i])
	}
	return func(yield func([]string) bool) {
		for k := range f.Layers {
			l := &f.Layers[k]
			for i, x := range l.X {
				name := ""
				if i < len(l.Text) {
					name = l.Text[i]
				}
				if !yield([]string{l.Name, name, plotting.Cell(x), value(l.Y, i), value(l.Low, i), value(l.High, i)}) {
					return
				}
			}
		}
	}
}

// place returns where a value stands along an axis.
func (a Axis) place(v float64) float64 {
	if a.Log {
		return math.Log10(math.Max(v, 1e-300))
	}
	return v
}

// ticks returns those between two places.
func (a Axis) ticks(low, high float64, n int) []ink.Tick {
	switch {
	case a.Labels != nil:
		var ticks []ink.Tick
		for i, name := range a.Labels {
			if v := float64(i); v >= low && v <= high {
				ticks = append(ticks, ink.Tick{Value: v, Label: name})
			}
		}
		return ticks
	case a.Log:
		return logTicks(low, high, n)
	case a.Whole:
		return ink.WholeTicks(low, high, n)
	case a.Share:
		ticks := ink.Ticks(100*low, 100*high, n)
		for i := range ticks {
			ticks[i].Value /= 100
			ticks[i].Label += " %"
		}
		return ticks
	}
	return ink.Ticks(low, high, n)
}

// text writes a value along an axis.
func (a Axis) text(v float64) string {
	if a.Share {
		return plotting.FormatPercent(v)
	}
	return plotting.FormatDigits(v, 4)
}

// logTicks returns 1, 2 and 5 times powers of ten if there is room, otherwise powers alone.
func logTicks(low, high float64, n int) []ink.Tick {
	for _, steps := range [][]float64{{1, 2, 5}, {1, 3}, {1}} {
		var ticks []ink.Tick
		for k := math.Floor(low); k <= high; k++ {
			for _, m := range steps {
				v := m * math.Pow(10, k)
				if at := math.Log10(v); at >= low-1e-9 && at <= high+1e-9 {
					ticks = append(ticks, ink.Tick{Value: at, Label: plotting.FormatDigits(v, 6)})
				}
			}
		}
		if len(ticks) <= n || len(steps) == 1 {
			return ticks
		}
	}
	return nil
}

// span returns the ends of an axis, found from the layers if it has none.
func (f *Chart) span(a Axis, values func(l *Layer) [][]float64) (low, high float64) {
	if a.Low != a.High {
		return a.place(a.Low), a.place(a.High)
	}
	low, high = math.Inf(1), math.Inf(-1)
	for k := range f.Layers {
		for _, list := range values(&f.Layers[k]) {
			for _, v := range list {
				if ink.Finite(v) {
					low, high = min(low, a.place(v)), max(high, a.place(v))
				}
			}
		}
		if f.Layers[k].Kind == Bars && !a.Log {
			low, high = min(low, 0), max(high, 0)
		}
	}
	return ink.Padded(low, high, 0.05)
}

// legend lists the layers that have names.
func (f *Chart) legend(int) []ink.LegendBlock {
	var b ink.LegendBlock
	for k := range f.Layers {
		l := &f.Layers[k]
		if l.Name == "" {
			continue
		}
		e := ink.LegendEntry{Colour: l.colour(f.Style), Text: l.Name}
		switch {
		case l.Kind == Line || l.Kind == Links:
			e.Stroke = max(l.Stroke, 1.5)
			e.Dashed = l.Dashed
		case l.Hollow:
			e.Hollow = true
		case l.Kind == Points:
			e.Dot = true
		default:
			e.Colour = plotting.Fade(e.Colour, l.opacity())
		}
		b.Entries = append(b.Entries, e)
	}
	if len(b.Entries) == 0 {
		return nil
	}
	return []ink.LegendBlock{b}
}

// colour is that of the layer in a style.
func (l *Layer) colour(s plotting.Style) color.NRGBA {
	if l.Colour.A > 0 {
		return l.Colour
	}
	return l.Ink.of(s)
}

func (l *Layer) opacity() float64 {
	if l.Opacity == 0 {
		return 1
	}
	return l.Opacity
}
