package beside

import (
	"math"
	"strconv"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// HitScale returns the handle under p of the colours of a heat map that are drawn in a bar: the end that
// is nearer.
func HitScale(h *Heat, bar vg.Rectangle, p vg.Point) (plotting.Mark, bool) {
	near := bar
	near.Min.X, near.Max.X, near.Min.Y, near.Max.Y = bar.Min.X-ink.Reach, bar.Max.X+ink.Reach, bar.Min.Y-2, bar.Max.Y+2
	if bar.Max.X <= bar.Min.X || !ink.Within(p, near) {
		return plotting.Mark{}, false
	}
	m := plotting.NewMark(plotting.HandleMark)
	m.Anchor = p
	if m.Index, m.Title = plotting.LowHandle,
		"Lower limit "+plotting.FormatDigits(h.Scale.Low, 3); p.X > (bar.Min.X+bar.Max.X)/2 {
		m.Index, m.Title = plotting.HighHandle, "Upper limit "+plotting.FormatDigits(h.Scale.High, 3)
	}
	m.Lines = [][2]string{{"drag", "to change it"}, {"double click", "as usual"}}
	return m, true
}

// DragScale returns the limit that an end of the scale sets when it is dragged: it moves as far as the pointer has,
// from wherever the bar was taken. A scale that is symmetric at zero stays so.
func DragScale(h *Heat, bar vg.Rectangle, m plotting.Mark, to vg.Point) (control, value string) {
	width := float64(bar.Max.X - bar.Min.X)
	if width <= 0 || m.Index != plotting.LowHandle && m.Index != plotting.HighHandle {
		return "", ""
	}
	low, high := h.Scale.Low, h.Scale.High
	x := high
	if m.Index == plotting.LowHandle {
		x = low
	}
	x += float64(to.X-m.Anchor.X) / width * (high - low)
	const least = 0.02 // of the scale as it was
	control = "high"
	switch {
	case low == -high && m.Index == plotting.LowHandle:
		x = math.Max(-x, least*high)
	case low == -high:
		x = math.Max(x, least*high)
	case m.Index == plotting.LowHandle:
		control, x = "low", math.Min(x, high-least*(high-low))
	default:
		x = math.Max(x, low+least*(high-low))
	}
	return control, strconv.FormatFloat(x, 'g', 3, 64)
}
