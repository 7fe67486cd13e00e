package pydt

import (
	"math"

	"example.org/espalier/inference/model/pydt/passing"
)

// A judge finds the evidence of one tree by passing messages, times, σ² and c integrated out
// (method mp). θ, α and the noise stay as given, and so do the sites of a binary table once they
// have settled. It can stop after any node and continue later.
type judge struct {
	p       *problem
	hyper   hyper
	sketch  *sketch
	s       *state // a copy to work on, from the first step on
	settler settler
	order   []int32 // slots in the order of passing.Tree
	run     *passing.Run
	floor   float64 // the tree is given up if its objective is below
}

// A verdict is a tree with its times at their means, its evidence as the objective, and the
// hyperparameters with q(τ) and q(c) for it.
type verdict struct {
	sketch    *sketch
	hyper     hyper
	converged bool
	givenUp   bool // all that is known is that it is no better than the present tree
}

func newJudge(p *problem, h hyper, k *sketch) *judge {
	return &judge{p: p, hyper: h, sketch: k, floor: math.Inf(-1)}
}

// advance does about `most` nodes of work and reports whether the verdict is final.
func (j *judge) advance(most int) bool {
	if j.s == nil {
		j.s = newState(j.p, j.hyper)
		j.s.load(j.sketch)
		j.s.recompute()
		j.settler = j.s.newSettler(judgeSweeps, judgeGain)
	}
	if j.run == nil {
		if !j.settler.advance(most) {
			return false
		}
		j.run = newRun(j.s, &j.order)
		j.run.Floor = j.floor - j.hyper.ownTerms()
	}
	return j.run.Advance(most)
}

// newRun hands the tree and its leaves to message passing; order gets the slots of its nodes.
func newRun(s *state, order *[]int32) *passing.Run {
	h, p := &s.hyper, s.hyper.prior
	d := &passing.Data{Rows: s.n, Columns: s.d, Mean: s.mean[:s.n*s.d], Variance: s.vari[:s.n*len(s.classes)]}
	for _, cl := range s.classes {
		d.Classes = append(d.Classes, passing.Class{Low: cl.low, High: cl.high})
	}
	t := &passing.Tree{}
	*order = append((*order)[:0], s.preorder()...)
	number := make([]int, len(s.parent))
	for i, v := range *order {
		number[v] = i
		parent, row, harmonic := -1, -1, 0.0
		if q := s.parent[v]; q >= 0 {
			parent = number[q]
			t.Kids[parent] = append(t.Kids[parent], i)
		}
		if s.isLeaf(v) {
			row = int(v)
			t.Structure += s.lik[v] // of the sites of a binary table
		} else {
			harmonic = p.Harmonic(int(s.size[v]) - 1)
			t.Structure += split(s, v)
		}
		t.Parent, t.Kids, t.Row = append(t.Parent, parent), append(t.Kids, nil), append(t.Row, row)
		t.Harmonic, t.Remaining = append(t.Harmonic, harmonic), append(t.Remaining, s.rem[v])
	}
	return passing.NewRun(t, d, passing.Hyper{Sigma2: h.sigma2, C: h.c, FixSigma2: h.fixSigma2, FixC: h.fixC,
		TauShape: tauPriorA, TauRate: tauPriorB, CShape: cPriorA, CRate: cPriorB}, passing.Rough)
}

// split returns the logarithm of a branch point's structural factor S_v. It counts branch points of
// many children as the objective does.
func split(s *state, v int32) float64 {
	p, kids := s.hyper.prior, s.kids[v]
	sum := -p.Total(int(s.size[v])) - float64(len(kids)-1)*p.Clade(1)
	for i, k := range kids {
		sum += p.Clade(int(s.size[k]))
		if i >= 2 {
			sum += p.Counted(i + 1)
		}
	}
	return sum
}

// verdict returns the result. If messages did not converge, fallBack finds the objective.
func (j *judge) verdict() verdict {
	r := j.run.Result()
	k := *j.sketch
	h := j.s.hyper
	k.Sites = j.s.allSites()
	v := verdict{sketch: &k, hyper: h, converged: r.Converged, givenUp: r.GivenUp}
	if !r.Converged {
		return v
	}
	if !h.fixSigma2 {
		v.hyper.tauA, v.hyper.tauB = r.TauShape, r.TauRate
	}
	if !h.fixC {
		v.hyper.cA, v.hyper.cB = r.CShape, r.CRate
	}
	v.hyper.refresh()
	k.Objective = r.Evidence + h.ownTerms()
	k.Ell, k.Rem = append([]float64(nil), k.Ell...), append([]float64(nil), k.Rem...)
	for i, slot := range j.order {
		if j.s.isLeaf(slot) {
			continue
		}
		above := 1.0
		if p := k.Parent[slot]; p >= 0 {
			above = k.Rem[p]
		}
		// Means are in order up to rounding and incomplete convergence.
		rem := math.Min(r.Remaining[i], above*(1-1e-9))
		k.Rem[slot], k.Ell[slot] = rem, -math.Log(rem)
	}
	return v
}

// laplaceRows is the largest number of rows for which Laplace's method gives the evidence of a
// tree, in O(N³).
const laplaceRows = 100

// fallBack gives an objective to a tree whose messages did not converge: the evidence of another
// tree, plus the difference between em's objectives of the two at their best times. Without such a
// tree it uses Laplace's method or, for large trees, em's objective itself.
func (j *judge) fallBack(v *verdict, other *sketch) {
	own := j.bestTimes(v.sketch)
	if other != nil {
		v.sketch.Objective = other.Objective + own - j.bestTimes(other)
		return
	}
	v.sketch.Objective = own
	if j.s.n > laplaceRows {
		return
	}
	if e, ok := j.s.laplace(); ok {
		for _, u := range j.s.preorder() {
			for k := 3; k <= len(j.s.kids[u]); k++ {
				e -= j.s.hyper.prior.Further(k) - j.s.hyper.prior.Counted(k)
			}
		}
		v.sketch.Objective = e
	}
}

// bestTimes loads a tree, gives it the times that method em would and returns em's objective.
func (j *judge) bestTimes(k *sketch) float64 {
	s := j.s
	s.load(k)
	s.recompute()
	s.settle()
	for range 4 {
		var w sweeper
		w.sweep(s)
	}
	return s.objective()
}
