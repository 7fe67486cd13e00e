package inference

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference/column"
	"example.org/espalier/inference/measure"
	"example.org/espalier/inference/recipe"
	"example.org/espalier/inference/relation"
)

const (
	// unitSpread is the largest [Table.Spread] of columns that seem to share a unit. Columns of arrays have .06 to .3, of
	// one kind of measurement up to .64, of different units .74 (hormones of the thyroid), .9 (glass) and more.
	unitSpread = 0.7
	// leastDeviation is the share of the mean below which a standard deviation is rounding, so that a column counts
	// as constant.
	leastDeviation = 1e-12
	// spreadRows and spreadColumns are how many rows and columns, evenly spaced, suffice to tell.
	spreadRows, spreadColumns = 400, 2000
)

// Spread returns how much the standard deviations of the columns differ that p leaves of the table: the standard
// deviation, over the columns, of the logarithm of a column's standard deviation. Constant columns do not count. It is
// 0 for fewer than two others, and does not depend on the unit in which the table is written. In large tables it looks
// at evenly spaced rows and columns. Limits of p.Leave are not applied; its names are. Of several tables it is the
// largest of one.
func (t *Table) Spread(p Preprocessing) float64 {
	if parts := t.tableParts(p.Transpose); parts != nil {
		largest := 0.0
		for _, part := range parts {
			of := part.of(t, p.Transpose, nil)
			q := p.Table(part.name)
			q.Leave.Columns = p.Leave.Of(of, p.Transpose).Columns
			largest = max(largest, of.Spread(q))
		}
		return largest
	}
	v := t.viewed(p.Transpose)
	rows, columns := v.unnamed(p.Leave)
	if p.TopColumns == 0 || p.TopColumns >= len(columns) {
		columns = Spaced(columns, spreadColumns)
	}
	rows = Spaced(rows, spreadRows)
	if p.Recipe.Active() {
		return t.spreadOfRecipe(v, p, rows, columns)
	}
	deviations := make([]float64, len(columns))
	gathered := make([]float64, len(rows))
	for k, j := range columns {
		for i, r := range rows {
			y, err := v.cell(r, j, p.Log2p1)
			if err != nil {
				return 0 // Prepare says what is wrong
			}
			gathered[i] = y
		}
		if s := summarise(gathered); s.deviation > leastDeviation*math.Abs(s.mean) {
			deviations[k] = s.deviation
		}
	}
	var logs []float64
	for _, k := range mostVariable(len(deviations), p.TopColumns, func(k int) float64 { return deviations[k] }) {
		if deviations[k] > 0 {
			logs = append(logs, math.Log(deviations[k]))
		}
	}
	if len(logs) == 0 {
		return 0
	}
	return summarise(logs).deviation * math.Sqrt(float64(len(logs)-1)/float64(len(logs)))
}

// unnamed returns the places of the rows and columns that are not left out by name.
func (v view) unnamed(o LeaveOut) (rows, columns []int) {
	var k Kept
	rows, err := k.byName(v.rows, o.Rows, v.rowWord())
	if err != nil {
		rows = UpTo(len(v.rows))
	}
	if columns, err = k.byName(v.columns, o.Columns, v.columnWord()); err != nil {
		columns = UpTo(len(v.columns))
	}
	return rows, columns
}

// Spaced returns at most k of a list, evenly spaced, the first among them. It is the list itself where that is short.
func Spaced[T any](all []T, k int) []T {
	if len(all) <= k {
		return all
	}
	some := make([]T, k)
	for i := range some {
		some[i] = all[i*len(all)/k]
	}
	return some
}

// Centred is as [Spaced], with as much of the list before the first as after the last.
func Centred[T any](all []T, k int) []T {
	if len(all) <= k {
		return all
	}
	some := make([]T, k)
	for i := range some {
		some[i] = all[(2*i+1)*len(all)/(2*k)]
	}
	return some
}

// UnitAnnotation is the name of the annotation of columns that states their units, where the cells of a file did.
const UnitAnnotation = "unit"

// StatedUnits returns the unit of each column: that of the annotation of units, or the one in its name, "mass (g)"; ""
// where neither states any.
func StatedUnits(names []string, about []Annotation) []string {
	units := make([]string, len(names))
	known, is := named(about, UnitAnnotation)
	for j, name := range names {
		if is {
			units[j] = known.Values[j]
		}
		if units[j] == "" {
			units[j] = measure.Of(name)
		}
	}
	return units
}

