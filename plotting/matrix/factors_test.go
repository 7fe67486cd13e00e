package matrix

import (
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/raster"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
)

// factorData draws a table of n cases × d items from k sparse factors, with an annotation
// of the cases, some cells missing, and the truth.
func factorData(n, d, k int, missing float64, seed uint64) (*inference.Dataset, *Factors) {
	rng := rand.New(rand.NewPCG(seed, 1))
	f := &Factors{}
	if k > 0 {
		f.Loadings, f.Inclusion, f.Activities = mat.NewDense(d, k, nil), mat.NewDense(d, k, nil), mat.NewDense(n, k, nil)
	}
	for j := range k {
		f.IDs = append(f.IDs, 10+j)
		for i := range d {
			if rng.Float64() < min(3/float64(k+2), 0.5) {
				f.Inclusion.Set(i, j, 1)
				f.Loadings.Set(i, j, rng.NormFloat64())
			}
		}
		for i := range n {
			f.Activities.Set(i, j, 0.4*rng.NormFloat64())
			if i*min(k, 6)/n == j%6 {
				f.Activities.Set(i, j, 2+0.4*rng.NormFloat64())
			}
		}
	}
	x := mat.NewDense(n, d, nil)
	if k > 0 {
		x.Mul(f.Activities, f.Loadings.T())
	}
	tissue := make([]string, n)
	names := []string{"liver", "kidney", "brain", "heart", "lung", "spleen"}
	for i := range n {
		tissue[i] = names[i*min(max(k, 1), 6)/n]
		for j := range d {
			x.Set(i, j, x.At(i, j)+0.5*rng.NormFloat64())
			if rng.Float64() < missing {
				x.Set(i, j, math.NaN())
			}
		}
	}
	data := plottingtest.DatasetOf(x)
	for i := range data.Rows {
		data.Rows[i] = fmt.Sprintf("patient %d", i+1)
	}
	for j := range data.Columns {
		data.Columns[j] = fmt.Sprintf("GENE%d", 1000+7*j)
	}
	data.Annotations = []inference.Annotation{inference.NewAnnotation("tissue", tissue)}
	return data, f
}

func factorCases() map[string]Matrix {
	cases := map[string]Matrix{}
	for _, c := range []struct {
		name    string
		n, d, k int
	}{{"", 60, 100, 12}, {"-3", 3, 4, 1}, {"-60", 80, 400, 60}, {"-0", 10, 8, 0}} {
		data, f := factorData(c.n, c.d, c.k, 0.03, 5)
		p := &FactorPlot{Data: data, Factors: f, Title: "Sparse factors of expression", Subtitle: "after 1,000 sweeps"}
		features := p.Features(FeatureOptions{LeftOrdered: true, Grouped: true})
		features.ColumnGlow = map[int]float64{1: 0.6}
		features.Selection = plotting.Selection{Rows: []int{5, 6, 30}, Columns: []int{2}, Node: -1}
		cases["features"+c.name] = features
		cases["loadings"+c.name] = p.Features(FeatureOptions{Grouped: true, Loadings: true})
		var order []int
		if c.k > 0 {
			order = CasesByAnnotation(data.Annotations[0], f.Activities)
		}
		cases["activities"+c.name] = p.Activities(order)
		cases["reconstruction"+c.name] = p.Reconstruction(NewTarget(data, f), true, order, "")
	}
	return cases
}

func TestFactorsGolden(t *testing.T) {
	cases := factorCases()
	dark := cases["features"]
	dark.Style = plotting.Dark
	cases["features-dark"] = dark
	zoomed := cases["reconstruction"]
	zoomed.Window = plotting.Window{X0: 0.2, X1: 0.5, Y0: 0.3, Y1: 0.5}
	zoomed.Selection = plotting.Selection{Rows: []int{42}, Columns: []int{27}, Node: -1}
	cases["reconstruction-zoomed"] = zoomed
	for _, name := range []string{"features", "features-dark", "features-3", "features-60", "features-0", "loadings",
		"activities", "activities-3", "reconstruction", "reconstruction-zoomed", "reconstruction-0"} {
		t.Run(name, func(t *testing.T) { plottingtest.GoldenPicture(t, "factors-"+name, cases[name], 800, 520) })
	}
	t.Run("narrow", func(t *testing.T) { plottingtest.GoldenPicture(t, "factors-narrow", cases["activities"], 320, 420) })
}

