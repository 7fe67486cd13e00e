package dendro

import (
	"image/color"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// branchPart holds the branches and the marks on them.
type branchPart struct {
	l *dendrogramLayout
	// Of a tree on its way from another: branch points that are new, and how much they still stand out.
	fresh     []int
	freshness float64
	folded    int         // clades drawn as triangles because their lines would run together
	dash      []vg.Length // above clades that the other tree of a tanglegram lacks
}

// pens gathers lines by colour and width, so that each makes one path.
type pens struct {
	index map[pen]int
	order []pen
	items []*ink.Stroke
	dash  []vg.Length // of branches above clades that another tree lacks
}

type pen struct {
	class int
	width float64 // in hundredths of a point
	pale  int     // steps of the opacity, see paleSteps
}

func (p *pens) get(class int, hue color.NRGBA, width vg.Length, pale int) *ink.Stroke {
	k := pen{class, math.Round(100 * float64(width)), pale}
	hue = plotting.Fade(hue, float64(paleSteps-pale)/paleSteps)
	if i, ok := p.index[k]; ok {
		return p.items[i]
	}
	if p.index == nil {
		p.index = map[pen]int{}
	}
	p.index[k] = len(p.items)
	item := &ink.Stroke{Colour: hue, Width: vg.Length(k.width / 100), Path: make(vg.Path, 0, 128)}
	if class == beside.UniqueClass {
		item.Dash = p.dash
	}
	p.order, p.items = append(p.order, k), append(p.items, item)
	return item
}

// addTo adds the lines to a list: plain before groups, the selection last, thin before thick.
func (p *pens) addTo(list *ink.List) {
	turn := inference.UpTo(len(p.items))
	layer := func(class int) int {
		if class == beside.SelectedClass {
			return math.MaxInt
		}
		return class
	}
	stable.Sort(turn, func(a, b int) int {
		x, y := p.order[a], p.order[b]
		switch {
		case layer(x.class) != layer(y.class):
			if layer(x.class) < layer(y.class) {
				return -1
			}
			return 1
		case x.width < y.width:
			return -1
		case x.width > y.width:
			return 1
		}
		return 0
	})
	for _, i := range turn {
		list.Add(p.items[i])
	}
}

// branchStep is a node to be drawn, the nearest branch point above it whose bar was drawn, and the
// nearest to which a line was drawn.
type branchStep struct{ node, bar, from int32 }

// A plot places the branches of a tree in the plane: one for each shape.
type plot interface {
	// height returns the height of a clade in points: across the direction of its branches.
	height(v int, above float64) float64
	// hidden reports whether nothing is visible of a clade and of the branch above it, which begins
	// at a time.
	hidden(v int, above float64) bool
	// straight reports whether branches begin at the point of the node above, and need no bars.
	straight() bool
	// branch adds the line of the branch above v, of straight ones from the point of a node above, and bar the line that
	// joins the children of v.
	branch(path *vg.Path, from, v int, above float64)
	bar(path *vg.Path, v int)
	// sameBar reports whether the bars of two branch points, one above the other, cannot be told
	// apart.
	sameBar(a, b int) bool
	point(v int) vg.Point
	// dotted reports whether the branch point of a clade this many points high may have a dot.
	dotted(v, class int, height float64) bool
	// away reports whether a point is out of reach of a clade and of the branch above it.
	away(p vg.Point, v int, above float64) bool
	// toBranch and toBar return the distances of a point from the branch above v and from the line that joins its
	// children; the branch of a clade drawn as pieces continues to its latest leaf.
	toBranch(p vg.Point, v int, above float64, small bool) vg.Length
	toBar(p vg.Point, v int) vg.Length
	// along adds a line through the point of v, in the direction of its branch, between two times.
	along(path *vg.Path, v int, low, high float64)
	// wedge adds the outline of a clade drawn as one.
	wedge(path *vg.Path, v int)
	pieces() pieces
}

// pieces draw clades lower than a pixel.
type pieces interface {
	add(v int, above float64, class int)
	addTo(list *ink.List)
}

// A branchPainter draws the visible part of a tree.
type branchPainter struct {
	l      *dendrogramLayout
	lines  pens
	small  pieces
	folds  folds
	wedges []int
	dots   []branchDot
	stack  []branchStep
}

// drawBranches adds the visible part of the tree. Its cost is bounded by the pixels covered: clades
// lower than a pixel become pieces of rows, bars that would coincide are left out, and where leaves
// run together clades become triangles.
func (bp *branchPart) drawBranches(list *ink.List) {
	b := branchPainter{l: bp.l, lines: pens{dash: bp.dash}, small: bp.l.plot.pieces()}
	b.stack = append(b.stack, branchStep{int32(bp.l.p.Tree().Top), -1, -1})
	for len(b.stack) > 0 {
		step := b.stack[len(b.stack)-1]
		b.stack = b.stack[:len(b.stack)-1]
		b.draw(step)
	}
	bp.folded = b.folds.count
	b.small.addTo(list)
	b.folds.addTo(list, bp.l)
	b.lines.addTo(list)
	drawFresh(bp.l, list)
	bp.drawWedges(list, b.wedges)
	bp.drawDots(list, b.dots)
}

// draw adds a branch and its bar, and puts the nodes below it on the stack.
func (b *branchPainter) draw(step branchStep) {
	l, v := b.l, int(step.node)
	t, p := l.p.Tree(), l.p
	above := 0.0
	if t.Parent[v] >= 0 {
		above = p.Time[t.Parent[v]]
	}
	if l.plot.hidden(v, above) {
		return
	}
	above = max(above, l.d.From)
	height, class := l.plot.height(v, above), l.classes.of(v)
	if height < ink.Subpixel {
		if class == beside.UniqueClass {
			class = beside.PlainClass // too small to tell colours apart, and each colour costs a shape
		}
		b.small.add(v, above, class)
		if p.Size(v) > 1 {
			b.folds.count++
		}
		return
	}
	width, pale := l.branches.branchWidth(v, class, height), l.branches.paleness(class, height)
	pen, hue := l.branches.branchPen(v, class)
	early := p.Time[v] < l.d.From
	from := step.node
	if near := l.plot.straight() && step.from >= 0 &&
		distance(l.plot.point(int(step.from)), l.plot.point(v)) < ink.Fine; near {
		from = step.from // too short to be seen
	} else if !early {
		l.plot.branch(&b.lines.get(pen, hue, width, pale).Path, int(step.from), v, above)
	}
	children := t.Children[v]
	switch {
	case len(children) == 0:
		return
	case l.q.Shut[v]:
		b.wedges = append(b.wedges, v)
		return
	case l.branches.folds(v, height):
		b.folds.add(l, v, pen, hue)
		return
	}
	bar := step.bar
	if !early && (bar < 0 || !l.plot.sameBar(int(bar), v)) {
		bar = step.node
		barWidth := min(width, l.style.Stroke)
		if class == beside.SelectedClass {
			barWidth = width
		}
		if l.d.Branches != nil && class != beside.SelectedClass { // a colour of the branch above
			pen, hue = l.branches.valuePen(0)
		}
		l.plot.bar(&b.lines.get(pen, hue, barWidth, pale).Path, v)
	}
	if !early && l.plot.dotted(v, class, height) {
		b.dots = append(b.dots, branchDot{l.plot.point(v), height * float64(1+len(children)/3), class})
	}
	for i := len(children) - 1; i >= 0; i-- {
		b.stack = append(b.stack, branchStep{int32(children[i]), bar, from})
	}
}

// distance returns the distance of two points.
func distance(a, b vg.Point) float64 { return math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y)) }

