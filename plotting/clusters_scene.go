package plotting

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// A ClustersScene is a laid-out [Clusters].
type ClustersScene struct {
	f       *Clusters
	plane   *plane
	front   drawList
	inks    []color.NRGBA // of the clusters
	colours *stripColours // of the annotation; nil where rows have the colours of their clusters
	chosen  map[int]bool  // rows of the highlight
}

// paint gives clusters and rows their colours.
func (s *ClustersScene) paint() {
	for k := range s.f.Ellipses {
		s.inks = append(s.inks, clusterInk(k, s.f.Style))
	}
	if s.f.Strip != nil {
		rows := make([]int32, len(s.f.Points.X)) // as they stand in the table
		for i := range rows {
			rows[i] = int32(i)
		}
		s.colours = newStripColours(s.f.Strip, rows, 0)
		for k := range s.inks {
			s.inks[k] = s.f.Style.Ink
		}
	}
	s.chosen = map[int]bool{}
	for _, r := range s.f.Highlight.Rows {
		s.chosen[r] = true
	}
}

// ink returns the colour of a row.
func (s *ClustersScene) ink(row int) color.NRGBA {
	if s.colours != nil {
		if code := s.f.Strip.code(row); code >= 0 && code < len(s.colours.colour) {
			return s.colours.colour[code]
		}
		return s.f.Style.Muted
	}
	k := s.f.class(row)
	switch {
	case k < 0:
		return s.f.Style.Muted
	case s.f.Shares == nil || s.f.Certainty != nil && s.f.Certainty[row] > 0.995:
		return s.inks[k]
	}
	return s.blend(row)
}

// blendSteps is how many shades of each channel mixed colours have, so that rows of one
// colour share a path.
const blendSteps = 32

// blend mixes the colours of the clusters by the shares of a row.
func (s *ClustersScene) blend(row int) color.NRGBA {
	var mixed oklab
	total := 0.0
	for k, r := range s.f.Shares.RawRowView(row) {
		if r > 1e-3 && k < len(s.inks) {
			c := toOKLab(s.inks[k])
			mixed.l, mixed.a, mixed.b = mixed.l+r*c.l, mixed.a+r*c.a, mixed.b+r*c.b
			total += r
		}
	}
	if !(total > 0) {
		return s.f.Style.Muted
	}
	c := oklab{mixed.l / total, mixed.a / total, mixed.b / total}.rgba()
	step := func(v uint8) uint8 { return uint8(int(v) * (blendSteps - 1) / 255 * 255 / (blendSteps - 1)) }
	return color.NRGBA{step(c.R), step(c.G), step(c.B), 255}
}

// legend names the clusters, the largest colours first, or the levels of the annotation.
func (s *ClustersScene) legend(limit int) []legendBlock {
	if s.f.HideLegend {
		return nil
	}
	if s.colours != nil {
		c := &rowClasses{style: s.f.Style, colours: s.colours}
		return c.legend(limit)
	}
	if len(s.f.Ellipses) == 0 {
		return nil
	}
	b := legendBlock{title: "ellipses of 1 and 2 s.d."}
	shown := min(limit, PlainCategories, len(s.f.Ellipses))
	for k, e := range s.f.Ellipses[:shown] {
		b.entries = append(b.entries, legendEntry{colour: s.inks[k], text: e.Name + ", " + FormatRows(e.Size)})
	}
	if rest := len(s.f.Ellipses) - shown; rest > 0 {
		b.entries = append(b.entries, legendEntry{colour: s.f.Style.Muted, plain: shown < len(s.inks) && shown < PlainCategories, text: fmt.Sprintf("%d more, named on hover", rest)})
	}
	return []legendBlock{b}
}

func (s *ClustersScene) radius() vg.Length {
	if n := len(s.f.Points.X); n > 3000 {
		return 1.5
	} else if n > 800 {
		return 2
	}
	return 2.5
}