// Every panel answers where it draws, the strips too, and in the same words.
func TestPanelHits(t *testing.T) {
	cases := factorCases()
	m := cases["reconstruction"]
	s := m.layout(vg.Point{X: 900, Y: 600})
	if len(s.panels) != 3 {
		t.Fatalf("%d panels", len(s.panels))
	}
	for _, k := range s.panels {
		p := vg.Point{X: k.x(7.5), Y: k.y(20.5)}
		mark, ok := s.Hit(p)
		if !ok || mark.Kind != "cell" || mark.Row != m.Order[20] || mark.Column != m.Heat.Order[7] || len(mark.Lines) != 3 {
			t.Fatalf("in %q: %+v", k.Caption, mark)
		}
		if mark.Lines[0][0] != PanelData || mark.Lines[2][1] != m.Panels[1].Heat.ValueText(mark.Row, mark.Column) {
			t.Errorf("in %q the cell is %v", k.Caption, mark.Lines)
		}
		if a := s.PlotAreaAt(p); a != k.area {
			t.Errorf("the area at %v is %v", p, a)
		}
		r := k.strip[1][0]
		mark, ok = s.Hit(vg.Point{X: k.x(30.5), Y: (r.Min.Y + r.Max.Y) / 2})
		if want := m.ColumnStrips[0].LevelText(m.Heat.Order[30]); !ok || mark.Kind != "strip" || mark.Lines[0][1] != want {
			t.Errorf("the strip of %q is %+v", k.Caption, mark)
		}
	}
	sheets := m.Sheets()
	if len(sheets) != 3 || sheets[0].Name != "data" || sheets[1].Name != "fit" || sheets[2].Name != "residual" {
		t.Fatalf("sheets %v", sheets)
	}
	lines := 0
	for line := range sheets[0].Rows {
		if len(line) != 61 || lines == 0 && (line[0] != "tissue" || line[1] == "") {
			t.Fatalf("a line of %d cells: %v", len(line), line[:2])
		}
		lines++
	}
	if lines != 101 {
		t.Errorf("%d lines", lines)
	}
}

// Dots stand on the cells that were missing, where they can be told apart.
func TestMissingDots(t *testing.T) {
	m := factorCases()["reconstruction-60"]
	s := m.layout(vg.Point{X: 900, Y: 600})
	if _, _, ok := s.visibleMarks(); ok {
		t.Errorf("%d dots are drawn on cells of less than a pixel", len(m.Marks))
	}
	m.Window = plotting.Window{X0: 0.1, X1: 0.2, Y0: 0.1, Y1: 0.2}
	s = m.layout(vg.Point{X: 900, Y: 600})
	at, _, ok := s.visibleMarks()
	if !ok || len(at) == 0 {
		t.Fatalf("zoomed in, %d dots", len(at))
	}
	inside := 0
	for _, p := range at {
		if mark, hit := s.Hit(p); hit {
			inside++
			if v := m.Heat.X.At(mark.Row, mark.Column); !math.IsNaN(v) {
				t.Errorf("a dot on %s, which is %v", mark.Title, v)
			}
		}
	}
	if inside == 0 {
		t.Error("no dot is in sight")
	}
}

// A coarse copy holds the means of its rows.
func TestCoarseHeat(t *testing.T) {
	data, f := factorData(30, 301, 3, 0.2, 9)
	m := (&FactorPlot{Data: data, Factors: f}).Reconstruction(NewTarget(data, f), true, nil, PanelData)
	h := m.Heat
	for _, step := range beside.MipSteps {
		coarse := h.Coarse(m.Order, step)
		if want := (301 + step - 1) / step * 30; len(coarse) != want {
			t.Fatalf("every %d rows as one give %d cells", step, len(coarse))
		}
		for r := range len(coarse) / 30 {
			for k := range 30 {
				sum, n := 0.0, 0.0
				for _, i := range m.Order[r*step : min((r+1)*step, 301)] {
					if level := h.Levels[i*30+k]; level > 0 {
						sum += float64(level)
						n++
					}
				}
				got := float64(coarse[r*30+k])
				if n == 0 && got != 0 || n > 0 && !(math.Abs(got-sum/n) <= 0.51) {
					t.Fatalf("rows %d of %d, column %d: %v, the mean is %v", r, step, k, got, sum/n)
				}
			}
		}
	}
	if first, again := h.Coarse(m.Order, 4), h.Coarse(m.Order, 4); &first[0] != &again[0] {
		t.Error("the same copy is made twice")
	}
}

// Columns move from where their key stood to where it stands.
func TestColumnsMove(t *testing.T) {
	data, f := factorData(20, 40, 6, 0, 2)
	p := &FactorPlot{Data: data, Factors: f}
	size := vg.Point{X: 600, Y: 400}
	from, to := p.Features(FeatureOptions{Grouped: true}).layout(size),
		p.Features(FeatureOptions{Grouped: true, LeftOrdered: true}).layout(size)
	between := plotting.Motion(from, to)
	if between == nil {
		t.Fatal("nothing moves")
	}
	moved := 0
	for _, share := range []float64{0, 0.5, 1} {
		s := between(share).(*matrixScene)
		for place, j := range to.Heat.Order {
			old := from.placesOfKeys()[f.IDs[j]]
			if old != place {
				moved++
			}
			want := (1-share)*float64(from.x(float64(old))) + share*float64(to.x(float64(place)))
			if got, _ := s.across(place); !(math.Abs(float64(got)-want) <= 1e-9) {
				t.Errorf("at %v column %d stands at %v, not %v", share, j, got, want)
			}
		}
	}
	if moved == 0 {
		t.Error("no column has another place")
	}
	if plotting.Motion(to, to) != nil || plotting.Motion(from, p.Features(FeatureOptions{Grouped: true}).
		WithWindow(plotting.Window{X0: 0, X1: 0.5, Y0: 0, Y1: 1}).Layout(size)) != nil {
		t.Error("a selection or a zoom moves columns")
	}
}

