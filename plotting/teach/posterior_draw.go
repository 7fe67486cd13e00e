package teach

import (
	"fmt"
	"math"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/diffusion"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/space"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
)

// A posteriorPicture is a moment of stage 8.
type posteriorPicture struct {
	*posteriorPlan
	at      int
	shown   *belief // nil before the first draw
	prior   bool    // it was drawn from the prior
	changes changes
	values  []float64
}

// A beliefView holds the directions from which a data set is viewed, fixed for a course.
type beliefView struct {
	points *space.Points
	wx, wy []float64
}

func newBeliefView(d *inference.Dataset) *beliefView {
	v := &beliefView{}
	_, columns := d.Dims()
	v.wx, v.wy = make([]float64, columns), make([]float64, columns)
	measures := [2]ink.Measure{{Name: d.Columns[0], Factor: 1}, {Name: d.Columns[min(1, columns-1)], Factor: 1}}
	switch {
	case columns > 2:
		if dirs, _ := diffusion.Principal(d.X, 2); len(dirs) > 1 {
			v.wx, v.wy = dirs[0], dirs[1]
		}
		measures[0].Name, measures[1].Name = "first principal direction", "second principal direction"
	case columns == 2:
		v.wx[0], v.wy[1] = 1, 1
	default:
		v.wx[0] = 1
	}
	v.points = space.ProjectedPoints(d, v.wx, v.wy, measures[0], measures[1])
	return v
}

func (m *posteriorPicture) drawing() drawing {
	rows, columns := m.data.Dims()
	what := "the data are " + plotting.Plural(rows, "row") + " and " + plotting.Plural(columns, "column") + " of " +
		m.data.Name
	title := "A posterior forms"
	switch {
	case m.shown == nil:
	case m.prior:
		title = strings.TrimSpace(fmt.Sprintf("Draw %d of %d from the prior %s", m.at, priorDraws, m.kind.prior))
		what = "nothing has been learnt yet; " + what
	default:
		title = fmt.Sprintf("%s, %s %d", m.info.Title, m.info.Iteration, len(m.values)-1)
	}
	return drawing{subtitle: title + "; " + what, paint: m.paint, sheets: []plotting.Sheet{
		table("objective", []string{m.info.Iteration, m.info.Objective}, len(m.values), func(i int) []string {
			return []string{number(float64(i)), plotting.Cell(m.values[i])}
		}),
	}}
}

func (m *posteriorPicture) paint(b *board) {
	parts := across(b.area, 2*b.Gap, 0.6, 0.4)
	head := m.kind.parts
	if m.shown != nil {
		head = m.kind.counted(m.shown)
		if m.changes.count > 0 {
			head += fmt.Sprintf(" · %d changed, %s", m.changes.count, amber(m.changes))
		}
	}
	m.paintBelief(b, b.head(parts[0], head), m.shown, m.changes)
	side := down(parts[1], 1.5*b.Gap, 0.56, 0.44)
	if m.truth != nil {
		m.paintBelief(b, b.head(side[0], "the truth"), m.truth, changes{node: -1})
	} else {
		head := "the data"
		if m.known != nil {
			head += " in the colours of " + m.known.Name
		}
		m.paintData(b, b.head(side[0], head))
	}
	m.paintObjective(b, b.head(side[1], m.info.ObjectiveTitle))
}

// shownGroups is the greatest number of clades into which the true tree is cut.
const shownGroups = 6

// earlyClades returns the early clades of a tree, each with a colour. In another tree, branches
// whose leaves are all in one clade have its colour, which shows how rows sort themselves.
func earlyClades(t *tree.Tree) []beside.Group {
	rows, _ := t.CutInto(shownGroups)
	groups := beside.CategoryGroups(rows)
	for i := range groups {
		groups[i].Name = ""
	}
	return groups
}

// knownClasses returns the first annotation of a table with few levels, nil if there is none.
func knownClasses(d *inference.Dataset) *inference.Annotation {
	for i := range d.Annotations {
		if n := len(d.Annotations[i].Levels); n > 1 && n <= ink.PlainCategories {
			return &d.Annotations[i]
		}
	}
	return nil
}

// classGroups returns the levels of an annotation, coloured in order.
func classGroups(a *inference.Annotation) []beside.Group {
	if a == nil {
		return nil
	}
	groups := make([]beside.Group, len(a.Levels))
	for level := range groups {
		groups[level].Colour = category(level)
	}
	for row, level := range a.Codes {
		if level >= 0 {
			groups[level].Rows = append(groups[level].Rows, row)
		}
	}
	return groups
}

// amber says which of the changes is drawn in amber.
func amber(c changes) string {
	if c.node >= 0 {
		return "smallest in amber"
	}
	return "in amber"
}

