package dendro

import (
	"image/color"
	"math"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

const halfTurn = math.Pi

// outOfOrder is the colour of the lines of leaves that are out of order, far from the amber of the selection.
var outOfOrder = ink.CategoryColours[0]

// A lineKind is the way a line between equal leaves is drawn; kinds are drawn in order.
type lineKind struct {
	turn  int // selected lines last, those out of order before
	ink   color.NRGBA
	width vg.Length
}

// selectedTurn is the turn of selected lines, the last.
const selectedTurn = 3

// kindOf returns how the line of a leaf is drawn.
func (s *TanglegramScene) kindOf(leaf int) lineKind {
	st := s.f.Style
	l := s.sides[0]
	if l.classes.leafSelected(int(l.p.Rank[leaf])) {
		return lineKind{selectedTurn, st.Selection, st.SelectedStroke}
	}
	// Where leaves run together the lines in order would be a slab.
	k := lineKind{0, plotting.Fade(st.Muted, 0.55*min(max(float64(l.pitch)/3, 0.3), 1)), st.Stroke}
	moved := s.f.Tangle.Moved[leaf]
	switch {
	case s.ink != nil:
		k.ink = plotting.Fade(st.MissingHatch, 0.9)
		if code := s.f.Colour.Code(leaf); code >= 0 {
			k.ink = plotting.Fade(s.ink.Colour[code], 0.85)
		}
		if moved {
			k.turn, k.width = 1, st.SelectedStroke
		}
	case moved:
		k.turn, k.ink = 1, outOfOrder
	}
	if s.faint {
		k.ink = plotting.Fade(k.ink, 0.45)
	}
	return k
}

// A lineRun is a bundle of lines of one kind between neighbours on both sides.
type lineRun struct {
	left, right [2]float64 // upper and lower height of the placements
}

// drawLines adds the lines between equal leaves. Where leaves are closer than a pixel, neighbours
// that stay neighbours become one band, so the cost is that of the differences.
func (s *TanglegramScene) drawLines() {
	a, b := s.sides[0], s.sides[1]
	runs := map[lineKind][]lineRun{}
	var order []lineKind
	dense := a.pitch < 1
	var last struct {
		kind  lineKind
		right int32
		open  bool
	}
	for r, leaf := range a.p.Order() {
		other := b.p.Rank[leaf]
		y, z := float64(r)+0.5, float64(other)+0.5
		if (y < a.s0 || y > a.s1) && (z < b.s0 || z > b.s1) {
			last.open = false // neither end is visible
			continue
		}
		kind := s.kindOf(int(leaf))
		list, known := runs[kind]
		if !known {
			order = append(order, kind)
		}
		if dense && last.open && last.kind == kind && other == last.right+1 {
			k := &list[len(list)-1]
			k.left[1], k.right[1] = float64(r+1), float64(other+1)
		} else {
			list = append(list, lineRun{[2]float64{float64(r), float64(r + 1)}, [2]float64{float64(other), float64(other + 1)}})
		}
		runs[kind] = list
		last.kind, last.right, last.open = kind, other, true
	}
	stable.Sort(order, func(x, y lineKind) int { return x.turn - y.turn })
	lines := &ink.List{}
	for _, kind := range order {
		if !dense {
			stroke := &ink.Stroke{Colour: kind.ink, Width: kind.width}
			for _, run := range runs[kind] {
				s.line(&stroke.Path, run.left[0]+0.5, run.right[0]+0.5)
			}
			lines.Add(stroke)
			continue
		}
		bands := make(vg.Path, 0, 5*len(runs[kind]))
		singles := &ink.Stroke{Colour: kind.ink, Width: max(0.8, min(kind.width, 1.2*a.pitch))}
		few := len(runs[kind]) <= mostBent
		for _, run := range thinned(runs[kind], kind) {
			if few && run.left[1]-run.left[0] == 1 {
				s.line(&singles.Path, run.left[0]+0.5, run.right[0]+0.5)
				continue
			}
			s.band(&bands, run.atLeast(0.6/float64(a.pitch)))
		}
		hue := kind.ink
		if kind.turn == 0 {
			hue = plotting.Fade(hue, 0.55) // bands cover more than lines
		}
		lines.Add(ink.Fill{Colour: hue, Path: bands})
		lines.Add(singles)
	}
	s.list.Add(ink.Clipped{Rect: s.lines, List: lines})
}

// mostLines limits the lines of a kind where leaves are closer than a pixel. More would only cover
// the ground between the trees.
const mostLines = 700

// thinned drops single lines of a kind, evenly, if there are very many. It keeps selected lines and
// bands.
func thinned(runs []lineRun, kind lineKind) []lineRun {
	if len(runs) <= mostLines || kind.turn == selectedTurn {
		return runs
	}
	step := (len(runs) + mostLines - 1) / mostLines
	kept := make([]lineRun, 0, mostLines)
	for i, r := range runs {
		if i%step == 0 || r.left[1]-r.left[0] > 2 {
			kept = append(kept, r)
		}
	}
	return kept
}

// atLeast returns the run enlarged about its middle to at least a height.
func (r lineRun) atLeast(height float64) lineRun {
	if more := (height - (r.left[1] - r.left[0])) / 2; more > 0 {
		r.left[0], r.left[1], r.right[0], r.right[1] = r.left[0]-more, r.left[1]+more, r.right[0]-more, r.right[1]+more
	}
	return r
}

// level returns the place of a height of the placement on the page. Lines keep their slopes outside
// the window, but coordinates stay bounded for the canvas.
func (l *dendrogramLayout) level(slot float64) vg.Length {
	share := (slot - l.s0) / (l.s1 - l.s0)
	return l.tree.Max.Y - vg.Length(min(max(share, -60), 61))*l.tree.Size().Y
}

// bend is the place of the control points of a line, as a share of its width.
const bend = 0.42

// line adds one line between two heights of the placements.
func (s *TanglegramScene) line(path *vg.Path, left, right float64) {
	p := vg.Point{X: s.lines.Min.X, Y: s.sides[0].level(left)}
	q := vg.Point{X: s.lines.Max.X, Y: s.sides[1].level(right)}
	path.Move(p)
	if s.bent && math.Abs(float64(p.Y-q.Y)) > 0.5 {
		reach := bend * (q.X - p.X)
		path.CubeTo(vg.Point{X: p.X + reach, Y: p.Y}, vg.Point{X: q.X - reach, Y: q.Y}, q)
		return
	}
	path.Line(q)
}

// band adds a bundle of lines as one shape.
func (s *TanglegramScene) band(path *vg.Path, run lineRun) {
	x0, x1 := s.lines.Min.X, s.lines.Max.X
	path.Move(vg.Point{X: x0, Y: s.sides[0].level(run.left[0])})
	path.Line(vg.Point{X: x1, Y: s.sides[1].level(run.right[0])})
	path.Line(vg.Point{X: x1, Y: s.sides[1].level(run.right[1])})
	path.Line(vg.Point{X: x0, Y: s.sides[0].level(run.left[1])})
	path.Close()
}

// rise returns the share of its rise that a line has made at a share of its width.
func (s *TanglegramScene) rise(x float64) float64 {
	if !s.bent {
		return x
	}
	low, high := 0.0, 1.0
	for range 30 { // the parameter of the curve at x
		t := (low + high) / 2
		if 3*t*(1-t)*((1-t)*bend+t*(1-bend))+t*t*t < x {
			low = t
		} else {
			high = t
		}
	}
	t := (low + high) / 2
	return t * t * (3 - 2*t)
}

// lineAt returns the leaf whose line passes nearest to p, within reach; -1 for none.
func (s *TanglegramScene) lineAt(p vg.Point) int {
	a, b := s.sides[0], s.sides[1]
	share := vg.Length(s.rise(float64((p.X - s.lines.Min.X) / s.lines.Size().X)))
	best, found := vg.Length(ink.Reach), -1
	for r, leaf := range a.p.Order() {
		y, z := a.level(float64(r)+0.5), b.level(float64(b.p.Rank[leaf])+0.5)
		if d := vg.Length(math.Abs(float64(y + share*(z-y) - p.Y))); d < best {
			best, found = d, int(leaf)
		}
	}
	return found
}
