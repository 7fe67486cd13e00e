package space

import (
	"image"
	"math"
	"sync"

	"example.org/espalier/inference/process/diffusion"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// The colours of a density: from the surface of a figure to a tone on which the colours of points
// are legible.
var (
	densityLight = ink.NewMap("density", []uint32{0xFFFFFF, 0xDFE6EC, 0xA9BCCB})
	densityDark  = ink.NewMap("density dark", []uint32{0x1E2124, 0x2F3A44, 0x4B6172})
	boldLight    = ink.NewMap("bold density", []uint32{0xFFFFFF, 0xCFE0EE, 0x86B4D6, 0x3E83B5})
	boldDark     = ink.NewMap("bold density dark", []uint32{0x1E2124, 0x22425A, 0x2F6C96, 0x5FA8D8})
)

func densityMap(s plotting.Style, bold bool) *ink.ColorMap {
	switch {
	case bold && s.Dark:
		return boldDark
	case bold:
		return boldLight
	case s.Dark:
		return densityDark
	}
	return densityLight
}

// fieldImage paints the visible part of a field, interpolated between the middles of cells, one
// pixel per point. Beyond the field lies the colour of no density.
func fieldImage(f *diffusion.Field, p *ink.Plane, scale ink.Scale) *image.RGBA {
	w, h := int(p.Area.Max.X-p.Area.Min.X+0.5), int(p.Area.Max.Y-p.Area.Min.Y+0.5)
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	shares := make([]float32, len(f.Log)) // of the colours
	for i, v := range f.Log {
		shares[i] = float32(min(max((v-scale.Low)/(scale.High-scale.Low), 0), 1))
	}
	// For each column of pixels: the cell to its left and the weight of the one to its right.
	cell := make([]int, w)
	weight := make([]float32, w)
	for i := range cell {
		x := p.X0 + (float64(i)+0.5)/float64(w)*(p.X1-p.X0)
		cell[i], weight[i] = between((x-f.X0)/(f.X1-f.X0)*float64(f.NX)-0.5, f.NX)
		if x < f.X0 || x > f.X1 {
			cell[i] = -1
		}
	}
	none := scale.Map.Table[0]
	line := make([]float32, f.NX)
	for j := range h {
		y := p.Y1 - (float64(j)+0.5)/float64(h)*(p.Y1-p.Y0)
		below, above := between((y-f.Y0)/(f.Y1-f.Y0)*float64(f.NY)-0.5, f.NY)
		a, b := shares[below*f.NX:(below+1)*f.NX], shares[(below+1)*f.NX:(below+2)*f.NX]
		for i := range line {
			line[i] = a[i] + above*(b[i]-a[i])
		}
		out := m.Pix[j*m.Stride:]
		for i, k := range cell {
			if k < 0 || y < f.Y0 || y > f.Y1 {
				out[4*i], out[4*i+1], out[4*i+2], out[4*i+3] = none.R, none.G, none.B, 255
				continue
			}
			c := scale.Map.Table[int((line[k]+weight[i]*(line[k+1]-line[k]))*255+0.5)]
			out[4*i], out[4*i+1], out[4*i+2], out[4*i+3] = c.R, c.G, c.B, 255
		}
	}
	return m
}

// A paintedField keeps the picture and the contours of the last field for the next frame, because often only the marks
// in front of them have changed.
type paintedField struct {
	mu    sync.Mutex
	key   paintedKey
	image *image.RGBA // not written again
	lines []vg.Path   // of each level, nil where there is none
}

// A paintedKey identifies picture and contours; levels and colour limits belong to the [Places] of the field.
type paintedKey struct {
	field          *diffusion.Field
	colours        *ink.ColorMap
	area           vg.Rectangle
	x0, x1, y0, y1 float64
}

// of returns the picture and contours of a field on a plane.
func (c *paintedField) of(f *diffusion.Field, p *ink.Plane, scale ink.Scale,
	levels []float64) (*image.RGBA, []vg.Path) {
	key := paintedKey{f, scale.Map, p.Area, p.X0, p.X1, p.Y0, p.Y1}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.key != key {
		c.key, c.image, c.lines = key, fieldImage(f, p, scale), make([]vg.Path, len(levels))
		for i, level := range levels {
			if !math.IsInf(level, -1) {
				c.lines[i] = contour(f, level, p.At)
			}
		}
	}
	return c.image, c.lines
}

// between returns the place before u among n, at most the last but one, and the share of the way
// from there to the next.
func between(u float64, n int) (int, float32) {
	i := int(min(max(math.Floor(u), 0), float64(n-2)))
	return i, float32(min(max(u-float64(i), 0), 1))
}

// contour returns the lines around the parts of a field above a level, by marching squares over the
// middles of cells. Each line is one piece, so ends that meet need no caps.
func contour(f *diffusion.Field, level float64, at func(x, y float64) vg.Point) vg.Path {
	value := func(i, j int) float64 { return max(f.Log[j*f.NX+i], level-60) }
	meets := make([][2]int32, 2*f.NX*f.NY) // of each side of a cell, those that a line continues to, plus 1
	var crossed []int                      // sides in the order in which they were found
	join := func(a, b int) {
		for _, s := range [2][2]int{{a, b}, {b, a}} {
			k := 0
			if meets[s[0]][0] != 0 {
				k = 1
			} else {
				crossed = append(crossed, s[0])
			}
			meets[s[0]][k] = int32(s[1] + 1)
		}
	}
	for j := range f.NY - 1 {
		for i := range f.NX - 1 {
			v := [4]float64{value(i, j), value(i+1, j), value(i+1, j+1), value(i, j+1)}
			inside := 0
			for k, x := range v {
				if x >= level {
					inside |= 1 << k
				}
			}
			if inside == 0 || inside == 15 {
				continue
			}
			c := j*f.NX + i
			name := [4]int{2 * c, 2*(c+1) + 1, 2 * (c + f.NX), 2*c + 1} // sides from corner k to the next
			var sides []int
			for k := range 4 {
				if inside>>k&1 != inside>>((k+1)%4)&1 {
					sides = append(sides, name[k])
				}
			}
			if len(sides) == 4 && (v[0]+v[1]+v[2]+v[3] >= 4*level) != (inside&1 == 1) {
				// Two opposite corners are inside. Which pair the middle joins decides which
				// corners are cut off.
				sides = []int{name[3], name[0], name[1], name[2]}
			}
			for k := 0; k+1 < len(sides); k += 2 {
				join(sides[k], sides[k+1])
			}
		}
	}
	cross := func(side int) vg.Point {
		i, j := side/2%f.NX, side/2/f.NX
		di, dj := 1-side%2, side%2
		a, b := value(i, j), value(i+di, j+dj)
		x0, y0 := fieldPlace(f, i, j)
		x1, y1 := fieldPlace(f, i+di, j+dj)
		share := (level - a) / (b - a)
		return at(x0+share*(x1-x0), y0+share*(y1-y0))
	}
	var path vg.Path
	done := make([]bool, len(meets))
	// follow draws a line from one of its sides and closes it if it returns there.
	follow := func(first int) {
		path.Move(cross(first))
		done[first] = true
		for side, last := int(meets[first][0])-1, first; ; {
			if done[side] {
				if side == first {
					path.Line(cross(first))
				}
				return
			}
			path.Line(cross(side))
			done[side] = true
			next := int(meets[side][0]) - 1
			if next == last {
				next = int(meets[side][1]) - 1
			}
			if next < 0 {
				return
			}
			side, last = next, side
		}
	}
	for _, side := range crossed { // lines that end at the edge of the field
		if !done[side] && meets[side][1] == 0 {
			follow(side)
		}
	}
	for _, side := range crossed {
		if !done[side] {
			follow(side)
		}
	}
	return path
}
