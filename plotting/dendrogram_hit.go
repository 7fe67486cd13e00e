package plotting

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
)

// tooltipValues is how many values of a leaf its mark lists.
const tooltipValues = 5

// Hit returns the mark under p: a leaf, branch, branch point, cell of the heat map,
// cell of a strip, column name, group bar (kind "group", Index its number), or the
// line of the cut (kind "cut").
func (s *DendrogramScene) Hit(p vg.Point) (Mark, bool) {
	if !s.shown() {
		return Mark{}, false
	}
	l := s.layout
	if l.disc != nil {
		return l.hitDiscMark(p)
	}
	if t := l.d.CutTime; t > l.t0 && t < l.t1 {
		grip := vg.Rectangle{Min: vg.Point{X: l.x(t) - reach, Y: l.tree.Min.Y - 14}, Max: vg.Point{X: l.x(t) + reach, Y: l.tree.Min.Y - 2}}
		if within(p, grip) {
			return l.cutMark(p), true
		}
	}
	for i, box := range l.strips {
		if within(p, box) {
			return l.stripMark(i, l.leafRow(l.slot(p.Y)), p), true
		}
	}
	switch {
	case within(p, l.heat):
		_, n := l.d.Heat.Dims()
		k := min(int(float64(p.X-l.heat.Min.X)/float64(l.heat.Max.X-l.heat.Min.X)*float64(n)), n-1)
		return l.cellMark(l.leafRow(l.slot(p.Y)), k, p), true
	case within(p, l.labels):
		m := l.nodeMark(l.leafAt(l.slot(p.Y)), true)
		m.Anchor = p
		return m, true
	case within(p, l.bars):
		if r := l.q.at(l.slot(p.Y)); l.classes.group != nil && l.classes.group[r] >= 0 {
			return l.groupMark(int(l.classes.group[r]), p), true
		}
		return Mark{}, false
	}
	if l.heatShown && l.columnSize > 0 && p.X >= l.heat.Min.X && p.X < l.heat.Max.X && p.Y < l.heat.Min.Y && p.Y > l.heat.Min.Y-5-l.nameBand {
		_, n := l.d.Heat.Dims()
		k := min(int(float64(p.X-l.heat.Min.X)/float64(l.heat.Max.X-l.heat.Min.X)*float64(n)), n-1)
		return l.columnMark(k, p), true
	}
	near := l.tree
	near.Min.X, near.Max.X = near.Min.X-reach, near.Max.X+reach
	if !within(p, near) {
		return Mark{}, false
	}
	node, point := l.hitBranches(p)
	if t := l.d.CutTime; !point && t > l.t0 && t < l.t1 && math.Abs(float64(p.X-l.x(t))) <= reach {
		return l.cutMark(p), true
	}
	if node < 0 {
		return Mark{}, false
	}
	m := l.nodeMark(node, point)
	if !point {
		m.Anchor = p
	}
	return m, true
}

// NodeMark describes a node as Hit does, for the inspector. ok is false for a node
// that the tree does not have.
func (s *DendrogramScene) NodeMark(v int) (m Mark, ok bool) {
	if s.layout == nil || s.layout.classes == nil || v < 0 || v >= len(s.layout.p.preorder) {
		return Mark{}, false
	}
	m = s.layout.nodeMark(v, true)
	m.Anchor, _ = s.NodePosition(v)
	return m, true
}

// leafRow returns the row whose share of the height holds a height of the placement.
func (l *dendrogramLayout) leafRow(slot float64) int { return int(l.p.order[l.q.at(slot)]) }

// nodeMark describes a leaf, or a clade by its branch point or the branch above it.
func (l *dendrogramLayout) nodeMark(v int, point bool) Mark {
	t := l.p.tree
	if t.IsLeaf(v) {
		return l.leafMark(v)
	}
	m := NewMark("branch")
	if point {
		m.Kind = "branch point"
	}
	m.Node = v
	size := l.p.Size(v)
	m.Title = "Clade of " + FormatCount(size) + " leaves"
	if name := l.names[v]; name != "" {
		m.Title = name + ", " + FormatCount(size) + " leaves"
	}
	add := func(label, value string) { m.Lines = append(m.Lines, [2]string{label, value}) }
	word := "diverged at"
	if l.d.Height > 0 {
		word = "joined at"
	}
	add(word, l.timeText(l.p.time[v]))
	if u := t.Parent[v]; !point && u >= 0 {
		add("branch from", l.timeText(l.p.time[u]))
	}
	if v < len(t.Support) && !math.IsNaN(t.Support[v]) {
		add("support", FormatPercent(t.Support[v]))
	}
	add("children", FormatCount(len(t.Children[v])))
	if g := l.classes.of(v); g >= 0 && l.d.Groups[g].Name != "" {
		add("group", l.d.Groups[g].Name)
	}
	for _, k := range l.colours {
		if text := l.levelsBelow(k, v); text != "" {
			add(k.strip.Annotation.Name, text)
		}
	}
	if l.d.Heat != nil {
		if high, low := contrastWords(l.d.Heat.cladeContrasts(l.p, v)); high != "" || low != "" {
			if high != "" {
				add("highest", high)
			}
			if low != "" {
				add("lowest", low)
			}
		}
	}
	if l.disc != nil {
		m.Anchor, _ = l.discPosition(v)
	} else {
		m.Anchor = vg.Point{X: l.x(l.p.time[v]), Y: l.y(l.q.y[v])}
	}
	return m
}

