package space

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/raster"

	"gonum.org/v1/plot/vg"
)

func clustersFigure(n int) *Clusters {
	rng := rand.New(rand.NewPCG(1, 2))
	names, x, y, complete, class := make([]string, n), make([]float64, n), make([]float64, n),
		make([]bool, n), make([]int, n)
	for i := range n {
		class[i] = i % 3
		names[i], complete[i] = "row "+string(rune('a'+i%26)), i%10 > 0
		x[i], y[i] = 4*float64(class[i])+rng.NormFloat64(), 2*rng.NormFloat64()
	}
	f := &Clusters{Title: "Mixture", Class: class, Selection: plotting.NoSelection,
		Window: plotting.All, Style: plotting.Light, Points: NewPoints(names, x, y, complete,
			ink.Measure{Name: "length, mm", Offset: 10, Factor: 2}, ink.Measure{Name: "width, mm", Factor: 1})}
	for k := range 3 {
		f.Ellipses = append(f.Ellipses,
			Ellipse{Name: "cluster " + string(rune('1'+k)), Size: float64(n) / 3, X: 4 * float64(k), XX: 1, YY: 4})
	}
	return f
}

func TestClustersAreHit(t *testing.T) {
	f := clustersFigure(90)
	s := f.Layout(vg.Point{X: 900, Y: 600}).(*ClustersScene)
	for i := range 90 {
		m, ok := s.Hit(s.plane.At(f.Points.X[i], f.Points.Y[i]))
		if !ok || m.Kind != "point" || math.Hypot(f.Points.X[m.Row]-f.Points.X[i], f.Points.Y[m.Row]-f.Points.Y[i]) > 0.05 {
			t.Errorf("at row %d stands %+v", i, m)
		}
	}
	m, ok := s.Hit(s.plane.At(4, 0.001))
	if !ok || m.Index != 1 {
		t.Errorf("in the middle of cluster 2 stands %+v", m)
	}
	if _, ok := s.Hit(vg.Point{X: 2, Y: 2}); ok {
		t.Error("something is hit outside of the plot")
	}
	// The ellipse of one standard deviation passes where the covariance says.
	o := s.outline(f.Ellipses[2], 2)
	low, high := math.Inf(1), math.Inf(-1)
	for _, c := range o {
		if c.Type != vg.CloseComp {
			low, high = min(low, float64(c.Pos.Y)), max(high, float64(c.Pos.Y))
		}
	}
	if want := float64(s.plane.Y(4) - s.plane.Y(-4)); !(math.Abs(high-low-want) <= 1e-6*want) {
		t.Errorf("two standard deviations of 2 are %v points high, want %v", high-low, want)
	}
}

func TestClustersSheets(t *testing.T) {
	sheets := clustersFigure(30).Sheets()
	rows := 0
	for r := range sheets[1].Rows {
		rows++
		if r[4] != "2" || r[5] != "2" || r[6] != "0" { // the first axis counts double
			t.Errorf("cluster %v", r)
		}
	}
	if rows != 3 || len(sheets) != 2 {
		t.Errorf("%d clusters on %d sheets", rows, len(sheets))
	}
}

// Nothing is drawn out of bounds or not at all in any size, empty or not.
func TestClustersInEverySize(t *testing.T) {
	for _, f := range []*Clusters{clustersFigure(3), clustersFigure(90), {Style: plotting.Dark}} {
		for _, size := range []vg.Point{{X: 10, Y: 10}, {X: 120, Y: 90}, {X: 900, Y: 600}} {
			_, s := raster.Figure(f, int(size.X), int(size.Y), 1, nil)
			if s.Size() != size {
				t.Errorf("the scene is %v for %v", s.Size(), size)
			}
		}
	}
}

// Rows in no cluster have a grey of their own, which the legend names and which no cluster has.
func TestRowsInNoCluster(t *testing.T) {
	f := clustersFigure(30)
	f.Class[4], f.Class[5] = -1, -1
	s := f.Layout(vg.Point{X: 900, Y: 600}).(*ClustersScene)
	entries := s.legend(9)[0].Entries
	last := entries[len(entries)-1]
	if last.Text != "in no cluster, 2 rows" || last.Colour != s.ink(4) || len(last.Rows()) != 2 {
		t.Errorf("the legend ends with %+v", last)
	}
	for k := range f.Ellipses {
		if s.inks[k] == s.ink(4) {
			t.Errorf("cluster %d has the grey of rows in none", k+1)
		}
	}
	if m := s.rowMark(4); m.Lines[0] != [2]string{"belongs to", "no cluster"} {
		t.Errorf("such a row says %v", m.Lines)
	}
	f.Ellipses = nil // no clusters: the rows are not outside of any
	if s := f.Layout(vg.Point{X: 900, Y: 600}).(*ClustersScene); s.ink(4) != plotting.Light.Muted {
		t.Error("without clusters rows are greyed")
	}
}
