package guess

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/column/whole"
)

// A Guess is the guessed kind of a column, with the reason.
type Guess struct {
	Name string
	Kind column.Kind // with the levels that were seen
	Why  string      // a clause without a full stop
	// Text means that the file holds text, which is an annotation unless it is chosen as data.
	Text    bool
	Missing int
	// Levels are the different values, nil if there are many numbers or if not all rows were looked at.
	Levels []string
	// Can are the sorts that the cells of the column allow.
	Can []column.Sort
	// Counts says how often each of the levels occurs or, of numbers, how many lie in each of equal parts from Low to
	// High.
	Counts    []int
	Low, High float64
}

// Limits of the guesses.
const (
	mostGrades      = 11  // of whole numbers in a run, such as 0 to 10
	mostCategories  = 20  // of text, and one for every rowsPerLevel rows
	rowsPerLevel    = 5   //
	leastShare      = .05 // of each of 0, 1 and 2 in genotypes
	leastCount      = 10  // the greatest of counts is above
	lowCount        = 3   // the least of counts among measurements is at most
	longTail        = 4   // and their greatest that many times as great as half of them
	skewGain        = .5  // by which a logarithm is less skewed
	fewestInLibrary = 5   // columns of counts in a table of counts, whose rows may differ in depth
	fewestSkewed    = 10  // numbers for a skewness to be known
	repeated        = 2   // rows for each grade
	greatestLog     = 25  // logarithms of intensities are lower
	fewestLogged    = 50  // rows of a table of logarithms
	fewestAlike     = 4   // and its columns
	alikeVariance   = 9   // the ratio of their greatest variance to the least
	parts           = 12  // of a distribution
	mostRows        = 20_000
)

// Of guesses the kinds of the columns that a model sees, after a transposition, and of the annotations that may be
// data. In tables of very many cells it looks at evenly spaced rows.
func Of(t *inference.Table, transposed bool) []Guess {
	n, d := t.Dims()
	names, about := t.Columns, t.Annotations
	x := t.X
	if transposed {
		n, d = d, n
		names, about = t.Rows, t.ColumnAnnotations
		x = t.X.T()
	}
	rows := min(n, mostRows, max(100, cells/max(d, 1)))
	columns, some := make([]numbers, d), make([]int, rows)
	for k := range some {
		some[k] = k * n / rows
	}
	logs := make([]float64, 0, rows)
	inference.EachColumn(x, some, func(j int, cells []float64) { columns[j] = numbersOf(cells, logs, rows == n) })
	what := "distances between rows" // which are of no other kind, nor are links
	_, apart := t.Relation()
	if !apart {
		_, apart = t.Network()
		what = "links between rows"
	}
	ranked := 0
	for _, c := range columns {
		if c.ranked() {
			ranked++
		}
	}
	ofCounts := 2*ranked < len(columns) && mostlyCounts(columns)
	sparse := ofCounts && sparselyCounted(columns)
	logged := !apart && logarithms(columns)
	stated := limitsOf(t, transposed, d)
	units := inference.StatedUnits(names, unitsOf(t, transposed))
	guesses := make([]Guess, 0, d+len(about))
	counts := 0
	for j, c := range columns {
		var g Guess
		switch {
		case apart:
			g = c.number(what)
		case stated != nil && stated[j].cells > 0:
			g = c.censored(stated[j])
		default:
			g = c.guess(names[j], units[j], ofCounts, logged)
			if ranked > 1 && c.ranked() { // one alone may number the rows
				g.Kind, g.Why = column.Kind{Sort: column.Rank}, "ranks of the rows from "+plain(c.low)+" to "+plain(c.high)
			}
			if sparse && units[j] == "" {
				c.counted(&g)
			}
		}
		g.Name, g.Can = names[j], c.can(stated != nil && stated[j].cells > 0)
		guesses = append(guesses, g)
		if g.Kind.Sort == column.Count {
			counts++
		}
	}
	if !apart && t.Kind != inference.Binary {
		foundWhole(guesses, names, n, x.At)
	}
	for j := range guesses {
		guesses[j].Kind.Library = ofCounts && counts >= fewestInLibrary && guesses[j].Kind.Sort == column.Count
	}
	for _, a := range about {
		if !slices.Contains(names, a.Name) {
			g := ofText(a)
			g.Can = canText(a)
			guesses = append(guesses, g)
		}
	}
	agree(guesses)
	return guesses
}

