package chart

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/raster"
	"example.org/espalier/plotting/write"

	"gonum.org/v1/plot/vg"
)

// climb is a noisy curve that rises and flattens, as an objective does.
func climb(n int, seed uint64) Series {
	r := rand.New(rand.NewPCG(seed, 0))
	s := Series{Name: fmt.Sprintf("chain %d", seed)}
	for i := range n {
		s.Iteration = append(s.Iteration, i)
		s.Seconds = append(s.Seconds, 0.8+float64(i)*0.0031)
		s.Values = append(s.Values, -12345-3000*math.Exp(-6*float64(i)/float64(n))+40*float64(seed)+30*r.NormFloat64())
	}
	return s
}

func objective(series ...Series) Trace {
	return Trace{Title: "log evidence, nats", Subtitle: "2 chains, burn-in pale", Iteration: "search step",
		Series: series, Style: plotting.Light}
}

// Every size and number of points gives a picture, without a panic.
func TestTracePictures(t *testing.T) {
	gap := climb(300, 1)
	for i := 100; i < 160; i++ {
		gap.Values[i] = math.NaN()
	}
	gap.Values[200], gap.Values[201] = math.Inf(-1), math.Inf(1)
	two := objective(climb(1240, 1), climb(1240, 2))
	two.BurnIn, two.HasCursor, two.Cursor = 1.0/3, true, 1150
	dark := two
	dark.Style = plotting.Dark
	seconds := two
	seconds.BySeconds = true
	for name, f := range map[string]Trace{
		"none": objective(), "one": objective(climb(1, 1)), "two_points": objective(climb(2, 1)),
		"three": objective(climb(3, 1)),
		"two":   two, "dark": dark, "seconds": seconds, "gap": objective(gap),
		"zoomed":   two.WithWindow(plotting.Window{X0: 0.6, X1: 0.7, Y0: 0, Y1: 1}).(Trace),
		"constant": objective(Series{Iteration: []int{0, 5}, Seconds: []float64{0, 1}, Values: []float64{3, 3}}),
		"no_zero":  objective(Series{Iteration: []int{7, 7}, Seconds: []float64{1, 1}, Values: []float64{0, math.NaN()}}),
		"long": {Title: strings.Repeat("a very long name of an objective ", 4),
			Subtitle: strings.Repeat("and what it shows ", 9), Series: two.Series, Style: plotting.Light},
		"untitled": {Series: two.Series[:1], Style: plotting.Dark},
	} {
		for _, size := range [][2]int{{880, 185}, {880, 150}, {300, 150}, {120, 60}, {40, 20}, {1, 1}} {
			plottingtest.Picture(t, fmt.Sprintf("trace_%s_%dx%d", name, size[0], size[1]), f, size[0], size[1], 1)
		}
		plottingtest.Picture(t, "trace_"+name+"_hidpi", f, 1760, 370, 2)
	}
}

// Thinning a million points keeps every extreme, and is quick enough for a frame.
func TestTraceOfMillions(t *testing.T) {
	const n = 1_000_000
	s := climb(n, 1)
	s.Values[654_321] = 99 // one spike upwards
	s.Values[123_456] = -99_999
	f := objective(s)
	scene := f.Layout(plottingtest.At(880, 150)).(*traceScene)
	if k := len(scene.lines[0].full); k > 4*columnsPerPoint*900 {
		t.Errorf("%d places in the path", k)
	}
	low, high := false, false
	for _, q := range scene.lines[0].full {
		low = low || q.Pos == scene.at(123_456, -99_999)
		high = high || q.Pos == scene.at(654_321, 99)
	}
	if !low || !high {
		t.Errorf("the spikes are lost: low %v, high %v", low, high)
	}
	if !strings.Contains(scene.bestText, "best 99 at 654,321") {
		t.Error(scene.bestText)
	}
	plottingtest.Picture(t, "trace_million", f, 880, 150, 1)
}

// Where nothing is thinned the path goes through every point.
func TestTraceIsExact(t *testing.T) {
	s := climb(50, 1)
	scene := objective(s).Layout(plottingtest.At(880, 185)).(*traceScene)
	p := scene.lines[0].full
	if len(p) != 50 {
		t.Fatalf("%d places, want 50", len(p))
	}
	for i, q := range p {
		if want := scene.at(float64(i), s.Values[i]); q.Pos != want {
			t.Errorf("point %d at %v, want %v", i, q.Pos, want)
		}
	}
}

