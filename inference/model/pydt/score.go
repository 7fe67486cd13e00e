package pydt

import (
	"context"
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/evidence"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/times"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/floats"
)

// ScoreTree implements inference.TreeScorer.
func (Model) ScoreTree(ctx context.Context, data *inference.Dataset, t *tree.Tree, s inference.Settings,
	fitTimes bool) (inference.TreeScore, *tree.Tree, error) {
	return scoreTree(ctx, data, t, s, fitTimes)
}

// ScoreTree implements inference.TreeScorer.
func (DDT) ScoreTree(ctx context.Context, data *inference.Dataset, t *tree.Tree, s inference.Settings,
	fitTimes bool) (inference.TreeScore, *tree.Tree, error) {
	return scoreTree(ctx, data, t, s, fitTimes)
}

// stateOf returns the state of a given tree at the hyperparameters as they are set, none
// learnt.
func stateOf(data *inference.Dataset, t *tree.Tree, set inference.Settings) (*posterior.State, error) {
	if n, _ := data.Dims(); n != t.Leaves() {
		return nil, fmt.Errorf("the tree has %d leaves, but the table has %d rows", t.Leaves(), n)
	}
	if err := checkStructure(set); err != nil {
		return nil, err
	}
	probit, err := isProbit(data, set)
	if err != nil {
		return nil, err
	}
	theta, alpha := structureOf(set)
	noise := set.Real("noise")
	var p *problem.Problem
	switch kinds, err := mixed(data); {
	case err != nil:
		return nil, err
	case kinds != nil:
		if p = problem.SearchedKinds(kinds); !kinds.Scaled() {
			noise = 1
		}
	default:
		if p = problem.Searched(data, probit); probit {
			noise = 1
		}
	}
	h := hyper.New(p, set.Real("sigma2"), set.Real("c"), theta, alpha, noise, true, true, true, true, true)
	s := posterior.NewState(p, h)
	if t.Leaves() == 1 {
		s.Top, s.Parent[0] = 0, -1
	} else {
		s.Adopt(t)
		s.Settle()
	}
	return s, nil
}

// scoreTree scores a tree. The prior is the density of structure and times t, equation 2a.
func scoreTree(ctx context.Context, data *inference.Dataset, t *tree.Tree, set inference.Settings,
	fitTimes bool) (inference.TreeScore, *tree.Tree, error) {
	var score inference.TreeScore
	if err := leavesAtEnd(t, fitTimes); err != nil {
		return score, nil, err
	}
	if form := columnsOf(set); form != correlated.Independent && form != correlated.Undecided {
		return scoreTreeTogether(ctx, data, t, set, fitTimes)
	}
	s, err := stateOf(data, t, set)
	if err != nil {
		return score, nil, err
	}
	return scoreState(ctx, s, data, t, fitTimes, 0)
}

// scoreState scores a tree that the state holds, with its times fitted if that is wanted, and returns it with these.
// stretch is the log density of the map from the data to the columns of the state.
func scoreState(ctx context.Context, s *posterior.State, data *inference.Dataset, t *tree.Tree, fitTimes bool,
	stretch float64) (inference.TreeScore, *tree.Tree, error) {
	var score inference.TreeScore
	if fitTimes && t.Leaves() > 1 {
		if err := fitTimesOf(ctx, s); err != nil {
			return score, nil, err
		}
		t = s.Capture().Publish(t.Names)
	}
	score.LogLikelihood = s.LogEvidence() + stretch + floats.Sum(data.LogJacobian(data.X))
	score.LogPrior = s.Hyper.Prior.LogDensity(t, s.Hyper.C)
	score.LogPosterior = score.LogPrior + score.LogLikelihood
	return score, t, nil
}

// mostLaplace is the largest number of leaves for which the whole curvature is used, which takes
// O(N²·D + N³). Above it only the entries between parents and children are used.
const mostLaplace = 400

// ScoreStructure implements inference.StructureScorer.
func (Model) ScoreStructure(ctx context.Context, data *inference.Dataset, t *tree.Tree, s inference.Settings) (float64,
	error) {
	return scoreStructure(ctx, data, t, s)
}

// ScoreStructure implements inference.StructureScorer.
func (DDT) ScoreStructure(ctx context.Context, data *inference.Dataset, t *tree.Tree, s inference.Settings) (float64,
	error) {
	return scoreStructure(ctx, data, t, s)
}

func scoreStructure(ctx context.Context, data *inference.Dataset, t *tree.Tree, set inference.Settings) (float64,
	error) {
	if form := columnsOf(set); form != correlated.Independent && form != correlated.Undecided {
		return scoreStructureTogether(ctx, data, t, set)
	}
	s, err := stateOf(data, t, set)
	if err != nil {
		return 0, err
	}
	if t.Leaves() == 1 {
		return s.LogEvidence() + floats.Sum(data.LogJacobian(data.X)), nil
	}
	if err := fitTimesOf(ctx, s); err != nil {
		return 0, err
	}
	laplace := evidence.Laplace
	if t.Leaves() > mostLaplace {
		laplace = evidence.Structure
	}
	sum, maximum := laplace(s)
	if !maximum {
		return math.NaN(), nil
	}
	return sum + floats.Sum(data.LogJacobian(data.X)), nil
}

// leavesAtEnd refuses a tree whose leaves are not at time 1, which Brownian motion to the present needs.
func leavesAtEnd(t *tree.Tree, fitTimes bool) error {
	if fitTimes {
		return nil
	}
	for v, name := range t.Names {
		if !math.IsInf(t.LogTime[v], 1) {
			return fmt.Errorf("leaf %q is at time %.6g, not at 1; fit the times to keep only the structure", name, t.Time(v))
		}
	}
	return nil
}

// fitTimesOf gives the tree the times of highest objective, from rough ones.
func fitTimesOf(ctx context.Context, s *posterior.State) error {
	for v := range s.N {
		s.Ell[v], s.Rem[v] = math.Inf(1), 0
	}
	s.RoughTimes()
	for range 200 {
		if err := ctx.Err(); err != nil {
			return err
		}
		before := s.Objective()
		var w times.Sweeper
		w.Sweep(s)
		s.Settle()
		if s.Objective()-before < 1e-9*math.Abs(before) {
			break
		}
	}
	return nil
}