// foundWhole says which columns of numbers belong together.
func foundWhole(guesses []Guess, names []string, n int, at func(i, j int) float64) {
	use := func(j int) bool { return guesses[j].Kind.Sort != column.Censored }
	for _, f := range whole.Find(n, len(names), at, use) {
		k := f.Kind()
		var parts []string
		for _, j := range f.Columns {
			parts = append(parts, names[j])
		}
		k.Group = column.GroupOf(parts)
		why := fmt.Sprintf("%d columns sum to %s in each row", len(parts), plain(f.Sum))
		if f.Ranks {
			why = fmt.Sprintf("each row ranks %d columns from 1 to %d", len(parts), len(parts))
		}
		for _, j := range f.Columns {
			g := &guesses[j]
			g.Kind, g.Why = k, why
			if !slices.Contains(g.Can, k.Sort) {
				g.Can = append(g.Can[:len(g.Can)-1:len(g.Can)-1], k.Sort, column.Annotation)
			}
		}
	}
}

// cells bounds those looked at.
const cells = 4_000_000

func unitsOf(t *inference.Table, transposed bool) []inference.Annotation {
	if transposed {
		return t.Annotations
	}
	return t.ColumnAnnotations
}

// numbers are facts about a column of numbers.
type numbers struct {
	n, missing      int
	low, high       float64
	mean, variance  float64
	median          float64 // of whole numbers
	skew, skewOfLog float64
	whole           bool
	values          []float64 // the different ones in order, at most mostGrades+1
	counts          []int     // of these
	histogram       []int
	complete        bool // all rows were looked at
	positive        bool
}

// numbersOf gathers the facts. It writes to the values, and to logs, which has room for as many.
func numbersOf(values, logs []float64, complete bool) numbers {
	c := numbers{low: math.Inf(1), high: math.Inf(-1), whole: true, positive: true, complete: complete}
	seen := values[:0]
	for _, y := range values {
		if math.IsNaN(y) {
			c.missing++
			continue
		}
		seen = append(seen, y)
		c.low, c.high = min(c.low, y), max(c.high, y)
		c.whole = c.whole && y == math.Trunc(y)
		c.positive = c.positive && y > 0
		if len(c.values) > mostGrades {
			continue
		}
		at, is := slices.BinarySearch(c.values, y)
		if !is {
			c.values, c.counts = slices.Insert(c.values, at, y), slices.Insert(c.counts, at, 0)
		}
		c.counts[at]++
	}
	if c.n = len(seen); c.n == 0 {
		return c
	}
	c.mean, c.variance, c.skew = moments(seen)
	c.histogram = histogram(seen, c.low, c.high)
	if c.positive && math.Abs(c.skew) > skewGain { // else the logarithm cannot be less skewed by as much
		logs = logs[:0]
		for _, y := range seen {
			logs = append(logs, math.Log(y))
		}
		_, _, c.skewOfLog = moments(logs)
	}
	if c.whole { // nothing else is asked for it
		slices.Sort(seen)
		c.median = seen[len(seen)/2]
	}
	return c
}

// ranked reports whether the numbers are the ranks of all rows, from 1 to their number, each once. Sums of whole
// numbers and of their squares tell: no other numbers of this range have this mean and variance, but for rare chances.
func (c numbers) ranked() bool {
	n := float64(c.n)
	return c.n > mostGrades && c.whole && c.missing == 0 && c.complete && c.low == 1 && c.high == n &&
		math.Abs(c.mean-(n+1)/2) < 1e-9*n && math.Abs(c.variance-(n*n-1)/12) < 1e-9*n*n
}

// moments returns the mean, the variance with divisor n and the skewness, 0 where there is no variance.
func moments(x []float64) (mean, variance, skew float64) {
	n := float64(len(x))
	low, high := slices.Min(x), slices.Max(x)
	if low == high {
		return low, 0, 0
	}
	unit := max(math.Abs(low), math.Abs(high))
	sum, squares, cubes := 0.0, 0.0, 0.0
	for _, y := range x {
		sum += y / unit / n
	}
	for _, y := range x {
		r := y/unit - sum
		squares += r * r / n
		cubes += r * r * r / n
	}
	if squares > 0 {
		skew = cubes / math.Pow(squares, 1.5)
	}
	return sum * unit, squares * unit * unit, skew
}

func histogram(x []float64, low, high float64) []int {
	counts := make([]int, parts)
	for _, y := range x {
		k := 0
		if high > low {
			k = max(0, min(parts-1, int(parts*((y/2-low/2)/(high/2-low/2)))))
		}
		counts[k]++
	}
	return counts
}

// mostlyCounts reports whether nearly all columns of a table that vary hold whole numbers of at least 0, and at least
// half of those with large ones begin near 0, as counts do and lengths do not.
func mostlyCounts(columns []numbers) bool {
	varying, whole, large, low := 0, 0, 0, 0
	for _, c := range columns {
		if c.n == 0 || c.low == c.high {
			continue
		}
		varying++
		if !c.whole || c.low < 0 {
			continue
		}
		if whole++; c.high > leastCount {
			if large++; c.low <= lowCount {
				low++
			}
		}
	}
	return varying > 1 && 10*whole >= 9*varying && large > 0 && 2*low >= large
}

