package space

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A ClustersScene is a laid-out [Clusters].
type ClustersScene struct {
	f     *Clusters
	plane *ink.Plane
	front ink.List
	// arrowScale is the factor on all arrows.
	arrowScale float64
	inks       []color.NRGBA        // of the clusters
	colours    *beside.StripColours // of the annotation; nil where rows have the colours of their clusters
	chosen     map[int]bool         // rows of the highlight
	pale       []bool               // clusters behind the selected ones, where there are many; nil for none
}

func (s *ClustersScene) paint() {
	for k := range s.f.Ellipses {
		s.inks = append(s.inks, s.f.Places.Ink(k))
	}
	if s.f.Strip != nil {
		rows := make([]int32, len(s.f.Points.X)) // as they stand in the table
		for i := range rows {
			rows[i] = int32(i)
		}
		s.colours = beside.NewStripColours(s.f.Strip, rows, 0, s.f.Style.Look)
		for k := range s.inks {
			s.inks[k] = s.f.Style.Ink
		}
	}
	s.chosen = map[int]bool{}
	for _, r := range s.f.Selection.Rows {
		s.chosen[r] = true
	}
	s.pale = s.behind()
}

// many reports whether there are more clusters than colours that can be told apart at a glance.
func (s *ClustersScene) many() bool { return len(s.f.Ellipses) > ink.PlainCategories }

// behind returns which of many clusters are not selected, nil where none is: a cluster is if most of its
// rows are.
func (s *ClustersScene) behind() []bool {
	if !s.many() || len(s.chosen) == 0 {
		return nil
	}
	rows, chosen := make([]int, len(s.f.Ellipses)), make([]int, len(s.f.Ellipses))
	for i := range s.f.Points.X {
		if k := s.f.class(i); k >= 0 {
			rows[k]++
			if s.chosen[i] {
				chosen[k]++
			}
		}
	}
	pale, some := make([]bool, len(rows)), false
	for k := range pale {
		pale[k] = 2*chosen[k] <= rows[k]
		some = some || !pale[k]
	}
	if !some {
		return nil
	}
	return pale
}

// paleness is the share of their opacity that clusters behind the selected ones keep.
const paleness = 0.3

// ink returns the colour of a row.
func (s *ClustersScene) ink(row int) color.NRGBA {
	if s.colours != nil {
		if code := s.f.Strip.Code(row); code >= 0 && code < len(s.colours.Colour) {
			return s.colours.Colour[code]
		}
		return s.f.Strip.WithoutInk(s.f.Style)
	}
	k := s.f.class(row)
	switch {
	case k < 0 && len(s.f.Ellipses) == 0:
		return s.f.Style.Muted
	case k < 0:
		return ink.Ungrouped
	case s.f.Shares == nil || s.f.Certainty != nil && s.f.Certainty[row] > 0.995:
		return s.inks[k]
	}
	return s.blend(row)
}

// blendSteps is the number of shades of each channel in mixed colours, so that rows of one colour
// share a path.
const blendSteps = 32

// blend mixes the colours of the clusters by the shares of a row.
func (s *ClustersScene) blend(row int) color.NRGBA {
	var mixed ink.OKLab
	total := 0.0
	for k, r := range s.f.Shares.RawRowView(row) {
		if r > 1e-3 && k < len(s.inks) {
			c := ink.ToOKLab(s.inks[k])
			mixed.L, mixed.A, mixed.B = mixed.L+r*c.L, mixed.A+r*c.A, mixed.B+r*c.B
			total += r
		}
	}
	if !(total > 0) {
		return s.f.Style.Muted
	}
	c := ink.OKLab{L: mixed.L / total, A: mixed.A / total, B: mixed.B / total}.RGBA()
	step := func(v uint8) uint8 { return uint8(int(v) * (blendSteps - 1) / 255 * 255 / (blendSteps - 1)) }
	return color.NRGBA{step(c.R), step(c.G), step(c.B), 255}
}

// rowsOf returns the rows of a cluster.
func (s *ClustersScene) rowsOf(k int) (rows []int) {
	for i, c := range s.f.Class {
		if c == k {
			rows = append(rows, i)
		}
	}
	return rows
}

// inNone names rows that belong to no cluster.
const inNone = "in no cluster"

