// Package relation recognises tables that say how each pair of rows is related, distances, similarities, correlations,
// kinship, and makes distances of them. Such a table is no table of measurements: its columns are its rows.
package relation

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A Rule makes distances of the cells of a table. "" and None take the cells for measurements, and Links for links
// between the rows: the table is a network.
type Rule string

// The rules, with x the cell of two rows and g and h those of each row with itself.
const (
	None     Rule = "none"
	Links    Rule = "links"
	Given    Rule = "given"         // x
	OneMinus Rule = "one-minus"     // the greatest cell of a row with itself − x: 1 − r of correlations
	Absolute Rule = "one-minus-abs" // the same of |x|: rows that run against each other are near
	Gram     Rule = "gram"          // √(g + h − 2x): between the points whose products the cells are
	// Correlation is 1 − x/√(gh): 1 − r of covariances, whatever their units; 1 where g or h is 0.
	Correlation Rule = "correlation"
)

// Rules are all of them.
func Rules() []Rule { return []Rule{None, Links, Given, OneMinus, Absolute, Gram, Correlation} }

// Of returns the rule that a word names; "" is that of the table.
func Of(word string) (Rule, error) {
	for _, r := range append(Rules(), "") {
		if string(r) == word {
			return r, nil
		}
	}
	return "", fmt.Errorf("there is no rule %q that makes distances; choose none, links, given, one-minus, "+
		"one-minus-abs, gram or correlation",
		word)
}

// Active reports whether the rule makes distances.
func (r Rule) Active() bool { return r != "" && r != None && r != Links }

// Words names the distances.
func (r Rule) Words() string {
	switch r {
	case Given:
		return "distances as given"
	case OneMinus:
		return "distances greatest − x"
	case Absolute:
		return "distances greatest − |x|"
	case Gram:
		return "distances √(g + h − 2x)"
	case Correlation:
		return "distances 1 − x/√(gh)"
	}
	return ""
}

// Holds names the content of tables for which the rule is right: "distances between its rows".
func (r Rule) Holds() string {
	switch r {
	case OneMinus, Absolute:
		return "similarities of its rows, such as correlations"
	case Gram, Correlation:
		return "covariances, kinships or products of its rows"
	}
	return "distances between its rows"
}

// A Table is a matrix with the names of its rows and columns. At gives a cell, NaN where it is missing.
type Table struct {
	Rows, Columns []string
	At            func(i, j int) float64
}

// A Found is a relation that was recognised in a table.
type Found struct {
	Rule Rule
	What string // "distances between its rows"
	// Sure is false if rows and columns have no names, so that only their numbers say that they are the same.
	Sure bool
}

// Rows of the smallest table that is recognised without names.
const leastNameless = 4

// tolerance is by how much two cells of a pair may differ, relative to the greatest cell.
const tolerance = 1e-6

const correlations = "correlations of its rows"

// Find recognises a table: each row is a column too, by the same name, and the cells of a pair agree where both are
// there. Cells of rows with themselves are zeros, of distances, or are the greatest of their rows. Zeros and ones,
// which may be links, are not recognised.
func Find(t Table) (f Found, ok bool) {
	order, named := t.order()
	if order == nil {
		return f, false
	}
	n := len(t.Rows)
	greatest, negative, binary, pairs, zeros := 0.0, false, true, 0, 0
	different := map[float64]bool{} // cells of pairs, up to n of them
	for i := range n {
		for _, j := range order {
			if x := math.Abs(t.At(i, j)); x > greatest {
				greatest = x
			}
		}
	}
	if greatest == 0 || math.IsInf(greatest, 0) {
		return f, false
	}
	for i := range n {
		for k := range i {
			x, known, agree := t.pair(order, i, k, greatest)
			if !agree {
				return f, false
			}
			if !known {
				continue
			}
			pairs++
			negative = negative || x < 0
			binary = binary && (x == 0 || x == 1)
			if len(different) < n {
				different[x] = true
			}
			if x == 0 {
				zeros++
			}
		}
	}
	if pairs == 0 || binary && n > 2 {
		return f, false
	}
	f.Sure = named
	allZero, allOne, constant, known, top := true, true, true, 0, true
	first := math.NaN()
	for i := range n {
		g := t.At(i, order[i])
		if math.IsNaN(g) {
			continue
		}
		if known++; known == 1 {
			first = g
		}
		allZero = allZero && math.Abs(g) <= tolerance*greatest
		allOne = allOne && math.Abs(g-1) <= tolerance
		constant = constant && math.Abs(g-first) <= tolerance*greatest
		for k := range n {
			if x := t.At(i, order[k]); x > g+tolerance*greatest {
				top = false
			}
		}
	}
	switch {
	case known == 0 || allZero: // a triangle without its diagonal
		if negative || 2*zeros > pairs || !t.metric(order) {
			return f, false
		}
		f.Rule, f.What = Given, "distances between its rows"
	case known < n:
		return f, false
	case allOne && greatest <= 1+tolerance:
		f.Rule, f.What = OneMinus, "similarities of its rows, from 0 to 1"
		if negative {
			f.What = correlations
		}
	case constant && top && first > 0:
		f.Rule, f.What = OneMinus, fmt.Sprintf("similarities of its rows, of at most %.4g", first)
	case (named || len(different) == n && 2*zeros < pairs) && t.products(order):
		f.Rule, f.What = Gram, "kinships, covariances or products of its rows"
		if t.unlike(order) {
			f.Rule, f.What = Correlation, "covariances or products of its rows, whose variances differ much"
		}
	default:
		return f, false
	}
	return f, true
}