// levelsBelow is the most frequent level in a clade and its share: "liver 8 of 8".
func (l *dendrogramLayout) levelsBelow(k *stripColours, v int) string {
	votes := make([]int, len(k.strip.Annotation.Levels))
	known := 0
	for r := l.p.first[v]; r <= l.p.last[v]; r++ {
		if code := k.strip.code(int(l.p.order[r])); code >= 0 {
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
	return fmt.Sprintf("%s %d of %d", k.strip.Annotation.Levels[best], votes[best], known)
}

// contrastWords names up to three columns at either end that differ by half a
// standard deviation or more.
func contrastWords(c []Contrast) (high, low string) {
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
func (l *dendrogramLayout) leafMark(row int) Mark {
	m := NewMark("leaf")
	m.Node, m.Row, m.Title = row, row, l.p.tree.Names[row]
	m.Lines = l.rowLines(row)
	if time := l.p.time[row]; time < 1 {
		m.Lines = append(m.Lines, [2]string{"time", l.timeText(time)})
	}
	if h := l.d.Heat; h != nil {
		for k, j := range h.Order {
			if k == tooltipValues {
				break
			}
			m.Lines = append(m.Lines, [2]string{h.columnName(j), h.valueText(row, j)})
		}
	}
	if l.disc != nil {
		m.Anchor, _ = l.discPosition(row)
	} else {
		m.Anchor = vg.Point{X: l.x(l.p.time[row]), Y: l.y(l.q.y[row])}
	}
	return m
}

// rowLines gives the annotations and the group of a row.
func (l *dendrogramLayout) rowLines(row int) [][2]string {
	var lines [][2]string
	for _, k := range l.colours {
		lines = append(lines, [2]string{k.strip.Annotation.Name, k.strip.levelText(row)})
	}
	if l.classes.group != nil {
		if g := l.classes.group[l.p.rank[row]]; g >= 0 && l.d.Groups[g].Name != "" {
			lines = append(lines, [2]string{"group", l.d.Groups[g].Name})
		}
	}
	return lines
}

func (s *Strip) levelText(row int) string {
	if code := s.code(row); code >= 0 {
		return s.Annotation.Levels[code]
	}
	return "missing"
}

func (l *dendrogramLayout) cellMark(row, k int, p vg.Point) Mark {
	h := l.d.Heat
	j := h.Order[k]
	m := NewMark("cell")
	m.Row, m.Column, m.Node, m.Index, m.Anchor = row, j, row, k, p
	m.Title = l.p.tree.Names[row]
	m.Lines = append([][2]string{{h.columnName(j), h.valueText(row, j)}}, l.rowLines(row)...)
	return m
}

func (l *dendrogramLayout) columnMark(k int, p vg.Point) Mark {
	m := NewMark("column")
	m.Column, m.Index, m.Anchor = l.d.Heat.Order[k], k, p
	m.Title = l.d.Heat.columnName(m.Column)
	return m
}

func (l *dendrogramLayout) stripMark(i, row int, p vg.Point) Mark {
	m := NewMark("strip")
	m.Row, m.Node, m.Index, m.Anchor = row, row, i, p
	m.Title = l.d.Strips[i].levelText(row)
	m.Lines = append([][2]string{{"leaf", l.p.tree.Names[row]}}, l.rowLines(row)...)
	return m
}

func (l *dendrogramLayout) groupMark(g int, p vg.Point) Mark {
	m := NewMark("group")
	m.Index, m.Anchor = g, p
	m.Title = l.d.Groups[g].Name
	m.Lines = [][2]string{{"leaves", FormatCount(len(l.d.Groups[g].Rows))}}
	return m
}

func (l *dendrogramLayout) cutMark(p vg.Point) Mark {
	m := NewMark("cut")
	m.Anchor = p
	m.Title = "Cut at " + l.timeText(l.d.CutTime)
	if l.d.CutLabel != "" {
		m.Lines = [][2]string{{"gives", l.d.CutLabel}}
	}
	return m
}

// valueText is a cell in input units, or what stands for a missing one.
func (h *Heat) valueText(row, column int) string {
	n, _ := h.X.Dims()
	if row >= n {
		return "no data"
	}
	x := h.X.At(row, column)
	if h.Value != nil {
		x = h.Value(row, column)
	}
	if math.IsNaN(x) {
		return "missing"
	}
	return FormatDigits(x, 4)
}
