package pydt

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/factors"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/model/pydt/together"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/sequel"
)

// mostTogether is the largest number of rows or columns, whichever are fewer, for a free covariance.
const mostTogether = sequel.Most

// factorSteps is how many steps of annealing tables of ten rows and a few columns need with factors (math 11.13).
const factorSteps = 4000

// mostBranching is the largest number of columns for a tree over them.
const mostBranching = 600

// columnsParameter says how the columns of a table vary together (math 11).
func columnsParameter() inference.Parameter {
	return inference.Parameter{Name: "columns", Title: "Columns", Type: inference.Choice, Default: correlated.Undecided,
		Choices: []string{correlated.Undecided, correlated.Independent, correlated.AnyCovariance, correlated.ByFactors,
			correlated.ByTree}, Methods: []string{"em", "mcmc", "ais"},
		Help: "How columns vary together along the branches. auto: the tree is that of columns by themselves, and how they " +
			"vary together is learnt on it where that predicts left-out rows better; it then predicts rows and missing " +
			"cells, and gives the correlations. Of a table with eight rows or more for each column, up to 1,000 " +
			"rows and 50 columns, em builds a tree under the covariance too, and takes that where its groups are " +
			"clearer. independent: each column diffuses on its own, with one variance σ²; covariance: the tree is " +
			"built under any covariance Σ between columns, integrated out" +
			"; factors: Σ from a few factors, their number chosen by " +
			"cross-validation (in mcmc and ais, sparse factors whose number is drawn); tree: Σ from a second tree, over the " +
			"columns, learnt in turn with the tree over the rows. With these, σ² is 1 and the noise is proportional to Σ. In ais " +
			"auto is independent, and other columns need a complete table. Columns that are not numbers vary " +
			"together by covariance in mcmc, through their hidden numbers; elsewhere they are independent."}
}

// columnsOf returns how columns vary together under the settings.
func columnsOf(s inference.Settings) string {
	if !s.Has("columns") {
		return correlated.Independent
	}
	return s.Text("columns")
}

// togetherOf returns columnsOf, with auto replaced if only independence is possible.
func togetherOf(data *inference.Dataset, s inference.Settings) string {
	form := columnsOf(s)
	if form == correlated.Undecided && len(candidates(data, s)) == 0 {
		return correlated.Independent
	}
	return form
}

// candidates returns the forms of Σ that auto compares with independence, nil if there are none.
func candidates(data *inference.Dataset, s inference.Settings) (forms []string) {
	n, d := data.Dims()
	if whyIndependent(data, s) != "" || d < 2 {
		return nil
	}
	if min(n, d) <= mostTogether {
		forms = append(forms, correlated.AnyCovariance)
	}
	if d >= 3 {
		forms = append(forms, correlated.ByFactors)
	}
	return forms
}

// whyIndependent says why auto takes the columns of a table to be independent without a
// comparison, "" if it compares or if there is one column only.
func whyIndependent(data *inference.Dataset, s inference.Settings) string {
	n, d := data.Dims()
	probit, err := isProbit(data, s)
	switch method := s.Text("method"); {
	case d < 2:
		return ""
	case severalKinds(data):
		return "columns of several kinds vary by themselves"
	case probit || err != nil:
		return "probit needs independent columns"
	case method == "mp":
		return "method mp needs independent columns"
	case severalTemperatures(s):
		return "several temperatures need independent columns"
	case method == "ais":
		return "method ais sums over the trees of columns by themselves"
	case n < 8:
		return "a covariance needs at least eight rows"
	}
	return ""
}

// mostRival limits the rows of tables for which a second tree is searched: on those it takes a second or two.
const mostRival = 1000

// hasManyRows reports whether auto also searches for a tree under the covariance of the columns, and takes that
// where its groups are clearer.
func hasManyRows(data *inference.Dataset, s inference.Settings) bool {
	n, d := data.Dims()
	return s.Text("method") == "em" && together.ManyRows(data) && n <= mostRival && d <= together.MostMixed &&
		slices.Contains(candidates(data, s), correlated.AnyCovariance)
}

