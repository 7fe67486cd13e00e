package column

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Sort is the sort of the cells of a column, such as numbers or yes/no.
type Sort int

// The sorts of columns. The zero value is a number.
const (
	Number      Sort = iota
	YesNo            // one of two levels, the first of which means no
	Ordered          // one of several levels in an order, such as grades
	Category         // one of several levels without an order
	Count            // whole numbers of at least 0
	Censored         // numbers of which some are only known to lie between limits, as <0.05
	Skewed           // positive numbers, taken by their logarithms
	Annotation       // no data: it stands beside the rows, and no model sees it
	Composition      // a part of a whole: the columns of one entry are taken by the logarithms of their ratios
	Rank             // numbers of which only the order counts, in their column or among the columns of one entry
	Robust           // numbers of which some may be far off, as by a mistake or a broken meter
)

// A word holds the names of a sort.
type word struct {
	name         string   // as it is written
	other        []string // other names that are understood
	one, several string   // of columns: "as yes/no", "as grades"
	title        string   // of a choice
}

// called are the words of the sorts, in their order.
var called = []word{
	Number:   {"number", []string{"numbers", "numeric", "continuous"}, "numbers", "numbers", "Number"},
	YesNo:    {"yes/no", []string{"yesno", "binary", "boolean"}, "yes/no", "yes/no", "Yes or no"},
	Ordered:  {"ordered", []string{"ordinal", "grade", "grades"}, "grades", "grades", "Grades in order"},
	Category: {"category", []string{"categories", "categorical", "nominal"}, "categories", "categories", "Categories"},
	Count:    {"count", []string{"counts"}, "counts", "counts", "Counts"},
	Censored: {"censored", nil, "numbers with limits", "numbers with limits", "Numbers with limits"},
	Skewed: {"skewed", []string{"log"}, "logarithms of positive numbers", "logarithms of positive numbers",
		"Positive numbers, by their logarithms"},
	Annotation: {"annotation", []string{"annotations", "label", "labels"}, "an annotation", "annotations", "Annotation"},
	Composition: {"composition", []string{"compositions", "parts"}, "a ratio of parts of a whole",
		"ratios of parts of a whole", "Part of a whole, by log ratios"},
	Robust: {"robust", []string{"outliers"}, "numbers with outliers", "numbers with outliers",
		"Numbers with outliers"},
	Rank: {"rank", []string{"ranks"}, "ranks", "ranks", "Ranks: only the order counts"},
}

// Sorts returns all sorts in the order in which lists show them.
func Sorts() []Sort {
	all := make([]Sort, len(called))
	for i := range all {
		all[i] = Sort(i)
	}
	return all
}

// String returns the name of the sort, as it is written: "yes/no". It panics if there is no such sort.
func (s Sort) String() string { return called[s].name }

// Title names the sort where it can be chosen: "Grades in order".
func (s Sort) Title() string { return called[s].title }

// As names the sort of n columns: "yes/no", "grades".
func (s Sort) As(n int) string {
	if n == 1 {
		return called[s].one
	}
	return called[s].several
}

// HasLevels reports whether a cell is one of a few levels: its number in the data is the place of its level from 0.
func (s Sort) HasLevels() bool { return s == YesNo || s == Ordered || s == Category }

// Mass reports whether a model gives a cell a probability, and not a density.
func (s Sort) Mass() bool { return s.HasLevels() || s == Count }

// Real reports whether a cell holds a number that is centred and scaled.
func (s Sort) Real() bool {
	return s == Number || s == Censored || s == Skewed || s == Robust || s.Derived()
}

// Exact reports whether all cells that are not missing are numbers that are known.
func (s Sort) Exact() bool { return s.Real() && s != Censored }

// Derived reports whether the numbers of a model are made of the whole column, or of several: log ratios or scores of
// ranks. They have no way back to a cell, and the steps of a preparation leave them alone.
func (s Sort) Derived() bool { return s == Composition || s == Rank }

// SortOf returns the sort of a name, in either case.
func SortOf(name string) (Sort, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	for i, w := range called {
		if name == w.name || slices.Contains(w.other, name) {
			return Sort(i), true
		}
	}
	return Number, false
}

// A Kind is the kind of a column: its sort, and levels or exposures where it has them. The zero value is numbers.
type Kind struct {
	Sort Sort
	// Levels are those of yes/no, ordered and category, in their order; no comes before yes. Nil leaves them to the
	// table.
	Levels []string
	// Exposure names the column by which counts are divided, such as an area or a time; "" for none.
	Exposure string
	// Library says that counts are divided by the sum of the counts of their row.
	Library bool
	// Across says of ranks that they are those of a row, among the columns of one entry.
	Across bool
	// Group is the name of the entry whose columns belong together, such as "sand,silt,clay"; "" for one by itself.
	Group string
}

// Grouped reports whether the columns of one entry belong together: parts of a whole, or things that each row ranks.
func (k Kind) Grouped() bool { return k.Sort == Composition || k.Sort == Rank && k.Across }

// Equal reports whether two kinds are the same.
func (k Kind) Equal(l Kind) bool {
	return k.Sort == l.Sort && k.Exposure == l.Exposure && k.Library == l.Library && k.Across == l.Across &&
		k.Group == l.Group && slices.Equal(k.Levels, l.Levels)
}

// Level returns the place of a level, −1 if it is none.
func (k Kind) Level(name string) int { return slices.Index(k.Levels, name) }

// Numbers returns the levels as numbers, nil where some are none.
func (k Kind) Numbers() []float64 {
	numbers := make([]float64, len(k.Levels))
	for i, l := range k.Levels {
		x, err := strconv.ParseFloat(l, 64)
		if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
			return nil
		}
		numbers[i] = x
	}
	return numbers
}

// SortSet is a set of sorts, as their names with commas between them. It can be compared.
type SortSet string

// SetOf returns the set of some sorts, in their order.
func SetOf(sorts ...Sort) SortSet {
	sorted := slices.Clone(sorts)
	slices.Sort(sorted)
	var list []string
	for _, s := range slices.Compact(sorted) {
		list = append(list, s.String())
	}
	return SortSet(strings.Join(list, ","))
}

// Has reports whether a sort is in the set.
func (s SortSet) Has(sort Sort) bool {
	return slices.Contains(strings.Split(string(s), ","), sort.String())
}

// Sorts returns the sorts in the set.
func (s SortSet) Sorts() (sorts []Sort) {
	for _, sort := range Sorts() {
		if s.Has(sort) {
			sorts = append(sorts, sort)
		}
	}
	return sorts
}

// Together returns the set of the sorts of both.
func Together(a, b SortSet) SortSet { return SetOf(slices.Concat(a.Sorts(), b.Sorts())...) }

// Less returns the sorts of the set that are not in the other.
func (s SortSet) Less(other SortSet) SortSet {
	return SetOf(slices.DeleteFunc(s.Sorts(), other.Has)...)
}