// legend names the clusters, the largest colours first, or the levels of the annotation.
func (s *ClustersScene) legend(limit int) []ink.LegendBlock {
	if s.f.HideLegend {
		return nil
	}
	var ground []ink.LegendBlock
	if s.f.Ground != nil && s.f.Turned == nil {
		ground = append(ground, s.f.Ground.legend(s.f.Style, unitShift(s.f.Points.Measures)))
	}
	if s.colours != nil {
		c := &beside.RowClasses{Style: s.f.Style, Colours: s.colours}
		return append(c.Legend(limit), ground...)
	}
	if len(s.f.Ellipses) == 0 {
		return ground
	}
	b := ink.LegendBlock{Title: "ellipses of 1 and 2 s.d."}
	shown := min(limit, len(s.f.Ellipses))
	for k, e := range s.f.Ellipses[:shown] {
		b.Entries = append(b.Entries, ink.LegendEntry{Colour: s.inks[k],
			Text: e.Name + ", " + s.f.Things.Say(plotting.FormatRows(e.Size)),
			Rows: func() []int { return s.rowsOf(k) }})
	}
	if rest := len(s.f.Ellipses) - shown; rest > 0 { // named at their ellipses
		b.Entries = append(b.Entries, ink.LegendEntry{Plain: true, Text: fmt.Sprintf("and %d more", rest)})
	}
	if alone := s.rowsOf(-1); len(alone) > 0 {
		b.Entries = append(b.Entries, ink.LegendEntry{Colour: ink.Ungrouped,
			Text: inNone + ", " + plotting.Plural(len(alone), "row"), Rows: func() []int { return alone }})
	}
	return append([]ink.LegendBlock{b}, ground...)
}

func (s *ClustersScene) radius() vg.Length {
	if n := len(s.f.Points.X); n > 3000 {
		return 1.5
	} else if n > 800 {
		return 2
	}
	return 2.5
}

// addEdges joins rows: within a cluster in its colour, otherwise in grey. Many edges are fainter.
func (s *ClustersScene) addEdges() {
	paths, order := map[color.NRGBA]vg.Path{}, []color.NRGBA(nil)
	opacity := 0.5
	if n := len(s.f.Points.X); len(s.f.Edges) > 4*n || n > 800 {
		opacity = 0.25
	}
	for _, e := range s.f.Edges {
		hue := s.f.Style.Muted
		if k := s.f.class(e[0]); k >= 0 && k < len(s.inks) && k == s.f.class(e[1]) && s.colours == nil {
			hue = s.inks[k]
		}
		hue = plotting.Fade(hue, opacity)
		path, known := paths[hue]
		if !known {
			order = append(order, hue)
		}
		path.Move(s.plane.At(s.f.Points.X[e[0]], s.f.Points.Y[e[0]]))
		path.Line(s.plane.At(s.f.Points.X[e[1]], s.f.Points.Y[e[1]]))
		paths[hue] = path
	}
	for _, hue := range order {
		s.front.Add(&ink.Stroke{Colour: hue, Width: 0.75 * s.f.Style.Enlargement(), Path: paths[hue]})
	}
}

// mark returns the mark of a row: a disc, or a square or a triangle where another cluster or level has its colour.
func (s *ClustersScene) mark(row int, at vg.Point, r vg.Length) vg.Path {
	round := 0
	if s.colours != nil {
		if code := s.f.Strip.Code(row); code >= 0 {
			round = s.colours.Round(code)
		}
	} else if k := s.f.class(row); k >= 0 {
		round = s.f.Places.Place(k) / ink.ManyCategories
	}
	switch round % 3 {
	case 1:
		return vg.Rectangle{Min: vg.Point{X: at.X - r, Y: at.Y - r}, Max: vg.Point{X: at.X + r, Y: at.Y + r}}.Path()
	case 2:
		var p vg.Path
		p.Move(vg.Point{X: at.X, Y: at.Y + 1.3*r})
		p.Line(vg.Point{X: at.X - 1.2*r, Y: at.Y - r})
		p.Line(vg.Point{X: at.X + 1.2*r, Y: at.Y - r})
		p.Close()
		return p
	}
	return ink.Disc(at, r)
}

