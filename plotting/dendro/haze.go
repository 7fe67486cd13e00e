package dendro

import (
	"encoding/binary"
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
	running        []int16 // upright lines across a row
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

// A shade is an ink times an opacity, in lanes of 16 bits for red, blue, green and opacity, and the share of 255 that
// the ground keeps.
type shade struct{ lanes, rest uint64 }

// over lays the shade on a pixel as it lies in memory. Each lane is the sum of the ground's share, rounded down, and
// the ink.
func (s *shade) over(p uint32) uint32 {
	const low = 0x00FF_00FF_00FF_00FF
	l := (uint64(p&0x00FF00FF) | uint64(p&0xFF00FF00)<<24) * s.rest
	l = (l+0x0001_0001_0001_0001+l>>8&low)>>8&low + s.lanes // x/255 is (x + 1 + x/256)/256 of integers up to 255²
	return uint32(l) | uint32(l>>24)
}

// paint lays the counts over a picture in one ink, the upper left corner at (x0, y0), with an
// opacity for each number of lines. It skips pixels without lines, which are most.
func (g *lineGrid) paint(m *image.RGBA, x0, y0 int, ink color.NRGBA, opacity func(lines int) float64) {
	var shades [256]shade
	for i := range shades {
		a := opacity(i)
		whole := uint64(255*a + 0.5)
		shades[i] = shade{uint64(float64(ink.R)*a+0.5) | uint64(float64(ink.B)*a+0.5)<<16 |
			uint64(float64(ink.G)*a+0.5)<<32 | whole<<48, 255 - whole}
	}
	if len(g.running) < g.width {
		g.running = make([]int16, g.width)
	}
	running := g.running[:g.width]
	clear(running)
	visible := image.Rect(x0, y0, x0+g.width, y0+g.height).Intersect(m.Rect).Sub(image.Point{x0, y0})
	for y := range visible.Max.Y {
		levels, uprights, dots := g.level[y*(g.width+1):][:g.width], g.upright[y*g.width:][:g.width],
			g.dots[y*g.width:][:g.width]
		if y < visible.Min.Y {
			for x, change := range uprights {
				running[x] += change
			}
			continue
		}
		level := int16(0)
		row := m.PixOffset(x0, y0+y)
		for x, change := range uprights {
			level += levels[x]
			up := running[x] + change
			running[x] = up
			n := level + up + dots[x]
			if n <= 0 || x < visible.Min.X || x >= visible.Max.X {
				continue
			}
			out := m.Pix[row+4*x:][:4]
			binary.LittleEndian.PutUint32(out, shades[min(n, 255)].over(binary.LittleEndian.Uint32(out)))
		}
	}
}

// drawGrid draws the sampled trees on a picture of scale pixels per point.
func (s samplesItem) drawGrid(m *image.RGBA, scale float64) {
	l := s.l
	box := l.tree
	if l.circle.disc != nil {
		box = l.circle.disc.area
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
	g.paint(m, m.Rect.Min.X+int(x0), m.Rect.Max.Y-int(y1), sampleInk(l.style),
		func(n int) float64 { return l.branches.haze(n, len(s.trees)) })
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
	d := s.l.circle.disc
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
