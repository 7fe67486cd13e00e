package teach

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/ink"
)

// ink returns the colour of a point.
func (p *linkagePlay) ink(i int) chart.Ink {
	if k := p.inks[p.done][i]; k >= 0 {
		return chart.CategoryInk(k)
	}
	return chart.PlainInk
}

// swatch is the colour of a cluster in the tree.
func (p *linkagePlay) swatch(c int) color.NRGBA {
	if k := p.inks[p.done][p.members[c][0]]; k < ink.PlainCategories {
		return ink.CategorySwatch(k).Color
	}
	return plotting.Light.Muted
}

// linkageNames are the linkages in words.
var linkageNames = map[linkage.Method]string{linkage.Single: "single linkage", linkage.Complete: "complete linkage",
	linkage.Average: "average linkage", linkage.Ward: "Ward's linkage"}

// chart shows the points with the hulls of clusters, the last merge and the next.
func (p *linkagePlay) chart(list []int) *chart.Chart {
	f := &chart.Chart{Subtitle: fmt.Sprintf("%d points, %s", len(p.x), linkageNames[p.method]), Square: true,
		Style: plotting.Light, X: chart.Axis{Name: "x"}, Y: chart.Axis{Name: "y"}}
	for _, c := range list {
		rows := p.members[c]
		hull := p.hull(rows)
		ink := p.ink(rows[0])
		f.Layers = append(f.Layers,
			chart.Layer{Kind: chart.Area, X: hull.X, Y: hull.Y, Ink: ink, Opacity: 0.16},
			chart.Layer{X: append(hull.X, hull.X[0]), Y: append(hull.Y, hull.Y[0]), Ink: ink, Opacity: 0.7})
	}
	if p.done > 0 {
		g := p.merges[p.done-1]
		f.Layers = append(f.Layers,
			p.link(g, chart.Layer{Name: "merged at height " + short(g.Height), Ink: chart.SelectionInk, Stroke: 2.25}))
	}
	if p.done < len(p.merges) {
		g := p.merges[p.done]
		f.Layers = append(f.Layers,
			p.link(g, chart.Layer{Name: "next, at " + short(g.Height), Ink: chart.MutedInk, Stroke: 1.5, Dashed: true}))
	}
	dots := chart.Layer{Kind: chart.Points, X: p.x, Y: p.y, Radius: 3.25}
	for i := range p.x {
		dots.Inks = append(dots.Inks, p.ink(i))
	}
	f.Layers = append(f.Layers, dots)
	if p.marked >= 0 && p.marked < len(p.x) {
		f.Layers = append(f.Layers, chart.Layer{Kind: chart.Points, X: p.x[p.marked : p.marked+1],
			Y: p.y[p.marked : p.marked+1], Radius: 6.5, Stroke: 2, Hollow: true, Ink: chart.SelectionInk})
	}
	return f
}

// link draws the distance of a merge: between the pair that determines it, or between the means.
func (p *linkagePlay) link(g linkage.Merge, l chart.Layer) chart.Layer {
	a, b := p.members[g.A], p.members[g.B]
	if p.method == linkage.Single || p.method == linkage.Complete {
		i, j := p.pair(a, b)
		l.X, l.Y = []float64{p.x[i], p.x[j]}, []float64{p.y[i], p.y[j]}
		return l
	}
	ax, ay := p.centre(a)
	bx, by := p.centre(b)
	l.X, l.Y = []float64{ax, bx}, []float64{ay, by}
	return l
}

// outline is a polygon.
type outline struct{ X, Y []float64 }

// hull returns the convex hull of some points (Andrew's monotone chain), slightly widened.
func (p *linkagePlan) hull(rows []int) outline {
	const around, corners = 0.13, 12
	// The hull of discs about the points equals that of points on their circles.
	type place struct{ x, y float64 }
	var all []place
	for _, i := range rows {
		for k := range corners {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / corners)
			all = append(all, place{p.x[i] + around*cos, p.y[i] + around*sin})
		}
	}
	stable.SortFunc(all, func(a, b place) int {
		if c := cmp.Compare(a.x, b.x); c != 0 {
			return c
		}
		return cmp.Compare(a.y, b.y)
	})
	var hull []place
	half := func(list []place) {
		start := len(hull)
		for _, q := range list {
			for len(hull) >= start+2 {
				a, b := hull[len(hull)-2], hull[len(hull)-1]
				if (b.x-a.x)*(q.y-a.y)-(b.y-a.y)*(q.x-a.x) > 0 {
					break
				}
				hull = hull[:len(hull)-1]
			}
			hull = append(hull, q)
		}
		hull = hull[:len(hull)-1]
	}
	half(all)
	slices.Reverse(all)
	half(all)
	var o outline
	for _, q := range hull {
		o.X, o.Y = append(o.X, q.x), append(o.Y, q.y)
	}
	return o
}
