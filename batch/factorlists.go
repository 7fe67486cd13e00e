package batch

import (
	"strconv"

	"espalier/inference/stat/factors"
	"espalier/plotting"
)

// factorFacts is what a result says of a factor.
type factorFacts struct {
	Name      string      `json:"name"`
	Items     int         `json:"items"` // on which it loads in half of the draws or more
	Explained interval    `json:"variance_explained"`
	Match     *matchFacts `json:"match,omitempty"` // of draws
	// Associations are tests of its mean activities by annotation.
	Associations []associationFacts `json:"associations,omitempty"`
}

// interval is a mean with the middle 90 % of the draws.
type interval struct {
	Mean number `json:"mean"`
	Low  number `json:"low"`
	High number `json:"high"`
}

// matchFacts says how well a factor is known again from draw to draw.
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
	for j := range list {
		e := s.Explained[j]
		list[j] = factorFacts{Name: factors.Name(j), Explained: interval{number(e.Mean), number(e.Low), number(e.High)}}
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

// rankingSheet lists the items of each factor, the surest first.
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
