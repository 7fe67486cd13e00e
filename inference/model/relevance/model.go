package relevance

import (
	"errors"
	"fmt"
	"math"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/atonce"
	"example.org/espalier/inference/process/marginal"
	"example.org/espalier/inference/stat/pairs"
)

// Model is the relevance network. Its zero value is ready for use.
type Model struct{}

var _ inference.Model = Model{}

// The values of the parameter measure.
const (
	correlation = "correlation"
	informative = "information"
)

// The values of the parameter correction.
const (
	hochberg  = "benjamini_hochberg"
	yekutieli = "benjamini_yekutieli"
)

// most is the greatest number of columns.
const most = 3000

var statistics = map[string]string{"normal_scores": pairs.Scores, "spearman": pairs.Ranked, "pearson": pairs.Raw}

// Info describes the model.
func (Model) Info() inference.Info {
	return inference.Info{
		Family: inference.FamilyGraphs,
		Name:   "relevance",
		Title:  "Relevance network",
		Summary: "Shows which pairs of columns are associated beyond chance, at a given false discovery rate. It " +
			"does not separate direct from indirect associations.",
		Reference: "A. J. Butte and I. S. Kohane (2000), Mutual information relevance networks, Pacific Symposium on Biocomputing 5, 418–429; " +
			"A. Kraskov, H. Stögbauer and P. Grassberger (2004), Estimating mutual information, Physical Review E 69, 066138.",
		Parameters: []inference.Parameter{
			{Name: "measure", Title: "Measure", Type: inference.Choice, Default: correlation,
				Choices: []string{correlation, informative},
				Help: "correlation: finds pairs that rise or fall together, fast; information: mutual information, which finds " +
					"dependences of any shape, also of categories, but needs more rows and more time."},
			{Name: "statistic", Title: "Values", Type: inference.Choice, Default: "normal_scores",
				Choices: []string{"normal_scores", "spearman", "pearson"},
				Help: "normal_scores: ranks turned into quantiles of a Gaussian; spearman: ranks; pearson: the " +
					"values themselves, sensitive to outliers."},
			{Name: "shuffles", Title: "Shuffles", Type: inference.Integer, Default: "200", Min: 1, Max: 10000, Advanced: true,
				Help: "Largest number of shuffled tables; fewer are needed if there are many pairs."},
			{Name: "neighbours", Title: "Nearest rows", Type: inference.Integer, Default: "0", Min: 0, Max: 1000,
				Advanced: true, Zero: "auto",
				Help: "With information, how many nearest rows an estimate looks at: more find weaker dependences, fewer find " +
					"finer ones; auto takes a sixteenth of the rows, from 3 to 20."},
			{Name: "fdr", Title: "False discovery rate", Type: inference.Real, Default: "0.2", Min: 0, OpenMin: true, Max: 1,
				OpenMax: true, Advanced: true,
				Help: "Edges with a higher false discovery rate are not listed."},
			{Name: "correction", Title: "Rate by", Type: inference.Choice, Default: hochberg,
				Choices: []string{hochberg, yekutieli}, Advanced: true,
				Help: "benjamini_hochberg: holds where pairs are independent or depend on each other positively; benjamini_yekutieli: " +
					"holds however they depend on each other, and finds fewer edges."},
		},
		Preprocessing: inference.Preprocessing{Centre: true, Scale: true},
		Scalars:       []string{"edges"},
		Iteration:     "fit",
	}
}

// Check refuses tables of fewer than four rows or two columns, and tables with too many columns.
func (Model) Check(data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	n, d := data.Dims()
	switch {
	case n < 4:
		return nil, errors.New("relevance: telling a correlation from chance needs at least four rows")
	case d < 2:
		return nil, errors.New("relevance: a network needs at least two columns")
	case d > most:
		return nil, fmt.Errorf(
			"relevance: the pairs of %d columns take too long; keep the most variable %d columns in the preprocessing", d, most)
	}
	if s.Text("measure") == informative {
		return informedNotes(data), nil
	}
	if k := data.Missing(); k > 0 {
		notes = append(notes, fmt.Sprintf("Cells are missing (%d); each pair of columns uses the rows where both are "+
			"known, and p values come from Student's t.", k))
	}
	return notes, nil
}

// informedNotes says which columns mutual information takes for numbers and which for categories.
func informedNotes(data *inference.Dataset) (notes []string) {
	_, d := data.Dims()
	count := 0
	for j := range d {
		if categories(data, j) != nil {
			count++
		}
	}
	if count > 0 {
		notes = append(notes, fmt.Sprintf("Columns of at most %d different whole numbers are categories (%d of %d).",
			marginal.MostLevels, count, d))
	}
	if k := data.Missing(); k > 0 {
		notes = append(notes, fmt.Sprintf("Cells are missing (%d); each pair of columns uses the rows where both are known.",
			k))
	}
	return notes
}

// Estimate predicts the memory and time of the fit. Mutual information of numbers takes some 60 ns for each row and
// halving of the rows; pairs with categories take a third of that, and all shuffles.
func (Model) Estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	n, d := data.Dims()
	if s.Text("measure") == informative {
		numbers, most := 0, float64(s.Int("shuffles"))
		for j := range d {
			if categories(data, j) == nil {
				numbers++
			}
		}
		each, all, alike := 60*float64(n)*math.Log2(float64(n)), float64(d*(d-1)/2), float64(numbers*(numbers-1)/2)
		tables := min(most, math.Ceil(enoughOfKind/max(alike, 1)))
		return inference.Estimate{Bytes: 8 * int64(8*d*d/2+6*n*d+1),
			Start: time.Duration(each*(alike*(1+tables)+(all-alike)*(1+most)/3)) + time.Millisecond}
	}
	each := time.Duration(n*d) * time.Duration(d) / 2
	times := time.Duration(1 + shuffles(s.Int("shuffles"), d))
	return inference.Estimate{Bytes: 8 * int64(3*d*d+3*n*d+enough), Start: each*times + time.Millisecond}
}

// enough is how many shuffled pairs tell the null distribution to a p value of a millionth.
const enough = 2_000_000

// shuffles is how many tables are shuffled.
func shuffles(most, d int) int { return min(most, max(1, enough/(d*(d-1)/2))) }

// New prepares a fit. Correlations take one thread.
func (m Model) New(data *inference.Dataset, s inference.Settings, streams inference.Streams,
	threads int) (inference.Stepper, error) {
	if _, err := m.Check(data, s); err != nil {
		return nil, err
	}
	_, d := data.Dims()
	if s.Text("measure") == informative {
		return &fit{Fit: atonce.Fit{Model: "relevance", Phase: "measuring pairs", Learnt: "edges"},
			names: data.Columns, rate: s.Real("fdr"),
			dependent: s.Text("correction") == yekutieli, informed: newInformed(data, statistics[s.Text("statistic")],
				s.Int("neighbours"), s.Int("shuffles"), streams, threads)}, nil
	}
	f := &fit{Fit: atonce.Fit{Model: "relevance", Phase: "correlating pairs", Learnt: "edges"},
		names: data.Columns, streams: streams,
		columns: pairs.New(data.X, statistics[s.Text("statistic")]), rate: s.Real("fdr"),
		dependent: s.Text("correction") == yekutieli, next: 1}
	if f.columns.Complete() {
		f.shuffles = shuffles(s.Int("shuffles"), d)
	}
	return f, nil
}
