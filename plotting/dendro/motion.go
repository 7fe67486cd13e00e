package dendro

import "espalier/plotting"

// MaxGlide is how many nodes a tree may have whose change is shown as motion.
const MaxGlide = 500

// MayGlide reports whether a change from one scene to another can be shown as motion:
// both are shown, of one shape and size, over the same leaves, and have fewer than
// [MaxGlide] nodes.
func MayGlide(from, to *DendrogramScene) bool {
	if from == nil || to == nil || !from.shown() || !to.shown() || from.size != to.size {
		return false
	}
	a, b := from.layout.p, to.layout.p
	return from.d.Shape == to.d.Shape && len(a.Order()) == len(b.Order()) &&
		len(a.Preorder) < MaxGlide && len(b.Preorder) < MaxGlide
}

// Glide returns the scene at a share in [0,1] of the way from one to another: branches
// and labels move from where their clade was, a clade that was not there from the
// smallest that held it. Strips and heat map stand at their new places at once. Scenes
// that may not glide are cut: the result is to.
func Glide(from, to *DendrogramScene, share float64) *DendrogramScene {
	if share >= 1 || !MayGlide(from, to) {
		return to
	}
	return to.d.layoutMoving(to.size, from.layout, max(share, 0))
}

// MotionFrom implements Moving: branches find new places. What changed may be the window or
// the selection, which do not glide.
func (s *DendrogramScene) MotionFrom(from plotting.Scene) func(share float64) plotting.Scene {
	was, ok := from.(*DendrogramScene)
	if !ok || !MayGlide(was, s) || was.d.Tree == s.d.Tree || was.d.Window != s.d.Window {
		return nil
	}
	return func(share float64) plotting.Scene { return Glide(was, s, share) }
}