// paintBelief draws a tree, a matrix of links or clusters in the plane.
func (m *posteriorPicture) paintBelief(b *board, room vg.Rectangle, what *belief, c changes) {
	switch {
	case what == nil:
		b.label(b.Muted, centre(room), ink.MiddleCentre, "step to draw from the prior")
	case what.tree != nil:
		d := dendro.NewDendrogram(what.tree)
		d.Groups = m.groups
		if c.count > 0 {
			d.Selection = plotting.Selection{Node: c.node, Rows: c.rows}
		}
		b.figure(room, d)
	case what.labels != nil:
		points := m.view.points
		if what.x != nil {
			p := make([]float64, what.x.RawMatrix().Rows)
			q, all := make([]float64, len(p)), make([]bool, len(p))
			mat.Col(p, 0, what.x)
			mat.Col(q, 1, what.x)
			for i := range all {
				all[i] = true
			}
			points = space.NewPoints(m.data.Rows, p, q, all, ink.Measure{Factor: 1}, ink.Measure{Factor: 1})
		}
		f := &space.Clusters{Points: points, Class: what.labels, Window: plotting.All, HideLegend: true,
			Selection: plotting.NoSelection}
		if f.Selection.Rows = c.rows; what.x == nil && m.plane && m.marked >= 0 {
			f.Selection.Rows = []int{m.marked}
		}
		if what.mixture != nil {
			f.Ellipses = mixtureEllipses(what.mixture, m.view.wx, m.view.wy)
		} else {
			f.Ellipses = space.LabelEllipses(points, what.labels)
		}
		b.figure(room, f)
	default:
		b.paintLinks(room, what, c)
	}
}

// paintLinks draws which item has which factor, the factors with most items first. New links are
// amber, lost ones are outlined.
func (b *board) paintLinks(room vg.Rectangle, what *belief, c changes) {
	f := ink.Regular(b.Typeface, b.LabelSize)
	b.text(f, b.Muted, at(room.Min.X, room.Min.Y), ink.BaseLeft, "rows are items, columns are factors")
	room.Min.Y += 2 * b.LabelSize
	w, h := extent(room)
	columns := max(len(what.ids), 8)
	cell := at(w/vg.Length(columns), h/vg.Length(max(what.items, 1)))
	cell = at(min(cell.X, 2.5*cell.Y), min(cell.Y, 2.5*cell.X))
	b.rect(b.Ground, box(room.Min.X, room.Max.Y-cell.Y*vg.Length(what.items), room.Min.X+cell.X*vg.Length(columns),
		room.Max.Y))
	var ones, fresh, gone vg.Path
	for k := range what.ids {
		for i := range what.items {
			r := inset(box(room.Min.X+cell.X*vg.Length(k), room.Max.Y-cell.Y*vg.Length(i+1),
				room.Min.X+cell.X*vg.Length(k+1), room.Max.Y-cell.Y*vg.Length(i)), min(0.6, 0.06*cell.X))
			switch on, new := what.links.At(i, k) > 0.5, c.cells[[2]int{i, k}]; {
			case on && new:
				fresh = append(fresh, r.Path()...)
			case on:
				ones = append(ones, r.Path()...)
			case new:
				gone = append(gone, inset(r, b.Stroke).Path()...)
			}
		}
	}
	b.fill(b.Ink, ones)
	b.fill(b.Selection, fresh)
	b.stroke(b.Selection, b.Stroke, gone)
}

// paintData draws the rows over two directions.
func (m *posteriorPicture) paintData(b *board, room vg.Rectangle) {
	f := m.dataFigure()
	if m.known != nil {
		var entries []keyEntry
		for level, name := range m.known.Levels {
			entries = append(entries, keyEntry{category(level), '.', name})
		}
		room = b.key(room, entries...)
	}
	b.figure(room, f)
}

// dataFigure has the rows in the colours of their levels, if these are known. Nothing else has a place in it: the
// ellipses only give colours and names.
func (m *posteriorPicture) dataFigure() *space.Clusters {
	f := &space.Clusters{Points: m.view.points, Class: make([]int, len(m.data.Rows)),
		Ellipses: []space.Ellipse{{Name: "rows", Few: true}}, Window: plotting.All, HideLegend: true,
		Selection: plotting.NoSelection}
	if m.known != nil {
		f.Class, f.Ellipses = m.known.Codes, nil
		for _, name := range m.known.Levels {
			f.Ellipses = append(f.Ellipses, space.Ellipse{Name: name, Few: true})
		}
	}
	return f
}

// settled is the number of sweeps after which the axis of the objective drops the first fifth: the
// climb from the start would hide everything else.
const settled = 10

func (m *posteriorPicture) paintObjective(b *board, room vg.Rectangle) {
	if len(m.values) == 0 {
		b.label(b.Muted, at(room.Min.X, room.Max.Y-b.LabelSize), ink.TopLeft, "starts when the data arrive")
		return
	}
	low, high := math.Inf(1), math.Inf(-1)
	first := 0
	if len(m.values) > settled {
		first = max(len(m.values)/5, 3)
	}
	for _, v := range m.values[first:] {
		low, high = min(low, v), max(high, v)
	}
	pad := max(0.15*(high-low), 1) // nats; at first there is one value
	p := b.plot(room, axes{x1: float64(m.sweeps - 1), y0: low - pad, y1: high + pad, x: m.info.Iteration, whole: true})
	n := len(m.values)
	p.trace(category(0), 1.6*b.Stroke, sequence(0, n), m.values)
	b.discs(b.Selection, 1.6*b.DotRadius, p.at(float64(n-1), m.values[n-1]))
}
