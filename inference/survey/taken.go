package survey

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	kinds "example.org/espalier/inference/column"
	"example.org/espalier/inference/read/sentinel"
	"example.org/espalier/inference/relation"
	"example.org/espalier/inference/words"

	"gonum.org/v1/gonum/stat"
)

// A Cure is an action of the program that settles a [Doubt] at once.
type Cure int

const (
	NoCure    Cure = iota
	TakeLog        // turn on log2(x + 1)
	LeaveOut       // leave Columns out
	Reopen         // the table has to be opened in another way
	AddSteps       // add Steps to the recipe
	TakeKinds      // take Columns as Kinds says
)

// A Doubt says that a fit would take columns for measurements that they do not look like.
type Doubt struct {
	Finding
	Cure    Cure
	Columns []string    // as the model sees them; nil means all
	Steps   string      // of a recipe, for AddSteps
	Kinds   kinds.Entry // for TakeKinds
	Turn    bool        // turning the table would be a cure as well
	Across  bool        // Steps are for the table turned, which is part of the cure
}

// Limits for columns that look like something else than a measurement.
const (
	seen        = 2000      // rows looked at, evenly spaced
	seenCells   = 4_000_000 // limit of the cells looked at, but of no fewer than 100 rows
	manyCounts  = 20        // a count below is a grade or a number of things, which needs no logarithm
	longTail    = 8         // counts reach that many times as far as half of them
	fewCodes    = 8         // different whole numbers that may be codes
	rowsPerCode = 3         // fewest rows for each
	leastMatrix = 4         // fewest rows of a table of distances
	roundings   = 1e-9      // relative error of a number that was centred, scaled and brought back
)

// Doubts says for which columns the numbers that a model reads look like something else: counts, codes, zeros and
// ones, codes for missing values, distances. With exact, the model reads zeros and ones, or categories, as such. It
// looks at 2,000 evenly spaced rows at most, of very wide tables at fewer.
func Doubts(d *inference.Dataset, exact bool) (list []Doubt) {
	if d.Distances.Active() {
		return nil
	}
	if doubt, is := distances(d); is {
		return []Doubt{doubt}
	}
	if exact || slices.Equal(d.Rows, d.Columns) { // cells of pairs are no measurements
		return nil
	}
	list = ofColumns(d)
	if doubt, is := equalCells(d); is {
		list = append(list, doubt)
	}
	return list
}

// ofColumns are the doubts about single columns and about all of them.
func ofColumns(d *inference.Dataset) (list []Doubt) {
	columns := variables(d)
	links, _ := d.Relations()
	for _, r := range links {
		for _, j := range r.Columns {
			columns[j] = nil
		}
	}
	if doubt, is := missingCodes(columns, d.Columns); is {
		list = append(list, doubt)
	}
	units := inference.StatedUnits(d.Columns, d.ColumnAnnotations)
	if len(links) > 0 {
		return append(list, wholeNumbers(columns, d.Columns, units, d.Kinds == nil)...) // of the others
	}
	if len(columns) <= mostZeros && d.Kind != inference.Binary {
		if doubt, is := zeros(columns, d.Columns); is {
			list = append(list, doubt)
		}
	}
	if n, _ := d.Dims(); d.Kinds == nil {
		if f := crossed(n, d.Columns, func(i int) float64 {
			return unrounded(d.Input(i, 0), roundings*(math.Abs(d.Centre[0])+math.Abs(d.Scale[0])))
		},
			d.Annotations); f.Text != "" {
			return append(list, Doubt{Finding: f})
		}
		if f := scaled(d.Rows, d.Columns, d.Kind); f.Text != "" {
			return append(list, Doubt{Finding: f})
		}
	}
	if (&inference.Table{Columns: d.Columns}).Pictures() {
		return list
	}
	if d.Preprocessing.Log2p1 || d.Preprocessing.Cooks() {
		return addLevel(list, d)
	}
	told := wholesOf(d)
	list, columns = append(list, told...), beside(columns, d.Columns, told)
	steps := stepsFor(d, columns)
	if len(steps) > 0 && d.Kind == inference.Count {
		return append(list, steps...)
	}
	for _, whole := range wholeNumbers(columns, d.Columns, units, d.Kinds == nil) {
		list = append(list, whole)
		steps = slices.DeleteFunc(steps, func(s Doubt) bool {
			return slices.ContainsFunc(s.Columns, func(c string) bool { return slices.Contains(whole.Columns, c) })
		})
	}
	if list = append(list, steps...); d.Kind != inference.Continuous ||
		slices.ContainsFunc(list, func(l Doubt) bool { return l.Cure == AddSteps }) {
		return list // first things first: their levels are those of logarithms
	}
	return addLevel(list, d)
}

