package dendro

import (
	"slices"
	"strings"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Sizes of the tree of the columns, in points.
const (
	columnTreeHigh  = 64 // at most
	columnTreeShare = 0.17
	columnTreeFrom  = 150 // height of the figure from which on it is drawn
	columnTreeGap   = 4   // between it and the cells
)

// columnTreeRoom returns the height of the tree of the columns above the rows.
func (hp *columnPart) columnTreeRoom(height vg.Length) vg.Length {
	if !hp.heatShown || hp.l.d.Heat.Tree == nil || height < columnTreeFrom {
		return 0
	}
	return min(columnTreeHigh, columnTreeShare*height)
}

// columnTreePlace returns where a node of the tree of the columns lies.
func (hp *columnPart) columnTreePlace(rank, t float64) vg.Point {
	box := hp.columnTree
	_, n := hp.l.d.Heat.Dims()
	return vg.Point{X: box.Min.X + vg.Length((rank+0.5)/float64(n))*(box.Max.X-box.Min.X),
		Y: box.Max.Y - vg.Length(t)*(box.Max.Y-box.Min.Y)}
}

// columnChosen reports whether a column of the heat map is selected: all that it shows are.
func (hp *columnPart) columnChosen(j int) bool {
	if len(hp.l.classes.columns) == 0 {
		return false
	}
	for _, c := range hp.l.d.Heat.DataColumns(j) {
		if !hp.l.classes.columns[c] {
			return false
		}
	}
	return true
}

// drawColumnTree adds the tree of the columns above the heat map, the origin at the top. Thicker
// branches are better supported, where that is known. A clade narrower than a pixel is one line.
func (hp *columnPart) drawColumnTree(list *ink.List) {
	if hp.columnTree.Max.X <= hp.columnTree.Min.X {
		return
	}
	p := hp.l.d.Heat.Tree
	_, n := hp.l.d.Heat.Dims()
	chosen := make([]int, n+1) // before each rank
	for r, j := range p.Order() {
		chosen[r+1] = chosen[r]
		if hp.columnChosen(int(j)) {
			chosen[r+1]++
		}
	}
	lines := pens{}
	pitch := float64(hp.columnTree.Max.X-hp.columnTree.Min.X) / float64(n)
	most := vg.Length(max(0.6*pitch, 0.3))
	middle := p.Placed(nil).Y
	var wedges vg.Path
	for i := 0; i < len(p.Preorder); {
		v := int(p.Preorder[i])
		first, last := int(p.First[v]), int(p.Last[v])+1
		class, colour := beside.PlainClass, hp.l.style.Ink
		if chosen[last]-chosen[first] == last-first {
			class, colour = beside.SelectedClass, hp.l.style.Selection
		}
		low := pitch*float64(last-first) < ink.Subpixel
		pen := lines.get(class, colour, min(hp.columnSupport(v), most), 0)
		above, end := 0.0, p.Time[v]
		if u := p.Tree().Parent[v]; u >= 0 {
			above = p.Time[u]
		}
		if low {
			end = p.Latest[v]
		}
		at := middle[v] - 0.5
		pen.Segment(hp.columnTreePlace(at, above), hp.columnTreePlace(at, end))
		if children := p.Tree().Children[v]; len(children) > 0 && !low {
			bar := lines.get(class, colour, min(hp.l.style.Stroke, most), 0)
			bar.Segment(hp.columnTreePlace(middle[children[0]]-0.5, end),
				hp.columnTreePlace(middle[children[len(children)-1]]-0.5, end))
		}
		if p.Tree().IsLeaf(v) && len(hp.l.d.Heat.DataColumns(v)) > 1 {
			wedges.Move(hp.columnTreePlace(at, end))
			wedges.Line(hp.columnTreePlace(at-0.4, 1))
			wedges.Line(hp.columnTreePlace(at+0.4, 1))
			wedges.Close()
		}
		i++
		if low {
			i = int(p.End[v])
		}
	}
	part := &ink.List{}
	lines.addTo(part)
	if len(wedges) > 0 {
		part.Add(ink.Fill{Colour: plotting.Fade(hp.l.style.Ink, 0.35), Path: wedges})
	}
	box := hp.columnTree
	box.Min.X, box.Max.X, box.Max.Y = box.Min.X-2, box.Max.X+2, box.Max.Y+2
	list.Add(ink.Clipped{Rect: box, List: part})
}

// columnsSupported reports whether there are supports of clades of columns to show.
func (hp *columnPart) columnsSupported() bool {
	h := hp.l.d.Heat
	return hp.heatShown && !hp.l.d.Shape.Round() && h.Tree != nil && hp.l.d.Support != SupportHidden &&
		slices.ContainsFunc(h.Tree.Tree().Support, func(x float64) bool { return x == x })
}

// columnSupport returns the width of the branch above a node of the tree of the columns.
func (hp *columnPart) columnSupport(v int) vg.Length {
	s := hp.l.d.Heat.Tree.Tree().Support
	if v >= len(s) || !(s[v] == s[v]) || hp.l.d.Support == SupportHidden {
		return hp.l.style.Stroke
	}
	return hp.l.style.SupportStroke(s[v])
}

// columnCladeAt returns the mark of the clade of columns under p: the largest whose branch begins at
// or above it, or a single column.
func (hp *columnPart) columnCladeAt(p vg.Point) plotting.Mark {
	tree, box := hp.l.d.Heat.Tree, hp.columnTree
	_, n := hp.l.d.Heat.Dims()
	k := min(int(float64(p.X-box.Min.X)/float64(box.Max.X-box.Min.X)*float64(n)), n-1)
	t := float64((box.Max.Y - p.Y) / (box.Max.Y - box.Min.Y))
	v := int(tree.Order()[k])
	for u := tree.Tree().Parent[v]; u >= 0 && tree.Time[u] >= t; u = tree.Tree().Parent[u] {
		v = u
	}
	return hp.columnCladeMark(v, p)
}

// columnCladeMark describes a node of the tree of the columns: kind "column clade", Index its node.
func (hp *columnPart) columnCladeMark(v int, p vg.Point) plotting.Mark {
	h := hp.l.d.Heat
	m := plotting.NewMark(plotting.ColumnCladeMark)
	m.Index, m.Anchor = v, p
	columns := h.CladeColumns(v)
	m.Title = "Clade of " + plotting.Plural(len(columns), "column")
	if len(columns) == 1 {
		m.Title, m.Column = h.ColumnName(v), columns[0]
		return m
	}
	word, value := "diverged at", "t = "+plotting.FormatTime(h.Tree.Time[v])
	if h.TreeHeight > 0 {
		word, value = "joined at", plotting.FormatNumber(h.TreeHeight*(1-h.Tree.Time[v]))
	}
	m.Lines = append(m.Lines, [2]string{word, value})
	if s := h.Tree.Tree().Support; v < len(s) && s[v] == s[v] {
		m.Lines = append(m.Lines, [2]string{"support", plotting.FormatPercent(s[v])})
	}
	var names []string
	for i, j := range h.Tree.Leaves(v) {
		if i == tooltipValues {
			names = append(names, "…")
			break
		}
		names = append(names, h.ColumnName(j))
	}
	m.Lines = append(m.Lines, [2]string{"columns", strings.Join(names, ", ")})
	return m
}

// overlayColumns frames the columns of a clade and draws its branch.
func (hp *columnPart) overlayColumns(list *ink.List, v int) {
	p := hp.l.d.Heat.Tree
	if v < 0 || v >= len(p.Preorder) {
		return
	}
	r := hp.columnBox(int(p.First[v]))
	r.Max.X = hp.columnBox(int(p.Last[v])).Max.X
	list.Add(ink.Outline(hp.l.style, r))
	if hp.columnTree.Max.X <= hp.columnTree.Min.X {
		return
	}
	above := 0.0
	if u := p.Tree().Parent[v]; u >= 0 {
		above = p.Time[u]
	}
	middle := p.Placed(nil).Y
	lines := &ink.Stroke{Colour: hp.l.style.Selection, Width: 2}
	lines.Segment(hp.columnTreePlace(middle[v]-0.5, above), hp.columnTreePlace(middle[v]-0.5, p.Time[v]))
	if c := p.Tree().Children[v]; len(c) > 0 {
		lines.Segment(hp.columnTreePlace(middle[c[0]]-0.5, p.Time[v]),
			hp.columnTreePlace(middle[c[len(c)-1]]-0.5, p.Time[v]))
	}
	list.Add(lines)
}

// columnNodeSheet lists the nodes of the tree of the columns with parent, time, size and support.
func (d *Dendrogram) columnNodeSheet() plotting.Sheet {
	s := (&Dendrogram{Tree: d.Heat.Tree, Height: d.Heat.TreeHeight}).nodeSheet()
	s.Name = "column nodes"
	return s
}
