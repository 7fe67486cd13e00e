package lineargaussian

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/process/ibp"

	"gonum.org/v1/gonum/mat"
)

// Model is the linear-Gaussian latent feature model of the Indian buffet process. Its zero
// value is ready for use.
type Model struct{}

var (
	_ inference.Model        = Model{}
	_ inference.PriorSampler = Model{}
)

// Meaning of 0: the variance of noise and of features at the start, as shares of the mean variance
// of the columns.
const (
	autoNoise    = 1 // features appear one by one as the noise falls; starting small keeps too many
	autoVariance = 1
)

// Info describes the model.
func (Model) Info() inference.Info {
	variance := func(name, title, help string) inference.Parameter {
		return inference.Parameter{Name: name, Title: title, Type: inference.Real, Default: "0",
			Min: 0, Max: 1e12, Learnt: true,
			Zero: "auto", Unit: "working units²", Help: help}
	}
	return inference.Info{
		Family: inference.FamilyFactors,
		Name:   "ibp",
		Title:  "Latent features (Indian buffet process)",
		Summary: "Finds how many features there are and which rows have them. Each row is the sum of the values of " +
			"its features.",
		Reference: "T. L. Griffiths and Z. Ghahramani (2011), The Indian buffet process: an introduction and review, Journal of Machine Learning Research 12, 1185–1224; F. Doshi-Velez and Z. Ghahramani (2009), Accelerated sampling for the Indian buffet process, ICML, 273–280.",
		Parameters: []inference.Parameter{
			{Name: "alpha", Title: "α, mass", Type: inference.Real, Default: "1", Min: 0, OpenMin: true, Max: 1e4, Learnt: true,
				Help: "Expected number of features of a row."},
			{Name: "beta", Title: "β, concentration", Type: inference.Real, Default: "1", Min: 0,
				OpenMin: true, Max: 1e6, Advanced: true,
				Help: "Below 1, rows share the same features; above 1, features are many and rare; 1 is the " +
					"one-parameter process."},
			variance("noise", "σ², noise", "Variance that no feature explains, the same for all columns."),
			variance("feature_variance", "Feature variance", "Variance of the values of features."),
			{Name: "observation", Title: "Observation", Type: inference.Choice, Default: "auto", Before: gaussian,
				Choices: []string{"auto", gaussian, probit},
				Help: "gaussian: numbers with noise; probit: zeros and ones, each 1 with probability Φ(x), where x is the sum of " +
					"the values of the row's features; auto: probit for a table of zeros and ones that is neither centred nor scaled."},
			{Name: "base", Title: "Base", Type: inference.Boolean, Default: "true",
				Help: "Whether all rows share a base to which features are added; without it, features explain the " +
					"values themselves."},
		},
		Preprocessing:  inference.Preprocessing{Centre: true, ScaleAll: true},
		Scalars:        []string{"log_joint", "features", "entries", "alpha", "noise", "feature_variance"},
		Objective:      "log_joint",
		ObjectiveTitle: "log joint density, nats",
		Iteration:      "sweep",
		Iterations:     1000,
		Samples:        true,
		Chains:         4,
		Growing:        "hold the mass at 1",
	}
}

// moments returns the means of the observed cells of each column and the mean over columns of their
// variances (mean squares if centred is false).
func moments(x *mat.Dense, centred bool) (mean []float64, spread float64) {
	n, d := x.Dims()
	mean = make([]float64, d)
	columns := 0
	for j := range d {
		sum, squares, m := 0.0, 0.0, 0.0
		for i := range n {
			if v := x.At(i, j); !math.IsNaN(v) {
				sum += v
				m++
			}
		}
		if m == 0 {
			continue
		}
		if centred {
			mean[j] = sum / m
		}
		for i := range n {
			if v := x.At(i, j); !math.IsNaN(v) {
				squares += (v - mean[j]) * (v - mean[j])
			}
		}
		spread += squares / m
		columns++
	}
	return mean, spread / float64(max(columns, 1))
}

