package surviving

import (
	"fmt"
	"iter"
	"math"
	"sort"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/survival"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/chart"

	"gonum.org/v1/plot/vg"
)

// A Figure is the share of each group that is without the event, over time.
type Figure struct {
	Title  string
	Time   string // names of the annotations
	Event  string
	By     inference.Annotation
	Cases  []survival.Case
	Curves []survival.Curve // by level of By
	Test   survival.Test
	Tested bool
	Style  plotting.Style
}

// New makes the figure of rows by three of their annotations.
func New(title string, time, event, by inference.Annotation) *Figure {
	f := &Figure{Title: title, Time: time.Name, Event: event.Name, By: by, Style: plotting.Light}
	f.Cases, _ = cases(time, event, by)
	f.Curves = survival.Curves(f.Cases, len(by.Levels))
	f.Test, f.Tested = survival.LogRank(f.Cases, len(by.Levels))
	return f
}

// Words describes the result: "log-rank test of 3 groups: p = 0.0008; medians A 23, B 31".
func (f *Figure) Words() string {
	var medians []string
	for g, c := range f.Curves {
		if m := c.Median(); !math.IsNaN(m) {
			medians = append(medians, f.label(g)+" "+plotting.FormatNumber(m))
		}
	}
	text := "too few events to test"
	if f.Tested {
		text = fmt.Sprintf("log-rank test of %d groups: %s", f.Test.Freedom+1, plotting.PWords(f.Test.P))
	}
	if len(medians) > 0 && len(medians) <= mostMedians {
		text += "; medians: " + strings.Join(medians, ", ")
	}
	return text
}

// mostMedians is how many medians words list.
const mostMedians = 6

// chart is the figure in its style.
func (f *Figure) chart() *chart.Chart {
	c := &chart.Chart{Title: f.Title, Subtitle: f.Words(), Style: f.Style,
		X: chart.Axis{Name: f.Time},
		Y: chart.Axis{Name: "share without the event (" + f.Event + ")", Low: 0, High: 1, Share: true}}
	order := make([]int32, len(f.By.Codes))
	for i := range order {
		order[i] = int32(i)
	}
	colours := beside.NewStripColours(&beside.Strip{Annotation: f.By}, order, 0, f.Style.Look)
	var marks []chart.Layer
	for g, k := range f.Curves {
		if k.Cases == 0 {
			continue
		}
		last := 0.0
		for _, s := range f.Cases {
			if s.Group == g {
				last = max(last, s.Time)
			}
		}
		c.X.High = max(c.X.High, last)
		hue := colours.Colour[g]
		line := chart.Layer{Name: fmt.Sprintf("%s: %s of %d", f.label(g), plotting.Plural(k.Events, "event"), k.Cases),
			Kind: chart.Line, Colour: hue, Stroke: 1.75,
			X: []float64{0}, Y: []float64{1}}
		band := chart.Layer{Kind: chart.Band, Colour: hue, Opacity: bandShade}
		share, low, high := 1.0, 1.0, 1.0
		corner := func(t float64) {
			line.X, line.Y = append(line.X, t), append(line.Y, share)
			band.X, band.Low, band.High = append(band.X, t), append(band.Low, low), append(band.High, high)
		}
		corner(0)
		for _, s := range k.Steps {
			corner(s.Time)
			share, low, high = s.Share, s.Low, s.High
			corner(s.Time)
		}
		corner(last)
		ticks := chart.Layer{Kind: chart.Text, Colour: hue}
		for _, t := range k.Censored {
			ticks.X, ticks.Y, ticks.Text = append(ticks.X, t), append(ticks.Y, at(k, t)), append(ticks.Text, "+")
		}
		c.Layers = append(c.Layers, band)
		marks = append(marks, line, ticks)
	}
	c.Layers = append(c.Layers, marks...)
	if !(c.X.High > 0) {
		c.X.High = 1
	}
	return c
}

// label is a level of the groups by name; a bare number follows the name of its grouping, such as "cluster 1".
func (f *Figure) label(level int) string {
	name := f.By.Levels[level]
	if _, err := strconv.ParseFloat(name, 64); err == nil {
		return f.By.Name + " " + name
	}
	return name
}

// bandShade is the opacity of the bands of the 95 % limits.
const bandShade = 0.12

// at is the share of a curve at a time.
func at(c survival.Curve, t float64) float64 {
	k := sort.Search(len(c.Steps), func(k int) bool { return c.Steps[k].Time > t })
	if k == 0 {
		return 1
	}
	return c.Steps[k-1].Share
}

// Layout implements [plotting.Figure].
func (f *Figure) Layout(size vg.Point) plotting.Scene { return f.chart().Layout(size) }

// WithStyle implements [plotting.Styled].
func (f Figure) WithStyle(s plotting.Style) plotting.Figure { f.Style = s; return &f }

// Controls implements [plotting.Controlled].
func (f *Figure) Controls() []string { return plotting.Legended }

// Sheets returns the steps of the curves ("curves") and the test ("test").
func (f *Figure) Sheets() []plotting.Sheet {
	return []plotting.Sheet{
		{Name: "curves", Header: []string{"group", "time", "at_risk", "events", "share", "low", "high"},
			Rows: f.steps()},
		{Name: "test", Header: []string{"group", "cases", "observed", "expected", "median", "chi_squared", "freedom",
			"p"}, Rows: f.tests()},
	}
}

func (f *Figure) steps() iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for g, c := range f.Curves {
			for _, s := range c.Steps {
				if !yield([]string{f.By.Levels[g], plotting.Cell(s.Time), strconv.Itoa(s.AtRisk),
					strconv.Itoa(s.Events),
					plotting.Cell(s.Share), plotting.Cell(s.Low), plotting.Cell(s.High)}) {
					return
				}
			}
		}
	}
}

func (f *Figure) tests() iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for g, c := range f.Curves {
			row := []string{f.By.Levels[g], strconv.Itoa(c.Cases), strconv.Itoa(c.Events), "",
				plotting.Cell(c.Median()), "", "", ""}
			if f.Tested {
				row[3], row[5], row[6], row[7] = plotting.Cell(f.Test.Expected[g]), plotting.Cell(f.Test.Statistic),
					strconv.Itoa(f.Test.Freedom), plotting.Cell(f.Test.P)
			}
			if !yield(row) {
				return
			}
		}
	}
}