func addLevel(list []Doubt, d *inference.Dataset) []Doubt {
	if doubt, is := byLevel(d); is {
		list = append(list, doubt)
	}
	return list
}

// A Doubter finds the doubts about data, once for the same data and the same reading of them.
type Doubter struct {
	data  *inference.Dataset
	exact bool
	found []Doubt
}

// Of returns the [Doubts] about d.
func (w *Doubter) Of(d *inference.Dataset, exact bool) []Doubt {
	if w.data != d || w.exact != exact {
		w.data, w.exact, w.found = d, exact, Doubts(d, exact)
	}
	return w.found
}

// variables gathers the values of each column in the units of the table, missing ones left out.
func variables(data *inference.Dataset) (columns [][]float64) {
	n, d := data.Dims()
	rows := min(n, seen, max(100, seenCells/max(d, 1)))
	columns = make([][]float64, d)
	for j := range columns {
		if data.KindAt(j).Sort != kinds.Number {
			continue // taken as such
		}
		for k := range rows {
			if x := data.Input(k*n/rows, j); !math.IsNaN(x) {
				columns[j] = append(columns[j], unrounded(x, roundings*(math.Abs(data.Centre[j])+math.Abs(data.Scale[j]))))
			}
		}
		sortIfWhole(columns[j])
	}
	return columns
}

// unrounded returns the whole number that centring, scaling and their inverse have moved by no more than err.
func unrounded(x, err float64) float64 {
	if whole := math.Round(x); math.Abs(x-whole) <= err {
		return whole + 0 // never −0
	}
	return x
}

// sortIfWhole sorts values that are whole numbers but for those at the edges. Of others it puts only the least and the
// greatest in their places: nothing else is asked of measurements.
func sortIfWhole(values []float64) {
	for _, x := range values {
		if x != math.Trunc(x) {
			low, high := slices.Min(values), slices.Max(values)
			for _, edge := range []struct {
				at int
				x  float64
			}{{0, low}, {len(values) - 1, high}} {
				k := slices.Index(values, edge.x)
				values[k], values[edge.at] = values[edge.at], values[k]
			}
			return
		}
	}
	slices.Sort(values)
}

// levels returns the number of different values of a sorted list, and whether all are whole and at least 0.
func levels(sorted []float64) (count int, whole bool) {
	whole = true
	for i, x := range sorted {
		if i == 0 || x != sorted[i-1] {
			count++
		}
		whole = whole && x >= 0 && x == math.Trunc(x)
	}
	return count, whole && count > 0
}

