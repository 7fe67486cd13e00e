package design

import (
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
)

// A Column holds, for each row, which of its different values it has: from 0, in the order in which they come.
type Column struct {
	levels []int
	counts []int     // of each value
	values []float64 // the different values; none of texts
}

// OfNumbers returns a column of 12 numbers or more; ok is false where each comes less than twice on average, where all
// are one, and where a cell is missing.
func OfNumbers(cells []float64) (c Column, ok bool) {
	c, ok = coded(cells, func(x float64) bool { return !math.IsNaN(x) })
	if !ok {
		return c, false
	}
	c.values = make([]float64, len(c.counts))
	for i, at := range c.levels {
		c.values[at] = cells[i]
	}
	return c, true
}

// OfTexts returns a column of texts under the same conditions. lacks tells of a text whether it is a missing cell.
func OfTexts(cells []string, lacks func(string) bool) (c Column, ok bool) {
	return coded(cells, func(s string) bool { return !lacks(s) })
}

func coded[T comparable](cells []T, present func(T) bool) (c Column, ok bool) {
	if len(cells) < fewestRows {
		return c, false
	}
	seen := map[T]int{}
	for _, x := range cells {
		at, is := seen[x]
		if !is {
			if at = len(seen); 2*(at+1) > len(cells) || !present(x) {
				return Column{}, false
			}
			seen[x] = at
			c.counts = append(c.counts, 0)
		}
		c.levels = append(c.levels, at)
		c.counts[at]++
	}
	return c, len(c.counts) > 1
}

// A Verdict says what a column of numbers may hold instead of measurements.
type Verdict struct {
	Set    bool // what somebody set, or labels, surely
	Likely bool // the same, perhaps
	Shared bool // one number for all rows of a unit, which the table holds several rows of
	Of     int  // the column that names these units; −1 where it is not known
}

// Chances, as logarithms, from which on a column is surely set, or perhaps; above which its evenness says nothing; that
// a table is sorted by a measurement; and above which columns meet each other by chance.
var (
	sure   = math.Log(1e-4)
	likely = math.Log(1e-2)
	idle   = math.Log(.6)
	sorted = math.Log(.1)
	chancy = math.Log(.02)
)

// Judge returns a verdict for each column. Numbers that were set show an order that measurements do not have: they
// come equally often; in runs of one length, after which a number can come again; over and over again from the least to
// the greatest; or each of them meets each value of another column equally often. How likely so much order is in
// measurements is multiplied by the number of columns, or of groups of them.
func Judge(columns []Column) []Verdict {
	verdicts := make([]Verdict, len(columns))
	even, chances := make([]float64, len(columns)), make([]float64, len(columns))
	tried, cut := math.Log(float64(len(columns))), cutEvenly(columns)
	for j, c := range columns {
		if !cut {
			even[j] = evenness(c.counts)
		}
		if len(c.counts) > 2 { // yes and no in turn, or in runs, may be of a kind
			chances[j] = c.again() + tried
			if even[j] < idle {
				chances[j] = min(chances[j], c.runs()+tried)
			}
		}
	}
	candidates := slices.DeleteFunc(inference.UpTo(len(columns)), func(j int) bool { return even[j] > idle })
	if len(candidates) > mostCrossed {
		candidates = nil
	}
	for _, j := range candidates {
		group, chance := crossed(columns, even, candidates, j)
		for _, k := range group {
			chances[k] = min(chances[k], chance)
		}
	}
	for j, c := range columns {
		v := &verdicts[j]
		v.Of = -1
		labels := even[j] + tried
		if c.inOrder() {
			chances[j] = min(chances[j], labels+sorted)
		} else if c.values != nil && labels < sure && c.unbroken() && !c.compact() {
			v.Shared = true
		}
		v.Set = chances[j] <= sure
		v.Likely = v.Set || chances[j] <= likely || c.compact() && labels <= likely
	}
	for j, c := range columns {
		if v := &verdicts[j]; !v.Set && c.values != nil {
			for k, unit := range columns {
				if k != j && even[k]+tried < sure && (unit.values == nil || verdicts[k].Set) && c.within(unit) {
					v.Shared, v.Of = true, k
					break
				}
			}
		}
	}
	return verdicts
}

// cutEvenly reports whether most of many columns have their values equally often: measurements that were cut at their
// quantiles do, and few tables have so many columns that were set.
func cutEvenly(columns []Column) bool {
	const fewest = 6
	flat := 0
	for _, c := range columns {
		if slices.Max(c.counts)-slices.Min(c.counts) <= 1 {
			flat++
		}
	}
	return flat >= fewest && 2*flat > len(columns)
}

// runs returns the log probability of the lengths of the runs, of which there must be more than different values.
func (c Column) runs() float64 {
	lengths := c.lengths()
	if len(lengths) <= len(c.counts) {
		return 0
	}
	length := slices.Sorted(slices.Values(lengths))[len(lengths)/2]
	if length < leastRun {
		return 0
	}
	return equalRuns(lengths, length)
}

