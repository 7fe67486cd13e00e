package pydt

import (
	"context"
	"errors"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// ScoreTreeUnder implements inference.CovarianceScorer.
func (Model) ScoreTreeUnder(ctx context.Context, data *inference.Dataset, t *tree.Tree, s inference.Settings,
	sigma *mat.SymDense, fitTimes bool) (inference.TreeScore, *tree.Tree, error) {
	return scoreTreeUnder(ctx, data, t, s, sigma, fitTimes)
}

// ScoreTreeUnder implements inference.CovarianceScorer.
func (DDT) ScoreTreeUnder(ctx context.Context, data *inference.Dataset, t *tree.Tree, s inference.Settings,
	sigma *mat.SymDense, fitTimes bool) (inference.TreeScore, *tree.Tree, error) {
	return scoreTreeUnder(ctx, data, t, s, sigma, fitTimes)
}

// scoreTreeUnder is scoreTree under a given Σ: rows mapped by W, WWᵀ = Σ⁻¹, diffuse in independent
// columns of unit variance (math 11.2). σ² is 1, and the noise is a share of Σ.
func scoreTreeUnder(ctx context.Context, data *inference.Dataset, t *tree.Tree, set inference.Settings,
	sigma *mat.SymDense, fitTimes bool) (inference.TreeScore, *tree.Tree, error) {
	var score inference.TreeScore
	if err := leavesAtEnd(t, fitTimes); err != nil {
		return score, nil, err
	}
	probit, err := isProbit(data, set)
	n, d := data.Dims()
	switch {
	case err != nil:
		return score, nil, err
	case probit:
		return score, nil,
			errors.New("probit needs independent columns; set observation to gaussian to score under a covariance")
	case data.Missing() > 0:
		return score, nil, fmt.Errorf(
			"a tree is scored under a given covariance only with complete tables, and %d cells are missing", data.Missing())
	case sigma.SymmetricDim() != d:
		return score, nil, fmt.Errorf("the covariance is that of %d columns, but the table has %d", sigma.SymmetricDim(), d)
	}
	m, err := covary.MapOf(sigma)
	if err != nil {
		return score, nil, err
	}
	set = set.Clone()
	for name, value := range map[string]string{"columns": correlated.Independent, "sigma2": "1",
		"observation": "gaussian"} {
		if err := set.Set(name, value); err != nil {
			return score, nil, err
		}
	}
	mapped := *data
	mapped.X = m.Rows(data.X)
	s, err := stateOf(&mapped, t, set)
	if err != nil {
		return score, nil, err
	}
	return scoreState(ctx, s, data, t, fitTimes, float64(n)*m.LogDet)
}

var (
	_ inference.CovarianceScorer = Model{}
	_ inference.CovarianceScorer = DDT{}
)
