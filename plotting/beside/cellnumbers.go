package beside

import (
	"image/color"
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// leastNumber is the least size of the numbers in cells.
const leastNumber = 5

// A NumberedCell is a cell in sight, of a row and a column of X, in its box.
type NumberedCell struct {
	Row, Column int
	Box         vg.Rectangle
}

// Numbers adds the values of cells, in the units of the table, in letters as large as all of them allow, and reports
// whether there are any: where cells are too small there are none. A word that is wider than its cell is left out.
func (h *Heat) Numbers(list *ink.List, st plotting.Style, cells []NumberedCell) bool {
	size := st.LabelSize
	face := ink.Regular(st.Typeface, 1)
	texts := make([]string, len(cells))
	for i, c := range cells {
		box := c.Box.Size()
		if h.Words != nil {
			texts[i] = h.Words(c.Row, c.Column)
		}
		if texts[i] != "" {
			if size = min(size, 0.8*box.Y); (box.X-3)/ink.TextWidth(face, texts[i]) < size {
				texts[i] = ""
			}
			continue
		}
		v := h.X.At(c.Row, c.Column)
		if h.Value != nil {
			v = h.Value(c.Row, c.Column)
		}
		if math.IsNaN(v) {
			continue
		}
		texts[i] = plotting.FormatNumber(v)
		if size = min(size, 0.8*box.Y, (box.X-3)/ink.TextWidth(face, texts[i])); size < leastNumber {
			return false
		}
	}
	face = ink.Regular(st.Typeface, size)
	colours := h.Scale
	colours.Map = colours.Map.In(st)
	places := map[int]int{}
	if h.kinds != nil {
		for k, j := range h.Order {
			places[j] = k
		}
	}
	for i, c := range cells {
		if texts[i] == "" {
			continue
		}
		// The letters are dark or white, whichever differs more from the cell.
		k, ground := plotting.Light.Ink, colours.At(h.X.At(c.Row, c.Column))
		if h.kinds != nil {
			own, _ := h.colourOf(c.Row, places[c.Column])
			ground = color.RGBA{own.R, own.G, own.B, 255}
		}
		if isDark(ground.R, ground.G, ground.B) {
			k.R, k.G, k.B = 255, 255, 255
		}
		list.Text(face, k, vg.Point{X: (c.Box.Min.X + c.Box.Max.X) / 2, Y: (c.Box.Min.Y + c.Box.Max.Y) / 2},
			ink.MiddleCentre, 0, texts[i])
	}
	return size >= leastNumber
}

// OnInk returns the colour of letters and marks on a ground: dark or white, whichever differs more.
func OnInk(ground color.NRGBA) color.NRGBA {
	if isDark(ground.R, ground.G, ground.B) {
		return color.NRGBA{255, 255, 255, 255}
	}
	return plotting.Light.Ink
}

// isDark reports whether white letters differ more from a colour than dark ones.
func isDark(r, g, b uint8) bool { return 0.2126*linear(r)+0.7152*linear(g)+0.0722*linear(b) < 0.18 }

// linear returns the light of a part of a colour of sRGB, by a power that is near enough.
func linear(v uint8) float64 { return math.Pow(float64(v)/255, 2.2) }
