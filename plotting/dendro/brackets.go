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
const bracketsTitle = "branch points of many"

// BracketWords explains the brackets.
const BracketWords = "grey brackets group branches that part at once, for reading; the model makes no claim"

// drawBrackets adds, inside each branch point of more than two children, how its children are grouped for reading: thin grey
// lines, as of a small tree. Only the rectangular shape has them, and only where each group stands together.
func (l *dendrogramLayout) drawBrackets(list *ink.List) {
	g, t, p := l.p.Grouped, l.p.Tree(), l.p
	if g == nil || l.d.Shape != Rectangular || l.q.Moving {
		return
	}
	item := &ink.Stroke{Colour: l.bracketInk(), Width: bracketWidth}
	for i := 0; i < len(p.Preorder); {
		v, above := int(p.Preorder[i]), 0.0
		if t.Parent[v] >= 0 {
			above = p.Time[t.Parent[v]]
		}
		if height := l.plot.height(v, above); l.plot.hidden(v, above) || t.IsLeaf(v) || l.q.Shut[v] || height < 4*bracketLeast || l.folds(v, height) {
			i = int(p.End[v])
			continue
		}
		if len(t.Children[v]) > 2 {
			item.Path = append(item.Path, l.bracketPath(v)...)
		}
		i++
	}
	if len(item.Path) > 0 {
		list.Add(item)
	}
}

func (l *dendrogramLayout) bracketInk() color.NRGBA { return plotting.Fade(l.style.Muted, 0.6) }

// bracketsBlock explains the brackets; ok is false if there are none.
func (l *dendrogramLayout) bracketsBlock() (ink.LegendBlock, bool) {
	if l.p.Grouped == nil || l.d.Shape != Rectangular {
		return ink.LegendBlock{}, false
	}
	return ink.LegendBlock{Title: bracketsTitle, Entries: []ink.LegendEntry{{Stroke: bracketWidth, Colour: l.bracketInk(), Text: "grouped for reading"}}}, true
}

// A bracketed is a group of children: the height of its middle, and the first and last of its children in drawing order.
type bracketed struct {
	y           float64
	first, last int
}

// bracketPath returns the lines inside one branch point; none where a group does not stand together.
func (l *dendrogramLayout) bracketPath(v int) (path vg.Path) {
	g, t := l.p.Grouped, l.p.Tree()
	place := make(map[int]int, len(t.Children[v]))
	for i, c := range t.Children[v] {
		place[c] = i
	}
	order := l.groupsWithin(v)
	at := map[int]bracketed{}
	for _, w := range slices.Backward(order) { // parts before groups
		a, b := g.Children[w][0], g.Children[w][1]
		part := func(c int) bracketed {
			if i, is := place[c]; is {
				return bracketed{l.q.Y[c], i, i}
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
	start, end := l.x(l.p.Time[v]), l.x(1)
	room := min(bracketRoom, bracketShare*(end-start))
	x := func(w int) vg.Length {
		if w == v {
			return start
		}
		k := float64(at[w].last - at[w].first + 1)
		return start + room*vg.Length(1-math.Log(k)/math.Log(float64(len(t.Children[v]))))
	}
	for _, w := range order {
		if w == v {
			continue // its bar is that of the branch point
		}
		low, high := math.Inf(1), math.Inf(-1)
		for _, c := range g.Children[w] {
			y := at[c].y
			if i, is := place[c]; is {
				y = l.q.Y[t.Children[v][i]]
			}
			low, high = min(low, y), max(high, y)
		}
		top, bottom := l.y(low), l.y(high)
		if top-bottom < bracketLeast {
			continue
		}
		addClipped(&path, vg.Point{X: x(w), Y: top}, vg.Point{X: x(w), Y: bottom}, l.tree)
		middle := l.y(at[w].y)
		addClipped(&path, vg.Point{X: x(g.Parent[w]), Y: middle}, vg.Point{X: x(w), Y: middle}, l.tree)
	}
	return path
}

// groupsWithin returns a branch point and the groups of its children, groups before their parts.
func (l *dendrogramLayout) groupsWithin(v int) []int {
	g, nodes := l.p.Grouped, l.p.Tree().Nodes()
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
