package teach

import (
	"fmt"
	"image/color"
	"math"
	"strconv"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A restaurantPicture is a moment of the restaurant; it is immutable.
type restaurantPicture struct {
	*crpPlan
	sizes  []int
	next   []float64 // probabilities of the next customer
	pieces []float64
	tables []float64
	last   int
}

// drawing shows the moment, or the transition to it from another at a share of the way.
func (r *restaurantPicture) drawing(from *restaurantPicture, share float64) drawing {
	n := len(r.tables) - 1
	return drawing{
		subtitle: fmt.Sprintf("%s at %s · θ = %s, d = %s", plotting.Plural(n, "customer"),
			plotting.Plural(len(r.sizes), "table"), plotting.FormatNumber(r.Concentration),
			plotting.FormatNumber(r.Discount)),
		paint:  func(b *board) { r.paint(b, from, share) },
		sheets: r.sheets(),
		state:  r,
		glide: func(state any, share float64) (drawing, bool) {
			before, ok := state.(*restaurantPicture)
			if !ok || len(r.tables)-len(before.tables) != 1 || before.crpPlan != r.crpPlan {
				return drawing{}, false // only one more customer is shown arriving
			}
			return r.drawing(before, share), true
		},
	}
}

func (r *restaurantPicture) paint(b *board, from *restaurantPicture, share float64) {
	parts := across(b.area, 2*b.Gap, 0.54, 0.46)
	room := down(parts[0], 1.5*b.Gap, 0.86, 0.14)
	r.paintTables(b, b.head(room[0], "tables; the last customer in amber"), from, share)
	r.paintNext(b, b.head(room[1], "where the next customer sits down"))
	side := down(parts[1], 2*b.Gap, 0.56, 0.44)
	r.paintCount(b, b.head(side[0], "number of tables"))
	r.paintSticks(b, b.head(side[1], "shares"))
}

// tableInk returns the colour of a table: eight colours, then grey.
func (b *board) tableInk(k int) color.NRGBA {
	if k >= ink.PlainCategories {
		return b.MissingHatch
	}
	return category(k)
}

// A seating holds the positions of tables: centres and radii.
type seating struct {
	at     []vg.Point
	radius []vg.Length
	seat   vg.Length // half the pitch of customers
}

// seat places tables in rows, as large as the space allows. The area of a table is proportional to
// its customers.
func (r *restaurantPicture) seat(room vg.Rectangle) seating {
	w, h := extent(room)
	place := func(seat vg.Length) (seating, bool) {
		s := seating{seat: seat}
		x, y, high := room.Min.X, room.Max.Y, vg.Length(0)
		for _, m := range r.sizes {
			radius := seat * vg.Length(1.08*math.Sqrt(float64(m))+0.7)
			if x+2*radius > room.Max.X && x > room.Min.X {
				x, y, high = room.Min.X, y-high, 0
			}
			s.at, s.radius = append(s.at, at(x+radius, y-radius)), append(s.radius, radius)
			x += 2*radius + seat
			high = max(high, 2*radius+seat)
		}
		return s, y-high >= room.Min.Y && len(s.at) == len(r.sizes) && 2*max(maxLength(s.radius), 0) <= min(w, h)
	}
	// Early on, tables are not much larger than at the end.
	low, high := vg.Length(0.2), 1.25*vg.Length(math.Sqrt(float64(w*h)/(1.3*math.Pi*float64(r.n+10))))/1.08
	for range 24 {
		m := (low + high) / 2
		if _, ok := place(m); ok {
			low = m
		} else {
			high = m
		}
	}
	s, _ := place(low)
	return s
}

func maxLength(of []vg.Length) vg.Length {
	most := vg.Length(0)
	for _, l := range of {
		most = max(most, l)
	}
	return most
}

// golden is the angle between successive seats, which fills a table evenly.
const golden = 2.399963229728653

// paintTables draws tables with their customers, the newest in amber. The tables move from their
// earlier positions.
func (r *restaurantPicture) paintTables(b *board, room vg.Rectangle, from *restaurantPicture, share float64) {
	door := at(room.Min.X, room.Min.Y)
	if len(r.sizes) == 0 {
		b.label(b.Muted, centre(room), ink.MiddleCentre, "nobody has come yet")
		return
	}
	now := r.seat(room)
	var before seating
	if from != nil {
		before = from.seat(room)
		t := vg.Length(share)
		for k := range before.at {
			now.at[k] = at(before.at[k].X*(1-t)+now.at[k].X*t, before.at[k].Y*(1-t)+now.at[k].Y*t)
			now.radius[k] = before.radius[k]*(1-t) + now.radius[k]*t
		}
		if before.seat > 0 && len(before.at) > 0 {
			now.seat = before.seat*(1-t) + now.seat*t
		}
	}
	dot := 0.62 * now.seat
	name := ink.Bold(b.Typeface, b.LabelSize)
	for k, m := range r.sizes {
		colour, c, radius := b.tableInk(k), now.at[k], now.radius[k]
		b.fill(plotting.Fade(colour, 0.16), disc(c, radius))
		width := b.Stroke
		if k == r.last {
			width = 1.5 * b.SelectedStroke
		}
		b.stroke(colour, width, disc(c, radius))
		var seats []vg.Point
		for i := range m {
			d := 1.08 * float64(now.seat) * math.Sqrt(float64(i)+0.5*min(1, float64(m-1)))
			sin, cos := math.Sincos(float64(i) * golden)
			seats = append(seats, at(c.X+vg.Length(d*cos), c.Y+vg.Length(d*sin)))
		}
		if k == r.last {
			newest := seats[m-1]
			seats = seats[:m-1]
			if from != nil {
				t := vg.Length(share)
				newest = at(door.X*(1-t)+newest.X*t, door.Y*(1-t)+newest.Y*t)
			}
			defer func() {
				b.discs(b.Selection, 1.2*dot, newest)
				b.stroke(b.Ink, b.SelectedStroke, disc(newest, 1.2*dot))
			}()
		}
		b.discs(colour, dot, seats...)
		if number := strconv.Itoa(k + 1); ink.TextWidth(name, number) < 2*radius {
			corner := at(c.X-0.78*radius-b.Padding, c.Y+0.78*radius)
			b.text(name, b.Ink, at(max(corner.X, room.Min.X+ink.TextWidth(name, number)/2), corner.Y),
				ink.MiddleCentre, number)
		}
		b.mark(box(c.X-radius, c.Y-radius, c.X+radius, c.Y+radius), "table", "Table "+strconv.Itoa(k+1),
			[2]string{"customers", strconv.Itoa(m)}, [2]string{"next sits here", plotting.FormatPercent(r.next[k])})
	}
}

// paintNext shows the probabilities of the next customer as one bar.
func (r *restaurantPicture) paintNext(b *board, room vg.Rectangle) {
	bar := room
	high := 2.4 * b.LabelSize
	if b.alone {
		high = max(high, 0.9*(room.Max.Y-room.Min.Y))
	}
	bar.Min.Y = max(room.Min.Y, room.Max.Y-high)
	b.paintShares(bar, r.next[:len(r.next)-1], "new", r.next[len(r.next)-1])
}

// paintShares draws a bar of shares, the last of which is the rest.
func (b *board) paintShares(bar vg.Rectangle, shares []float64, rest string, left float64) {
	w, _ := extent(bar)
	x := bar.Min.X
	f := ink.Regular(b.Typeface, b.LabelSize)
	for k, s := range shares {
		r := box(x, bar.Min.Y, x+w*vg.Length(s), bar.Max.Y)
		b.rect(b.tableInk(k), r)
		if k > 0 {
			b.line(b.Surface, 1, r.Min, at(r.Min.X, r.Max.Y))
		}
		name := strconv.Itoa(k + 1)
		if ink.TextWidth(f, name)+b.Padding < r.Max.X-r.Min.X {
			b.text(f, inkOn(b.tableInk(k)), centre(r), ink.MiddleCentre, name)
		}
		b.mark(r, "share", "Table "+name, [2]string{"share", plotting.FormatPercent(s)})
		x = r.Max.X
	}
	if left > 1e-9 {
		r := box(x, bar.Min.Y, x+w*vg.Length(left), bar.Max.Y)
		b.rect(b.Missing, r)
		b.frame(b.MissingHatch, b.Stroke, r)
		if ink.TextWidth(f, rest)+b.Padding < r.Max.X-r.Min.X {
			b.text(f, b.Ink, centre(r), ink.MiddleCentre, rest)
		}
		b.mark(r, "share", rest, [2]string{"share", plotting.FormatPercent(left)})
	}
}

// paintCount draws the number of tables against its mean and two standard deviations.
func (r *restaurantPicture) paintCount(b *board, room vg.Rectangle) {
	b.growth(room, "expected, ± 2 standard deviations", axes{x1: float64(r.n), y1: r.highest, x: "customers, n",
		whole: true}, r.mean, r.deviation, r.tables)
}

// paintSticks draws the shares of the tables so far, beside a separate stick.
func (r *restaurantPicture) paintSticks(b *board, room vg.Rectangle) {
	n := len(r.tables) - 1
	tables, broken, mean := make([]float64, len(r.sizes)), 1.0, make([]float64, 0, 16)
	for k, m := range r.sizes {
		tables[k] = float64(m) / float64(max(n, 1))
	}
	for _, s := range r.pieces {
		broken -= s
	}
	rest := 1.0
	for k := 1; k <= max(len(r.pieces), 8); k++ {
		m := r.StickMean(k)
		mean, rest = append(mean, m), rest-m
	}
	room.Max.Y -= b.Padding
	_, h := extent(room)
	high := min(2.4*b.LabelSize, h/6)
	f := ink.Regular(b.Typeface, b.LabelSize)
	for i, row := range []struct {
		name   string
		shares []float64
		rest   string
		left   float64
	}{
		{"customers at each table", tables, "", 0},
		{"a stick, broken " + plotting.Plural(len(r.pieces), "time"), r.pieces, "left", broken},
		{"a stick, on average", mean, "left", rest},
	} {
		y := room.Max.Y - vg.Length(i)*h/3
		b.text(f, b.Muted, at(room.Min.X, y), ink.TopLeft, ink.Elide(f, row.name, room.Max.X-room.Min.X))
		y -= ink.CapHeight(f) + b.Padding
		b.paintShares(box(room.Min.X, y-high, room.Max.X, y), row.shares, row.rest, row.left)
	}
}

func (r *restaurantPicture) sheets() []plotting.Sheet {
	return []plotting.Sheet{
		table("tables", []string{"table", "customers", "share of the stick"}, len(r.sizes), func(i int) []string {
			return []string{strconv.Itoa(i + 1), strconv.Itoa(r.sizes[i]), plotting.Cell(r.pieces[i])}
		}),
		table("count", []string{"customers", "tables", "expected", "standard deviation"}, len(r.tables),
			func(i int) []string {
				return []string{strconv.Itoa(i), plotting.Cell(r.tables[i]), plotting.Cell(r.mean[i]),
					plotting.Cell(r.deviation[i])}
			}),
	}
}