// addPoints draws the rows, one path for each colour and opacity.
func (s *ClustersScene) addPoints() {
	p, r := s.plane, s.radius()
	reached := p.reaches(r)
	type kind struct {
		ink  color.NRGBA
		ring bool
	}
	paths := map[kind]vg.Path{}
	var order []kind
	var chosen vg.Path
	for i := range s.f.Points.X {
		at := p.at(s.f.Points.X[i], s.f.Points.Y[i])
		if !Contains(reached, at) {
			continue
		}
		if s.chosen[i] {
			chosen = append(chosen, Disc(at, r+1)...)
			continue
		}
		opacity := 0.6
		if s.f.Shares == nil && s.f.Certainty != nil && s.f.Certainty[i] < 0.9 {
			opacity = 0.35
		}
		if t := s.f.Turned; t != nil {
			opacity *= t.nearness(i)
		}
		k := kind{Fade(s.ink(i), opacity), !s.f.Points.Complete[i]}
		if _, known := paths[k]; !known {
			order = append(order, k)
		}
		paths[k] = append(paths[k], Disc(at, r)...)
	}
	for _, k := range order {
		if k.ring {
			s.front.add(&strokeItem{colour: k.ink, width: 1, path: paths[k]})
		} else {
			s.front.add(fillItem{k.ink, paths[k]})
		}
	}
	s.front.add(fillItem{s.f.Style.Selection, chosen})
}

const ellipseSides = 72

// outline returns an ellipse of so many standard deviations as a closed path.
func (s *ClustersScene) outline(e Ellipse, deviations float64) vg.Path {
	// Cholesky of the covariance takes the circle to the ellipse.
	a := math.Sqrt(math.Max(e.XX, 0))
	b, c := 0.0, math.Sqrt(math.Max(e.YY, 0))
	if a > 0 {
		b = e.XY / a
		c = math.Sqrt(math.Max(e.YY-b*b, 0))
	}
	var path vg.Path
	for i := range ellipseSides {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / ellipseSides)
		at := s.plane.at(e.X+deviations*a*cos, e.Y+deviations*(b*cos+c*sin))
		if i == 0 {
			path.Move(at)
		} else {
			path.Line(at)
		}
	}
	path.Close()
	return path
}

// addEllipses draws those of one standard deviation, and of two at half the opacity.
func (s *ClustersScene) addEllipses() {
	for k, e := range s.f.Ellipses {
		ink := s.inks[k]
		s.front.add(&strokeItem{colour: Fade(ink, 0.5), width: 1.5 * s.f.Style.enlargement(), path: s.outline(e, 2)})
		s.front.add(&strokeItem{colour: ink, width: 1.5 * s.f.Style.enlargement(), path: s.outline(e, 1)})
	}
}

// Draw implements Scene.
func (s *ClustersScene) Draw(c vg.Canvas) {
	s.plane.list.draw(c)
	if s.plane.shown() {
		Clip(c, s.plane.area, func() { s.front.draw(c) })
		s.plane.frame.draw(c)
	}
}

// Size implements Scene.
func (s *ClustersScene) Size() vg.Point { return s.plane.size }

// PlotArea implements Scene.
func (s *ClustersScene) PlotArea() vg.Rectangle { return s.plane.area }

// Hit implements Scene: the nearest row within reach, else the cluster whose ellipse of
// one standard deviation the point is in or, of several, is nearest to in its own units.
func (s *ClustersScene) Hit(q vg.Point) (Mark, bool) {
	if !s.plane.shown() || !Contains(s.plane.area, q) {
		return Mark{}, false
	}
	best, row := s.radius()+reach-1, -1
	for i := range s.f.Points.X {
		at := s.plane.at(s.f.Points.X[i], s.f.Points.Y[i])
		if d := vg.Length(math.Hypot(float64(at.X-q.X), float64(at.Y-q.Y))); d < best {
			best, row = d, i
		}
	}
	if row >= 0 {
		return s.rowMark(row), true
	}
	x, y := s.plane.value(q)
	nearest, cluster := 1.0, -1
	for k, e := range s.f.Ellipses {
		det := e.XX*e.YY - e.XY*e.XY
		dx, dy := x-e.X, y-e.Y
		if d := (e.YY*dx*dx - 2*e.XY*dx*dy + e.XX*dy*dy) / det; d <= nearest {
			nearest, cluster = d, k
		}
	}
	if cluster < 0 {
		return Mark{}, false
	}
	return s.clusterMark(cluster), true
}

