package teach

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/plot/vg"
)

// pointReach is how near a pointer must be to a point, in points.
const pointReach = 9

// PointAt returns the place of the plane under p and which of the points stands there, −1 for none. ok is false
// where the scene has no plane.
func PointAt(s plotting.Scene, p vg.Point, points []Point) (at Point, which int, ok bool) {
	planar, is := s.(ink.Planar)
	if !is {
		return at, -1, false
	}
	plane, q, ok := planar.PlaneAt(p)
	if !ok {
		return at, -1, false
	}
	which = -1
	best := float64(pointReach)
	for i, x := range points {
		d := plane.At(x.X, x.Y).Sub(q)
		if far := math.Hypot(float64(d.X), float64(d.Y)); far < best {
			best, which = far, i
		}
	}
	at.X, at.Y = plane.Value(q)
	return at, which, true
}

// Points returns the points that the viewer may move, nil for none.
func (c *Course) Points() []Point {
	return c.play.Points()
}

// pointSpread is the standard deviation of the points of a table, in the units of the stages' own points.
const pointSpread = 1.5

// PointsOf returns the rows of a table as points: its first two columns of numbers, brought to the middle of the
// picture and to one variance. Rows that lack either are left out; of more than [stage.MostPoints] some are taken,
// evenly spaced. The error says why a table has no points.
func PointsOf(t *inference.Table) ([]Point, error) {
	n, d := t.X.Dims()
	if d < 2 {
		return nil, fmt.Errorf("the table %s has %d columns of numbers: points need two", t.Name, d)
	}
	var all []Point
	for i := range n {
		p := Point{X: t.X.At(i, 0), Y: t.X.At(i, 1)}
		if !math.IsNaN(p.X) && !math.IsNaN(p.Y) && !math.IsInf(p.X, 0) && !math.IsInf(p.Y, 0) {
			all = append(all, p)
		}
	}
	if len(all) < stage.FewestPoints {
		return nil, fmt.Errorf("the table %s has %d rows with numbers in its first two columns, %s and %s: "+
			"a stage needs %d", t.Name, len(all), t.Columns[0], t.Columns[1], stage.FewestPoints)
	}
	some := make([]Point, min(len(all), stage.MostPoints))
	for i := range some {
		some[i] = all[i*len(all)/len(some)]
	}
	for _, of := range []func(p *Point) *float64{func(p *Point) *float64 { return &p.X },
		func(p *Point) *float64 { return &p.Y }} {
		mean, square := 0.0, 0.0
		for i := range some {
			mean += *of(&some[i]) / float64(len(some))
		}
		for i := range some {
			e := *of(&some[i]) - mean
			square += e * e / float64(len(some))
		}
		scale := pointSpread
		if square > 0 {
			scale /= math.Sqrt(square)
		}
		for i := range some {
			*of(&some[i]) = (*of(&some[i]) - mean) * scale
		}
	}
	return some, nil
}

// FormatPoints writes points as on a command line: "0.5,1;−2,0.25" with plain minus signs.
func FormatPoints(points []Point) string {
	list := make([]string, len(points))
	for i, p := range points {
		list[i] = strconv.FormatFloat(p.X, 'g', 4, 64) + "," + strconv.FormatFloat(p.Y, 'g', 4, 64)
	}
	return strings.Join(list, ";")
}

// ParsePoints reads what FormatPoints writes; nil for "".
func ParsePoints(text string) (points []Point, err error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	for _, pair := range strings.Split(text, ";") {
		x, y, ok := strings.Cut(pair, ",")
		p := Point{}
		var ex, ey error
		p.X, ex = strconv.ParseFloat(strings.TrimSpace(x), 64)
		p.Y, ey = strconv.ParseFloat(strings.TrimSpace(y), 64)
		if !ok || ex != nil || ey != nil || !(math.Abs(p.X) < 1e6) || !(math.Abs(p.Y) < 1e6) {
			return nil, fmt.Errorf("points %q: write two numbers for each point, as in \"0.5,1;-2,0.25\"", pair)
		}
		points = append(points, p)
	}
	if n := len(points); n < stage.FewestPoints || n > stage.MostPoints {
		return nil, fmt.Errorf("%d points: a stage takes %d to %d", n, stage.FewestPoints, stage.MostPoints)
	}
	return points, nil
}
