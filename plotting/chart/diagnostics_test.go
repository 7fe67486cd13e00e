package chart

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/raster"

	"gonum.org/v1/plot/vg"
)

var sampled = inference.Info{
	Scalars: []string{"log_joint", "branch_points", "c", "sigma2", "theta", "alpha"}, Iteration: "sweep",
	Parameters: []inference.Parameter{{Name: "c", Title: "c, divergence", Learnt: true},
		{Name: "sigma2", Title: "σ², diffusion", Learnt: true},
		{Name: "theta", Title: "θ, concentration", Learnt: true}, {Name: "alpha", Title: "α, discount", Learnt: true}}}

// sampledRun is a snapshot of chains that start far away and then sample; a fault makes
// the last one keep to itself.
func sampledRun(chains, n, leaves int, fault bool) *inference.Snapshot {
	s := &inference.Snapshot{}
	var draws []forest.Draw
	rng := plottingtest.TestRand(4)
	trees := make([]*tree.Tree, 12)
	for i := range trees {
		trees[i] = plottingtest.Coalescent(leaves, rng)
	}
	for k := range chains {
		rng := plottingtest.TestRand(uint64(k + 10))
		t := inference.Trace{Names: sampled.Scalars, Values: make([][]float64, len(sampled.Scalars))}
		x := make([]float64, 4)
		now := trees[k]
		for i := range n {
			t.Iteration, t.Seconds = append(t.Iteration, i), append(t.Seconds, 0.01*float64(i))
			for j, rho := range []float64{0.3, 0.9, 0.6, 0.97} {
				x[j] = rho*x[j] + math.Sqrt(1-rho*rho)*rng.NormFloat64()
			}
			shift := 0.0
			if fault && k == chains-1 {
				shift = 2.5
			}
			far := math.Exp(-30 * float64(i) / float64(n))
			for j, v := range []float64{-1234 + 6*x[0] - 900*far, math.Round(17 + 2*x[1]), math.Exp(0.3*x[2] + far),
				math.Exp(0.25*x[3] + 0.25*shift), 0, 1 / (1 + math.Exp(3-x[1]))} {
				t.Values[j] = append(t.Values[j], v)
			}
			if i%max(1, n/200) == 0 {
				pick := rng.IntN(6)
				if shift > 0 {
					pick += 6
				}
				if rng.Float64() < 0.5 {
					now = trees[pick]
				}
				draws = append(draws, forest.Draw{Chain: k, Iteration: i, Tree: now})
			}
		}
		s.Chains = append(s.Chains, t)
	}
	if chains > 0 {
		s.Trace = s.Chains[0]
	}
	s.Parts = []inference.Part{&forest.Forest{Draws: draws}}
	return s
}

