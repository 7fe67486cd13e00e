package ink

import (
	"image/color"
	"math"
	"strings"

	"example.org/espalier/plotting"

	"gonum.org/v1/plot/vg"
)

// leastAll is the size to which labels shrink where all are wanted, in points.
const leastAll = 3

// A sideLabel is the name of a row or column with its place.
type sideLabel struct {
	At       vg.Length
	Text     string
	selected bool
}

type sideLabels []sideLabel

// SideLabels returns the labels of the visible places that have room, and their size. Labels shrink
// before they are thinned, and the selected ones come first. which says which of them are wanted.
func SideLabels(st plotting.Style, which plotting.Names, from, to float64, n int, pitch vg.Length,
	at func(place float64) vg.Length, name func(place int) string, selected []bool) (sideLabels, vg.Length) {
	size, step := st.LabelSize, 1
	switch {
	case which == plotting.NoNames:
		return nil, size
	case pitch >= size || which == plotting.SelectedNames:
	case which == plotting.AllNames:
		if size = max(pitch, leastAll); pitch < leastAll {
			step = ThinStep(pitch, size)
		}
	case pitch >= vg.Length(st.LeastName)*size:
		size = pitch
	default:
		step = ThinStep(pitch, size)
	}
	var labels sideLabels
	var places []vg.Length
	for i := max(int(from), 0); i < n && float64(i) < to; i++ {
		chosen := selected != nil && selected[i]
		if middle := float64(i) + 0.5; middle >= from && middle <= to &&
			(chosen || i%step == 0 && which != plotting.SelectedNames) {
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
		return Bold(st.Typeface, size), st.SelectionText
	}
	return Regular(st.Typeface, size), st.Ink
}

// WriteBefore adds the labels of a side to a list. They end at x and are shortened to a width so that they stay
// different.
func (l sideLabels) WriteBefore(x, width, size vg.Length, st plotting.Style, list *List) {
	short := NewShortNames(len(l), func(i int) string { return l[i].Text })
	for _, k := range l {
		f, ink := k.Face(st, size)
		list.Text(f, ink, vg.Point{X: x, Y: k.At}, MiddleRight, 0, short.Elide(f, k.Text, width))
	}
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

// LeftOut says how many names are shown of so many rows or columns, in lines as wide as there is room:
// "12 of 48 columns named". There are none where no name is left out, or a word is wider than the room.
func LeftOut(f Face, room vg.Length, shown, of int, what string) []string {
	if shown >= of {
		return nil
	}
	text := plotting.FormatCount(shown) + " of " + plotting.FormatCount(of) + " " + what
	if WidestText(f, strings.Fields(text)) > room {
		return nil
	}
	if lines := Wrap(f, text+" named", room); len(lines) <= 2 {
		return lines
	}
	return Wrap(f, text, room)
}

// InSight returns how many of n places have their middle between two ends.
func InSight(from, to float64, n int) int {
	first := max(int(math.Ceil(from-0.5)), 0)
	return max(min(int(math.Floor(to-0.5)), n-1)-first+1, 0)
}
