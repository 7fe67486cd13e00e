package batch

import (
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/kind/classes"
	"example.org/espalier/inference/stat/scores"
)

// classification is the layout of the member of result.json: the classes that one density for each
// class gives the new rows or, without new rows, the fitted rows.
type classification struct {
	Column        string   `json:"column"`
	Classes       []string `json:"classes"`
	Source        string   `json:"source"` // "fitted rows", "holdout" or the file
	Rows          int      `json:"rows"`   // of a known class
	Accuracy      number   `json:"accuracy"`
	StandardError number   `json:"accuracy_standard_error"`
	Confusion     [][]int  `json:"confusion"` // class × class found
	Truth         []string `json:"truth"`     // of each row, "" where it is unknown
	Found         []string `json:"found"`
	Probability   []number `json:"probability"` // of the class found
	Names         []string `json:"names"`
}

// classify lays out the classes found for the rows.
func (f *fitted) classify(c *job.ClassScores) {
	out := &classification{Column: c.Column, Classes: c.Levels, Source: c.From, Names: c.Names, Truth: c.Truth}
	p := &classes.Classification{Class: c.Column, Levels: c.Levels, Probabilities: c.Probabilities,
		Truth: make([]int, len(c.Found)), Fitted: make([]bool, len(c.Found))}
	for i, class := range c.Found {
		out.Found = append(out.Found, c.Levels[class])
		out.Probability = append(out.Probability, number(c.Probabilities.At(i, class)))
		p.Truth[i], p.Fitted[i] = slices.Index(c.Levels, c.Truth[i]), f.material.Held.Rows == nil
	}
	out.count()
	f.classified, f.classes = out, p
}

// count fills the table and its accuracy.
func (c *classification) count() {
	truth, found := make([]int, len(c.Found)), make([]int, len(c.Found))
	stands := inference.UpTo(len(c.Classes))
	for i := range found {
		truth[i], found[i] = slices.Index(c.Classes, c.Truth[i]), slices.Index(c.Classes, c.Found[i])
		if truth[i] >= 0 {
			c.Rows++
		}
	}
	c.Confusion = scores.Confusion(truth, found, len(c.Classes), len(c.Classes))
	p := scores.Accuracy(c.Confusion, stands)
	c.Accuracy, c.StandardError = number(p), number(math.Sqrt(p*(1-p)/float64(c.Rows)))
}
