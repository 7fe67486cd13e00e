package chart

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
)

// Of six rows in two groups of three, 2 of the 20 ways to deal the ranks are as far apart as 1 2 3 and 4 5 6. A column
// that is constant says nothing, and stands last. Values are those of the table, not of the model.
func TestColumnTests(t *testing.T) {
	d := &inference.Dataset{Name: "six", Columns: []string{"flat", "mixed", "apart"},
		Rows: []string{"1", "2", "3", "4", "5", "6"},
		X: mat.NewDense(6, 3, []float64{
			0, 1, -1,
			0, 6, -2,
			0, 3, -3,
			0, 2, 4,
			0, 5, 5,
			0, 4, 6,
		}), Centre: []float64{0, 0, 100}, Scale: []float64{1, 1, 10}}
	a := inference.NewAnnotation("kind", []string{"low", "low", "low", "high", "high", "high"})
	c := NewColumnTests(d, a, false)
	if order := c.Order(); !slices.Equal(order, []int{2, 1, 0}) {
		t.Fatalf("the order is %v", order)
	}
	if p := c.Tests[2].P; !(math.Abs(p-0.1) <= 1e-12) || !c.Tests[2].Exact ||
		!(math.Abs(c.Tests[2].Adjusted-0.2) <= 1e-12) {
		t.Errorf("p %g, adjusted %g", p, c.Tests[2].Adjusted)
	}
	if c.Highest[2] != 1 || c.Lowest[2] != 0 || c.Highest[0] != -1 {
		t.Errorf("highest in %v, lowest in %v", c.Highest, c.Lowest)
	}
	f := c.Boxes(c.Order())
	if f.Panels[0].Name != "apart" || f.Panels[0].Values[0] != 90 || f.Panels[0].ID != 2 ||
		!slices.Equal(f.Groups, []string{"low", "high"}) {
		t.Errorf("the first panel is %+v of %v", f.Panels[0], f.Groups)
	}
	if !strings.Contains(f.Subtitle, "adjusted for 3 columns") || !strings.HasPrefix(f.Panels[0].Notes[0], "p = 0.20") {
		t.Errorf("%q, %q", f.Subtitle, f.Panels[0].Notes)
	}
	var got [][]string
	sheets := f.Sheets()
	for row := range sheets[len(sheets)-1].Rows {
		got = append(got, row)
	}
	if len(got) != 3 || got[0][0] != "apart" || got[0][3] != plotting.Cell(c.Tests[2].P) || got[0][6] != "high" ||
		got[0][7] != "low" || got[2][6] != "" {
		t.Errorf("the sheet has %q", got)
	}
	// Groups made from the columns have no p value anywhere.
	c = NewColumnTests(d, a, true)
	f = c.Boxes(c.Order())
	if f.Panels[0].Name != "apart" || strings.Contains(f.Panels[0].Notes[0], "p ") ||
		strings.Contains(f.Subtitle, "0.05") || f.Panels[0].Lines[0][0] == "p, adjusted" {
		t.Errorf("%q, %q, %q", f.Subtitle, f.Panels[0].Notes, f.Panels[0].Lines)
	}
	for row := range c.sheet().Rows {
		if row[3] != "" || row[4] != "" {
			t.Errorf("the sheet has %q", row)
		}
	}
}

// Along a measurement columns are compared by the ranks of both.
func TestColumnsAlongAMeasurement(t *testing.T) {
	n := 12
	x, values := mat.NewDense(n, 1, nil), make([]string, n)
	for i := range n {
		x.Set(i, 0, -float64(i))
		values[i] = string(rune('0'+i/10)) + string(rune('0'+i%10))
	}
	d := &inference.Dataset{Columns: []string{"falls"}, Rows: make([]string, n), X: x,
		Centre: []float64{0}, Scale: []float64{1}}
	c := NewColumnTests(d, inference.NewAnnotation("day", values), false)
	f := c.Boxes(c.Order())
	if !c.Tests[0].Numeric || c.Tests[0].Effect != -1 || f.Panels[0].At == nil || c.Highest[0] != -1 ||
		!strings.HasPrefix(f.Subtitle, "Spearman") {
		t.Errorf("%+v, %q", c.Tests[0], f.Subtitle)
	}
}

