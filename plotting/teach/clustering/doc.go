// Package clustering holds the teaching stages about groups: how they are scored, found by messages, by cuts of a
// graph, and in rows and columns at once.
package clustering

import (
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach/stage"
)

// A sample is points of the plane with their groups, −1 where nobody knows.
type sample struct {
	x, y  []float64
	truth []int
}

// of returns the points of the viewer, or n drawn ones of a kind.
func of(o stage.Options, kind string, n int) (s sample) {
	for _, p := range o.Points {
		s.add(p.X, p.Y, -1)
	}
	if o.Points != nil {
		return s
	}
	rng := stage.NewRandom(o.Seed, 0)
	for i := range n {
		switch kind {
		case "spirals":
			side := float64(i % 2)
			t := 0.8 + 2.4*math.Pow((float64(i/2)+0.5)/math.Ceil(float64(n)/2), 0.8)
			sin, cos := math.Sincos(2.2*t + math.Pi*side)
			s.add(t*cos+0.07*rng.NormFloat64(), t*sin+0.07*rng.NormFloat64(), i%2)
		case "rings":
			radius := []float64{1, 2.8}[min(i%3, 1)]
			sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
			s.add(radius*cos+0.12*rng.NormFloat64(), radius*sin+0.12*rng.NormFloat64(), min(i%3, 1))
		default:
			centres := [3][2]float64{{-2, -0.9}, {2, -0.9}, {0, 2}}
			c := centres[i%3]
			s.add(c[0]+0.6*rng.NormFloat64(), c[1]+0.6*rng.NormFloat64(), i%3)
		}
	}
	return s
}

func (s *sample) add(x, y float64, group int) {
	s.x, s.y, s.truth = append(s.x, x), append(s.y, y), append(s.truth, group)
}

// points are those that the viewer may move.
func (s *sample) points() []stage.Point {
	list := make([]stage.Point, len(s.x))
	for i := range list {
		list[i] = stage.Point{X: s.x[i], Y: s.y[i]}
	}
	return list
}

// chart is the plane around the points.
func (s *sample) chart(subtitle string) *chart.Chart {
	f := &chart.Chart{Subtitle: subtitle, Style: plotting.Light, Square: true,
		X: chart.Axis{Low: math.Inf(1), High: math.Inf(-1)}, Y: chart.Axis{Low: math.Inf(1), High: math.Inf(-1)}}
	for i := range s.x {
		f.X.Low, f.X.High = min(f.X.Low, s.x[i]-0.4), max(f.X.High, s.x[i]+0.4)
		f.Y.Low, f.Y.High = min(f.Y.Low, s.y[i]-0.4), max(f.Y.High, s.y[i]+0.4)
	}
	return f
}

// marked is a ring about the point that the viewer marked, from 1; none for 0.
func (s *sample) marked(which int) []chart.Layer {
	if which < 1 || which > len(s.x) {
		return nil
	}
	return []chart.Layer{{Kind: chart.Points, Hollow: true, Radius: 8, Ink: chart.SelectionInk, Stroke: 2,
		X: s.x[which-1 : which], Y: s.y[which-1 : which]}}
}
