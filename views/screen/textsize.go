package screen

import (
	"math"
	"sync/atomic"
)

// textSize is how many times larger than usual the interface is, as the bits of a float64; 0 stands for 1. It is
// the same for all views.
var textSize atomic.Uint64

// SetTextSize tells all views that the interface is k times as large as usual. Figures keep their size: from their
// next pictures on, they are laid out for k times as many units as their views have.
func SetTextSize(k float64) { textSize.Store(math.Float64bits(k)) }

// TextSize returns how many times larger than usual the interface is.
func TextSize() float64 {
	if b := textSize.Load(); b != 0 {
		return math.Float64frombits(b)
	}
	return 1
}
