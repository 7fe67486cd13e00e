package ink

import (
	"image/color"

	"example.org/espalier/plotting"

	"gonum.org/v1/plot/vg"
)

// LeastLabel is the share of their size to which leaf labels shrink before they are thinned.
const LeastLabel = 0.8

// A sideLabel is the name of a row or column with its place.
type sideLabel struct {
	At       vg.Length
	Text     string
	selected bool
}

// SideLabels returns the labels of the visible places that have room, and their size. Labels shrink
// before they are thinned, and the selected ones come first.
func SideLabels(st plotting.Style, from, to float64, n int, pitch vg.Length, at func(place float64) vg.Length, name func(place int) string, selected []bool) ([]sideLabel, vg.Length) {
	size, step := st.LabelSize, 1
	switch {
	case pitch >= size:
	case pitch >= LeastLabel*size:
		size = pitch
	default:
		step = ThinStep(pitch, size)
	}
	var labels []sideLabel
	var places []vg.Length
	for i := max(int(from), 0); i < n && float64(i) < to; i++ {
		chosen := selected != nil && selected[i]
		if middle := float64(i) + 0.5; middle >= from && middle <= to && (i%step == 0 || chosen) {
			labels = append(labels, sideLabel{at(middle), name(i), chosen})
			places = append(places, at(middle))
		}
	}
	kept := labels[:0:0]
	for _, i := range ThinLabels(places, size*0.999, func(i int) bool { return labels[i].selected }) {
		kept = append(kept, labels[i])
	}
	return kept, size
}

// Face returns the face and colour of a label.
func (k sideLabel) Face(st plotting.Style, size vg.Length) (f Face, ink color.NRGBA) {
	if k.selected {
		return Bold(size), st.SelectionText
	}
	return Regular(size), st.Ink
}

// WidestOf returns the width of the widest of up to a thousand names, evenly chosen.
func WidestOf(f Face, n int, name func(i int) string) vg.Length {
	widest := vg.Length(0)
	step := max(1, n/1000)
	for i := 0; i < n; i += step {
		widest = max(widest, TextWidth(f, name(i)))
	}
	return widest
}