// unlikeVariances is the ratio of the cells of rows with themselves from which on these are in different units.
const unlikeVariances = 10

// unlike reports whether the cells of rows with themselves differ as those of variables in different units do.
// Products of points about their mean, of which each row adds up to 0, do not count.
func (t Table) unlike(order []int) bool {
	least, most, sums := math.Inf(1), 0.0, 0.0
	for i := range t.Rows {
		g, sum := t.At(i, order[i]), 0.0
		for k := range t.Rows {
			if x, known, _ := t.pair(order, i, k, 0); known {
				sum += x
			}
		}
		least, most, sums = min(least, g), max(most, g), max(sums, math.Abs(sum))
	}
	return most > unlikeVariances*least && sums > tolerance*most*float64(len(t.Rows))
}

// products reports whether the cells may be products of vectors, as far as pairs tell: x² is at most g·h (Cauchy and
// Schwarz), so that no distance of the rule Gram is imaginary.
func (t Table) products(order []int) bool {
	for i := range t.Rows {
		g := t.At(i, order[i])
		if !(g >= 0) {
			return false
		}
		for k := range i {
			// Roots first: the product of two cells may be too large for a number.
			if x, known, _ := t.pair(order, i, k, 0); known &&
				math.Abs(x) > math.Sqrt(g)*math.Sqrt(t.At(k, order[k]))*(1+tolerance) {
				return false
			}
		}
	}
	return true
}

// pair returns the cell of rows i and k, from either side.
func (t Table) pair(order []int, i, k int, greatest float64) (x float64, known, agree bool) {
	a, b := t.At(i, order[k]), t.At(k, order[i])
	switch {
	case math.IsNaN(a):
		a = b
	case math.IsNaN(b):
		b = a
	}
	return a, !math.IsNaN(a), math.IsNaN(a) || math.Abs(a-b) <= tolerance*greatest
}

// order returns the column of each row: that of its name or, where rows have none, that of its place. It is nil if
// some row is no column.
func (t Table) order() (order []int, named bool) {
	n, d := len(t.Rows), len(t.Columns)
	if n < 2 || n > d {
		return nil, false
	}
	column := make(map[string]int, d)
	for j, name := range t.Columns {
		column[name] = j
	}
	if len(column) < d {
		return nil, false
	}
	order = make([]int, n)
	for i, name := range t.Rows {
		j, ok := column[name]
		if !ok {
			order = nil
			break
		}
		order[i] = j
	}
	if order != nil {
		return order, !counted(t.Rows, "")
	}
	if n != d || n < leastNameless || !counted(t.Rows, "") {
		return nil, false
	}
	order = make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order, false
}

// counted reports whether names are numbers in order behind a prefix, from 0 or 1.
func counted(names []string, prefix string) bool {
	first := 1
	if names[0] == prefix+"0" {
		first = 0
	}
	for i, name := range names {
		if name != prefix+strconv.Itoa(first+i) {
			return false
		}
	}
	return true
}

