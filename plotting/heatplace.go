package plotting

import (
	"image"
	"math"

	"gonum.org/v1/plot/vg"
)

// imageItem is a picture in a box; pixels without a value show a hatched ground.
type imageItem struct {
	rect    vg.Rectangle
	seen    vg.Rectangle // the part within the plot
	image   *image.RGBA
	missing bool
	style   Style
}

func (i imageItem) draw(c vg.Canvas) {
	if i.missing {
		FillMissing(c, []vg.Rectangle{i.seen}, i.style)
	}
	c.DrawImage(i.rect, i.image)
}

// drawHeat adds the heat map of the visible rows.
func (l *dendrogramLayout) drawHeat(list *drawList) {
	if !l.heatShown || l.heat.Max.X <= l.heat.Min.X {
		return
	}
	h := l.d.Heat
	box := l.heat
	from, to := l.s0, l.s1
	height := int(math.Ceil(heatResolution * float64(box.Max.Y-box.Min.Y)))
	if l.q.even {
		// Whole rows, beyond the edges of the plot where need be: each is one line of
		// the image and never blurred.
		from, to = math.Floor(from), math.Ceil(to)
		if int(to-from) > height {
			from, to = l.s0, l.s1
		}
	}
	rect := vg.Rectangle{
		Min: vg.Point{X: box.Min.X, Y: box.Max.Y - vg.Length(to-l.s0)*l.pitch},
		Max: vg.Point{X: box.Max.X, Y: box.Max.Y + vg.Length(l.s0-from)*l.pitch},
	}
	width := int(math.Ceil(heatResolution * float64(box.Max.X-box.Min.X)))
	m, missing := h.frame(l.p, l.q, from, to, width, height)
	list.add(imageItem{rect, box, m, missing, l.style})
	l.drawColumnMarks(list)
}

// columnBox is the part of the heat map that shows the k-th column from the left.
func (l *dendrogramLayout) columnBox(k int) vg.Rectangle {
	_, n := l.d.Heat.Dims()
	r := l.heat
	w := (l.heat.Max.X - l.heat.Min.X) / vg.Length(n)
	r.Min.X, r.Max.X = l.heat.Min.X+w*vg.Length(k), l.heat.Min.X+w*vg.Length(k+1)
	return r
}

// drawColumnMarks frames the selected columns.
func (l *dendrogramLayout) drawColumnMarks(list *drawList) {
	if len(l.classes.columns) == 0 {
		return
	}
	marks := &strokeItem{colour: l.style.Selection, width: l.style.SelectedStroke}
	for k, j := range l.d.Heat.Order {
		if !l.classes.columns[j] {
			continue
		}
		r := l.columnBox(k)
		marks.segment(vg.Point{X: r.Min.X, Y: r.Min.Y}, vg.Point{X: r.Min.X, Y: r.Max.Y})
		marks.segment(vg.Point{X: r.Max.X, Y: r.Min.Y}, vg.Point{X: r.Max.X, Y: r.Max.Y})
	}
	list.add(marks)
}

// drawColumnNames adds the names below heat map and strips, turned to read upwards.
func (l *dendrogramLayout) drawColumnNames(list *drawList) {
	if l.nameBand == 0 {
		return
	}
	st := l.style
	y := l.tree.Min.Y - 5
	if l.stripNames() {
		f := Regular(st.TickSize)
		for i, k := range l.colours {
			if r := l.strips[i]; r.Max.X > r.Min.X {
				at := vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: y}
				list.text(f, st.Muted, at, MiddleRight, math.Pi/2, Elide(f, k.strip.Annotation.Name, l.nameBand))
			}
		}
	}
	if l.columnSize == 0 || !l.heatShown {
		return
	}
	for k, j := range l.d.Heat.Order {
		r := l.columnBox(k)
		f, ink := Regular(l.columnSize), st.Ink
		if l.classes.columns[j] {
			f, ink = Bold(l.columnSize), st.SelectionText
		}
		at := vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: y}
		list.text(f, ink, at, MiddleRight, math.Pi/2, ElideMiddle(f, l.d.Heat.columnName(j), l.nameBand))
	}
}
