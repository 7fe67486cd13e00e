package space

import (
	"math"
	"strings"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A Turn is a direction of view of three directions: a turn about the upright axis, then up or
// down, in radians. The zero value looks along the third direction, the first across and the second
// upwards.
type Turn struct{ Around, Up float64 }

// axes returns the rows of the rotation: across, upwards and towards the eye.
func (t Turn) axes() (r [3][3]float64) {
	sa, ca := math.Sincos(t.Around)
	su, cu := math.Sincos(t.Up)
	return [3][3]float64{
		{ca, 0, sa},
		{su * sa, cu, -su * ca},
		{-cu * sa, su, cu * ca},
	}
}

// A Turned holds three directions of the data and the side from which they are seen, each in units
// of its own standard deviation. Make one with [NewTurned].
type Turned struct {
	Directions [3]ink.Measure
	turn       Turn
	values     [3][]float64 // of each row, as [ink.Measure] takes them
	deviations [3]float64
	centre     [3]float64 // in deviations
	radius     float64    // of the rows about it, in deviations
}

// NewTurned prepares rows along three directions: O(n). The values are immutable and shared.
func NewTurned(values [3][]float64, directions [3]ink.Measure) *Turned {
	t := &Turned{Directions: directions, values: values}
	n := float64(max(1, len(values[0])))
	for j, v := range values {
		mean, square := 0.0, 0.0
		for _, x := range v {
			mean += x / n
		}
		for _, x := range v {
			square += (x - mean) * (x - mean) / n
		}
		t.deviations[j] = math.Sqrt(square)
		if !(t.deviations[j] > 0) {
			t.deviations[j] = 1
		}
		t.centre[j] = mean / t.deviations[j]
	}
	for i := range values[0] {
		square := 0.0
		for j := range values {
			d := values[j][i]/t.deviations[j] - t.centre[j]
			square += d * d
		}
		t.radius = math.Max(t.radius, math.Sqrt(square))
	}
	if t.radius == 0 {
		t.radius = 1
	}
	return t
}

// Seen returns a copy seen from another side.
func (t Turned) Seen(from Turn) *Turned { t.turn = from; return &t }

// Weights returns the directions across and upwards of the picture as weights of the columns, given
// those of the three directions. Over these, the ellipses of a mixture are the outlines of its
// ellipsoids.
func (t *Turned) Weights(of [3][]float64) (across, up []float64) {
	r := t.turn.axes()
	across, up = make([]float64, len(of[0])), make([]float64, len(of[0]))
	for j, w := range of {
		for q, v := range w {
			across[q] += r[0][j] / t.deviations[j] * v
			up[q] += r[1][j] / t.deviations[j] * v
		}
	}
	return across, up
}

// Points returns the rows at their places in the picture.
func (t *Turned) Points(names []string, complete []bool) *Points {
	r := t.turn.axes()
	n := len(t.values[0])
	x, y := make([]float64, n), make([]float64, n)
	for i := range n {
		for j := range 3 {
			v := t.values[j][i] / t.deviations[j]
			x[i] += r[0][j] * v
			y[i] += r[1][j] * v
		}
	}
	return &Points{Names: names, X: x, Y: y, Complete: complete,
		Measures: [2]ink.Measure{{Name: "across", Factor: 1}, {Name: "up", Factor: 1}}}
}

// middle returns the centre of the rows in the picture.
func (t *Turned) middle() (x, y float64) {
	r := t.turn.axes()
	for j := range 3 {
		x += r[0][j] * t.centre[j]
		y += r[1][j] * t.centre[j]
	}
	return x, y
}

// nearness returns the opacity of a row, from 0.45 far behind to 1 in front.
func (t *Turned) nearness(row int) float64 {
	r := t.turn.axes()
	depth := 0.0
	for j := range 3 {
		depth += r[2][j] * (t.values[j][row]/t.deviations[j] - t.centre[j])
	}
	step := math.Round(6 * (depth/t.radius + 1) / 2) // few shades, so that rows share paths
	return 0.45 + 0.55*step/6
}

// lines describes the place of a row along the three directions.
func (t *Turned) lines(row int) (lines [][2]string) {
	for j, d := range t.Directions {
		lines = append(lines, [2]string{d.Name, d.Text(d.Value(t.values[j][row]), d.Digits(0, t.deviations[j]))})
	}
	return lines
}

// sheet lists the rows along the three directions.
func (t *Turned) sheet(f *Clusters) plotting.Sheet {
	header := []string{"row"}
	for _, d := range t.Directions {
		header = append(header, d.Name)
	}
	return plotting.Sheet{Name: "rows", Header: append(header, "cluster"), Rows: func(yield func([]string) bool) {
		for i, name := range f.Points.Names {
			line := []string{name}
			for j, d := range t.Directions {
				line = append(line, plotting.Cell(d.Value(t.values[j][i])))
			}
			cluster := ""
			if k := f.class(i); k >= 0 {
				cluster = f.Ellipses[k].Name
			}
			if !yield(append(line, cluster)) {
				return
			}
		}
	}}
}

// turn lays out three directions, without axes but with a cross of the three in a corner.
func (s *ClustersScene) turn(box vg.Point) {
	f, t := s.f, s.f.Turned
	s.plane = ink.NewPlane(f.Style, box, 0, 1, 0, 1,
		ink.PlaneParts{Title: f.Title, Subtitle: f.Subtitle, Legend: s.legend, Bare: true})
	if !s.plane.Shown() {
		return
	}
	cx, cy := t.middle()
	size := s.plane.Area.Size()
	half := 1.03 * t.radius
	hx, hy := half, half // one scale along both axes
	if size.X > size.Y {
		hx *= float64(size.X / size.Y)
	} else {
		hy *= float64(size.Y / size.X)
	}
	w := f.Window.Normal()
	s.plane.X0, s.plane.X1 = ink.Visible(cx-hx, cx+hx, w.X0, w.X1, false)
	s.plane.Y0, s.plane.Y1 = ink.Visible(cy-hy, cy+hy, w.Y0, w.Y1, true)
	s.addPoints()
	s.addEllipses()
	s.addCross()
}

// crossLength is the length of the axes of the cross, in points.
const crossLength = 34

// addCross draws the three directions, as seen, from the lower left corner.
func (s *ClustersScene) addCross() {
	st, t := s.f.Style, s.f.Turned
	size := s.plane.Area.Size()
	if size.X < 6*crossLength || size.Y < 5*crossLength {
		return
	}
	r := t.turn.axes()
	from := vg.Point{X: s.plane.Area.Min.X + 1.6*crossLength, Y: s.plane.Area.Min.Y + 1.4*crossLength}
	f := ink.Regular(st.Typeface, st.TickSize)
	var named []vg.Point
	for j, d := range t.Directions {
		to := vg.Point{X: from.X + crossLength*vg.Length(r[0][j]), Y: from.Y + crossLength*vg.Length(r[1][j])}
		s.plane.Frame.Line(st.Muted, st.Stroke, from, to)
		at, anchor := vg.Point{X: to.X, Y: to.Y + 5*vg.Length(r[1][j])}, ink.BaseCentre
		switch {
		case r[0][j] < -0.3:
			at.X -= 4
			anchor = ink.MiddleRight
		case r[0][j] > 0.3:
			at.X += 4
			anchor = ink.MiddleLeft
		default:
			if r[1][j] < 0 {
				anchor = ink.TopCentre
			}
		}
		room := at.X - s.plane.Area.Min.X
		if anchor != ink.MiddleRight {
			room = 150
		}
		for _, k := range named { // names of axes seen end on do not cover each other
			if math.Abs(float64(k.X-at.X)) < crossLength && math.Abs(float64(k.Y-at.Y)) < float64(st.TickSize) {
				at.Y = k.Y - 1.2*st.TickSize
			}
		}
		named = append(named, at)
		name, _, _ := strings.Cut(d.Name, ", ") // the rest has no room
		s.plane.Frame.Text(f, st.Muted, at, anchor, 0, ink.Elide(f, name, room))
	}
}
