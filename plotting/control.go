package plotting

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gonum.org/v1/plot/vg"
)

// A ControlKind is the kind of a control's values.
type ControlKind int

// The kinds of controls.
const (
	SwitchControl ControlKind = iota // "on" or "off"
	ChoiceControl                    // one of Options
	NumberControl                    // from Least to Most
	TextControl
	LimitControl  // a number, or a quantile such as "2%"
	ColourControl // "#RRGGBB"
)

// A Control is something about the look of a figure that a person can change. Its value is a text,
// the same in the window, on the command line and in files.
type Control struct {
	Name  string // "label-size"
	Title string // "Size of labels"
	Group string // "Text": the heading it stands under
	Help  string
	Kind  ControlKind
	// Usual is the value that changes nothing; "" where that depends on the figure.
	Usual       string
	Options     []string // of a choice
	Least, Most float64  // of a number
	Unit        string
	// Lacks names the values of the control that a figure cannot show, with the reason, in sentences; "" where it follows
	// every value.
	Lacks string

	set func(s *Style, text string)
}

// Choices are a person's settings of the look of a figure: values by the names of controls. Files keep them. Unknown
// names and impossible values are ignored.
type Choices map[string]string

// Most characters of a text that a control takes.
const mostText = 300

// The groups of controls, in the order of the drawer.
const (
	TextControls   = "Title and text"
	NameControls   = "Names"
	LayoutControls = "Layout"
	ColourControls = "Colours"
	LegendControls = "Legend"
)

