package chart

import (
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A placed holds what all scenes here have: their size, what they draw and the part that zooms.
type placed struct {
	size vg.Point
	list ink.List
	area vg.Rectangle
}

// Size implements Scene.
func (s *placed) Size() vg.Point { return s.size }

// PlotArea implements Scene.
func (s *placed) PlotArea() vg.Rectangle { return s.area }

// Draw implements Scene.
func (s *placed) Draw(c vg.Canvas) { s.list.Draw(c) }