// wholeNumbers finds columns of counts, of codes, and of zeros and ones. Counts are told from rounded measurements by
// how far they reach: among measurements each column by its long tail, elsewhere all together. Columns that state a
// unit are measured. The logarithm of all is a cure only where all are numbers: with alone.
func wholeNumbers(columns [][]float64, names, units []string, alone bool) (list []Doubt) {
	varying, wholes, fromZero := 0, 0, 0
	low, high := math.Inf(1), 0.0 // of all whole numbers
	different, whole := make([]int, len(columns)), make([]bool, len(columns))
	for j, c := range columns {
		different[j], whole[j] = levels(c)
		whole[j] = whole[j] && units[j] == ""
		if different[j] > 1 {
			varying++
			if whole[j] {
				wholes++
				low, high = min(low, c[0]), max(high, c[len(c)-1])
				if c[0] == 0 {
					fromZero++
				}
			}
		}
	}
	allCounts := wholes == varying && high+1 >= longTail*(low+1)
	var counts, tailed, small, codes, binary, ranks []string
	few := varying > 0 // no column reaches far
	for j, c := range columns {
		few = few && (different[j] < 2 || whole[j] && c[len(c)-1] < manyCounts)
		if !whole[j] || different[j] < 2 {
			continue
		}
		least, middle, greatest := c[0], c[len(c)/2], c[len(c)-1]
		switch {
		case ranked(c):
			ranks = append(ranks, names[j])
		case greatest == 1:
			binary = append(binary, names[j])
		case greatest >= manyCounts && !wholeName.MatchString(names[j]) && least <= lowCount &&
			greatest >= longTail*max(middle, 1):
			counts, tailed = append(counts, names[j]), append(tailed, names[j])
		case greatest >= manyCounts && allCounts && dispersed(c):
			counts = append(counts, names[j])
		case different[j] <= fewCodes && greatest < manyCounts && rowsPerCode*different[j] <= len(c):
			codes = append(codes, names[j])
		case least <= lowCount:
			small = append(small, names[j])
		}
	}
	add := func(columns []string, cure Cure, text, remedy string) {
		list = append(list, Doubt{Finding: Finding{Text: text, Remedy: remedy}, Cure: cure, Columns: columns})
	}
	if len(ranks) > 1 { // one alone may number the rows
		add(ranks, NoCure, fmt.Sprintf("%s of ranks (1 to %d), taken as numbers.", inference.Plural(len(ranks), "column"),
			len(columns[slices.Index(names, ranks[0])])), "Ranks can stay, or be taken as ranks (page Columns, or --kind).")
	}
	counted := len(counts) + len(small)
	if 2*counted <= varying { // ages and weights beside codes are measured
		counts, counted = tailed, len(tailed)+len(small)
	}
	if len(counts) > 0 && fromZero == varying { // few of the rare and many of the common, as of species at sites
		counted, codes = varying, nil
	}
	switch {
	case alone && len(counts) > 0 && 2*counted > varying:
		first := "Turn on log2(x + 1)"
		if varying > 1 {
			first += "; where samples differ in depth, bring them to one depth first"
		}
		add(nil, TakeLog, inference.Plural(counted, "column")+" of counts, taken as numbers.",
			first+". Some models take counts as such: say so on the page Columns, or --kind.")
	case len(counts) > 0:
		add(counts, LeaveOut, fmt.Sprintf("%s of counts among measurements, taken as numbers: %s.",
			inference.Plural(len(counts), "column"), words.QuoteSome(counts, 3)),
			"Some models take counts as such: say so on the page Columns, or --kind. For others, where they span "+
				"several powers of ten, take the logarithm of these columns, or leave them out.")
	}
	if whole := len(codes) + len(small); few && whole+len(binary) == varying && 2*whole > varying {
		add(nil, NoCure, fmt.Sprintf("%s of few whole numbers (%s), taken as numbers.",
			inference.Plural(varying, "column"), codeRange(columns, names, slices.Concat(codes, small, binary))),
			"Grades and ranks can stay. Models of several kinds take grades, categories and counts as such: "+
				"say so on the page Columns, or --kind.")
		binary = nil // told among them
	} else if len(codes) > 0 {
		add(codes, LeaveOut, fmt.Sprintf("%s of few whole numbers (%s), taken as numbers: %s.",
			inference.Plural(len(codes), "column"), codeRange(columns, names, codes), words.QuoteSome(codes, 3)),
			"Grades can stay, or be taken as grades by models that can (page Columns, or --kind); make codes and labels categories or annotations, or leave them out.")
	}
	if len(binary) > 0 && len(binary) == varying {
		add(nil, NoCure, inference.Plural(varying, "column")+" of zeros and ones, taken as numbers.",
			"Some models take them as yes/no: say so on the page Columns, or --kind. pydt and ddt do by themselves.")
	} else if len(binary) > 0 {
		add(binary, LeaveOut, fmt.Sprintf("%s of zeros and ones among others, taken as numbers: %s.",
			inference.Plural(len(binary), "column"), words.QuoteSome(binary, 3)),
			"Take them as yes/no in models that can (page Columns, or --kind), make them annotations, or leave them out, unless a difference of 1 means as much there as in a measurement.")
	}
	return list
}

// ranked reports whether sorted values are the ranks of all rows: 1, 2, 3 to their number, each once.
func ranked(sorted []float64) bool {
	for i, x := range sorted {
		if x != float64(i+1) {
			return false
		}
	}
	return len(sorted) > fewCodes
}

// dispersed reports whether values vary as counts do, at least as much as their mean.
func dispersed(values []float64) bool {
	mean, variance := stat.MeanVariance(values, nil)
	return variance >= mean
}

// codeRange says from where to where the values of some columns reach.
func codeRange(columns [][]float64, names, among []string) string {
	low, high := math.Inf(1), math.Inf(-1)
	for j, c := range columns {
		if slices.Contains(among, names[j]) {
			low, high = min(low, c[0]), max(high, c[len(c)-1])
		}
	}
	return number(low) + " to " + number(high)
}