// checkTogether refuses forms that the data or the other settings do not support.
func checkTogether(data *inference.Dataset, s inference.Settings, probit bool) (notes []string, err error) {
	form := columnsOf(s)
	if form == correlated.Independent {
		return nil, nil
	}
	n, d := data.Dims()
	method := s.Text("method")
	if form == correlated.Undecided {
		if why := whyIndependent(data, s); why != "" {
			return []string{"The columns are treated as independent: " + why}, nil
		}
		// The tree is of all columns.
		for _, note := range correlated.ApartFor(data, correlated.Undecided).Notes(data.Columns) {
			notes = append(notes, strings.Replace(note, " and of the evidence", "", 1))
		}
		return notes, nil
	}
	const methods = "em or mcmc" // the methods that take any form
	switch {
	case probit && !kindsTogether(s):
		return nil, errors.New("probit needs independent columns, or method mcmc under a covariance; set columns to " +
			"independent, or observation to gaussian")
	case method == "mp":
		return nil, fmt.Errorf("method mp needs independent columns; set columns to independent, or method to %s", methods)
	case method == "ais" && data.Missing() > 0:
		return nil, fmt.Errorf("method ais lets columns vary together only in complete tables, and %d cells "+
			"are missing; set columns to independent, or method to mcmc", data.Missing())
	case form == correlated.ByTree && (n < 8 || d < 3):
		return nil, fmt.Errorf("a tree over the columns needs at least eight rows and three columns, and the table "+
			"has %d and %d; set columns to covariance", n, d)
	case form == correlated.ByTree && d > mostBranching:
		return nil, fmt.Errorf("a tree over the columns needs at most %d columns, and the table has %d; keep the "+
			"most variable ones, or set columns to factors", mostBranching, d)
	case severalTemperatures(s):
		return nil, errors.New("several temperatures need independent columns; set temperatures to 1, or columns to " +
			"independent")
	case form == correlated.AnyCovariance && min(n, d) > mostTogether:
		return nil, fmt.Errorf("a covariance between columns needs at most %d columns or %d rows, and the table has "+
			"%d and %d; set columns to factors",
			mostTogether, mostTogether, d, n)
	case form == correlated.AnyCovariance && method != "em" && d > mostTogether:
		return nil, fmt.Errorf("method %s draws a covariance of at most %d columns, and the table has %d; set "+
			"columns to factors and method to mcmc, or method to em", method, mostTogether, d)
	case form == correlated.ByFactors && (n < 8 || d < 3):
		return nil, fmt.Errorf("factors need at least eight rows and three columns, and the table has %d and %d; set "+
			"columns to covariance", n, d)
	}
	notes = append(notes, correlated.ApartFor(data, form).Notes(data.Columns)...)
	if few := s.Int("annealing"); method == "ais" && form == correlated.ByFactors && few < factorSteps {
		notes = append(notes, "With factors the evidence needs many annealing steps, "+inference.Grouped(factorSteps)+
			" or more; there are "+inference.Grouped(few))
	}
	if s.Fixed("sigma2") {
		notes = append(notes, "When columns vary together, Σ sets their scale: the fixed σ² is used only for the "+
			"first tree")
	}
	if s.Fixed("noise") && s.Real("noise") > 0 {
		notes = append(notes, "When columns vary together, the fixed noise is a proportion of Σ")
	}
	return notes, nil
}

