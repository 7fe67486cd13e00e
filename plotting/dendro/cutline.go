package dendro

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A stem is the branch above a clade: the ranks of its leaves, and the times between which it runs.
type stem struct {
	first, last int32
	from, to    float64
}

// stems returns the branches that the cut by a model crosses, from top to bottom; none where a part is no clade or the
// parts do not hold all leaves.
func (l *dendrogramLayout) stems() (list []stem) {
	p, t := l.p, l.p.Tree()
	at := make(map[int32]stem, len(l.d.Cut))
	for _, rows := range l.d.Cut {
		v, exact := p.Clade(rows)
		if !exact || t.Parent[v] < 0 {
			return nil
		}
		at[p.First[v]] = stem{p.First[v], p.Last[v], p.Time[t.Parent[v]], p.Time[v]}
	}
	for next := int32(0); int(next) < t.Leaves(); {
		s, ok := at[next]
		if !ok {
			return nil
		}
		list, next = append(list, s), s.last+1
	}
	return list
}

// cutTimes returns the time at which the cut crosses each stem: as nearly as their lengths allow, the one that lies within
// most stems. It keeps away from both ends of a stem.
func cutTimes(stems []stem) []float64 {
	common, most := 0.0, -1
	for _, s := range stems {
		mid, within := (s.from+s.to)/2, 0
		for _, o := range stems {
			if o.from < mid && mid < o.to {
				within++
			}
		}
		if within > most {
			common, most = mid, within
		}
	}
	at := make([]float64, len(stems))
	for i, s := range stems {
		margin := (s.to - s.from) / 10
		at[i] = min(max(common, s.from+margin), s.to-margin)
	}
	return at
}

// drawModelCut adds the line along which a model cut its tree. It crosses the branch above each cluster and no other; it has
// steps where the clusters parted at different times.
func (l *dendrogramLayout) drawModelCut(list *ink.List) {
	stems := l.stems()
	if len(stems) < 2 || l.q.Moving {
		return
	}
	st := l.style
	line := &ink.Stroke{Colour: st.Muted, Width: 1, Dash: []vg.Length{4, 3}}
	first := vg.Length(math.NaN())
	for i, t := range cutTimes(stems) {
		x, top, bottom := l.x(t), l.y(l.q.Edge[stems[i].first]), l.y(l.q.Edge[stems[i].last+1])
		if i == 0 {
			line.Path.Move(vg.Point{X: x, Y: top})
		} else {
			line.Path.Line(vg.Point{X: x, Y: top})
		}
		line.Path.Line(vg.Point{X: x, Y: bottom})
		if math.IsNaN(float64(first)) && bottom < l.tree.Max.Y {
			first = x
		}
	}
	cut := &ink.List{}
	cut.Add(line)
	list.Add(ink.Clipped{Rect: l.tree, List: cut})
	f := ink.Regular(st.Typeface, st.TickSize)
	text := ink.Elide(f, "cut into "+plotting.Plural(len(stems), "cluster"), l.tree.Max.X-l.tree.Min.X)
	w := ink.TextWidth(f, text)
	x := min(max(first, l.tree.Min.X+w/2), l.tree.Max.X-w/2)
	list.Text(f, st.Muted, vg.Point{X: x, Y: l.tree.Max.Y + 4}, ink.BaseCentre, 0, text)
}
