package batch

import (
	"context"
	"fmt"
	"math"
	"slices"

	"espalier/inference"
	"espalier/inference/model/classify"
	"espalier/inference/run"
	"espalier/inference/stat/scores"
)

// classification is the layout of the member of result.json: what one density for each
// class says of the new rows, or of those that were fitted where there are none.
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

// classes makes a classifier of a model where --classes asks for one.
func (c *fitCommand) classes(m inference.Model) inference.Model {
	if c.Classes == "" {
		return m
	}
	return classify.Model{Base: m, Class: c.Classes}
}

// classLabels returns the class of each new row as its table says, nil where it does not.
func (c *fitCommand) classLabels(t *inference.Table) []string {
	a, ok := t.AnnotationByName(c.Classes)
	if !ok {
		moved, err := t.MoveToAnnotations(c.Classes)
		if err != nil {
			return nil
		}
		if a, ok = moved.AnnotationByName(c.Classes); !ok {
			return nil
		}
	}
	return a.Values
}

// classify classifies the new rows, or those that were fitted.
func (f *fitted) classify(r *run.Run) error {
	c, m := f.command, f.material
	if c.Classes == "" {
		return nil
	}
	x, out := m.data.X, &classification{Column: c.Classes, Source: "fitted rows", Names: m.data.Rows}
	if a, ok := m.table.AnnotationByName(c.Classes); ok && m.test == nil {
		for _, i := range m.data.RowIndex {
			out.Truth = append(out.Truth, a.Values[i])
		}
	}
	if m.test != nil {
		x, out.Source, out.Names, out.Truth = m.test, m.testFrom, m.testNames, m.testClasses
	}
	var failure error
	err := r.Do(func(st inference.Stepper) {
		k, ok := st.(inference.Classifier)
		if !ok {
			failure = fmt.Errorf("%s cannot tell classes apart", f.info.Name)
			return
		}
		_, out.Classes = k.Classes()
		joint, err := k.ClassLogJoint(context.Background(), x)
		if failure = err; err != nil {
			return
		}
		p := &inference.Classification{Class: c.Classes, Levels: out.Classes, Probabilities: classify.Posterior(joint), Fitted: make([]bool, x.RawMatrix().Rows)}
		for i := range p.Fitted {
			p.Fitted[i] = m.test == nil
		}
		f.classes = p
		for i, class := range p.Predicted() {
			out.Found = append(out.Found, out.Classes[class])
			out.Probability = append(out.Probability, number(p.Probabilities.At(i, class)))
		}
	})
	if err == nil {
		err = failure
	}
	if err != nil {
		return fmt.Errorf("classifying rows: %w", err)
	}
	out.count()
	f.classified = out
	f.classes.Truth = make([]int, len(out.Truth))
	for i, class := range out.Truth {
		f.classes.Truth[i] = slices.Index(out.Classes, class)
	}
	return nil
}

// count fills the table and its accuracy.
func (c *classification) count() {
	if len(c.Truth) == 0 {
		c.Truth = make([]string, len(c.Found))
	}
	truth, found := make([]int, len(c.Found)), make([]int, len(c.Found))
	stands := make([]int, len(c.Classes))
	for k := range stands {
		stands[k] = k
	}
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
