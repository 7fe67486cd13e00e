package cells

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/raster"
	"example.org/espalier/sampledata"

	"gonum.org/v1/plot/vg"
)

// digitTemplates shows the means of some handwritten digits, class by class, and what sets the first two rows of each
// apart from them.
func digitTemplates(t *testing.T) (*inference.Dataset, Templates) {
	t.Helper()
	table, err := sampledata.Open("digits8x8")
	if err != nil {
		t.Fatal(err)
	}
	data, err := table.SelectRows(inference.UpTo(300)).Prepare(inference.Preprocessing{Centre: true, ScaleAll: true})
	if err != nil {
		t.Fatal(err)
	}
	f := Templates{Title: "Digits", Subtitle: "10 classes", Width: 8, Height: 8, Pixels: data.ColumnIndex,
		Names: data.Columns,
		Style: plotting.Light, Window: plotting.All}
	class := data.Annotations[0]
	for k, level := range class.Levels {
		rows := class.Having(k)
		mean := make([]float64, len(data.Columns))
		for _, i := range rows {
			for q := range mean {
				mean[q] += (data.X.At(i, q)*data.Scale[q] + data.Centre[q]) / float64(len(rows))
			}
		}
		b := TemplateBlock{Index: k, Name: "class " + level, Short: level,
			Note: plotting.FormatRows(float64(len(rows))),
			Size: float64(len(rows)) / 100, Pictures: []TemplatePicture{{Name: "mean", Values: mean}}}
		for _, i := range rows[:2] {
			apart := make([]float64, len(mean))
			for q := range apart {
				apart[q] = data.X.At(i, q)*data.Scale[q] + data.Centre[q] - mean[q]
			}
			b.Pictures = append(b.Pictures, TemplatePicture{Name: data.Rows[i], Values: apart, Signed: true})
		}
		f.Blocks = append(f.Blocks, b)
	}
	f.SetScales()
	return data, f
}

// sizesTable lists numbers and their squares.
func sizesTable(numbers ...float64) Table {
	t := Table{Title: "Sizes", Style: plotting.Light, Window: plotting.All,
		Columns: []TableColumn{{Head: "cluster", Name: "cluster"}, {Head: "rows", Name: "rows", Bar: true}}}
	for k, v := range numbers {
		t.Rows = append(t.Rows, TableRow{Index: k, Cells: []TableCell{{Text: fmt.Sprint(k + 1), Value: float64(k + 1)},
			{Text: plotting.FormatDigits(v, 3), Value: v}}})
	}
	return t
}