// Dates are a measurement along an axis of the calendar, a percentage stands beside each number, and other units in the
// heading.
func TestColumnsAlongDates(t *testing.T) {
	n := 24
	x, values := mat.NewDense(n, 1, nil), make([]string, n)
	for i := range n {
		x.Set(i, 0, float64(i))
		values[i] = fmt.Sprintf("20%02d-%02d-15", 20+i/12, 1+i%12)
	}
	d := &inference.Dataset{Columns: []string{"weight"}, Rows: make([]string, n), X: x, Centre: []float64{0},
		Scale: []float64{1}}
	f := NewColumnTests(d, inference.NewAnnotation("day", values), false).Boxes([]int{0})
	if p := f.Panels[0]; !p.Dated || p.moment(13) != "2021-02-15" || p.At[1]-p.At[0] != 31 {
		t.Fatalf("%+v", f.Panels[0])
	}
	labels := func() string {
		r := plottingtest.NewInkRecorder(vg.Point{X: 500, Y: 300})
		f.Layout(vg.Point{X: 500, Y: 300}).Draw(r)
		all := ""
		for _, text := range r.Texts {
			all += text.Text + "|"
		}
		return all
	}
	f.Panels[0].Unit = "mg"
	if got := labels(); !strings.Contains(got, "|2021") || !strings.Contains(got, "weight, mg|") {
		t.Error(got)
	}
	f.Panels[0].Unit = "%"
	if got := labels(); !strings.Contains(got, "|20 %|") || strings.Contains(got, "weight, ") {
		t.Error(got)
	}
}

// Groups have the colours that a person gave the levels of their annotation, in every style.
func TestGroupsHaveTheColoursOfTheirAnnotation(t *testing.T) {
	d := &inference.Dataset{Columns: []string{"x"}, Rows: []string{"1", "2", "3", "4"},
		X: mat.NewDense(4, 1, []float64{1, 2, 3, 4}), Centre: []float64{0}, Scale: []float64{1}}
	c := NewColumnTests(d, inference.NewAnnotation("kind", []string{"a", "a", "b", "b"}), false)
	usual := c.Boxes(c.Order())
	style := plotting.Light
	style.Look.Codings = &plotting.Codings{"kind": {Colours: map[string]string{"b": "#123456"}},
		"other": {Colours: map[string]string{"a": "#654321"}}}
	f := usual.WithStyle(style).(Boxes)
	if want, _ := plotting.ParseColour("#123456"); f.inks()[1] != want || f.inks()[0] != usual.inks()[0] ||
		usual.inks()[1] == want {
		t.Errorf("the colours are %v and %v", f.inks()[0], f.inks()[1])
	}
	one := usual
	one.Groups = []string{"b", "all others"}
	if got := one.inks(); got[0] != usual.inks()[1] || got[1] == usual.inks()[0] || got[1] == usual.inks()[1] {
		t.Errorf("of one level against all others the colours are %v", got)
	}
	if g := f.WithStyle(plotting.Dark).(Boxes); g.inks()[1] != usual.inks()[1] {
		t.Error("a colour stays after it was taken back")
	}
}

// Columns with levels show the share of each level in each group, named below; categories, which have no order, have no
// rank test.
func TestColumnsWithLevels(t *testing.T) {
	d := &inference.Dataset{Name: "six", Columns: []string{"diet", "shade"}, Rows: []string{"1", "2", "3", "4", "5", "6"},
		X:      mat.NewDense(6, 2, []float64{0, 0, 0, 0, 0, 1, 2, 2, 1, 1, 2, 2}),
		Centre: make([]float64, 2), Scale: []float64{1, 1},
		Kinds: []column.Kind{{Sort: column.Category, Levels: []string{"algae", "insects", "fish"}},
			{Sort: column.Ordered, Levels: []string{"low", "mid", "high"}}}}
	c := NewColumnTests(d, inference.NewAnnotation("kind", []string{"a", "a", "a", "b", "b", "b"}), false)
	if !math.IsNaN(c.Tests[0].P) || math.IsNaN(c.Tests[1].P) ||
		!(math.Abs(c.Tests[1].Adjusted-c.Tests[1].P) <= 1e-12) ||
		!slices.Equal(c.Order(), []int{1, 0}) {
		t.Errorf("tests %+v, order %v", c.Tests, c.Order())
	}
	f := c.Boxes([]int{0, 1})
	if !strings.HasPrefix(f.Panels[0].Notes[0], "not tested") || strings.HasPrefix(f.Panels[1].Notes[0], "not tested") {
		t.Errorf("%+v", f.Panels)
	}
	if got := f.Panels[1].word(2); got != "mid" {
		t.Errorf("a point of level mid is called %q", got)
	}
	f.SelectedPoints = []int{0}
	s := f.Layout(vg.Point{X: 500, Y: 300}).(*boxScene)
	p := s.panels[0]
	m, ok := s.Hit(vg.Point{X: p.axis.At(0.5), Y: s.groupY(&p, 1)})
	if !ok || m.Lines[0] != [2]string{"insects", "33 %"} || m.Lines[1] != [2]string{"fish", "67 %"} {
		t.Errorf("group b says %q", m.Lines)
	}
	inks, drawn, chosen := beside.KindInks("diet", d.Kinds[0], plotting.Light), 0, 0
	var count func(l *ink.List)
	count = func(l *ink.List) {
		for _, i := range l.Items {
			switch i := i.(type) {
			case ink.Clipped:
				count(i.List)
			case ink.Fill:
				if slices.Contains(inks, i.Colour) {
					drawn++
				}
				if i.Colour == plotting.Light.Selection {
					chosen++
				}
			}
		}
	}
	count(&s.list)
	if drawn < 6 || chosen == 0 { // three parts and three keys
		t.Errorf("%d boxes have the colours of levels, %d that of what is selected", drawn, chosen)
	}
	var shares []string
	for _, sheet := range f.Sheets() {
		if sheet.Name == "shares" {
			for cells := range sheet.Rows {
				shares = append(shares, strings.Join(cells, ","))
			}
		}
	}
	if !slices.Contains(shares, "diet,b,fish,2,"+plotting.Cell(2./3)) ||
		!slices.Contains(shares, "shade,a,low,2,"+plotting.Cell(2./3)) {
		t.Errorf("shares %q", shares)
	}
}