var controls = []Control{
	{Name: "title", Title: "Title", Group: TextControls, Kind: SwitchControl,
		Usual: "on", Help: "Whether the title stands over the figure.",
		set: func(s *Style, text string) { s.Look.Untitled = text == "off" }},
	{Name: "title-text", Title: "Text of title", Group: TextControls,
		Kind: TextControl, Help: "A title of your own; empty keeps that of the result.",
		set: func(s *Style, text string) { s.Look.Title = text }},
	{Name: "subtitle", Title: "Line below", Group: TextControls, Kind: SwitchControl,
		Usual: "on", Help: "Whether the line that says what is shown stands below the title.",
		set: func(s *Style, text string) { s.Look.Plain = text == "off" }},
	{Name: "font", Title: "Font", Group: TextControls, Kind: ChoiceControl,
		Options: typefaceNames, Usual: typefaceNames[Sans],
		Help: "Sans: letters like those of Arial and Helvetica. Serif: like Times. Mono: like Courier, all equally wide.",
		set:  func(s *Style, text string) { s.Typeface = Typeface(slices.Index(typefaceNames, text)) }},
	number("title-size", "Size of title", TextControls, 15, 6, 40, "",
		"Size of the title in points of the screen; the line below it follows.",
		func(s *Style, x float64) { s.TitleSize, s.SubtitleSize = vg.Length(x), vg.Length(x)*11.5/15 }),
	number("label-size", "Size of names", TextControls, 9.5, 4, 30, "", "Size of the names of rows and columns.",
		func(s *Style, x float64) { s.LabelSize = vg.Length(x) }),
	number("axis-size", "Other text", TextControls, 10.5, 5, 30, "", "Size of axes and legends.",
		func(s *Style, x float64) { s.AxisSize, s.TickSize = vg.Length(x), vg.Length(x)*9.5/10.5 }),
	{Name: "row-names", Title: "Row names", Group: NameControls, Kind: ChoiceControl,
		Usual: "thinned", Options: []string{"thinned", "all", "selected", "none"},
		Help: "Thinned: those that have room, and how many these are. All: as small as need be, down to what can be read.",
		set:  func(s *Style, text string) { s.Look.Rows = names(text) }},
	{Name: "row-italics", Title: "In italics", Group: NameControls, Kind: SwitchControl, Usual: "off",
		Help: "Row names in italics, as names of species are written, with spaces for underscores.",
		set:  func(s *Style, text string) { s.Look.Italics = text == "on" }},
	{Name: "column-names", Title: "Column names", Group: NameControls, Kind: ChoiceControl,
		Usual: "thinned", Options: []string{"thinned", "all", "selected", "none"},
		Help: "Thinned: those that have room, and how many these are. All: as small as need be, down to what can be read.",
		set:  func(s *Style, text string) { s.Look.Columns = names(text) }},
	{Name: "tree-shape", Title: "Tree shape", Group: LayoutControls,
		Kind: ChoiceControl, Options: TreeShapes, Usual: TreeShapes[0],
		Help: "Rectangular and slanted trees run from left to right, circular ones from the middle outwards. Radial ones have no root.",
		set:  func(s *Style, text string) { s.Look.TreeShape = text }},
	{Name: "node-times", Title: "Times at nodes", Group: LayoutControls, Kind: SwitchControl, Usual: "off",
		Help: "Writes the time of each branch point, or its height, beside it where there is room.",
		set:  func(s *Style, text string) { s.Look.Times = text == "on" }},
	{Name: "branch-lengths", Title: "Branch lengths", Group: LayoutControls, Kind: SwitchControl, Usual: "on",
		Help: "Off draws a cladogram: the shape of the tree alone, with its branch points at even steps.",
		set:  func(s *Style, text string) { s.Look.Cladogram = text == "off" }},
	{Name: "heat-gaps", Title: "Gaps in heat map", Group: LayoutControls, Kind: SwitchControl, Usual: "off",
		Help: "Parts the rows of the heat map between groups, and its columns between the labels that Columns by " +
			"orders them by.",
		set: func(s *Style, text string) { s.Look.Gaps = text == "on" }},
	{Name: "heat-form", Title: "Cells drawn as", Group: LayoutControls, Kind: ChoiceControl, Options: CellForms,
		Usual: CellForms[0],
		Help: "Cells: colours. Sizes: squares, the larger the further from the middle. Bars: one for each value. " +
			"Boxes: a box plot of each row. Pies: shares of the columns in each row, for values that are not negative.",
		set: func(s *Style, text string) {
			if s.Look.CellForm = CellForm(text); text == CellForms[0] {
				s.Look.CellForm = ShadedCells
			}
		}},
	{Name: "group-ranges", Title: "Groups shaded", Group: LayoutControls, Kind: SwitchControl,
		Usual: "off", Help: "Shades the clades of each group of a tree in its colour.",
		set: func(s *Style, text string) { s.Look.Ranges = text == "on" }},
	number("heat-share", "Heat map share", LayoutControls, 0, 5, 95, "%",
		"Width of the heat map in what tree and heat map have together. The border between them can be dragged too.",
		func(s *Style, x float64) { s.Look.HeatShare = x / 100 }),
	{Name: "columns", Title: "Column order", Group: LayoutControls, Kind: ChoiceControl,
		Options: []string{"usual", "file", "clustered", "tree"}, Usual: "usual",
		Help: "File: as the table has them. Clustered: similar ones side by side. Tree: clustered, with their tree above them.",
		set: func(s *Style, text string) {
			if s.Look.Order = ColumnOrder(text); text == "usual" {
				s.Look.Order = UsualOrder
			}
		}},
	{Name: "missing-order", Title: "Order", Group: LayoutControls,
		Kind: ChoiceControl, Options: []string{"read", "pattern"}, Usual: "read",
		Help: "Read: as the table has them. Pattern: the columns that lack most at the left, and rows that lack the same columns together.",
		set:  func(s *Style, text string) { s.Look.ByPattern = text == "pattern" }},
	{Name: "columns-by", Title: "Columns by", Group: LayoutControls, Kind: TextControl,
		Help: "The name of an annotation of columns: those of one label stand side by side, within it in the order above. Empty, or a name that no annotation has, changes nothing.",
		set:  func(s *Style, text string) { s.Look.ColumnsBy = strings.TrimSpace(text) }},
	number("row-height", "Most row height", LayoutControls, 0, 1, 200, "",
		"Rows are no higher than this, in points of the screen. A printed tree is as high as its rows need.",
		func(s *Style, x float64) { s.Look.RowHeight = vg.Length(x) }),
	number("line-width", "Width of lines", LayoutControls, 1, 0.25, 6, "",
		"Width of the lines of the figure in points of the screen.",
		func(s *Style, x float64) {
			by := vg.Length(x)
			s.SelectedStroke, s.MaximumStroke, s.AxisStroke, s.Stroke = s.SelectedStroke*by, s.MaximumStroke*by,
				s.AxisStroke*min(by, 2), s.Stroke*by
		}),
	{Name: "palette", Title: "Palette", Group: ColourControls, Kind: ChoiceControl, Usual: "usual",
		Options: append([]string{"usual"}, append(slices.Clone(SequentialPalettes), DivergingPalettes...)...),
		Help:    "Cividis to greys run from low to high; blue–orange to blue–red part at the centre. All can be read with any kind of colour vision.",
		set: func(s *Style, text string) {
			if s.Look.Palette = text; text == "usual" {
				s.Look.Palette = ""
			}
		}},
	{Name: "reversed", Title: "Reversed", Group: ColourControls, Kind: SwitchControl, Usual: "off",
		Help: "Runs the palette from its end.", set: func(s *Style, text string) { s.Look.Reversed = text == "on" }},
	{Name: "cell-numbers", Title: "Values in cells", Group: ColourControls, Kind: SwitchControl, Usual: "off",
		Help: "Writes the values of the table into the cells of a heat map, where these are large enough.",
		set:  func(s *Style, text string) { s.Look.Numbers = text == "on" }},
	limit("low", "Lower limit",
		"Value of the first colour: a number, or a quantile such as 2%. The end of the scale can be dragged too.",
		func(k *Look) *Limit { return &k.Low }),
	limit("high", "Upper limit",
		"Value of the last colour: a number, or a quantile such as 98%. The end of the scale can be dragged too.",
		func(k *Look) *Limit { return &k.High }),
	limit("centre", "Centre",
		"Value of the middle colour: a number, or a quantile such as 50%. The limits are then equally far from it.",
		func(k *Look) *Limit { return &k.Centre }),
	{Name: "missing", Title: "Missing", Group: ColourControls, Kind: ColourControl,
		Help: "Colour of missing cells; empty is the usual hatched grey.",
		set: func(s *Style, text string) {
			if c, ok := ParseColour(text); ok {
				s.Missing, s.MissingHatch = c, c
			}
		}},
	{Name: "legend", Title: "Legend", Group: LegendControls, Kind: ChoiceControl,
		Usual: "usual", Options: []string{"usual", "right", "below", "none"},
		Help: "Where the legend stands. Usual: at the right, or below a narrow figure.",
		set: func(s *Style, text string) {
			if s.Look.Legend = Place(text); text == "usual" {
				s.Look.Legend = UsualPlace
			}
		}},
	{Name: "legend-order", Title: "Order", Group: LegendControls, Kind: ChoiceControl, Usual: "usual",
		Options: []string{"usual", "reversed"}, Help: "Usual: as in the figure, from the left.",
		set: func(s *Style, text string) { s.Look.Upwards = text == "reversed" }},
	{Name: "legend-first", Title: "Blocks first", Group: LegendControls, Kind: TextControl,
		Help: "Titles of blocks of the legend, separated by commas: these come first, in this order.",
		set:  func(s *Style, text string) { s.Look.LegendFirst = text }},
}

