package vbmfa

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/narrow"
	"example.org/espalier/inference/process/observation"
	"example.org/espalier/inference/stat/scree"
)

// Model is the variational Bayesian mixture of factor analysers.
type Model struct{}

// Maximum is the mixture of factor analysers fitted by maximum likelihood, with its size chosen by
// Schwarz's criterion.
type Maximum struct{}

var (
	_ inference.Model = Model{}
	_ inference.Model = Maximum{}
)

// Info implements inference.Model.
func (Model) Info() inference.Info {
	i := info()
	i.Name, i.Title, i.Compared = "vbmfa", "Mixture of factor analysers", true
	i.Summary = "Finds clusters, each with a few directions of spread of its own. It chooses the number of clusters, " +
		"and of directions, by a bound on the evidence."
	i.Reference =
		"M. J. Beal (2003), Variational algorithms for approximate Bayesian inference, PhD thesis, University College London, chapter 4; " +
			"Z. Ghahramani and M. J. Beal (2000), Variational inference for Bayesian mixtures of factor analysers, Advances in Neural Information Processing Systems 12, 449–455"
	hyper := []inference.Parameter{
		{Name: "concentration", Title: "α*, concentration", Type: inference.Real, Default: "1", Min: 0, OpenMin: true,
			Max: 1e6, Learnt: true, Advanced: true,
			Help: "Concentration of the Dirichlet prior of the mixing proportions, summed over components; larger " +
				"values make them more equal."},
		{Name: "shape", Title: "a*, shape", Type: inference.Real, Default: "1", Min: 0, OpenMin: true, Max: 1e6,
			Learnt: true, Advanced: true,
			Help: "Shape of the gamma prior of the precisions of the factors' loadings."},
		{Name: "rate", Title: "b*, rate", Type: inference.Real, Default: "1", Min: 0, OpenMin: true, Max: 1e6,
			Learnt: true, Advanced: true,
			Help: "Rate of the gamma prior of the precisions of the factors' loadings."},
		{Name: "means", Title: "Prior of the means", Type: inference.Choice, Default: "learnt",
			Choices: []string{"learnt", "data"}, Advanced: true,
			Help: "learnt: optimises the centre and spread of the components' means; data: keeps those of the columns."},
	}
	for k := range i.Parameters {
		if i.Parameters[k].Name == "start" {
			i.Parameters[k].Default = "four"
		}
	}
	i.Parameters = slices.Insert(i.Parameters, 1, inference.Parameter{Name: "space", Title: "Rows cluster in",
		Type: inference.Choice, Default: "auto",
		Before: ofColumns, Choices: []string{"auto", ofColumns, ofComponents},
		Help: fmt.Sprintf(
			"columns: each cluster has factors of its own in the columns of the table; components: clusters are found among the scores of "+
				"the leading principal components, as many as stand out from chance, and the bound is that of the scores; auto: columns if there are %d rows "+
				"for each, or %d where they are at most %d, or if half of them have two values only; else components.", rowsOfMany,
			rowsOfFew, fewColumns)})
	i.Parameters = append(i.Parameters, hyper...)
	i.Scalars = []string{"free_energy", "components", "factors", "f_weights", "f_precisions", "f_loadings",
		"f_assignments", "f_factors", "f_fit"}
	i.Objective, i.ObjectiveTitle = "free_energy", "bound on the log evidence, nats"
	i.Kinds = observation.Sorts()
	return i
}

// Info implements inference.Model.
func (Maximum) Info() inference.Info {
	i := info()
	// there is no posterior
	i.Parameters = slices.DeleteFunc(i.Parameters, func(p inference.Parameter) bool { return p.Name == "predictive" })
	i.Name, i.Title = "mlmfa", "Maximum likelihood mixture of factor analysers"
	i.Summary = "The same mixture fitted by maximum likelihood, with its size chosen by the Bayesian information " +
		"criterion; for comparison."
	i.Reference =
		"Z. Ghahramani and G. E. Hinton (1996), The EM algorithm for mixtures of factor analyzers, University of Toronto technical report CRG-TR-96-1; " +
			"M. J. Beal (2003), Variational algorithms for approximate Bayesian inference, PhD thesis, University College London, section 4.6"
	i.Scalars = []string{"bic", "log_likelihood", "components", "factors"}
	i.Objective, i.ObjectiveTitle = "bic", "log likelihood less penalty, nats"
	return i
}

