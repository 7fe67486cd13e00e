package dendro

import (
	"image/color"
	"math"
	"slices"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// A tip holds the marks at the end of a branch of the radial shape: those of its annotations, or its label.
type tip struct {
	node    int
	corners [4]vg.Point
}

// outline returns the border of the tip.
func (k tip) outline() vg.Path {
	var p vg.Path
	p.Move(k.corners[0])
	for _, c := range k.corners[1:] {
		p.Line(c)
	}
	p.Close()
	return p
}

// holds reports whether a point lies in the tip.
func (k tip) holds(p vg.Point) bool {
	left, right := false, false
	for i, a := range k.corners {
		b := k.corners[(i+1)%4]
		if d := b.Sub(a); d.X*(p.Y-a.Y)-d.Y*(p.X-a.X) > 0 {
			left = true
		} else {
			right = true
		}
	}
	return left != right
}

// tipPlace returns where the branch of a node drawn at the border ends, and its direction.
func (f *fan) tipPlace(v int) (vg.Point, float64) {
	if f.l.p.Tree().IsLeaf(v) {
		return f.point(v), f.r.Angle(v)
	}
	return f.far(v), f.r.Angle(v)
}

// drawTips adds the marks of annotations beyond the leaves, in the direction of their branches:
// smaller where leaves are dense.
func (f *fan) drawTips(list *ink.List) {
	if len(f.l.colours) == 0 {
		return
	}
	fills := ink.NewFills()
	seen := map[[2]int32]bool{}
	for _, v := range f.l.p.Order() {
		at, angle := f.tipPlace(int(v))
		cell := [2]int32{int32(math.Floor(float64(at.X))), int32(math.Floor(float64(at.Y)))}
		if !ink.Within(at, f.area) || seen[cell] { // one mark a pixel
			continue
		}
		if _, shut := f.l.labelling.shutAt(int(f.l.p.Rank[v])); shut {
			continue
		}
		seen[cell] = true
		half := min(tipMark, max(f.height(int(v), f.parentTime(int(v))), 1)) / 2
		for i, k := range f.l.colours {
			colour := f.l.style.Missing
			if code := k.Strip.Code(int(v)); code >= 0 {
				colour = k.Colour[code]
			}
			mark := turned(at, angle, tipApart/2+float64(i)*(tipMark+1), tipApart/2+float64(i)*(tipMark+1)+tipMark, half)
			*fills.Path(colour) = append(*fills.Path(colour), tip{corners: mark}.outline()...)
		}
		if len(f.tips) < mostTips {
			f.tips = append(f.tips,
				tip{int(v), turned(at, angle, 0, tipApart+float64(len(f.l.colours))*(tipMark+1), max(half, 1))})
		}
	}
	fills.AddTo(list)
}

// mostTips limits the tips that the pointer finds beyond the leaves.
const mostTips = 3000

func (f *fan) parentTime(v int) float64 {
	if u := f.l.p.Tree().Parent[v]; u >= 0 {
		return f.l.p.Time[u]
	}
	return 0
}

// turned returns a box along a direction from a point, between two distances and as far to either
// side.
func turned(at vg.Point, angle, from, to, half float64) [4]vg.Point {
	sin, cos := math.Sincos(angle)
	place := func(along, across float64) vg.Point {
		return vg.Point{X: at.X + vg.Length(along*cos-across*sin), Y: at.Y + vg.Length(along*sin+across*cos)}
	}
	return [4]vg.Point{place(from, -half), place(to, -half), place(to, half), place(from, half)}
}

// drawLabels adds the labels beyond the leaves. One that would touch another is left out, those
// selected or found last. Where all names are wanted, the letters are made smaller first.
func (f *fan) drawLabels(list *ink.List) {
	l := f.l
	l.labelling.nameable[0] = f.leavesInSight()
	if f.room <= 0 {
		return
	}
	labels := l.labelling.visibleLabels(max(len(l.p.Order())/mostFanLabels, 1))
	labels = slices.DeleteFunc(labels, func(k placedLabel) bool {
		at, _ := f.tipPlace(k.node)
		return !ink.Within(at, f.area)
	})
	texts, tips := f.freeLabels(labels, l.style.LabelSize)
	for size := l.style.LabelSize; l.style.Look.Rows == plotting.AllNames && len(texts) < len(labels) && size > leastAll; {
		if size = max(0.8*size, leastAll); len(labels) > mostFitted {
			size = leastAll
		}
		texts, tips = f.freeLabels(labels, size)
	}
	l.labelling.named[0] = len(texts)
	for _, item := range texts {
		list.Add(item)
	}
	f.tips = append(f.tips, tips...)
}

// leavesInSight returns how many leaves and collapsed clades end within the area, 0 where names are not wanted.
func (f *fan) leavesInSight() (n int) {
	l := f.l
	if !l.d.ShowLabels {
		return 0
	}
	for r := 0; r < len(l.p.Order()); r++ {
		v, shut := l.labelling.shutAt(r)
		if shut {
			r = int(l.p.Last[v])
		} else {
			v = int(l.p.Order()[r])
		}
		if at, _ := f.tipPlace(v); ink.Within(at, f.area) {
			n++
		}
	}
	return n
}

// freeLabels returns the labels of a size that touch no other and no corner, and the tips they take.
func (f *fan) freeLabels(labels []placedLabel, size vg.Length) (texts []ink.Text, tips []tip) {
	l := f.l
	short := ink.NewShortNames(len(labels), func(i int) string { return labels[i].text })
	var placed [][4]vg.Point
	beyond := tipApart + float64(len(l.colours))*(tipMark+1)
	for _, first := range []bool{true, false} {
		for _, k := range labels {
			if k.keep != first {
				continue
			}
			at, angle := f.tipPlace(k.node)
			face, colour := f.face(k.node, size)
			item := ink.Text{Face: face, Colour: colour, Anchor: ink.MiddleLeft, Angle: angle,
				Text: short.Elide(face, k.text, f.room)}
			width := float64(ink.TextWidth(face, item.Text))
			box := turned(at, angle, beyond, beyond+width, 0.5*float64(size))
			item.At = vg.Point{X: (box[0].X + box[3].X) / 2, Y: (box[0].Y + box[3].Y) / 2}
			if math.Cos(angle) < 0 {
				item.Anchor, item.Angle = ink.MiddleRight, angle+math.Pi
			}
			if item.Text == "" || !f.free(item.Corners(), placed) {
				continue
			}
			texts = append(texts, item)
			placed = append(placed, item.Corners())
			tips = append(tips, tip{k.node, box})
		}
	}
	return texts, tips
}

const (
	mostFanLabels = 2000 // limits how many labels are tried
	mostFitted    = 600  // limits how many are tried in several sizes
)

// face returns the face of a size and the colour of the label of a node.
func (f *fan) face(v int, size vg.Length) (font.Face, color.NRGBA) {
	l := f.l
	leaf := l.p.Tree().IsLeaf(v)
	switch {
	case l.classes.of(v) == beside.SelectedClass:
		return f.named(leaf, ink.Bold(l.style.Typeface, size)), l.style.SelectionText
	case leaf && l.classes.matched[v]:
		return f.named(leaf, ink.Bold(l.style.Typeface, size)), l.style.SelectionText
	case !leaf:
		return ink.Bold(l.style.Typeface, size), l.style.Ink
	}
	return f.named(leaf, ink.Regular(l.style.Typeface, size)), l.style.Ink
}

// named returns the face of the name of a leaf, which may be in italics, or that of a clade.
func (f *fan) named(leaf bool, face font.Face) font.Face {
	if !leaf {
		return face
	}
	return ink.RowFace(f.l.style, face)
}

// free reports whether a label lies within the area and touches nothing placed before.
func (f *fan) free(box [4]vg.Point, placed [][4]vg.Point) bool {
	for _, c := range box {
		if !ink.Within(c, f.area) {
			return false
		}
	}
	for _, r := range f.corners {
		if r.Max.X > r.Min.X && meet(box, [4]vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}}) {
			return false
		}
	}
	return !slices.ContainsFunc(placed, func(k [4]vg.Point) bool { return meet(box, k) })
}

// meet reports whether two convex boxes overlap: whether no side of either parts them.
func meet(a, b [4]vg.Point) bool {
	if distance(a[0], b[0]) > distance(a[0], a[2])+distance(b[0], b[2]) {
		return false
	}
	for _, k := range [2][4]vg.Point{a, b} {
		for i := range 2 {
			d := k[i+1].Sub(k[i])
			from := func(c [4]vg.Point) (low, high vg.Length) {
				low, high = d.Dot(c[0]), d.Dot(c[0])
				for _, p := range c[1:] {
					low, high = min(low, d.Dot(p)), max(high, d.Dot(p))
				}
				return low, high
			}
			lowA, highA := from(a)
			lowB, highB := from(b)
			if highA < lowB || highB < lowA {
				return false
			}
		}
	}
	return true
}
