package missing

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"strings"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A scene is a laid-out [Gaps].
type scene struct {
	Gaps
	size vg.Point
	list ink.List
	grid *grid

	cells, above, right vg.Rectangle // cells, shares of columns, shares of rows
	left, below         vg.Rectangle // names
	level               bool         // those of the columns

	r0, r1, c0, c1 float64    // visible part, in places
	most           [2]float64 // missing of a row and of a column: the ends of the margins
}

// Sizes in points.
const (
	margin     = 34 // of the bars above and at the right
	nameShare  = 0.24
	widestName = 150
	highest    = 22 // of a cell
	widest     = 110
	legendGap  = 10
)

func (f Gaps) layout(size vg.Point) *scene {
	s := &scene{Gaps: f, size: size}
	st := f.Style
	title, subtitle := f.Title, f.Subtitle
	if f.Pattern != nil && subtitle == "" {
		subtitle = strings.TrimSuffix(f.Pattern.Words()[0], ".")
	}
	box, ok := ink.Page(&s.list, st, size, ink.LeastCells, title, subtitle)
	if !ok {
		return s
	}
	if f.Pattern == nil || len(f.Pattern.InRow) == 0 || len(f.Pattern.InColumn) == 0 {
		s.list.Add(ink.NoteItem{Style: st, Box: box, Text: cmp.Or(f.Empty, "There is no table to show yet.")})
		return s
	}
	s.grid = f.Pattern.in(st.Look.ByPattern)
	n, d := f.Pattern.Dims()
	w := f.GetWindow()
	s.r0, s.r1, s.c0, s.c1 = w.Y0*float64(n), w.Y1*float64(n), w.X0*float64(d), w.X1*float64(d)
	if !s.divide(box) {
		s.cells = vg.Rectangle{}
		return s
	}
	s.list.Group("heatmap", func() { s.list.Add(cellsItem{s}) })
	s.list.Add(&ink.Stroke{Colour: st.Hairline, Width: st.AxisStroke, Path: s.cells.Path()})
	s.list.Group("labels", s.names)
	s.list.Group("margins", s.margins)
	return s
}

// divide divides the box and reports whether there is room for cells.
func (s *scene) divide(box vg.Rectangle) bool {
	st := s.Style
	p := s.Pattern
	n, d := p.Dims()
	if st.Look.Legend != plotting.NoPlace && box.Max.Y-box.Min.Y > 140 {
		box.Min.Y += s.legend(vg.Point{X: box.Min.X, Y: box.Min.Y}, box.Max.X-box.Min.X)
	}
	f := ink.Regular(st.Typeface, st.LabelSize)
	width, height := box.Max.X-box.Min.X, box.Max.Y-box.Min.Y
	line := ink.LineHeight(f)
	right, above := vg.Length(0), vg.Length(0)
	if width > 200 {
		right = margin + 12
	}
	if height > 140 {
		above = margin + line
	}
	s.most = [2]float64{greatest(p.InRow, d), greatest(p.InColumn, n)}
	left, below := line+4, line+4
	if above > 0 {
		left = max(left, ink.TextWidth(ink.Regular(st.Typeface, st.TickSize), percentOf(s.most[1]))+6)
	}
	if s.named(st.Look.Rows, min(height-above-below, highest*vg.Length(s.r1-s.r0)), s.r1-s.r0, line) {
		left = max(left,
			min(ink.WidestOf(f, n, func(i int) string { return p.Rows[s.grid.row(i)] })*1.06+8, nameShare*width, widestName))
	}
	across := min(width-left-right, widest*vg.Length(s.c1-s.c0))
	if s.named(st.Look.Columns, width-right-left, s.c1-s.c0, line) {
		longest := ink.WidestOf(f, d, func(j int) string { return p.Columns[s.grid.column(j)] })*1.06 + 8
		if s.level = longest <= across/vg.Length(s.c1-s.c0); !s.level {
			below = min(longest, nameShare*height, widestName)
		}
	}
	down := min(height-above-below, highest*vg.Length(s.r1-s.r0))
	if across < ink.LeastCells || down < ink.LeastCells/2 {
		return false
	}
	top := box.Max.Y - above
	s.cells = vg.Rectangle{Min: vg.Point{X: box.Min.X + left, Y: top - down},
		Max: vg.Point{X: box.Min.X + left + across, Y: top}}
	s.left = vg.Rectangle{Min: vg.Point{X: box.Min.X, Y: s.cells.Min.Y}, Max: vg.Point{X: s.cells.Min.X, Y: s.cells.Max.Y}}
	s.below = vg.Rectangle{Min: vg.Point{X: s.cells.Min.X, Y: s.cells.Min.Y - below},
		Max: vg.Point{X: s.cells.Max.X, Y: s.cells.Min.Y}}
	if above > 0 {
		s.above = vg.Rectangle{Min: vg.Point{X: s.cells.Min.X, Y: s.cells.Max.Y + 4},
			Max: vg.Point{X: s.cells.Max.X, Y: s.cells.Max.Y + 4 + margin - 4}}
	}
	if right > 0 {
		s.right = vg.Rectangle{Min: vg.Point{X: s.cells.Max.X + 4, Y: s.cells.Min.Y},
			Max: vg.Point{X: s.cells.Max.X + margin, Y: s.cells.Max.Y}}
	}
	return true
}

