package dendro

import (
	"fmt"
	"math"
	"strings"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// tooltipValues is how many values of a leaf its mark lists.
const tooltipValues = 5

// Hit returns the mark under p: a leaf, branch, branch point, cell of the heat map, cell of a strip, column name, clade
// of columns (kind "column clade", Index its node), group bar (kind "group", Index its number), the line of the cut
// (kind "cut"), or an entry of a legend (kind "legend").
func (s *DendrogramScene) Hit(p vg.Point) (plotting.Mark, bool) {
	if !s.shown() {
		return plotting.Mark{}, false
	}
	l := s.layout
	if m, ok := s.list.LegendAt(p); ok {
		return m, true
	}
	if l.circle.disc != nil {
		return l.circle.hitDiscMark(p)
	}
	if l.fan != nil {
		node, point := l.hitFan(p)
		if node < 0 {
			return plotting.Mark{}, false
		}
		return l.nodeMark(node, point), true
	}
	if t := l.d.CutTime; t > l.t0 && t < l.t1 {
		grip := vg.Rectangle{Min: vg.Point{X: l.x(t) - ink.Reach, Y: l.tree.Min.Y - 14},
			Max: vg.Point{X: l.x(t) + ink.Reach, Y: l.tree.Min.Y - 2}}
		if ink.Within(p, grip) {
			return l.cutMark(p), true
		}
	}
	if m, ok := l.hitHandle(p); ok {
		return m, true
	}
	for i, box := range l.strips {
		if ink.Within(p, box) {
			return l.stripMark(i, l.leafRow(l.slot(p.Y)), p), true
		}
	}
	for i, box := range l.columns.columnStrips {
		if ink.Within(p, box) {
			return l.columns.columnStripMark(i, p), true
		}
	}
	switch {
	case ink.Within(p, l.columns.columnTree):
		return l.columns.columnCladeAt(p), true
	case ink.Within(p, l.columns.heat):
		k := formsOf(l).columnAt(p.X)
		return l.columns.cellMark(l.leafRow(l.slot(p.Y)), k, p), true
	case ink.Within(p, l.labelling.labels):
		m := l.nodeMark(l.leafAt(l.slot(p.Y)), true)
		m.Anchor = p
		return m, true
	case ink.Within(p, l.labelling.bars):
		if r := l.q.At(l.slot(p.Y)); l.classes.group != nil && l.classes.group[r] >= 0 {
			return l.groupMark(int(l.classes.group[r]), p), true
		}
		return plotting.Mark{}, false
	}
	if l.columns.heatShown && l.columns.columnSize > 0 && p.X >= l.columns.heat.Min.X && p.X < l.columns.heat.Max.X &&
		p.Y < l.columns.heat.Min.Y && p.Y > l.columns.heat.Min.Y-5-l.columns.nameBand {
		k := formsOf(l).columnAt(p.X)
		return l.columns.columnMark(k, p), true
	}
	near := l.tree
	near.Min.X, near.Max.X = near.Min.X-ink.Reach, near.Max.X+ink.Reach
	if !ink.Within(p, near) {
		return plotting.Mark{}, false
	}
	node, point := l.hitBranches(p)
	if t := l.d.CutTime; !point && t > l.t0 && t < l.t1 && math.Abs(float64(p.X-l.x(t))) <= ink.Reach {
		return l.cutMark(p), true
	}
	if node < 0 {
		return plotting.Mark{}, false
	}
	m := l.nodeMark(node, point)
	if !point {
		m.Anchor = p
	}
	return m, true
}

// NodeMark describes a node as Hit does, for the inspector. ok is false for a node
// that the tree does not have.
func (s *DendrogramScene) NodeMark(v int) (m plotting.Mark, ok bool) {
	if s.layout == nil || s.layout.classes == nil || v < 0 || v >= len(s.layout.p.Preorder) {
		return plotting.Mark{}, false
	}
	m = s.layout.nodeMark(v, true)
	m.Anchor, _ = s.NodePosition(v)
	return m, true
}

// leafRow returns the row of the leaf at a height of the placement.
func (l *dendrogramLayout) leafRow(slot float64) int { return int(l.p.Order()[l.q.At(slot)]) }

// nodeMark describes a leaf, or a clade by its branch point or the branch above it.
func (l *dendrogramLayout) nodeMark(v int, point bool) plotting.Mark {
	t := l.p.Tree()
	if t.IsLeaf(v) {
		return l.leafMark(v)
	}
	m := plotting.NewMark(plotting.BranchMark)
	if point {
		m.Kind = "branch point"
	}
	m.Node = v
	size := l.d.Things.Say(plotting.FormatCount(l.p.Size(v)) + " leaves")
	m.Title = "Clade of " + size
	if name := l.names[v]; name != "" {
		m.Title = name + ", " + size
	}
	add := func(label, value string) { m.Lines = append(m.Lines, [2]string{label, value}) }
	word := "diverged at"
	if l.d.Height > 0 {
		word = "joined at"
	}
	add(word, l.timeText(l.d.Tree.Time[v]))
	if u := t.Parent[v]; !point && u >= 0 {
		add("branch from", l.timeText(l.d.Tree.Time[u]))
	}
	if text := t.SupportText(v, plotting.FormatPercent); text != "" {
		add("support", strings.ReplaceAll(text, "/", " / "))
	}
	if near := l.d.near(); near != nil {
		add(l.d.Things.Say("forgiving stray rows"), plotting.FormatPercent(near[v]))
	}
	if line, ok := l.branches.branchLine(v); ok {
		add(line[0], line[1])
	}
	if line, ok := l.branches.intervalLine(v); ok {
		add(line[0], line[1])
	}
	add("children", plotting.FormatCount(len(t.Children[v])))
	if g := l.classes.of(v); g >= 0 && l.d.Groups[g].Name != "" {
		add("group", l.d.Groups[g].Name)
	}
	for _, k := range l.colours {
		if text := l.levelsBelow(k, v); text != "" {
			add(k.Strip.Annotation.Name, text)
		}
	}
	if l.d.Heat != nil {
		if high, low := contrastWords(l.d.Heat.CladeContrasts(l.p, v)); high != "" || low != "" {
			if high != "" {
				add("highest", high)
			}
			if low != "" {
				add("lowest", low)
			}
		}
	}
	m.Anchor = l.plot.point(v)
	return m
}

// levelsBelow returns the most frequent level in a clade and its count: "liver 8 of 8", "2 (8 of 8)".
func (l *dendrogramLayout) levelsBelow(k *beside.StripColours, v int) string {
	votes := make([]int, len(k.Strip.Annotation.Levels))
	known := 0
	for r := l.p.First[v]; r <= l.p.Last[v]; r++ {
		if code := k.Strip.Code(int(l.p.Order()[r])); code >= 0 {
			votes[code]++
			known++
		}
	}
	best := -1
	for i, n := range votes {
		if best < 0 || n > votes[best] {
			best = i
		}
	}
	if known == 0 {
		return ""
	}
	format := "%s %d of %d"
	if k.Strip.Annotation.Numeric { // 2 1 of 3
		format = "%s (%d of %d)"
	}
	return fmt.Sprintf(format, k.Strip.Annotation.Levels[best], votes[best], known)
}

// contrastWords names up to three columns at either end that differ by at least half a standard
// deviation.
func contrastWords(c []beside.Contrast) (high, low string) {
	var up, down []string
	for i := 0; i < len(c) && i < 3 && c[i].Difference >= 0.5; i++ {
		up = append(up, c[i].Name)
	}
	for i := len(c) - 1; i >= 0 && len(c)-i <= 3 && c[i].Difference <= -0.5; i-- {
		down = append(down, c[i].Name)
	}
	return strings.Join(up, ", "), strings.Join(down, ", ")
}

// leafMark describes a leaf.
func (l *dendrogramLayout) leafMark(row int) plotting.Mark {
	m := plotting.NewMark(plotting.LeafMark)
	m.Node, m.Row, m.Title = row, row, l.p.Tree().Names[row]
	m.Lines = l.rowLines(row)
	if line, ok := l.branches.branchLine(row); ok {
		m.Lines = append(m.Lines, line)
	}
	if time := l.d.Tree.Time[row]; time < 1 {
		m.Lines = append(m.Lines, [2]string{"time", l.timeText(time)})
	}
	if h := l.d.Heat; h != nil {
		for k, j := range h.Order {
			if k == tooltipValues {
				break
			}
			m.Lines = append(m.Lines, [2]string{h.ColumnName(j), h.ValueText(row, j)})
		}
	}
	m.Anchor = l.plot.point(row)
	return m
}

// rowLines gives the annotations and the group of a row.
func (l *dendrogramLayout) rowLines(row int) [][2]string {
	var lines [][2]string
	for _, k := range l.colours {
		lines = append(lines, [2]string{k.Strip.Annotation.Name, k.Strip.LevelText(row)})
	}
	if l.classes.group != nil {
		if g := l.classes.group[l.p.Rank[row]]; g >= 0 && l.d.Groups[g].Name != "" {
			lines = append(lines, [2]string{"group", l.d.Groups[g].Name})
		}
	}
	return lines
}

func (hp *columnPart) cellMark(row, k int, p vg.Point) plotting.Mark {
	h := hp.l.d.Heat
	j := h.Order[k]
	m := plotting.NewMark(plotting.CellMark)
	m.Row, m.Column, m.Node, m.Index, m.Anchor = row, hp.dataColumn(j), row, k, p
	m.Title = hp.l.p.Tree().Names[row]
	m.Lines = [][2]string{{h.ColumnName(j), h.ValueText(row, j)}}
	if tell := hp.l.d.Details; tell != nil && m.Column >= 0 {
		m.Lines = append(m.Lines, tell(row, m.Column)...)
	}
	m.Lines = append(m.Lines, hp.l.rowLines(row)...)
	return m
}

func (hp *columnPart) columnMark(k int, p vg.Point) plotting.Mark {
	m := plotting.NewMark(plotting.ColumnMark)
	j := hp.l.d.Heat.Order[k]
	if list := hp.l.d.Heat.DataColumns(j); len(list) > 1 {
		return hp.columnCladeMark(j, p)
	}
	m.Column, m.Index, m.Anchor = hp.dataColumn(j), k, p
	m.Title = hp.l.d.Heat.ColumnName(j)
	return m
}

// dataColumn returns the column of the data that a column of the heat map shows; −1 where it shows
// several.
func (hp *columnPart) dataColumn(j int) int {
	if list := hp.l.d.Heat.DataColumns(j); len(list) == 1 {
		return list[0]
	}
	return -1
}

func (l *dendrogramLayout) stripMark(i, row int, p vg.Point) plotting.Mark {
	m := plotting.NewMark(plotting.StripMark)
	m.Row, m.Node, m.Index, m.Anchor = row, row, i, p
	m.Title = l.d.Strips[i].LevelText(row)
	m.Lines = append([][2]string{{"leaf", l.p.Tree().Names[row]}}, l.rowLines(row)...)
	return m
}

func (l *dendrogramLayout) groupMark(g int, p vg.Point) plotting.Mark {
	m := plotting.NewMark(plotting.GroupMark)
	m.Index, m.Anchor = g, p
	m.Title = l.d.Groups[g].Name
	m.Lines = [][2]string{{l.d.Things.Say("leaves"), plotting.FormatCount(len(l.d.Groups[g].Rows))}}
	return m
}

func (l *dendrogramLayout) cutMark(p vg.Point) plotting.Mark {
	m := plotting.NewMark(plotting.CutMark)
	m.Anchor = p
	m.Title = "Cut at " + l.timeText(l.d.CutTime)
	if l.d.CutLabel != "" {
		m.Lines = [][2]string{{"gives", l.d.CutLabel}}
	}
	return m
}
