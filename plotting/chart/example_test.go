package chart_test

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

// Activities of a factor in two groups of cases.
func ExampleBoxes() {
	b := chart.Boxes{Title: "Activities by species", Groups: []string{"blue", "orange"}, Style: plotting.Light,
		Window: plotting.All, Panels: []chart.BoxPanel{
			{Name: "factor 1", Values: []float64{0, 1, 2, 3, 4, 10, 12}, Group: []int{0, 0, 0, 0, 0, 1, 1}},
		}}
	plottingtest.PrintSheet(b, "boxes", 2)
	// Output:
	// panel,group,n,low,quarter,median,three_quarters,high
	// factor 1,blue,5,0,1,2,3,4
	// factor 1,orange,2,10,10.5,11,11.5,12
}

// A line with points on it.
func ExampleChart() {
	x, y := []float64{0, 1, 2}, []float64{0, 1, 4}
	f := &chart.Chart{Title: "Squares", X: chart.Axis{Name: "x", High: 2}, Y: chart.Axis{Name: "x²", High: 4},
		Style: plotting.Light, Layers: []chart.Layer{
			{Kind: chart.Line, X: x, Y: y},
			{Name: "values", Kind: chart.Points, X: x, Y: y, Ink: chart.SelectionInk},
		}}
	scene := f.Layout(plottingtest.At(400, 300))
	area := scene.PlotArea()
	fmt.Println(area.Min.X > 0, area.Max.X < scene.Size().X)
	plottingtest.PrintSheet(f, "layers", 4)
	// Output:
	// true true
	// layer,name,x,y,low,high
	// ,,0,0,,
	// ,,1,1,,
	// ,,2,4,,
	// values,,0,0,,
}

// How much of the variance each of two factors explains.
func ExampleCounts() {
	c := chart.Counts{Title: "Factors", Selected: -1, Style: plotting.Light, Explained: []factors.Spread{
		{Mean: 0.5, StandardDeviation: 0.05, Low: 0.4, High: 0.6},
		{Mean: 0.25, StandardDeviation: 0.05, Low: 0.15, High: 0.35},
	}, Noise: factors.Spread{Mean: 0.25, StandardDeviation: 0.01, Low: 0.23, High: 0.27}}
	plottingtest.PrintSheet(c, "explained", 3)
	// Output:
	// factor,mean,standard_deviation,low,high
	// factor 1,0.5,0.05,0.4,0.6
	// factor 2,0.25,0.05,0.15,0.35
	// noise,0.25,0.01,0.23,0.27
}

// Two chains that mix well.
func ExampleDiagnostics() {
	s := &inference.Snapshot{}
	for k := range 2 {
		rng := plottingtest.TestRand(uint64(k))
		c := inference.Trace{Names: []string{"sigma2"}, Values: make([][]float64, 1)}
		for i := range 400 {
			c.Iteration, c.Seconds = append(c.Iteration, i), append(c.Seconds, float64(i))
			c.Values[0] = append(c.Values[0], rng.NormFloat64())
		}
		s.Chains = append(s.Chains, c)
	}
	report, err := diagnostics.NewMonitor(diagnostics.Options{BurnIn: 0.25}).Report(context.Background(), s)
	if err != nil {
		panic(err)
	}
	d := chart.NewDiagnostics(report, s, nil)
	d.Style = plotting.Light
	fmt.Println(d.Rows(), report.Draws, report.Verdict.Level == diagnostics.Good)
	// Output:
	// 1 300 true
}

// Two figures beside each other, on one page.
func ExamplePanels() {
	half := func(name string, x0, x1 float64) chart.Panel {
		f := &chart.Chart{Title: name, Style: plotting.Light, X: chart.Axis{High: 1}, Y: chart.Axis{High: 1},
			Layers: []chart.Layer{{Name: "line", X: []float64{0, 1}, Y: []float64{0, 1}}}}
		return chart.Panel{Name: name, Figure: f, Box: plotting.Window{X0: x0, X1: x1, Y1: 1}}
	}
	f := &chart.Panels{Title: "Before and after", Style: plotting.Light,
		Parts: []chart.Panel{half("before", 0, 0.5), half("after", 0.5, 1)}}
	for _, s := range f.Sheets() {
		fmt.Println(s.Name, s.Header)
	}
	// Output:
	// before-layers [layer name x y low high]
	// after-layers [layer name x y low high]
}

// The items of a factor, the most probable first.
func ExampleRanking() {
	r := chart.Ranking{Title: "Factor 1", Style: plotting.Light, Window: plotting.All, Names: []string{"gene 7", "gene 2"},
		Entries: []factors.Ranked{
			{Item: 6, Probability: 1, Loading: factors.Spread{Mean: -1.5, StandardDeviation: 0.1, Low: -1.75, High: -1.25}},
			{Item: 1, Probability: 0.75, Loading: factors.Spread{Mean: 0.5, StandardDeviation: 0.25, Low: 0, High: 1}},
		}}
	plottingtest.PrintSheet(r, "ranking", 2)
	// Output:
	// rank,item,probability,mean,standard_deviation,low,high
	// 1,gene 7,1,-1.5,0.1,-1.75,-1.25
	// 2,gene 2,0.75,0.5,0.25,0,1
}

// The log evidence of a search, step by step.
func ExampleTrace() {
	t := chart.Trace{Title: "log evidence, nats", Iteration: "search step", Style: plotting.Light,
		Window: plotting.All, Series: []chart.Series{
			{Iteration: []int{0, 1, 2}, Seconds: []float64{0, 0.5, 1}, Values: []float64{-90, -60, -59}},
		}}
	plottingtest.PrintSheet(t, "trace", 3)
	fmt.Println(t.Layout(vg.Point{X: 400, Y: 240}).Size().X)
	// Output:
	// series,iteration,seconds,value
	// 1,0,0,-90
	// 1,1,0.5,-60
	// 1,2,1,-59
	// 400
}