// names returns which names a choice shows.
func names(text string) Names {
	if text == "thinned" {
		return ThinnedNames
	}
	return Names(text)
}

// number makes a control of a number; a usual value of 0 depends on the figure.
func number(name, title, group string, usual, least, most float64, unit, help string,
	set func(s *Style, x float64)) Control {
	c := Control{Name: name, Title: title, Group: group, Help: help, Kind: NumberControl,
		Least: least, Most: most, Unit: unit}
	if usual > 0 {
		c.Usual = strconv.FormatFloat(usual, 'g', -1, 64)
	}
	c.set = func(s *Style, text string) {
		x, _ := strconv.ParseFloat(text, 64) // was checked
		set(s, x)
	}
	return c
}

func limit(name, title, help string, of func(k *Look) *Limit) Control {
	return Control{Name: name, Title: title, Group: ColourControls, Help: help, Kind: LimitControl,
		set: func(s *Style, text string) { *of(&s.Look), _ = parseLimit(text) }}
}

// parseLimit reads a number, or a quantile in percent.
func parseLimit(text string) (Limit, error) {
	number, quantile := strings.CutSuffix(text, "%")
	x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	switch {
	case err != nil || math.IsNaN(x) || math.Abs(x) > 1e300:
		return Limit{}, fmt.Errorf("%q is neither a number nor a quantile such as 2%%", text)
	case quantile && (x < 0 || x > 100):
		return Limit{}, fmt.Errorf("%s: a quantile is from 0%% to 100%%", text)
	case quantile:
		return Limit{Set: true, Quantile: true, Value: x / 100}, nil
	}
	return Limit{Set: true, Value: x}, nil
}

// FormatColour writes a colour as "#RRGGBB".
func FormatColour(c color.NRGBA) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }

// ParseColour reads "#RRGGBB".
func ParseColour(text string) (c color.NRGBA, ok bool) {
	if len(text) != 7 || text[0] != '#' {
		return c, false
	}
	x, err := strconv.ParseUint(text[1:], 16, 32)
	return Hex(uint32(x)), err == nil
}

