package facts

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/kind/classes"
	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/plotting"
)

// classified are results of one density for each class, which give new rows or, without new rows, the fitted rows their
// classes.
var classified = Kind{
	Members: func(r Result) List {
		c := r.Scored
		if c == nil {
			return nil
		}
		rows, confusion, accuracy := confused(c)
		found, probability := []string(nil), []Number(nil)
		for i, class := range c.Found {
			found = append(found, c.Levels[class])
			probability = append(probability, Number(c.Probabilities.At(i, class)))
		}
		return Of("classification",
			Of("column", c.Column, "classes", c.Levels, "source", c.From, "rows", rows, "accuracy", Number(accuracy),
				"accuracy_standard_error", Number(math.Sqrt(accuracy*(1-accuracy)/float64(rows))), "confusion", confusion,
				"truth", c.Truth, "found", found, "probability", probability, "names", c.Names))
	},
	Printed: func(r Result) []string {
		c := r.Scored
		if c == nil {
			return nil
		}
		rows, _, accuracy := confused(c)
		if rows == 0 {
			return nil
		}
		return []string{fmt.Sprintf("%s of %s (%s) correctly assigned to one of %d classes of %s by Bayes' rule",
			plotting.FormatPercent(accuracy), plotting.Plural(rows, "row"), c.From, len(c.Levels), c.Column)}
	},
}

// confused counts the rows of a known class, the rows of each class by the class found, and the share that is found
// right.
func confused(c *job.ClassScores) (rows int, table [][]int, accuracy float64) {
	truth := make([]int, len(c.Found))
	for i := range truth {
		if truth[i] = slices.Index(c.Levels, c.Truth[i]); truth[i] >= 0 {
			rows++
		}
	}
	table = scores.Confusion(truth, c.Found, len(c.Levels), len(c.Levels))
	return rows, table, scores.Accuracy(table, inference.UpTo(len(c.Levels)))
}

// ClassificationOf returns the classes found for rows as figures show them; fitted says that the rows are those that
// were fitted.
func ClassificationOf(c *job.ClassScores, fitted bool) *classes.Classification {
	p := &classes.Classification{Class: c.Column, Levels: c.Levels, Probabilities: c.Probabilities,
		Truth: make([]int, len(c.Found)), Fitted: make([]bool, len(c.Found))}
	for i := range c.Found {
		p.Truth[i], p.Fitted[i] = slices.Index(c.Levels, c.Truth[i]), fitted
	}
	return p
}