// DifferentUnits returns two units that columns which p leaves of the table state, "" where they state no two. After a
// recipe or a logarithm it does not matter what they were.
func (t *Table) DifferentUnits(p Preprocessing) (a, b string) {
	for _, part := range t.tableParts(p.Transpose) {
		if a, b = part.of(t, p.Transpose, nil).DifferentUnits(p.Table(part.name)); a != "" {
			return a, b
		}
	}
	if t.tableParts(p.Transpose) != nil {
		return "", ""
	}
	if p.Recipe.Active() || p.Log2p1 {
		return "", ""
	}
	v := t.viewed(p.Transpose)
	about := t.ColumnAnnotations
	if p.Transpose {
		about = t.Annotations
	}
	_, columns := v.unnamed(p.Leave)
	units := StatedUnits(v.columns, about)
	for _, j := range columns {
		switch u := units[j]; {
		case u == "":
		case a == "":
			a = u
		case !measure.Same(a, u):
			return a, u
		}
	}
	return "", ""
}

// SharesUnit reports whether the columns that p leaves of the table seem to share a unit: they do not state different
// ones, and their standard deviations are alike. It is false for zeros and ones, which have no unit, and after a step
// for some columns only.
func (t *Table) SharesUnit(p Preprocessing) bool {
	if a, _ := t.DifferentUnits(p); a != "" {
		return false
	}
	return t.Kind != Binary && !p.some(recipe.Text.NamesColumns) && t.Spread(p) < unitSpread
}

// single reports whether p leaves at most one column, which shares a unit with no other.
func (t *Table) single(p Preprocessing) bool {
	_, columns := t.viewed(p.Transpose).unnamed(p.Leave)
	return len(columns) < 2
}

// UnitWords says whether the columns of numbers that p leaves of the table seem to share a unit, and how they are
// scaled. It is "" for fewer than two.
func (t *Table) UnitWords(p Preprocessing) string {
	if t, p = t.inUnits(p); t == nil {
		return ""
	}
	switch a, b := t.DifferentUnits(p); {
	case t.single(p) || a == "" && t.Spread(p) == 0: // at most one column varies
		return ""
	case a != "":
		return fmt.Sprintf(
			"The columns have different units (%s and %s): each is scaled to unit variance, unless told otherwise.", a, b)
	case t.SharesUnit(p):
		return fmt.Sprintf("The columns seem to share a unit (standard deviations mostly within a factor of "+
			"%s): trees, "+
			"linkage and k-means scale the table by one factor, unless told otherwise.", factor(t.Spread(p)))
	default:
		return fmt.Sprintf("The columns seem to have different units (standard deviations that differ by "+
			"factors of %s and "+
			"more): each is scaled to unit variance, unless told otherwise.", factor(t.Spread(p)))
	}
}

// factor writes a standard deviation of logarithms as a factor with two digits: "1.6", "12", "3e+20".
func factor(spread float64) string {
	if x := math.Exp(spread); x < 100 {
		return strconv.FormatFloat(x, 'g', 2, 64)
	}
	return strconv.FormatFloat(math.Exp(spread), 'g', 1, 64)
}

// PreprocessingOf returns the preprocessing that the model takes for a table unless the user decides otherwise. The
// choices of with stay: which way the table lies, the recipe, the logarithm, the rows and columns left out and how many
// of the most variable are kept. A model with OneFactor divides a table whose columns seem to share a unit by one
// factor.
func (i Info) PreprocessingOf(t *Table, with Preprocessing) Preprocessing {
	p := i.Preprocessing
	p.Log2p1 = with.Log2p1
	p = p.Using(with)
	p.Recipe = with.Recipe
	if p.Kinds.Active() {
		return i.ofKinds(t, p)
	}
	p = p.For(t)
	if i.Links && p.Distances == relation.Links { // links are taken as they are
		p.Recipe, p.Log2p1, p.Centre, p.Scale, p.ScaleAll = "", false, false, false, false
	}
	if i.OneFactor && p.Scale && t.SharesUnit(p) {
		p.Scale, p.ScaleAll = false, true
	}
	return p
}