var snp = regexp.MustCompile(`(?i)^(rs[0-9]+|snp[ _.-]?[0-9]*|.*_(snp|rs[0-9]+))$`)

// logarithms reports whether measurements look like logarithms of one thing in many rows, as of expression in samples:
// none is great, and the columns reach and vary alike. Their logarithms are not taken again.
func logarithms(columns []numbers) bool {
	varying, least, most := 0, math.Inf(1), 0.0
	for _, c := range columns {
		if c.n == 0 || c.low == c.high {
			continue
		}
		if c.high > greatestLog || c.whole || c.n < fewestLogged {
			return false
		}
		varying++
		least, most = min(least, c.variance), max(most, c.variance)
	}
	return varying >= fewestAlike && most <= alikeVariance*least
}

// limited says how many cells of a column hold limits that the reader took for missing, and the least of these.
type limited struct {
	cells int
	least column.Interval
}

// limitsOf counts the limits of each column as a model sees it, nil where the table states none.
func limitsOf(t *inference.Table, transposed bool, columns int) []limited {
	if len(t.Stated) == 0 {
		return nil
	}
	by := make([]limited, columns)
	for c, l := range t.Stated {
		j := c.Column
		if transposed {
			j = c.Row
		}
		b := &by[j]
		if b.cells == 0 || cmp.Or(cmp.Compare(l.High, b.least.High), cmp.Compare(l.Low, b.least.Low)) < 0 {
			b.least = l
		}
		b.cells++
	}
	return by
}

// censored says that a column of numbers holds limits too.
func (c numbers) censored(l limited) Guess {
	g := c.number(inference.Plural(l.cells, "cell") + " with limits such as " + l.least.String())
	if l.cells == 1 {
		g.Why = "1 cell with the limit " + l.least.String()
	}
	g.Kind.Sort = column.Censored
	g.Missing -= l.cells
	return g
}

// number says that a column holds numbers.
func (c numbers) number(why string) Guess {
	g := Guess{Missing: c.missing, Low: c.low, High: c.high, Counts: c.histogram, Why: why}
	if c.n == 0 {
		g.Low, g.High = 0, 0
	}
	return g
}

// guess guesses the kind of a column of numbers.
func (c numbers) guess(name, unit string, ofCounts, logged bool) Guess {
	g := c.number("")
	few := len(c.values) <= mostGrades
	if few && c.complete {
		for _, y := range c.values {
			g.Levels = append(g.Levels, strconv.FormatFloat(y, 'g', -1, 64))
		}
	}
	span := plain(c.low) + " to " + plain(c.high)
	levels := func(s column.Sort) {
		g.Kind.Sort, g.Counts = s, c.counts
		g.Kind.Levels = g.Levels
	}
	run := few && c.whole && len(c.values) > 0 && c.high-c.low == float64(len(c.values)-1)
	switch {
	case c.n == 0:
		g.Why = "no value"
	case c.low == c.high:
		g.Why = "one value throughout"
	case few && len(c.values) == 2 && c.low == 0 && c.high == 1:
		levels(column.YesNo)
		g.Why = "only zeros and ones"
	case unit != "" && !logged && c.positive && c.lessSkewed():
		c.skewed(&g)
	case unit != "":
		g.Why = "measured in " + unit
	case run && c.low == 0 && c.high == 2 &&
		(snp.MatchString(name) || slices.Min(c.counts) >= int(leastShare*float64(c.n))):
		levels(column.Ordered)
		g.Why = "only 0, 1 and 2"
	case ofCounts && c.whole && c.low >= 0 && c.variance > c.mean && c.high > leastCount:
		g.Kind.Sort = column.Count
		g.Why = "whole numbers from " + span + ", as in most columns"
	case run && len(c.values) >= 3 && c.n >= repeated*len(c.values):
		levels(column.Ordered)
		g.Why = "the whole numbers from " + span
	case c.whole && c.low >= 0 && c.low <= lowCount && c.high > leastCount && c.variance > c.mean &&
		c.high >= longTail*max(c.median, 1):
		g.Kind.Sort = column.Count
		g.Why = "whole numbers from " + span + " with a long tail"
	case !logged && c.positive && c.lessSkewed():
		c.skewed(&g)
	default:
		g.Why = "numbers from " + span
	}
	return g
}

// mostLevels is how many levels people choose for a column.
const mostLevels = 100

