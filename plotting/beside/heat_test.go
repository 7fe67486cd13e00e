package beside

import (
	"math"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/gonum/mat"
)

func TestHeatFrame(t *testing.T) {
	rng := plottingtest.TestRand(21)
	tr := plottingtest.Coalescent(120, rng)
	p := Prepare(tr)
	h := NewHeat(plottingtest.DatasetOf(plottingtest.Diffused(tr, 31, rng)), HeatOptions{Order: plotting.ClusteredOrder})
	h.X.Set(5, h.Order[3], math.NaN())
	q := p.Placed(nil)

	// Larger cells than pixels: one pixel a row, its colour that of the scale.
	m, missing := h.frame(p, q, 10, 50, 800, 600)
	if b := m.Bounds(); b.Dx() != 31 || b.Dy() != 40 {
		t.Fatalf("picture of 40×31 cells has %v", b)
	}
	if want := p.Rank[5] >= 10 && p.Rank[5] < 50; missing != want {
		t.Errorf("missing is %v", missing)
	}
	for y := range 40 {
		for x := range 31 {
			v := h.X.At(int(p.order[10+y]), h.Order[x])
			got := m.RGBAAt(x, y)
			if math.IsNaN(v) {
				if got.A != 0 {
					t.Errorf("missing cell is %v", got)
				}
				continue
			}
			want := h.Scale.At(v)
			for _, d := range []int{int(got.R) - int(want.R), int(got.G) - int(want.G), int(got.B) - int(want.B)} {
				if d < -3 || d > 3 {
					t.Fatalf("cell %d,%d is %v, want %v", y, x, got, want)
				}
			}
		}
	}
	if again, _ := h.frame(p, q, 10, 50, 800, 600); again != m {
		t.Error("an unchanged picture is painted again")
	}

	// Smaller cells: each pixel is the mean of the cells it covers.
	m, _ = h.frame(p, q, 0, 120, 31, 30)
	for y := range 30 {
		for x := range 31 {
			sum, n := 0.0, 0.0
			for r := 4 * y; r < 4*y+4; r++ {
				if v := h.X.At(int(p.order[r]), h.Order[x]); !math.IsNaN(v) {
					sum += min(max(v, h.Scale.Low), h.Scale.High)
					n++
				}
			}
			got, want := m.RGBAAt(x, y), h.Scale.At(sum/n)
			for _, d := range []int{int(got.R) - int(want.R), int(got.G) - int(want.G), int(got.B) - int(want.B)} {
				if d < -4 || d > 4 {
					t.Fatalf("pixel %d,%d is %v, want %v", y, x, got, want)
				}
			}
		}
	}
}

func TestHeatScales(t *testing.T) {
	x := mat.NewDense(50, 2, nil)
	for i := range 50 {
		x.Set(i, 0, float64(i+1))
		x.Set(i, 1, float64(i+1)/10)
	}
	d := plottingtest.DatasetOf(x)
	d.Preprocessing = inference.Preprocessing{}
	h := NewHeat(d, HeatOptions{})
	if h.Scale.Map != ink.Cividis || h.Scale.Low != 0 || h.Scale.High != 48 { // 98 of 100 values are ≤ 48
		t.Errorf("magnitudes: %s from %v to %v", h.Scale.Map.Name, h.Scale.Low, h.Scale.High)
	}
	h = NewHeat(d, HeatOptions{Standardise: true})
	if h.Scale.Map != ink.Signed || h.Scale.Low != -h.Scale.High || h.Unit != "s.d." {
		t.Errorf("standardised: %s from %v to %v %s", h.Scale.Map.Name, h.Scale.Low, h.Scale.High, h.Unit)
	}
	for _, p := range []inference.Preprocessing{{Log2p1: true, Centre: true, ScaleAll: true}, {Log2p1: true, Scale: true}} {
		d.Preprocessing = p
		if got := NewHeat(d, HeatOptions{}).Unit; got != "s.d." {
			t.Errorf("%s: the numbers are in %q, not in standard deviations", p, got)
		}
	}
	d.Preprocessing = inference.Preprocessing{}
	if got := h.ValueText(9, 0); got != "10" {
		t.Errorf("a standardised cell is shown as %s, not in the units of the file", got)
	}
	d.Kind = inference.Binary
	if h = NewHeat(d, HeatOptions{}); h.binary() {
		t.Error("shares between 0 and 1 are called binary")
	}
	for i := range 50 {
		x.SetRow(i, []float64{float64(i % 2), 1})
	}
	if h = NewHeat(d, HeatOptions{}); !h.binary() {
		t.Error("a binary table is not shown in ink")
	}
}

func TestContrasts(t *testing.T) {
	rng := plottingtest.TestRand(22)
	tr := plottingtest.Coalescent(80, rng)
	h := NewHeat(plottingtest.DatasetOf(plottingtest.Diffused(tr, 12, rng)), HeatOptions{})
	h.X.Set(3, 4, math.NaN())
	for _, size := range []int{1, 7, 40, 79} {
		rows := make([]int, size)
		for i := range rows {
			rows[i] = i
		}
		list := h.contrastsOf(rows)
		if len(list) != 12 || !slices.IsSortedFunc(list, func(a, b Contrast) int {
			if a.Difference > b.Difference {
				return -1
			}
			return 1
		}) {
			t.Fatalf("%d contrasts, not from high to low", len(list))
		}
		for _, c := range list {
			var in, out, all []float64
			for i := range 80 {
				v := h.X.At(i, c.Column)
				if math.IsNaN(v) {
					continue
				}
				all = append(all, v)
				if i < size {
					in = append(in, v)
				} else {
					out = append(out, v)
				}
			}
			mean := func(x []float64) (m float64) {
				for _, v := range x {
					m += v / float64(len(x))
				}
				return m
			}
			variance := 0.0
			for _, v := range all {
				variance += (v - mean(all)) * (v - mean(all)) / float64(len(all))
			}
			if want := (mean(in) - mean(out)) / math.Sqrt(variance); !(math.Abs(c.Difference-want) <= 1e-9) {
				t.Errorf("column %d over %d rows: %v, want %v", c.Column, size, c.Difference, want)
			}
		}
	}
	if c := h.contrastsOf(nil); len(c) != 0 {
		t.Errorf("no rows give %d contrasts", len(c))
	}
}

// Years and identifiers are written without separators, other numbers with them.
func TestYearsHaveNoSeparators(t *testing.T) {
	data := plottingtest.DatasetOf(mat.NewDense(2, 3, []float64{2007, 3250, 71234, 2009.0000000001, 4675, math.NaN()}))
	data.Columns = []string{"hatched", "mass", "ring_id"}
	h := NewHeat(data, HeatOptions{})
	for j, want := range [][2]string{{"2007", "2009"}, {"3,250", "4,675"}, {"71234", "missing"}} {
		for i := range want {
			if got := h.ValueText(i, j); got != want[i] {
				t.Errorf("%s of row %d is %q, want %q", data.Columns[j], i+1, got, want[i])
			}
		}
	}
}
