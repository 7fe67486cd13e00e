package dendro

import (
	"cmp"
	"image/color"
	"math"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Where lines run together: branches of clades lower than crowded points are paler, and where
// leaves are less than mergePitch points apart, clades of at most foldHeight points fold into
// triangles.
const (
	crowded    = 2.5
	mergePitch = 1.1
	foldHeight = 7
	foldLeaves = 3 // a smaller clade stays open
)

// paleSteps is how many opacities lines may have: each is a path of its own.
const paleSteps = 8

// paleness returns by how many steps the branch above a clade is paler.
func (bp *branchPart) paleness(class int, height float64) int {
	if class == beside.SelectedClass || height >= crowded || bp.l.d.Branches != nil {
		return 0
	}
	return int(math.Round(0.55 * paleSteps * (crowded - height) / (crowded - ink.Subpixel)))
}

// folds reports whether a clade this many points high folds into a triangle until zoomed in. It stays
// open where it would hide the border of a group or of the selection.
func (bp *branchPart) folds(v int, height float64) bool {
	return bp.l.p.Size(v) >= foldLeaves && height <= foldHeight && height < mergePitch*float64(bp.l.p.Size(v)) &&
		bp.l.d.Branches == nil && bp.l.classes.uniform(v)
}

// spreadSteps is how many shades of triangles there are.
const spreadSteps = 4

// folds gathers folded clades by colour and by how early they divide.
type folds struct {
	index map[[2]int]int
	items []foldedClades
	count int
}

type foldedClades struct {
	class, step int
	colour      color.NRGBA
	path        vg.Path
}

func (f *folds) add(l *dendrogramLayout, v, class int, hue color.NRGBA) {
	f.count++
	step := int(math.Round(l.p.Spread(v) * (spreadSteps - 1)))
	k := [2]int{class, step}
	i, ok := f.index[k]
	if !ok {
		if f.index == nil {
			f.index = map[[2]int]int{}
		}
		i = len(f.items)
		f.index[k], f.items = i, append(f.items, foldedClades{class: class, step: step, colour: hue})
	}
	l.plot.wedge(&f.items[i].path, v)
}

// addTo adds the triangles: the earlier a clade divides, the darker.
func (f *folds) addTo(list *ink.List, l *dendrogramLayout) {
	stable.Sort(f.items, func(a, b foldedClades) int { return cmp.Compare(a.class, b.class) })
	for _, k := range f.items {
		share := 0.16 + 0.44*float64(k.step)/(spreadSteps-1)
		if k.class == beside.SelectedClass || k.class >= 0 {
			share += 0.15
		}
		list.Add(ink.Fill{Colour: plotting.Fade(k.colour, share), Path: k.path})
		list.Add(&ink.Stroke{Colour: plotting.Fade(k.colour, 0.75), Width: 0.5 * l.style.Stroke, Path: k.path})
	}
}

// foldSign returns the note in the lower right corner of an area, beside a box in the left one, and its own box.
func (lp *labelPart) foldSign(area, beside vg.Rectangle) (text string, box vg.Rectangle) {
	if text = lp.foldText(area.Max.X - beside.Max.X - 20); text == "" {
		return "", box
	}
	width := ink.TextWidth(ink.Regular(lp.l.style.Typeface, lp.l.style.TickSize), text)
	return text, vg.Rectangle{Min: vg.Point{X: area.Max.X - width - 4, Y: area.Min.Y},
		Max: vg.Point{X: area.Max.X, Y: area.Min.Y + lp.l.style.TickSize + 3}}
}

// drawFoldLine says below the axis at y that clades are folded: right of its name, on a line of its own below, or
// where there is none in the corner of the tree. The name of the axis is so wide; 0 for none.
func (lp *labelPart) drawFoldLine(list *ink.List, y, name vg.Length) {
	width := lp.l.tree.Max.X - lp.l.tree.Min.X
	short := plotting.FormatCount(lp.l.branches.folded) + " collapsed"
	f := ink.Regular(lp.l.style.Typeface, lp.l.style.TickSize)
	if text := lp.foldText(width/2 - name/2 - 14); name > 0 && ink.TextWidth(f, text) >= ink.TextWidth(f, short) {
		list.Text(f, lp.l.style.Muted, vg.Point{X: lp.l.tree.Max.X, Y: y + 6}, ink.BaseRight, 0, text)
		return
	}
	text := lp.foldText(width)
	if foot := y + 4 - ink.LineHeight(f); name > 0 && foot > lp.l.footOf() {
		list.Text(f, lp.l.style.Muted, vg.Point{X: lp.l.tree.Max.X, Y: foot}, ink.BaseRight, 0, text)
		return
	}
	box := vg.Rectangle{Min: lp.l.tree.Min, Max: vg.Point{X: lp.l.tree.Min.X + ink.TextWidth(f, text) + 4,
		Y: lp.l.tree.Min.Y + lp.l.style.TickSize + 3}}
	lp.drawFoldSign(list, text, box)
}

// footOf returns the height above the lower edge at which legends below the picture end.
func (l *dendrogramLayout) footOf() vg.Length {
	if l.keys.flows {
		return max(l.keys.legend.Max.Y+2, 3)
	}
	return 3
}

// drawFoldSign adds the sign in the lower right corner.
func (lp *labelPart) drawFoldSign(list *ink.List, text string, box vg.Rectangle) {
	if text != "" {
		list.Box(plotting.Fade(lp.l.style.Surface, 0.8), box)
		list.Text(ink.Regular(lp.l.style.Typeface, lp.l.style.TickSize), lp.l.style.Muted,
			vg.Point{X: box.Max.X, Y: box.Min.Y + 3}, ink.BaseRight, 0, text)
	}
}

// openHint says how to see the clades that are folded; paper has no use for it.
const openHint = ": zoom in to open"

// foldText says that clades are folded, at most so wide; "" where none are or there is no room.
func (lp *labelPart) foldText(room vg.Length) string {
	if lp.l.branches.folded == 0 {
		return ""
	}
	f := ink.Regular(lp.l.style.Typeface, lp.l.style.TickSize)
	text := plotting.Plural(lp.l.branches.folded, "clade") + " collapsed"
	count := plotting.FormatCount(lp.l.branches.folded)
	wordings := []string{text, count + " collapsed", count + " ▲"}
	if darker := text + ", darker where they divide early"; lp.l.style.Handles { // on a screen
		wordings = append([]string{darker + openHint, text + openHint}, wordings...)
	} else {
		wordings = append([]string{darker}, wordings...)
	}
	for _, text := range wordings {
		if ink.TextWidth(f, text) <= room {
			return text
		}
	}
	return ""
}