// can lists the sorts that a column of numbers allows.
func (c numbers) can(limited bool) []column.Sort {
	list := []column.Sort{column.Number}
	add := func(s column.Sort, ok bool) {
		if ok && c.n > 0 {
			list = append(list, s)
		}
	}
	several := c.low < c.high && (len(c.values) <= mostGrades || c.whole && c.high-c.low < mostLevels)
	add(column.YesNo, len(c.values) == 2)
	add(column.Ordered, several)
	add(column.Category, several)
	add(column.Count, c.whole && c.low >= 0)
	add(column.Skewed, c.positive)
	add(column.Robust, len(c.values) > mostGrades)
	add(column.Composition, c.low >= 0 && c.low < c.high)
	add(column.Rank, c.low < c.high)
	if limited {
		list = append(list, column.Censored)
	}
	return append(list, column.Annotation)
}

// canText lists the sorts that a column of text allows.
func canText(a inference.Annotation) (list []column.Sort) {
	k := len(a.Levels)
	add := func(s column.Sort, ok bool) {
		if ok {
			list = append(list, s)
		}
	}
	limits, exact := limitsIn(a.Levels)
	add(column.Number, a.Numeric)
	add(column.YesNo, k == 2)
	add(column.Ordered, k >= 2 && k <= mostLevels)
	add(column.Category, k >= 2 && k <= mostLevels)
	add(column.Censored, limits > 0 && limits+exact == k)
	return append(list, column.Annotation)
}

func (c numbers) lessSkewed() bool {
	return c.n >= fewestSkewed && math.Abs(c.skewOfLog) < math.Abs(c.skew)-skewGain
}

func (c numbers) skewed(g *Guess) {
	g.Kind.Sort = column.Skewed
	g.Why = "skewed, its logarithm is not"
}

func plain(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

// ofText guesses the kind of a column of text.
func ofText(a inference.Annotation) Guess {
	g := Guess{Name: a.Name, Text: true, Counts: make([]int, len(a.Levels))}
	for _, c := range a.Codes {
		if c < 0 {
			g.Missing++
		} else {
			g.Counts[c]++
		}
	}
	levels := a.Levels
	if len(levels) <= mostLevels {
		g.Levels = levels
	}
	n, k := len(a.Values)-g.Missing, len(levels)
	annotation := func(why string) Guess {
		g.Kind, g.Why = column.Kind{Sort: column.Annotation}, why
		if k > parts {
			g.Counts = nil
		}
		return g
	}
	of := func(s column.Sort, why string, order []string) Guess {
		g.Kind, g.Why = column.Kind{Sort: s, Levels: order}, why
		counts := make([]int, len(order))
		for l, name := range order {
			if at := slices.Index(levels, name); at >= 0 {
				counts[l] = g.Counts[at]
			}
		}
		g.Counts = counts
		return g
	}
	if limits, numbers := limitsIn(levels); limits > 0 && limits+numbers == k && (numbers > 1 || onlyLimits(levels)) {
		g.Kind, g.Counts, g.Why = column.Kind{Sort: column.Censored}, nil,
			inference.Plural(limits, "different limit")+" such as "+firstLimit(levels)
		return g
	}
	switch graded, is := column.Graded(levels); {
	case k == 0:
		return annotation("no value")
	case a.Numeric:
		return annotation("numbers that were read as labels")
	case k == 1:
		return annotation("one value throughout")
	case k == 2 && n > 2:
		return of(column.YesNo, "two values", column.InOrder(column.YesNo, levels))
	case is && k <= mostCategories:
		return of(column.Ordered, "words of grades", graded)
	case k <= min(mostCategories, n/rowsPerLevel):
		return of(column.Category, fmt.Sprintf("%d different values in %s", k, inference.Plural(n, "row")), levels)
	}
	return annotation(fmt.Sprintf("%d different values in %s", k, inference.Plural(n, "row")))
}

// limitsIn counts levels that are limits, and those that are numbers.
func limitsIn(levels []string) (limits, numbers int) {
	for _, l := range levels {
		switch i, ok := column.ParseInterval(l); {
		case ok && i.Exact():
			numbers++
		case ok:
			limits++
		}
	}
	return limits, numbers
}

// onlyLimits reports whether levels are limits to one side, or many to both: not two halves, such as <18 and ≥18, or
// ranges.
func onlyLimits(levels []string) bool {
	low, high := 0, 0
	for _, l := range levels {
		i, _ := column.ParseInterval(l)
		switch below, above := math.IsInf(i.Low, -1), math.IsInf(i.High, 1); {
		case below:
			low++
		case above:
			high++
		case !i.Exact():
			return false
		}
	}
	return len(levels) > 1 && (low == 0 || high == 0 || len(levels) > 3)
}

func firstLimit(levels []string) string {
	for _, l := range levels {
		if i, ok := column.ParseInterval(l); ok && !i.Exact() {
			return l
		}
	}
	return ""
}