// A hit reads the place that is drawn, before and after zooming.
func TestTraceHit(t *testing.T) {
	f := objective(climb(400, 1), climb(400, 3))
	for _, w := range []plotting.Window{plotting.All, {X0: 0.25, X1: 0.5, Y0: 0, Y1: 1}} {
		scene := f.WithWindow(w).Layout(plottingtest.At(880, 185)).(*traceScene)
		for series := range 2 {
			for _, i := range []int{110, 150, 190} {
				m, ok := scene.Hit(scene.at(float64(i), f.Series[series].Values[i]))
				if !ok || m.Kind != "point" || m.Index != i || m.Column != series {
					t.Errorf("window %v, series %d, point %d: %+v %v", w, series, i, m, ok)
				}
				if m.Title != "search step "+plotting.FormatCount(i) ||
					m.Lines[1][1] != plotting.FormatDigits(f.Series[series].Values[i], 7) {
					t.Errorf("%+v", m)
				}
			}
		}
		if _, ok := scene.Hit(plottingtest.At(2, 2)); ok {
			t.Error("a hit in the corner")
		}
		if a := scene.PlotArea(); a.Min.X < 100 || a.Max.X > 880 || a.Max.Y > 185 {
			t.Errorf("plot area %v", a)
		}
	}
	if _, ok := objective().Layout(plottingtest.At(880, 185)).Hit(plottingtest.At(400, 90)); ok {
		t.Error("a hit in an empty figure")
	}
}

func TestTraceSheetAndSeries(t *testing.T) {
	tr := inference.Trace{Names: []string{"evidence"}, Iteration: []int{0, 1}, Seconds: []float64{0.5, 1},
		Values: [][]float64{{-3.25, math.NaN()}}}
	s, ok := NewSeries("chain, 1", tr, "evidence")
	if !ok {
		t.Fatal("no column")
	}
	if _, ok := NewSeries("", tr, "none"); ok {
		t.Error("a column that is not there")
	}
	sheets, err := plotting.Numbers(objective(s))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := write.CSV(&b, sheets[0]); err != nil {
		t.Fatal(err)
	}
	want := "series,iteration,seconds,value\r\n\"chain, 1\",0,0.5,-3.25\r\n\"chain, 1\",1,1,\r\n"
	if b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
	if _, err := plotting.Numbers(objective()); err != plotting.ErrNoNumbers {
		t.Errorf("error %v", err)
	}
}

func BenchmarkTrace(b *testing.B) {
	for _, n := range []int{1000, 1_000_000} {
		f := objective(climb(n, 1), climb(n, 2))
		b.Run(fmt.Sprintf("points=%d", n), func(b *testing.B) {
			img, _ := raster.Figure(f, 880, 150, 1, nil)
			b.ReportAllocs()
			for b.Loop() {
				raster.Figure(f, 880, 150, 1, img)
			}
		})
	}
}

// The text never leaves the figure.
func TestTraceStaysInside(t *testing.T) {
	f := objective(climb(40, 1))
	f.Title = strings.Repeat("wide ", 40)
	for _, size := range []vg.Point{plottingtest.At(200, 100), plottingtest.At(481, 150), plottingtest.At(900, 150)} {
		s := f.Layout(size).(*traceScene)
		if s.text.Max.X > size.X || s.area.Max.X > size.X || s.area.Min.X < 0 || s.area.Min.Y < 0 {
			t.Errorf("%v: text %v, plot %v", size, s.text, s.area)
		}
	}
}

func TestGoldenTrace(t *testing.T) {
	two := objective(climb(1240, 1), climb(1240, 2))
	two.BurnIn, two.HasCursor, two.Cursor = 1.0/3, true, 1150
	dark := two
	dark.Style = plotting.Dark
	for name, f := range map[string]plotting.Figure{"trace_light": two, "trace_dark": dark, "trace_empty": objective()} {
		img, _ := raster.Figure(f, 880, 150, 1, nil)
		plottingtest.Golden(t, name, img)
	}
}

// Two series that lie side by side can be told from their ground.
func TestSeriesCanBeSeen(t *testing.T) {
	for _, s := range []plotting.Style{plotting.Light, plotting.Dark} {
		for k := range 5 {
			if c := plottingtest.ContrastRatio(seriesColour(s, k), s.Surface); c < 2.2 {
				t.Errorf("dark %v: series %d has a contrast of %.2f", s.Dark, k, c)
			}
		}
	}
}