func TestTemplates(t *testing.T) {
	data, f := digitTemplates(t)
	if len(f.Blocks) != 10 || f.Values.Low != 0 || f.Values.High > 16.5 || f.Signed.Low != -f.Signed.High {
		t.Fatalf("%d blocks, scales %v and %v", len(f.Blocks), f.Values, f.Signed)
	}
	s := f.Layout(vg.Point{X: 900, Y: 560}).(*templatesScene)
	total := 0
	for _, tile := range s.tiles {
		b := &f.Blocks[tile.block]
		for k := range b.Pictures {
			r := s.picture(tile, k)
			if !ink.Contains(s.area, r.Min) || !ink.Contains(s.area, r.Max) {
				t.Fatalf("a picture of %s stands at %v, outside of %v", b.Name, r, s.area)
			}
			// The pixel in column 5 of row 2, from 0.
			at := vg.Point{X: r.Min.X + (r.Max.X-r.Min.X)*5.5/8, Y: r.Max.Y - (r.Max.Y-r.Min.Y)*2.5/8}
			mark, ok := s.Hit(at)
			if !ok || mark.Kind != "cell" || mark.Index != b.Index || mark.Node != k || data.Columns[mark.Column] != "p25" {
				t.Fatalf("at p25 of %s stands %+v", b.Name, mark)
			}
			total++
		}
		below := s.at(tile.x+2, tile.y+tile.side.Y+s.heads(s.unit)/2)
		if mark, ok := s.Hit(below); !ok || mark.Kind != "block" || mark.Index != b.Index {
			t.Errorf("below %s stands %+v", b.Name, mark)
		}
	}
	if total < len(f.Blocks)+3 {
		t.Errorf("%d pictures of %d components", total, len(f.Blocks))
	}
	// Areas are true to the weights, where they are not too small to be seen.
	for i, a := range s.tiles {
		for _, b := range s.tiles[:i] {
			x, y := f.Blocks[a.block].Size, f.Blocks[b.block].Size
			if ratio := float64(a.side.X*a.side.Y) / float64(b.side.X*b.side.Y); x > templateShare &&
				y > templateShare && !(math.Abs(ratio-x/y) <= 1e-9*ratio) {
				t.Fatalf("areas are as %v, weights as %v", ratio, x/y)
			}
		}
	}
	plottingtest.Keep(t, "templates", f, 900, 560)
	dark := f
	dark.Style, dark.Selected = plotting.Dark, []int{3}
	dark.Blocks, dark.Groups = slices.Clone(f.Blocks), []string{"even", "odd"}
	for k := range dark.Blocks {
		dark.Blocks[k].Group = k % 2
	}
	plottingtest.Keep(t, "templates-groups", dark, 900, 620)
	means := f
	means.Blocks = slices.Clone(f.Blocks)
	for k := range means.Blocks {
		means.Blocks[k].Pictures = means.Blocks[k].Pictures[:1]
	}
	plottingtest.Keep(t, "templates-means", means, 900, 560)
	plottingtest.Keep(t, "templates-small", means, 300, 220)
	wide := means
	wide.Width, wide.Height = 16, 4
	plottingtest.Keep(t, "templates-wide", wide, 700, 400)
}

// A picture is painted where its columns stand, also where some are left out; the rest is
// hatched.
func TestTemplatesPaintPlaces(t *testing.T) {
	f := Templates{Width: 3, Height: 2, Pixels: []int{0, 4}, Style: plotting.Light, Window: plotting.All,
		Blocks: []TemplateBlock{{Name: "one", Size: 1, Pictures: []TemplatePicture{{Name: "mean", Values: []float64{0, 1}}}}}}
	f.SetScales()
	s := f.Layout(vg.Point{X: 400, Y: 300}).(*templatesScene)
	m, holes := s.paint(&f.Blocks[0].Pictures[0])
	if !holes || m.Bounds() != image.Rect(0, 0, 3, 2) || m.RGBAAt(1, 1) != ink.Ink.At(1) ||
		m.RGBAAt(0, 0) != ink.Ink.At(0) || m.RGBAAt(2, 0).A != 0 {
		t.Errorf("painted %v", m.Pix)
	}
	side := s.tiles[0].side
	if !(math.Abs(float64(side.X/side.Y)-1.5) <= 1e-9) {
		t.Errorf("a picture of 3 × 2 is %v", side)
	}
	rows := 0
	for r := range f.Sheets()[0].Rows {
		if rows++; rows == 2 && strings.Join(r, " ") != "one mean column 2 2 2 1" {
			t.Errorf("row %q", r)
		}
	}
}

// Nothing is drawn out of bounds or not at all in any size, empty or not.
func TestTablesInEverySize(t *testing.T) {
	data, f := digitTemplates(t)
	class := make([]int, len(data.Rows))
	for i := range class {
		class[i] = (data.Annotations[0].Codes[i] + i%3) % 10
	}
	confusion := NewConfusion(data.Annotations[0], class, strings.Split("1 2 3 4 5 6 7 8 9 10", " "), nil)
	confusion.Title, confusion.Group, confusion.Style, confusion.Window = "Digits", "cluster", plotting.Light, plotting.All
	table := sizesTable(30, 12, 7.5, 100, 1)
	figures := map[string]plotting.Figure{"templates": f, "templates-empty": Templates{Style: plotting.Dark},
		"confusion": confusion, "confusion-classes": confusion.ByClass().WithStyle(plotting.Dark),
		"confusion-empty": &Confusion{Style: plotting.Light}, "table": table, "table-empty": Table{Style: plotting.Dark},
		"table-zoomed": table.WithWindow(plotting.Window{X0: 0, X1: 1, Y0: 0.3, Y1: 0.6})}
	for name, f := range figures {
		for _, size := range []vg.Point{{X: 10, Y: 10}, {X: 120, Y: 90}, {X: 300, Y: 220}, {X: 900, Y: 600}} {
			_, s := raster.Figure(f, int(size.X), int(size.Y), 1, nil)
			if s.Size() != size {
				t.Errorf("%s: the scene is %v for %v", name, s.Size(), size)
			}
		}
		plottingtest.Keep(t, "every-"+name, f, 900, 500)
	}
}

