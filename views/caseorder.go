package views

import (
	"slices"

	"espalier/inference"
	"espalier/inference/kind/factor"
	"espalier/plotting/matrix"
)

// Orders of cases, beside the names of annotations.
const (
	casesAsInTable = "as in the table"
	casesClustered = "clustered by activity"
	casesByFactor  = "by the selected factor"
)

// A caseOrder is in which order a heat map shows the cases of a factor model. By itself
// it is that of the first annotation, or of a clustering where there is none.
type caseOrder struct {
	chosen  string // "" until the user chose
	chooser *chooser
	made    *madeOrder
	options []string
}

// newCaseOrder calls changed when the user chose another order.
func newCaseOrder(changed func()) *caseOrder {
	c := &caseOrder{made: &madeOrder{}}
	c.chooser = newChooser("Cases", func(i int) {
		c.chosen = c.options[i]
		changed()
	})
	return c
}

// offer brings the chooser up to date.
func (c *caseOrder) offer(v *factorView) {
	_, notes := v.plot(v.states.Shown).Cases()
	names := annotationsFor(notes)
	c.options = append([]string{casesAsInTable, casesClustered}, names...)
	if len(v.selectedFactors()) > 0 || c.chosen == casesByFactor {
		c.options = append(c.options, casesByFactor)
	}
	c.chooser.set(c.options, slices.Index(c.options, c.current(names)))
}

// current is the order chosen, or the usual one where there is none such.
func (c *caseOrder) current(annotations []string) string {
	switch {
	case c.chosen == casesAsInTable || c.chosen == casesClustered || c.chosen == casesByFactor || slices.Contains(annotations, c.chosen):
		return c.chosen
	case len(annotations) > 0:
		return annotations[0]
	}
	return casesClustered
}

// next goes to the next order.
func (c *caseOrder) next() {
	if len(c.options) > 0 {
		c.chooser.onChoose((c.chooser.at + 1) % len(c.options))
	}
}

// A caseKey says what an order of cases is made from.
type caseKey struct {
	factors *factor.State
	data    *inference.Dataset
	how     string
	factor  int
}

// of returns what the present order is made from and how to make it on the worker of the view.
func (c *caseOrder) of(v *factorView) (caseKey, func() []int) {
	f := v.states.Shown
	_, notes := v.plot(f).Cases()
	key := caseKey{factors: f, data: v.data, how: c.current(annotationsFor(notes)), factor: -1}
	if f.Count() == 0 || key.how == casesAsInTable {
		return caseKey{data: v.data}, func() []int { return nil }
	}
	if key.how == casesByFactor {
		if places := factorPlaces(f, v.selectedFactors()); len(places) > 0 {
			key.factor = places[0]
		} else {
			return caseKey{data: v.data}, func() []int { return nil }
		}
	}
	return key, func() []int {
		return c.made.get(key, func() []int {
			if key.factor >= 0 {
				return matrix.CasesByFactor(f.Activities, key.factor)
			}
			if a, ok := annotationNamed(notes, key.how); ok {
				return matrix.CasesByAnnotation(a, f.Activities)
			}
			return matrix.ClusterCases(f.Activities)
		})
	}
}