// ofKinds is PreprocessingOf for a table of several kinds: its columns of numbers decide how numbers are scaled.
func (i Info) ofKinds(t *Table, p Preprocessing) Preprocessing {
	p.KindsLeft = ""
	p = i.Taking(p)
	numbers, with := t.inUnits(p)
	if numbers == nil {
		p.Recipe, p.Log2p1, p.Centre, p.Scale, p.ScaleAll = "", false, false, false, false
		return p
	}
	of := i.PreprocessingOf(numbers, with)
	p.Recipe, p.Log2p1, p.Centre, p.Scale, p.ScaleAll = of.Recipe, of.Log2p1, of.Centre, of.Scale, of.ScaleAll
	return p
}

// Taking returns p as it prepares a table for the model: with the sorts of columns that the model cannot take, and, if
// p.KindsAsNumbers, with those of levels and counts.
func (i Info) Taking(p Preprocessing) Preprocessing {
	if p.Kinds.Active() {
		p.Without = column.Together(i.without(p.KindsAsNumbers), p.KindsLeft)
	}
	return p
}

// Leaving returns the preprocessing of a fit that was made, with the sorts of columns that it left out though the model
// takes them now.
func (i Info) Leaving(p Preprocessing) Preprocessing {
	if p.Kinds.Active() {
		p.KindsLeft = p.Without.Less(i.without(p.KindsAsNumbers))
	}
	return p
}

// without returns the sorts of columns that the model cannot take and, if they are wanted as numbers, those of levels
// and counts.
func (i Info) without(asNumbers bool) column.SortSet {
	var out []column.Sort
	for _, s := range column.Sorts() {
		if !i.Takes(s) || asNumbers && (s.HasLevels() || s == column.Count) {
			out = append(out, s)
		}
	}
	return column.SetOf(out...)
}

// Takes reports whether the model takes columns of a sort as such. All models take numbers, and kinds that are turned
// into numbers: logarithms, log ratios, scores of ranks.
func (i Info) Takes(s column.Sort) bool {
	return s.Exact() || s == column.Annotation || slices.Contains(i.Kinds, s)
}

// inUnits returns the table and the preprocessing that decide how numbers are scaled: the columns that p.Kinds leaves
// numbers, nil for none, and p for these. Without kinds they are the table and p.
func (t *Table) inUnits(p Preprocessing) (*Table, Preprocessing) {
	if !p.Kinds.Active() {
		return t, p
	}
	numbers := t.numbersAlone(p)
	if numbers != nil {
		of := p.Leave.Of(numbers, p.Transpose)
		p.Kinds, p.Leave.Columns, p.Leave.Rows = "", of.Columns, of.Rows
	}
	return numbers, p
}

// numbersAlone returns the table of the columns that p.Kinds leaves numbers, nil for none.
func (t *Table) numbersAlone(p Preprocessing) *Table {
	find := p.Kinds.Finder()
	var kept []int
	for j, name := range t.viewed(p.Transpose).columns {
		if k, _, _ := find.Of(name); k.Sort.Real() && !k.Sort.Derived() {
			kept = append(kept, j)
		}
	}
	switch all := len(t.viewed(p.Transpose).columns); {
	case len(kept) == all:
		return t
	case len(kept) == 0:
		return nil
	case p.Transpose:
		return t.SelectRows(kept)
	}
	return t.SelectColumns(kept)
}

// ScalingNote says why a table is divided by one factor if p is what the model takes by itself, and "" if the user
// decided, if each column is divided by its own, or if there is one.
func (i Info) ScalingNote(t *Table, p Preprocessing) string {
	if !i.OneFactor || !i.Preprocessing.Scale || !p.ScaleAll || t.Pictures() || i.PreprocessingOf(t, p) != p {
		return ""
	}
	numbers, p := t.inUnits(p)
	if numbers == nil || numbers.single(p) {
		return ""
	}
	return fmt.Sprintf("The columns seem to share a unit: their standard deviations are mostly within a factor "+
		"of %s; "+
		"the limit is %s. So one factor scales the table, and columns that vary more weigh more. To give all "+
		"columns the same "+
		"weight, scale each to unit variance (--centre --scale).", factor(numbers.Spread(p)), factor(unitSpread))
}
