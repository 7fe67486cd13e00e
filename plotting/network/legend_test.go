package network

import (
	"image/color"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

// An entry of the legend stands for its nodes.
func TestLegendOfANetworkIsHit(t *testing.T) {
	f := some(20)
	plottingtest.CheckLegend(t, f.Layout(plottingtest.At(900, 700)), f.Strip.Annotation)
}

// In a signed network the width of a line is the size of its weight and its opacity the strength, and no two lines of
// the legend are alike.
func TestLinesOfASignedNetwork(t *testing.T) {
	f := &Network{Names: []string{"a", "b", "c", "d"}, X: []float64{0, 1, 0, 1}, Y: []float64{0, 0, 1, 1},
		Signed: true, Columns: true,
		Strength: "share of subsamples", Weight: "partial correlation", Style: plotting.Light, Edges: []Edge{
			{From: 0, To: 1, Strength: 0.5, Weight: 0.6}, {From: 1, To: 2, Strength: 1, Weight: -0.1},
			{From: 2, To: 3, Strength: 1, Weight: 0.3}}}
	f.Prepare()
	s := f.Layout(plottingtest.At(700, 500)).(*Scene)
	_, wide := s.edgeInk(f.Edges[0])
	faint, _ := s.edgeInk(f.Edges[0])
	bold, narrow := s.edgeInk(f.Edges[1])
	_, middle := s.edgeInk(f.Edges[2])
	if !(wide > middle && middle > narrow) || faint.A >= bold.A {
		t.Errorf("widths %v, %v, %v and opacities %d, %d", wide, middle, narrow, faint.A, bold.A)
	}
	for _, b := range s.legend(10) {
		type line struct {
			colour color.NRGBA
			width  vg.Length
		}
		seen := map[line]string{}
		for _, e := range b.Entries {
			k := line{e.Colour, e.Stroke}
			if seen[k] != "" {
				t.Errorf("%s: %q and %q have one line", b.Title, seen[k], e.Text)
			}
			seen[k] = e.Text
		}
	}
}
