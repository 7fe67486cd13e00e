package dendro

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// linePieces draw each clade lower than a pixel as one line, from where its branch begins to its
// latest leaf. Of lines that end in the same pixel only one is drawn.
type linePieces struct {
	plot interface {
		start(u, v int, above float64) vg.Point
		far(v int) vg.Point // where the latest leaf of a clade is
	}
	l     *dendrogramLayout
	area  vg.Rectangle
	seen  map[[2]int32]bool
	paths map[int]*vg.Path
	order []int
}

func (k *linePieces) add(v int, above float64, class int) {
	end := k.plot.far(v)
	cell := [2]int32{int32(math.Floor(float64(end.X) / ink.Fine)), int32(math.Floor(float64(end.Y) / ink.Fine))}
	if k.seen[cell] && class != beside.SelectedClass {
		return
	}
	if k.seen == nil {
		k.seen, k.paths = map[[2]int32]bool{}, map[int]*vg.Path{}
	}
	k.seen[cell] = true
	if k.paths[class] == nil {
		k.paths[class], k.order = &vg.Path{}, append(k.order, class)
	}
	addClipped(k.paths[class], k.plot.start(k.l.p.Tree().Parent[v], v, above), end, k.area)
}

func (k *linePieces) addTo(list *ink.List) {
	for _, selected := range []bool{false, true} {
		for _, class := range k.order {
			if (class == beside.SelectedClass) == selected {
				list.Add(&ink.Stroke{Colour: plotting.Fade(k.l.classes.ink(class), pieceShare(class)),
					Width: 0.5 * k.l.style.Stroke, Path: *k.paths[class]})
			}
		}
	}
}