// info returns the fields that both models share.
func info() inference.Info {
	return inference.Info{
		Family: inference.FamilyClusters,
		Parameters: []inference.Parameter{
			{Name: "k_max", Title: "Factors at most", Type: inference.Integer, Default: "0", Min: 0, Max: 200, Zero: "auto",
				Help: "Number of factors in each component; unneeded ones are switched off. 0 means as many as a " +
					"full covariance needs, but at most 15, and one for every ten rows."},
			{Name: "start", Title: "Start", Type: inference.Choice, Default: "one",
				Choices: []string{"four", "one", "kmeans", "many"},
				Help: "one: one component, then split; kmeans: the clusters of k-means; many: components around " +
					"random rows; four: one search after the other from one component, twice from k-means and from many. " +
					"The best is kept."},
			{Name: "components", Title: "First clusters", Type: inference.Integer, Default: "0", Min: 0, Max: 500, Zero: "auto",
				Help: "For the starts kmeans and many; limited by Clusters at most. 0 means one for every 20 rows, and for " +
					"one of the four starts one for every 8, at most 20."},
			{Name: "s_max", Title: "Clusters at most", Type: inference.Integer, Default: "0", Min: 0, Max: 500, Zero: "no limit",
				Help: "Limit on the number of components; with one model for each class, a limit for each. 0 means " +
					"no limit."},
			{Name: "births", Title: "Births", Type: inference.Boolean, Default: "true",
				Help: "Whether to split components in two or three if that raises the objective."},
			{Name: "split", Title: "Split by", Type: inference.Choice, Default: "responsibility",
				Choices: []string{"responsibility", "spatial"}, Advanced: true,
				Help: "responsibility: divides the rows along a random direction; spatial: starts the new components " +
					"on either side of the old one."},
			{Name: "parents", Title: "Order of parents", Type: inference.Choice, Default: "bound",
				Choices: []string{"bound", "counts"}, Advanced: true,
				Help: "bound: first splits the component that contributes least to the objective; counts: prefers " +
					"components whose rows took part in few failed splits."},
			{Name: "attempts", Title: "Attempts", Type: inference.Integer, Default: "3", Min: 1, Max: 20, Advanced: true,
				Help: "Number of failed splits of a component before it is left alone."},
			{Name: "tolerance", Title: "Tolerance", Type: inference.Real, Default: "0.001", Min: 0,
				OpenMin: true, Max: 0.5, Advanced: true,
				Help: "An epoch has converged when responsibilities change by less than this proportion in a cycle."},
			{Name: "noise", Title: "Noise", Type: inference.Choice, Default: "auto",
				Choices: []string{"auto", "columns", "isotropic"}, Advanced: true,
				Help: "columns: each column has its own noise variance; isotropic: all columns share one, which " +
					"makes each component a probabilistic PCA; auto: isotropic for tables scaled as a whole, whose " +
					"columns share a unit, such as pixels."},
			{Name: "predictive", Title: "Densities by", Type: inference.Choice, Default: "plug-in",
				Choices: []string{"plug-in", "bound", "importance"}, Advanced: true,
				Help: "How new rows are scored. plug-in: by the mixture at its posterior means; bound: by a lower " +
					"bound, with further updates for each row; importance: by mixtures drawn from the posterior and " +
					"weighted by their fit."},
		},
		Preprocessing: inference.Preprocessing{Centre: true, Scale: true},
		Units: &inference.Units{Logs: []string{"free_energy", "f_fit", "log_likelihood",
			"bic"}, Squares: []string{"rate"}},
		Iteration:  "cycle",
		Iterations: 100_000, // the search ends by itself
	}
}

// Check implements inference.Model.
func (Model) Check(data *inference.Dataset, s inference.Settings) ([]string, error) {
	notes, err := examine(data)
	if err != nil {
		return notes, err
	}
	note, err := checkSpace(data, s)
	if note != "" {
		notes = append(notes, note)
	}
	return notes, err
}

// Check implements inference.Model.
func (Maximum) Check(data *inference.Dataset, s inference.Settings) ([]string, error) {
	return examine(data)
}