// Check refuses tables of fewer than two rows or without variation.
func (Model) Check(data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	if n, _ := data.Dims(); n < 2 {
		return nil, errors.New("ibp: features are found by comparing rows, so the table needs at least two")
	}
	if _, spread := moments(data.X, s.Bool("base")); spread == 0 {
		return nil, errors.New("ibp: all values in each column are equal, so there is nothing to learn")
	}
	notes = append(notes, "Each row has some of the features; its values are the sums of theirs.")
	if !s.Bool("base") && data.Preprocessing.Centre {
		notes = append(notes, "The columns are centred, so a row without features is not at zero; set base to true, "+
			"or do not centre.")
	}
	signs, err := isProbit(data.X, s)
	switch {
	case err != nil:
		return nil, err
	case signs:
		notes = append(notes, "The table holds zeros and ones: the features of a row make a one more or less probable.")
	case data.Kind == inference.Binary:
		notes = append(notes, "The table holds zeros and ones, treated as numbers with Gaussian noise. Predictions "+
			"may lie slightly outside 0 and 1, densities are not probabilities, and columns with few ones count least. "+
			"Set observation to probit, and neither centre nor scale, for probabilities.")
	}
	if k := data.Missing(); k > 0 {
		notes = append(notes, fmt.Sprintf("Missing cells (%d) are drawn together with the features.", k))
	}
	return notes, nil
}

// Estimate assumes 40 features and 4 ns for each combination of row, feature, and column or
// feature.
func (Model) Estimate(data *inference.Dataset, _ inference.Settings) inference.Estimate {
	rows, columns := data.Dims()
	n, d, k := float64(rows), float64(columns), 40.0
	sweep := time.Duration(4*n*k*(d+k) + 5*n*d)
	draw := 4*(k*d+k*n) + n*k
	return inference.Estimate{Bytes: int64(8*n*d + 16*k*(d+k) + min(mostDraws*draw, mostBytes)), Start: sweep,
		Iteration: sweep}
}

// New prepares a chain. It works on one thread.
func (Model) New(data *inference.Dataset, s inference.Settings, streams inference.Streams, _ int) (inference.Stepper,
	error) {
	if n, _ := data.Dims(); n < 2 {
		return nil, errors.New("ibp: features are found by comparing rows, so the table needs at least two")
	}
	if _, err := isProbit(data.X, s); err != nil {
		return nil, err
	}
	return newSampler(data.X, s, streams), nil
}

// hyperOf reads the settings; spread is v, the variance of the cells.
func hyperOf(s inference.Settings, spread float64) hyper {
	auto := func(name string, share float64) float64 {
		if v := s.Real(name); v > 0 {
			return v
		}
		return share * spread
	}
	return hyper{
		alpha: s.Real("alpha"), beta: s.Real("beta"), noise: auto("noise", autoNoise),
		variance:   auto("feature_variance", autoVariance),
		fixedAlpha: s.Fixed("alpha"), fixedNoise: s.Fixed("noise"), fixedVariance: s.Fixed("feature_variance"),
	}
}

// Sample implements inference.PriorSampler at the given parameters, with v = 1 and column means of
// 0.
func (Model) Sample(n, d int, s inference.Settings, rng *rand.Rand) (inference.Draw, error) {
	if n < 1 || d < 1 {
		return inference.Draw{}, errors.New("ibp: a sample needs at least one row and one column")
	}
	h := hyperOf(s, 1)
	if s.Has("observation") && s.Text("observation") == probit {
		h.noise = 1
	}
	z := ibp.Prior{Alpha: h.alpha, Beta: h.beta}.Draw(n, rng).LeftOrdered()
	k := len(z.Columns)
	f := &factor.State{Binary: true, Offset: make([]float64, d), Noise: slices.Repeat([]float64{h.noise}, d)}
	x := mat.NewDense(n, d, nil)
	if k > 0 {
		f.Inclusion = z.Dense()
		f.Activities = f.Inclusion
		f.Loadings = mat.NewDense(d, k, nil)
		for c := range k {
			f.IDs = append(f.IDs, c+1)
			for j := range d {
				f.Loadings.Set(j, c, math.Sqrt(h.variance)*rng.NormFloat64())
			}
		}
		x.Mul(f.Inclusion, f.Loadings.T())
	}
	if s.Bool("base") {
		for j := range f.Offset {
			f.Offset[j] = rng.NormFloat64()
		}
	}
	for i := range n {
		for j := range d {
			x.Set(i, j, x.At(i, j)+f.Offset[j]+math.Sqrt(h.noise)*rng.NormFloat64())
		}
	}
	if s.Has("observation") && s.Text("observation") == probit {
		x.Apply(func(_, _ int, v float64) float64 { return float64(signOf(v)+1) / 2 }, x)
	}
	return inference.Draw{X: x, Parts: []inference.Part{&factor.Factors{State: f}}}, nil
}