// named reports whether names have room.
func (s *scene) named(which plotting.Names, room vg.Length, places float64, line vg.Length) bool {
	return which != plotting.NoNames && room/vg.Length(places) >= 0.8*line
}

// x and y return where an edge between columns or rows lies.
func (s *scene) x(column float64) vg.Length {
	return s.cells.Min.X + vg.Length((column-s.c0)/(s.c1-s.c0))*(s.cells.Max.X-s.cells.Min.X)
}

func (s *scene) y(row float64) vg.Length {
	return s.cells.Max.Y - vg.Length((row-s.r0)/(s.r1-s.r0))*(s.cells.Max.Y-s.cells.Min.Y)
}

// inks returns the colours of observed cells, of the least share that is missing, and of all missing.
func inks(st plotting.Style) (there, some, all color.NRGBA) {
	m := ink.Ink.In(st)
	at := func(t float64) color.NRGBA { c := m.At(t); return color.NRGBA{c.R, c.G, c.B, 255} }
	return at(0), at(leastInk), at(1)
}

// leastInk is how dark the smallest share is, so that a missing cell among many is seen.
const leastInk = 0.22

// legend draws the legend at the bottom and returns its height.
func (s *scene) legend(at vg.Point, width vg.Length) vg.Length {
	st := s.Style
	there, some, all := inks(st)
	f := ink.Regular(st.Typeface, st.TickSize)
	line := ink.LineHeight(f)
	y := at.Y + line/2
	x := at.X
	swatch := func(c color.NRGBA, text string) {
		s.list.Box(c, vg.Rectangle{Min: vg.Point{X: x, Y: y - 4}, Max: vg.Point{X: x + 12, Y: y + 4}})
		s.list.Add(&ink.Stroke{Colour: st.Hairline, Width: st.AxisStroke,
			Path: vg.Rectangle{Min: vg.Point{X: x, Y: y - 4}, Max: vg.Point{X: x + 12, Y: y + 4}}.Path()})
		s.list.Text(f, st.Muted, vg.Point{X: x + 17, Y: y}, ink.MiddleLeft, 0, text)
		x += 17 + ink.TextWidth(f, text) + 16
	}
	s.list.Group("legend", func() {
		swatch(there, "present")
		swatch(all, "missing")
		const words = "some of the cells under a pixel, by their share"
		if x+60+ink.TextWidth(f, words) > at.X+width {
			return
		}
		bar := image.NewRGBA(image.Rect(0, 0, 64, 1))
		for i := range 64 {
			bar.Set(i, 0, blend(some, all, float64(i)/63))
		}
		s.list.Add(
			ink.Image{Rect: vg.Rectangle{Min: vg.Point{X: x, Y: y - 4}, Max: vg.Point{X: x + 48, Y: y + 4}}, Image: bar})
		s.list.Text(f, st.Muted, vg.Point{X: x + 53, Y: y}, ink.MiddleLeft, 0, words)
	})
	return line + legendGap
}

func blend(a, b color.NRGBA, t float64) color.RGBA {
	return ink.ToOKLab(a).Mix(ink.ToOKLab(b), t).RGBA()
}

