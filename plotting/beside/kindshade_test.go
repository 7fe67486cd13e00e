package beside

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
)

// ofAllKinds returns a table with a column of each kind, one blank and three limits.
func ofAllKinds(t *testing.T) *inference.Dataset {
	t.Helper()
	table := &inference.Table{Name: "kinds", Rows: []string{"a", "b", "c", "d"}, Columns: []string{"size", "seen"},
		X: mat.NewDense(4, 2, []float64{1, 0, 2, 9, 4, 999, 3, 99}),
		Annotations: []inference.Annotation{inference.NewAnnotation("shade", []string{"low", "high", "mid", "low"}),
			inference.NewAnnotation("lead", []string{"<0.05", "1", "2-4", ">3"}),
			inference.NewAnnotation("wings", []string{"yes", "no", "yes", ""}),
			inference.NewAnnotation("place", []string{"marsh", "dune", "wood", "dune"})}}
	d, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true,
		Kinds: "seen=count\nshade=ordered:low,mid,high\nlead=censored\n" +
			"wings=yes/no:no,yes\nplace=category:marsh,dune,wood"})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// columnNamed returns the place of a column in the heat map.
func columnNamed(t *testing.T, h *Heat, name string) int {
	t.Helper()
	for k, j := range h.Order {
		if h.ColumnName(j) == name {
			return k
		}
	}
	t.Fatal("no column ", name)
	return -1
}

// picture returns the cells of a heat map in a style, one pixel each.
func picture(h *Heat, s plotting.Style) *image.RGBA {
	h = h.In(s.Look).Toned(s)
	n, columns := h.Dims()
	m := image.NewRGBA(image.Rect(0, 0, columns, n))
	h.Prepare()
	h.Shade(m, h.Scale.Map, 0, columns, func(y int) (int, int) { return y, y },
		func(r int) []uint8 { return h.Levels[r*columns : (r+1)*columns] })
	return m
}

// Each kind has colours of its own: cells with limits those of the limit, categories those of their levels everywhere,
// yes/no two tones, grades a ramp, counts by powers of ten; only a blank has none.
func TestColoursOfKinds(t *testing.T) {
	d := ofAllKinds(t)
	h := NewHeat(d, HeatOptions{})
	blanks := 0
	for _, s := range []plotting.Style{plotting.Light, plotting.Dark} {
		s.Look.Codings = &plotting.Codings{"place": {Colours: map[string]string{"wood": "#112233"}}}
		m := picture(h, s)
		at := func(name string, row int) color.RGBA { return m.RGBAAt(columnNamed(t, h, name), row) }
		for row, level := range []string{"marsh", "dune", "wood", "dune"} {
			want := LevelInks("place", []string{"marsh", "dune", "wood"},
				s.Look)[map[string]int{"marsh": 0, "dune": 1, "wood": 2}[level]]
			if got := at("place", row); got != (color.RGBA{want.R, want.G, want.B, 255}) {
				t.Errorf("%s is %v, want %v", level, got, want)
			}
		}
		if at("place", 2) != (color.RGBA{0x11, 0x22, 0x33, 255}) {
			t.Error("a colour that a person chose for a level is not that of its cells")
		}
		two := ink.Ink.In(s)
		if at("wings", 0) != two.At(1) || at("wings", 1) != two.At(0) || at("wings", 3).A != 0 {
			t.Error("yes and no are not the two ends, or the blank has a colour")
		}
		grades, counts := gradeInk.In(s), countInk.In(s)
		if at("shade", 0) != grades.At(0) || at("shade", 1) != grades.At(1) || at("shade", 0) == at("shade", 2) ||
			at("shade", 2) == at("shade", 1) {
			t.Error("grades are no ramp")
		}
		if at("seen", 0) != counts.At(0) || at("seen", 2) != counts.At(1) || at("seen", 3) != counts.At(2./3) {
			t.Errorf("a count of 99 is not two thirds of the way from 0 to 999: %v", at("seen", 3))
		}
		if light := at("shade", 1).G > at("shade", 0).G; light != s.Dark {
			t.Errorf("the highest grade is light: %v, in a dark style: %v", light, s.Dark)
		}
		for row := range 4 {
			if at("lead", row).A == 0 {
				t.Errorf("the number in row %d that is known between limits has no colour", row+1)
			}
		}
		for x := range m.Rect.Dx() {
			for y := range m.Rect.Dy() {
				if m.RGBAAt(x, y).A == 0 {
					blanks++
				}
			}
		}
	}
	if blanks != 2 {
		t.Errorf("%d cells have no colour, want one in each picture", blanks)
	}
}

