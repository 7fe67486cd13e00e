package beside

import (
	"image"
	"image/color"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
)

// shadeKinds is [Heat.Shade] where each column has colours of its own: a pixel of several cells is the mean of their
// colours.
func (h *Heat) shadeKinds(m *image.RGBA, shown []int, rows func(y int) (low, high int),
	line func(rank int) []uint8) bool {
	width, height, columns := m.Rect.Dx(), m.Rect.Dy(), len(shown)
	tables := make([]*toneTable, columns)
	for k, j := range shown {
		tables[k] = h.tone[h.kinds.of[j]]
	}
	pixel := make([]int, columns) // of each column; narrow pictures have several in one
	for x := range width {
		for j := x * columns / width; j < (x+1)*columns/width; j++ {
			pixel[j] = x
		}
	}
	sums := make([][4]uint32, width) // red, green, blue and how many
	missing := false
	before, until := -1, -1
	for y := range height {
		out := m.Pix[y*m.Stride : y*m.Stride+4*width]
		low, high := rows(y)
		if low == before && high == until {
			copy(out, m.Pix[(y-1)*m.Stride:])
			continue
		}
		before, until = low, high
		clear(sums)
		for r := low; r <= high; r += (high-low)/32 + 1 {
			for j, level := range line(r) {
				if level > 0 {
					c, s := tables[j][level], &sums[pixel[j]]
					s[0] += uint32(c[0])
					s[1] += uint32(c[1])
					s[2] += uint32(c[2])
					s[3]++
				}
			}
		}
		for x, s := range sums {
			if s[3] == 0 {
				missing = true
				continue
			}
			half := s[3] / 2
			*(*[4]uint8)(out[4*x:]) = [4]uint8{uint8((s[0] + half) / s[3]), uint8((s[1] + half) / s[3]),
				uint8((s[2] + half) / s[3]), 255}
		}
	}
	return missing
}

// A LimitCell is a cell of X that holds a number known between limits.
type LimitCell struct {
	Row, Column int
	Side        int // −1: the number is less than shown; 1: greater; 0: between two limits
}

// Marks of limits.
const (
	leastLimit = 4    // least side of a cell with a mark, in points
	mostLimits = 4000 // marks in a figure
	limitShare = 0.55 // of the shorter side of a cell that a mark takes
	largeLimit = 9    // greatest side of a mark
)

// LimitMark returns the mark of a side about the origin, 1 wide: a triangle that points to where the number lies, or a
// diamond.
func LimitMark(side int) vg.Path {
	corners := []vg.Point{{X: -.5, Y: .4}, {X: .5, Y: .4}, {Y: -.45}}
	switch side {
	case 1:
		corners = []vg.Point{{X: -.5, Y: -.4}, {X: .5, Y: -.4}, {Y: .45}}
	case 0:
		corners = []vg.Point{{X: -.5}, {Y: .5}, {X: .5}, {Y: -.5}}
	}
	return plotting.Loop(corners).Path()
}

// DrawLimits marks the cells with limits that are in sight: box returns where a cell of X is, and false for one that is
// not in sight. Where cells are too small, or too many, none is marked.
func (h *Heat) DrawLimits(list *ink.List, box func(row, column int) (vg.Rectangle, bool)) {
	if len(h.Limits) == 0 {
		return
	}
	place := map[int]int{}
	for k, j := range h.Order {
		place[j] = k
	}
	var dark, light vg.Path
	for n, c := range h.Limits {
		k, shown := place[c.Column]
		if !shown {
			continue
		}
		r, seen := box(c.Row, c.Column)
		if !seen {
			continue
		}
		side := min(r.Max.X-r.Min.X, r.Max.Y-r.Min.Y)
		if side < leastLimit || n >= mostLimits {
			return
		}
		side = min(side*limitShare, largeLimit)
		into := &dark
		if ground, ok := h.colourOf(c.Row, k); ok && isDark(ground.R, ground.G, ground.B) {
			into = &light
		}
		*into = append(*into, ink.Placed(LimitMark(c.Side),
			vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2}, side)...)
	}
	list.Add(ink.Fill{Colour: plotting.Light.Ink, Path: dark})
	list.Add(ink.Fill{Colour: plotting.Light.Surface, Path: light})
}

// collapseKinds gives a heat map whose columns are groups of those of another the colours of kinds: a group of one
// column keeps its own, and others are means of numbers in standard deviations.
func (c *Heat) collapseKinds(h *Heat, groups [][]int) {
	if h.kinds == nil {
		return
	}
	n, _ := c.X.Dims()
	of := make([]int, len(groups))
	c.Shown = mat.DenseCopyOf(c.X)
	single := map[int]int{} // column of h that stands alone, and where
	for k, list := range groups {
		if len(list) > 1 {
			continue // numberRule
		}
		of[k], single[list[0]] = h.kinds.of[list[0]], k
		for i := range n {
			c.Shown.Set(i, k, h.Shown.At(i, list[0]))
		}
	}
	c.kinds = &kinds{data: h.kinds.data, rules: h.kinds.rules, of: of}
	c.Limits = nil
	for _, l := range h.Limits {
		if k, ok := single[l.Column]; ok {
			c.Limits = append(c.Limits, LimitCell{l.Row, k, l.Side})
		}
	}
	c.Words = func(row, column int) string {
		if list := groups[column]; len(list) == 1 {
			return h.Words(row, list[0])
		}
		return ""
	}
}

// MeanColour returns the mean colour of the cells of some rows at places [from, to) from the left, in the style that
// the heat map was made for; false where all are missing.
func (h *Heat) MeanColour(rows []int32, from, to int) (color.NRGBA, bool) {
	h.Prepare()
	n, _ := h.X.Dims()
	columns := len(h.Order)
	sum, count := 0, 0
	var light [3]int
	for _, row := range rows {
		if int(row) >= n {
			continue
		}
		for k := from; k < to; k++ {
			level := h.Levels[int(row)*columns+k]
			if level == 0 {
				continue
			}
			count++
			sum += int(level)
			if h.kinds != nil {
				c := h.tone[h.kinds.of[h.Order[k]]][level]
				light[0], light[1], light[2] = light[0]+int(c[0]), light[1]+int(c[1]), light[2]+int(c[2])
			}
		}
	}
	switch {
	case count == 0:
		return color.NRGBA{}, false
	case h.kinds != nil:
		return color.NRGBA{uint8(light[0] / count), uint8(light[1] / count), uint8(light[2] / count), 255}, true
	}
	c := h.Scale.Map.At((float64(sum)/float64(count) - 1) / 254)
	return color.NRGBA{c.R, c.G, c.B, 255}, true
}

// Controls names the controls of the colours of the cells.
func (h *Heat) Controls() []string {
	if h.HasScale() {
		return []string{"palette", "reversed", "low", "high", "centre"}
	}
	return []string{"palette", "reversed"}
}
