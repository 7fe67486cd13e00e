package search

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/columntree"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
)

// A finder is a search as those see it who want the tree that it finds.
type finder struct{ search *Fit }

var _ columntree.Search = finder{}

// Step steps the search.
func (f finder) Step(ctx context.Context) (inference.Report, error) { return f.search.Step(ctx) }

// Snapshot returns that of the search.
func (f finder) Snapshot() *inference.Snapshot { return f.search.Snapshot() }

// Found returns the best tree and the hyperparameters learnt.
func (f finder) Found() (*posterior.Sketch, hyper.Hyper) {
	return f.search.Current, f.search.Learned
}

// Weighs reports whether the search finds the supports of its branches.
func (f finder) Weighs() bool { return f.search.branches() }

// StateFound returns a state with the best tree.
func (f finder) StateFound() *posterior.State {
	s := posterior.NewState(f.search.Problem, f.search.Learned)
	s.Load(f.search.Current)
	s.Recompute()
	return s
}

// ColumnSearch returns what begins a search for a tree over columns, under the hyperparameters over.
func ColumnSearch(model string, over hyper.Given, streams inference.Streams,
	threads int) func(*inference.Dataset) (columntree.Search, error) {
	return func(data *inference.Dataset) (columntree.Search, error) {
		f, err := New(data, Plan{Model: model, Given: over, Start: "both"}, streams, threads)
		if err != nil {
			return nil, fmt.Errorf("the tree over the columns: %w", err)
		}
		f.GoAlone()
		return finder{f}, nil
	}
}

// FirstTree begins the search for the tree that a chain starts from, from a random order of the rows.
func FirstTree(data *inference.Dataset, p Plan, streams inference.Streams, threads int) (finder, error) {
	p.Start, p.Orders, p.Passing, p.Second = "random", 1, false, false
	f, err := New(data, p, inference.Streams{Seed: streams.Seed, Chain: streams.Chain + 1<<32}, threads)
	if err != nil {
		return finder{}, err
	}
	f.alone, f.Stage = true, building
	return finder{f}, nil
}
