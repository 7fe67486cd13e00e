package chart

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

func someBoxes(cases, groups, k int, measured bool) Boxes {
	s := plottingtest.SomeFactors(20, cases, k)
	rng := rand.New(rand.NewPCG(1, uint64(groups)))
	values := make([]string, cases)
	for i := range values {
		values[i] = fmt.Sprintf("tissue %c", 'a'+i%groups)
		if measured {
			values[i] = fmt.Sprintf("%.2f", rng.NormFloat64())
		}
		for j := range k {
			if i%groups == j {
				s.Factors.Activities.Set(i, j, 2.5+0.6*rng.NormFloat64())
			}
		}
	}
	values[1] = ""
	a := inference.NewAnnotation("tissue", values)
	order := make([]int, k)
	for j := range order {
		order[j] = j
	}
	rows := make([]string, cases)
	for i := range rows {
		rows[i] = fmt.Sprint("row ", i)
	}
	b := Boxes{Style: plotting.Light, Window: plotting.All}
	if k > 0 {
		b = groupBoxes(activity(s.Factors.Activities), a, factors.NumbersOf(a), order, factors.Name, rows)
	}
	b.Title, b.Subtitle = "NSFA of tissue_expression: activity by tissue",
		"Kruskal-Wallis tests, adjusted for 6 factors (Benjamini-Hochberg)"
	for j := range b.Panels {
		b.Panels[j].Notes = []string{"p = 0.0002 · strong: ε² = 0.45", "p = 0.0002"}
	}
	return b
}

func TestBoxes(t *testing.T) {
	b := someBoxes(40, 4, 5, false)
	s := b.Layout(vg.Point{X: 900, Y: 600}).(*boxScene)
	if len(s.panels) != 5 {
		t.Fatalf("%d panels", len(s.panels))
	}
	p := &s.panels[2]
	m, ok := s.Hit(p.points[10])
	if !ok || m.Kind != "point" || m.Row != 10 || m.Index != 2 || m.Title != "row 10" {
		t.Errorf("a point is %+v", m)
	}
	if _, ok := s.Hit(vg.Point{X: 3, Y: 3}); ok {
		t.Error("the margin is something")
	}
	if p.points[1].X >= 0 {
		t.Error("a row without a group stands somewhere")
	}
	m, ok = s.Hit(vg.Point{X: p.plot.Max.X, Y: s.groupY(p, 3)})
	if !ok || m.Kind != "group" && m.Kind != "point" {
		t.Errorf("a group is %+v", m)
	}
	sheets := b.Sheets()
	lines := 0
	for cells := range sheets[0].Rows {
		if lines == 41 && strings.Join(cells[:3], ",") != "factor 2,,row 1" {
			t.Errorf("line %v", cells)
		}
		lines++
	}
	if lines != 200 || len(sheets) != 2 {
		t.Errorf("%d lines", lines)
	}
}

func TestBoxPictures(t *testing.T) {
	dark := someBoxes(60, 5, 6, false)
	dark.Style, dark.SelectedPoints = plotting.Dark, []int{3, 8, 13}
	dark.Panels[1].Selected = true
	long := someBoxes(60, 5, 2, false)
	long.Groups[2] = strings.Repeat("a very long name of a tissue ", 4)
	many := someBoxes(400, 24, 60, false)
	for name, f := range map[string]plotting.Figure{"light": someBoxes(60, 5, 6, false), "dark": dark, "long": long, "many": many,
		"scrolled": many.WithWindow(many.RowsWindow(vg.Point{X: 860, Y: 500})), "measured": someBoxes(60, 50, 4, true),
		"none": someBoxes(3, 1, 0, false), "three": someBoxes(3, 3, 1, false)} {
		for _, size := range [][2]int{{900, 600}, {420, 300}, {120, 90}, {12, 8}} {
			plottingtest.Picture(t, fmt.Sprintf("boxes_%s_%dx%d", name, size[0], size[1]), f, size[0], size[1], 1)
		}
	}
}

// Where chance makes as much, no strength is claimed.
func TestNotesOfATestThatFoundNothing(t *testing.T) {
	for _, c := range []struct {
		p       float64
		numeric bool
		want    string
	}{{0.27, false, "no clear difference"}, {0.27, true, "no clear trend"}, {0.01, false, "moderate difference"}} {
		var a factors.Association
		a.P, a.Adjusted, a.Effect, a.Numeric, a.Groups = c.p, c.p, 0.08, c.numeric, 3
		if c.numeric {
			a.Groups = 0
		}
		for _, note := range testNotes(a)[:2] {
			if !strings.Contains(note, c.want) {
				t.Errorf("p = %v: %q", c.p, note)
			}
		}
	}
}
