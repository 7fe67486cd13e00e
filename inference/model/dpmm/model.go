package dpmm

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/process/crp"
	"example.org/espalier/inference/process/narrow"
	"example.org/espalier/inference/stat/scree"

	"gonum.org/v1/gonum/mat"
)

// Model is the Dirichlet process mixture of Gaussians. Its zero value is ready for use.
type Model struct{}

var (
	_ inference.Model       = Model{}
	_ inference.KindSampler = Model{}
	_ inference.Switcher    = Model{}
	_ inference.Decider     = Model{}
	_ inference.Discrete    = Model{}
)

const (
	mostFull = 1000 // greatest number of columns with full covariances
	autoFull = 15   // greatest number of columns for which "auto" chooses full covariances,
	autoRows = 5    // with at least this many rows for each; else it chooses components
)

// The choices of the parameter covariance.
const (
	ofFull       = "full"
	ofDiagonal   = "diagonal"
	ofComponents = "components"
)

// Info describes the model.
func (Model) Info() inference.Info {
	positive := func(name, title, help string) inference.Parameter {
		return inference.Parameter{Name: name, Title: title, Type: inference.Real, Default: "1", Min: 0, OpenMin: true,
			Max: 1e6, Learnt: true, Help: help}
	}
	return inference.Info{
		Family: inference.FamilyClusters,
		Name:   "dpmm",
		Title:  "Dirichlet process mixture",
		Summary: "Finds clusters, as many as the data support: Gaussian ones of numbers, latent classes of categories and " +
			"counts, or of both. It gives the probability that any two rows share a cluster, but no hierarchy.",
		Reference: "R. M. Neal (2000), Markov chain sampling methods for Dirichlet process mixture models, Journal of Computational and Graphical Statistics 9, 249–265; D. B. Dahl (2003), An improved merge-split sampler for conjugate Dirichlet process mixture models, University of Wisconsin–Madison technical report 1086.",
		Parameters: []inference.Parameter{
			{Name: "covariance", Title: "Covariance", Type: inference.Choice, Default: "auto",
				Choices: []string{"auto", ofFull, ofComponents, ofDiagonal},
				Help: fmt.Sprintf(
					"full: clusters are ellipsoids of any direction; components: such ellipsoids among the leading principal "+
						"components, as many as stand out from chance; diagonal: columns are independent "+
						"within a cluster; auto: full for up to %d columns with at least %d rows for each, else components; but diagonal where half of the columns have two values only, or some columns are no numbers.",
					autoFull, autoRows)},
			positive("concentration", "α, concentration", "How readily a row starts a cluster of its own; larger "+
				"values give more clusters."),
			positive("scale", "ρ, scale", "Expected variance within a cluster, as a proportion of the variance of "+
				"the data."),
			positive("kappa", "κ₀, rows of the mean", "Weight of the prior on a cluster's mean, in rows; small "+
				"values let means lie far apart."),
			{Name: "freedom", Title: "δ, degrees of freedom", Type: inference.Real, Default: "3", Min: 2,
				OpenMin: true, Max: 1e4, Advanced: true,
				Help: "How strongly the prior pulls the variances of clusters together; near 2 they are free."},
			{Name: "split_merge", Title: "Split-merge proposals", Type: inference.Integer, Default: "3",
				Min: 0, Max: 1000, Advanced: true,
				Help: "Number of proposals in each sweep to split a cluster or merge two."},
			{Name: "start", Title: "Start", Type: inference.Choice, Default: "sequential",
				Choices: []string{"sequential", "together", "apart"}, Advanced: true,
				Help: "sequential: rows join clusters one by one in random order; together: all rows in one cluster; " +
					"apart: each row in its own."},
		},
		Kinds: []column.Sort{column.YesNo, column.Ordered, column.Category, column.Count,
			column.Censored},
		Compared:       true,
		Preprocessing:  inference.Preprocessing{Centre: true, Scale: true},
		Scalars:        []string{"log_joint", "clusters", "largest", "concentration", "scale", "kappa"},
		Objective:      "log_joint",
		ObjectiveTitle: "log joint probability, nats",
		Iteration:      "sweep",
		Iterations:     1000,
		Samples:        true,
		Chains:         4,
	}
}

// InfoFor implements inference.Switcher: clusters of principal components are of numbers alone.
func (m Model) InfoFor(s inference.Settings) inference.Info {
	info := m.Info()
	if s.Text("covariance") == ofComponents {
		info.Kinds = nil
	}
	return info
}

// Discrete implements inference.Discrete.
func (Model) Discrete(d *inference.Dataset, _ inference.Settings) bool {
	return isMixed(d) && !slices.ContainsFunc(d.Kinds, func(k column.Kind) bool { return !k.Sort.Mass() })
}

