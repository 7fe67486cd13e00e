package plotting

import (
	"image"
	"math"

	"espalier/inference/diffusion"

	"gonum.org/v1/plot/vg"
)

// The colours of a density: from the surface of a figure to a tone that leaves the colours
// of points legible.
var (
	densityLight = newMap("density", []uint32{0xFFFFFF, 0xDFE6EC, 0xA9BCCB})
	densityDark  = newMap("density dark", []uint32{0x1E2124, 0x2F3A44, 0x4B6172})
)

func densityMap(s Style) *ColorMap {
	if s.Dark {
		return densityDark
	}
	return densityLight
}

// fieldImage paints the part of a field that an area shows, interpolated between the
// middles of cells, one pixel a point.
func fieldImage(f *diffusion.Field, p *plane, scale Scale) *image.RGBA {
	w, h := int(p.area.Max.X-p.area.Min.X+0.5), int(p.area.Max.Y-p.area.Min.Y+0.5)
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	shares := make([]float32, len(f.Log)) // of the colours
	for i, v := range f.Log {
		shares[i] = float32(min(max((v-scale.Low)/(scale.High-scale.Low), 0), 1))
	}
	// Of each column of pixels, the cell to its left and the weight of the one to its right.
	cell := make([]int, w)
	weight := make([]float32, w)
	for i := range cell {
		x := p.x0 + (float64(i)+0.5)/float64(w)*(p.x1-p.x0)
		cell[i], weight[i] = between((x-f.X0)/(f.X1-f.X0)*float64(f.NX)-0.5, f.NX)
	}
	line := make([]float32, f.NX)
	for j := range h {
		y := p.y1 - (float64(j)+0.5)/float64(h)*(p.y1-p.y0)
		below, above := between((y-f.Y0)/(f.Y1-f.Y0)*float64(f.NY)-0.5, f.NY)
		a, b := shares[below*f.NX:(below+1)*f.NX], shares[(below+1)*f.NX:(below+2)*f.NX]
		for i := range line {
			line[i] = a[i] + above*(b[i]-a[i])
		}
		out := m.Pix[j*m.Stride:]
		for i, k := range cell {
			c := scale.Map.table[int((line[k]+weight[i]*(line[k+1]-line[k]))*255+0.5)]
			out[4*i], out[4*i+1], out[4*i+2], out[4*i+3] = c.R, c.G, c.B, 255
		}
	}
	return m
}

// between returns the place before u among n, at most the last but one, and how far u is
// on the way to the next.
func between(u float64, n int) (int, float32) {
	i := int(min(max(math.Floor(u), 0), float64(n-2)))
	return i, float32(min(max(u-float64(i), 0), 1))
}

// contour returns the lines around the parts of a field above a level, by marching squares
// over the middles of cells.
func contour(f *diffusion.Field, level float64, at func(x, y float64) vg.Point) vg.Path {
	var path vg.Path
	value := func(i, j int) float64 { return max(f.Log[j*f.NX+i], level-60) }
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
			x0, y0 := fieldPlace(f, i, j)
			x1, y1 := fieldPlace(f, i+1, j+1)
			corner := [4][2]float64{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}
			cross := func(k int) vg.Point { // on the side from corner k to the next
				n := (k + 1) % 4
				share := (level - v[k]) / (v[n] - v[k])
				return at(corner[k][0]+share*(corner[n][0]-corner[k][0]), corner[k][1]+share*(corner[n][1]-corner[k][1]))
			}
			var sides []int
			for k := range 4 {
				if inside>>k&1 != inside>>((k+1)%4)&1 {
					sides = append(sides, k)
				}
			}
			if len(sides) == 4 && (v[0]+v[1]+v[2]+v[3] >= 4*level) != (inside&1 == 1) {
				// Two corners that face each other are inside: which pair the middle joins
				// decides which corners are cut off.
				sides = []int{3, 0, 1, 2}
			}
			for k := 0; k+1 < len(sides); k += 2 {
				path.Move(cross(sides[k]))
				path.Line(cross(sides[k+1]))
			}
		}
	}
	return path
}

// imageItem is a picture in a rectangle.
type imageItem struct {
	rect  vg.Rectangle
	image *image.RGBA
}

func (i imageItem) draw(c vg.Canvas) { c.DrawImage(i.rect, i.image) }
