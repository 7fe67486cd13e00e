package batch

import (
	"example.org/espalier/inference/kind/classes"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/plotting"
)

// propagatedFacts say what became of labels that were propagated along the edges of a graph; those of each
// row are in labels.csv.
type propagatedFacts struct {
	Annotation string   `json:"annotation"`
	Labels     []string `json:"labels"`
	Known      []int    `json:"known"`    // rows known to have each label
	Hidden     int      `json:"hidden"`   // rows without a known label
	Expected   []number `json:"expected"` // hidden rows expected to have each label
}

// propagated returns the labels that were propagated along the edges of a graph; nil for none.
func (f *fitted) propagated() *classes.Classification {
	if graph.Of(f.snapshot) == nil {
		return nil
	}
	return classes.Of(f.snapshot)
}

func (f *fitted) propagatedFacts() *propagatedFacts {
	c := f.propagated()
	if c == nil {
		return nil
	}
	out := &propagatedFacts{Annotation: c.Class, Labels: c.Levels, Known: make([]int, len(c.Levels)), Expected: make([]number, len(c.Levels))}
	for i, known := range c.Truth {
		if known >= 0 {
			out.Known[known]++
			continue
		}
		out.Hidden++
		for k := range c.Levels {
			out.Expected[k] += number(c.Probabilities.At(i, k))
		}
	}
	return out
}

// labelSheet lists the rows with the probability of each label.
func labelSheet(c *classes.Classification, names []string) plotting.Sheet {
	header := []string{"row", "label", "known"}
	for _, l := range c.Levels {
		header = append(header, "probability of "+l)
	}
	found := c.Predicted()
	return plotting.Sheet{Name: "labels", Header: header, Rows: func(yield func([]string) bool) {
		for i, name := range names {
			label, known := found[i], "hidden"
			if c.Truth[i] >= 0 {
				label, known = c.Truth[i], "known"
			}
			row := []string{name, c.Levels[label], known}
			for k := range c.Levels {
				row = append(row, plotting.Cell(c.Probabilities.At(i, k)))
			}
			if !yield(row) {
				return
			}
		}
	}}
}