// cladeHeight returns the height of a clade in points; of the circular shape, its length on the outermost circle.
func (bp *branchPart) cladeHeight(v int) float64 {
	return float64(bp.l.pitch) * (bp.l.q.Edge[bp.l.p.Last[v]+1] - bp.l.q.Edge[bp.l.p.First[v]])
}

// branchWidth returns the stroke of the branch above v, whose clade is height points high. Strokes
// are thinner where lines would run together.
func (bp *branchPart) branchWidth(v, class int, height float64) vg.Length {
	if class == beside.SelectedClass {
		return max(bp.l.style.SelectedStroke, bp.supportWidth(v))
	}
	if share, ok := bp.branchValue(v); ok && height > 4 {
		return bp.valueWidth(share)
	}
	if w := bp.supportWidth(v); height > 4 && bp.l.d.Branches == nil {
		return w
	}
	// Few widths, because each is a path of its own.
	return min(bp.l.style.Stroke, vg.Length(max(0.5, math.Round(2*height)/4)))
}

// drawWedges adds the clades that the user collapsed.
func (bp *branchPart) drawWedges(list *ink.List, nodes []int) {
	for _, v := range nodes {
		var path vg.Path
		bp.l.plot.wedge(&path, v)
		hue := bp.l.classes.ink(bp.l.classes.of(v))
		list.Add(ink.Fill{Colour: plotting.Fade(hue, 0.22), Path: path})
		list.Add(&ink.Stroke{Colour: hue, Width: bp.l.style.Stroke, Path: path})
	}
}

