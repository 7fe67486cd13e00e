package matrix

import (
	"cmp"
	"fmt"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// An Aside is a text that stands beside a symmetric matrix, whose square leaves a part of a wide page free.
type Aside struct {
	Title string
	Text  string
	Lines [][2]string // a name at the left, a number at the right
	Group int         // whose colour stands before the title; negative for none
}

// Room of the texts, in points.
const (
	leastAside  = 150 // width and height
	widestAside = 330
	asideGap    = 24 // above them; half of it between two
)

// strongestPairs is how many pairs [Strongest] lists.
const strongestPairs = 12

// Strongest lists the pairs of the largest numbers below the diagonal of a square matrix, whatever their sign, each
// number as say writes it.
func Strongest(at func(i, j int) float64, names []string, say func(float64) string) Aside {
	type pair struct {
		i, j int
		size float64
	}
	var list []pair
	for i := range names {
		for j := range i {
			x := at(i, j)
			p := pair{i, j, max(x, -x)}
			switch {
			case !(p.size > 0):
				continue
			case len(list) < strongestPairs:
				list = append(list, p)
			case p.size > list[strongestPairs-1].size:
				list[strongestPairs-1] = p
			default:
				continue
			}
			stable.Sort(list, func(a, b pair) int { return cmp.Compare(b.size, a.size) })
		}
	}
	a := Aside{Title: "strongest pairs", Group: -1}
	for _, p := range list {
		a.Lines = append(a.Lines, [2]string{names[p.j] + " – " + names[p.i], say(at(p.i, p.j))})
	}
	return a
}

// makeAside decides whether the texts have room beside the cells, below the legend, which then need not name the
// groups.
func (s *matrixScene) makeAside(box vg.Rectangle, columns float64) (m margins, ok bool) {
	if len(s.Asides) == 0 || !s.Symmetric {
		return m, false
	}
	s.asided = true
	m = s.margins(box.Max.X-box.Min.X, box.Max.Y-box.Min.Y)
	if s.sizeCells(box, m, columns) && m.below == 0 {
		x, top := s.area.Max.X+m.labels+matrixLegend, s.area.Max.Y
		if m.legend > 0 {
			top -= heightOf(s.blocks, s.Style) + asideGap
		}
		s.aside = vg.Rectangle{Min: vg.Point{X: x, Y: s.area.Min.Y}, Max: vg.Point{X: min(box.Max.X, x+widestAside), Y: top}}
		if room := s.aside.Size(); room.X >= leastAside && room.Y >= leastAside {
			return m, true
		}
	}
	s.asided, s.flows, s.blocks, s.legendsLeft = false, false, nil, nil
	return m, false
}

// drawAsides writes the texts, as many as have room.
func drawAsides(s *matrixScene, list *ink.List) {
	if !s.asided {
		return
	}
	st := s.Style
	bold, plain := ink.Bold(st.Typeface, st.AxisSize), ink.Regular(st.Typeface, st.AxisSize)
	pitch := 1.15 * ink.LineHeight(plain)
	left, width := s.aside.Min.X, s.aside.Size().X
	y := s.aside.Max.Y - pitch
	for k, a := range s.Asides {
		lines := ink.Wrap(plain, a.Text, width)
		if a.Text == "" {
			lines = nil
		}
		height := pitch * vg.Length(1+len(lines)+len(a.Lines))
		if y-height+pitch < s.aside.Min.Y {
			if left := len(s.Asides) - k; k > 0 && y >= s.aside.Min.Y {
				list.Text(plain, st.Muted, vg.Point{X: s.aside.Min.X, Y: y}, ink.BaseLeft, 0, fmt.Sprintf("and %d more", left))
			}
			if k > 0 {
				return
			}
		}
		x := left
		if a.Group >= 0 && a.Group < len(s.Groups) {
			box := vg.Rectangle{Min: vg.Point{X: x, Y: y - 1}, Max: vg.Point{X: x + 9, Y: y + 8}}
			list.Box(beside.GroupColour(s.Groups, a.Group), box)
			x += 15
		}
		list.Text(bold, st.Muted, vg.Point{X: x, Y: y}, ink.BaseLeft, 0, a.Title)
		y -= pitch
		for _, l := range lines {
			if y < s.aside.Min.Y {
				return
			}
			list.Text(plain, st.Ink, vg.Point{X: left, Y: y}, ink.BaseLeft, 0, l)
			y -= pitch
		}
		for _, l := range a.Lines {
			if y < s.aside.Min.Y {
				return
			}
			room := width - ink.TextWidth(plain, l[1]) - 12
			list.Text(plain, st.Ink, vg.Point{X: left, Y: y}, ink.BaseLeft, 0, ink.Elide(plain, l[0], room))
			list.Text(plain, st.Ink, vg.Point{X: left + width, Y: y}, ink.BaseRight, 0, l[1])
			y -= pitch
		}
		y -= asideGap / 2
	}
}
