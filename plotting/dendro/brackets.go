package dendro

import (
	"image/color"
	"math"
	"slices"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

const (
	bracketWidth = 0.6 // of the lines, in points
	bracketRoom  = 46  // along time, at most
	bracketShare = 0.5 // of the room to the right of the branch point, at most
	bracketLeast = 3   // groups lower than this many points have none
)

// bracketsTitle is the title of their legend.
const bracketsTitle = "more than two children"

// BracketWords explains the brackets.
const BracketWords = "grey brackets group branches that part at once, for reading; the model makes no claim"

// drawBrackets adds, inside each branch point of more than two children, how its children are grouped for reading: thin
// grey lines, as of a small tree, or where branches are straight lines across those of a group. Only where each group
// stands together.
func (bp *branchPart) drawBrackets(list *ink.List) {
	g, t, p := bp.l.p.Grouped, bp.l.p.Tree(), bp.l.p
	if g == nil || bp.l.q.Moving {
		return
	}
	item := &ink.Stroke{Colour: bp.bracketInk(), Width: bracketWidth}
	for i := 0; i < len(p.Preorder); {
		v, above := int(p.Preorder[i]), 0.0
		if t.Parent[v] >= 0 {
			above = p.Time[t.Parent[v]]
		}
		if height := bp.l.plot.height(v, above); bp.l.plot.hidden(v, above) || t.IsLeaf(v) || bp.l.q.Shut[v] ||
			height < 4*bracketLeast || bp.folds(v, height) {
			i = int(p.End[v])
			continue
		}
		if len(t.Children[v]) > 2 {
			item.Path = append(item.Path, bp.bracketPath(v)...)
		}
		i++
	}
	if len(item.Path) > 0 {
		list.Add(item)
	}
}

func (bp *branchPart) bracketInk() color.NRGBA { return plotting.Fade(bp.l.style.Muted, 0.6) }

// bracketsBlock explains the brackets; ok is false if there are none.
func (bp *branchPart) bracketsBlock() (ink.LegendBlock, bool) {
	if bp.l.p.Grouped == nil {
		return ink.LegendBlock{}, false
	}
	return ink.LegendBlock{Title: bracketsTitle, Entries: []ink.LegendEntry{{Stroke: bracketWidth,
		Colour: bp.bracketInk(), Text: "alike ones bracketed"}}}, true
}

// A bracketed is a group of children: the height of its middle, and the first and last of its children in drawing
// order.
type bracketed struct {
	y           float64
	first, last int
}

// bracketPath returns the lines inside one branch point; none where a group does not stand together.
func (bp *branchPart) bracketPath(v int) (path vg.Path) {
	g, t := bp.l.p.Grouped, bp.l.p.Tree()
	place := make(map[int]int, len(t.Children[v]))
	for i, c := range t.Children[v] {
		place[c] = i
	}
	order := bp.groupsWithin(v)
	at := map[int]bracketed{}
	for _, w := range slices.Backward(order) { // parts before groups
		a, b := g.Children[w][0], g.Children[w][1]
		part := func(c int) bracketed {
			if i, is := place[c]; is {
				return bracketed{bp.l.q.Y[c], i, i}
			}
			return at[c]
		}
		x, y := part(a), part(b)
		if x.first > y.first {
			x, y = y, x
		}
		if y.first != x.last+1 {
			return nil // turned or sorted, so that a group is torn apart
		}
		at[w] = bracketed{(x.y + y.y) / 2, x.first, y.last}
	}
	// share tells how far from the branch point to the end of the room a group stands.
	share := func(w int) vg.Length {
		if w == v {
			return 0
		}
		k := float64(at[w].last - at[w].first + 1)
		return vg.Length(1 - math.Log(k)/math.Log(float64(len(t.Children[v]))))
	}
	if bp.l.plot.straight() {
		for _, w := range order[1:] {
			bp.across(&path, v, t.Children[v][at[w].first:at[w].last+1], share(w))
		}
		return path
	}
	start, end := bp.l.x(bp.l.p.Time[v]), bp.l.x(1)
	if bp.l.circle.disc != nil {
		start, end = vg.Length(bp.l.circle.disc.radius*bp.l.p.Time[v]), vg.Length(bp.l.circle.disc.radius)
	}
	room := min(bracketRoom, bracketShare*(end-start))
	x := func(w int) vg.Length { return start + room*share(w) }
	for _, w := range order[1:] { // the bar of the first is that of the branch point
		low, high := math.Inf(1), math.Inf(-1)
		for _, c := range g.Children[w] {
			y := at[c].y
			if i, is := place[c]; is {
				y = bp.l.q.Y[t.Children[v][i]]
			}
			low, high = min(low, y), max(high, y)
		}
		if bp.l.circle.disc != nil {
			radius := float64(x(w))
			if (high-low)/(round{bp.l.circle.disc, bp.l}).units(radius) < bracketLeast {
				continue
			}
			addLine(&path, bp.l.circle.disc.at(float64(x(g.Parent[w])), at[w].y), bp.l.circle.disc.at(radius, at[w].y))
			bp.l.circle.disc.arc(&path, radius, low, high, true)
			continue
		}
		top, bottom := bp.l.y(low), bp.l.y(high)
		if top-bottom < bracketLeast {
			continue
		}
		addClipped(&path, vg.Point{X: x(w), Y: top}, vg.Point{X: x(w), Y: bottom}, bp.l.tree)
		middle := bp.l.y(at[w].y)
		addClipped(&path, vg.Point{X: x(g.Parent[w]), Y: middle}, vg.Point{X: x(w), Y: middle}, bp.l.tree)
	}
	return path
}

// across adds a line over the branches from v to some of its children, at a share of the room.
func (bp *branchPart) across(path *vg.Path, v int, children []int, share vg.Length) {
	place := func(v int) vg.Point {
		if bp.l.fan != nil {
			return bp.l.fan.point(v)
		}
		return vg.Point{X: bp.l.farX(bp.l.p.Time[v]), Y: bp.l.farY(bp.l.q.Y[v])}
	}
	begin := place(v)
	var last vg.Point
	for i, c := range children {
		along := place(c).Sub(begin)
		length := along.X
		if bp.l.fan != nil {
			length = vg.Length(math.Hypot(float64(along.X), float64(along.Y)))
		}
		if length <= 0 {
			continue
		}
		at := begin.Add(along.Scale(min(bracketRoom/length, bracketShare) * share))
		if i > 0 {
			addClipped(path, last, at, bp.l.tree)
		}
		last = at
	}
}

// groupsWithin returns a branch point and the groups of its children, groups before their parts.
func (bp *branchPart) groupsWithin(v int) []int {
	g, nodes := bp.l.p.Grouped, bp.l.p.Tree().Nodes()
	order := []int{v}
	for i := 0; i < len(order); i++ {
		for _, c := range g.Children[order[i]] {
			if c >= nodes {
				order = append(order, c)
			}
		}
	}
	return order
}
