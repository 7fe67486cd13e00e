package chart

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

// someCounts is a run of chains that find k factors, for a summary of as many.
func someCounts(chains, n, k int) Counts {
	s := &inference.Snapshot{}
	for c := range chains {
		rng := rand.New(rand.NewPCG(uint64(c), 9))
		t := inference.Trace{Names: []string{"log_joint", factors.Features}, Values: make([][]float64, 2)}
		for i := range n {
			t.Iteration, t.Seconds = append(t.Iteration, i), append(t.Seconds, 0.1*float64(i))
			t.Values[0] = append(t.Values[0], float64(i))
			v := float64(k) * (1 - math.Exp(-float64(i)/20))
			if rng.IntN(4) == 0 && i > 40 {
				v += float64(rng.IntN(3))
			}
			t.Values[1] = append(t.Values[1], math.Round(v))
		}
		s.Chains = append(s.Chains, t)
	}
	c := NewCounts(s, plottingtest.SomeFactors(30, 10, k), 0.25, "sweep")
	c.Title, c.Subtitle = "NSFA of tissue_expression: number of factors", c.Posterior()
	return c
}

func TestCounts(t *testing.T) {
	s := &inference.Snapshot{}
	for _, v := range [][]float64{{9, 9, 3, 3, 3, 4, 4, 4}, {9, 9, 4, 4, 4, 4, 4, 5}} {
		tr := inference.Trace{Names: []string{factors.Features}, Values: [][]float64{v}}
		for i := range v {
			tr.Iteration, tr.Seconds = append(tr.Iteration, i), append(tr.Seconds, float64(i))
		}
		s.Chains = append(s.Chains, tr)
	}
	c := NewCounts(s, plottingtest.SomeFactors(20, 10, 4), 0.25, "sweep")
	// Of 12 draws 3 are 3, 8 are 4 and 1 is 5.
	if p := c.Posterior(); p != "K = 4 in 67 % of the draws, 3 to 5 in 90 %" {
		t.Errorf("%q", p)
	}
	for i := range s.Chains {
		s.Chains[i].Names = append(s.Chains[i].Names, factors.Common)
		s.Chains[i].Values = append(s.Chains[i].Values, []float64{9, 9, 3, 3, 3, 3, 3, 3})
	}
	if p := NewCounts(s, plottingtest.SomeFactors(20, 10, 4), 0.25, "sweep").
		Posterior(); p != "K = 3 in 100 % of the draws; without factors of one item" {
		t.Errorf("%q", p)
	}
	sc := c.Layout(vg.Point{X: 900, Y: 600}).(*countsScene)
	y0, y1 := sc.barOf(1)
	m, ok := sc.Hit(vg.Point{X: sc.hist.Min.X + 5, Y: (y0 + y1) / 2})
	if !ok || m.Index != 4 || fmt.Sprint(m.Lines) != "[[draws 67 %] [chain 1 50 %] [chain 2 83 %]]" {
		t.Errorf("the histogram has %+v", m)
	}
	if at := sc.traces.at(3, 4).Y; !(math.Abs(float64(at-(y0+y1)/2)) <= 1e-9) {
		t.Errorf("K = 4 of the trace is at %v, of the histogram at %v", at, (y0+y1)/2)
	}
	m, ok = sc.Hit(vg.Point{X: (sc.each[2].Min.X + sc.each[2].Max.X) / 2, Y: sc.each[2].Min.Y + 2})
	if !ok || m.Node != 2 || m.Title != "factor 3" || !strings.Contains(fmt.Sprint(m.Lines), "variance explained") {
		t.Errorf("a bar is %+v", m)
	}
	if m, ok := sc.Hit(sc.traces.at(3, 4)); !ok || m.Kind != "draw" || m.Index != 3 {
		t.Errorf("the trace has %+v", m)
	}
	if n := len(c.Sheets()); n != 3 {
		t.Errorf("%d sheets", n)
	}
}

func TestCountsPictures(t *testing.T) {
	dark := someCounts(4, 2000, 12)
	dark.Style, dark.Selected = plotting.Dark, 2
	estimate := NewCounts(&inference.Snapshot{}, plottingtest.SomeFactors(30, 10, 5), 0.25, "")
	for name, f := range map[string]plotting.Figure{"light": someCounts(2, 1000, 12), "dark": dark,
		"zero": someCounts(2, 100, 0), "one": someCounts(1, 100, 1),
		"sixty": someCounts(3, 3000, 60), "estimate": estimate,
		"none": NewCounts(&inference.Snapshot{}, nil, 0.25, "sweep")} {
		for _, size := range [][2]int{{900, 600}, {420, 300}, {120, 90}, {12, 8}} {
			plottingtest.Picture(t, fmt.Sprintf("counts_%s_%dx%d", name, size[0], size[1]), f, size[0], size[1], 1)
		}
	}
}
