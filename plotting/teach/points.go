package teach

import (
	"fmt"
	"math"
	"strconv"
	"strings"

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
