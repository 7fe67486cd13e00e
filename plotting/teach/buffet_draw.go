package teach

import (
	"fmt"
	"math"
	"strconv"

	"example.org/espalier/inference/process/ibp"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A buffetPicture is a moment of the buffet; it is immutable.
type buffetPicture struct {
	*buffetPlan
	z      ibp.Matrix
	visit  ibp.Visit
	dishes []float64
	counts []int
	draws  int
	place  []int // position of each dish from the left
}

// drawing shows the moment, or the transition to it from another at a share of the way.
func (m *buffetPicture) drawing(from *buffetPicture, share float64) drawing {
	form := "columns in the order first taken"
	if m.left {
		form = "left-ordered form"
	}
	return drawing{
		subtitle: fmt.Sprintf("%s, %s · α = %s, β = %s · %s", plotting.Plural(m.z.Rows, "customer"),
			plotting.Plural(len(m.z.Columns), "dish"),
			plotting.FormatNumber(m.prior.Alpha), plotting.FormatNumber(m.prior.Beta), form),
		paint:  func(b *board) { m.paint(b, from, share) },
		sheets: m.sheets(),
		state:  m,
		glide: func(state any, share float64) (drawing, bool) {
			before, ok := state.(*buffetPicture)
			if !ok || before.prior != m.prior || before.seed != m.seed || before.z.Rows != m.z.Rows &&
				before.z.Rows != m.z.Rows-1 {
				return drawing{}, false // another buffet, or too many customers at once
			}
			if before.z.Rows == m.z.Rows && before.left == m.left {
				return drawing{}, false
			}
			return m.drawing(before, share), true
		},
	}
}

func (m *buffetPicture) paint(b *board, from *buffetPicture, share float64) {
	parts := across(b.area, 2.5*b.Gap, 0.6, 0.4)
	m.paintMatrix(b, b.part(parts[0], "Who takes which dish"), from, share)
	side := down(parts[1], 2*b.Gap, 0.48, 0.52)
	m.paintCount(b, b.head(side[0], "dishes taken, K+"))
	m.paintDraws(b, b.head(side[1], fmt.Sprintf("K+ of %s buffets of %d customers", plotting.FormatCount(m.draws),
		m.n)))
}

// walked is the share of the transition that the walk takes; in the rest columns change places.
const walked = 0.72

// A buffetGrid gives the positions of the cells of the matrix.
type buffetGrid struct {
	corner vg.Point // top left
	cell   vg.Point
}

func (g buffetGrid) rect(row int, column float64) vg.Rectangle {
	x, y := g.corner.X+g.cell.X*vg.Length(column), g.corner.Y-g.cell.Y*vg.Length(row)
	gap := min(1, 0.12*min(g.cell.X, g.cell.Y))
	return box(x+gap/2, y-g.cell.Y+gap/2, x+g.cell.X-gap/2, y-gap/2)
}

// paintMatrix draws the matrix with the last customer walking along it, and above it the
// probability that each dish is taken next.
func (m *buffetPicture) paintMatrix(b *board, room vg.Rectangle, from *buffetPicture, share float64) {
	walk, move := 1.0, 1.0
	if from != nil {
		if move = share; from.z.Rows < m.z.Rows {
			walk, move = min(share/walked, 1), max(0, (share-walked)/(1-walked))
		}
	}
	name := ink.Regular(b.Typeface, b.LabelSize)
	room = b.key(room, keyEntry{b.Ink, 's', "taken"}, keyEntry{b.Selection, 's', "new with this customer"},
		keyEntry{category(0), 's', "probability " +
			"that the next customer takes it"})
	bars := room
	bars.Min.Y = room.Max.Y - 0.16*(room.Max.Y-room.Min.Y)
	room.Max.Y = bars.Min.Y - 1.6*b.LabelSize
	left := ink.TextWidth(name, strconv.Itoa(m.n)) + 3*b.Padding
	columns := max(m.room, len(m.z.Columns), 1)
	w, h := extent(room)
	g := buffetGrid{at(room.Min.X+left, room.Max.Y), at((w-left)/vg.Length(columns), h/vg.Length(m.n))}
	side := min(g.cell.Y, 2.2*g.cell.X)
	g.cell = at(min(g.cell.X, 2.2*g.cell.Y, 3*b.TitleSize), min(side, 3*b.TitleSize))
	b.rect(b.Ground, box(g.corner.X, g.corner.Y-g.cell.Y*vg.Length(m.n), g.corner.X+g.cell.X*vg.Length(columns),
		g.corner.Y))
	places := make([]float64, len(m.place))
	for k, to := range m.place {
		places[k] = float64(to)
		if from != nil && k < len(from.place) {
			places[k] = float64(from.place[k])*(1-move) + float64(to)*move
		} else if from != nil && walk < 1 {
			places[k] = float64(k) // new dishes stay at the end until the customer has left
		}
	}
	chances := m
	if walk < 1 {
		chances = from // those of the walking customer
	}
	chances.paintChances(b, bars, g, places)
	m.paintRows(b, g, places, walk)
}

// paintRows draws the cells: all of the earlier customers, and those that the last one has reached.
func (m *buffetPicture) paintRows(b *board, g buffetGrid, places []float64, walk float64) {
	var ones, fresh vg.Path
	end := 0.0
	for _, p := range places {
		end = max(end, p+1)
	}
	reach := walk * end
	last := m.z.Rows - 1
	old := len(places) - m.visit.New
	for k, rows := range m.z.Columns {
		for _, row := range rows {
			if row == last && places[k]+0.5 > reach {
				continue
			}
			r := g.rect(row, places[k])
			if row == last && k >= old {
				fresh = append(fresh, r.Path()...)
			} else {
				ones = append(ones, r.Path()...)
			}
			b.mark(r, "cell", fmt.Sprintf("Customer %d, dish %d", row+1, k+1), [2]string{"taken by",
				plotting.Plural(len(rows), "customer")})
		}
	}
	b.fill(b.Ink, ones)
	b.fill(b.Selection, fresh)
	names := ink.Regular(b.Typeface, b.LabelSize)
	step := ink.ThinStep(g.cell.Y, 1.25*b.LabelSize)
	for row := range m.n {
		colour := b.Muted
		if row == last {
			colour = b.SelectionText
		}
		if row%step == 0 && (last < 0 || row == last || row <= last-step || row >= last+step) || row == last {
			r := g.rect(row, 0)
			b.text(names, colour, at(g.corner.X-2*b.Padding, centre(r).Y), ink.MiddleRight, strconv.Itoa(row+1))
		}
	}
	if last >= 0 {
		r := g.rect(last, 0)
		y := centre(r).Y
		x := g.corner.X + g.cell.X*vg.Length(reach)
		b.frame(b.Selection, b.SelectedStroke, box(g.corner.X, r.Min.Y, max(x, g.corner.X+1), r.Max.Y))
		if walk < 1 {
			b.discs(b.Selection, min(0.42*g.cell.Y, 1.2*b.LabelSize), at(x, y))
		}
	}
}

// paintChances draws above each dish the probability that the next customer takes it.
func (m *buffetPicture) paintChances(b *board, room vg.Rectangle, g buffetGrid, places []float64) {
	names := ink.Regular(b.Typeface, b.LabelSize)
	_, h := extent(room)
	var path vg.Path
	step := ink.ThinStep(g.cell.X, ink.TextWidth(names, "00")+b.Padding)
	b.line(b.Hairline, b.AxisStroke, room.Min.Add(at(g.corner.X-room.Min.X, 0)),
		at(g.corner.X+g.cell.X*vg.Length(max(len(places), m.room)), room.Min.Y))
	for k, rows := range m.z.Columns {
		chance := float64(len(rows)) / (m.prior.Beta + float64(m.z.Rows))
		r := g.rect(0, places[k])
		r = box(r.Min.X, room.Min.Y, r.Max.X, room.Min.Y+h*vg.Length(chance))
		path = append(path, r.Path()...)
		b.mark(box(r.Min.X, room.Min.Y, r.Max.X, room.Max.Y), "dish", "Dish "+strconv.Itoa(k+1),
			[2]string{"taken by", plotting.Plural(len(rows), "customer")}, [2]string{"next customer takes it",
				plotting.FormatPercent(chance)})
		if p := math.Round(places[k]); int(p)%step == 0 {
			b.text(names, b.Muted, at((r.Min.X+r.Max.X)/2, room.Min.Y-b.Padding), ink.TopCentre, strconv.Itoa(k+1))
		}
	}
	b.fill(category(0), path)
	if len(places) == 0 {
		b.text(names, b.Muted, at(g.corner.X, room.Min.Y-b.Padding), ink.TopLeft, "dishes")
	}
}

// paintCount draws K+ against its mean and two standard deviations.
func (m *buffetPicture) paintCount(b *board, room vg.Rectangle) {
	b.growth(room, "αH, ± 2 standard deviations", axes{x1: float64(m.n), y1: float64(m.room) + 1, x: "customers",
		whole: true}, m.mean, m.deviation, m.dishes)
}

// paintDraws draws the number of dishes in other buffets, with the Poisson distribution and those
// of models with K features.
func (m *buffetPicture) paintDraws(b *board, room vg.Rectangle) {
	inks := []int{5, 1, 2}
	entries := []keyEntry{{plotting.Fade(category(0), 0.45), 's', "drawn"}, {b.Ink, '.', "Poisson(αH)"}}
	for i, f := range m.limit {
		entries = append(entries, keyEntry{category(inks[i]), '-', "K = " + strconv.Itoa(f.k)})
	}
	room = b.key(room, entries...)
	high := 0.0
	poisson := make([]float64, m.room+2)
	for k := range poisson {
		poisson[k] = math.Exp(m.prior.LogFeatures(k, m.n))
		high = max(high, poisson[k])
	}
	for _, f := range m.limit {
		for _, v := range f.p {
			high = max(high, v)
		}
	}
	p := b.plot(room, axes{x0: -0.5, x1: float64(len(poisson)) - 0.5, y1: 1.1 * high, x: "dishes, K+", whole: true})
	shares := make([]float64, len(m.counts))
	for k, c := range m.counts {
		shares[k] = float64(c) / float64(max(m.draws, 1))
	}
	p.bars(plotting.Fade(category(0), 0.45), 0.86, sequence(0, len(shares)), shares)
	for i, f := range m.limit {
		p.trace(category(inks[i]), 1.2*b.Stroke, sequence(0, len(f.p)), f.p)
	}
	b.discs(b.Ink, 1.2*b.DotRadius, p.points(sequence(0, len(poisson)), poisson)...)
}

func (m *buffetPicture) sheets() []plotting.Sheet {
	header := []string{"customer"}
	for k := range m.z.Columns {
		header = append(header, "dish "+strconv.Itoa(k+1))
	}
	return []plotting.Sheet{
		table("matrix", header, m.z.Rows, func(i int) []string {
			line := []string{strconv.Itoa(i + 1)}
			for _, rows := range m.z.Columns {
				cell := "0"
				for _, r := range rows {
					if r == i {
						cell = "1"
					}
				}
				line = append(line, cell)
			}
			return line
		}),
		table("draws", []string{"dishes", "buffets", "Poisson"}, len(m.counts), func(k int) []string {
			return []string{strconv.Itoa(k), strconv.Itoa(m.counts[k]), plotting.Cell(math.Exp(m.prior.LogFeatures(k,
				m.n)))}
		}),
	}
}
