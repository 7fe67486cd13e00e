package beside

import (
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"

	"gonum.org/v1/gonum/mat"
)

// kindHeat has a number, a count, yes/no, grades and a category, in this order.
func kindHeat(t *testing.T) *Heat {
	t.Helper()
	table := &inference.Table{Name: "kinds", Rows: []string{"a", "b", "c", "d"},
		Columns: []string{"size", "seen", "wet"},
		X:       mat.NewDense(4, 3, []float64{1, 0, 0, 2, 9, 1, 4, 999, 1, 3, 99, 0}),
		Annotations: []inference.Annotation{inference.NewAnnotation("shade", []string{"low", "high", "mid", "low"}),
			inference.NewAnnotation("place", []string{"sea", "land", "air", ""})}}
	d, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true,
		Kinds: "seen=count\nwet=yes/no\nshade=ordered:low,mid,high\nplace=category"})
	if err != nil {
		t.Fatal(err)
	}
	return NewHeat(d, HeatOptions{})
}

// Squares and bars of every kind go by its own scale: a category fills its cell, the first grade and "no" are empty.
func TestFormsOfKinds(t *testing.T) {
	h := kindHeat(t)
	f := FormsOf(h, plotting.Choices{"heat-form": "bars"}.In(plotting.Light))
	if f.Kind != plotting.BarCells {
		t.Fatalf("drawn as %q", f.Kind)
	}
	place := map[string]int{}
	for k, j := range h.Order {
		place[h.Columns[j]] = k
	}
	for _, c := range []struct {
		column string
		row    int
		low    float64
		high   float64
	}{{"size", 0, -1, -0.5}, {"size", 2, 0.5, 1}, {"seen", 0, 0, 0}, {"seen", 2, 1, 1}, {"seen", 1, 0.33, 0.34},
		{"wet", 0, 0, 0}, {"wet", 1, 1, 1}, {"shade", 0, 0, 0}, {"shade", 2, 0.5, 0.5}, {"shade", 1, 1, 1},
		{"place", 0, 1, 1}, {"place", 2, 1, 1}} {
		s, ok := f.shareOf(c.row, place[c.column])
		if !ok || !(s.share >= c.low-1e-9 && s.share <= c.high+1e-9) || s.parted != (c.column == "size") {
			t.Errorf("row %d of %s: %+v", c.row, c.column, s)
		}
	}
	if _, ok := f.shareOf(3, place["place"]); ok {
		t.Error("a missing category has a bar")
	}
	one, _ := f.shareOf(0, place["place"])
	if other, _ := f.shareOf(1, place["place"]); one.hue == other.hue {
		t.Error("two categories have one colour")
	}
}

// A form that the values cannot have is shaded cells, with a reason.
func TestLackingForms(t *testing.T) {
	h := kindHeat(t)
	for form, word := range map[string]string{"boxes": "two columns of numbers", "pies": "numbers or counts"} {
		st := plotting.Choices{"heat-form": form}.In(plotting.Light)
		if why := LacksForm(h, plotting.CellForm(form)); !strings.Contains(why, word) ||
			FormsOf(h, st).Kind != plotting.ShadedCells {
			t.Errorf("%s: %q", form, why)
		}
	}
	h.Order = h.Order[:0:0]
	for j, name := range h.Columns {
		if name == "size" || name == "seen" {
			h.Order = append(h.Order, j)
		}
	}
	if why := LacksForm(h, plotting.PieCells); why != "" {
		t.Errorf("pies of a number and a count: %s", why)
	}
}