// cellsItem draws the cells, at the resolution of the canvas.
type cellsItem struct{ s *scene }

// Draw implements Item.
func (i cellsItem) Draw(c vg.Canvas) {
	s := i.s
	r0, r1, c0, c1 := s.places()
	rect := vg.Rectangle{Min: vg.Point{X: s.x(float64(c0)), Y: s.y(float64(r1))},
		Max: vg.Point{X: s.x(float64(c1)), Y: s.y(float64(r0))}}
	width, height := beside.PixelsOf(c, rect)
	width, height = min(width, c1-c0), min(height, r1-r0)
	there, some, all := inks(s.Style)
	var shades [256]color.RGBA
	for k := range shades {
		shades[k] = blend(some, all, float64(k)/255)
	}
	nothing := color.RGBA{there.R, there.G, there.B, 255}
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	for k, share := range s.grid.shares(r0, r1, c0, c1, width, height) {
		colour := nothing
		if share > 0 {
			colour = shades[int(share*255+0.5)]
		}
		m.SetRGBA(k%width, k/width, colour)
	}
	plotting.Clip(c, s.cells, func() { c.DrawImage(rect, m) })
}

// places returns the whole cells that are visible.
func (s *scene) places() (r0, r1, c0, c1 int) {
	n, d := s.Pattern.Dims()
	ends := func(from, to float64, n int) (int, int) {
		a := min(max(int(math.Floor(from+1e-9)), 0), n-1)
		return a, min(max(int(math.Ceil(to-1e-9)), a+1), n)
	}
	r0, r1 = ends(s.r0, s.r1, n)
	c0, c1 = ends(s.c0, s.c1, d)
	return r0, r1, c0, c1
}

// names writes the names of rows and columns that have room, or how many there are.
func (s *scene) names() {
	st, p := s.Style, s.Pattern
	n, d := p.Dims()
	f := ink.Regular(st.Typeface, st.LabelSize)
	line := ink.LineHeight(f)
	wide, high := s.cells.Max.X-s.cells.Min.X, s.cells.Max.Y-s.cells.Min.Y
	if s.named(st.Look.Rows, high, s.r1-s.r0, line) {
		labels, size := ink.SideLabels(st, st.Look.Rows, s.r0, s.r1, n, high/vg.Length(s.r1-s.r0),
			func(at float64) vg.Length { return s.y(at) }, func(i int) string { return p.Rows[s.grid.row(i)] }, nil)
		labels.WriteBefore(s.left.Max.X-6, s.left.Max.X-s.left.Min.X-6, size, st, &s.list)
	} else if text := plotting.Plural(n, "row"); ink.TextWidth(f, text) < high {
		s.list.Text(f, st.Muted, vg.Point{X: s.left.Min.X + line/2, Y: (s.cells.Min.Y + s.cells.Max.Y) / 2},
			ink.MiddleCentre, math.Pi/2, text)
	}
	if s.named(st.Look.Columns, wide, s.c1-s.c0, line) {
		labels, size := ink.SideLabels(st, st.Look.Columns, s.c0, s.c1, d, wide/vg.Length(s.c1-s.c0),
			func(at float64) vg.Length { return s.x(at) }, func(j int) string { return p.Columns[s.grid.column(j)] }, nil)
		short := ink.NewShortNames(len(labels), func(i int) string { return labels[i].Text })
		for _, k := range labels {
			f, colour := k.Face(st, size)
			if s.level {
				s.list.Text(f, colour, vg.Point{X: k.At, Y: s.below.Max.Y - 4 - ink.CapHeight(f)}, ink.BaseCentre, 0, k.Text)
				continue
			}
			s.list.Text(f, colour, vg.Point{X: k.At, Y: s.below.Max.Y - 6}, ink.MiddleRight, math.Pi/2,
				short.Elide(f, k.Text, s.below.Max.Y-s.below.Min.Y-6))
		}
	} else if text := plotting.Plural(d, "column"); ink.TextWidth(f, text) < wide {
		s.list.Text(f, st.Muted, vg.Point{X: (s.cells.Min.X + s.cells.Max.X) / 2, Y: s.below.Max.Y - 4 - ink.CapHeight(f)},
			ink.BaseCentre, 0, text)
	}
}
