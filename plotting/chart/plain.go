package chart

import (
	"math"

	"example.org/espalier/plotting"
)

// Plain returns a chart in the light style. An axis without a range gets that of its layers, with a margin.
func Plain(subtitle string, x, y Axis, layers ...Layer) *Chart {
	f := &Chart{Subtitle: subtitle, Style: plotting.Light, X: x, Y: y, Layers: layers}
	f.X.span(layers, func(l *Layer) [][]float64 { return [][]float64{l.X} })
	f.Y.span(layers, func(l *Layer) [][]float64 { return [][]float64{l.Y, l.Low, l.High} })
	return f
}

// span gives an axis without a range that of values.
func (a *Axis) span(layers []Layer, of func(l *Layer) [][]float64) {
	if a.High > a.Low {
		return
	}
	low, high := math.Inf(1), math.Inf(-1)
	for i := range layers {
		for _, list := range of(&layers[i]) {
			for _, v := range list {
				if !math.IsNaN(v) && !math.IsInf(v, 0) {
					low, high = min(low, v), max(high, v)
				}
			}
		}
	}
	if low > high {
		low, high = 0, 1
	}
	pad := 0.06*(high-low) + 1e-3
	a.Low, a.High = low-pad, high+pad
}

// Level is a dashed line at a height, in the muted ink.
func Level(name string, from, to, y float64) Layer {
	return Layer{Name: name, Dashed: true, Ink: MutedInk, X: []float64{from, to}, Y: []float64{y, y}}
}
