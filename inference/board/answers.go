package board

import (
	"cmp"
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/job"
)

// An Answer is the prediction of a hidden yes/no cell: the probability of yes, and the value of the cell.
type Answer struct {
	P   float64
	Yes bool
	Row string // of the cell
	Fit int    // which of several
}

// Answers returns the answers of a fit for the hidden cells of yes/no; c may be nil.
func Answers(c *job.CellScores, fit int) (list []Answer) {
	if c == nil || c.Mass == nil || len(c.Value) != len(c.Mass) {
		return nil
	}
	for i, sort := range c.Sort {
		p := math.Exp(c.Mass[i])
		if sort != job.CellsYesNo || !(p >= 0 && p <= 1) {
			continue
		}
		a := Answer{P: p, Yes: math.Round(c.Value[i]) == 1, Row: c.Row[i], Fit: fit}
		if !a.Yes {
			a.P = 1 - p
		}
		list = append(list, a)
	}
	return list
}

// Area returns the probability that of a cell of yes and one of no that of yes had the greater probability, ties
// counting a half: the area under the ROC curve, 0 to 1, of several fits the mean of theirs. It is NaN unless a fit
// answered both. The standard error lets cells of one row depend on each other (Obuchowski 1997; DeLong, DeLong and
// Clarke-Pearson 1988 where each row has one), with the factor G/(G−1) for G rows.
func Area(answers []Answer) Mean {
	sums := sums{at: map[string]int{}} // of the difference from the mean, by row
	mean, known := 0.0, 0.0
	var fits [][]Answer // those that answered both
	for _, list := range byFit(answers) {
		if area := areaOf(list, nil); !math.IsNaN(area) {
			fits, mean, known = append(fits, list), mean+area, known+1
		}
	}
	m := Mean{mean / known, math.NaN(), math.NaN(), math.NaN()}
	for _, list := range fits {
		areaOf(list, func(a Answer, away float64) { sums.add(a.Row, away/known) })
	}
	m.spread(sums.of, 1)
	return m
}

// byFit returns the answers of each fit, in the order in which the fits first occur.
func byFit(answers []Answer) (lists [][]Answer) {
	at := map[int]int{}
	for _, a := range answers {
		k, met := at[a.Fit]
		if !met {
			k, lists = len(lists), append(lists, nil)
			at[a.Fit] = k
		}
		lists[k] = append(lists[k], a)
	}
	return lists
}

// areaOf is the area of one fit. If each is not nil, it is called with every answer and its part of the difference
// between the area and its mean. A cell of yes has the share of those of no below it, less the area, over their number.
func areaOf(answers []Answer, each func(a Answer, away float64)) float64 {
	sorted := slices.Clone(answers)
	stable.Sort(sorted, func(a, b Answer) int { return cmp.Compare(a.P, b.P) })
	total := [2]float64{} // of no and of yes
	for _, a := range sorted {
		total[a.side()]++
	}
	below, above, area := [2]float64{}, make([]float64, len(sorted)), 0.0
	for at := 0; at < len(sorted); {
		to, here := at, [2]float64{}
		for ; to < len(sorted) && sorted[to].P == sorted[at].P; to++ {
			here[sorted[to].side()]++
		}
		for i := at; i < to; i++ {
			if sorted[i].Yes {
				above[i] = (below[0] + here[0]/2) / total[0]
				area += above[i] / total[1]
			} else {
				above[i] = 1 - (below[1]+here[1]/2)/total[1]
			}
		}
		below[0], below[1], at = below[0]+here[0], below[1]+here[1], to
	}
	if total[0] == 0 || total[1] == 0 {
		return math.NaN()
	}
	if each != nil {
		for i, a := range sorted {
			each(a, (above[i]-area)/total[a.side()])
		}
	}
	return area
}

// side is 1 for a cell of yes, 0 for one of no.
func (a Answer) side() int {
	if a.Yes {
		return 1
	}
	return 0
}