// Frames of the sizes of a large table of expression, 12,557 genes × 171 samples, as a
// view draws them at 1200 × 800 while it pans and zooms.
func BenchmarkFactorFrames(b *testing.B) {
	data, f := factorData(171, 12557, 12, 0.02, 3)
	p := &FactorPlot{Data: data, Factors: f}
	cases := CasesByAnnotation(data.Annotations[0], f.Activities)
	for _, k := range []struct {
		name   string
		figure Matrix
	}{
		{"features", p.Features(FeatureOptions{LeftOrdered: true, Grouped: true})},
		{"activities", p.Activities(cases)},
		{"reconstruction", p.Reconstruction(NewTarget(data, f), true, cases, "")},
		{"data", p.Reconstruction(NewTarget(data, f), true, cases, PanelData)},
	} {
		m := k.figure
		c := raster.New(image.NewRGBA(image.Rect(0, 0, 1200, 800)), 1)
		m.Selection.Rows = []int{3, 8, 11}
		m.layout(vg.Point{X: 1200, Y: 800}).Draw(c)
		for _, share := range []float64{1, 0.9, 0.3, 0.01} {
			b.Run(fmt.Sprintf("%s/%v", k.name, share), func(b *testing.B) {
				i := 0
				for b.Loop() {
					i++
					at := (1 - share) * float64(i%100) / 100
					m.Window = plotting.Window{X0: at, X1: at + share, Y0: at, Y1: at + share}
					m.layout(vg.Point{X: 1200, Y: 800}).Draw(c)
				}
			})
		}
		b.Run(k.name+"/hover", func(b *testing.B) {
			m.Window = plotting.All
			s := m.layout(vg.Point{X: 1200, Y: 800})
			over := raster.New(image.NewRGBA(image.Rect(0, 0, 1200, 800)), 1)
			i := 0
			for b.Loop() {
				i++
				if k, ok := s.Hit(vg.Point{X: vg.Length(30 + i%400), Y: vg.Length(100 + i%500)}); ok {
					s.DrawOverlay(over, k)
				}
			}
		})
	}
}

// Making a figure from a snapshot, which the worker of a view does at the pace of a run.
func BenchmarkFactorFigures(b *testing.B) {
	data, f := factorData(171, 12557, 12, 0.02, 3)
	p := &FactorPlot{Data: data, Factors: f}
	t := NewTarget(data, f)
	cases := CasesByAnnotation(data.Annotations[0], f.Activities)
	b.Run("features", func(b *testing.B) {
		for b.Loop() {
			m := p.Features(FeatureOptions{LeftOrdered: true, Grouped: true})
			m.Heat.Prepare()
		}
	})
	b.Run("cases", func(b *testing.B) {
		for b.Loop() {
			CasesByAnnotation(data.Annotations[0], f.Activities)
		}
	})
	b.Run("reconstruction", func(b *testing.B) {
		for b.Loop() {
			m := p.Reconstruction(t, true, cases, "")
			for _, k := range m.allHeats() {
				k.Heat.Prepare()
			}
		}
	})
}

// Names that are left out are counted as what they are in the table, or as factors.
func TestNamesLeftOutOfFactors(t *testing.T) {
	data, f := factorData(90, 400, 60, 0, 5)
	other := *f
	other.Side, other.Offset = inference.OnRows, nil
	turned := plottingtest.DatasetOf(mat.DenseCopyOf(data.X.T()))
	for name, c := range map[string]struct {
		figure Matrix
		want   []string
	}{
		"features":   {(&FactorPlot{Data: data, Factors: f}).Features(FeatureOptions{}), []string{"columns"}},
		"activities": {(&FactorPlot{Data: data, Factors: f}).Activities(nil), []string{"factors", "rows"}},
		"reconstruction": {(&FactorPlot{Data: data, Factors: f}).Reconstruction(NewTarget(data, f), false, nil, ""),
			[]string{"columns", "rows"}},
		"features of rows": {(&FactorPlot{Data: turned, Factors: &other}).Features(FeatureOptions{}), []string{"rows"}},
		"activities of columns": {(&FactorPlot{Data: turned, Factors: &other}).Activities(nil),
			[]string{"factors", "columns"}},
		"reconstruction of rows": {(&FactorPlot{Data: turned, Factors: &other}).
			Reconstruction(NewTarget(turned, &other), false, nil, ""), []string{"rows", "columns"}},
	} {
		out := plottingtest.NewInkRecorder(vg.Point{X: 800, Y: 520})
		c.figure.Layout(vg.Point{X: 800, Y: 520}).Draw(out)
		said := ""
		for _, text := range out.Texts {
			said += text.Text + "\n"
		}
		for _, want := range c.want {
			if !strings.Contains(said, " "+want+" named") && !strings.Contains(said, " "+want+"\n") {
				t.Errorf("%s: no count of %s in %q", name, want, said)
			}
		}
	}
}
