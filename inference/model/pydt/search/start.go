package search

import (
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/placing"
	"example.org/espalier/inference/model/pydt/polishing"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/tree"
)

// A beginning makes the first tree, that of linkage or, of many rows, one of a random order of the rows.
type beginning struct {
	clusterer *linkage.Clusterer
	ward      *tree.Tree
	trial     *posterior.State // of the linkage tree
	polisher  *polishing.Polisher
	opener    *placing.Builder // of a tree that a pilot starts from where there is no linkage tree
}

// link continues the Ward tree and makes it the first state.
func (b *beginning) link(f *Fit) {
	f.Phase, f.Fraction = "linking the rows", 0.1*b.clusterer.Fraction()
	if !b.clusterer.Advance(problem.UnitWork) {
		return
	}
	b.ward = linkage.Tree(b.clusterer.Merges(), f.Data.Rows)
	b.clusterer = nil
	b.startFrom(f, f.start.Plain())
	b.polisher.Restructure = false
	f.Stage = first
}

// startFrom makes a state of the linkage tree with the given hyperparameters, to be polished.
func (b *beginning) startFrom(f *Fit, h hyper.Hyper) {
	b.trial = posterior.NewState(f.Problem, h)
	b.trial.AdoptShape(b.ward)
	b.trial.RoughTimes()
	b.polisher = polishing.New(b.trial, f.Problem.Cells, polishing.ChoosingRound, polishing.Settled)
}

// polish gives the Ward tree its times, as a binary tree and, where branch points
// may have more children, with some of them merged. It is shown after the first round.
func (b *beginning) polish(f *Fit) (changed bool) {
	f.Phase, f.Fraction = "fitting the times of the linkage tree", 0.1
	rounds := b.polisher.Rounds
	done := b.polisher.Advance(f.Problem.NodesPerUnit())
	if f.state == nil && b.polisher.Rounds < rounds {
		f.state = b.trial
		f.keep()
		return true
	}
	if !done {
		return false
	}
	if f.Pilots() {
		f.open(b.trial)
	}
	if b.trial != f.state && b.trial.Objective() > f.state.Objective() {
		f.state = b.trial
	}
	f.keep()
	if b.ward != nil && (f.start.Prior.CanJoin(2) || f.start.ManyNoises) {
		b.startFrom(f, f.start.Noisier(1))
		b.ward = nil
		return true
	}
	b.trial, b.ward, b.polisher = nil, nil, nil // none keeps a state that is no longer used
	if f.Pilots() {
		f.Stage = piloting
		return true
	}
	f.starts.refine(f.ownRefiner())
	f.Stage = building
	return true
}

// build makes the tree that a pilot starts from where there is no linkage tree.
func (b *beginning) build(f *Fit) (changed bool) {
	f.Phase = "building a first tree from a random order of the rows"
	if b.opener == nil {
		b.opener = placing.NewBuilder(f.Problem, f.start, f.Streams.Task(openerTask), false)
		b.opener.Refiner = nil
	}
	f.Fraction = 0.1 * float64(b.opener.Next) / float64(f.Problem.N)
	if !b.opener.Advance(f.Problem.NodesPerUnit()) {
		return false
	}
	f.state = b.opener.S
	b.opener = nil
	f.keep()
	f.open(f.state)
	f.Stage = piloting
	return true
}