// Of two partitions neither is right.
func TestConfusionOfEquals(t *testing.T) {
	f := &Confusion{Title: "dpmm and kmeans", Class: "dpmm", Group: "kmeans", Classes: []string{"1", "2", "3"},
		Groups: []string{"1", "2", "3"}, Counts: [][]int{{40, 3, 0}, {0, 35, 12}, {0, 0, 10}}, Stands: []int{0, 1, 1},
		Equals: true, Window: plotting.All, Style: plotting.Light}
	plottingtest.GoldenPicture(t, "confusion-equals", f, 560, 240)
	s := f.Layout(vg.Point{X: 560, Y: 240}).(*confusionScene)
	for _, at := range []vg.Point{{X: s.names.Min.X + 2, Y: s.names.Max.Y - 2}, {X: s.heads.Min.X + 2, Y: s.heads.Max.Y - 2}} {
		if m, ok := s.Hit(at); !ok || len(m.Lines) != 1 {
			t.Errorf("%+v", m)
		}
	}
}

func TestConfusionHits(t *testing.T) {
	a := inference.NewAnnotation("kind", []string{"x", "x", "x", "y", "y", "", "z"})
	f := NewConfusion(a, []int{1, 1, 0, 0, 0, 2, 2}, []string{"1", "2", "3"}, nil)
	f.Group, f.Style, f.Window = "cluster", plotting.Light, plotting.All
	if got := f.Accuracy(); !(math.Abs(got-5.0/6) <= 1e-15) {
		t.Errorf("accuracy %v", got)
	}
	s := f.Layout(vg.Point{X: 700, Y: 400}).(*confusionScene)
	for k, g := range []int{1, 0, 2} { // those of x, of y, of z
		r := s.rect(k, k+1, 0, 1)
		m, ok := s.Hit(vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2})
		if !ok || m.Kind != "cell" || m.Index != g || m.Node != 0 || m.Lines[0][1] != plotting.FormatCount(f.Counts[0][g]) {
			t.Errorf("column %d: %+v", k, m)
		}
	}
	m, ok := s.Hit(vg.Point{X: s.names.Max.X - 3, Y: s.at(0, 1.5).Y})
	if !ok || m.Kind != "class" || m.Node != 1 {
		t.Errorf("beside the second line stands %+v", m)
	}
	m, ok = s.Hit(vg.Point{X: s.at(2.5, 0).X, Y: s.heads.Min.Y + 2})
	if !ok || m.Kind != "group" || m.Index != 2 {
		t.Errorf("over the third column stands %+v", m)
	}
	if b := f.ByClass(); b.Counts[0][0] != 2 || b.Counts[0][1] != 1 || b.Accuracy() != f.Accuracy() {
		t.Errorf("by class %v", b.Counts)
	}
}

func TestTableOrders(t *testing.T) {
	sizes := []float64{30, 12, 7.5, 100, 1}
	table := sizesTable(sizes...)
	s := table.Layout(vg.Point{X: 800, Y: 500}).(*tableScene)
	p := s.spans[1]
	mark, ok := s.Hit(vg.Point{X: p.To - 2, Y: (s.heads.Min.Y + s.heads.Max.Y) / 2})
	if !ok || mark.Kind != "head" || mark.Column != 1 {
		t.Fatalf("on the second head stands %+v", mark)
	}
	table.Sort, table.Descending = 1, true
	order := table.Order()
	for i := 1; i < len(order); i++ {
		if sizes[order[i]] > sizes[order[i-1]] {
			t.Fatalf("order %v", order)
		}
	}
	s = table.Layout(vg.Point{X: 800, Y: 500}).(*tableScene)
	r := s.row(s.blocks[0], 2)
	mark, ok = s.Hit(vg.Point{X: r.Min.X + 30, Y: (r.Min.Y + r.Max.Y) / 2})
	if !ok || mark.Kind != "row" || mark.Index != order[2] {
		t.Errorf("on the third row stands %+v, want component %d", mark, order[2])
	}
}

