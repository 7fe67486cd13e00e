package network

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"espalier/plotting"
	"espalier/plotting/beside"
	"espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A Scene is a laid-out [Network].
type Scene struct {
	f       *Network
	plane   *ink.Plane
	front   ink.List
	colours *beside.StripColours
	chosen  map[int]bool
	order   []int // edges, the weakest first
}

// Layout implements Figure.
func (f *Network) Layout(size vg.Point) plotting.Scene {
	s := &Scene{f: f, chosen: map[int]bool{}}
	if len(f.Names) == 0 {
		s.plane = &ink.Plane{Style: f.Style, Size: size}
		s.plane.List.Box(f.Style.Surface, vg.Rectangle{Max: size})
		return s
	}
	rows := make([]int32, len(f.Names))
	for i := range rows {
		rows[i] = int32(i)
	}
	if f.Strip != nil {
		s.colours = beside.NewStripColours(f.Strip, rows, 0)
	}
	selected := f.Selection.Rows
	if f.Columns {
		selected = f.Selection.Columns
	}
	for _, r := range selected {
		s.chosen[r] = true
	}
	for k := range f.Edges {
		s.order = append(s.order, k)
	}
	slices.SortStableFunc(s.order, func(a, b int) int { return cmp.Compare(f.Edges[a].Strength, f.Edges[b].Strength) })
	x0, x1 := ink.Padded(slices.Min(f.X), slices.Max(f.X), 0.06)
	y0, y1 := ink.Padded(slices.Min(f.Y), slices.Max(f.Y), 0.06)
	parts := ink.PlaneParts{Title: f.Title, Subtitle: f.Subtitle, Legend: s.legend, Bare: true}
	whole := ink.NewPlane(f.Style, size, x0, x1, y0, y1, parts).Squared(parts)
	w := f.Window.Normal()
	x0, x1 = ink.Visible(whole.X0, whole.X1, w.X0, w.X1, false)
	y0, y1 = ink.Visible(whole.Y0, whole.Y1, w.Y0, w.Y1, true)
	s.plane = ink.NewPlane(f.Style, size, x0, x1, y0, y1, parts)
	if s.plane.Shown() {
		s.addEdges()
		s.addNodes()
		s.addNames()
	}
	return s
}

func (s *Scene) at(u int) vg.Point { return s.plane.At(s.f.X[u], s.f.Y[u]) }

// radius is that of a node.
func (s *Scene) radius() vg.Length {
	n := len(s.f.Names)
	r := vg.Length(4.5)
	switch {
	case n > 1500:
		r = 1.6
	case n > 400:
		r = 2.2
	case n > 120:
		r = 3.2
	}
	w := s.f.Window.Normal()
	return r * s.f.Style.Enlargement() * vg.Length(min(math.Sqrt(1/math.Max(w.X1-w.X0, 0.05)), 2))
}

// ink returns the colour of a node.
func (s *Scene) ink(u int) color.NRGBA {
	if s.colours != nil {
		if code := s.f.Strip.Code(u); code >= 0 && code < len(s.colours.Colour) {
			return s.colours.Colour[code]
		}
		return s.f.Style.Muted
	}
	return ink.CategoryColours[0]
}

// steps is how many widths and shades edges have, so that edges alike share a path.
const steps = 6

// edgeInk returns the colour and the width of an edge of a strength.
func (s *Scene) edgeInk(e Edge) (color.NRGBA, vg.Length) {
	share := (math.Floor(min(max(e.Strength, 0), 1)*(steps-1)) + 1) / steps
	c := s.f.Style.Ink
	if s.f.Signed {
		end := 0.98
		if e.Weight < 0 {
			end = 0.02
		}
		m := ink.Signed.At(end)
		c = color.NRGBA{m.R, m.G, m.B, 255}
		if s.f.Style.Dark { // its ends are deep, for paper
			lab := ink.ToOKLab(c)
			lab.L = max(lab.L, 0.68)
			r := lab.RGBA()
			c = color.NRGBA{r.R, r.G, r.B, 255}
		}
	}
	opacity, width := 0.15+0.75*share, 0.5+1.7*vg.Length(share)
	if s.f.Root != nil && !e.Best {
		opacity *= 0.55
	}
	if len(s.f.Edges) > 3000 {
		opacity, width = opacity*0.6, width*0.6
	}
	if len(s.chosen) > 0 && e.From >= 0 && !s.chosen[e.From] && !s.chosen[e.To] {
		opacity *= 0.35
	}
	return plotting.Fade(c, opacity), width * s.f.Style.Enlargement()
}

