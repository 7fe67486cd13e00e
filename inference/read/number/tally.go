package number

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// A Sort is what a cell is that holds no plain number.
type Sort byte

// The sorts of cells.
const (
	Other    Sort = iota // words
	Grouped              // a number in other signs than those that were expected
	WithUnit             // a number with a unit
	Limited              // a limit, a flagged number, or a word for a value that was not measured
)

// How many different cells of a column are told apart, and how many words are looked at of a column without numbers.
const (
	mostTexts = 60
	mostWords = 2000
)

// A Tally counts the cells of a column that are no plain numbers.
type Tally struct {
	Styles          Set            // in which all that are numbers are read
	OfUnits, Others int            // cells with units; words
	Limits, Numbers int            // cells of limits, and those of them that hold a number
	Units           map[string]int // cells by unit
	Unsure          bool           // some unit is not known for certain
	Codes, Words    map[string]int // cells of limits and words, by what they say; at most mostTexts of each
	Form            string         // the first cell that has signs between thousands
	Thousand        string         // the first cell whose only sign may be the decimal one or stand between thousands
	known           map[string]Sort
	ranges          bool
}

// NewTally returns a tally of nothing, for cells that are read in a way; nil where it is not known.
func NewTally(r *Reading) *Tally {
	return &Tally{ranges: r != nil && r.Ranges, Styles: All, Units: map[string]int{}, Codes: map[string]int{},
		Words: map[string]int{}, known: map[string]Sort{}}
}

// Add counts a cell and returns its sort.
func (t *Tally) Add(b []byte) Sort {
	if t.Others > mostWords && t.OfUnits+t.Limits == 0 {
		t.Others++
		if n, is := t.Words[string(b)]; is {
			t.Words[string(b)] = n + 1
		}
		return Other
	}
	sort, known := t.known[string(b)]
	if known && sort == Other {
		t.Others++
		count(t.Words, b)
		return Other
	}
	c, sort := sortOf(b, t.ranges)
	if len(t.known) < mostWords {
		t.known[string(b)] = sort
	}
	switch sort {
	case Other:
		t.Others++
		count(t.Words, b)
		return sort
	case WithUnit:
		t.OfUnits++
	case Limited:
		t.Limits++
		count(t.Codes, b)
		if c.Digits == nil {
			return sort
		}
		t.Numbers++
	}
	if c.Unit != "" && (len(t.Units) < mostTexts || t.Units[c.Unit] > 0) {
		t.Units[c.Unit]++
		t.Unsure = t.Unsure || !c.Known()
	}
	styles := Of(c.Digits)
	if c.Limit == Between {
		styles &= Of(c.To)
	}
	if t.Form == "" && !styles.Has(Style{'.', None}) && !styles.Has(Style{',', None}) {
		t.Form = string(b)
	}
	if t.Thousand == "" && OneGroup(c.Digits) {
		t.Thousand = string(b)
	}
	t.Styles &= styles
	return sort
}

func count(texts map[string]int, b []byte) {
	if _, known := texts[string(b)]; known || len(texts) < mostTexts {
		texts[string(b)]++
	}
}

// sortOf returns the sort of a cell. A cell without a number in any style is a word, and so is one of two numbers
// unless ranges are limits.
func sortOf(b []byte, ranges bool) (Cell, Sort) {
	if c, ok := Unmeasured(b); ok {
		if c.Digits == nil || Of(c.Digits) != 0 {
			return c, Limited
		}
	}
	c, ok := Dissect(b)
	if !ok && ranges {
		c, ok = rangeOf(b)
	}
	switch {
	case !ok || Of(c.Digits) == 0:
		return Cell{}, Other
	case c.Limit != Exact:
		return c, Limited
	case c.Unit != "":
		return c, WithUnit
	}
	return c, Grouped
}

// Loose reports whether a cell of a sample may be a number, or the lack of one, in any notation.
func Loose(b []byte) bool {
	if _, ok := Parse(b, '.'); ok {
		return true
	}
	_, sort := sortOf(b, false)
	return sort != Other
}

// Unit returns the only unit of the column, "" without one; ok is false where there are several.
func (t *Tally) Unit() (unit string, ok bool) {
	for unit = range t.Units {
	}
	return unit, len(t.Units) <= 1
}

// Most returns texts by their cells, the commonest first, and of equally common ones the first of the alphabet.
func Most(texts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(texts),
		func(a, b string) int { return cmp.Or(cmp.Compare(texts[b], texts[a]), cmp.Compare(a, b)) })
}

// A Reading says how the cells of a column are read that are no plain numbers.
type Reading struct {
	Style  Style
	Unit   string // that is taken off
	Limits Limits
	Ranges bool // two numbers, as 3-5, are limits and no words
}

// Limits says what becomes of cells that hold limits, flagged numbers and words for values that were not measured. A
// cell without a number is missing in any case but the last.
type Limits string

// What becomes of limits.
const (
	Missing Limits = ""      // they are missing cells
	AtLimit Limits = "limit" // the number stands for the value
	HalfWay Limits = "half"  // half of it does, for values below a limit
	Text    Limits = "text"  // they are words, so that their column is an annotation
)

// AllLimits are the choices, the usual one first.
var AllLimits = []Limits{Missing, AtLimit, HalfWay, Text}

// String returns "missing", "limit", "half" or "text".
func (l Limits) String() string {
	if l == Missing {
		return "missing"
	}
	return string(l)
}

// Bounds reads a cell that holds a limit: between which numbers its value lies, of which one may be infinite.
func (r Reading) Bounds(b []byte) (low, high float64, ok bool) {
	c, sort := sortOf(b, r.Ranges)
	if sort != Limited || c.Digits == nil || c.Unit != "" && c.Unit != r.Unit {
		return 0, 0, false
	}
	x, ok := r.Style.Parse(c.Digits)
	switch c.Limit {
	case Below:
		return math.Inf(-1), x, ok
	case Above:
		return x, math.Inf(1), ok
	case Between:
		high, too := r.Style.Parse(c.To)
		return x, high, ok && too && x < high
	}
	return 0, 0, false
}

// Read reads a cell. It is missing where x is of no use.
func (r Reading) Read(b []byte) (x float64, missing, ok bool) {
	c, sort := sortOf(b, r.Ranges)
	if sort == Other || sort == Limited && r.Limits == Text || c.Unit != "" && c.Unit != r.Unit {
		return 0, false, false
	}
	if sort == Limited && (c.Digits == nil || r.Limits != AtLimit && r.Limits != HalfWay) {
		return 0, true, true
	}
	x, ok = r.Style.Parse(c.Digits)
	if ok && r.Limits == HalfWay && c.Limit == Below {
		x /= 2
	}
	if ok && c.Limit == Between {
		high, too := r.Style.Parse(c.To)
		return x + (high-x)/2, false, too
	}
	return x, false, ok
}
