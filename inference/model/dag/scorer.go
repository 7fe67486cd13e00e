package dag

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/process/marginal"
)

// scorerOf prepares the marginal likelihoods of a complete table.
func scorerOf(data *inference.Dataset, s inference.Settings) marginal.Scorer {
	if bayesDirichlet(data, s) {
		codes, levels := marginal.Categories(data, s.Int("levels"))
		return marginal.NewDiscrete(codes, levels, s.Real("weight"))
	}
	return marginal.Usual(data.X)
}

// bayesDirichlet reports whether columns are categories.
func bayesDirichlet(data *inference.Dataset, s inference.Settings) bool {
	switch s.Text("score") {
	case "bdeu":
		return true
	case "bge":
		return false
	}
	return data.Kind == inference.Binary
}
