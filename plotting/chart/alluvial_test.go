package chart

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

func someAlluvial(left, right int) Alluvial {
	a := Alluvial{Title: "Clusters and species",
		Subtitle: "adjusted Rand index 0.62 · variation of information 0.81 nats · 150 rows",
		Names:    [2]string{"cluster", "species"}, Style: plotting.Light}
	for i := range left {
		a.Groups[0] = append(a.Groups[0], fmt.Sprint(i+1))
		line := make([]int, right)
		for j := range line {
			if line[j] = 40 - 15*max((i+right-j)%right, 0); line[j] < 0 {
				line[j] = 0
			}
		}
		a.Counts = append(a.Counts, line)
	}
	for j := range right {
		a.Groups[1] = append(a.Groups[1], "species "+string(rune('a'+j)))
	}
	return a
}

// Every band and bar is found where it is drawn, and the counts are all there.
func TestAlluvial(t *testing.T) {
	a := someAlluvial(4, 3)
	s := a.Layout(vg.Point{X: 700, Y: 420}).(*alluvialScene)
	total := 0
	for k, b := range s.bands {
		total += b.n
		for _, at := range []vg.Point{{X: s.area.Min.X + alluvialBar + 0.5, Y: (b.a.From + b.a.To) / 2},
			{X: s.area.Max.X - alluvialBar - 0.5, Y: (b.b.From + b.b.To) / 2}} {
			if m, ok := s.Hit(at); !ok || m.Row != b.left || m.Column != b.right || m.Index != k {
				t.Errorf("band %d at %v is %+v", k, at, m)
			}
		}
	}
	if total != a.total() || total == 0 {
		t.Errorf("%d rows in bands of %d", total, a.total())
	}
	for side := range 2 {
		for i := range a.Groups[side] {
			r := s.bar(side, i)
			m, ok := s.Hit(vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2})
			if !ok || m.Kind != "group" || [2]int{m.Row, m.Column}[side] != i {
				t.Errorf("group %d on side %d is %+v", i, side, m)
			}
		}
	}
	if _, ok := s.Hit(vg.Point{X: 1, Y: 1}); ok {
		t.Error("the margin is something")
	}
	if m, ok := s.Hit(vg.Point{X: 350, Y: s.area.Max.Y + 5}); ok {
		t.Errorf("the heads are %+v", m)
	}
	// What comes from above stands above.
	turned := Alluvial{Groups: [2][]string{{"1", "2", "3"}, {"x", "y", "z"}},
		Counts: [][]int{{0, 0, 5}, {0, 5, 0}, {5, 0, 0}}}
	if got := turned.orders()[1]; !slices.Equal(got, []int{2, 1, 0}) {
		t.Errorf("at the right %v", got)
	}
}

func TestAlluvialPictures(t *testing.T) {
	dark := someAlluvial(4, 3)
	dark.Style = plotting.Dark
	plottingtest.GoldenPicture(t, "alluvial", someAlluvial(4, 3), 700, 380)
	plottingtest.GoldenPicture(t, "alluvial-dark", dark, 700, 380)
	long := someAlluvial(3, 5)
	long.Groups[1][2], long.Names[0] = strings.Repeat("a long name of a species ", 5), strings.Repeat("a partition ", 9)
	for name, f := range map[string]plotting.Figure{"light": someAlluvial(4, 3), "long": long,
		"many": someAlluvial(90, 60), "none": someAlluvial(0, 0), "one": someAlluvial(1, 1)} {
		for _, size := range [][2]int{{700, 380}, {300, 200}, {100, 80}, {12, 8}} {
			plottingtest.Picture(t, fmt.Sprintf("alluvial_%s_%dx%d", name, size[0], size[1]), f, size[0], size[1], 1)
		}
	}
}

// Three rows of the first cluster are oak, one is elm; both rows of the second are elm.
func ExampleAlluvial() {
	a := Alluvial{Title: "Clusters and trees", Names: [2]string{"cluster", "kind"},
		Groups: [2][]string{{"1", "2"}, {"oak", "elm"}}, Counts: [][]int{{3, 1}, {0, 2}}, Style: plotting.Light}
	for row := range a.Sheets()[0].Rows {
		fmt.Println(strings.Join(row, ","))
	}
	// Output:
	// 1,oak,3
	// 1,elm,1
	// 2,elm,2
}
