package stages

import (
	"math"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/teach"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/say"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
)

// A form is the controls of a stage: sliders with fields, pickers and switches.
type form struct {
	object   *fyne.Container
	settings inference.Settings
	changed  func()
	problem  *controls.Paragraph
	put      []func() // brings each control up to date
}

func newForm(s teach.Stage, width float32, changed func()) *form {
	f := &form{settings: s.Defaults(), changed: changed,
		problem: controls.NewParagraph("", width, look.SizeSmall, look.BadText)}
	f.object = controls.Stack(10)
	for _, p := range s.Controls {
		f.object.Add(f.control(p))
	}
	f.object.Add(f.problem)
	f.refresh()
	return f
}

func (f *form) refresh() {
	for _, put := range f.put {
		put()
	}
}

// set gives a control a value. A refused value does not affect the others.
func (f *form) set(name, value string, field *controls.Field) {
	before := f.settings.Text(name)
	next := f.settings.Clone()
	err := next.Set(name, value)
	if field != nil {
		field.SetWrong(err != nil)
	}
	if err != nil {
		f.problem.Set(say.Sentence(strings.TrimPrefix(err.Error(), "parameter ")), look.BadText)
		controls.Relayout(f.object)
		return
	}
	f.problem.Set("", look.BadText)
	f.settings = next
	if next.Text(name) != before {
		f.refresh()
		f.changed()
	}
}

func (f *form) control(p inference.Parameter) fyne.CanvasObject {
	label := controls.Label(p.Title).Elastic().WithTip(p.Help)
	switch p.Type {
	case inference.Choice:
		v := controls.NewPicker(controls.Options(p.Choices...), "", func(v string) { f.set(p.Name, v, nil) })
		v.Tip = p.Help
		f.put = append(f.put, func() { v.Put(f.settings.Text(p.Name)) })
		return controls.Row(150, label, v)
	case inference.Boolean:
		v := controls.NewToggle(false, func(on bool) { f.set(p.Name, strconv.FormatBool(on), nil) })
		v.Tip = p.Help
		f.put = append(f.put, func() { v.Put(f.settings.Bool(p.Name)) })
		return controls.Row(0, label, v)
	}
	var field *controls.Field
	field = controls.NewField("", func(text string) { f.set(p.Name, say.DecimalPoint(strings.TrimSpace(text)), field) })
	field.Tip = p.Help + " Range: " + p.Range() + "."
	slider := f.slider(p)
	slider.Tip = field.Tip
	f.put = append(f.put, func() {
		field.SetWrong(false)
		field.Put(f.settings.Text(p.Name), "")
	})
	return controls.Stack(0, controls.Row(72, label, field), slider)
}

// slider returns a slider of a number.
func (f *form) slider(p inference.Parameter) *controls.Slider {
	scale := scaleOf(p)
	s := controls.NewSlider(scale.steps, func(v int) { f.set(p.Name, scale.value(v), nil) })
	s.SetName(p.Title)
	put := func() { s.Put(scale.place(f.settings.Real(p.Name)), scale.steps) }
	put()
	f.put = append(f.put, put)
	return s
}

// A scale maps the values of a parameter to positions of a slider: evenly, or by logarithm if they
// span more than two powers of ten.
type scale struct {
	p     inference.Parameter
	log   bool
	steps int
}

func scaleOf(p inference.Parameter) scale {
	s := scale{p: p, steps: 100, log: p.Min > 0 && p.Max/p.Min > 100}
	if span := p.Max - p.Min; p.Type == inference.Integer && !s.log && span <= 200 && span > 0 {
		s.steps = int(span)
	}
	return s
}

// place returns where a value lies on the slider.
func (s scale) place(v float64) int {
	share := (v - s.p.Min) / (s.p.Max - s.p.Min)
	if s.log {
		share = math.Log(v/s.p.Min) / math.Log(s.p.Max/s.p.Min)
	}
	return int(math.Round(share * float64(s.steps)))
}

// value returns the value at a place of the slider, with two digits or three.
func (s scale) value(place int) string {
	share := float64(place) / float64(s.steps)
	v := s.p.Min + share*(s.p.Max-s.p.Min)
	if s.log {
		v = s.p.Min * math.Pow(s.p.Max/s.p.Min, share)
	}
	switch {
	case s.p.Type == inference.Integer && s.log && v >= 50:
		v = round(v, 2)
	case s.p.Type == inference.Integer:
		v = math.Round(v)
	case s.log:
		v = round(v, 2)
	default:
		unit := math.Pow(10, math.Floor(math.Log10(s.p.Max-s.p.Min))-2)
		v = math.Round(v/unit) * unit
		v = round(v, 6) // removes the excess digits of the product
	}
	return strconv.FormatFloat(min(max(v, s.p.Min), s.p.Max), 'g', -1, 64)
}

// round rounds to that number of significant digits.
func round(v float64, digits int) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64)
	if err != nil {
		return v
	}
	return r
}

// A counterTable lists drawn values beside their theoretical expectations.
type counterTable struct {
	object *fyne.Container
	rows   [][3]*controls.Text // name, drawn, expected
}

// Widths of the columns of numbers.
const (
	drawnWidth    = 52
	expectedWidth = 100
)

func newCounterTable() *counterTable {
	t := &counterTable{object: controls.Stack(4)}
	head := t.row()
	for i, text := range []string{"", "drawn", "expected"} {
		head[i].Color = look.Muted
		head[i].Set(text)
	}
	return t
}

// row adds a line.
func (t *counterTable) row() [3]*controls.Text {
	cell := func(width float32) *controls.Text {
		x := controls.NewText("", look.SizeBody, look.Ink)
		x.Fixed, x.Align = width, fyne.TextAlignTrailing
		return x
	}
	r := [3]*controls.Text{controls.Label("").Elastic(), cell(drawnWidth), cell(expectedWidth)}
	t.object.Add(controls.Row(drawnWidth+expectedWidth, r[0],
		controls.Shares(0, []float32{drawnWidth, expectedWidth}, r[1], r[2])))
	return r
}

// Set shows the counters of a moment.
func (t *counterTable) Set(counters []teach.Counter) {
	for len(t.rows) < len(counters) {
		t.rows = append(t.rows, t.row())
	}
	for i, k := range counters {
		t.rows[i][0].Tip = k.Name
		t.rows[i][0].Set(k.Name)
		t.rows[i][1].Set(drawn(k.Drawn))
		t.rows[i][2].Set(expectation(k))
	}
}

// drawn writes a number; of one that needs a power of ten one digit, because three would not fit.
func drawn(v float64) string {
	text := plotting.FormatNumber(v)
	if strings.Contains(text, "e") {
		return plotting.FormatDigits(v, 1)
	}
	return text
}

// expectation writes the theoretical expectation with its standard deviation.
func expectation(k teach.Counter) string {
	text := plotting.FormatNumber(k.Expected)
	if !math.IsNaN(k.Expected) && k.Spread > 0 {
		text += " ± " + plotting.FormatDigits(k.Spread, 2)
	}
	return text
}
