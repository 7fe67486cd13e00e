package teach

import (
	"fmt"
	"image/color"
	"math"
	"strconv"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
)

// A factorsPicture is a moment: the table so far, and its pieces.
type factorsPicture struct {
	*factorsPlan
	in         []bool
	noisy      bool
	away, last int
	y          *mat.Dense
	summary    string
}

// drawing shows the moment with the table y, which is intermediate while the picture glides.
func (m *factorsPicture) drawing(y *mat.Dense) drawing {
	return drawing{
		subtitle: m.summary,
		paint:    func(b *board) { m.paint(b, y) },
		sheets: []plotting.Sheet{matrixSheet("table", m.y), matrixSheet("loadings", m.g), matrixSheet("activities",
			m.x)},
		state: m,
		glide: func(state any, share float64) (drawing, bool) {
			from, ok := state.(*factorsPicture)
			if !ok || from.factorsPlan != m.factorsPlan {
				return drawing{}, false
			}
			on := mat.NewDense(m.d, m.n, nil)
			on.Apply(func(i, j int, v float64) float64 { return (1-share)*from.y.At(i, j) + share*v }, m.y)
			return m.drawing(on), true
		},
	}
}

func matrixSheet(name string, x *mat.Dense) plotting.Sheet {
	rows, columns := 0, 0
	if x != nil {
		rows, columns = x.Dims()
	}
	header := []string{"row"}
	for j := range columns {
		header = append(header, strconv.Itoa(j+1))
	}
	return table(name, header, rows, func(i int) []string {
		line := []string{strconv.Itoa(i + 1)}
		for j := range columns {
			line = append(line, plotting.Cell(x.At(i, j)))
		}
		return line
	})
}

func (m *factorsPicture) paint(b *board, y *mat.Dense) {
	rows := down(b.area, 2*b.Gap, 0.62, 0.38)
	m.paintEquation(b, b.part(rows[0], "Y = G X + E"), y)
	m.paintLayers(b, b.head(rows[1], "its layers, one per factor"))
}

// paintEquation draws the pieces in a line: Y = G × X + E, all cells of one size.
func (m *factorsPicture) paintEquation(b *board, room vg.Rectangle, y *mat.Dense) {
	f := ink.Bold(b.Typeface, 1.6*b.TitleSize)
	sign := 2.2 * b.TitleSize
	w, h := extent(room)
	label := ink.Bold(b.Typeface, b.AxisSize)
	high := h - 2.2*b.AxisSize - 3.2*b.LabelSize // names above, the legend below
	k := max(m.k, 1)
	// Cells fill the room.
	wide := min((w-3*sign)/vg.Length(3*m.n+k), 2*b.TitleSize)
	cell := min(high/vg.Length(m.d), tallest*wide)
	wide = min(wide, 1.5*cell)
	x := room.Min.X
	top := room.Max.Y - 2.2*b.AxisSize
	middle := top - cell*vg.Length(m.d)/2
	put := func(name string, rows, columns int) vg.Rectangle {
		r := box(x, middle-cell*vg.Length(rows)/2, x+wide*vg.Length(columns), middle+cell*vg.Length(rows)/2)
		b.text(label, b.Ink, at(r.Min.X, r.Max.Y+b.AxisSize), ink.BaseLeft, name)
		x = r.Max.X
		return r
	}
	between := func(s string) {
		b.text(f, b.Ink, at(x+sign/2, middle), ink.MiddleCentre, s)
		x += sign
	}
	r := put(fmt.Sprintf("Y, %d items × %d cases", m.d, m.n), m.d, m.n)
	b.cells(r, y, m.limit, "Y")
	if m.away >= 0 {
		b.frame(b.Selection, 2*b.Stroke, inset(r, -2))
	}
	between("=")
	gap := put("G", m.d, k)
	m.paintPiece(b, gap, m.g, true)
	between("×")
	r = put("X", k, m.n)
	m.paintPiece(b, r, m.x, false)
	b.signedKey(at(r.Min.X, r.Min.Y-1.6*b.LabelSize), pieceLimit)
	between("+")
	r = put("E", m.d, m.n)
	if m.noisy {
		b.cells(r, m.e, m.limit, "E")
	} else {
		b.rect(b.Ground, r)
	}
	b.signedKey(at(room.Min.X, middle-cell*vg.Length(m.d)/2-2.4*b.LabelSize), m.limit)
}

// pieceLimit is the end of the colour scale of G and X: both are standard normal where they are not
// 0.
const pieceLimit = 2.5

// paintPiece draws G or X; factors not in the table are pale.
func (m *factorsPicture) paintPiece(b *board, r vg.Rectangle, x *mat.Dense, columns bool) {
	if x == nil {
		b.rect(b.Ground, r)
		return
	}
	name := "X"
	if columns {
		name = "G"
	}
	b.cells(r, x, pieceLimit, name)
	w, h := extent(r)
	for k, in := range m.in {
		part := box(r.Min.X, r.Max.Y-h*vg.Length(k+1)/vg.Length(m.k), r.Max.X, r.Max.Y-h*vg.Length(k)/vg.Length(m.k))
		if columns {
			part = box(r.Min.X+w*vg.Length(k)/vg.Length(m.k), r.Min.Y, r.Min.X+w*vg.Length(k+1)/vg.Length(m.k), r.Max.Y)
		}
		if !in {
			b.rect(plotting.Fade(b.Surface, 0.78), part)
		}
		if k == m.last || k == m.away {
			b.frame(b.Selection, 2*b.Stroke, part)
		}
	}
}

