// Package classes is the kind of result of a classifier: to which class each row belongs.
package classes

import (
	"math"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// Kind is the name of the kind.
const Kind = "classes"

// Of returns the classification of a snapshot; nil where there is none.
func Of(s *inference.Snapshot) *Classification {
	c, _ := inference.Of[*Classification](s)
	return c
}

// A Classification is the class of each row by Bayes' rule, given a density for each class. It is
// never modified once published.
type Classification struct {
	Class  string   // the annotation whose levels are the classes
	Levels []string // the classes that have a density, a selection of those of the annotation
	Truth  []int    // class of each row, an index of Levels; −1 where it is unknown
	// Fitted marks the rows that a density was fitted to; they are no test of the classification.
	Fitted []bool
	// Probabilities of the classes, rows × classes; NaN in rows that were not classified.
	Probabilities *mat.Dense
	Iteration     int // after which it was made
}

// Predicted returns the most probable class of each row, an index of Levels; −1 for rows
// that were not classified.
func (c *Classification) Predicted() []int {
	n, k := c.Probabilities.Dims()
	out := make([]int, n)
	for i := range out {
		out[i] = -1
		best := -1.0
		for j := range k {
			if p := c.Probabilities.At(i, j); p > best {
				out[i], best = j, p
			}
		}
	}
	return out
}

// Tested reports whether some classified rows were not fitted.
func (c *Classification) Tested() bool {
	for i, fitted := range c.Fitted {
		if !fitted && !math.IsNaN(c.Probabilities.At(i, 0)) && c.Truth[i] >= 0 {
			return true
		}
	}
	return false
}
