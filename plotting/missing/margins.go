package missing

import (
	"image/color"
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// margins draws the share of each column above the cells and of each row at the right. Where several share a bar, it
// is as long as their mean, and pale up to the greatest of them.
func (s *scene) margins() {
	p := s.Pattern
	n, d := p.Dims()
	if s.above.Max.Y > s.above.Min.Y {
		s.bars(s.above, s.c0, s.c1, d,
			func(place int) float64 { return float64(p.InColumn[s.grid.column(place)]) / float64(n) }, s.most[1], true)
	}
	if s.right.Max.X > s.right.Min.X {
		s.bars(s.right, s.r0, s.r1, n,
			func(place int) float64 { return float64(p.InRow[s.grid.row(place)]) / float64(d) }, s.most[0], false)
	}
}

// greatest returns the greatest share, 1 where there is none.
func greatest(in []int, all int) float64 {
	most := 0
	for _, k := range in {
		most = max(most, k)
	}
	if most == 0 || all == 0 {
		return 1
	}
	return float64(most) / float64(all)
}

// bars draws the bars of one margin; above the cells they rise, beside them they run to the right.
func (s *scene) bars(box vg.Rectangle, from, to float64, n int, share func(place int) float64,
	most float64, rising bool) {
	st := s.Style
	a, b := max(int(math.Floor(from+1e-9)), 0), min(int(math.Ceil(to-1e-9)), n)
	room := box.Max.Y - box.Min.Y
	if rising {
		room = box.Max.X - box.Min.X
	}
	parts := min(b-a, max(int(room), 1))
	_, _, dark := inks(st)
	pale := fadeTo(st, dark)
	// One outline for all bars: edges that touch leave no seams.
	means, peaks := &vg.Path{}, &vg.Path{}
	s.step(means, box, a, 0, rising)
	s.step(peaks, box, a, 0, rising)
	for k := range parts {
		i, j := a+k*(b-a)/parts, a+(k+1)*(b-a)/parts
		sum, peak := 0.0, 0.0
		for place := i; place < j; place++ {
			v := share(place)
			sum += v
			peak = max(peak, v)
		}
		for _, edge := range []int{i, j} {
			s.step(means, box, edge, sum/float64(j-i)/most, rising)
			s.step(peaks, box, edge, peak/most, rising)
		}
	}
	s.step(means, box, b, 0, rising)
	s.step(peaks, box, b, 0, rising)
	means.Close()
	peaks.Close()
	inside := &ink.List{}
	inside.Add(ink.Fill{Colour: pale, Path: *peaks})
	inside.Add(ink.Fill{Colour: dark, Path: *means})
	s.list.Add(ink.Clipped{Rect: box, List: inside})
	f := ink.Regular(st.Typeface, st.TickSize)
	axis := &ink.Stroke{Colour: st.Muted, Width: st.AxisStroke}
	end := percentOf(most)
	if rising {
		axis.Segment(vg.Point{X: box.Min.X, Y: box.Min.Y}, vg.Point{X: box.Max.X, Y: box.Min.Y})
		axis.Segment(vg.Point{X: box.Min.X, Y: box.Min.Y}, vg.Point{X: box.Min.X, Y: box.Max.Y})
		s.list.Text(f, st.Muted, vg.Point{X: box.Min.X - 4, Y: box.Max.Y}, ink.TopRight, 0, end)
		text := ink.FirstFitting(f, box.Max.X-box.Min.X, "missing in each column", "in each column", "columns")
		s.list.Text(f, st.Muted, vg.Point{X: box.Min.X + 4, Y: box.Max.Y + 4}, ink.BaseLeft, 0, text)
	} else {
		axis.Segment(vg.Point{X: box.Min.X, Y: box.Min.Y}, vg.Point{X: box.Min.X, Y: box.Max.Y})
		axis.Segment(vg.Point{X: box.Min.X, Y: box.Min.Y}, vg.Point{X: box.Max.X, Y: box.Min.Y})
		s.list.Text(f, st.Muted, vg.Point{X: box.Max.X, Y: box.Min.Y - 4}, ink.TopRight, 0, end)
		if text := ink.FirstFitting(f, box.Max.Y-box.Min.Y, "missing in each row", "in each row", "rows"); ink.TextWidth(f,
			text) < box.Max.Y-box.Min.Y {
			s.list.Text(f, st.Muted, vg.Point{X: box.Max.X + 6, Y: box.Max.Y}, ink.MiddleRight, math.Pi/2, text)
		}
	}
	s.list.Add(axis)
}

// step continues the outline of the bars to an edge between places, at a length in shares of the margin.
func (s *scene) step(path *vg.Path, box vg.Rectangle, edge int, length float64, rising bool) {
	length = min(length, 1)
	at := vg.Point{X: s.x(float64(edge)), Y: box.Min.Y + vg.Length(length)*(box.Max.Y-box.Min.Y)}
	if !rising {
		at = vg.Point{X: box.Min.X + vg.Length(length)*(box.Max.X-box.Min.X), Y: s.y(float64(edge))}
	}
	if len(*path) == 0 {
		path.Move(at)
		return
	}
	path.Line(at)
}

func fadeTo(st plotting.Style, c color.NRGBA) color.NRGBA {
	m := ink.ToOKLab(st.Surface).Mix(ink.ToOKLab(c), 0.3).RGBA()
	return color.NRGBA{m.R, m.G, m.B, 255}
}

func percentOf(share float64) string {
	const many = 1_000_000
	return percent(int(math.Round(share*many)), many)
}
