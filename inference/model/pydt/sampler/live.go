package sampler

import (
	"math"

	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/pruning"
	"example.org/espalier/inference/process/timetree"
	"example.org/espalier/inference/tree"
)

// A live tree is the tree of a Markov chain with its messages and hyperparameters.
//
// The tree maps the slots in use and the order of the free ones one to one in every move. So it is exact to visit
// the slots in an order that does not depend on the tree, without the number of nodes entering equation 10a.
type live struct {
	pruning.Messages
	problem *problem.Problem
	hyper   hyper.Hyper // the messages read its σ² and noise
	Power   float64     // of the likelihood in the target, 1 for the posterior; messages are those of 1

	lnSizes []float64 // logarithms of 0…n
}

func newLive(p *problem.Problem, h hyper.Hyper) *live {
	l := &live{problem: p, hyper: h, Power: 1}
	l.Messages = pruning.New(p.N, p.D, p.Classes, &l.hyper.Sigma2, &l.hyper.Noise)
	l.lnSizes = make([]float64, p.N+1)
	for i := range l.lnSizes {
		l.lnSizes[i] = math.Log(float64(i))
	}
	l.SetLeaves(p.X)
	return l
}

// tree returns the live tree with names for its leaves. Slots are its nodes' numbers where it is binary.
func (l *live) tree(names []string) *tree.Tree {
	top, parent, ell := l.Drawn()
	return timetree.Publish(names, top, parent, ell)
}

// lnSize returns the logarithm of the number of leaves below v.
func (l *live) lnSize(v int32) float64 { return l.lnSizes[l.Node[v].Size] }

// separate brings branch points of a first tree that are too close to time 1 for exact
// observations, all times in proportion.
func (l *live) separate() {
	const enough = 30
	last := 0.0
	for v := l.N; v < len(l.Node); v++ {
		if l.InUse(int32(v)) {
			last = math.Max(last, l.Node[v].Ell)
		}
	}
	if last <= enough {
		return
	}
	for v := l.N; v < len(l.Node); v++ {
		l.SetEll(int32(v), l.Node[v].Ell*enough/last)
	}
}

// logPrior returns equation 2a, the density of structure and times t: O(N).
func (l *live) logPrior() float64 {
	p, h, sum := l.hyper.Prior, &l.hyper, 0.0
	for _, v := range l.Preorder() {
		if l.IsLeaf(v) {
			continue
		}
		nv := &l.Node[v]
		k := 0
		for b := nv.First; b >= 0; b = l.Node[b].Next {
			k++
			sum = p.AddChild(sum, k, int(l.Node[b].Size))
		}
		sum = p.AddBranchPoint(sum, k, int(nv.Size))
		sum += h.LnC + nv.Ell + h.C*(l.ParentEll(v)-nv.Ell)*p.Harmonic(int(nv.Size)-1)
	}
	return sum
}

// load makes a sketch of a complete tree the present one. It leaves messages to recompute.
func (l *live) load(k *posterior.Sketch) { l.Load(k.Top, k.Parent, k.KidCount, k.Kids, k.Ell, k.Rem) }
