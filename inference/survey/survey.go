// Package survey warns the user about a table before it is used: which way it lies, duplicates, and the units of its
// columns. It changes nothing and only guesses.
package survey

import (
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	kinds "example.org/espalier/inference/column"
)

// A Finding is something to know about a table.
type Finding struct {
	Text   string // one sentence, with counts
	Remedy string // one sentence
	// Code is a code for missing cells with which the file can be read again, "" for none.
	Code string
	// Grave findings change the results of every model.
	Grave  bool
	Column string // of numbers that may be better as an annotation; "" for none
	Steps  string // of a recipe that makes the cells missing that seem to be; "" for none
}

func (f Finding) String() string {
	if f.Remedy == "" {
		return f.Text
	}
	return f.Text + " " + f.Remedy
}

// A Survey holds the findings about a table.
type Survey struct {
	Orientation Orientation
	Findings    []Finding
}

// Of looks at a whole table. It takes about as long as reading the cells twice.
func Of(t *inference.Table) Survey {
	if related(t) {
		return Survey{Orientation: Orientation{Known: true, Why: "Rows and columns are the same."}}
	}
	lies := Orient(t)
	return Survey{lies, FindingsOf(t, lies)}
}

// related reports whether the cells of a table are of pairs of its rows: distances or links.
func related(t *inference.Table) bool {
	_, distances := t.Relation()
	_, links := t.Network()
	return distances || links
}

// FindingsOf returns the findings in a table that lies as [Orient] says, which take much longer than that.
func FindingsOf(t *inference.Table, lies Orientation) (list []Finding) {
	if related(t) {
		return nil // of measurements
	}
	add := func(f Finding) {
		if f.Text != "" {
			list = append(list, f)
		}
	}
	columns, numbers := columnsOf(t), ofNumbers(t)
	add(codes(t, columns))
	n, d := t.Dims()
	add(crossed(n, t.Columns, func(i int) float64 { return t.X.At(i, 0) }, t.Annotations))
	add(scaled(t.Rows, t.Columns, t.Kind))
	if numbers && t.Kind != inference.Binary && d <= mostZeros {
		apart, _ := zeros(valuesOf(t), t.Columns)
		add(apart.Finding)
	}
	add(equalRows(t))
	add(equalColumns(t, columns))
	add(units(t))
	add(spreads(t, columns))
	var parts []Doubt
	if !lies.Turned && t.RowKinds == nil {
		parts = wholesIn(t)
	}
	add(counts(t, beside(columns, t.Columns, parts)))
	for _, d := range parts {
		list = append(list, d.Finding)
	}
	if !numbers {
		add(logs(t, columns))
		return list
	}
	if f := samples(t, lies); f.Text != "" {
		add(f)
		return list
	}
	add(logs(t, columns))
	if !lies.Turned && !slices.ContainsFunc(columns, column.wide) {
		add(levelIn(t))
	}
	return list
}

// ofGenes reports whether rows or columns have names of genes.
func ofGenes(rows, columns []string) bool {
	return max(geneShare(rows), geneShare(columns)) >= mostNames
}

// mostZeros is how many columns are looked at for zeros that stand apart.
const mostZeros = 200

// valuesOf returns the numbers of each column.
func valuesOf(t *inference.Table) [][]float64 {
	n, d := t.Dims()
	values := make([][]float64, d)
	inference.EachColumn(t.X, inference.UpTo(n), func(j int, cells []float64) {
		values[j] = slices.DeleteFunc(slices.Clone(cells), math.IsNaN)
	})
	return values
}

// ofNumbers reports whether a table knows of no columns but numbers.
func ofNumbers(t *inference.Table) bool {
	return !slices.ContainsFunc(slices.Concat(t.Kinds, t.RowKinds),
		func(k kinds.Kind) bool { return k.Sort != kinds.Number })
}

// samples describes the table, sample by sample: zeros and ones, counts of some depth, parts of a whole.
func samples(t *inference.Table, lies Orientation) Finding {
	n, d := t.Dims()
	g := grid{n, d, t.X.At, lies.Turned}
	switch t.Kind {
	case inference.Binary:
		return Finding{Text: "All cells are 0 or 1.", Remedy: "Leave them as they are: nothing has to be scaled."}
	case inference.Count:
		if found, is := depthsOf(g); is && !mostStated(t.Columns, t.ColumnAnnotations) && !(found.even &&
			!ofGenes(t.Rows, t.Columns)) {
			return found.finding(g.turned)
		}
		return Finding{}
	}
	if !g.turned {
		return Finding{} // wholesIn tells
	}
	f, _ := composition(g)
	return f
}

// number writes a value with three or four digits: 0.0123, 45.68, 215,200.
func number(x float64) string {
	size := math.Abs(x)
	if !(size >= 1e4 && size < 1e9) {
		return strconv.FormatFloat(x, 'g', 4, 64)
	}
	unit := math.Pow(10, math.Floor(math.Log10(size))-3)
	text := strconv.FormatFloat(math.Round(size/unit)*unit, 'f', 0, 64)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	if x < 0 {
		text = "-" + text
	}
	return text
}
