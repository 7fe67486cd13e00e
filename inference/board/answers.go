package board

import (
	"math"

	"example.org/espalier/inference/job"
)

// An Answer is what a fit said of a hidden cell of yes/no: the probability of yes, and what the cell held.
type Answer struct {
	P   float64
	Yes bool
}

// answersOf returns what a fit said of the hidden cells of yes/no.
func answersOf(r *job.Result) (list []Answer) {
	c := r.Cells
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