// Distances returns the n×n distances between the rows, row by row, and the column of each row. A pair without a cell
// has NaN, which [Complete] refuses. The error names a pair whose cells make no distance.
func Distances(t Table, rule Rule) (d []float64, order []int, err error) {
	if order, _ = t.order(); order == nil && len(t.Rows) == len(t.Columns) {
		order = make([]int, len(t.Rows)) // the user says that they are the same
		for i := range order {
			order[i] = i
		}
	}
	if order == nil {
		return nil, nil, fmt.Errorf(
			"a table of distances has a column for each row, by the same name or in the same order; this one has %d rows and %d columns, and not these names",
			len(t.Rows), len(t.Columns))
	}
	n := len(t.Rows)
	d = make([]float64, n*n)
	greatest, self := 0.0, math.Inf(-1)
	for i := range n {
		self = math.Max(self, known(t.At(i, order[i]), math.Inf(-1)))
		for _, j := range order {
			greatest = math.Max(greatest, math.Abs(known(t.At(i, j), 0)))
		}
	}
	if rule != Given && math.IsInf(self, -1) {
		return nil, nil, fmt.Errorf(
			"similarities need the cells of rows with themselves, which are missing; fill them, or choose the rule given")
	}
	for i := range n {
		for k := range i {
			x, ok, agree := t.pair(order, i, k, greatest)
			pair := fmt.Sprintf("rows %q and %q", t.Rows[i], t.Rows[k])
			switch {
			case !agree:
				return nil, nil, fmt.Errorf("the two cells of %s differ: %v and %v; distances are the same both ways", pair,
					t.At(i, order[k]), t.At(k, order[i]))
			case !ok:
				d[i*n+k], d[k*n+i] = math.NaN(), math.NaN()
				continue
			}
			switch rule {
			case OneMinus:
				x = self - x
			case Absolute:
				x = self - math.Abs(x)
			case Gram:
				g, h := t.At(i, order[i]), t.At(k, order[k])
				if math.IsNaN(g + h) {
					return nil, nil, fmt.Errorf("%s have no cells with themselves; fill them, or choose another rule", pair)
				}
				if x = g + h - 2*x; x < 0 && x >= -tolerance*greatest {
					x = 0
				}
				if x < 0 {
					return nil, nil, fmt.Errorf(
						"%s are more alike than each is to itself, so the rule gram gives them no distance; choose one-minus", pair)
				}
				x = math.Sqrt(x)
			case Correlation:
				// Roots first: the product of two cells may be too large for a number.
				g, h := math.Sqrt(t.At(i, order[i])), math.Sqrt(t.At(k, order[k]))
				if math.IsNaN(g + h) {
					return nil, nil, fmt.Errorf("%s have no variances, the cells of rows with themselves; "+
						"fill them, or choose another rule", pair)
				}
				if x = 1 - x/g/h; g == 0 || h == 0 {
					x = 1
				}
			}
			if x < 0 && x >= -tolerance*greatest || rule == Correlation && x < 0 && x >= -tolerance {
				x = 0
			}
			if x < 0 || math.IsInf(x, 0) {
				return nil, nil, fmt.Errorf("%s have the distance %v; distances are at least 0", pair, x)
			}
			d[i*n+k], d[k*n+i] = x, x
		}
	}
	return d, order, nil
}

// Complete refuses m×m distances, row by row, of which some are missing. The error names a pair and says how many more
// there are.
func Complete(rows []string, d []float64) error {
	m, missing, pair := len(rows), 0, ""
	for i := range m {
		for k := range i {
			if math.IsNaN(d[i*m+k]) {
				if missing++; missing == 1 {
					pair = fmt.Sprintf("rows %q and %q have no distance", rows[i], rows[k])
				}
			}
		}
	}
	switch missing {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("%s; leave out one of them", pair)
	case 2:
		return fmt.Errorf("%s, nor has 1 other pair; leave out one row of each pair", pair)
	}
	return fmt.Errorf("%s, nor have %d other pairs; leave out one row of each pair", pair, missing-1)
}

func known(x, otherwise float64) float64 {
	if math.IsNaN(x) {
		return otherwise
	}
	return x
}

// Computed reports whether the cells are correlations or covariances, of the columns of another table.
func (f Found) Computed() bool { return f.Rule == Correlation || f.What == correlations }

// Says tells the user how a table was taken and the consequences.
func (f Found) Says() string {
	var b strings.Builder
	b.WriteString("The table holds " + f.What)
	if !f.Sure {
		b.WriteString(", as far as its cells tell without names")
	}
	b.WriteString(", not measurements")
	if f.Rule != Given {
		b.WriteString("; they become " + f.Rule.Words())
		if f.Rule == Gram || f.Rule == Correlation {
			b.WriteString(" (x of two rows, g and h of each with itself)")
		}
	}
	if f.Computed() {
		b.WriteString(". Its rows seem to be what was measured, not who was observed: their groups are groups of " +
			"variables")
	}
	b.WriteString(". Agglomerative and spectral clustering, communities, density and exemplars work by them; " +
		"other models need measurements. If it holds something else, such as the links of a network, choose so " +
		"(Distances in the preview, or --distances).")
	return b.String()
}