// A branchDot is a branch point that may get a mark.
type branchDot struct {
	at     vg.Point
	weight float64
	class  int
}

// maxDots limits the branch points marked in one frame; maxSharedDots does so if the mark says that
// another tree has the clade too.
const (
	maxDots       = 28
	maxSharedDots = 400
)

// dotHeight returns the least height in points of a clade with a mark.
func (bp *branchPart) dotHeight() float64 {
	if bp.l.classes.unique != nil {
		return 7
	}
	return 24
}

// drawDots marks the branch points that divide the most leaves.
func (bp *branchPart) drawDots(list *ink.List, dots []branchDot) {
	stable.Sort(dots, func(a, b branchDot) int {
		switch {
		case a.weight > b.weight:
			return -1
		case a.weight < b.weight:
			return 1
		}
		return 0
	})
	most := maxDots
	if bp.l.classes.unique != nil {
		most = maxSharedDots
	}
	if len(dots) > most {
		dots = dots[:most]
	}
	for _, d := range dots { // one path each, because a canvas works on the box of a path
		var path vg.Path
		path.Move(vg.Point{X: d.at.X + bp.l.style.DotRadius, Y: d.at.Y})
		path.Arc(d.at, bp.l.style.DotRadius, 0, 2*math.Pi)
		path.Close()
		list.Add(ink.Fill{Colour: bp.l.classes.ink(d.class), Path: path})
	}
}

// mostFresh is the share of the branch points that may be new for them to be shown so; more are another tree.
const mostFresh = 0.25

// arrive notes the branch points that the tree of l has and the one it moves from lacks, at a share of the way. They
// fade from the colour of the selection into their own.
func arrive(l, from *dendrogramLayout, share float64) {
	fresh := l.p.CladesNotIn(from.p)
	if inner := l.p.Tree().Nodes() - l.p.Tree().Leaves(); float64(len(fresh)) <= max(3, mostFresh*float64(inner)) {
		l.branches.fresh, l.branches.freshness = fresh, 1-share
	}
}

// drawFresh draws the branches of new branch points.
func drawFresh(l *dendrogramLayout, list *ink.List) {
	var path vg.Path
	for _, v := range l.branches.fresh {
		above, parent := 0.0, l.p.Tree().Parent[v]
		if parent >= 0 {
			above = l.p.Time[parent]
		}
		if !l.plot.hidden(v, above) {
			l.plot.branch(&path, parent, v, above)
			l.plot.bar(&path, v)
		}
	}
	if len(path) > 0 {
		list.Add(&ink.Stroke{Colour: plotting.Fade(l.style.Selection, l.branches.freshness), Width: 2 * l.style.Stroke,
			Path: path})
	}
}
