package survey

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"example.org/espalier/inference"
	kinds "example.org/espalier/inference/column"
	"example.org/espalier/inference/read/sentinel"
	"example.org/espalier/inference/words"
)

// A column summarises the numbers of a column.
type column struct {
	n              int
	low, high      float64
	mean, spread   float64 // standard deviation
	skewness       float64
	median         float64
	positive       float64 // the least value above 0, infinity for none
	whole, nowhere bool    // whole numbers of at least 0; no value
}

// columnsOf describes the columns of numbers. Those of other kinds are taken as such and left out here.
func columnsOf(t *inference.Table) []column {
	n, d := t.Dims()
	columns := make([]column, d)
	inference.EachColumn(t.X, inference.UpTo(n), func(j int, cells []float64) {
		finite := cells[:0]
		if t.RowKinds == nil && (t.Kinds == nil || t.Kinds[j].Sort == kinds.Number) {
			for _, x := range cells {
				if !math.IsNaN(x) && !math.IsInf(x, 0) {
					finite = append(finite, x)
				}
			}
		}
		columns[j] = columnOf(finite)
	})
	return columns
}

// columnOf describes the finite values of a column. It changes their order.
func columnOf(values []float64) column {
	c := column{n: len(values), nowhere: len(values) == 0, low: math.Inf(1), high: math.Inf(-1),
		positive: math.Inf(1), whole: true}
	if c.nowhere {
		return c
	}
	for _, x := range values {
		c.low, c.high = min(c.low, x), max(c.high, x)
		if x > 0 {
			c.positive = min(c.positive, x)
		}
		c.whole = c.whole && x >= 0 && x == math.Trunc(x)
	}
	c.moments(values)
	c.median = median(values)
	return c
}

// reachOf is columnOf for [column.wide] alone, which takes less time where the answer is no. It keeps the order.
func reachOf(values []float64) column {
	c := column{n: len(values), nowhere: len(values) == 0, low: math.Inf(1), high: math.Inf(-1),
		positive: math.Inf(1), whole: true}
	for _, x := range values {
		c.low, c.high = min(c.low, x), max(c.high, x)
		if x > 0 {
			c.positive = min(c.positive, x)
		}
	}
	if c.n < fewest || c.low < 0 || c.high < farAbove*c.positive {
		return c
	}
	return columnOf(slices.Clone(values))
}