// A table that is too wide for its place continues below itself; no column is lost where there is room. Heads and
// rows of every block are found.
func TestWideTablesGoOnBelow(t *testing.T) {
	table := Table{Title: "Results", Style: plotting.Light, Window: plotting.All, Sort: -1,
		Columns: []TableColumn{{Head: "result", Text: true}}}
	for j := range 11 {
		table.Columns = append(table.Columns, TableColumn{Head: fmt.Sprintf("quantity %d", j)})
	}
	for i := range 4 {
		r := TableRow{Index: 10 + i}
		for j := range table.Columns {
			r.Cells = append(r.Cells, TableCell{Text: fmt.Sprintf("%d.%02d", i, j)})
		}
		table.Rows = append(table.Rows, r)
	}
	for width, blocks := range map[vg.Length]int{1200: 1, 480: 3} {
		s := table.Layout(vg.Point{X: width, Y: 500}).(*tableScene)
		if len(s.blocks) != blocks {
			t.Fatalf("%v wide it has %d blocks", width, len(s.blocks))
		}
		for _, b := range s.blocks {
			for _, j := range b.columns {
				if p := s.spans[j]; p.Width() <= 0 || p.To > width {
					t.Errorf("%v wide, column %d is at %+v", width, j, p)
				}
				m, ok := s.Hit(vg.Point{X: s.spans[j].From + 3, Y: (b.heads.Min.Y + b.heads.Max.Y) / 2})
				if !ok || m.Kind != "head" || m.Column != j {
					t.Errorf("%v wide, the head of column %d is found as %+v", width, j, m)
				}
			}
			r := s.row(b, 3)
			if m, ok := s.Hit(vg.Point{X: r.Min.X + 5, Y: r.Min.Y + 3}); !ok || m.Kind != "row" || m.Index != 13 || r.Min.Y < 0 {
				t.Errorf("%v wide, the last row is found as %+v", width, m)
			}
		}
		placed := 0
		for _, p := range s.spans {
			if p.Width() > 0 {
				placed++
			}
		}
		if placed != len(table.Columns) {
			t.Errorf("%v wide, %d columns are placed", width, placed)
		}
	}
	// Without room below, the first columns remain.
	s := table.Layout(vg.Point{X: 480, Y: 190}).(*tableScene)
	if len(s.blocks) != 1 || s.spans[1].Width() <= 0 || s.spans[11].Width() > 0 {
		t.Errorf("in a low place there are %d blocks", len(s.blocks))
	}
	// A click on the count shows the next ones, and from the last ones the first again.
	seen, last := map[int]bool{}, -1
	for range 12 {
		s := table.Layout(vg.Point{X: 480, Y: 190}).(*tableScene)
		for _, j := range s.blocks[0].columns {
			seen[j] = true
		}
		m, ok := s.Hit(vg.Point{X: s.area.Max.X - 2, Y: (s.heads.Min.Y + s.heads.Max.Y) / 2})
		if !ok || m.Kind != "more" || m.Index == table.From {
			t.Fatalf("the count is a mark of kind %q that leads from %d to %d", m.Kind, table.From, m.Index)
		}
		if last, table.From = table.From, m.Index; table.From == 0 {
			break
		}
	}
	if len(seen) != 12 || last <= 0 || table.From != 0 {
		t.Errorf("%d of 12 columns can be seen", len(seen))
	}
	// The count of those left out stands free of the heads, whatever the width.
	table.Rows[0].Cells[0].Text = "a long name of a result that can be shortened"
	for width := vg.Length(300); width < 900; width += 7 {
		s := table.Layout(vg.Point{X: width, Y: 150}).(*tableScene)
		columns := s.blocks[0].columns
		last := s.spans[columns[len(columns)-1]].To
		if count := ink.TextWidth(ink.Bold(s.Style.Typeface, s.Style.AxisSize), s.leftCount()); s.left == 0 ||
			len(columns)+s.left != 12 || last > s.area.Max.X-count-8 {
			t.Errorf("%v wide: %d columns end at %v of %v, %d are left out", width, len(columns), last, s.area.Max.X, s.left)
		}
		for k, j := range columns[1:] {
			if s.spans[j].From < s.spans[columns[k]].To {
				t.Errorf("%v wide: column %d begins at %v, the one before ends at %v", width, j,
					s.spans[j].From, s.spans[columns[k]].To)
			}
		}
	}
}

