package pydt

import (
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

var (
	_ inference.LatentModel = Model{}
	_ inference.LatentModel = DDT{}
)

// Latent implements inference.LatentModel: the sites of expectation propagation where the
// table is fitted by probit.
func (Model) Latent(data *inference.Dataset, t *tree.Tree, s inference.Settings, sigma2 float64) (mean,
	variance *mat.Dense, err error) {
	return standIns(data, t, s, sigma2)
}

// Latent implements inference.LatentModel: the sites of expectation propagation where the
// table is fitted by probit.
func (DDT) Latent(data *inference.Dataset, t *tree.Tree, s inference.Settings, sigma2 float64) (mean,
	variance *mat.Dense, err error) {
	return standIns(data, t, s, sigma2)
}

func standIns(data *inference.Dataset, t *tree.Tree, set inference.Settings, sigma2 float64) (mean, variance *mat.Dense,
	err error) {
	if probit, err := isProbit(data, set); err != nil || !probit {
		return nil, nil, err
	}
	set = set.Clone()
	if err := set.Set("sigma2", strconv.FormatFloat(sigma2, 'g', -1, 64)); err != nil {
		return nil, nil, err
	}
	s, err := stateOf(data, t, set)
	if err != nil {
		return nil, nil, err
	}
	p := problem.New(data.X) // for its order of columns, which stateOf sorts by too
	mean, variance = mat.NewDense(s.N, s.D, nil), mat.NewDense(s.N, s.D, nil)
	for row := range s.N {
		m, v := s.MeanOf(int32(row)), s.VariOf(int32(row))
		for k, column := range p.Columns {
			mean.Set(row, column, m[k])
			variance.Set(row, column, v[k])
		}
	}
	return mean, variance, nil
}
