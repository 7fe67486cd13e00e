package formula_test

import (
	"fmt"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/formula"
	"example.org/espalier/plotting/plottingtest"
)

// A formula of two lines. A line that cannot be read gives an error that says where.
func ExampleFormula() {
	f := formula.Formula{Lines: []string{`a(t) = \frac{c}{1-t}`, `x_i \text{ given } z_i = k`}, Style: plotting.Light}
	fmt.Println(f.Layout(plottingtest.At(300, 120)).Size())
	fmt.Println(formula.Check(`\frac{c}{1-t`))
	// Output:
	// {300 120}
	// plotting: formula "\\frac{c}{1-t", letter 13: } is missing
}
