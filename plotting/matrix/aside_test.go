package matrix

import (
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
)

// The strongest pairs stand first, whatever their sign, each once.
func TestStrongest(t *testing.T) {
	x := mat.NewDense(3, 3, []float64{1, .2, -.9, .2, 1, .5, -.9, .5, 1})
	a := Strongest(x.At, []string{"a", "b", "c"}, plotting.FormatNumber)
	want := [][2]string{{"a – c", "−0.9"}, {"b – c", "0.5"}, {"a – b", "0.2"}}
	if len(a.Lines) != len(want) {
		t.Fatalf("%q", a.Lines)
	}
	for i, l := range want {
		if a.Lines[i] != l {
			t.Errorf("line %d is %q, want %q", i, a.Lines[i], l)
		}
	}
	large := mat.NewDense(30, 30, nil)
	names := make([]string, 30)
	for i := range 30 {
		names[i] = string(rune('A' + i))
		for j := range i {
			large.Set(i, j, float64((i*31+j*17)%97))
		}
	}
	most := Strongest(large.At, names, plotting.FormatNumber)
	for k, last := 0, 1e9; k < len(most.Lines); k++ {
		best := -1.
		for i := range 30 {
			for j := range i {
				if x := large.At(i, j); x < last {
					best = max(best, x)
				}
			}
		}
		got := 0.
		for i := range 30 {
			for j := range i {
				if names[j]+" – "+names[i] == most.Lines[k][0] {
					got = large.At(i, j)
				}
			}
		}
		if got > last || got < best {
			t.Errorf("pair %d is of %v, the best left is %v", k, got, best)
		}
		if got < last {
			last = got
		}
	}
}

// Texts stand beside a matrix on a wide page, and the legend names the groups where there is no room for them.
func TestAsides(t *testing.T) {
	names := []string{"height", "weight", "depth", "span"}
	x := mat.NewDense(4, 4, nil)
	for i := range 4 {
		x.Set(i, i, 1)
	}
	m := Matrix{Title: "Pairs", Rows: names, Order: []int{0, 1, 2, 3}, Symmetric: true, Selection: plotting.NoSelection,
		Window: plotting.All, Style: plotting.Light, Groups: []beside.Group{{Name: "view 1", Rows: []int{0, 1}}},
		Asides: []Aside{{Title: "view 1", Text: "height and weight"}, {Title: "strongest pairs", Group: -1,
			Lines: [][2]string{{"height – weight", "0.9"}}}},
		Heat: &beside.Heat{X: x, Columns: names, Order: []int{0, 1, 2, 3}, Title: "share",
			Scale: ink.Scale{Map: ink.Ink, Low: 0, High: 1}}}
	groups := func(s *matrixScene) (n int) {
		for _, b := range s.blocks {
			if b.Title == "group" {
				n++
			}
		}
		return n
	}
	wide := m.layout(vg.Point{X: 900, Y: 480})
	if !wide.asided || groups(wide) != 0 || wide.aside.Max.Y >= wide.legend.Max.Y || wide.aside.Min.X <= wide.area.Max.X ||
		wide.aside.Max.X > 900 {
		t.Errorf("on a wide page the texts have %v, and %d legends name the groups", wide.aside, groups(wide))
	}
	square := m.layout(vg.Point{X: 480, Y: 480})
	if square.asided || groups(square) != 1 {
		t.Errorf("on a square page the texts have %v, and %d legends name the groups", square.aside, groups(square))
	}
}
