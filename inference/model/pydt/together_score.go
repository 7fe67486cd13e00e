package pydt

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"example.org/espalier/inference"
	kind "example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/model/pydt/columntree"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/evidence"
	"example.org/espalier/inference/model/pydt/factors"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/process/aside"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/pitmanyor"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// scoreRounds limits how often Σ and the times of a scored tree are learnt in turn.
const scoreRounds = 20

// A togetherScore is a given tree with the Σ learnt from it.
type togetherScore struct {
	state    *posterior.State // on the mapped table
	tree     *tree.Tree
	constant float64 // added to the state's evidence, gives that of the table
}

// scoreTogether learns Σ for a given tree, in turn with its times if they are to be fitted. The
// other hyperparameters are as set. It does not learn factors or an open form; only a fit does.
func scoreTogether(ctx context.Context, data *inference.Dataset, t *tree.Tree, set inference.Settings,
	fitTimes bool) (*togetherScore, error) {
	if form := columnsOf(set); form != correlated.AnyCovariance {
		return nil, fmt.Errorf("only a fit learns columns=%s: score a given tree with columns=independent or "+
			"covariance, or under the covariance of a fit or a file (--from, --covariance)", form)
	}
	if n, _ := data.Dims(); n != t.Leaves() {
		return nil, fmt.Errorf("the tree has %d leaves, but the table has %d rows", t.Leaves(), n)
	}
	probit, err := isProbit(data, set)
	if err != nil {
		return nil, err
	}
	if _, err := checkTogether(data, set, probit); err != nil {
		return nil, err
	}
	set = set.Clone()
	for name, value := range map[string]string{"columns": correlated.Independent, "sigma2": "1",
		"observation": "gaussian"} {
		if err := set.Set(name, value); err != nil {
			return nil, err
		}
	}
	noise, centre, blanks := set.Real("noise"), covary.Centre(data.X), covary.NewBlanks(data.X)
	l := correlated.Law{Form: correlated.AnyCovariance, Sigma: centre, Filled: mat.DenseCopyOf(data.X)}
	if blanks != nil {
		blanks.Put(l.Filled, make([]float64, blanks.Cells))
	}
	var z *togetherScore
	before := math.Inf(-1)
	for range scoreRounds {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		learner := correlated.NewLearner(t, noise, centre, blanks, l)
		for !learner.Advance() {
		}
		l = learner.Law
		mapped := *data
		mapped.X = l.Sigma.Map().Rows(l.Filled)
		s, err := stateOf(&mapped, t, set)
		if err != nil {
			return nil, err
		}
		if fitTimes && t.Leaves() > 1 {
			if err := fitTimesOf(ctx, s); err != nil {
				return nil, err
			}
			t = s.Capture().Publish(t.Names)
		}
		if z = (&togetherScore{s, t, l.Stand(t, noise, blanks).Constant}); !fitTimes {
			return z, nil
		}
		value := s.Objective() + z.constant
		if value-before < 1e-6*math.Abs(value) {
			return z, nil
		}
		before = value
	}
	return z, nil
}

// scoreTreeTogether is scoreTree where columns vary together, Σ integrated out.
func scoreTreeTogether(ctx context.Context, data *inference.Dataset, t *tree.Tree, set inference.Settings,
	fitTimes bool) (inference.TreeScore, *tree.Tree, error) {
	var score inference.TreeScore
	z, err := scoreTogether(ctx, aside.Of(data).Of(data), t, set, fitTimes)
	if err != nil {
		return score, nil, err
	}
	score.LogLikelihood = z.state.LogEvidence() + z.constant + floats.Sum(data.LogJacobian(data.X))
	score.LogPrior = z.state.Hyper.Prior.LogDensity(z.tree, z.state.Hyper.C)
	score.LogPosterior = score.LogPrior + score.LogLikelihood
	return score, z.tree, nil
}

// scoreStructureTogether is scoreStructure where columns vary together: Laplace's method at
// the Σ learnt from the tree, and Σ integrated out at the best times.
func scoreStructureTogether(ctx context.Context, data *inference.Dataset, t *tree.Tree,
	set inference.Settings) (float64, error) {
	if t.Leaves() > mostLaplace {
		return math.NaN(), nil
	}
	z, err := scoreTogether(ctx, aside.Of(data).Of(data), t, set, true)
	if err != nil {
		return 0, err
	}
	sum := z.state.LogEvidence()
	if t.Leaves() > 1 {
		var maximum bool
		if sum, maximum = evidence.Laplace(z.state); !maximum {
			return math.NaN(), nil
		}
	}
	return sum + z.constant + floats.Sum(data.LogJacobian(data.X)), nil
}