// addPoints draws the rows, one path for each colour and opacity.
func (s *ClustersScene) addPoints() {
	p, r := s.plane, s.radius()
	reached := p.Reaches(r)
	type kind struct {
		ink  color.NRGBA
		ring bool
	}
	paths := map[kind]vg.Path{}
	var order []kind
	var chosen, edges vg.Path
	inside := map[kind]vg.Path{}
	var within []kind
	for i := range s.f.Points.X {
		at := p.At(s.f.Points.X[i], s.f.Points.Y[i])
		if !ink.Contains(reached, at) {
			continue
		}
		if s.chosen[i] {
			chosen = append(chosen, s.mark(i, at, r+1.75)...)
			own := kind{s.ink(i), false}
			if _, known := inside[own]; !known {
				within = append(within, own)
			}
			inside[own] = append(inside[own], s.mark(i, at, r)...)
			continue
		}
		opacity := 0.6
		if s.f.Style.Dark {
			opacity = 0.8 // the ground behind is dark
		}
		if s.f.Ground != nil {
			opacity = 1 // a density behind a point takes its contrast away
			edges = append(edges, s.mark(i, at, r+0.75)...)
		}
		if s.f.Shares == nil && s.f.Certainty != nil && s.f.Certainty[i] < 0.9 {
			opacity = 0.35
		}
		if t := s.f.Turned; t != nil {
			opacity *= t.nearness(i)
		}
		if c := s.f.class(i); s.pale != nil && (c < 0 || s.pale[c]) {
			opacity *= paleness
		}
		k := kind{plotting.Fade(s.ink(i), opacity), !s.f.Points.Complete[i]}
		if _, known := paths[k]; !known {
			order = append(order, k)
		}
		paths[k] = append(paths[k], s.mark(i, at, r)...)
	}
	s.front.Add(ink.Fill{Colour: s.f.Style.Surface, Path: edges})
	for _, k := range order {
		if k.ring {
			s.front.Add(&ink.Stroke{Colour: k.ink, Width: 1, Path: paths[k]})
		} else {
			s.front.Add(ink.Fill{Colour: k.ink, Path: paths[k]})
		}
	}
	// Selected marks keep their colour within a ring of the colour of the selection.
	s.front.Add(ink.Fill{Colour: s.f.Style.Selection, Path: chosen})
	for _, k := range within {
		s.front.Add(ink.Fill{Colour: k.ink, Path: inside[k]})
	}
}

const ellipseSides = 72

// outline returns the ellipse of the given number of standard deviations as a closed path.
func (s *ClustersScene) outline(e Ellipse, deviations float64) vg.Path {
	// The Cholesky factor of the covariance maps the circle to the ellipse.
	a := math.Sqrt(math.Max(e.XX, 0))
	b, c := 0.0, math.Sqrt(math.Max(e.YY, 0))
	if a > 0 {
		b = e.XY / a
		c = math.Sqrt(math.Max(e.YY-b*b, 0))
	}
	var path vg.Path
	for i := range ellipseSides {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / ellipseSides)
		at := s.plane.At(e.X+deviations*a*cos, e.Y+deviations*(b*cos+c*sin))
		if i == 0 {
			path.Move(at)
		} else {
			path.Line(at)
		}
	}
	path.Close()
	return path
}

// dense is how many rows make a ground of their clusters' colours, on which ellipses have a rim of the surface's.
const dense = 1000

// addEllipses draws the ellipses of one standard deviation, and those of two at half the opacity.
func (s *ClustersScene) addEllipses() {
	for k, e := range s.f.Ellipses {
		if e.Few {
			continue
		}
		hue := s.inks[k]
		if s.pale != nil && s.pale[k] {
			hue = plotting.Fade(hue, paleness)
		}
		if len(s.f.Points.X) > dense {
			rim := append(s.outline(e, 2), s.outline(e, 1)...)
			s.front.Add(&ink.Stroke{Colour: plotting.Fade(s.f.Style.Surface, 0.85),
				Width: 4 * s.f.Style.Enlargement(), Path: rim})
		}
		s.front.Add(&ink.Stroke{Colour: plotting.Fade(hue, 0.5), Width: 1.5 * s.f.Style.Enlargement(),
			Path: s.outline(e, 2)})
		s.front.Add(&ink.Stroke{Colour: hue, Width: 1.5 * s.f.Style.Enlargement(), Path: s.outline(e, 1)})
	}
	if s.many() {
		s.nameEllipses()
	}
}