// addEdges draws the edges, one path for each colour and width.
func (s *Scene) addEdges() {
	type kind struct {
		ink   color.NRGBA
		width vg.Length
	}
	lines, heads := map[kind]*ink.Stroke{}, map[kind]vg.Path{}
	var order []kind
	reach := s.plane.Reaches(2)
	r := s.radius()
	for _, k := range s.order {
		e := s.f.Edges[k]
		a, b := s.at(e.From), s.at(e.To)
		if !crosses(reach, a, b) {
			continue
		}
		c, width := s.edgeInk(e)
		which := kind{c, width}
		if lines[which] == nil {
			lines[which] = &ink.Stroke{Colour: c, Width: width}
			order = append(order, which)
		}
		if s.f.Directed {
			length := vg.Length(math.Hypot(float64(b.X-a.X), float64(b.Y-a.Y)))
			head := 3.2*width + 2.2
			if length > 2*r+head+2 {
				ux, uy := (b.X-a.X)/length, (b.Y-a.Y)/length
				tip := vg.Point{X: b.X - ux*(r+1), Y: b.Y - uy*(r+1)}
				foot := vg.Point{X: tip.X - ux*head, Y: tip.Y - uy*head}
				heads[which] = append(heads[which], triangle(tip, foot, ux, uy, head*0.42)...)
				b = foot
			}
		}
		lines[which].Segment(a, b)
	}
	for _, which := range order {
		s.front.Add(lines[which])
		s.front.Add(ink.Fill{Colour: which.ink, Path: heads[which]})
	}
}

func triangle(tip, foot vg.Point, ux, uy, half vg.Length) vg.Path {
	var p vg.Path
	p.Move(tip)
	p.Line(vg.Point{X: foot.X - uy*half, Y: foot.Y + ux*half})
	p.Line(vg.Point{X: foot.X + uy*half, Y: foot.Y - ux*half})
	p.Close()
	return p
}

// crosses reports whether a line may be seen in a box: its bounds meet it.
func crosses(r vg.Rectangle, a, b vg.Point) bool {
	return max(a.X, b.X) >= r.Min.X && min(a.X, b.X) <= r.Max.X && max(a.Y, b.Y) >= r.Min.Y && min(a.Y, b.Y) <= r.Max.Y
}

// addNodes draws the nodes, rings about the roots of the best tree, and those selected in the
// colour of the selection with a halo.
func (s *Scene) addNodes() {
	r := s.radius()
	reached := s.plane.Reaches(r)
	discs := map[color.NRGBA]vg.Path{}
	var order []color.NRGBA
	var rings, chosen, halo vg.Path
	for u := range s.f.Names {
		at := s.at(u)
		if !ink.Contains(reached, at) {
			continue
		}
		if s.chosen[u] {
			chosen, halo = append(chosen, ink.Disc(at, r)...), append(halo, ink.Disc(at, r+3)...)
			continue
		}
		c := s.ink(u)
		if _, known := discs[c]; !known {
			order = append(order, c)
		}
		discs[c] = append(discs[c], ink.Disc(at, r)...)
	}
	for _, u := range s.f.Roots {
		if at := s.at(u); ink.Contains(reached, at) {
			rings = append(rings, ink.Disc(at, r+2.5)...)
		}
	}
	for _, c := range order {
		s.front.Add(ink.Fill{Colour: c, Path: discs[c]})
		s.front.Add(&ink.Stroke{Colour: s.f.Style.Surface, Width: 0.6, Path: discs[c]})
	}
	s.front.Add(&ink.Stroke{Colour: s.f.Style.Ink, Width: 1.4 * s.f.Style.Enlargement(), Path: rings})
	s.front.Add(ink.Fill{Colour: plotting.Fade(s.f.Style.Selection, 0.35), Path: halo})
	s.front.Add(ink.Fill{Colour: s.f.Style.Selection, Path: chosen})
}

