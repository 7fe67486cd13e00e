package facts

import (
	"context"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/kind/scree"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/matrix"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// factored are results with factors.
var factored = Kind{
	Members: func(r Result) List {
		s := summaryOf(r)
		if s == nil {
			return nil
		}
		var l List
		l.AddSome("factors", factorFacts(r, s))
		l.Add("variance", Of("noise", spread(s.Noise), "factors_of_few_draws", spread(s.Rest))) // the rest of the variance
		l.AddSome("variance_by_table", groupFacts(s.ByGroup))
		return l
	},
	Files: func(r Result) []File {
		s := summaryOf(r)
		if s == nil {
			return nil
		}
		items := r.Data.Columns
		if s.Factors.Side == inference.OnRows {
			items = r.Data.Rows
		}
		sheets := append(FactorTables(s.Factors, r.Data.Rows, r.Data.Columns), rankingTable(s, items))
		if s.ByGroup != nil && s.Count() > 0 {
			sheets = append(sheets, groupTable(s))
		}
		return tables("matrices/", sheets...)
	},
	Printed: func(r Result) []string {
		state := factor.StateOf(r.Snapshot)
		if state == nil {
			return nil
		}
		lines := []string{"factors: " + plotting.FormatCount(state.Count())}
		if text := chart.NewCounts(r.Snapshot, nil, r.BurnIn, r.Info.Iteration).Posterior(); text != "" {
			lines[0] = "factors: " + text
		}
		if scree.Of(r.Snapshot) != nil {
			lines[0] += principal
		}
		if text, dense := varianceWords(summaryOf(r)); text != "" {
			if lines = append(lines, text); dense != "" {
				lines = append(lines, dense)
			}
		}
		return append(lines, groupWords(summaryOf(r))...)
	},
	Doubts:   doubtsOfFactors,
	Shares:   sharesOfFactors,
	Overview: overviewOfFactors,
}

// principal is added to factors that are principal components.
const principal = " (principal components)"

// summaryOf summarises the draws of a factor model, or returns its estimate; nil for other models.
func summaryOf(r Result) *factors.Summary {
	s, _ := r.Summary(context.Background()) // it never ends, so there is no error
	return s
}

// spread returns a mean with the range of the middle 90 % of the draws.
func spread(s factors.Spread) List {
	return Of("mean", Number(s.Mean), "low", Number(s.Low), "high", Number(s.High))
}

// factorFacts describes the factors: on how many items each loads in half of the draws or more, its share of the
// variance, 0 in draws without it, whether it has little of the variance or one item, how reliably it is recognised
// from draw to draw, and tests of its mean activities by annotation.
func factorFacts(r Result, s *factors.Summary) []List {
	list, tests := make([]List, s.Count()), make([][]List, s.Count())
	for _, a := range r.Strips() {
		for j, t := range factors.Associations(s, a) {
			test := "kruskal_wallis"
			if t.Numeric {
				test = "spearman"
			}
			tests[j] = append(tests[j], Of("annotation", a.Name, "test", test, "statistic", Number(t.Statistic), "p",
				Number(t.P), "p_adjusted", Number(t.Adjusted), "effect", Number(t.Effect), "exact", t.Exact))
		}
	}
	fold := s.Fold()
	for j := range list {
		items := 0
		for _, r := range s.Ranking(j) {
			if r.Probability >= 0.5 {
				items++
			}
		}
		list[j] = Of("name", factors.Name(j), "items", items, "variance_explained", spread(s.Explained[j]))
		list[j].AddSome("minor", !slices.Contains(fold.Major, j))
		if m := s.Matches[j]; s.Draws > 0 {
			list[j].Add("match", Of("presence", Number(m.Presence), "presence_by_chain", Numbers(m.ByChain), "loadings_cosine",
				Number(m.Loadings), "activities_cosine", Number(m.Activities)))
		}
		list[j].AddSome("associations", tests[j])
	}
	return list
}

// overviewOfFactors lists the factors with their shares of the variance.
func overviewOfFactors(s Shown) (head string, l List) {
	state := factor.StateOf(s.Snapshot)
	if state == nil {
		return "", nil
	}
	head, one := "Factors", "factor"
	if state.Binary {
		head, one = "Features", "feature"
	}
	if scree.Of(s.Snapshot) != nil {
		head += principal
	}
	sum := s.Summary
	if sum == nil {
		l.Say(plotting.Plural(state.Count(), one)+" now", "")
		return head, l
	}
	l.Say("variance explained", "")
	fold := sum.Fold()
	percent := plotting.FormatShares(sum.Parts(fold))
	for place, k := range fold.Major[:min(mostListed, len(fold.Major))] {
		l.Offer(matrix.FactorName(k, state.Binary), percent[place],
			func() study.Selection { return study.Selection{}.WithFactors(s.ID, sum.Factors.IDs[k]) })
	}
	if fold.Minor > 0 {
		l.Say("and "+plotting.Plural(fold.Minor, "minor factor"), percent[len(percent)-2])
	}
	if v := sum.Noise.Mean; v == v {
		l.Say("noise", percent[len(percent)-1])
	}
	if b := sum.ByGroup; b != nil {
		l.Say("explained by table", "")
		for g, name := range b.Names {
			l.Say(name, plotting.FormatPercent(b.Total(g)))
		}
	}
	if n := sum.Dense(); n > 0 { // although the model is sparse
		item, _ := state.Side.Words()
		l.Say("on nearly all "+item+"s", plotting.Plural(n, "factor"))
	}
	return head, l
}

// sharesOfFactors returns the share of the draws after burn-in that have each number of factors, or of common factors.
func sharesOfFactors(r Result, quantity string) (List, bool) {
	counts := factors.Counts
	if quantity == factors.Common {
		counts = factors.CommonCounts
	} else if quantity != factors.Features {
		return nil, false
	}
	if factor.StateOf(r.Snapshot) == nil {
		return nil, false
	}
	share := map[int]float64{}
	for _, chain := range counts(r.Snapshot, r.BurnIn) {
		for _, k := range chain {
			share[k]++
		}
	}
	return sharesOf(share), true
}

// leastNoise is the lower bound of the noise in factor models, as a share of the mean variance of
// the columns.
const leastNoise = 1e-9

// doubtsOfFactors says that the noise is at its lower limit.
func doubtsOfFactors(r Result) (list []string) {
	if factor.StateOf(r.Snapshot) == nil {
		return nil
	}
	_, d := r.Data.Dims()
	total := 0.0
	for j := range d {
		_, variance := stat.MeanVariance(observed(r.Data.X, j), nil)
		total += variance / float64(d)
	}
	for _, x := range r.Snapshot.Scalars {
		if x.Name == "noise" && x.Mean < 1.01*leastNoise*total {
			list = append(list, "The noise is at its lower limit: the factors fit every cell, so densities of "+
				"other cells and rows mean nothing; use fewer factors or more rows.")
		}
	}
	return list
}

// observed returns the values of a column, without missing ones.
func observed(x *mat.Dense, j int) (v []float64) {
	n, _ := x.Dims()
	for i := range n {
		if y := x.At(i, j); !math.IsNaN(y) {
			v = append(v, y)
		}
	}
	return v
}

// varianceWords says in words how the variance is divided: "12 factors have 61 % of the variance, and 140 minor
// factors, 9 %; noise has 30 %". dense warns of factors that load on nearly every item of a model whose loadings can
// be 0.
func varianceWords(s *factors.Summary) (text, dense string) {
	if s.Count() == 0 {
		return "", ""
	}
	fold, sum := s.Fold(), 0.0
	for _, j := range fold.Major {
		sum += s.Explained[j].Mean
	}
	if fold.Minor == 0 {
		sum += s.Rest.Mean
	}
	percent := plotting.FormatShares([]float64{sum, fold.Share, s.Noise.Mean})
	verb := " explain "
	if len(fold.Major) == 1 {
		verb = " explains "
	} else if n := s.Singles(fold.Major); n > 0 {
		verb = fmt.Sprintf(", %d of one item,", n) + verb
	}
	text = plotting.Plural(len(fold.Major), "factor") + verb + percent[0] + " of the variance"
	if words := fold.Words(func(float64) string { return percent[1] }); words != "" {
		text += ", " + words
	}
	if s.Noise.Mean == s.Noise.Mean {
		text += "; noise is " + percent[2]
	}
	if n := s.Dense(); n > 0 {
		verb := "loads"
		if n > 1 {
			verb = "load"
		}
		dense = plotting.Plural(n, "factor") + " " + verb + " on more than nine items in ten, although the model is " +
			"sparse. This may be a level that nearly all items share, such as a batch, or size; where the columns share a " +
			"unit, centring the rows removes it."
	}
	return text, dense
}
