package dendro

import (
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// SupportStyle is a way to show the support of clades.
type SupportStyle int

// The ways to show supports.
const (
	// SupportWidth makes better supported branches thicker: 1 to 2.6 points.
	SupportWidth SupportStyle = iota
	// SupportLabels writes the support, in per cent, at the branch point.
	SupportLabels
	// SupportColour colours branches: the better supported, the nearer to ink.
	SupportColour
	// SupportHidden shows none.
	SupportHidden
	// SupportBoth writes the support and, after a stroke, the one that forgives stray rows, as 45/92; where that is not
	// known it is SupportLabels.
	SupportBoth
)

// labels reports whether supports are written.
func (s SupportStyle) labels() bool { return s == SupportLabels || s == SupportBoth }

// percent is a share in whole per cent, as labels of supports have it.
func percent(share float64) string { return strconv.Itoa(int(math.Round(100 * share))) }

// SupportKind is the meaning of the supports of a tree.
type SupportKind int

// The kinds of supports.
const (
	// SharesOfDraws are the shares of the draws of a sampler that have the clade.
	SharesOfDraws SupportKind = iota
	// AgainstCollapse are the probabilities that the branch above the clade is there, all else
	// of the tree being as it is, against its collapse.
	AgainstCollapse
	// OfOneCluster are the probabilities that the rows of the clade are one cluster.
	OfOneCluster
)

// supportClasses is the first class of branches coloured by support, far above the numbers of
// groups.
const supportClasses = 1 << 20

// supportSteps is the number of colours of support; each is a path of its own.
const supportSteps = 20

// supportMaps go from pale to strong on light and on dark ground.
var supportMaps = [2]*ink.ColorMap{
	ink.NewMap("support", []uint32{0xB9C4CF, 0x5A9BC8, 0x0B5288, 0x14142E}),
	ink.NewMap("support, dark", []uint32{0x4A5058, 0x3F86BC, 0x9CCBEE, 0xF4F8FF}),
}

// supportMap returns the colours of support in a style.
func supportMap(s plotting.Style) *ink.ColorMap {
	if s.Dark {
		return supportMaps[1]
	}
	return supportMaps[0]
}

// support returns the support of the clade of v; ok is false for leaves and if it is unknown.
func (bp *branchPart) support(v int) (share float64, ok bool) {
	s := bp.l.p.Tree().Support
	if v >= len(s) || bp.l.p.Tree().IsLeaf(v) || math.IsNaN(s[v]) {
		return 0, false
	}
	return s[v], true
}

// supported reports whether there are supports to show: of some clade that is not the whole tree.
func (bp *branchPart) supported() bool {
	if bp.l.d.Branches != nil || bp.l.d.Support == SupportHidden {
		return false
	}
	t := bp.l.p.Tree()
	for v := range t.Support {
		if _, ok := bp.support(v); ok && t.Parent[v] >= 0 {
			return true
		}
	}
	return false
}

// branchPen returns the class and colour in which the branch above v is drawn.
func (bp *branchPart) branchPen(v, class int) (int, color.NRGBA) {
	if share, ok := bp.branchValue(v); ok && class != beside.SelectedClass {
		return bp.valuePen(share)
	}
	if bp.l.d.Support != SupportColour || class == beside.SelectedClass {
		return class, bp.l.classes.ink(class)
	}
	share, ok := bp.support(v)
	if !ok {
		return class, bp.l.classes.ink(class)
	}
	step := int(math.Round(min(share, 1) * supportSteps))
	c := supportMap(bp.l.style).At(float64(step) / supportSteps)
	return supportClasses + step, color.NRGBA{c.R, c.G, c.B, 255}
}

func (bp *branchPart) supportWidth(v int) vg.Length {
	share, ok := bp.support(v)
	switch {
	case !ok || bp.l.d.Support.labels() || bp.l.d.Support == SupportHidden:
		return bp.l.style.Stroke
	case bp.l.d.Support == SupportColour: // colour does not show on thin lines
		return 1.5 * bp.l.style.Stroke
	}
	return bp.l.style.SupportStroke(share)
}

// Sizes of labels of support, in points.
const (
	supportApart = 3.0 // between a label and its branch point
	mostSupports = 400 // labels in one frame
)

// A supportLabel is a label that may be drawn if it meets no other.
type supportLabel struct {
	node int
	size int // leaves of the clade: the larger come first
	box  vg.Rectangle
	text string
}

// drawSupports writes the supports, and the times where a person wants them: above the branch if it is long enough,
// otherwise right of the branch point if its clade is high enough. Of labels that would touch, that of the larger clade
// stays. The whole tree has support 1 by definition and gets no label.
func (bp *branchPart) drawSupports(list *ink.List) {
	supports, times := bp.l.d.Support.labels() && bp.supported(), bp.l.style.Look.Times
	if !supports && !times {
		return
	}
	var forgiving []float64
	if bp.l.d.Support == SupportBoth {
		forgiving = bp.l.d.near()
	}
	var labels []supportLabel
	p, q := bp.l.p, bp.l.q
	f := ink.Regular(bp.l.style.Typeface, ink.SupportText)
	height := ink.CapHeight(f)
	for i := 0; i < len(p.Preorder); {
		v := int(p.Preorder[i])
		top, bottom := q.Edge[p.First[v]], q.Edge[p.Last[v]+1]
		if bottom < bp.l.s0 || top > bp.l.s1 || q.Shut[v] || float64(bp.l.pitch)*(bottom-top) < float64(height)+3 {
			i = int(p.End[v])
			continue
		}
		i++
		if p.Tree().Parent[v] < 0 || p.Tree().IsLeaf(v) {
			continue
		}
		text := ""
		if _, ok := bp.support(v); ok && supports {
			text = p.Tree().SupportText(v, percent)
			if forgiving != nil {
				text += "/" + percent(forgiving[v])
			}
		}
		if times {
			text = strings.TrimPrefix(text+" · "+bp.l.timeNumber(p.Time[v]), " · ")
		}
		if text == "" {
			continue
		}
		if box, ok := bp.supportBox(v, ink.TextWidth(f, text), height, float64(bp.l.pitch)*(bottom-top)); ok {
			labels = append(labels, supportLabel{v, p.Size(v), box, text})
		}
	}
	stable.Sort(labels, func(a, b supportLabel) int { return b.size - a.size })
	var placed []vg.Rectangle
	for _, k := range labels {
		if len(placed) == mostSupports {
			break
		}
		if slices.ContainsFunc(placed, func(r vg.Rectangle) bool { return near(r, k.box, 1.5) }) {
			continue
		}
		placed = append(placed, k.box)
		ground := k.box
		ground.Min.X, ground.Max.X = ground.Min.X-1, ground.Max.X+1
		ground.Min.Y, ground.Max.Y = ground.Min.Y-1, ground.Max.Y+1
		list.Box(plotting.Fade(bp.l.style.Surface, 0.75), ground)
		colour := bp.l.style.Muted
		if bp.l.classes.of(k.node) == beside.SelectedClass {
			colour = bp.l.style.SelectionText
		}
		list.Text(f, colour, k.box.Min, ink.BaseLeft, 0, k.text)
	}
}

// supportBox returns the box of a label of a given width and height beside the branch point of v,
// whose clade is clade points high; ok is false if it does not fit.
func (bp *branchPart) supportBox(v int, width, height vg.Length, clade float64) (vg.Rectangle, bool) {
	p, q := bp.l.p, bp.l.q
	above := p.Time[p.Tree().Parent[v]]
	var at vg.Point // lower left corner
	area := bp.l.tree
	if bp.l.fan != nil || bp.l.d.Shape == Slanted { // branches have no side that is free: on the middle of the branch
		a, b := bp.l.plot.point(p.Tree().Parent[v]), bp.l.plot.point(v)
		if length := b.Sub(a); math.Hypot(float64(length.X), float64(length.Y)) < float64(width)+4*supportApart {
			return vg.Rectangle{}, false
		}
		middle := vg.Point{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2}
		box := vg.Rectangle{Min: vg.Point{X: middle.X - width/2, Y: middle.Y - height/2},
			Max: vg.Point{X: middle.X + width/2, Y: middle.Y + height/2}}
		return box, inside(box, area)
	}
	if d := bp.l.circle.disc; d != nil {
		r0, r1 := d.radius*above, d.radius*p.Time[v]
		if r1-r0 < float64(width)+2*supportApart {
			return vg.Rectangle{}, false
		}
		at = d.at(r1-float64(width)/2-supportApart-1, q.Y[v])
		at.X, at.Y = at.X-width/2, at.Y-height/2
	} else {
		x0, x1, y := bp.l.x(above), bp.l.x(p.Time[v]), bp.l.y(q.Y[v])
		switch {
		case x1-x0 >= width+2*supportApart:
			at = vg.Point{X: x1 - width - supportApart, Y: y + 2}
		case clade >= 26 && bp.freeRightOf(v, height):
			at = vg.Point{X: x1 + supportApart + 1, Y: y - height/2}
		default:
			return vg.Rectangle{}, false
		}
	}
	box := vg.Rectangle{Min: at, Max: vg.Point{X: at.X + width, Y: at.Y + height}}
	if bp.l.circle.disc != nil {
		area = bp.l.circle.disc.area
	}
	return box, inside(box, area)
}

// freeRightOf reports whether no branch of a child runs level with the branch point of v.
func (bp *branchPart) freeRightOf(v int, height vg.Length) bool {
	y := bp.l.y(bp.l.q.Y[v])
	return !slices.ContainsFunc(bp.l.p.Tree().Children[v], func(c int) bool {
		return math.Abs(float64(bp.l.y(bp.l.q.Y[c])-y)) < float64(height)/2+2
	})
}

// near reports whether two boxes come closer than a distance.
func near(a, b vg.Rectangle, apart vg.Length) bool {
	return a.Min.X < b.Max.X+apart && b.Min.X < a.Max.X+apart && a.Min.Y < b.Max.Y+apart && b.Min.Y < a.Max.Y+apart
}

// supportBlock explains the supports; ok is false if none are shown.
func (bp *branchPart) supportBlock() (ink.LegendBlock, bool) {
	if !bp.supported() {
		return ink.LegendBlock{Title: "support of columns", Entries: bp.supportWidths()},
			bp.l.columns.columnsSupported()
	}
	b, sample := ink.LegendBlock{Title: "clade support"}, "% of the draws"
	switch bp.l.d.Supports {
	case AgainstCollapse:
		b.Title, sample = "branch support", "% probable, against collapse"
	case OfOneCluster:
		b.Title, sample = "one cluster below", "% probable"
	}
	switch bp.l.d.Support {
	case SupportLabels:
		b.Entries = []ink.LegendEntry{{Plain: true, Sample: "87", Text: sample}}
	case SupportBoth:
		b.Entries = []ink.LegendEntry{{Plain: true, Sample: "87", Text: sample}}
		if bp.l.d.Near != nil {
			b.Entries = append(b.Entries, ink.LegendEntry{Plain: true, Sample: "/95", Text: "with stray rows forgiven"})
		}
	case SupportColour:
		b.Ramp = &ink.ColorBar{Scale: ink.Scale{Map: supportMap(bp.l.style), Low: 0, High: 100}, Unit: "%", Fixed: true}
	default:
		b.Entries = bp.supportWidths()
	}
	return b, true
}

// supportWidths shows three widths that the eye tells apart.
func (bp *branchPart) supportWidths() (list []ink.LegendEntry) {
	for _, share := range []float64{1, 0.5, 0} {
		list = append(list, ink.LegendEntry{Stroke: bp.l.style.SupportStroke(share),
			Text: plotting.FormatPercent(share)})
	}
	return list
}

// samplesBlock explains the sampled trees; ok is false if there are none.
func (bp *branchPart) samplesBlock() (ink.LegendBlock, bool) {
	s := bp.l.d.Samples
	if s == nil || len(s.trees) == 0 {
		return ink.LegendBlock{}, false
	}
	text := plotting.FormatCount(len(s.trees)) + " draws"
	if len(s.trees) < s.given {
		text = plotting.FormatCount(len(s.trees)) + " of " + plotting.FormatCount(s.given) + " draws"
	}
	return ink.LegendBlock{Title: "behind", Entries: []ink.LegendEntry{{Stroke: 1.5,
		Colour: plotting.Fade(sampleInk(bp.l.style), 0.6), Text: text}}}, true
}
