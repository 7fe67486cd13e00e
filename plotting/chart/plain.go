package chart

import "example.org/espalier/plotting"

// Plain returns a chart in the light style.
func Plain(subtitle string, x, y Axis, layers ...Layer) *Chart {
	return &Chart{Subtitle: subtitle, Style: plotting.Light, X: x, Y: y, Layers: layers}
}

// Level is a dashed line at a height, in the muted ink.
func Level(name string, from, to, y float64) Layer {
	return Layer{Name: name, Dashed: true, Ink: MutedInk, X: []float64{from, to}, Y: []float64{y, y}}
}
