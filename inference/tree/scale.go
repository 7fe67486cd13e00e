package tree

import "math"

// Scaled returns the tree with the times of its branch points multiplied by a share in (0, 1]. Leaves stay at time 1.
// Branch points that would come to the time of their parent are put as little later as numbers allow.
func (t *Tree) Scaled(share float64) *Tree {
	out := t.Clone()
	if share == 1 {
		return out
	}
	for _, v := range t.PreOrder() {
		if t.IsLeaf(v) {
			continue
		}
		l := -math.Log(share*math.Exp(-t.LogTime[v]) + (1 - share)) // of 1 − share·(1 − e^(−ℓ))
		if p := t.Parent[v]; p >= 0 {
			l = max(l, math.Nextafter(out.LogTime[p], math.Inf(1)))
		}
		out.LogTime[v] = l
	}
	return out
}