func (c Column) lengths() (lengths []int) {
	for i, at := range c.levels {
		if i == 0 || at != c.levels[i-1] {
			lengths = append(lengths, 0)
		}
		lengths[len(lengths)-1]++
	}
	return lengths
}

// unbroken reports whether the rows of each value stand together.
func (c Column) unbroken() bool { return len(c.lengths()) == len(c.counts) }

// inOrder reports whether the rows of each value stand together, and the values rise or fall.
func (c Column) inOrder() bool { return c.values != nil && c.unbroken() && c.oneWay(len(c.levels)) }

// compact reports whether the values are whole numbers close to each other, as those of labels are.
func (c Column) compact() bool {
	const room = 4 // whole numbers for each of them
	for _, x := range c.values {
		if x != math.Trunc(x) {
			return false
		}
	}
	return c.values != nil && slices.Max(c.values)-slices.Min(c.values) < float64(room*len(c.values))
}

// within reports whether each value of the unit has one number in all of its rows.
func (c Column) within(unit Column) bool {
	of := make([]int, len(unit.counts))
	for i, u := range unit.levels {
		if of[u] == 0 {
			of[u] = c.levels[i] + 1
		} else if of[u] != c.levels[i]+1 {
			return false
		}
	}
	return true
}

// again returns the log probability that the values in any order repeat those of the first rows, which rise or fall as
// times and doses do.
func (c Column) again() float64 {
	n := len(c.levels)
	for p := len(c.counts); 2*p <= n; p++ {
		if n%p != 0 || !slices.Equal(c.levels[p:], c.levels[:n-p]) {
			continue
		}
		if c.values == nil || !c.oneWay(p) {
			return 0
		}
		chance := special.LogFactorial(p) - special.LogFactorial(n)
		for _, times := range c.counts {
			chance += special.LogFactorial(times) - special.LogFactorial(times*p/n)
		}
		return chance
	}
	return 0
}

// oneWay reports whether the values of the first rows never fall, or never rise.
func (c Column) oneWay(rows int) bool {
	rises, falls := false, false
	for i := 1; i < rows; i++ {
		a, b := c.values[c.levels[i-1]], c.values[c.levels[i]]
		rises, falls = rises || a < b, falls || a > b
	}
	return !rises || !falls
}

const (
	mostCells   = 4   // cells, for each row, that a table of two columns may have
	mostCrossed = 100 // even columns of which pairs are looked at: nobody sets so many
)

// crossed returns the columns that meet each other evenly with column from, which is among them, and the log
// probability of that. All candidates have values that come evenly.
func crossed(columns []Column, even []float64, candidates []int, from int) (group []int, chance float64) {
	group = []int{from}
	evens, pairs := idle-even[from], 0.
	for _, j := range candidates {
		if j == from {
			continue
		}
		sum, each := 0., true
		for _, k := range group {
			p := pair(columns[j], columns[k])
			if each = p < idle; !each {
				break
			}
			sum += idle - p
		}
		if each {
			group, evens, pairs = append(group, j), evens+idle-even[j], pairs+sum
		}
	}
	n := len(group)
	if n == 1 {
		return nil, 0
	}
	chance = together(pairs, n*(n-1)/2)
	for i := range group { // as many groups could have been found
		chance += math.Log(float64(len(columns)-i)) - math.Log(float64(i+1))
	}
	if chance > chancy { // columns that were cut at their quantiles are even, but do not meet evenly
		return nil, 0
	}
	return group, chance + together(evens, n)
}

// pair returns the log probability that two columns meet so evenly. Where rows seem to be missing, the numbers of one
// of them must rise or fall again and again, as times within a unit do.
func pair(a, b Column) float64 {
	if len(a.counts)*len(b.counts) > mostCells*len(a.levels) {
		return 0
	}
	table := make([]int, len(a.counts)*len(b.counts))
	for i, at := range a.levels {
		table[at*len(b.counts)+b.levels[i]]++
	}
	if slices.Min(table) < slices.Max(table) && !a.inTurns() && !b.inTurns() {
		return 0
	}
	return crossing(table, a.counts, b.counts)
}

// inTurns reports whether three or more values rise, or fall, again and again, three times or more often: each about
// once before the next turn.
func (c Column) inTurns() bool {
	const fewest, perTurn = 3, 1.5
	if len(c.values) < fewest || fewest*len(c.values) > len(c.levels) {
		return false
	}
	rises, falls := 0, 0
	for i := 1; i < len(c.levels); i++ {
		switch a, b := c.values[c.levels[i-1]], c.values[c.levels[i]]; {
		case a < b:
			rises++
		case a > b:
			falls++
		}
	}
	return float64(min(rises, falls)*len(c.values)) <= perTurn*float64(rises+falls)
}