// Decide implements inference.Decider: it returns the covariances that auto chooses.
func (Model) Decide(d *inference.Dataset, s inference.Settings) map[string]string {
	if s.Text("covariance") != "auto" {
		return nil
	}
	return map[string]string{"covariance": covarianceFor(d, s)}
}

// covarianceFor returns the covariance of clusters of a table: where some columns are no numbers ofDiagonal, unless
// ofFull is asked for; else that of covarianceOf.
func covarianceFor(d *inference.Dataset, s inference.Settings) string {
	if mixed := isMixed(d) || len(d.Limits) > 0; mixed && s.Text("covariance") != ofFull {
		return ofDiagonal
	}
	return covarianceOf(d.X, s)
}

// covarianceOf returns the covariance of clusters: ofFull, ofDiagonal or ofComponents. Where half of the columns or
// more have two values only, auto chooses diagonal: such columns have no directions, and within a cluster they are
// mostly constant.
func covarianceOf(x *mat.Dense, s inference.Settings) string {
	n, d := x.Dims()
	switch c := s.Text("covariance"); {
	case c != "auto":
		return c
	case 2*narrow.TwoValued(x) >= d:
		return ofDiagonal
	case d <= autoFull && n >= autoRows*d:
		return ofFull
	}
	return ofComponents
}

// fewRows is how many rows a table has at least whose clusters are more than the prior.
const fewRows = 8

// Check refuses tables of fewer than two rows, and full covariances of too many columns.
func (Model) Check(data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	n, d := data.Dims()
	covariance := covarianceFor(data, s)
	full := covariance == ofFull
	var h *hidden
	if full {
		if h, err = hiddenOf(data); err != nil {
			return nil, fmt.Errorf("dpmm: %w", err)
		}
		if h != nil {
			d = h.table.Width()
		}
	}
	switch {
	case n < 2:
		return nil, errors.New("dpmm: a mixture needs at least two rows")
	case full && d > mostFull:
		return nil, fmt.Errorf(
			"dpmm: full covariances of %d columns take too long; set covariance to diagonal, or keep the most variable %d columns in the preprocessing",
			d, mostFull)
	}
	k, err := columnsOf(data)
	if err != nil {
		return nil, fmt.Errorf("dpmm: %w", err)
	}
	numbers := data.X
	switch {
	case h != nil:
		notes = append(notes, "Columns that are not numbers have hidden numbers behind their cells, which are drawn with "+
			"the clusters. The log joint probability includes them.")
		if k != nil {
			numbers = k.Table(data.X)
		}
	case k != nil:
		notes, numbers = append(notes, k.Note()), k.Table(data.X)
	}
	if len(data.Limits) > 0 && h == nil {
		notes = append(notes, "Cells of which only limits are known have numbers that are drawn between these, "+
			"together with the clusters.")
	}
	if numbers == nil {
	} else if constant, err := conjugate.Constant("dpmm", numbers); err != nil {
		return nil, err
	} else if constant > 0 {
		notes = append(notes, conjugate.ConstantNote(constant))
	}
	if k == nil && data.Kind == inference.Binary && !data.Preprocessing.Centre && !data.Preprocessing.Scale {
		notes = append(notes, conjugate.BinaryNote)
	}
	if full && n < 2*d {
		notes = append(notes, fmt.Sprintf(
			"Full covariances of %d columns are learnt from %d rows: covariance=diagonal is more robust and faster.", d, n))
	}
	if n < fewRows {
		notes = append(notes,
			fmt.Sprintf("%d rows are too few to tell of groups: what is shown of them is mostly the prior.", n))
	}
	if covariance == ofComponents && s.Text("covariance") == "auto" && d > 1 {
		text := fmt.Sprintf(
			"%d rows are few for %d columns: rows are clustered by the leading principal components, as many as stand out from chance.",
			n, d)
		if d <= 2*autoFull && n >= autoRows*d {
			text += " covariance=full predicts new rows better, but its groups are often too many, and it takes longer."
		}
		notes = append(notes, text)
	}
	if data.Unknown() > 0 {
		switch covariance {
		case ofFull:
			notes = append(notes, "Missing cells are drawn together with the clusters.")
		case ofComponents:
			notes = append(notes, "Missing cells are filled by the principal components.")
		default:
			notes = append(notes, "Nothing is filled in for missing cells.")
		}
	}
	if note := partition.TogetherNote(n); note != "" {
		notes = append(notes, note)
	}
	return notes, nil
}

