package factors

import (
	"slices"

	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/controls"
)

// A caseOrder chooses the order in which a heat map shows the cases of a factor model.
type caseOrder struct {
	chosen  string // "" until the user chose
	chooser *controls.Chooser
	options []string
}

// newCaseOrder returns a chooser that calls changed when the user chooses another order.
func newCaseOrder(changed func()) *caseOrder {
	c := &caseOrder{}
	c.chooser = controls.NewChooser("Cases", func(i int) {
		c.chosen = c.options[i]
		changed()
	})
	return c
}

// offer refreshes the chooser.
func (c *caseOrder) offer(v *factorView) {
	c.options = append([]string{depict.CasesAsInTable, depict.CasesClustered}, v.subject.CaseAnnotations()...)
	if len(v.selectedFactors()) > 0 || c.chosen == depict.CasesByFactor {
		c.options = append(c.options, depict.CasesByFactor)
	}
	c.chooser.Set(c.options, slices.Index(c.options, v.subject.CaseOrder(c.chosen)))
}

// next goes to the next order.
func (c *caseOrder) next() {
	if len(c.options) > 0 {
		c.chooser.OnChoose((c.chooser.At + 1) % len(c.options))
	}
}