func diagnosed(t testing.TB, s *inference.Snapshot) *Diagnostics {
	t.Helper()
	r, err := diagnostics.NewMonitor(diagnostics.Options{BurnIn: inference.BurnIn, Iteration: "sweep",
		Titles: diagnostics.Titles(sampled)}).Report(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	positive := diagnostics.Range{Low: 0, High: math.Inf(1)}
	d := NewDiagnostics(r, s, map[string]diagnostics.Range{"c": positive, "sigma2": positive, "alpha": {Low: 0, High: 1}})
	d.Style = plotting.Light
	return d
}

// Every number of chains and draws, and every size, gives a picture without a panic.
func TestDiagnosticsPictures(t *testing.T) {
	good, bad := diagnosed(t, sampledRun(4, 2001, 30, false)), diagnosed(t, sampledRun(4, 2001, 30, true))
	dark := bad.WithStyle(plotting.Dark).(*Diagnostics).WithCursor(2, 1400)
	broken := sampledRun(2, 400, 9, false)
	broken.Chains[1].Values[2][300] = math.NaN()
	for name, f := range map[string]plotting.Figure{
		"none": &Diagnostics{Style: plotting.Light}, "good": good, "bad": bad, "dark": dark,
		"start": diagnosed(t, sampledRun(4, 0, 9, false)), "first": diagnosed(t, sampledRun(4, 1, 9, false)),
		"early": diagnosed(t, sampledRun(4, 30, 9, false)),
		"one":   diagnosed(t, sampledRun(1, 1500, 9, false)), "two": diagnosed(t, sampledRun(2, 1500, 9, false)),
		"nine": diagnosed(t, sampledRun(9, 500, 9, false)), "nan": diagnosed(t, broken),
		"zoomed": bad.WithWindow(plotting.Window{X0: 0, X1: 1, Y0: 0.5, Y1: 0.9}),
		"end":    bad.WithWindow(plotting.Window{X0: 0, X1: 1, Y0: 0.7, Y1: 1}),
	} {
		for _, size := range [][2]int{{1120, 720}, {760, 500}, {420, 300}, {200, 100}, {40, 20}, {1, 1}} {
			plottingtest.Picture(t, fmt.Sprintf("diagnostics_%s_%dx%d", name, size[0], size[1]), f, size[0], size[1], 1)
		}
	}
}

// What is pointed at is what is drawn there.
func TestDiagnosticsHit(t *testing.T) {
	snap := sampledRun(3, 801, 12, true)
	d := diagnosed(t, snap)
	for _, w := range []plotting.Window{plotting.All, {X0: 0, X1: 1, Y0: 0.2, Y1: 0.6}} {
		s := d.WithWindow(w).Layout(plottingtest.At(1120, 720)).(*diagnosticsScene)
		kinds := map[plotting.MarkKind]int{}
		for i := range s.panels {
			p := &s.panels[i]
			for _, k := range []int{250, 600} {
				for chain := range p.traces.Series {
					r := &p.traces.Series[chain]
					j := min(k, len(r.Values)-1)
					q := p.traces.at(float64(r.Iteration[j]), r.Values[j])
					if !ink.Contains(s.area, q) {
						continue
					}
					m, ok := s.Hit(q)
					if !ok || m.Kind != "draw" || m.Anchor.Sub(q).Dot(m.Anchor.Sub(q)) > 1e-9 || m.Index != r.Iteration[j] {
						t.Errorf("%s, chain %d, draw %d: %+v", p.quantity.Title, chain, j, m)
					}
					kinds["draw"]++
				}
			}
			for _, q := range []vg.Point{{X: (p.density.Min.X + p.density.Max.X) / 2, Y: p.density.Min.Y + 1},
				{X: p.decay.Min.X + 3, Y: p.decay.Min.Y + 1}, {X: (p.ranks.Min.X + p.ranks.Max.X) / 2, Y: p.ranks.Min.Y + 1},
				{X: s.area.Max.X - 2, Y: p.density.Min.Y + 1}} {
				if m, ok := s.Hit(q); ok && ink.Contains(s.area, q) {
					kinds[m.Kind]++
					if m.Index < 0 || len(m.Lines) == 0 {
						t.Errorf("%+v", m)
					}
				}
			}
		}
		for _, c := range s.clades {
			for i, clade := range d.Report.Topology.Clades {
				m, ok := s.Hit(c.at(clade.Frequencies))
				got, is := d.Clade(m)
				if !ok || !is || c.at(got.Frequencies) != c.at(clade.Frequencies) || !strings.HasPrefix(m.Title, "Clade of ") {
					t.Fatalf("clade %d: %+v", i, m)
				}
				kinds["clade"]++
			}
		}
		for _, k := range []plotting.MarkKind{"draw", "density", "ranks", "autocorrelation", "quantity"} {
			if kinds[k] == 0 {
				t.Errorf("window %v: no %s was hit", w, k)
			}
		}
		if w == plotting.All && kinds["clade"] == 0 {
			t.Error("no clade was hit")
		}
	}
	if _,
		ok := (&Diagnostics{Style: plotting.Light}).Layout(plottingtest.At(800, 500)).Hit(plottingtest.At(400, 200)); ok {
		t.Error("a hit in an empty figure")
	}
}

// Numbers in the table are those of the report, and what the sheets hold.
func TestDiagnosticsNumbers(t *testing.T) {
	snap := sampledRun(2, 401, 9, false)
	d := diagnosed(t, snap)
	sheets, err := plotting.Numbers(d)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]int{}
	for _, s := range sheets {
		for cells := range s.Rows {
			if len(cells) != len(s.Header) {
				t.Fatalf("%s: %v under %v", s.Name, cells, s.Header)
			}
			rows[s.Name]++
			if q, ok := d.Report.Quantity("sigma2"); s.Name == "quantities" && cells[0] == "sigma2" &&
				(!ok || cells[7] != plotting.Cell(q.RHat) || cells[8] != plotting.Cell(q.BulkESS)) {
				t.Errorf("%v", cells)
			}
		}
	}
	// Five quantities vary, of two chains; trees are kept every second sweep.
	if rows["quantities"] != 6 || rows["traces"] != 2*(5*401+len(d.Report.Topology.Distances[0])) ||
		rows["clades"] != len(d.Report.Topology.Clades) || rows["densities"] == 0 || rows["autocorrelations"] == 0 {
		t.Errorf("%v", rows)
	}
	if got := d.subtitle(); got != "2 chains of 400 sweeps · the first 100 of each pale and left out · θ does not vary" {
		t.Error(got)
	}
	if _, err := plotting.Numbers(&Diagnostics{}); err != plotting.ErrNoNumbers {
		t.Errorf("error %v", err)
	}
}