// Counts stand on an axis of logarithms, and numbers with a limit at their limit, with a mark that points to where they
// lie.
func TestColumnsOfCountsAndLimits(t *testing.T) {
	nan := math.NaN()
	d := &inference.Dataset{Name: "six", Columns: []string{"seeds", "lead"},
		Rows: []string{"1", "2", "3", "4", "5", "6"},
		X:    mat.NewDense(6, 2, []float64{0, nan, 9, 1, 99, 2, 999, nan, 9, 3, 0, 4}), Centre: make([]float64, 2),
		Scale: []float64{1, 1},
		Kinds: []column.Kind{{Sort: column.Count}, {Sort: column.Censored}},
		Limits: inference.Limits{{Row: 0, Column: 1}: {Low: math.Inf(-1), High: .5},
			{Row: 3, Column: 1}: {Low: 8, High: math.Inf(1)}}}
	f := NewColumnTests(d, inference.NewAnnotation("kind", []string{"a", "a", "a", "b", "b", "b"}),
		false).Boxes([]int{0, 1})
	s := f.Layout(vg.Point{X: 600, Y: 300}).(*boxScene)
	p := s.panels[0]
	if a, b := p.points[2].X-p.points[1].X, p.points[3].X-p.points[2].X; !(math.Abs(float64(a-b)) <= 1e-6) {
		t.Errorf("9, 99 and 999 are %v and %v apart", a, b)
	}
	var ticks []string
	for _, k := range p.axis.Ticks {
		ticks = append(ticks, k.Label)
	}
	if got := strings.Join(ticks, " "); !strings.HasPrefix(got, "0 ") || !strings.HasSuffix(got, "100") &&
		!strings.HasSuffix(got, "1,000") {
		t.Errorf("ticks %s", got)
	}
	lead := &f.Panels[1]
	if lead.word(0) != "<0.5" || lead.word(3) != ">8" || lead.cell(0) != "<0.5" || lead.Values[3] != 8 {
		t.Errorf("limits are called %q and %q", lead.word(0), lead.word(3))
	}
	if tip := lead.limitMark(-1)[2].Pos; tip.X >= 0 || tip.Y != 0 {
		t.Errorf("the mark of less points to %v", tip)
	}
}

// Skewed numbers stand on an axis of logarithms, whose ticks are numbers of the table, also where it is short.
func TestColumnsOfSkewed(t *testing.T) {
	for _, c := range []struct {
		values []float64
		least  string
	}{{[]float64{.02, .2, 2, 20}, "0.1"}, {[]float64{62, 64, 66, 68}, "64"}} {
		d := &inference.Dataset{Name: "four", Columns: []string{"mass"}, Rows: []string{"1", "2", "3", "4"},
			X: mat.NewDense(4, 1, nil), Centre: make([]float64, 1), Scale: []float64{1},
			Kinds: []column.Kind{{Sort: column.Skewed}}}
		for i, y := range c.values {
			d.X.Set(i, 0, math.Log(y))
		}
		f := NewColumnTests(d, inference.NewAnnotation("kind", []string{"a", "a", "b", "b"}), false).Boxes([]int{0})
		p := f.Layout(vg.Point{X: 600, Y: 300}).(*boxScene).panels[0]
		a, b := float64(p.points[1].X-p.points[0].X), float64(p.points[3].X-p.points[2].X)
		if want := math.Log(c.values[1]/c.values[0]) / math.Log(c.values[3]/c.values[2]); !(math.Abs(a/b-want) <= 1e-6) {
			t.Errorf("%v: %v and %v apart", c.values, a, b)
		}
		found := false
		for _, k := range p.axis.Ticks {
			v, err := strconv.ParseFloat(k.Label, 64)
			if err != nil || !(math.Abs(math.Log10(v)-k.Value) <= 1e-9) {
				t.Errorf("%v: tick %q at %v", c.values, k.Label, k.Value)
			}
			found = found || k.Label == c.least
		}
		if !found || len(p.axis.Ticks) < 2 {
			t.Errorf("%v: ticks %v", c.values, p.axis.Ticks)
		}
	}
}