// median returns that of some evenly spaced values of many.
func median(values []float64) float64 {
	const enough = 1001
	if n := len(values); n > enough {
		for k := range enough {
			values[k] = values[k*n/enough]
		}
		values = values[:enough]
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// moments works in units of the greatest deviation, so that squares and cubes neither over- nor underflow.
func (c *column) moments(values []float64) {
	for _, x := range values {
		c.mean += x / float64(c.n)
	}
	if c.low == c.high { // sums of equal numbers are rounded
		c.mean = c.low
		return
	}
	unit := max(c.high-c.mean, c.mean-c.low)
	if unit == 0 || math.IsInf(unit, 0) {
		return
	}
	squares, cubes := 0.0, 0.0
	for _, x := range values {
		r := (x - c.mean) / unit
		squares += r * r
		cubes += r * r * r
	}
	variance := squares / float64(c.n)
	c.spread, c.skewness = unit*math.Sqrt(variance), cubes/float64(c.n)/math.Pow(variance, 1.5)
}

// wideSpread is the ratio of standard deviations from which on columns are said to differ.
const wideSpread = 100

func spreads(t *inference.Table, columns []column) Finding {
	if t.Pictures() {
		return Finding{} // pixels at the edge are seldom lit
	}
	least, most := -1, -1
	for j, c := range columns {
		if c.spread == 0 {
			continue
		}
		if least < 0 || c.spread < columns[least].spread {
			least = j
		}
		if most < 0 || c.spread > columns[most].spread {
			most = j
		}
	}
	if least < 0 {
		return Finding{}
	}
	if columns[most].spread < wideSpread*columns[least].spread {
		return alone(t, columns, most)
	}
	return Finding{
		Text: fmt.Sprintf("Columns differ %s-fold in spread, from %q (s.d. %s) to %q (s.d. %s).",
			number(columns[most].spread/columns[least].spread),
			t.Columns[least], number(columns[least].spread), t.Columns[most], number(columns[most].spread)),
		Remedy: "Scale gives them one spread; without it the widest decide nearly alone.",
	}
}

// A column stands alone where a table has at least manyColumns, and its standard deviation is more than aloneSpread
// times the median one and its variance more than aloneShare of the whole: an age among genes.
const (
	manyColumns = 10
	aloneSpread = 8
	aloneShare  = 0.1
)

// alone finds a column that dominates distances: most, the one of the greatest standard deviation.
func alone(t *inference.Table, columns []column, most int) Finding {
	var spreads []float64
	total := 0.0
	for _, c := range columns {
		r := c.spread / columns[most].spread
		spreads, total = append(spreads, c.spread), total+r*r
	}
	slices.Sort(spreads)
	usual := spreads[len(spreads)/2]
	if len(columns) < manyColumns || usual == 0 || columns[most].spread <= aloneSpread*usual || 1/total <= aloneShare {
		return Finding{}
	}
	return Finding{
		Text: fmt.Sprintf("%q has %.0f %% of the variance of all %d columns: its s.d. is %s, that of the middle column %s.",
			t.Columns[most], 100/total, len(columns), number(columns[most].spread), number(usual)),
		Remedy: "If it measures something else, make it an annotation or leave it out; otherwise Scale gives columns one spread.",
		Column: t.Columns[most],
	}
}

// codes finds a code for a missing value at the edge of columns.
func codes(t *inference.Table, columns []column) Finding {
	values := make([][]float64, len(columns))
	grades := slices.ContainsFunc(columns, func(c column) bool { return c.whole && c.high == nine })
	for j, c := range columns {
		if !sentinel.Is(c.low) && !sentinel.Is(c.high) && !(grades && c.whole && c.high <= nine) {
			continue
		}
		for i := range t.Rows {
			if x := t.X.At(i, j); !math.IsNaN(x) {
				values[j] = append(values[j], x)
			}
		}
		slices.Sort(values[j])
	}
	doubt, _ := missingCodes(values, t.Columns)
	return doubt.Finding
}

// Whole columns are suspected to be counts where they begin low and reach high.
const (
	lowCount  = 5
	highCount = 50
)

func counts(t *inference.Table, columns []column) Finding {
	if t.Kind != inference.Continuous {
		return Finding{} // the kind says it
	}
	var names []string
	stated := inference.StatedUnits(t.Columns, t.ColumnAnnotations)
	for j, c := range columns {
		counted := c.n >= fewest && c.whole && c.low <= lowCount && c.high >= highCount
		if stated[j] == "" && counted && !wholeName.MatchString(t.Columns[j]) {
			names = append(names, t.Columns[j])
		}
	}
	if len(names) == 0 {
		return Finding{}
	}
	return Finding{
		Text: fmt.Sprintf("%s whole counts among measurements: %s.",
			words.Plural(len(names), "column")+words.ByNumber(len(names), " holds", " hold"), words.QuoteSome(names,
				4)),
		Remedy: "For models that take counts as such, say that they are (page Columns, or --kind=" + flagged(names[0]) +
			"=count). For others, where they span several powers of ten, take the logarithm of these columns; " +
			"log2(x + 1) of all would change the measurements too.",
	}
}

// wholeName is the name of a column that is measured in whole units, such as years, degrees or percent, and holds no
// counts.
var wholeName = regexp.MustCompile(`(?i)^(?:.*[^a-z])?(?:age|years?|days?|months?|weeks?|hours?|minutes?|times?|temp|temperatures?|` +
	`percent|percentage|pct|rates?|dist|distances?|heights?|widths?|lengths?|depths?|altitude|elevation|alt|weights?|speed|` +
	`incomes?|prices?|costs?|salary|salaries|scores?|pressure|humidity)(?:[^a-z].*)?$`)

// flagged writes the name of a column as the flag --kind takes it.
func flagged(name string) string {
	if strings.ContainsAny(name, " '\"*=") {
		return "COLUMN"
	}
	return name
}

var logName = regexp.MustCompile(`(?i)(?:^|[_ .(\[-])(?:log(?:2|10|e)?|ln|lg)(?:$|[_ .()\]-])|(?:^|[_ .(\[-])log(?:2|10)?fc`)

// Skewed columns reach far beyond their median.
const (
	skewed   = 2
	farAbove = 20
	fewest   = 10
	logged   = 25   // log2 intensities are lower
	unlogged = 1000 // intensities reach higher
)

// logs says whether numbers seem to be logarithms, or to need them.
func logs(t *inference.Table, columns []column) Finding {
	if t.Kind == inference.Binary || t.Pictures() {
		return Finding{}
	}
	var named []string
	low, high := math.Inf(1), math.Inf(-1)
	for j, c := range columns {
		if c.nowhere {
			continue
		}
		low, high = min(low, c.low), max(high, c.high)
		if logName.MatchString(t.Columns[j]) {
			named = append(named, t.Columns[j])
		}
	}
	if low > high {
		return Finding{} // no column of numbers
	}
	genes := ofGenes(t.Rows, t.Columns)
	switch {
	case len(named) > 0:
		return Finding{Text: fmt.Sprintf("%s a logarithm by name: %s.",
			words.Plural(len(named), "column")+words.ByNumber(len(named), " is", " are each"), words.QuoteSome(named,
				4)), Remedy: "Leave log2(x + 1) off."}
	case genes && t.Kind == inference.Continuous && high <= logged:
		return Finding{Text: fmt.Sprintf("Values reach from %s to %s, as logarithms of expression do.", number(low),
			number(high)), Remedy: "Leave log2(x + 1) off."}
	case genes && low >= 0 && high >= unlogged:
		return Finding{Text: fmt.Sprintf("Values reach from %s to %s, as expression does before its logarithm is taken.",
			number(low), number(high)), Remedy: "Turn log2(x + 1) on."}
	}
	if doubt, is := widely(columns, t.Columns); is {
		return doubt.Finding
	}
	return Finding{}
}