// What differs by less than a nat is drawn as nearly level, with ticks that mean something.
func TestTraceOfASettledObjective(t *testing.T) {
	settled := func(title string) *traceScene {
		s := Series{Name: "one"}
		for i := range 50 {
			s.Iteration, s.Seconds = append(s.Iteration, i), append(s.Seconds, float64(i))
			s.Values = append(s.Values, -749.735+1e-4*float64(i))
		}
		return Trace{Title: title, Series: []Series{s}, Window: plotting.All,
			Style: plotting.Light}.Layout(vg.Point{X: 880, Y: 150}).(*traceScene)
	}
	s := settled("log evidence, nats")
	if len(s.y) < 2 || s.y[1].Value-s.y[0].Value < 0.1 {
		t.Errorf("ticks of %v", s.y)
	}
	if s := settled("scale"); s.high-s.low > 0.01 {
		t.Errorf("a quantity of no known unit spans %v", s.high-s.low)
	}
}

// One value is said in words: it is no curve.
func TestTraceOfOneIteration(t *testing.T) {
	one := Trace{Title: "log likelihood, nats", Iteration: "cycle",
		Series: []Series{{Iteration: []int{1}, Seconds: []float64{0.1}, Values: []float64{-749.735}}},
		Window: plotting.All, Style: plotting.Light}
	for _, size := range []vg.Point{{X: 880, Y: 150}, {X: 420, Y: 300}} {
		s := one.Layout(size)
		c := plottingtest.NewInkRecorder(size)
		s.Draw(c)
		var all []string
		for _, x := range c.Texts {
			all = append(all, x.Text)
		}
		if text := strings.Join(all, " "); !strings.Contains(text, "A single cycle: −749.735. A curve needs two.") ||
			strings.Contains(text, "best") {
			t.Errorf("the figure says %q", text)
		}
		if s.PlotArea() != (vg.Rectangle{}) {
			t.Error("there is nothing to zoom")
		}
	}
	if len(one.Sheets()) != 1 {
		t.Error("the number cannot be saved")
	}
	plottingtest.Keep(t, "trace-single", one, 880, 150)
}

// A title that is wider than its place beside the plot takes two lines: nothing is cut.
func TestTraceBreaksItsTitle(t *testing.T) {
	tr := Trace{Title: "log evidence of the tree, nats",
		Series: []Series{{Iteration: []int{0, 1, 2}, Values: []float64{1, 2, 3}}}, Style: plotting.Light}
	s := tr.Layout(vg.Point{X: 560, Y: 140}).(*traceScene)
	if !s.aside() {
		t.Fatal("the title stands above the plot")
	}
	var words []string
	for _, l := range s.textLines()[:2] {
		words = append(words, l.text)
		if w := ink.TextWidth(l.face, l.text); w > s.text.Max.X-s.text.Min.X || strings.Contains(l.text, "…") {
			t.Errorf("the line %q is %v wide in a place of %v", l.text, w, s.text.Max.X-s.text.Min.X)
		}
	}
	if got := strings.Join(words, " "); got != tr.Title {
		t.Errorf("the title reads %q", got)
	}
}

// On a screen a low trace leaves the unit to its points; a tall one and files tell it over the curve.
func TestLowTracesAreWithoutUnit(t *testing.T) {
	f := Trace{Title: "log evidence, nats", Style: plotting.Light}
	for _, c := range []struct {
		screen bool
		height vg.Length
		want   string
	}{{true, 180, "log evidence"}, {true, 600, f.Title}, {false, 180, f.Title}} {
		f.Style.Handles = c.screen
		if got := f.Layout(vg.Point{X: 900, Y: c.height}).(*traceScene).headings()[0].text; got != c.want {
			t.Errorf("at %v on a screen, %v: %q, want %q", c.height, c.screen, got, c.want)
		}
	}
}

func TestScoresInOneFormat(t *testing.T) {
	for x, want := range map[float64]string{-569.2575: "−569.3", -99.6146: "−99.6", -1234.56: "−1,234.6",
		56789.4: "56,789", 9999.96: "10,000", 0.04567: "0.0457", 123456789: "1.23e8"} {
		if got := FormatScore(x); got != want {
			t.Errorf("%v is %q, want %q", x, got, want)
		}
	}
}
