package board

import (
	"cmp"
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/job"
)

// An Answer is what a fit said of a hidden cell of yes/no: the probability of yes, and what the cell held.
type Answer struct {
	P   float64
	Yes bool
}

// Answers returns the answers of a fit for the hidden cells of yes/no; c may be nil.
func Answers(c *job.CellScores) (list []Answer) {
	if c == nil || c.Mass == nil || len(c.Value) != len(c.Mass) {
		return nil
	}
	for i, sort := range c.Sort {
		p := math.Exp(c.Mass[i])
		if sort != job.CellsYesNo || !(p >= 0 && p <= 1) {
			continue
		}
		a := Answer{P: p, Yes: math.Round(c.Value[i]) == 1}
		if !a.Yes {
			a.P = 1 - p
		}
		list = append(list, a)
	}
	return list
}

// Area returns the probability that of a cell of yes and one of no that of yes had the greater probability, ties
// counting a half: the area under the ROC curve, 0 to 1. It is NaN unless there are both.
func Area(answers []Answer) float64 {
	sorted := slices.Clone(answers)
	stable.Sort(sorted, func(a, b Answer) int { return cmp.Compare(a.P, b.P) })
	yes, no, above := 0.0, 0.0, 0.0 // pairs in which yes is above no
	for at := 0; at < len(sorted); {
		to, yesHere, noHere := at, 0.0, 0.0
		for ; to < len(sorted) && sorted[to].P == sorted[at].P; to++ {
			if sorted[to].Yes {
				yesHere++
			} else {
				noHere++
			}
		}
		above += yesHere * (no + noHere/2)
		yes, no, at = yes+yesHere, no+noHere, to
	}
	return above / (yes * no)
}