// tallest is the greatest height of a cell, in widths.
const tallest = 2.4

// mostLayers is the number of layers drawn; further ones are counted.
const mostLayers = 12

// paintLayers draws the layers. Before the first, nothing tells how many there will be.
func (m *factorsPicture) paintLayers(b *board, room vg.Rectangle) {
	if m.k == 0 || !m.noisy && m.last < 0 {
		text := "no factor has come yet"
		if m.noisy {
			text = "no factor has come"
		}
		b.text(ink.Regular(b.Typeface, b.LabelSize), b.Muted, at(room.Min.X, room.Max.Y), ink.TopLeft, text)
		return
	}
	shown := min(m.k, mostLayers)
	columns := min(shown, 6)
	lines := (shown + columns - 1) / columns
	shares := func(n int) []float64 {
		s := make([]float64, n)
		for i := range s {
			s[i] = 1
		}
		return s
	}
	f := ink.Regular(b.Typeface, b.LabelSize)
	for i, line := range down(room, b.Gap, shares(lines)...) {
		for j, part := range across(line, 1.5*b.Gap, shares(columns)...) {
			k := i*columns + j
			if k >= shown {
				break
			}
			colour := b.Muted
			if k == m.last || k == m.away {
				colour = b.SelectionText
			}
			text := fmt.Sprintf("factor %d, %s", k+1, plotting.Plural(m.links[k], "item"))
			if k == mostLayers-1 && m.k > mostLayers {
				text += fmt.Sprintf("; %d more", m.k-mostLayers)
			}
			b.text(f, colour, at(part.Min.X, part.Max.Y), ink.TopLeft, ink.Elide(f, text, part.Max.X-part.Min.X))
			part.Max.Y -= 1.7 * b.LabelSize
			w, h := extent(part)
			cell := min(w/vg.Length(m.n), 1.4*h/vg.Length(m.d))
			high := min(h/vg.Length(m.d), tallest*cell)
			r := box(part.Min.X, part.Max.Y-high*vg.Length(m.d), part.Min.X+cell*vg.Length(m.n), part.Max.Y)
			one := make([]bool, m.k)
			one[k] = true
			b.cells(r, m.table(one, false), m.limit, "factor "+strconv.Itoa(k+1))
			if !m.in[k] {
				b.rect(plotting.Fade(b.Surface, 0.78), r)
			}
			if k == m.last || k == m.away {
				b.frame(b.Selection, 2*b.Stroke, inset(r, -2))
			}
		}
	}
}

// cellLevels is the number of colour levels by which cells are grouped.
const cellLevels = 48

// cells draws a matrix, rows from the top down, in the colours of signed values. Cells of one colour share a path.
func (b *board) cells(r vg.Rectangle, x *mat.Dense, limit float64, name string) {
	rows, columns := x.Dims()
	w, h := extent(r)
	dx, dy := w/vg.Length(columns), h/vg.Length(rows)
	b.rect(b.signed(0.5), r)
	paths := make([]vg.Path, cellLevels)
	for i := range rows {
		for j := range columns {
			v := x.At(i, j)
			if v == 0 || math.IsNaN(v) {
				continue
			}
			level := int(min(max((v/limit+1)/2, 0), 1) * (cellLevels - 1e-9))
			cell := box(r.Min.X+dx*vg.Length(j), r.Max.Y-dy*vg.Length(i+1), r.Min.X+dx*vg.Length(j+1),
				r.Max.Y-dy*vg.Length(i))
			paths[level] = append(paths[level], cell.Path()...)
		}
	}
	for l, p := range paths {
		b.fill(b.signed((float64(l)+0.5)/cellLevels), p)
	}
	b.mark(r, "matrix", name, [2]string{"rows × columns", fmt.Sprintf("%d × %d", rows, columns)},
		[2]string{"colours to", "± " + plotting.FormatNumber(limit)})
}

// signed returns the colour at a share of the way from the most negative to the most positive
// value.
func (b *board) signed(t float64) color.NRGBA {
	c := ink.Signed.At(t)
	return color.NRGBA{c.R, c.G, c.B, 255}
}

// signedKey draws the legend of signed values.
func (b *board) signedKey(p vg.Point, limit float64) {
	f := ink.Regular(b.Typeface, b.LabelSize)
	low := "−" + plotting.FormatNumber(limit)
	x := p.X
	b.text(f, b.Muted, at(x, p.Y), ink.MiddleLeft, low)
	x += ink.TextWidth(f, low) + b.Padding
	side := b.LabelSize
	for i := range 9 {
		b.rect(b.signed(float64(i)/8), box(x, p.Y-side/2, x+side, p.Y+side/2))
		x += side
	}
	b.text(f, b.Muted, at(x+b.Padding, p.Y), ink.MiddleLeft, plotting.FormatNumber(limit))
}