// addNames writes names where they hide neither a node nor another name: those selected first,
// then the nodes with most edges.
func (s *Scene) addNames() {
	degree := make([]float64, len(s.f.Names))
	for _, e := range s.f.Edges {
		degree[e.From] += e.Strength
		degree[e.To] += e.Strength
	}
	order := make([]int, len(degree))
	for u := range order {
		order[u] = u
		if s.chosen[u] {
			degree[u] += 1e6
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(degree[b], degree[a]) })
	face := ink.Regular(s.f.Style.LabelSize)
	high, r := ink.CapHeight(face), s.radius()
	taken := newGrid(s.plane.Area, 24)
	for u := range s.f.Names {
		at := s.at(u)
		taken.add(vg.Rectangle{Min: vg.Point{X: at.X - r*0.8, Y: at.Y - r*0.8}, Max: vg.Point{X: at.X + r*0.8, Y: at.Y + r*0.8}})
	}
	const most = 400
	for written, k := 0, 0; k < len(order) && written < most; k++ {
		u := order[k]
		at := s.at(u)
		if !ink.Contains(s.plane.Area, at) {
			continue
		}
		text := ink.ElideMiddle(face, s.f.Names[u], 130)
		width := ink.TextWidth(face, text)
		for _, place := range []struct {
			dx, dy vg.Length
			anchor ink.Anchor
		}{{r + 3, 0, ink.MiddleLeft}, {-r - 3, 0, ink.MiddleRight}, {0, r + 3 + high/2, ink.MiddleCentre}, {0, -r - 3 - high/2, ink.MiddleCentre}} {
			p := vg.Point{X: at.X + place.dx, Y: at.Y + place.dy}
			left := p.X
			switch place.anchor {
			case ink.MiddleRight:
				left -= width
			case ink.MiddleCentre:
				left -= width / 2
			}
			box := vg.Rectangle{Min: vg.Point{X: left - 1, Y: p.Y - high/2 - 1.5}, Max: vg.Point{X: left + width + 1, Y: p.Y + high/2 + 1.5}}
			if box.Min.X < s.plane.Area.Min.X || box.Max.X > s.plane.Area.Max.X || taken.meets(box) {
				continue
			}
			c := s.f.Style.Ink
			if s.chosen[u] {
				c = s.f.Style.SelectionText
			}
			s.front.Text(face, c, p, place.anchor, 0, text)
			taken.add(box)
			written++
			break
		}
	}
}

// legend explains the colours of nodes and the lines.
func (s *Scene) legend(limit int) []ink.LegendBlock {
	var blocks []ink.LegendBlock
	if s.colours != nil {
		c := &beside.RowClasses{Style: s.f.Style, Colours: s.colours}
		blocks = c.Legend(limit)
	}
	if len(s.f.Edges) == 0 {
		return blocks
	}
	b := ink.LegendBlock{Title: s.f.Strength}
	low, high := math.Inf(1), math.Inf(-1)
	for _, e := range s.f.Edges {
		low, high = min(low, e.Strength), max(high, e.Strength)
	}
	marks := []float64{high, (low + high) / 2, low}
	if high-low < 0.02 {
		marks = marks[:1]
	}
	if s.f.Strength != "" {
		for _, v := range marks {
			c, width := s.edgeInk(Edge{Strength: v, Best: true, From: -1, To: -1, Weight: 1})
			if s.f.Signed {
				c = plotting.Fade(s.f.Style.Ink, float64(c.A)/255)
			}
			b.Entries = append(b.Entries, ink.LegendEntry{Colour: c, Stroke: width, Text: plotting.FormatPercent(v)})
		}
	}
	if s.f.Signed {
		for _, v := range []struct {
			sign float64
			text string
		}{{1, "positive"}, {-1, "negative"}} {
			c, width := s.edgeInk(Edge{Strength: high, Weight: v.sign, Best: true, From: -1, To: -1})
			b.Entries = append(b.Entries, ink.LegendEntry{Colour: c, Stroke: width, Text: v.text + " " + s.f.Weight})
		}
	}
	if s.f.Directed {
		b.Entries = append(b.Entries, ink.LegendEntry{Plain: true, Text: "arrow: parent to child"})
	}
	if len(s.f.Roots) > 0 {
		b.Entries = append(b.Entries, ink.LegendEntry{Colour: s.f.Style.Ink, Hollow: true, Text: "root of the best tree"})
	}
	if b.Title == "" {
		b.Title = "edges"
	}
	return append(blocks, b)
}

// Draw implements plotting.Scene.
func (s *Scene) Draw(c vg.Canvas) {
	s.plane.List.Draw(c)
	if s.plane.Shown() {
		plotting.Clip(c, s.plane.Area, func() { s.front.Draw(c) })
	}
}