// Rows keep a least height where there are many, and the window moves over them.
func TestDiagnosticsRowsScroll(t *testing.T) {
	d := diagnosed(t, sampledRun(2, 201, 9, false))
	if w := d.RowsWindow(1100, 60); !w.IsAll() {
		t.Errorf("%v", w)
	}
	area := d.Layout(plottingtest.At(1000, 300)).PlotArea()
	w := d.RowsWindow(area.Size().Y, 60)
	s := d.WithWindow(w).Layout(plottingtest.At(1000, 300)).(*diagnosticsScene)
	if w.IsAll() || s.rowHeight < 59.9 || s.rowHeight > 90 || s.panels[len(s.panels)-1].box.Min.Y < s.area.Min.Y-0.01 ||
		len(s.panels) >= len(d.rows) {
		t.Errorf("%v: rows of %v, %d of them", w, s.rowHeight, len(s.panels))
	}
	end := d.WithWindow(plotting.Window{X0: 0, X1: 1, Y0: 1 - w.Y1, Y1: 1}).
		Layout(plottingtest.At(1000, 300)).(*diagnosticsScene)
	if len(end.clades) == 0 || end.panels[0].quantity.Title == s.panels[0].quantity.Title {
		t.Error("the end is not seen")
	}
}

func BenchmarkDiagnostics(b *testing.B) {
	for _, n := range []int{2000, 50_000} {
		d := diagnosed(b, sampledRun(4, n, 30, false))
		b.Run(fmt.Sprintf("draws=4x%d", n), func(b *testing.B) {
			img, _ := raster.Figure(d, 1120, 720, 1, nil)
			for b.Loop() {
				raster.Figure(d, 1120, 720, 1, img)
			}
		})
	}
}

// What a window pays for new diagnostics, drawing apart: the report and the figure.
func BenchmarkDiagnose(b *testing.B) {
	for _, n := range []int{2000, 50_000} {
		snap := sampledRun(4, n, 200, false)
		b.Run(fmt.Sprintf("draws=4x%d", n), func(b *testing.B) {
			for b.Loop() {
				diagnosed(b, snap)
			}
		})
	}
}

func TestGoldenDiagnostics(t *testing.T) {
	for name, f := range map[string]plotting.Figure{
		"diagnostics_light": diagnosed(t, sampledRun(4, 1501, 30, true)).WithCursor(1, 1100),
		"diagnostics_dark":  diagnosed(t, sampledRun(2, 801, 12, false)).WithStyle(plotting.Dark),
	} {
		img, _ := raster.Figure(f, 1000, 640, 1, nil)
		plottingtest.Golden(t, name, img)
	}
}
