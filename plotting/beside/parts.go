package beside

import (
	"image/color"
	"slices"

	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// gapPoints is the width of the gaps between parts of a heat map.
const gapPoints = 4

// leastRowGap is the least height of a gap between rows, in leaves; more leaves have larger ones, as a share of all.
const (
	leastRowGap = 0.4
	rowGapShare = 0.01
	mostRowGaps = 40 // with more, there are no gaps: groups lie scattered
)

// Parts are stretches of the columns of a heat map with gaps between them. The zero value is one part.
type Parts struct {
	Starts []int    // first place of each part
	Names  []string // of each part
	count  int      // places
}

// PartsBy returns the stretches of columns with one label of an annotation, by whose labels they are ordered; none
// where there is no such annotation or one label only.
func PartsBy(h *Heat, name string) (p Parts) {
	a, ok := h.annotationNamed(name)
	if !ok {
		return p
	}
	before := -2
	for k, j := range h.Order {
		code := -1
		if columns := h.DataColumns(j); len(columns) > 0 && columns[0] < len(a.Codes) {
			code = a.Codes[columns[0]]
		}
		if code == before {
			continue
		}
		text := "missing"
		if before = code; code >= 0 {
			text = a.Levels[code]
		}
		p.Starts, p.Names = append(p.Starts, k), append(p.Names, text)
	}
	if len(p.Starts) < 2 {
		return Parts{}
	}
	p.count = len(h.Order)
	return p
}

// pitch returns the gap and the width of a place in a room.
func (p Parts) pitch(width vg.Length, n int) (gap, each vg.Length) {
	if k := vg.Length(len(p.Starts) - 1); k > 0 {
		gap = min(gapPoints, 0.2*width/k)
		width -= k * gap
	}
	return gap, width / vg.Length(max(n, 1))
}

// Span returns the ends of the k-th of n places between two ends.
func (p Parts) Span(k, n int, from, to vg.Length) (left, right vg.Length) {
	gap, each := p.pitch(to-from, n)
	before := 0
	if len(p.Starts) > 1 {
		i, found := slices.BinarySearch(p.Starts, k)
		if before = i; !found {
			before--
		}
	}
	left = from + vg.Length(k)*each + vg.Length(before)*gap
	return left, left + each
}

// At returns the place at x, the nearest one in a gap.
func (p Parts) At(x vg.Length, n int, from, to vg.Length) int {
	gap, each := p.pitch(to-from, n)
	k := int((x - from) / each)
	for i := len(p.Starts) - 1; i > 0; i-- {
		if start := from + vg.Length(p.Starts[i])*each + vg.Length(i)*gap; x >= start-gap/2 {
			k = max(int((x-start)/each), 0) + p.Starts[i]
			break
		} else if i == 1 {
			k = min(k, p.Starts[1]-1)
		}
	}
	return min(max(k, 0), n-1)
}

// ends returns the first place after each part.
func (p Parts) end(i int) int {
	if i+1 < len(p.Starts) {
		return p.Starts[i+1]
	}
	return p.count
}

// leastOfName is how many letters a name of a part keeps at least: fewer say nothing.
const leastOfName = 4

// DrawNames adds the name of each part above the middle of its columns, wider than these where the names beside it
// leave room.
func (p Parts) DrawNames(list *ink.List, f ink.Face, colour color.NRGBA, n int, from, to, y vg.Length) {
	middle, taken := make([]vg.Length, len(p.Names)), make([]vg.Length, len(p.Names))
	for i, name := range p.Names {
		left, _ := p.Span(p.Starts[i], n, from, to)
		_, right := p.Span(p.end(i)-1, n, from, to)
		middle[i], taken[i] = (left+right)/2, min(right-left+gapPoints-1, ink.TextWidth(f, name))
	}
	for i, name := range p.Names {
		room := 2*min(middle[i]-from, to-middle[i]) + 4*gapPoints
		if i > 0 {
			room = min(room, 2*(middle[i]-middle[i-1]-gapPoints)-taken[i-1])
		}
		if i+1 < len(p.Names) {
			room = min(room, 2*(middle[i+1]-middle[i]-gapPoints)-taken[i+1])
		}
		text := ink.Elide(f, name, max(room, taken[i]))
		if text != name && len([]rune(text)) <= leastOfName {
			taken[i] = 0
			continue
		}
		taken[i] = ink.TextWidth(f, text)
		list.Text(f, colour, vg.Point{X: middle[i], Y: y}, ink.BaseCentre, 0, text)
	}
}

// Apart returns the placement with gaps before the given ranks, as [PreparedTree.Placed] without any. A gap belongs
// to the leaf before it, whose middle does not move.
func (p *PreparedTree) Apart(collapsed []int, starts []int) *Placement {
	whole := p.Placed(collapsed)
	starts = slices.DeleteFunc(slices.Clone(starts), func(r int) bool {
		for v := range whole.Shut {
			if int(p.First[v]) < r && r <= int(p.Last[v]) {
				return true // within a clade that is one triangle
			}
		}
		return r <= 0 || r >= len(p.order)
	})
	if len(starts) == 0 || len(starts) > mostRowGaps {
		return whole
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, q := range p.apart {
		if slices.Equal(q.collapsed, collapsed) && slices.Equal(q.Gaps, starts) {
			return q
		}
	}
	gap := max(leastRowGap, rowGapShare*whole.Height())
	q := &Placement{collapsed: whole.collapsed, Shut: whole.Shut, Edge: slices.Clone(whole.Edge),
		Y:    slices.Clone(whole.Y),
		Gaps: starts, Gap: gap}
	for i, r := range starts {
		end := len(q.Edge)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		for k := r; k < end; k++ {
			q.Edge[k] += gap * float64(i+1)
		}
	}
	for i := len(p.Preorder) - 1; i >= 0; i-- {
		v := int(p.Preorder[i])
		children := p.tree.Children[v]
		if len(children) > 0 && !q.Shut[v] {
			q.Y[v] = (q.Y[children[0]] + q.Y[children[len(children)-1]]) / 2
			continue
		}
		before, _ := slices.BinarySearch(starts, int(p.First[v])+1)
		q.Y[v] += gap * float64(before)
	}
	p.apart = append([]*Placement{q}, p.apart...)
	p.apart = p.apart[:min(len(p.apart), 4)]
	return q
}