// Limits have marks that point to where the number lies, where cells are large enough; the legend explains each kind
// and mark.
func TestLegendOfKinds(t *testing.T) {
	h := NewHeat(ofAllKinds(t), HeatOptions{})
	sides := map[int]int{}
	for _, c := range h.Limits {
		sides[c.Side]++
	}
	if len(h.Limits) != 3 || sides[-1] != 1 || sides[0] != 1 || sides[1] != 1 {
		t.Errorf("limits: %+v", h.Limits)
	}
	for size, want := range map[vg.Length]bool{20: true, 3: false} {
		list := &ink.List{}
		h.DrawLimits(list, func(row, column int) (vg.Rectangle, bool) {
			return vg.Rectangle{Max: vg.Point{X: size, Y: size}}, true
		})
		drawn := 0
		for _, i := range list.Items {
			if f, is := i.(ink.Fill); is {
				drawn += len(f.Path)
			}
		}
		if (drawn > 0) != want {
			t.Errorf("cells of %v have marks of %d lines", size, drawn)
		}
	}
	var titles, texts []string
	for _, b := range h.LegendBlocks(ink.Signed, 20) {
		titles = append(titles, b.Title)
		for _, e := range b.Entries {
			texts = append(texts, e.Text)
		}
	}
	if got, want := strings.Join(titles, "; "), "numbers; counts; wings; shade; place"; got != want {
		t.Errorf("legends: %s; want %s", got, want)
	}
	want := "less than shown; more than shown; between two limits; yes; no; low; mid; high; marsh; dune; wood"
	if got := strings.Join(texts, "; "); got != want {
		t.Errorf("entries: %s; want %s", got, want)
	}
	k := columnNamed(t, h, "lead")
	for row, want := range []string{"<0.05", "1", "2–4", ">3"} {
		if got := h.ValueText(row, h.Order[k]); got != want {
			t.Errorf("row %d is %q, want %q", row+1, got, want)
		}
	}
	for row, want := range []string{"<0.05", "1", "2-4", ">3"} {
		if got := h.CellText(row, h.Order[k]); got != want {
			t.Errorf("row %d is %q in a file, want %q", row+1, got, want)
		}
	}
}

// A clade is told by the level of categories that it has more often than others, not by a mean of codes.
func TestContrastOfCategories(t *testing.T) {
	h := NewHeat(ofAllKinds(t), HeatOptions{})
	for _, c := range h.contrastsOf([]int{1, 3}) {
		if h.ColumnName(c.Column) == "place" {
			if c.Name != "place dune" || c.Difference < 1.99 || c.Difference > 2.01 {
				t.Errorf("%+v", c)
			}
			return
		}
	}
	t.Error("categories have no contrast")
}

// Where many rows share a pixel, a coarser copy has the commonest level of categories, and collapsed columns keep the
// colours of single ones.
func TestCoarseKinds(t *testing.T) {
	h := NewHeat(ofAllKinds(t), HeatOptions{Order: plotting.TreeOrder})
	k := columnNamed(t, h, "place")
	coarse := h.Coarse([]int{0, 1, 2, 3}, 4)
	if coarse[k] != 2 { // dune
		t.Errorf("the commonest level is %d", coarse[k])
	}
	v := h.Tree.Tree().Parent[columnNumber(h, "size")]
	c := h.Collapsed([][]int{h.CladeColumns(v)})
	if c == h {
		t.Fatal("nothing is collapsed")
	}
	before, after := picture(h, plotting.Light), picture(c, plotting.Light)
	for _, name := range c.Columns {
		if strings.Contains(name, " column") {
			continue
		}
		for row := range 4 {
			if before.RGBAAt(columnNamed(t, h, name), row) != after.RGBAAt(columnNamed(t, c, name), row) {
				t.Errorf("%s has other colours beside collapsed columns", name)
			}
		}
	}
}

func columnNumber(h *Heat, name string) int {
	for j, n := range h.Columns {
		if n == name {
			return j
		}
	}
	return -1
}