// rowMark describes a row.
func (s *ClustersScene) rowMark(i int) Mark {
	p := s.f.Points
	m := NewMark("point")
	m.Row, m.Title, m.Anchor = i, p.rowName(i), s.plane.at(p.X[i], p.Y[i])
	if k := s.f.class(i); k >= 0 {
		m.Index = k
		text := s.f.Ellipses[k].Name
		if s.f.Certainty != nil {
			text += ", " + FormatPercent(s.f.Certainty[i])
		}
		m.Lines = append(m.Lines, [2]string{"belongs to", text})
		if other, share := s.second(i, k); other >= 0 {
			m.Lines = append(m.Lines, [2]string{"or to", s.f.Ellipses[other].Name + ", " + FormatPercent(share)})
		}
	}
	if s.f.Strip != nil {
		if code := s.f.Strip.code(i); code >= 0 {
			m.Lines = append(m.Lines, [2]string{s.f.Strip.Annotation.Name, s.f.Strip.Annotation.Levels[code]})
		}
	}
	if t := s.f.Turned; t != nil {
		m.Lines = append(m.Lines, t.lines(i)...)
	} else {
		m.Lines = append(m.Lines, s.placeLines(i)...)
	}
	if !p.Complete[i] {
		m.Lines = append(m.Lines, [2]string{"cells missing", "at the column's mean"})
	}
	return m
}

// second returns the cluster that a row is next most likely to belong to, and its share;
// −1 where that is less than a hundredth.
func (s *ClustersScene) second(row, first int) (cluster int, share float64) {
	cluster = -1
	if s.f.Shares != nil {
		for k, r := range s.f.Shares.RawRowView(row) {
			if k != first && k < len(s.f.Ellipses) && r >= 0.01 && r > share {
				cluster, share = k, r
			}
		}
	}
	return cluster, share
}

// placeLines say where a row lies along the two directions.
func (s *ClustersScene) placeLines(i int) (lines [][2]string) {
	p := s.f.Points
	ranges := [2][2]float64{{s.plane.x0, s.plane.x1}, {s.plane.y0, s.plane.y1}}
	for k, u := range []float64{p.X[i], p.Y[i]} {
		a := p.Measures[k]
		lines = append(lines, [2]string{a.Name, FormatDigits(a.Value(u), a.digits(ranges[k][0], ranges[k][1]))})
	}
	return lines
}

// clusterMark describes a cluster.
func (s *ClustersScene) clusterMark(k int) Mark {
	e := s.f.Ellipses[k]
	m := NewMark("cluster")
	m.Index, m.Title, m.Anchor = k, e.Name, s.plane.at(e.X, e.Y)
	m.Lines = append([][2]string{{"rows", FormatDigits(e.Size, 4)}}, e.Lines...)
	return m
}

// DrawOverlay marks the row or the cluster that the pointer is over, on a transparent
// canvas laid over the scene.
func (s *ClustersScene) DrawOverlay(c vg.Canvas, m Mark) {
	if !s.plane.shown() {
		return
	}
	ink := s.f.Style.Selection
	Clip(c, s.plane.area, func() {
		switch {
		case m.Kind == "point" && m.Row >= 0 && m.Row < len(s.f.Points.X):
			(&strokeItem{colour: ink, width: 1.75, path: Disc(s.plane.at(s.f.Points.X[m.Row], s.f.Points.Y[m.Row]), s.radius()+2)}).draw(c)
		case m.Kind == "cluster" && m.Index >= 0 && m.Index < len(s.f.Ellipses):
			for _, d := range []float64{1, 2} {
				(&strokeItem{colour: ink, width: 2, path: s.outline(s.f.Ellipses[m.Index], d)}).draw(c)
			}
		}
	})
}
