package dendro

import (
	"image"
	"image/color"
	"math"
	"sync"

	"gonum.org/v1/plot/vg"
)

// A lineGrid counts the lines that cross each pixel of a box.
type lineGrid struct {
	width, height int
	// Differences along rows for level lines and along columns for upright ones, so that a line
	// costs two additions whatever its length.
	level, upright []int16
	dots           []int16 // counted one by one
}

// lineGrids keeps the memory of grids from frame to frame.
var lineGrids = sync.Pool{New: func() any { return &lineGrid{} }}

func newLineGrid(width, height int) *lineGrid {
	g := lineGrids.Get().(*lineGrid)
	g.width, g.height = width, height
	// One more on either side holds the ends of lines at the edge.
	g.level, g.upright = zeros(g.level, (width+1)*height), zeros(g.upright, width*(height+1))
	g.dots = zeros(g.dots, width*height)
	return g
}

// zeros returns n zeros, in the memory of s if that is large enough.
func zeros(s []int16, n int) []int16 {
	if cap(s) < n {
		return make([]int16, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// across counts a level line.
func (g *lineGrid) across(x0, x1, y int) {
	x0, x1 = max(x0, 0), min(x1, g.width-1)
	if y >= 0 && y < g.height && x0 <= x1 {
		g.level[y*(g.width+1)+x0]++
		g.level[y*(g.width+1)+x1+1]--
	}
}

// down counts an upright line.
func (g *lineGrid) down(x, y0, y1 int) {
	y0, y1 = max(y0, 0), min(y1, g.height-1)
	if x >= 0 && x < g.width && y0 <= y1 {
		g.upright[y0*g.width+x]++
		g.upright[(y1+1)*g.width+x]--
	}
}

// dot counts a pixel.
func (g *lineGrid) dot(x, y int) {
	if x >= 0 && x < g.width && y >= 0 && y < g.height {
		g.dots[y*g.width+x]++
	}
}

// paint lays the counts over a picture in one ink, the upper left corner at (x0, y0), with an
// opacity for each number of lines. It skips pixels without lines, which are most.
func (g *lineGrid) paint(m *image.RGBA, x0, y0 int, ink color.NRGBA, opacity func(lines int) float64) {
	var shades [256][4]uint32 // ink times opacity, and 255 less the opacity
	for i := range shades {
		a := opacity(i)
		shades[i] = [4]uint32{uint32(float64(ink.R)*a + 0.5), uint32(float64(ink.G)*a + 0.5), uint32(float64(ink.B)*a + 0.5), 255 - uint32(255*a+0.5)}
	}
	upright := make([]int16, g.width)
	visible := image.Rect(x0, y0, x0+g.width, y0+g.height).Intersect(m.Rect)
	for y := range g.height {
		levels, uprights, dots := g.level[y*(g.width+1):], g.upright[y*g.width:(y+1)*g.width], g.dots[y*g.width:]
		level := int16(0)
		inside := y0+y >= visible.Min.Y && y0+y < visible.Max.Y
		row := m.PixOffset(x0, y0+y)
		for x, change := range uprights {
			upright[x] += change
			level += levels[x]
			n := level + upright[x] + dots[x]
			if n <= 0 || !inside || x0+x < visible.Min.X || x0+x >= visible.Max.X {
				continue
			}
			out, s := m.Pix[row+4*x:row+4*x+4:row+4*x+4], &shades[min(n, 255)]
			out[0] = uint8(s[0] + uint32(out[0])*s[3]/255)
			out[1] = uint8(s[1] + uint32(out[1])*s[3]/255)
			out[2] = uint8(s[2] + uint32(out[2])*s[3]/255)
			out[3] = uint8(255 - s[3] + uint32(out[3])*s[3]/255)
		}
	}
}

// drawGrid draws the sampled trees on a picture of scale pixels per point.
func (s samplesItem) drawGrid(m *image.RGBA, scale float64) {
	l := s.l
	box := l.tree
	if l.disc != nil {
		box = l.disc.area
	}
	snap := func(x vg.Length, to func(float64) float64) float64 { return to(float64(x) * scale) }
	x0, x1 := snap(box.Min.X, math.Floor), snap(box.Max.X, math.Ceil)
	y0, y1 := snap(box.Min.Y, math.Floor), snap(box.Max.Y, math.Ceil)
	g := newLineGrid(int(x1-x0), int(y1-y0))
	column := func(x vg.Length) int { return int(float64(x)*scale - x0) }
	row := func(y vg.Length) int { return int(y1 - float64(y)*scale) }
	thick := max(int(math.Round(float64(l.style.Stroke)*scale)), 1)
	for _, t := range s.trees {
		switch l.d.Shape {
		case Circular:
			s.countDisc(g, t, scale, x0, y1, thick)
		case Slanted:
			s.countSlanted(g, t, scale, x0, y1, thick)
		default:
			s.count(g, t, column, row, thick)
		}
	}
	g.paint(m, m.Rect.Min.X+int(x0), m.Rect.Max.Y-int(y1), sampleInk(l.style), func(n int) float64 { return l.haze(n, len(s.trees)) })
	lineGrids.Put(g)
}

// count adds a tree of the rectangular shape.
func (s samplesItem) count(g *lineGrid, t []sampledBranch, column, row func(vg.Length) int, thick int) {
	l := s.l
	for i := range t {
		b := &t[i]
		branch, bar := s.seen(b)
		if !branch && !bar {
			continue
		}
		x := column(l.x(float64(b.time)))
		if branch {
			y, from := row(l.y(float64(b.y))), column(l.x(float64(b.above)))
			for k := range thick {
				g.across(from+1, x, y+k)
			}
		}
		if bar {
			high, low := row(l.y(float64(b.first))), row(l.y(float64(b.last)))
			for k := range thick {
				g.down(x+k, high, low)
			}
		}
	}
}

// countSlanted adds a tree of the slanted shape, pixel by pixel.
func (s samplesItem) countSlanted(g *lineGrid, t []sampledBranch, scale, left, top float64, thick int) {
	for i := range t {
		if branch, _ := s.seen(&t[i]); !branch {
			continue
		}
		var line vg.Path
		from, to := s.ends(&t[i])
		if addClipped(&line, from, to, s.l.tree); len(line) < 2 {
			continue
		}
		a, d := line[0].Pos, line[1].Pos.Sub(line[0].Pos)
		steps := int(max(math.Abs(float64(d.X)), math.Abs(float64(d.Y)))*scale) + 1
		for k := range steps {
			share := vg.Length(k) / vg.Length(steps)
			x, y := int(float64(a.X+share*d.X)*scale-left), int(top-float64(a.Y+share*d.Y)*scale)
			for w := range thick {
				g.dot(x, y+w)
			}
		}
	}
}

// countDisc adds a tree of the circular shape, pixel by pixel.
func (s samplesItem) countDisc(g *lineGrid, t []sampledBranch, scale, left, top float64, thick int) {
	d := s.l.disc
	cx, cy := float64(d.centre.X)*scale-left, top-float64(d.centre.Y)*scale
	radius := d.radius * scale
	for i := range t {
		b := &t[i]
		r0, r1 := radius*float64(b.above), radius*float64(b.time)
		sin, cos := math.Sincos(d.angle(float64(b.y)))
		for r := r0 + 1; r <= r1; r++ {
			x, y := int(cx+r*cos), int(cy-r*sin)
			for k := range thick {
				g.dot(x+k, y)
			}
		}
		if b.leaf || r1 < 1 {
			continue
		}
		from, to := d.angle(float64(b.last)), d.angle(float64(b.first)) // angles fall along the leaves
		steps := int((to-from)*r1) + 1
		sin, cos = math.Sincos(from)
		turnSin, turnCos := math.Sincos((to - from) / float64(steps))
		for range steps + 1 {
			x, y := int(cx+r1*cos), int(cy-r1*sin)
			for k := range thick {
				g.dot(x+k, y)
			}
			sin, cos = sin*turnCos+cos*turnSin, cos*turnCos-sin*turnSin
		}
	}
}