// togetherEstimate adds what rounds of learning Σ cost to the estimate of independent columns,
// by costs measured on two cores: two or three of the rounds, some seven in all, have a pilot
// and rival trees, of a covariance of few columns one of four, and a round of the factors' fit takes about 6 ns a
// cell and factor. A sequel learns Σ a few times, in either form, and leaves rows out.
func togetherEstimate(e inference.Estimate, data *inference.Dataset, s inference.Settings) inference.Estimate {
	form := togetherOf(data, s)
	if form == correlated.Independent || s.Text("method") != "em" {
		return e
	}
	rows, columns := data.Dims()
	n, d, few := float64(rows), float64(columns), float64(min(rows, columns))
	law := lawTime(form, n, d)
	if data.Missing() > 0 {
		law += correlated.FillPasses * sequel.FillSweeps * 1e-8 * n * d
	}
	starts, rounds := 3.0, 7.0
	switch {
	case form == correlated.Undecided:
		starts, rounds, law = 1, 1, sequelTime(data)
	case form == correlated.AnyCovariance && columns <= together.MostMixed: // one pilot
		starts, rounds = 2, 4
	}
	if form == correlated.Undecided && hasManyRows(data, s) { // the tree under the covariance
		starts, law = starts+2, law+4*lawTime(correlated.AnyCovariance, n, d)
	}
	start := starts*e.Start.Seconds() + rounds*law
	return inference.Estimate{Bytes: 2*e.Bytes + int64(8*(8*n*d+4*d*(few+n))), Start: seconds(start),
		Iteration: e.Iteration}
}

// sequelTime returns the seconds that a sequel takes.
func sequelTime(data *inference.Dataset) float64 {
	rows, columns := data.Dims()
	n, d := float64(rows), float64(columns)
	law := sequel.Passes*lawTime(correlated.AnyCovariance, n, d) + lawTime(correlated.Undecided, n, d)
	law += 3 * sequel.Rows * n * (6e-9*d + 1e-6) // rows left out
	law += 2 * sequel.Passes * 60 * (1 + sequel.Draws) * n * math.Min(n, d) * 2e-9
	if data.Missing() > 0 {
		law += 2 * sequel.Passes * sequel.FillSweeps * 1e-8 * n * d
	}
	return law
}

// lawTime returns the seconds that learning Σ once takes.
func lawTime(form string, n, d float64) float64 {
	few := math.Min(n, d)
	law := 4e-9*n*d*few + 2e-8*few*few*few
	switch form {
	case correlated.ByTree: // a tree over the columns each round, and the root of their covariance
		law += d*n*d*2e-7 + 3e-9*d*d*d
	case correlated.ByFactors, correlated.Undecided:
		law += 4 * 6 * 8 * (6e-9*math.Min(n, covary.CountingRows)*d*8 + 5e-6) // folds, numbers of factors, rounds
	}
	return law
}

// togetherChainEstimate adds to the estimate of a chain what Σ costs in a sweep.
func togetherChainEstimate(e inference.Estimate, data *inference.Dataset, s inference.Settings) inference.Estimate {
	rows, columns := data.Dims()
	n, d := float64(rows), float64(columns)
	sweep, bytes := 0.0, 0.0
	switch togetherOf(data, s) {
	case correlated.Undecided: // a sequel is learnt a few times
		e.Start += seconds(sequelTime(data))
		bytes = 8 * 6 * n * d
	case correlated.AnyCovariance:
		sweep, bytes = 4e-9*n*d*d+3e-8*d*d*d, 8*(4*n*d+40*d*d)
	case correlated.ByTree: // a sweep of the tree over the columns, and the root of their covariance
		few := math.Min(d, factors.MostMoments)
		sweep, bytes = sampler.SweepTimeOf(d, n, 1)+3e-9*d*d*d, 8*(8*n*d+30*few*few)+1000*d
	case correlated.ByFactors: // a dozen factors, as nsfa has them
		few := math.Min(d, factors.MostMoments)
		sweep, bytes = factors.Sweeps*1e-9*(14*n*d+1600*d), 8*(6*n*d+40*d+30*few*few)
	}
	e.Iteration, e.Bytes = e.Iteration+seconds(sweep), e.Bytes+int64(bytes)
	return e
}
