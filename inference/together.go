package inference

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference/column"
	"example.org/espalier/inference/column/whole"
	"example.org/espalier/inference/words"

	"gonum.org/v1/gonum/mat"
)

// together is columns of a table that belong together: parts of a whole, or things that each row ranks.
type together struct {
	kind   column.Kind
	from   []int // places of the columns in the table
	parts  []string
	ratios *whole.Ratios // nil for ranks
}

// togetherOf gathers the columns kept that belong together, by the names of their groups.
func togetherOf(v view, kept Kept, kinds []column.Kind) (groups map[string]*together, notes []string, err error) {
	groups = map[string]*together{}
	var order []*together
	for _, j := range kept.Columns {
		k := kinds[j]
		if !k.Grouped() {
			continue
		}
		g := groups[k.Group]
		if g == nil {
			g = &together{kind: k}
			groups[k.Group], order = g, append(order, g)
		}
		g.from, g.parts = append(g.from, j), append(g.parts, v.columns[j])
	}
	for _, g := range order {
		said, err := g.learn(v, kept.Rows)
		if err != nil {
			return nil, nil, err
		}
		notes = append(notes, said...)
	}
	return groups, notes, nil
}

// learn finds the parts and the replacement of their zeros, and notes them for the user.
func (g *together) learn(v view, rows []int) (notes []string, err error) {
	var empty []string
	for k := len(g.from) - 1; k >= 0 && g.kind.Sort == column.Composition; k-- {
		nothing := func(r int) bool { y := v.at(r, g.from[k]); return y == 0 || math.IsNaN(y) }
		if !slices.ContainsFunc(rows, func(r int) bool { return !nothing(r) }) {
			empty = append(empty, g.parts[k])
			g.from, g.parts = slices.Delete(g.from, k, k+1), slices.Delete(g.parts, k, k+1)
		}
	}
	if empty != nil {
		notes = append(notes, fmt.Sprintf("Left out because they are 0 or missing throughout: %s %s.",
			Plural(len(empty), v.columnWord()), words.QuoteSome(empty, 5)))
	}
	what := "parts of a whole"
	if g.kind.Sort == column.Rank {
		what = "columns that each row ranks"
	}
	if len(g.parts) < 2 {
		return nil, fmt.Errorf("%s: fewer than two %s are left; name more, or choose another kind",
			words.QuoteSome(g.parts, 1), what)
	}
	cells := make([][]float64, len(rows))
	missing := 0
	for i, r := range rows {
		cells[i] = g.row(func(from int) float64 { return v.at(r, from) })
		missing += len(slices.DeleteFunc(slices.Clone(cells[i]), func(y float64) bool { return !math.IsNaN(y) }))
	}
	said := fmt.Sprintf("Taken as %s: %s %s, by ", what, Plural(len(g.parts), v.columnWord()),
		words.QuoteSome(g.parts, 5))
	ratios := words.Plural(len(g.parts)-1, "column")
	if g.kind.Sort == column.Rank {
		said += ratios + ", each the normal score of its rank against the mean score of those after it."
	} else {
		var trouble *whole.Trouble
		if g.ratios, trouble = whole.Learn(cells); trouble != nil {
			return nil, errors.New(noPart(v.place(rows[trouble.Row], g.from[trouble.Part]), trouble.Value))
		}
		said += ratios + ", each the log ratio of a part to the geometric mean of those after it."
		if g.ratios.Zeros > 0 {
			said += fmt.Sprintf(" %s became 0.65 times the least share above 0 of their part, and the other parts "+
				"shrank in proportion.", words.Plural(g.ratios.Zeros, "zero"))
		}
		if g.ratios.Blank > 0 {
			said += fmt.Sprintf(" %s without any part above 0 %s no ratios.",
				words.Plural(g.ratios.Blank, v.rowWord()), words.ByNumber(g.ratios.Blank, "has", "have"))
		}
	}
	if missing > 0 {
		said += " A missing cell makes those missing that need it."
	}
	return append(notes, said), nil
}

func noPart(place string, y float64) string {
	return fmt.Sprintf("%s holds %v, which is no part of a whole: parts are numbers of at least 0; choose another "+
		"kind, or correct the cell", place, y)
}

func (g *together) row(cell func(from int) float64) []float64 {
	row := make([]float64, len(g.from))
	for k, from := range g.from {
		row[k] = cell(from)
	}
	return row
}

// coordinates returns those of n rows, a row each.
func (g *together) coordinates(n int, cell func(i, from int) float64) *mat.Dense {
	x := mat.NewDense(n, len(g.from)-1, nil)
	for i := range n {
		row := g.row(func(from int) float64 { return cell(i, from) })
		if g.ratios != nil {
			x.SetRow(i, g.ratios.Coordinates(row))
		} else {
			x.SetRow(i, whole.Preferences(row))
		}
	}
	return x
}

// deviation returns the root of the mean variance of the columns of x, with divisor n−1: one for all, so that no
// result depends on the order of the parts. It looks at complete rows, if there are two.
func deviation(x *mat.Dense) float64 {
	n, d := x.Dims()
	rows := slices.DeleteFunc(UpTo(n), func(i int) bool { return slices.ContainsFunc(x.RawRowView(i), math.IsNaN) })
	if len(rows) < 2 {
		rows = UpTo(n)
	}
	var all []float64
	for j := range d {
		all = append(all, summarise(pick(mat.Col(nil, j, x), rows)).deviation)
	}
	return rootMeanSquare(all)
}

// fewTogether refuses kinds of columns that belong together where there is only one.
func fewTogether(names []string, kinds []column.Kind) error {
	count, last := map[string]int{}, map[string]string{}
	for j, k := range kinds {
		if k.Grouped() {
			count[k.Group]++
			last[k.Group] = names[j]
		}
	}
	for _, k := range kinds {
		if name := last[k.Group]; k.Grouped() && count[k.Group] < 2 {
			return fmt.Errorf("column %q alone is no %s: name all of its columns, with commas between them, such as "+
				"%s,other=%s", name, k.Sort, name, k)
		}
	}
	return nil
}
