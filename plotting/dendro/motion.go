package dendro

import "example.org/espalier/plotting"

// maxGlide limits the nodes of a tree whose change is shown as motion.
const maxGlide = 500

// mayGlide reports whether the change from one scene to another can be shown as motion: both are
// shown, have one shape and size and the same leaves, and fewer than maxGlide nodes.
func mayGlide(from, to *DendrogramScene) bool {
	if from == nil || to == nil || !from.shown() || !to.shown() || from.size != to.size {
		return false
	}
	a, b := from.layout.p, to.layout.p
	return from.d.Shape == to.d.Shape && to.d.Shape != Radial && len(a.Order()) == len(b.Order()) &&
		len(a.Preorder) < maxGlide && len(b.Preorder) < maxGlide
}

// glide returns the scene at a share in [0,1] of the way from one to another. Branches and labels
// move from the place of their clade, a new clade from that of the smallest clade that held it.
// Strips and heat map jump to their new places. If the scenes may not glide, the result is to.
func glide(from, to *DendrogramScene, share float64) *DendrogramScene {
	if share >= 1 || !mayGlide(from, to) {
		return to
	}
	return to.d.layoutMoving(to.size, from.layout, max(share, 0))
}

// MotionFrom implements Moving: branches move to their new places. A change of the window or the
// selection alone has no motion.
func (s *DendrogramScene) MotionFrom(from plotting.Scene) func(share float64) plotting.Scene {
	was, ok := from.(*DendrogramScene)
	if !ok || !mayGlide(was, s) || was.d.Tree == s.d.Tree || was.d.Window != s.d.Window {
		return nil
	}
	return func(share float64) plotting.Scene { return glide(was, s, share) }
}