// Check returns an error for a value that a control does not take; the error lists those that it takes.
func (c Control) Check(text string) error {
	switch c.Kind {
	case SwitchControl:
		if text != "on" && text != "off" {
			return fmt.Errorf("%s is on or off, not %q", c.Name, text)
		}
	case ChoiceControl:
		if !slices.Contains(c.Options, text) {
			return fmt.Errorf("%s is one of %s, not %q", c.Name, strings.Join(c.Options, ", "), text)
		}
	case NumberControl:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || !(x >= c.Least && x <= c.Most) {
			return fmt.Errorf("%s is a number from %g to %g, not %q", c.Name, c.Least, c.Most, text)
		}
	case LimitControl:
		if _, err := parseLimit(text); err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
	case ColourControl:
		if _, ok := ParseColour(text); !ok {
			return fmt.Errorf("%s is a colour such as #C9CDD2, not %q", c.Name, text)
		}
	case TextControl:
		if utf8.RuneCountInString(text) > mostText || !utf8.ValidString(text) ||
			strings.ContainsFunc(text, unicode.IsControl) {
			return fmt.Errorf("%s is one line of at most %d characters", c.Name, mostText)
		}
	}
	return nil
}

// Controls lists all controls there are.
func Controls() []Control { return slices.Clone(controls) }

// ControlNamed returns the control of a name.
func ControlNamed(name string) (Control, bool) {
	for _, c := range controls {
		if c.Name == name {
			return c, true
		}
	}
	return Control{}, false
}

// Controls that many figures have: of text and lines, with those of a title, and with names of rows or a
// legend too.
var (
	titleControls = []string{"title", "title-text", "subtitle", "title-size"}
	Untitled      = []string{"font", "label-size", "axis-size", "line-width"}
	Common        = slices.Concat(titleControls, Untitled)
	Named         = slices.Concat(Common, []string{"row-names"})
	Legended      = slices.Concat(Common, []string{"legend", "legend-order", "legend-first"})
)

// A Controlled figure says which controls it has; others have the common ones.
type Controlled interface {
	Figure
	// Controls names them.
	Controls() []string
}

// A Limiting figure cannot follow every value of its controls.
type Limiting interface {
	Controlled
	// Lacks says why a value of a control changes nothing in the figure, in a sentence; "" where it does.
	Lacks(control, value string) string
}

// limitedTo returns a control without the options that a figure cannot follow, and says why they are missing. A switch
// that it cannot turn on, and a choice that has one option left, are [Control.Idle].
func (c Control) limitedTo(f Limiting) Control {
	var options, why []string
	for _, o := range c.values() {
		if reason := f.Lacks(c.Name, o); reason == "" {
			options = append(options, o)
		} else if !slices.Contains(why, reason) {
			why = append(why, reason)
		}
	}
	if c.Lacks = strings.Join(why, " "); c.Lacks != "" {
		c.Options = options
	}
	return c
}

// values are those that can be listed: of switches and choices.
func (c Control) values() []string {
	switch c.Kind {
	case SwitchControl:
		return []string{"on", "off"}
	case ChoiceControl:
		return c.Options
	}
	return nil
}

// Idle reports whether no value of the control changes the figure that it is of.
func (c Control) Idle() bool { return c.Lacks != "" && len(c.Options) < 2 }

// Unheeded says which of the choices change nothing in a figure that has their controls, and why: sentences by the
// names of controls.
func (k Choices) Unheeded(f Figure) map[string]string {
	l, ok := f.(Limiting)
	if !ok {
		return nil
	}
	out := map[string]string{}
	for _, c := range ControlsOf(f) {
		if text, chosen := k[c.Name]; chosen && text != c.Usual {
			if reason := l.Lacks(c.Name, text); reason != "" {
				out[c.Name] = reason
			}
		}
	}
	return out
}

// ControlsOf lists the controls that apply to a figure, in the order of the drawer. A figure without
// a style has none.
func ControlsOf(f Figure) (list []Control) {
	if _, ok := f.(Styled); !ok {
		return nil
	}
	own := Common
	if c, ok := f.(Controlled); ok {
		own = c.Controls()
	}
	for _, c := range controls {
		if slices.Contains(own, c.Name) {
			if limiting, ok := f.(Limiting); ok {
				c = c.limitedTo(limiting)
			}
			list = append(list, c)
		}
	}
	return list
}

// With returns the choices with another value of a control; the usual value, or "", removes it.
func (k Choices) With(c Control, text string) Choices {
	other := Choices{}
	for name, value := range k {
		other[name] = value
	}
	if other[c.Name] = text; text == "" || text == c.Usual {
		delete(other, c.Name)
	}
	return other
}

// Value returns the value of a control: the one chosen, or the usual one.
func (k Choices) Value(c Control) string {
	if text, ok := k[c.Name]; ok && c.Check(text) == nil {
		return text
	}
	return c.Usual
}

// In returns a style with the choices in it.
func (k Choices) In(s Style) Style {
	for _, c := range controls {
		if text, ok := k[c.Name]; ok && c.Check(text) == nil {
			c.set(&s, text)
		}
	}
	return s
}