// Size implements plotting.Scene.
func (s *Scene) Size() vg.Point { return s.plane.Size }

// PlotArea implements plotting.Scene.
func (s *Scene) PlotArea() vg.Rectangle { return s.plane.Area }

// Hit implements plotting.Scene: the nearest node within reach, else the nearest edge.
func (s *Scene) Hit(q vg.Point) (plotting.Mark, bool) {
	if !s.plane.Shown() || !ink.Contains(s.plane.Area, q) {
		return plotting.Mark{}, false
	}
	best, node := s.radius()+ink.Reach, -1
	for u := range s.f.Names {
		at := s.at(u)
		if d := vg.Length(math.Hypot(float64(at.X-q.X), float64(at.Y-q.Y))); d < best {
			best, node = d, u
		}
	}
	if node >= 0 {
		return s.nodeMark(node), true
	}
	best, edge := vg.Length(ink.Reach), -1
	for _, k := range s.order { // the strongest, which lie on top, last
		e := s.f.Edges[k]
		if d := fromLine(q, s.at(e.From), s.at(e.To)); d <= best {
			best, edge = d, k
		}
	}
	if edge < 0 {
		return plotting.Mark{}, false
	}
	return s.edgeMark(edge), true
}

// fromLine is the distance of a point from a line between two others.
func fromLine(q, a, b vg.Point) vg.Length {
	dx, dy := b.X-a.X, b.Y-a.Y
	share := vg.Length(0)
	if l := dx*dx + dy*dy; l > 0 {
		share = min(max(((q.X-a.X)*dx+(q.Y-a.Y)*dy)/l, 0), 1)
	}
	return vg.Length(math.Hypot(float64(a.X+share*dx-q.X), float64(a.Y+share*dy-q.Y)))
}

func (s *Scene) nodeMark(u int) plotting.Mark {
	m := plotting.NewMark("node")
	m.Index, m.Title, m.Anchor = u, s.f.Names[u], s.at(u)
	if s.f.Columns {
		m.Column = u
	} else {
		m.Row = u
	}
	if s.f.Strip != nil {
		m.Lines = append(m.Lines, [2]string{s.f.Strip.Annotation.Name, s.f.Strip.LevelText(u)})
	}
	if s.f.Root != nil {
		m.Lines = append(m.Lines, [2]string{"root with probability", plotting.FormatPercent(s.f.Root[u])})
	}
	var near []Edge
	for _, e := range s.f.Edges {
		if e.From == u || e.To == u {
			near = append(near, e)
		}
	}
	slices.SortStableFunc(near, func(a, b Edge) int { return cmp.Compare(b.Strength, a.Strength) })
	m.Lines = append(m.Lines, [2]string{"edges shown", plotting.FormatCount(len(near))})
	for _, e := range near[:min(len(near), 5)] {
		other, role := e.From, "joined to"
		if e.From == u {
			other = e.To
		}
		if s.f.Directed {
			role = map[bool]string{true: "parent of", false: "child of"}[e.From == u]
		}
		m.Lines = append(m.Lines, [2]string{role, s.f.Names[other] + ", " + s.edgeText(e)})
	}
	return m
}

// edgeText says how strong an edge is.
func (s *Scene) edgeText(e Edge) string {
	if s.f.Strength == "" {
		return s.f.Weight + " " + plotting.FormatNumber(e.Weight)
	}
	return plotting.FormatPercent(e.Strength)
}

func (s *Scene) edgeMark(k int) plotting.Mark {
	e := s.f.Edges[k]
	m := plotting.NewMark("edge")
	a, b := s.at(e.From), s.at(e.To)
	m.Index, m.Anchor = k, vg.Point{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2}
	m.Title = s.f.Names[e.From] + " – " + s.f.Names[e.To]
	if s.f.Directed {
		m.Title = s.f.Names[e.From] + " → " + s.f.Names[e.To]
	}
	if s.f.Strength != "" {
		m.Lines = append(m.Lines, [2]string{s.f.Strength, plotting.FormatPercent(e.Strength)})
	}
	if s.f.Weight != "" {
		m.Lines = append(m.Lines, [2]string{s.f.Weight, plotting.FormatNumber(e.Weight)})
	}
	if e.Best {
		m.Lines = append(m.Lines, [2]string{"in the best tree", "yes"})
	}
	return m
}