// Estimate assumes a cluster for every 40 rows, and costs measured on two cores: 2 ns per cell with
// diagonal covariances, 0.4 ns for each pair of columns with full ones. Principal components take up to 20 times the
// eigenvalues of the smaller product of the table with itself, at 1 ns for each of k³ steps.
func (Model) Estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	rows, columns := data.Dims()
	n, d := float64(rows), float64(columns)
	covariance, start := covarianceFor(data, s), 0.0
	clusters := 4 + n/40
	if covariance == ofComponents {
		least := min(n, d)
		start = (scree.Most + 1) * (n*d*least/4 + least*least*least)
		d = float64(narrow.CountOf(rows, columns, narrow.Most))
	}
	draws := 1.0
	if h := mixedWidth(data); h > 0 && covariance == ofFull {
		d = float64(h)
		start += n * d * 1000
		draws = 8 // of hidden numbers, with a proposal from each cluster
	}
	each, keep := 60+0.4*d*d*draws, d*d
	if covariance == ofDiagonal {
		if each, keep = 20+2*d, 3*d; data.Missing() > 0 || isMixed(data) {
			each *= 6
		}
	}
	sweep := n * each * (clusters + 4)
	if covariance != ofDiagonal {
		sweep += (clusters*3 + 4) * d * d * d
		if k := data.Missing(); k > 0 && covariance == ofFull {
			sweep += float64(min(rows, k)) * clusters * d * d * d
		}
	}
	bytes := 8*(clusters*keep+n*float64(columns)) + float64(mostDraws)*8*n
	if d <= mostLearnt || covariance == ofDiagonal {
		bytes += float64(mostDraws) * 4 * keep
	}
	if rows <= partition.MostTogether {
		bytes += 18 * n * n
	}
	return inference.Estimate{Bytes: int64(bytes), Start: time.Duration(start + sweep), Iteration: time.Duration(sweep)}
}

// New prepares a chain. It works on one thread.
func (Model) New(data *inference.Dataset, s inference.Settings, streams inference.Streams,
	threads int) (inference.Stepper, error) {
	if n, _ := data.Dims(); n < 2 {
		return nil, errors.New("dpmm: a mixture needs at least two rows")
	}
	c := newSampler(data.X, s, streams, threads)
	if covarianceFor(data, s) == ofFull {
		h, err := hiddenOf(data)
		if err != nil {
			return nil, fmt.Errorf("dpmm: %w", err)
		}
		if h == nil {
			return c, nil
		}
		c.covariance, c.hidden = ofFull, h
		return hiddenSampler{c}, nil
	}
	k, err := columnsOf(data)
	if err != nil {
		return nil, fmt.Errorf("dpmm: %w", err)
	}
	if k == nil {
		return c, nil
	}
	c.kinds, c.covariance, c.of, c.limits = k, ofDiagonal, k.Table(data.X), limitsOf(data, k)
	return mixedSampler{c}, nil
}

// Sample implements inference.PriorSampler: m₀ = 0 and T the identity. "auto" and "components" mean full.
func (Model) Sample(n, d int, s inference.Settings, rng *rand.Rand) (inference.Draw, error) {
	if n < 1 || d < 1 {
		return inference.Draw{}, errors.New("dpmm: a sample needs at least one row and one column")
	}
	x := mat.NewDense(n, d, nil)
	labels, err := sample(n, x, s.Text("covariance") != ofDiagonal, s, rng)
	if err != nil {
		return inference.Draw{}, err
	}
	return inference.Draw{X: x, Parts: []inference.Part{&partition.Partition{Name: "clusters", Labels: labels}}}, nil
}

// sample draws the clusters of n rows, and numbers into x; nil for no numbers.
func sample(n int, x *mat.Dense, full bool, s inference.Settings, rng *rand.Rand) (labels []int, err error) {
	clusters := crp.Parameters{Concentration: s.Real("concentration")}
	if x == nil {
		return crp.Partition(n, clusters, rng), nil
	}
	_, d := x.Dims()
	v := make([]float64, d)
	for j := range v {
		v[j] = 1
	}
	mean := make([]float64, d)
	p := conjugate.NewDiagonalPrior(mean, v, s.Real("kappa"), s.Real("freedom"), s.Real("scale"))
	if full {
		shape := make([]float64, d*d)
		for j := range d {
			shape[j*d+j] = 1
		}
		if p, err = conjugate.NewFullPrior(mean, shape, s.Real("kappa"), s.Real("freedom"), s.Real("scale")); err != nil {
			return nil, err
		}
	}
	labels = crp.Partition(n, clusters, rng)
	sampleRows(labels, p, x, rng)
	return labels, nil
}

// sampleRows draws rows into x, given their clusters.
func sampleRows(z []int, p *conjugate.Prior, x *mat.Dense, rng *rand.Rand) {
	var members [][]int
	for i, k := range z {
		for len(members) <= k {
			members = append(members, nil)
		}
		members[k] = append(members[k], i)
	}
	for _, m := range members {
		for i, row := range p.Sample(len(m), rng) {
			x.SetRow(m[i], row)
		}
	}
}
