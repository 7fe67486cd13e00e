package ink

import "gonum.org/v1/plot/vg"

// A Planar scene shows planes, in which every place has values.
type Planar interface {
	// PlaneAt returns the plane under a point and the point as that plane counts it; ok is false where there is
	// none.
	PlaneAt(p vg.Point) (plane *Plane, q vg.Point, ok bool)
}

// PlaneAt returns the plane itself where its plot holds a point.
func (p *Plane) PlaneAt(q vg.Point) (*Plane, vg.Point, bool) {
	return p, q, p.Shown() && Contains(p.Area, q)
}
