package plotting

import (
	"image"
	"math"

	"gonum.org/v1/plot/vg"
)

// heatItem is the heat map in its box. The picture is made when it is drawn, for the
// pixels it is drawn on; cells without a value show a hatched ground.
type heatItem struct {
	heat     *Heat
	p        *PreparedTree
	q        *placement
	from, to float64      // rows, in units of the placement
	rect     vg.Rectangle // of these rows
	seen     vg.Rectangle // the part within the plot
	style    Style
}

// pixelCanvas is a canvas of pixels, as that of package raster is.
type pixelCanvas interface {
	Size() (x, y vg.Length)
	Image() *image.RGBA
}

// pixelsOf is the size of a box on the pixels of c. On other canvases it is the
// resolution of print.
func pixelsOf(c vg.Canvas, rect vg.Rectangle) (width, height int) {
	scale, top := heatResolution, 0.0
	if k, ok := c.(pixelCanvas); ok {
		if w, _ := k.Size(); w > 0 {
			b := k.Image().Bounds()
			scale, top = float64(b.Dx())/float64(w), float64(b.Dy())
		}
	}
	across := func(x vg.Length) float64 { return math.Round(float64(x) * scale) }
	down := func(y vg.Length) float64 { return math.Round(top - float64(y)*scale) }
	width = int(across(rect.Max.X) - across(rect.Min.X))
	height = int(down(rect.Min.Y) - down(rect.Max.Y))
	return max(width, 1), max(height, 1)
}

func (i heatItem) draw(c vg.Canvas) {
	width, height := pixelsOf(c, i.rect)
	m, missing := i.heat.frame(i.p, i.q, i.from, i.to, width, height)
	if missing {
		FillMissing(c, []vg.Rectangle{i.seen}, i.style)
	}
	c.DrawImage(i.rect, m)
}

// drawHeat adds the heat map of the visible rows.
func (l *dendrogramLayout) drawHeat(list *drawList) {
	if !l.heatShown || l.heat.Max.X <= l.heat.Min.X {
		return
	}
	box := l.heat
	from, to := l.s0, l.s1
	if l.q.even && l.pitch >= 1/heatResolution {
		// Whole rows, beyond the edges of the plot where need be: each is one line of
		// the image and never blurred.
		from, to = math.Floor(from), math.Ceil(to)
	}
	rect := vg.Rectangle{
		Min: vg.Point{X: box.Min.X, Y: box.Max.Y - vg.Length(to-l.s0)*l.pitch},
		Max: vg.Point{X: box.Max.X, Y: box.Max.Y + vg.Length(l.s0-from)*l.pitch},
	}
	list.add(heatItem{l.d.Heat, l.p, l.q, from, to, rect, box, l.style})
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
