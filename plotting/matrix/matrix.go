package matrix

import (
	"slices"
	"strings"

	"example.org/espalier/inference/things"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A Matrix is the figure of a matrix as a heat map that zooms along both axes: rows
// against columns, such as rows of the data against features, or leaves against leaves.
// Copies share the heat map, so a copy with another Window or Selection costs nothing.
type Matrix struct {
	Title, Subtitle string
	Empty           string // the sentence while Heat is nil; has a default
	// Heat holds the values, the names and order of the columns, and the colours.
	Heat *beside.Heat
	// Rows names the rows of Heat.X. Order lists the rows shown, from top to bottom; nil shows all
	// in the order of Heat.X.
	Rows  []string
	Order []int
	// Sides names the rows and the columns, "factors" for example; the usual ones are rows and columns.
	Sides  [2]string
	Things things.Nouns // names of the leaves of Tree
	// Symmetric says that the columns are the rows again: cells are square, and tree, groups and
	// selection of the rows are shown along both sides.
	Symmetric bool
	// Asides stand beside a symmetric matrix where it leaves them room.
	Asides []Aside
	// RowStrips and ColumnStrips are annotations of the rows and columns of Heat.X, shown at the
	// left of the cells and above them.
	RowStrips, ColumnStrips []beside.Strip
	// RowGaps and ColumnGaps list places, from the top and from the left, before which a thin gap lies.
	RowGaps, ColumnGaps []int
	// Panels are further matrices of the same rows and columns, to the right, in the same colours.
	// Caption then stands over this one.
	Panels  []Panel
	Caption string
	// Marks are cells of Heat.X that get a dot in each panel that is Marked, and in this one if
	// Marked is set. MarksName stands in the legend.
	Marks     []Cell
	MarksName string
	Marked    bool
	// RowGlow and ColumnGlow tint rows and columns of Heat.X with amber, by a strength in [0,1];
	// new features, for example, glow.
	RowGlow, ColumnGlow map[int]float64
	// ColumnKeys identify the columns of Heat.X from one figure to the next, so that they can move
	// to new places; nil for no motion.
	ColumnKeys []int
	// Largest is the largest side of a cell, for a figure of few cells that fills its card; 0 is the usual one.
	Largest vg.Length
	// Details returns further lines for the tooltip of a cell of Heat.X; nil for none.
	Details func(row, column int) [][2]string
	// Tree stands at the left, its leaves in Order; nil for none. Height turns its times into
	// heights, from Height at the origin to 0 at time 1; 0 keeps diffusion times.
	Tree      *beside.PreparedTree
	Height    float64
	Groups    []beside.Group // of rows: bars at the edge
	Selection plotting.Selection
	Window    plotting.Window
	Style     plotting.Style
}

// A Panel is a matrix beside another.
type Panel struct {
	Caption string
	Heat    *beside.Heat // with the columns and the order of the first
	Marked  bool         // with the dots of Marks
}

// A Cell is a place in a matrix.
type Cell struct{ Row, Column int32 }

var (
	_ plotting.Zoomable   = Matrix{}
	_ plotting.Styled     = Matrix{}
	_ plotting.Sheeter    = Matrix{}
	_ plotting.Controlled = Matrix{}
	_ plotting.Handled    = (*matrixScene)(nil)
	_ plotting.Stepped    = (*matrixScene)(nil)
)

// ZoomAxes implements [plotting.ZoomsAlong].
func (Matrix) ZoomAxes() plotting.Axes { return plotting.AlongBoth }

// GetWindow returns the visible part: X along the columns, Y along the rows.
func (m Matrix) GetWindow() plotting.Window { return m.Window.Normal() }

// WithWindow returns a copy that shows w.
func (m Matrix) WithWindow(w plotting.Window) plotting.Figure { m.Window = w.Normal(); return m }

// Selects implements [plotting.Selecting].
func (m Matrix) Selects() bool { return !m.Selection.Empty() }

// Unselected implements [plotting.Selecting].
func (m Matrix) Unselected() plotting.Figure { m.Selection = plotting.NoSelection; return m }

// WithStyle returns a copy in another style.
func (m Matrix) WithStyle(s plotting.Style) plotting.Figure { m.Style = s; return m }

// Controls implements [plotting.Controlled].
func (m Matrix) Controls() []string {
	names := append(slices.Clone(plotting.Common), "row-names", "row-italics", "column-names", "cell-numbers",
		"missing", "legend", "legend-order", "legend-first")
	if m.Heat != nil {
		names = append(names, m.Heat.Controls()...)
	}
	if !m.Symmetric {
		names = append(names, "row-height")
	}
	return names
}

// Coded implements [plotting.Annotated].
func (m Matrix) Coded() []plotting.Coded {
	if m.Heat == nil {
		return nil
	}
	rows, columns := displayed(m.rows(), m.row),
		displayed(len(m.Heat.Order), func(place int) int { return m.Heat.Order[place] })
	return append(beside.CodedOf(m.RowStrips, rows, m.Style.Look),
		beside.CodedOf(m.ColumnStrips, columns, m.Style.Look)...)
}

// look puts the heat maps into the look of the style. The order of the columns is that of the figure.
func (m *Matrix) look() {
	k := m.Style.Look
	k.Order = plotting.UsualOrder
	if m.Heat == nil || k == (plotting.Look{}) && !m.Heat.OfKinds() {
		return
	}
	m.Heat = m.Heat.In(k)
	m.Panels = slices.Clone(m.Panels)
	for i := range m.Panels {
		m.Panels[i].Heat = m.Panels[i].Heat.Like(m.Heat)
	}
	if m.Heat.OfKinds() {
		m.Heat = m.Heat.Toned(m.Style)
		for i := range m.Panels {
			m.Panels[i].Heat = m.Panels[i].Heat.Toned(m.Style)
		}
	}
}

// rowName names a row of the heat map.
func (m *Matrix) rowName(i int) string {
	if i < len(m.Rows) {
		return m.Rows[i]
	}
	return "row " + plotting.FormatCount(i+1)
}

// rows returns the number of rows shown.
func (m *Matrix) rows() int {
	if m.Order != nil {
		return len(m.Order)
	}
	n, _ := m.Heat.Dims()
	return n
}

// row returns the row of the heat map at a place from the top.
func (m *Matrix) row(place int) int {
	if m.Order != nil {
		return m.Order[place]
	}
	return place
}

// Sheets implements Sheeter: the values as shown, names in the first column and line, a
// sheet for each panel.
func (m Matrix) Sheets() []plotting.Sheet {
	if m.Heat == nil {
		return nil
	}
	if len(m.Panels) == 0 {
		return []plotting.Sheet{m.sheet("matrix", m.Heat)}
	}
	var sheets []plotting.Sheet
	for _, p := range m.allHeats() {
		name, _, _ := strings.Cut(p.Caption, ",")
		sheets = append(sheets, m.sheet(name, p.Heat))
	}
	return sheets
}

func (m *Matrix) sheet(name string, h *beside.Heat) plotting.Sheet {
	header := []string{"row"}
	for _, s := range m.RowStrips {
		header = append(header, s.Annotation.Name)
	}
	for _, j := range h.Order {
		header = append(header, h.ColumnName(j))
	}
	return plotting.Sheet{Name: name, Header: header, Rows: func(yield func([]string) bool) {
		cells := make([]string, 0, len(header))
		for k := range m.ColumnStrips {
			cells = append(cells[:0], m.ColumnStrips[k].Annotation.Name)
			cells = append(cells, make([]string, len(m.RowStrips))...)
			for _, j := range h.Order {
				cells = append(cells, m.ColumnStrips[k].CellText(j))
			}
			if !yield(cells) {
				return
			}
		}
		for place := range m.rows() {
			i := m.row(place)
			cells = append(cells[:0], m.rowName(i))
			for k := range m.RowStrips {
				cells = append(cells, m.RowStrips[k].CellText(i))
			}
			for _, j := range h.Order {
				cells = append(cells, h.CellText(i, j))
			}
			if !yield(cells) {
				return
			}
		}
	}}
}

// Layout places the matrix in a box. The cost grows with the visible part only.
func (m Matrix) Layout(size vg.Point) plotting.Scene { return m.layout(size) }

// A matrixScene is a laid-out [Matrix].
type matrixScene struct {
	Matrix
	size vg.Point
	list ink.List

	area   vg.Rectangle // of the cells; where there are panels, of those of the first
	tree   vg.Rectangle
	labels vg.Rectangle // of the rows, right of the cells
	names  vg.Rectangle // of the columns, below the cells
	legend vg.Rectangle

	// Visible rows and columns, in cells from the first; not whole when zoomed.
	r0, r1, c0, c1 float64
	selected       [2][]bool // by place of rows and of columns

	named, nameable [2]int          // rows and columns with a name, and in sight
	further         string          // note on other parts left out: "40 of 197 views shown"
	short           *ink.ShortNames // of columns, by all names that stand beside each other; nil for those of this part
	bar             vg.Rectangle    // the colours in the legend
	flow            ink.Flow        // legends below the cells
	flows           bool            // they stand there
	asided          bool            // the texts of Asides have room
	aside           vg.Rectangle    // of them
	foot            bool            // they are to stand there, where the matrix is larger so
	legendsLeft     []string        // titles of those without room
	leftOutEnd      vg.Length       // right end of the words on names that are left out

	panels  []*matrixScene // the panels from left to right, this one first; each has its own area and names
	blocks  []ink.LegendBlock
	strips  [2][]*beside.StripColours
	strip   [2][]vg.Rectangle // of the strips of rows and, in this panel, of columns
	caption vg.Rectangle      // over the cells of a panel
	moving  []stretch         // of each visible column while columns move, in shares of the area
}

// A stretch is a part of an axis, in shares of an area.
type stretch struct{ from, to float64 }

// Size implements Scene.
func (s *matrixScene) Size() vg.Point { return s.size }

// PlotArea implements Scene.
func (s *matrixScene) PlotArea() vg.Rectangle { return s.area }

// PlotAreaAt implements Panelled.
func (s *matrixScene) PlotAreaAt(p vg.Point) vg.Rectangle {
	area := s.area
	for _, k := range s.panels {
		if p.X >= k.area.Min.X {
			area = k.area
		}
	}
	return area
}

// Draw implements Scene.
func (s *matrixScene) Draw(c vg.Canvas) { s.list.Draw(c) }

func (s *matrixScene) shown() bool { return s.area.Max.X > s.area.Min.X }

// x and y return where an edge between columns or rows lies.
func (s *matrixScene) x(column float64) vg.Length {
	return s.area.Min.X + vg.Length((column-s.c0)/(s.c1-s.c0))*(s.area.Max.X-s.area.Min.X)
}

// CellSize returns the width and height of a cell, 0 where there are none.
func (s *matrixScene) CellSize() (width, height vg.Length) {
	if !s.shown() {
		return 0, 0
	}
	return s.x(1) - s.x(0), s.y(0) - s.y(1)
}

// across returns the left and right edge of the column at a place.
func (s *matrixScene) across(place int) (from, to vg.Length) {
	if s.moving != nil {
		m, w := s.moving[place], s.area.Max.X-s.area.Min.X
		return s.area.Min.X + vg.Length(m.from)*w, s.area.Min.X + vg.Length(m.to)*w
	}
	return s.x(float64(place)), s.x(float64(place + 1))
}

func (s *matrixScene) y(row float64) vg.Length {
	return s.area.Max.Y - vg.Length((row-s.r0)/(s.r1-s.r0))*(s.area.Max.Y-s.area.Min.Y)
}

// defaultMatrixEmpty is shown until there are values.
const defaultMatrixEmpty = "There is no matrix to show yet."

// LegendsLeftOut implements [plotting.Legible].
func (s *matrixScene) LegendsLeftOut() []string { return s.legendsLeft }

// IsBlank implements [plotting.Blank].
func (m Matrix) IsBlank() bool { return m.Heat == nil }
