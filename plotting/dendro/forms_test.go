package dendro

import (
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

// parted is a tree with groups and annotated columns, whose heat map has gaps.
func parted() *Dendrogram {
	d := example(30, 8, nil, 5)
	kinds := inference.NewAnnotation("kind", []string{"enzyme", "receptor", "enzyme", "kinase", "receptor", "enzyme",
		"kinase", "kinase"})
	d.Heat.Annotations = []inference.Annotation{kinds}
	rows := d.Tree.Order()
	for g, ends := range [][2]int{{0, 12}, {12, 20}, {20, 30}} {
		k := beside.Group{Name: string(rune('A' + g))}
		for _, row := range rows[ends[0]:ends[1]] {
			k.Rows = append(k.Rows, int(row))
		}
		d.Groups = append(d.Groups, k)
	}
	d.Style.Look.Gaps, d.Style.Look.ColumnsBy = true, "kind"
	return d
}

// Gaps stand between groups of rows and labels of columns, every column is found where it is drawn, and each
// part has its
// name.
func TestGaps(t *testing.T) {
	d := parted()
	plottingtest.GoldenPicture(t, "dendrogram-gaps", d, 860, 600)
	s := d.LayoutTree(vg.Point{X: 860, Y: 600})
	l := s.layout
	if len(l.q.Gaps) != 2 || l.q.Gaps[0] != 12 || l.q.Gaps[1] != 20 {
		t.Fatalf("gaps before the rows %v", l.q.Gaps)
	}
	for r := 1; r < 30; r++ {
		a, b := l.q.Y[d.Tree.Order()[r-1]], l.q.Y[d.Tree.Order()[r]]
		want := 1.0
		if r == 12 || r == 20 {
			want += l.q.Gap
		}
		if !(math.Abs(b-a-want) <= 1e-9) {
			t.Errorf("leaves %d and %d are %v apart", r-1, r, b-a)
		}
	}
	for k := range 8 {
		box := l.columns.columnBox(k)
		m, ok := s.Hit(vg.Point{X: (box.Min.X + box.Max.X) / 2, Y: l.y(l.q.Y[d.Tree.Order()[15]])})
		if !ok || m.Kind != plotting.CellMark || m.Row != int(d.Tree.Order()[15]) || m.Column != l.d.Heat.Order[k] {
			t.Errorf("column %d: found %+v", k, m)
		}
		if k > 0 {
			gap := float64(box.Min.X - l.columns.columnBox(k-1).Max.X)
			if parts := k == 3 || k == 5; parts != (gap > 3) || !parts && !(math.Abs(gap) <= 1e-6) {
				t.Errorf("a gap of %v before column %d", gap, k)
			}
		}
	}
	out := plottingtest.NewInkRecorder(s.Size())
	s.Draw(out)
	names := map[string]int{}
	for _, text := range out.Texts {
		names[text.Text]++
	}
	if names["enzyme"] == 0 || names["receptor"] == 0 || names["kinase"] == 0 {
		t.Error("parts have no names")
	}
}

// A cladogram has its leaves at the end and its branch points at even steps, no axis, and true times in its tooltips.
func TestCladogram(t *testing.T) {
	for _, shape := range Shapes() {
		d := example(30, 4, nil, 5)
		d.Shape, d.Style.Look.Cladogram = shape, true
		if shape == Rectangular {
			plottingtest.GoldenPicture(t, "cladogram", d, 500, 400)
		}
		s := d.LayoutTree(vg.Point{X: 860, Y: 600})
		p := s.layout.p
		step := math.Inf(1)
		for v, time := range p.Time {
			if p.Tree().IsLeaf(v) {
				if time != 1 {
					t.Errorf("%v: a leaf at %v", shape, time)
				}
				continue
			}
			step = min(step, 1-time)
		}
		for v, time := range p.Time {
			if k := (1 - time) / step; !(math.Abs(k-math.Round(k)) <= 1e-9) {
				t.Errorf("%v: node %d is %v steps from the leaves", shape, v, k)
			}
			if u := p.Tree().Parent[v]; u >= 0 && p.Time[u] >= time {
				t.Errorf("%v: node %d is no later than the one above it", shape, v)
			}
		}
		out := plottingtest.NewInkRecorder(s.Size())
		s.Draw(out)
		for _, text := range out.Texts {
			if text.Text == "diffusion time" || text.Text == "0.5" {
				t.Errorf("%v: %q in a tree without times", shape, text.Text)
			}
		}
		for v := range p.Time {
			if m := s.layout.nodeMark(v, true); !p.Tree().IsLeaf(v) &&
				m.Lines[0][1] != s.layout.timeText(d.Tree.Time[v]) {
				t.Errorf("%v: node %d is said to be at %q", shape, v, m.Lines[0][1])
			}
		}
	}
}

// Every form of cells is drawn, larger squares are further from the middle, and pies need values that are not negative.
func TestFormsOfCells(t *testing.T) {
	seen := map[string]bool{}
	for _, form := range plotting.CellForms {
		d := example(24, 6, nil, 5)
		if form == "pies" { // in other colours than the strip beside them
			d = example(24, 6, []string{"north", "south"}, 5)
			d.Heat.Value = func(row, column int) float64 { return float64(1 + (row+column)%4) }
		}
		d.Style = plotting.Choices{"heat-form": form}.In(d.Style)
		plottingtest.GoldenPicture(t, "forms-"+form, d, 600, 420)
		picture := string(plottingtest.Rendered(d, 600, 420).Pix)
		if seen[picture] {
			t.Errorf("%s are drawn as another form", form)
		}
		seen[picture] = true
	}
	d := example(24, 6, nil, 5)
	d.Heat.Value = nil
	d.Style.Look.CellForm = plotting.PieCells
	if beside.FormsOf(d.Heat, d.Style).Kind != plotting.ShadedCells {
		t.Error("pies of negative values")
	}
}
