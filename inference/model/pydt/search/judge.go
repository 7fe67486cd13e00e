package search

import (
	"math"

	"example.org/espalier/inference/model/pydt/evidence"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/passing"
	"example.org/espalier/inference/model/pydt/placing"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/priors"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/times"
)

// A judge finds the evidence of one tree by passing messages, times, σ² and c integrated out
// (method mp). θ, α and the noise stay as given, and so do the sites of a binary table once they
// have settled. It can stop after any node and continue later.
type judge struct {
	p       *problem.Problem
	hyper   hyper.Hyper
	sketch  *posterior.Sketch
	s       *posterior.State // a copy to work on, from the first step on
	settler posterior.Settler
	run     *passing.Run
	floor   float64 // the tree is given up if its objective is below
}

// A verdict is a tree with its times at their means, its evidence as the objective, and the
// hyperparameters with q(τ) and q(c) for it.
type verdict struct {
	sketch    *posterior.Sketch
	hyper     hyper.Hyper
	converged bool
	givenUp   bool // all that is known is that it is no better than the present tree
}

func newJudge(p *problem.Problem, h hyper.Hyper, k *posterior.Sketch) *judge {
	return &judge{p: p, hyper: h, sketch: k, floor: math.Inf(-1)}
}

// advance does about `most` nodes of work and reports whether the verdict is final.
func (j *judge) advance(most int) bool {
	if j.s == nil {
		j.s = posterior.NewState(j.p, j.hyper)
		j.s.Load(j.sketch)
		j.s.Recompute()
		j.settler = placing.Judging(j.s)
	}
	if j.run == nil {
		if !j.settler.Advance(most) {
			return false
		}
		j.run = newRun(j.s)
		j.run.Floor = j.floor - j.hyper.OwnTerms()
	}
	return j.run.Advance(most)
}

// newRun hands the tree and its leaves to message passing.
func newRun(s *posterior.State) *passing.Run {
	h, p := &s.Hyper, s.Hyper.Prior
	d := &passing.Data{Rows: s.N, Columns: s.D, Mean: s.Mean[:s.N*s.D], Variance: s.Vari[:s.N*len(s.Classes)]}
	for _, cl := range s.Classes {
		d.Classes = append(d.Classes, passing.Class{Low: cl.Low, High: cl.High})
	}
	t := &passing.Tree{Arrays: &s.Arrays, Harmonic: make([]float64, len(s.Parent))}
	for _, v := range s.Preorder() {
		if s.IsLeaf(v) {
			t.Structure += s.Lik[v] // of the sites of a binary table
			continue
		}
		t.Harmonic[v] = p.Harmonic(int(s.Size[v]) - 1)
		t.Structure += split(s, v)
	}
	return passing.NewRun(t, d, passing.Hyper{Sigma2: h.Sigma2, C: h.C, FixSigma2: h.FixSigma2, FixC: h.FixC,
		TauShape: priors.Tau.Shape, TauRate: priors.Tau.Rate, CShape: priors.C.Shape, CRate: priors.C.Rate},
		passing.Rough)
}

// split returns the logarithm of a branch point's structural factor S_v. It counts branch points of
// many children as the objective does.
func split(s *posterior.State, v int32) float64 {
	p, kids := s.Hyper.Prior, s.Kids[v]
	sum := -p.Total(int(s.Size[v])) - float64(len(kids)-1)*p.Clade(1)
	for i, k := range kids {
		sum = p.AddCounted(sum, i+1, int(s.Size[k]))
	}
	return sum
}

// verdict returns the result. If messages did not converge, fallBack finds the objective.
func (j *judge) verdict() verdict {
	r := j.run.Result()
	k := *j.sketch
	h := j.s.Hyper
	k.Sites = j.s.AllSites()
	v := verdict{sketch: &k, hyper: h, converged: r.Converged, givenUp: r.GivenUp}
	if !r.Converged {
		return v
	}
	if !h.FixSigma2 {
		v.hyper.TauA, v.hyper.TauB = r.TauShape, r.TauRate
	}
	if !h.FixC {
		v.hyper.CA, v.hyper.CB = r.CShape, r.CRate
	}
	v.hyper.Refresh()
	k.Objective = r.Evidence + h.OwnTerms()
	k.Ell, k.Rem = append([]float64(nil), k.Ell...), append([]float64(nil), k.Rem...)
	for _, slot := range j.s.Order {
		if j.s.IsLeaf(slot) {
			continue
		}
		above := 1.0
		if p := k.Parent[slot]; p >= 0 {
			above = k.Rem[p]
		}
		// Means are in order up to rounding and incomplete convergence.
		rem := math.Min(r.Remaining[slot], above*(1-1e-9))
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
func (j *judge) fallBack(v *verdict, other *posterior.Sketch) {
	own := j.bestTimes(v.sketch)
	if other != nil {
		v.sketch.Objective = other.Objective + own - j.bestTimes(other)
		return
	}
	v.sketch.Objective = own
	if j.s.N > laplaceRows {
		return
	}
	if e, ok := evidence.Laplace(j.s); ok {
		for _, u := range j.s.Preorder() {
			for k := 3; k <= len(j.s.Kids[u]); k++ {
				e -= j.s.Hyper.Prior.Further(k) - j.s.Hyper.Prior.Counted(k)
			}
		}
		v.sketch.Objective = e
	}
}

// bestTimes loads a tree, gives it the times that method em would and returns em's objective.
func (j *judge) bestTimes(k *posterior.Sketch) float64 {
	s := j.s
	s.Load(k)
	s.Recompute()
	s.Settle()
	for range 4 {
		var w times.Sweeper
		w.Sweep(s)
	}
	return s.Objective()
}