// Every count of a confusion table is drawn where any is, those over 99 too.
func TestConfusionCountsAreAllDrawn(t *testing.T) {
	f := &Confusion{Class: "digit", Group: "cluster", Style: plotting.Light, Window: plotting.All}
	for c := range 10 {
		f.Classes = append(f.Classes, strconv.Itoa(c))
		f.Counts = append(f.Counts, make([]int, 26))
	}
	for g := range 26 {
		f.Groups, f.Stands = append(f.Groups, strconv.Itoa(g+1)), append(f.Stands, g%10)
		f.Counts[g%10][g] = 90 + 7*g
		f.Counts[(g+1)%10][g] = g + 1
	}
	for _, size := range []vg.Point{{X: 680, Y: 529}, {X: 500, Y: 400}, {X: 420, Y: 300}} {
		c := plottingtest.NewInkRecorder(size)
		f.Layout(size).Draw(c)
		drawn := map[string]bool{}
		for _, x := range c.Texts {
			drawn[x.Text] = true
		}
		for g := range 26 {
			if n := strconv.Itoa(90 + 7*g); !drawn[n] {
				t.Errorf("%v: the count %s is not drawn", size, n)
			}
		}
	}
	plottingtest.Keep(t, "confusion-wide", f, 680, 529)
}

// A least value that rounding leaves below 0 is 0 on the scale.
func TestScalesBeginAtZero(t *testing.T) {
	for _, c := range []struct{ low, want float64 }{{-8e-15, 0}, {0, 0}, {3, 0}, {9, 9}, {-0.5, -0.5}} {
		f := Templates{Blocks: []TemplateBlock{{Pictures: []TemplatePicture{{Values: []float64{c.low, 16}}}}}}
		if f.SetScales(); f.Values.Low != c.want || f.Values.High != 16 {
			t.Errorf("values from %v to 16 have a scale from %v to %v", c.low, f.Values.Low, f.Values.High)
		}
	}
}

// A low figure names its groups where the cells leave room, and a thumbnail leaves the names out.
func TestConfusionOfTwoClassesHasHeads(t *testing.T) {
	a := inference.NewAnnotation("sex", []string{"F", "M", "F", "M"})
	f := NewConfusion(a, []int{0, 1, 1, 0}, []string{"1", "2"}, nil)
	f.Group, f.Title, f.Style, f.Window = "cluster", "Classes", plotting.Print, plotting.All
	for _, c := range []struct {
		size  vg.Point
		heads bool
	}{
		{vg.Point{X: 180 * vg.Millimeter, Y: 48 * vg.Millimeter}, true},
		{vg.Point{X: 90 * vg.Millimeter, Y: 40 * vg.Millimeter}, true},
		{vg.Point{X: 60, Y: 48}, false},
	} {
		s := f.Layout(c.size).(*confusionScene)
		if got := s.heads.Max.Y > s.heads.Min.Y; got != c.heads {
			t.Errorf("%v: names of groups %v", c.size, got)
		}
		if s.area.Min.Y < 0 || s.area.Max.Y > c.size.Y {
			t.Errorf("%v: the cells stand at %v", c.size, s.area)
		}
	}
}
