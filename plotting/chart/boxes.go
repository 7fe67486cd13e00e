package chart

import (
	"image/color"
	"slices"

	"example.org/espalier/inference/column"
	"example.org/espalier/inference/stat/quartile"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Boxes is the figure of numbers by group: a panel for each quantity, with a horizontal box plot of
// each group and its points. The box holds the middle half, its line is the median, and the
// whiskers reach the farthest point within one and a half box lengths (Tukey 1977). Panels in a
// line share the names of the groups. The vertical part of the window scrolls and enlarges the
// lines.
type Boxes struct {
	Title, Subtitle string
	Empty           string // the sentence shown while there are no panels; has a default
	Groups          []string
	// Levels are those of the annotation By, from which groups have their colours; a group that is none of them is the
	// rest. nil takes the colours of clusters.
	Levels []string
	// By is the annotation of which groups are levels; "" for none.
	By     string
	Panels []BoxPanel
	// SelectedPoints lists the selected points, by number, in every panel.
	SelectedPoints []int
	// Tests are the numbers behind the order of the panels, with those of quantities that have no panel; none without
	// them.
	Tests  []plotting.Sheet
	Window plotting.Window
	Style  plotting.Style
}

// A BoxPanel is one quantity of [Boxes].
type BoxPanel struct {
	Name   string    // "factor 3"
	Notes  []string  // for below it, from long to short; the first that fits is shown
	Values []float64 // of the points; NaN is left out
	Group  []int     // of each point, negative for none; nil if At is set
	// Kind is the kind of the values. Of levels they are places, whose shares stand in place of boxes; counts and skewed
	// numbers have an axis of logarithms.
	Kind column.Kind
	// Limits are the points that are known between limits only, which stand at their limit: −1 for less, 1 for more,
	// 0 for between two.
	Limits map[int]int
	// At places the points along a measurement instead of by groups, and AtName names it.
	At       []float64
	AtName   string
	Dated    bool        // the measurement is days of the calendar
	Unit     string      // of the values, as the table states it: "mg"; "" where it states none
	Names    []string    // of the points, for the tooltip; nil for none
	Lines    [][2]string // of the panel, for the tooltip
	Selected bool
	ID       int // of the quantity, for the caller
}

var (
	_ plotting.Zoomable = Boxes{}
	_ plotting.Styled   = Boxes{}
	_ plotting.Sheeter  = Boxes{}
)

// GetWindow implements Zoomable.
func (b Boxes) GetWindow() plotting.Window { return b.Window.Normal() }

// WithWindow implements Zoomable. The horizontal part of w is ignored.
func (b Boxes) WithWindow(w plotting.Window) plotting.Figure { b.Window = w.Upright(); return b }

// Selects implements [plotting.Selecting].
func (b Boxes) Selects() bool {
	return len(b.SelectedPoints) > 0 || slices.ContainsFunc(b.Panels, func(p BoxPanel) bool { return p.Selected })
}

// Unselected implements [plotting.Selecting].
func (b Boxes) Unselected() plotting.Figure {
	b.SelectedPoints, b.Panels = nil, slices.Clone(b.Panels)
	for i := range b.Panels {
		b.Panels[i].Selected = false
	}
	return b
}

// WithStyle implements Styled.
func (b Boxes) WithStyle(s plotting.Style) plotting.Figure { b.Style = s; return b }

// values returns the values of a group of a panel.
func (p *BoxPanel) values(group int) (v []float64) {
	for i, g := range p.Group {
		if g == group {
			v = append(v, p.Values[i])
		}
	}
	return v
}

// Sheets implements Sheeter: one line for each point, with panel, group or place, name and value;
// the boxes, and the shares of levels where some quantity has them.
func (b Boxes) Sheets() []plotting.Sheet {
	if len(b.Panels) == 0 {
		return nil
	}
	points := plotting.Sheet{Name: "points", Header: []string{"panel", "group", "point", "value"},
		Rows: func(yield func([]string) bool) {
			for _, p := range b.Panels {
				for i := range p.Values {
					name, group := "", ""
					if p.Names != nil {
						name = p.Names[i]
					}
					switch {
					case p.At != nil:
						group = plotting.Cell(p.At[i])
					case p.Group[i] >= 0:
						group = b.Groups[p.Group[i]]
					}
					if !yield([]string{p.Name, group, name, p.cell(i)}) {
						return
					}
				}
			}
		}}
	boxes := plotting.Sheet{Name: "boxes", Header: []string{"panel", "group", "n", "low", "quarter", "median",
		"three_quarters", "high"}, Rows: func(yield func([]string) bool) {
		for i := range b.Panels {
			p := &b.Panels[i]
			if p.At != nil || p.Kind.Levels != nil {
				continue
			}
			for g, name := range b.Groups {
				k := quartile.Of(p.values(g))
				if !yield([]string{p.Name, name, plotting.FormatCount(k.N), plotting.Cell(k.Low), plotting.Cell(k.Quarter),
					plotting.Cell(k.Median), plotting.Cell(k.Threeq), plotting.Cell(k.High)}) {
					return
				}
			}
		}
	}}
	sheets := []plotting.Sheet{points, boxes}
	if shares, some := b.sharesSheet(); some {
		sheets = append(sheets, shares)
	}
	return append(sheets, b.Tests...)
}

// inks are the colours of the groups.
func (b Boxes) inks() []color.NRGBA {
	of := beside.LevelInks(b.By, b.Levels, b.Style.Look)
	inks := make([]color.NRGBA, len(b.Groups))
	for g, name := range b.Groups {
		switch at := slices.Index(b.Levels, name); {
		case at >= 0:
			inks[g] = of[at]
		case b.Levels != nil:
			inks[g] = ink.CategoryColours[6] // all other levels
		default:
			inks[g] = ink.ClusterInk(g)
		}
	}
	return inks
}

// measured reports whether points stand along a measurement.
func (b Boxes) measured() bool { return len(b.Panels) > 0 && b.Panels[0].At != nil }

// RowsWindow returns the window, from the top, in which lines of panels are legible in a plot area
// of the given size.
func (b Boxes) RowsWindow(area vg.Point) plotting.Window {
	if len(b.Panels) == 0 {
		return plotting.All
	}
	names := b.namesRoom(area.X)
	columns := b.columns(area.X - names)
	lines := (len(b.Panels) + columns - 1) / columns
	return ink.RowsWindow(lines, area.Y, b.leastLine())
}

// Sizes of box plots, in points.
const (
	boxPanel = 150 // least width of a panel
	boxWide  = 420 // greatest
	boxGap   = 22  // between panels
	boxLeast = 9.5 // least height of a group
	boxMost  = 40
	boxTick  = 40  // between numbers
	boxPlace = 110 // least height of a panel of points along a measurement
)

// leastLine is the least height of a line of panels.
func (b Boxes) leastLine() vg.Length {
	if b.measured() {
		return boxPlace + b.aroundPanel()
	}
	return boxLeast*vg.Length(len(b.Groups)) + b.aroundPanel()
}

// aroundPanel returns the height that a panel takes above and below its plot.
func (b Boxes) aroundPanel() vg.Length {
	return ink.LineHeight(ink.Bold(b.Style.Typeface, b.Style.LabelSize)) +
		ink.LineHeight(ink.Regular(b.Style.Typeface, b.Style.TickSize)) + 2*b.Style.Padding +
		ink.AxisHeight(b.Style, b.measured()) + 10
}

// namesRoom returns the width for the names of the groups.
func (b Boxes) namesRoom(width vg.Length) vg.Length {
	if b.measured() {
		return ink.TextWidth(ink.Regular(b.Style.Typeface, b.Style.TickSize), "−0.00") + 2*b.Style.Padding
	}
	if width < 200 {
		return 0
	}
	return min(ink.WidestOf(ink.Regular(b.Style.Typeface, b.Style.LabelSize), len(b.Groups),
		func(i int) string { return b.Groups[i] })*1.05+8, 0.25*width)
}

// columns returns the number of panels in a line of a given width.
func (b Boxes) columns(width vg.Length) int {
	each := vg.Length(boxPanel + boxGap)
	if b.measured() {
		each += b.namesRoom(0)
	}
	most := min(max(int((width+boxGap)/each), 1), max(len(b.Panels), 1))
	lines := (len(b.Panels) + most - 1) / most
	return (len(b.Panels) + lines - 1) / max(lines, 1) // so that the last line is nearly full
}

// IsBlank implements [plotting.Blank].
func (b Boxes) IsBlank() bool { return len(b.Panels) == 0 }
