package plotting

import "gonum.org/v1/plot/vg"

// A Matrix is the figure of a matrix as a heat map that zooms along both axes: rows
// against columns, such as rows of the data against features, or leaves against leaves.
// Copies share the heat map, so a copy with another Window or Highlight costs nothing.
type Matrix struct {
	Title, Subtitle string
	Empty           string // the sentence while Heat is nil; has a default
	// Heat holds the values, the names and order of the columns, and the colours.
	Heat *Heat
	// Rows are the names of the rows of Heat.X and Order the rows shown, from top to
	// bottom; nil is all in the order of Heat.X.
	Rows  []string
	Order []int
	// Symmetric says that columns are the rows again: cells are square, and what is
	// said of rows (tree, groups, selection) is shown along both sides.
	Symmetric bool
	// Tree stands at the left, its leaves in Order; nil for none.
	Tree      *PreparedTree
	Groups    []Group // of rows: bars at the edge
	Highlight Highlight
	Window    Window
	Style     Style
}

var (
	_ Zoomable = Matrix{}
	_ Styled   = Matrix{}
	_ Sheeter  = Matrix{}
)

// GetWindow returns the visible part: X along the columns, Y along the rows.
func (m Matrix) GetWindow() Window { return m.Window.Normal() }

// WithWindow returns a copy that shows w.
func (m Matrix) WithWindow(w Window) Figure { m.Window = w.Normal(); return m }

// WithStyle returns a copy in another style.
func (m Matrix) WithStyle(s Style) Figure { m.Style = s; return m }

// rowName names a row of the heat map.
func (m *Matrix) rowName(i int) string {
	if i < len(m.Rows) {
		return m.Rows[i]
	}
	return "row " + FormatCount(i+1)
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

// Sheets implements Sheeter: the values as shown, names in the first column and line.
func (m Matrix) Sheets() []Sheet {
	if m.Heat == nil {
		return nil
	}
	header := []string{"row"}
	for _, j := range m.Heat.Order {
		header = append(header, m.Heat.columnName(j))
	}
	return []Sheet{{Name: "matrix", Header: header, Rows: func(yield func([]string) bool) {
		cells := make([]string, 0, len(header))
		for place := range m.rows() {
			i := m.row(place)
			cells = append(cells[:0], m.rowName(i))
			for _, j := range m.Heat.Order {
				cells = append(cells, Cell(m.Heat.X.At(i, j)))
			}
			if !yield(cells) {
				return
			}
		}
	}}}
}

// Layout places the matrix in a box. It costs what is visible.
func (m Matrix) Layout(size vg.Point) Scene { return m.layout(size) }

// A matrixScene is a laid-out [Matrix].
type matrixScene struct {
	Matrix
	size vg.Point
	list drawList

	area   vg.Rectangle // of the cells
	tree   vg.Rectangle
	labels vg.Rectangle // of the rows, right of the cells
	names  vg.Rectangle // of the columns, below the cells
	legend vg.Rectangle

	// Visible rows and columns, in cells from the first; not whole when zoomed.
	r0, r1, c0, c1 float64
	selected       [2][]bool // by place of rows and of columns
}

// Size implements Scene.
func (s *matrixScene) Size() vg.Point { return s.size }

// PlotArea implements Scene.
func (s *matrixScene) PlotArea() vg.Rectangle { return s.area }

// Draw implements Scene.
func (s *matrixScene) Draw(c vg.Canvas) { s.list.draw(c) }

func (s *matrixScene) shown() bool { return s.area.Max.X > s.area.Min.X }

// x and y return where an edge between columns or rows lies.
func (s *matrixScene) x(column float64) vg.Length {
	return s.area.Min.X + vg.Length((column-s.c0)/(s.c1-s.c0))*(s.area.Max.X-s.area.Min.X)
}

func (s *matrixScene) y(row float64) vg.Length {
	return s.area.Max.Y - vg.Length((row-s.r0)/(s.r1-s.r0))*(s.area.Max.Y-s.area.Min.Y)
}

// defaultMatrixEmpty is shown until there are values.
const defaultMatrixEmpty = "There is no matrix to show yet."
