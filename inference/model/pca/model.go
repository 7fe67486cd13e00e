package pca

import (
	"fmt"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/coded"
	"example.org/espalier/inference/stat/scree"
)

// Model is probabilistic principal component analysis. Its zero value is ready for use.
type Model struct{}

// Sparse is sparse probabilistic principal component analysis. Its zero value is ready for use.
type Sparse struct{}

var (
	_ inference.Model = Model{}
	_ inference.Model = Sparse{}
)

func common() []inference.Parameter {
	return []inference.Parameter{
		{Name: "features", Title: "Features of", Type: inference.Choice, Default: "columns",
			Choices: []string{"columns", "rows"},
			Help:    "columns: a component loads on columns (genes) and is active in rows (samples); rows: the table is transposed."},
		{Name: "factors", Title: "K, components", Type: inference.Integer, Default: "0", Min: 0, Max: 1000, Zero: "auto",
			Help: "Number of components; auto takes those that stand out from chance, by parallel analysis, and two at least."},
	}
}

// Info describes pca.
func (Model) Info() inference.Info {
	return inference.Info{
		Family:   inference.FamilyFactors,
		Name:     "pca",
		Compared: true,
		Title:    "Principal components",
		Summary: "Finds the directions of greatest variance, with the same noise in all columns. Fast, and a " +
			"baseline for factor models: every component loads on every column.",
		Reference: "M. E. Tipping and C. M. Bishop (1999), Probabilistic principal component analysis, " +
			"Journal of the Royal Statistical Society B 61, 611–622.",
		Kinds: coded.Sorts(),
		Parameters: append(common(), inference.Parameter{Name: "levels", Title: "Other columns", Type: inference.Choice,
			Default: ofLatent, Before: ofLatent, Choices: []string{ofLatent, ofCodes},
			Help: "What stands for columns that are no numbers. latent: hidden numbers behind their cells, " +
				"by the correlations of these (tetrachoric, polychoric and their like); coded: numbers of " +
				"variance 1 and indicators of levels, as in the factor analysis of mixed data."}),
		Preprocessing:  inference.Preprocessing{Centre: true, Scale: true},
		Scalars:        []string{"log_likelihood", "noise"},
		Objective:      "log_likelihood",
		ObjectiveTitle: "log likelihood, nats",
		Iteration:      "cycle",
		Iterations:     1000,
	}
}

// Info describes spca.
func (Sparse) Info() inference.Info {
	return inference.Info{
		Family: inference.FamilyFactors,
		Name:   "spca",
		Title:  "Sparse principal components",
		Summary: "Principal components in which a lasso penalty sets many loadings to exactly zero. Fast, and a " +
			"baseline for sparse factor models.",
		Reference: "Y. Guan and J. G. Dy (2009), Sparse probabilistic principal component analysis, AISTATS, 185–192; K. Hirose and M. Yamamoto (2015), " +
			"Sparse estimation via nonconcave penalized likelihood in factor analysis model, Statistics and Computing 25, 863–875.",
		Parameters: append(common(), inference.Parameter{
			Name: "penalty", Title: "ρ, penalty", Type: inference.Real, Default: "0", Min: 0,
			Max: 1e9, Zero: "auto", Unit: "nats",
			Help: "Penalty on the sum of absolute loadings, in working units; auto tries a path of penalties and " +
				"chooses by the Bayesian information criterion."}),
		Preprocessing:  inference.Preprocessing{Centre: true, Scale: true},
		Scalars:        []string{"penalised_log_likelihood", "log_likelihood", "penalty", "links", "noise"},
		Objective:      "penalised_log_likelihood",
		ObjectiveTitle: "log likelihood less penalty, nats",
		Iteration:      "cycle",
		Iterations:     2000,
	}
}

func check(name string, data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	of, err := newKinds(data, s)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	t := newTable(of.begin(data), s)
	if t.d < 2 || t.n < 3 {
		return nil, fmt.Errorf("%s: components need at least 2 %s and 3 %s; the table has %d and %d (the parameter "+
			"features transposes the table)",
			name, t.items(), t.cases(), t.d, t.n)
	}
	if t.spread() == 0 {
		return nil, fmt.Errorf("%s: all values in each column are equal, so there is nothing to learn", name)
	}
	if k := s.Int("factors"); k > t.most() {
		return nil, fmt.Errorf("%s: %d components of %d %s and %d %s leave nothing for the noise; set factors to %d "+
			"or fewer", name, k, t.d, t.items(), t.n, t.cases(), t.most())
	}
	notes = append(notes, fmt.Sprintf("Components load on the %s.", t.items()))
	if note := of.note(data); note != "" {
		notes = append(notes, note)
	}
	if k := data.Unknown(); k > 0 {
		notes = append(notes, fmt.Sprintf("Nothing is filled in for missing cells (%d).", k))
	}
	return notes, nil
}

// Check refuses tables that are too small, and numbers of components that leave no noise.
func (Model) Check(data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	return check("pca", data, s)
}

// Check refuses tables that are too small, and numbers of components that leave no noise.
func (Sparse) Check(data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	return check("spca", data, s)
}

// estimate assumes 2 ns for each multiply-add, and K = 20 if it is not given.
func estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	of, err := newKinds(data, s)
	if err != nil {
		of = nil
	}
	t := newTable(of.begin(data), s)
	n, d, k := float64(t.n), float64(t.d), float64(s.Int("factors"))
	if k == 0 {
		k = min(20, float64(t.most()))
	}
	small := min(n, d)
	gram := n*d*small + 10*small*small*small
	gram += scree.Most * (n*d*small + 2*small*small*small)
	if of != nil && of.estimate != nil {
		gram += 60 * n * float64(of.estimate.Cost())
	}
	cycle := 3*n*d*k + (n+d)*k*k*k + float64(data.Missing())*k*k
	return inference.Estimate{Bytes: int64(8 * (2*n*d + small*small*3 + (n+d)*k*2 + n*k*k)), Start: time.Duration(gram),
		Iteration: time.Duration(2 * cycle)}
}

// Estimate predicts memory and time.
func (Model) Estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	return estimate(data, s)
}

// Estimate predicts memory and time.
func (Sparse) Estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	e := estimate(data, s)
	e.Iteration /= 6 // most loadings are 0
	return e
}

// New prepares a fit. It works on one thread.
func (m Model) New(data *inference.Dataset, s inference.Settings, _ inference.Streams, _ int) (inference.Stepper,
	error) {
	return newFit("pca", data, s)
}

// New prepares a fit. It works on one thread.
func (m Sparse) New(data *inference.Dataset, s inference.Settings, _ inference.Streams, _ int) (inference.Stepper,
	error) {
	f, err := newFit("spca", data, s)
	if err != nil {
		return nil, err
	}
	f.sparse, f.asked = true, s.Real("penalty")
	return f, nil
}