func examine(data *inference.Dataset) (notes []string, err error) {
	n, p := data.Dims()
	if n < 2 {
		return nil, errors.New("a mixture needs at least two rows")
	}
	missing, bare, none, square := 0, 0, 0, 0.0
	for i := range n {
		empty := true
		for _, v := range data.X.RawRowView(i) {
			switch {
			case math.IsNaN(v):
				missing++
			case math.IsInf(v, 0):
				return nil, fmt.Errorf("row %q contains an infinite number", data.Rows[i])
			default:
				empty = false
				square += v * v
			}
		}
		if empty {
			limited := false
			for j := range p {
				_, is := data.Limits[inference.Cell{Row: i, Column: j}]
				limited = limited || is
			}
			if none++; !limited {
				bare++
			}
		}
	}
	switch {
	case none == n && data.Limits != nil:
		return nil, errors.New("every cell is missing or a limit, so there is no number to begin from")
	case none == n:
		return nil, errors.New("every cell is missing")
	case square == 0 && data.Limits != nil:
		return nil, errors.New("all numbers beside the limits are equal, so there is no scale to begin from")
	case square == 0:
		return nil, errors.New("all numbers are equal, so there is nothing to learn")
	case math.IsInf(square, 1):
		return nil, errors.New("the numbers are too large to square; scale the columns first")
	}
	if missing -= len(data.Limits); missing > 0 {
		verb, them := "are", "them"
		if missing == 1 {
			verb, them = "is", "it"
		}
		notes = append(notes, fmt.Sprintf("%s of %s cells %s missing: nothing is filled in for %s",
			inference.Grouped(missing), inference.Grouped(n*p), verb, them))
	}
	if bare > 0 {
		verb := "have no values; they belong"
		if bare == 1 {
			verb = "has no values; it belongs"
		}
		notes = append(notes, fmt.Sprintf("%d of %d rows %s to each component in proportion to its size", bare, n, verb))
	}
	return notes, nil
}

// factorsOf returns k_max. If it is left open, it is the number that any covariance needs (Beal 4.2.2, math 12.5), but
// not more than mostFactors, nor more than one for every ten rows.
func factorsOf(n, p int, s inference.Settings) int {
	if k := s.Int("k_max"); k > 0 {
		return min(k, max(p-1, 1))
	}
	x := float64(p)
	return max(1, min(mostFactors, n/rowsOfFactor, int(math.Ceil(x+0.5*(1-math.Sqrt(1+8*x))))))
}

// Limits on the number of factors.
const (
	mostFactors  = 15
	rowsOfFactor = 10 // of the table
)

// mostOf returns s_max.
func mostOf(s inference.Settings) int {
	if most := s.Int("s_max"); most > 0 {
		return most
	}
	return math.MaxInt
}

// Estimate implements inference.Model.
func (Model) Estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	return estimate(data, s)
}

// Estimate implements inference.Model.
func (Maximum) Estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	return estimate(data, s)
}

// estimate assumes memory for a component for every 50 rows, at most 40 or s_max, in four mixtures, and the time of a
// quarter as many, as most of a fit has.
func estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	rows, columns := data.Dims()
	start, drawn, cost := 0.0, 0.0, 0.0
	if latent(data) {
		columns, drawn, cost = sizeHidden(data)
	}
	if spaceOf(data, s) == ofComponents {
		least := float64(min(rows, columns))
		start = (scree.Most + 1) * (float64(rows)*float64(columns)*least/4 + least*least*least) * 1e-9
		columns = narrow.CountOf(rows, columns, narrow.Most)
	}
	n, p, k := float64(rows), float64(columns), float64(factorsOf(rows, columns, s))
	patterns := 1.0
	for i := range rows {
		if start > 0 { // scores are complete
			break
		}
		for _, v := range data.X.RawRowView(i) {
			if math.IsNaN(v) {
				patterns++
				break
			}
		}
	}
	components := math.Max(2, math.Min(math.Min(40, float64(mostOf(s))), n/50))
	classes := 1.0
	if patterns > 1 {
		classes = p
	}
	one := 8 * (n*(k+2) + p*(k+1)*(k+2) + patterns*k*k + classes*(k+1)*(k+1))
	one += 8 * 2 * n * drawn
	cycle := (1.5 + components/4) * (n*(0.7e-9*p*(k+1)*2+30e-9+1e-9*cost) + patterns*p*k*k*1e-9 + p*k*k*k*2e-9)
	return inference.Estimate{Bytes: int64(4*components*one + 8*n*p), Start: seconds(start + 5*cycle),
		Iteration: seconds(cycle / 2)}
}

func seconds(x float64) time.Duration { return time.Duration(x * float64(time.Second)) }

// New implements inference.Model.
func (Model) New(data *inference.Dataset, s inference.Settings, streams inference.Streams,
	threads int) (inference.Stepper, error) {
	f, err := newFit(Model{}.Info(), data, s, streams, threads)
	if err != nil || f.table == nil {
		return f, err
	}
	return mixed{f}, nil
}

// New implements inference.Model.
func (Maximum) New(data *inference.Dataset, s inference.Settings, streams inference.Streams,
	threads int) (inference.Stepper, error) {
	return newFit(Maximum{}.Info(), data, s, streams, threads)
}