// missingCodes finds codes for missing values, such as −999, that lie far from all measurements of a column.
func missingCodes(columns [][]float64, names []string) (Doubt, bool) {
	cells, found := map[float64]int{}, map[float64][]string{}
	for j, c := range columns {
		if len(c) == 0 || !sentinel.Is(c[0]) && !sentinel.Is(c[len(c)-1]) {
			continue
		}
		var facts sentinel.Facts
		for _, x := range c {
			facts.Add(x)
		}
		for _, f := range facts.Find() {
			cells[f.Code] += f.Times
			found[f.Code] = append(found[f.Code], names[j])
		}
	}
	best, most := 0.0, 0
	for code, n := range cells {
		if n > most || n == most && code < best {
			best, most = code, n
		}
	}
	if most == 0 {
		if most, found[nine] = nines(columns, names); most == 0 {
			return Doubt{}, false
		}
		best = nine
	}
	stand := "stands in 1 cell"
	if most > 1 {
		stand = fmt.Sprintf("stands in %s cells", inference.Grouped(most))
	}
	code := sentinel.Plain(best)
	return Doubt{Finding: Finding{
		Text: fmt.Sprintf("%s %s far from all other values and is taken as a number: %s.", sentinel.Text(best), stand,
			words.QuoteSome(found[best], 3)),
		Remedy: fmt.Sprintf(
			"If it means “missing”, open the table with %s among its missing cells (Missing cells, or --missing=usual,%s).",
			code, code),
		Code: code, Grave: true,
	}, Cure: Reopen, Columns: found[best]}, true
}

// nine stands for a missing value among grades and genotypes, of which none is above mostGrade: neither 6 nor 7 is in
// any column of the table. In mostNines of the cells it is a grade.
const (
	nine        = 9
	mostGrade   = 5
	nineColumns = 3
	mostNines   = .2
)

// nines counts the cells of nine in columns of grades, and names these columns.
func nines(columns [][]float64, names []string) (cells int, found []string) {
	all := 0
	for j, c := range columns {
		_, whole := levels(c)
		if !whole || c[len(c)-1] > nine {
			continue
		}
		from, _ := slices.BinarySearch(c, mostGrade+1)
		to, _ := slices.BinarySearch(c, nine-1) // 8 may be another code
		if from < to {
			return 0, nil
		}
		all += len(c)
		if at, has := slices.BinarySearch(c, nine); has {
			cells, found = cells+len(c)-at, append(found, names[j])
		}
	}
	if len(found) < nineColumns || float64(cells) > mostNines*float64(all) {
		return 0, nil
	}
	return cells, found
}

// distances finds a square table that is symmetric, with zeros or ones on its diagonal: of distances, similarities or
// links.
func distances(data *inference.Dataset) (Doubt, bool) {
	n, d := data.Dims()
	said := data.Preprocessing.Distances
	if n != d || n < leastMatrix || said == relation.Links || said == relation.None {
		return Doubt{}, false
	}
	greatest := 0.0
	for i := range n {
		for j := range n {
			if a := math.Abs(data.Input(i, j)); a > greatest {
				greatest = a
			}
		}
	}
	near := func(a, b float64) bool { return math.Abs(a-b) <= roundings*greatest }
	what, diagonal := "distances", 0.0
	if near(data.Input(0, 0), 1) {
		what, diagonal = "correlations or similarities", 1
	}
	if greatest == 0 {
		return Doubt{}, false
	}
	for i := range n {
		if !near(data.Input(i, i), diagonal) {
			return Doubt{}, false
		}
		for j := range i {
			a, b := data.Input(i, j), data.Input(j, i)
			if !near(a, b) && !(math.IsNaN(a) && math.IsNaN(b)) {
				return Doubt{}, false
			}
		}
	}
	if diagonal == 0 && data.Kind == inference.Binary {
		return Doubt{Finding: Finding{
			Text:   "The table is symmetric, of zeros and ones with zeros on its diagonal, as the links of a network are.",
			Remedy: "blockmodel reads it so; other models take its columns as what was measured of the rows.",
		}}, true
	}
	return Doubt{Finding: Finding{
		Text: fmt.Sprintf(
			"The table is symmetric with %g on its diagonal, as %s between rows are; it is taken as measurements.", diagonal,
			what),
		Remedy: "If they are, choose so (Distances in the preview, or --distances).",
	}, Cure: Reopen}, true
}
