package batch

import (
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/plotting"
)

// factorFacts describes a factor in a result.
type factorFacts struct {
	Name      string      `json:"name"`
	Items     int         `json:"items"`              // on which it loads in half of the draws or more
	Explained interval    `json:"variance_explained"` // share of the variance; 0 in draws without the factor
	Minor     bool        `json:"minor,omitempty"`    // it has little of the variance, or one item
	Match     *matchFacts `json:"match,omitempty"`    // of draws
	// Associations are tests of its mean activities by annotation.
	Associations []associationFacts `json:"associations,omitempty"`
}

// interval is a mean with the range of the middle 90 % of the draws.
type interval struct {
	Mean number `json:"mean"`
	Low  number `json:"low"`
	High number `json:"high"`
}

// matchFacts says how reliably a factor is recognised from draw to draw.
type matchFacts struct {
	Presence   number   `json:"presence"` // share of the draws that have it
	ByChain    []number `json:"presence_by_chain"`
	Loadings   number   `json:"loadings_cosine"`
	Activities number   `json:"activities_cosine"`
}

type associationFacts struct {
	Annotation string `json:"annotation"`
	Test       string `json:"test"`
	Statistic  number `json:"statistic"`
	P          number `json:"p"`
	Adjusted   number `json:"p_adjusted"` // for the number of factors
	Effect     number `json:"effect"`
	Exact      bool   `json:"exact"`
}

// factorList describes the factors of a summary; nil for other models.
func (f *fitted) factorList() []factorFacts {
	s := f.summary()
	if s == nil {
		return nil
	}
	list := make([]factorFacts, s.Count())
	fold := s.Fold()
	for j := range list {
		e := s.Explained[j]
		list[j] = factorFacts{Name: factors.Name(j), Explained: interval{number(e.Mean), number(e.Low), number(e.High)}}
		list[j].Minor = !slices.Contains(fold.Major, j)
		for _, r := range s.Ranking(j) {
			if r.Probability >= 0.5 {
				list[j].Items++
			}
		}
		if m := s.Matches[j]; s.Draws > 0 {
			list[j].Match = &matchFacts{number(m.Presence), numbers(m.ByChain), number(m.Loadings), number(m.Activities)}
		}
	}
	for _, a := range f.subject().Strips() {
		for j, t := range factors.Associations(s, a) {
			test := "kruskal_wallis"
			if t.Numeric {
				test = "spearman"
			}
			list[j].Associations = append(list[j].Associations, associationFacts{a.Name, test, number(t.Statistic), number(t.P), number(t.Adjusted), number(t.Effect), t.Exact})
		}
	}
	return list
}

// varianceFacts are the shares of variance that no listed factor has; with those of the listed
// factors they add up to 1.
type varianceFacts struct {
	Noise interval `json:"noise"`
	Rest  interval `json:"factors_of_few_draws"`
}

// variance returns the shares of variance besides the listed factors; nil for other models.
func (f *fitted) variance() *varianceFacts {
	s := f.summary()
	if s == nil {
		return nil
	}
	of := func(e factors.Spread) interval { return interval{number(e.Mean), number(e.Low), number(e.High)} }
	return &varianceFacts{of(s.Noise), of(s.Rest)}
}

// shares says in words how the variance is divided: "12 factors have 61 % of the variance, and 140 minor factors, 9 %; noise
// has 30 %". dense warns of factors that load on nearly every item of a model whose loadings can be 0.
func shares(s *factors.Summary) (text, dense string) {
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
	text = plotting.Plural(len(fold.Major), "factor") + " explain " + percent[0] + " of the variance"
	if len(fold.Major) == 1 {
		text = strings.Replace(text, "explain", "explains", 1)
	}
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
			"sparse. This may be a level that nearly all items share, such as a batch or the size of a sample; " +
			"centre the rows to remove it."
	}
	return text, dense
}

// rankingSheet lists the items of each factor, the most certain first.
func rankingSheet(s *factors.Summary, items []string) plotting.Sheet {
	header := []string{"factor", "rank", "item", "probability", "mean", "standard_deviation", "low", "high"}
	return plotting.Sheet{Name: "ranking", Header: header, Rows: func(yield func([]string) bool) {
		for j := range s.Count() {
			for i, r := range s.Ranking(j) {
				l := r.Loading
				if !yield([]string{factors.Name(j), strconv.Itoa(i + 1), items[r.Item], plotting.Cell(r.Probability), plotting.Cell(l.Mean), plotting.Cell(l.StandardDeviation), plotting.Cell(l.Low), plotting.Cell(l.High)}) {
					return
				}
			}
		}
	}}
}
