package space

import (
	"math"
	"testing"

	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/raster"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
)

// A turn is a rotation, and an ellipsoid's outline is the ellipse of its Gaussian along the
// picture's directions.
func TestTurned(t *testing.T) {
	for _, turn := range []Turn{{}, {0.7, 0.3}, {-2, 1.4}} {
		r := turn.axes()
		for i := range 3 {
			for j := range 3 {
				dot := 0.0
				for k := range 3 {
					dot += r[i][k] * r[j][k]
				}
				want := 0.0
				if i == j {
					want = 1
				}
				if !(math.Abs(dot-want) <= 1e-12) {
					t.Errorf("%v: axes %d and %d have the product %v", turn, i, j, dot)
				}
			}
		}
	}
	values := [3][]float64{{0, 2, 4, 2}, {1, -1, 1, -1}, {10, 0, 0, 10}}
	directions := [3]ink.Measure{{Name: "a", Factor: 1}, {Name: "b", Factor: 1}, {Name: "c", Factor: 1}}
	turned := NewTurned(values, directions).Seen(Turn{0.7, 0.3})
	points := turned.Points(make([]string, 4), make([]bool, 4))
	of := [3][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	across, up := turned.Weights(of)
	for i := range 4 {
		x, y := 0.0, 0.0
		for j := range 3 {
			x += across[j] * values[j][i]
			y += up[j] * values[j][i]
		}
		if !(math.Abs(x-points.X[i]) <= 1e-12) || !(math.Abs(y-points.Y[i]) <= 1e-12) {
			t.Errorf("row %d stands at %v, %v, its weights say %v, %v", i, points.X[i], points.Y[i], x, y)
		}
	}
	m := &mixture.Mixture{Components: []mixture.Component{{Weight: 1, Size: 4, Mean: []float64{2, 0, 5},
		Loadings: mat.NewDense(3, 1, []float64{1, 0.5, 2}), Active: []bool{true}, Precision: []float64{1}}},
		Noise: []float64{0.2, 0.1, 3}}
	_, _, xx, _, _ := m.Projected(m.Components[0], across, up)
	cov := m.Components[0].Covariance(m.Noise)
	w := mat.NewVecDense(3, across)
	if want := mat.Inner(w, cov, w); !(math.Abs(xx-want) <= 1e-12) {
		t.Errorf("the ellipse is %v wide, want %v", xx, want)
	}
}

func TestTurnedScene(t *testing.T) {
	f := clustersFigure(400)
	z := make([]float64, 400)
	f.Shares = mat.NewDense(400, 3, nil)
	for i := range z {
		z[i] = float64(i%7) + f.Points.X[i]
		f.Shares.Set(i, i%3, 0.7)
		f.Shares.Set(i, (i+1)%3, 0.3)
	}
	plottingtest.Keep(t, "clusters-blend", f, 900, 600)
	flat := f.Points
	f.Turned = NewTurned([3][]float64{flat.X, flat.Y, z}, [3]ink.Measure{{Name: "length, mm", Factor: 1},
		{Name: "width", Factor: 1}, {Name: "PC 3, 12 % of the variance", Factor: 1}}).Seen(Turn{-0.5, 0.35})
	f.Points = f.Turned.Points(flat.Names, flat.Complete)
	f.Ellipses = LabelEllipses(f.Points, f.Class)
	for _, size := range []vg.Point{{X: 10, Y: 10}, {X: 130, Y: 90}, {X: 900, Y: 600}, {X: 500, Y: 700}} {
		s := f.Layout(size).(*ClustersScene)
		if s.plane.Shown() {
			// One unit is as long along both axes, however the picture is shaped.
			a, b, c := s.plane.At(0, 0), s.plane.At(1, 0), s.plane.At(0, 1)
			if across, up := float64(b.X-a.X), float64(c.Y-a.Y); !(math.Abs(across-up) <= 1e-6*across) {
				t.Errorf("%v: a unit is %v across and %v up", size, across, up)
			}
			for i := range f.Points.X {
				if !ink.Contains(s.plane.Area, s.plane.At(f.Points.X[i], f.Points.Y[i])) {
					t.Fatalf("%v: row %d is outside of the plot", size, i)
				}
			}
		}
		raster.Figure(f, int(size.X), int(size.Y), 1, nil)
	}
	plottingtest.Keep(t, "clusters-turned", f, 900, 600)
	dark := *f
	dark.Style = plotting.Dark
	plottingtest.Keep(t, "clusters-turned-dark", &dark, 900, 600)
	if sheets := f.Sheets(); len(sheets) != 1 || sheets[0].Header[3] != "PC 3, 12 % of the variance" {
		t.Errorf("sheets %+v", sheets)
	}
}

// A row between two clusters has a colour between theirs.
func TestBlend(t *testing.T) {
	f := clustersFigure(3)
	f.Shares = mat.NewDense(3, 3, []float64{0.5, 0.5, 0, 0, 1, 0, 0, 0, 1})
	s := &ClustersScene{f: f}
	s.paint()
	a, b, m := ink.ToOKLab(s.inks[0]), ink.ToOKLab(s.inks[1]), ink.ToOKLab(s.ink(0))
	for _, k := range [][3]float64{{a.L, b.L, m.L}, {a.A, b.A, m.A}, {a.B, b.B, m.B}} {
		if !(math.Abs((k[0]+k[1])/2-k[2]) <= 0.03) {
			t.Errorf("between %v and %v lies %v", k[0], k[1], k[2])
		}
	}
	if other, share := s.second(0, 0); other != 1 || share != 0.5 {
		t.Errorf("the second cluster is %d with %v", other, share)
	}
}
