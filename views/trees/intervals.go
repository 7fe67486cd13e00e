package trees

import (
	"sync"

	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/depict"
)

// intervals makes the times between which the branch points of a tree lie, and keeps the last ones.
type intervals struct {
	mu   sync.Mutex
	tree *tree.Tree
	with *Posterior
	best *tree.Tree // the first of the best trees
	made *dendro.Intervals
}

// of returns the intervals of a tree that is shown: over draws, or over the best trees.
func (k *intervals) of(t *tree.Tree, f Shown) *dendro.Intervals {
	k.mu.Lock()
	defer k.mu.Unlock()
	best := firstOf(f.best)
	if k.made != nil && k.tree == t && k.with == f.posterior && k.best == best {
		return k.made
	}
	k.tree, k.with, k.best, k.made = t, f.posterior, best, nil
	if f.drawn {
		k.made = f.summariser.intervals(t)
	} else {
		k.made = depict.BestIntervals(t, f.best)
	}
	return k.made
}

func firstOf(list []forest.Weighted) *tree.Tree {
	if len(list) == 0 {
		return nil
	}
	return list[0].Tree
}

// intervals returns the intervals of a tree over the draws; nil while they are being read.
func (s *summariser) intervals(t *tree.Tree) *dendro.Intervals {
	if !s.mu.TryRLock() {
		return nil
	}
	defer s.mu.RUnlock()
	return depict.DrawIntervals(t, &s.set)
}

// ShowIntervals shows or hides bars of the times of branch points.
func (ds *Draws) ShowIntervals(on bool) {
	t := ds.t
	if s := t.State(); s.Intervals != on {
		s.Intervals = on
		t.do(shows(on)+"the times of branch points", "", s)
	}
}

// CanShowIntervals reports whether there are draws, or several best trees, to take times from.
func (ds *Draws) CanShowIntervals() bool { return len(ds.t.samples) > 1 || len(ds.t.trees) > 1 }
