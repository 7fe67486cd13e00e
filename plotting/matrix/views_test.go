package matrix

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
)

// viewed is a table of n rows in views of so many columns, the rows of view v in v+2 clusters.
func viewed(n int, name string, columns ...int) Views {
	rng := rand.New(rand.NewPCG(1, 1))
	all := 0
	for _, c := range columns {
		all += c
	}
	d := &inference.Dataset{X: mat.NewDense(n, all, nil)}
	for i := range n {
		d.Rows = append(d.Rows, fmt.Sprint(name, " ", i+1))
	}
	v := Views{Title: "Views", Subtitle: "each with clusters of its own", Rows: d.Rows, Selection: plotting.NoSelection,
		Window: plotting.All, Style: plotting.Light}
	at := 0
	for k, c := range columns {
		class, clusters := make([]int, n), k+2
		one := View{Name: fmt.Sprint("view ", k+1), Columns: c}
		one.Words = fmt.Sprintf("%d columns, %d clusters", c, clusters)
		for i := range n {
			class[i] = i * (k + 3) % clusters
		}
		for g := range clusters {
			if g > 0 {
				one.Gaps = append(one.Gaps, len(one.Order))
			}
			for i := range n {
				if class[i] == g {
					one.Order = append(one.Order, i)
				}
			}
		}
		one.Groups = beside.ClusterGroups(class, nil)
		for range c {
			d.Columns = append(d.Columns, fmt.Sprintf("%s column %d", name, at+1))
			for i := range n {
				d.X.Set(i, at, 2*float64(class[i])+0.3*rng.NormFloat64()-float64(clusters)+1)
			}
			at++
		}
		v.List = append(v.List, one)
	}
	v.Heat = beside.NewHeat(d, beside.HeatOptions{})
	v.Heat.Value = nil // there are no input units
	return v
}

func viewsCases() map[string]Views {
	all := map[string]Views{"views": viewed(40, "row", 8, 5, 3), "views-3": viewed(3, "row", 3, 2),
		"views-500": viewed(3000, "row", 260, 140, 60, 30, 6, 2, 1, 1),
		"views-empty": {Title: "Views", Empty: "The views are not known yet.", Window: plotting.All,
			Style: plotting.Light},
	}
	var single []int
	for k := range 120 {
		single = append(single, 1+7*(k%9/8))
	}
	all["views-many"] = viewed(12, "row", single...)
	long := viewed(30, "a name that is far too long for its place", 4, 1, 1)
	long.Style, long.Selection.Rows, long.Selection.Columns = plotting.Dark, []int{4}, []int{1}
	all["views-long"] = long
	zoomed := all["views"]
	zoomed.Window, zoomed.Selection.Rows = plotting.Window{X0: 0, X1: 1, Y0: 0.25, Y1: 0.6}, []int{7}
	all["views-zoomed"] = zoomed
	return all
}

func TestViewsGolden(t *testing.T) {
	for name, v := range viewsCases() {
		plottingtest.GoldenPicture(t, name, v, 900, 560)
	}
	plottingtest.GoldenPicture(t, "views-small", viewsCases()["views"], 320, 260)
}

// What Hit finds in the middle of a cell is that cell, in each view by its own order; steps lead from view to view.
func TestViewsHit(t *testing.T) {
	for name, v := range viewsCases() {
		for _, size := range []vg.Point{{X: 900, Y: 700}, {X: 320, Y: 400}, {X: 30, Y: 20}} {
			s := v.layout(size)
			if v.IsBlank() || !s.shown() {
				if m, ok := s.Hit(vg.Point{X: size.X / 2, Y: size.Y / 2}); ok {
					t.Errorf("%s has %v where nothing is drawn", name, m)
				}
				continue
			}
			for k, p := range s.panels {
				row, column := int(s.r0), int(p.c0)
				at := p.cellCentre(row, column)
				m, ok := s.Hit(at)
				if !ok || m.Row != s.views[k].Order[row] || m.Column != v.Heat.Order[column] ||
					m.Kind != plotting.CellMark {
					t.Errorf("%s at %v: view %d has %v at %v", name, size, k, m, at)
				}
				last := plotting.Mark{Kind: plotting.CellMark, Index: row, Column: v.Heat.Order[int(p.c1)-1]}
				next, ok := s.Step(last, 1, 0)
				want := int(p.c1) - 1
				if k+1 < len(s.panels) {
					want = int(s.panels[k+1].c0)
				}
				if !ok || next.Column != v.Heat.Order[want] {
					t.Errorf("%s: from view %d to column %d, want %d", name, k, next.Column, want)
				}
				if back, ok := s.Step(plotting.Mark{Kind: plotting.CellMark, Index: row, Column: v.Heat.Order[want]}, -1,
					0); k+1 < len(s.panels) && (!ok || back.Column != v.Heat.Order[int(p.c1)-1]) {
					t.Errorf("%s: back to view %d at column %d", name, k, back.Column)
				}
			}
			if m, ok := s.Hit(vg.Point{X: s.panels[0].area.Max.X + 2, Y: s.area.Min.Y + 5}); ok && len(s.panels) > 1 {
				t.Errorf("%s has %v between the views", name, m)
			}
		}
	}
}

// The lines of a row lead from its place in one view to its place in the next.
func TestViewsLinks(t *testing.T) {
	v := viewed(40, "row", 8, 5, 3)
	s := v.layout(vg.Point{X: 900, Y: 560})
	for k, p := range s.panels {
		for place, row := range v.List[k].Order {
			if s.place[k][row] != place {
				t.Fatalf("row %d is at place %d of view %d, not %d", row, s.place[k][row], k, place)
			}
		}
		if k > 0 && !(p.area.Min.X > s.panels[k-1].area.Max.X+leastGutter/2) {
			t.Errorf("view %d begins at %v, the one before ends at %v", k, p.area.Min.X, s.panels[k-1].area.Max.X)
		}
	}
}

// Of more views than have room those of most columns are shown, within the page, and how many is said.
func TestViewsLeftOut(t *testing.T) {
	v := viewsCases()["views-many"]
	s := v.layout(vg.Point{X: 900, Y: 560})
	if len(s.views) < 20 || len(s.views) == len(v.List) || s.further == "" {
		t.Fatalf("%d of %d views, and %q", len(s.views), len(v.List), s.further)
	}
	wide := 0
	for _, view := range s.views {
		if view.Columns > 1 {
			wide++
		}
	}
	if wide != 120/9 {
		t.Errorf("%d views of several columns are shown", wide)
	}
	for k, p := range s.panels {
		if !(p.area.Max.X <= 900) || !(p.area.Size().X >= thinnestView-1e-9) {
			t.Errorf("view %d is at %v", k, p.area)
		}
	}
}