// nameEllipses writes the names of many clusters at their means, the selected and the larger ones first,
// where they do not cover one another.
func (s *ClustersScene) nameEllipses() {
	st := s.f.Style
	f := ink.Bold(st.Typeface, st.LabelSize)
	order := inference.UpTo(len(s.f.Ellipses))
	front := func(k int) bool { return s.pale != nil && !s.pale[k] }
	stable.Sort(order, func(a, b int) int {
		if front(a) != front(b) {
			if front(a) {
				return -1
			}
			return 1
		}
		return cmp.Compare(s.f.Ellipses[b].Size, s.f.Ellipses[a].Size)
	})
	var taken []vg.Rectangle
	there, named := 0, 0
	for _, k := range order {
		e := s.f.Ellipses[k]
		if e.Few && e.Size == 0 { // it has no place
			continue
		}
		name := e.Name
		if at := strings.LastIndexByte(name, ' '); at >= 0 {
			name = name[at+1:] // "cluster 12"
		}
		at := s.plane.At(e.X, e.Y)
		if !ink.Contains(s.plane.Area, at) {
			continue
		}
		there++
		box, free := freeBox(taken, at, ink.TextWidth(f, name)/2+2, ink.CapHeight(f)/2+2)
		if !free {
			continue
		}
		named++
		taken = append(taken, box)
		s.front.Box(plotting.Fade(st.Surface, 0.8), box)
		colour := st.Ink
		if s.pale != nil && s.pale[k] {
			colour = st.Muted
		}
		s.front.Text(f, colour, vg.Point{X: (box.Min.X + box.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2},
			ink.MiddleCentre, 0, name)
	}
	if named < there {
		s.note(fmt.Sprintf("%d of %d clusters named", named, there), vg.Point{X: s.plane.Area.Max.X - 4,
			Y: s.plane.Area.Min.Y + 4}, ink.BaseRight)
	}
}

// note says something in a lower corner of the plane: at its left end with ink.BaseLeft, else at its right one.
func (s *ClustersScene) note(text string, at vg.Point, anchor ink.Anchor) {
	st := s.f.Style
	small := ink.Regular(st.Typeface, st.TickSize)
	left := at.X
	if anchor != ink.BaseLeft {
		left -= ink.TextWidth(small, text)
	}
	s.front.Box(plotting.Fade(st.Surface, 0.8), vg.Rectangle{Min: vg.Point{X: left - 2, Y: at.Y - 2},
		Max: vg.Point{X: left + ink.TextWidth(small, text) + 2, Y: at.Y + ink.CapHeight(small) + 2}})
	s.front.Text(small, st.Muted, at, anchor, 0, text)
}

// freeBox returns a box of half the width w and half the height h at a point, or beside it, that covers none of
// those taken.
func freeBox(taken []vg.Rectangle, at vg.Point, w, h vg.Length) (box vg.Rectangle, ok bool) {
	for _, by := range [][2]vg.Length{{0, 0}, {0, 2}, {0, -2}, {2, 0}, {-2, 0}, {2, 2}, {-2, 2}, {2, -2}, {-2, -2}} {
		x, y := at.X+by[0]*w, at.Y+by[1]*h
		box = vg.Rectangle{Min: vg.Point{X: x - w, Y: y - h}, Max: vg.Point{X: x + w, Y: y + h}}
		if !slices.ContainsFunc(taken, func(o vg.Rectangle) bool {
			return o.Min.X < box.Max.X && box.Min.X < o.Max.X && o.Min.Y < box.Max.Y && box.Min.Y < o.Max.Y
		}) {
			return box, true
		}
	}
	return box, false
}

// Draw implements Scene.
func (s *ClustersScene) Draw(c vg.Canvas) {
	s.plane.List.Draw(c)
	if s.plane.Shown() {
		plotting.Group(c, "clusters", func() { plotting.Clip(c, s.plane.Area, func() { s.front.Draw(c) }) })
		s.plane.Frame.Draw(c)
	}
}

// Size implements Scene.
func (s *ClustersScene) Size() vg.Point { return s.plane.Size }

// PlaneAt implements ink.Planar.
func (s *ClustersScene) PlaneAt(p vg.Point) (*ink.Plane, vg.Point, bool) { return s.plane.PlaneAt(p) }

// PlotArea implements Scene.
func (s *ClustersScene) PlotArea() vg.Rectangle { return s.plane.Area }

// Hit implements Scene: the nearest row within reach. Otherwise it is the cluster whose ellipse of
// one standard deviation holds the point; of several, the one whose mean is nearest in units of its
// own ellipse.
func (s *ClustersScene) Hit(q vg.Point) (plotting.Mark, bool) {
	if m, ok := s.plane.List.LegendAt(q); ok {
		return m, true
	}
	if !s.plane.Shown() || !ink.Contains(s.plane.Area, q) {
		return plotting.Mark{}, false
	}
	if a, ok := s.arrowAt(q); ok {
		return s.arrowMark(a), true
	}
	best, row := s.radius()+ink.Reach-1, -1
	for i := range s.f.Points.X {
		at := s.plane.At(s.f.Points.X[i], s.f.Points.Y[i])
		if d := vg.Length(math.Hypot(float64(at.X-q.X), float64(at.Y-q.Y))); d < best {
			best, row = d, i
		}
	}
	if row >= 0 {
		return s.rowMark(row), true
	}
	x, y := s.plane.Value(q)
	nearest, cluster := 1.0, -1
	for k, e := range s.f.Ellipses {
		if e.Few {
			continue
		}
		det := e.XX*e.YY - e.XY*e.XY
		dx, dy := x-e.X, y-e.Y
		if d := (e.YY*dx*dx - 2*e.XY*dx*dy + e.XX*dy*dy) / det; d <= nearest {
			nearest, cluster = d, k
		}
	}
	if cluster < 0 {
		return plotting.Mark{}, false
	}
	return s.clusterMark(cluster), true
}

// Within implements [plotting.Scattered].
func (s *ClustersScene) Within(l plotting.Loop) plotting.Selection {
	chosen := plotting.NoSelection
	if s.plane.Shown() {
		p := s.f.Points
		chosen.Rows = l.Enclosed(len(p.X), s.plane.Area, func(i int) (vg.Point, bool) {
			return s.plane.At(p.X[i],
				p.Y[i]), true
		})
	}
	return chosen
}

// rowMark describes a row.
func (s *ClustersScene) rowMark(i int) plotting.Mark {
	p := s.f.Points
	m := plotting.NewMark(plotting.PointMark)
	m.Row, m.Title, m.Anchor = i, p.rowName(i), s.plane.At(p.X[i], p.Y[i])
	if k := s.f.class(i); k >= 0 {
		m.Index = k
		text := s.f.Ellipses[k].Name
		if s.f.Certainty != nil {
			text += ", " + plotting.FormatPercent(s.f.Certainty[i])
		}
		m.Lines = append(m.Lines, [2]string{"belongs to", text})
		if other, share := s.second(i, k); other >= 0 {
			m.Lines = append(m.Lines, [2]string{"or to", s.f.Ellipses[other].Name + ", " +
				plotting.FormatPercent(share)})
		}
	} else if len(s.f.Ellipses) > 0 {
		m.Lines = append(m.Lines, [2]string{"belongs to", "no cluster"})
	}
	if s.f.Strip != nil {
		if code := s.f.Strip.Code(i); code >= 0 {
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

// second returns the second most likely cluster of a row and its share; −1 if that is below 1 %.
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

// placeLines describes the place of a row along the two directions.
func (s *ClustersScene) placeLines(i int) (lines [][2]string) {
	p := s.f.Points
	ranges := [2][2]float64{{s.plane.X0, s.plane.X1}, {s.plane.Y0, s.plane.Y1}}
	for k, u := range []float64{p.X[i], p.Y[i]} {
		a := p.Measures[k]
		lines = append(lines, [2]string{a.Name, a.Text(a.Value(u), a.Digits(ranges[k][0], ranges[k][1]))})
	}
	return lines
}

// clusterMark describes a cluster.
func (s *ClustersScene) clusterMark(k int) plotting.Mark {
	e := s.f.Ellipses[k]
	m := plotting.NewMark(plotting.ClusterMark)
	m.Index, m.Title, m.Anchor = k, e.Name, s.plane.At(e.X, e.Y)
	m.Lines = append([][2]string{{"rows", plotting.FormatDigits(e.Size, 4)}}, e.Lines...)
	return m
}

// DrawOverlay marks the row or cluster under the pointer, on a transparent canvas over the scene.
func (s *ClustersScene) DrawOverlay(c vg.Canvas, m plotting.Mark) {
	if !s.plane.Shown() {
		return
	}
	hue := s.f.Style.Selection
	plotting.Clip(c, s.plane.Area, func() {
		switch {
		case m.Kind == plotting.PointMark && m.Row >= 0 && m.Row < len(s.f.Points.X):
			(&ink.Stroke{Colour: hue, Width: 1.75, Path: ink.Disc(s.plane.At(s.f.Points.X[m.Row],
				s.f.Points.Y[m.Row]), s.radius()+2)}).Draw(c)
		case m.Kind == plotting.ClusterMark && m.Index >= 0 && m.Index < len(s.f.Ellipses):
			for _, d := range []float64{1, 2} {
				(&ink.Stroke{Colour: hue, Width: 2, Path: s.outline(s.f.Ellipses[m.Index], d)}).Draw(c)
			}
		}
	})
}

// LegendsLeftOut implements [plotting.Legible].
func (s *ClustersScene) LegendsLeftOut() []string { return s.plane.LegendsLeft }