// sampleTogether draws a table whose columns vary together: Σ ~ IW of mean σ²I and D + 2
// degrees of freedom, of factors as nsfa has
// them, or of a tree over the columns with the same θ, α, c and noise, the noise a share of Σ.
func sampleTogether(n, d int, names []string, s inference.Settings, h hyper.Hyper, rng *rand.Rand) (inference.Draw,
	error) {
	switch form := columnsOf(s); form {
	case correlated.AnyCovariance:
	case correlated.ByFactors:
		t := h.Prior.Sample(h.C, names[:n], rng)
		x, found := factors.Sample(t, d, h.Noise, rng)
		behind := &kind.Covariance{Columns: sampledColumns(d), Form: kind.Factors, Estimate: kind.OneDraw,
			Loadings: found.State.Loadings, Specific: found.State.Noise}
		return inference.Draw{X: x, Tree: t, Parts: []inference.Part{found, behind}}, nil
	case correlated.ByTree:
		if d > mostBranching {
			return inference.Draw{}, fmt.Errorf("pydt: a sample can have a tree over at most %d columns, not %d; set "+
				"columns to factors", mostBranching, d)
		}
		t := h.Prior.Sample(h.C, names[:n], rng)
		above := h.Prior
		if d != n {
			above = pitmanyor.NewPrior(h.Prior.Theta, h.Prior.Alpha, d)
		}
		c := &columntree.Tree{Tree: above.Sample(h.C, sampledColumns(d), rng), Scale: h.Sigma2, Noise: h.Noise}
		x, _ := covary.Sample(t, c.Sigma(), h.Noise, rng)
		return inference.Draw{X: x, Tree: t, Parts: []inference.Part{&kind.Covariance{Columns: c.Tree.Names,
			Form: kind.ByTree, Estimate: kind.OneDraw,
			Dense: mat.DenseCopyOf(c.Sigma().Dense()), Tree: c.Tree, Scale: c.Scale, Noise: c.Noise}}}, nil
	default:
		return inference.Draw{}, fmt.Errorf("pydt: a sample needs columns set to independent, covariance, factors or "+
			"tree, not %s", form)
	}
	if d > mostTogether {
		return inference.Draw{}, fmt.Errorf("pydt: a sample can have a covariance of at most %d columns, not %d; set "+
			"columns to independent", mostTogether, d)
	}
	t := h.Prior.Sample(h.C, names[:n], rng)
	psi := make([]float64, d)
	for j := range psi {
		psi[j] = h.Sigma2
	}
	w, _ := covary.Wishart{Centre: covary.Diagonal(psi), G: 1, Nu: float64(d) + 2}.Draw(nil, rng)
	var x mat.Dense
	// Rows of Y = ZW⁻¹ have covariance Σ where those of Z have the unit matrix: YW = Z.
	if err := x.Solve(w.Dense().T(), covary.SampleLocations(t, d, 1, h.Noise, rng).T()); err != nil {
		if _, ok := err.(mat.Condition); !ok {
			return inference.Draw{}, fmt.Errorf("pydt: %w", err)
		}
	}
	var precision mat.SymDense
	var half mat.Cholesky
	precision.SymOuterK(1, w.Dense()) // WWᵀ = Σ⁻¹
	half.Factorize(&precision)
	var sigma mat.SymDense
	if err := half.InverseTo(&sigma); err != nil {
		if _, ok := err.(mat.Condition); !ok {
			return inference.Draw{}, fmt.Errorf("pydt: %w", err)
		}
	}
	return inference.Draw{X: mat.DenseCopyOf(x.T()), Tree: t, Parts: []inference.Part{
		&kind.Covariance{Columns: sampledColumns(d), Form: kind.Free, Estimate: kind.OneDraw,
			Dense: mat.DenseCopyOf(&sigma)}}}, nil
}

// sampledColumns names the columns of a sample, as a table of it does.
func sampledColumns(d int) []string {
	names := make([]string, d)
	for j := range names {
		names[j] = "x" + strconv.Itoa(j+1)
	}
	return names
}
