package inference

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// An Annotation is labels of the rows of a table, or of its columns. It is never fed to a model; views
// offer it as a colour strip, a label or a score.
type Annotation struct {
	Name   string
	Values []string // one per row, or one per column; "" is missing
	// Levels are the distinct values: numbers in numeric order, dates and texts that differ by numbers alone
	// in the order of these, words of grades from the least, other text in order of first appearance. A selection
	// of rows keeps the levels of the whole table, and with them their colours, even where no row is left.
	Levels  []string
	Codes   []int // index into Levels of each row, -1 where missing
	Numeric bool  // there is at least one level and all are finite numbers
	// Table is the group of columns to which the values would belong as data: the name of the table that they were
	// joined from, "" for others.
	Table string
}

// NewAnnotation makes an annotation from one value per row; "" marks a missing one. It keeps a copy
// of values.
func NewAnnotation(name string, values []string) Annotation {
	return newAnnotation(name, values, (*Annotation).naturally)
}

// newAnnotation makes an annotation whose levels are put in order from that of first appearance, in code too.
func newAnnotation(name string, values []string, order func(a *Annotation, code map[string]int)) Annotation {
	a := Annotation{Name: name, Values: append([]string(nil), values...), Codes: make([]int, len(values))}
	code := map[string]int{}
	for _, v := range values {
		if _, known := code[v]; v != "" && !known {
			code[v] = len(a.Levels)
			a.Levels = append(a.Levels, v)
		}
	}
	order(&a, code)
	a.encode(code)
	return a
}

// Groups reports whether the annotation puts rows together: it has several levels, and not nearly one for
// each row.
func (a Annotation) Groups() bool { return len(a.Levels) > 1 && 2*len(a.Levels) <= len(a.Values) }

// Having returns the rows of a level, by its code.
func (a Annotation) Having(code int) (rows []int) {
	for i, c := range a.Codes {
		if c == code {
			rows = append(rows, i)
		}
	}
	return rows
}

// numerically puts levels that are all numbers in their order, in code too.
func (a *Annotation) numerically(code map[string]int) {
	number := make(map[string]float64, len(a.Levels))
	a.Numeric = len(a.Levels) > 0
	for _, v := range a.Levels {
		x, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
		if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
			a.Numeric = false
			break
		}
		number[v] = x
	}
	if a.Numeric {
		sort.SliceStable(a.Levels, func(i, j int) bool { return number[a.Levels[i]] < number[a.Levels[j]] })
		for i, v := range a.Levels {
			code[v] = i
		}
	}
}

// encode writes the codes of the values.
func (a *Annotation) encode(code map[string]int) {
	for i, v := range a.Values {
		a.Codes[i] = -1
		if v != "" {
			a.Codes[i] = code[v]
		}
	}
}

// annotationJSON is an annotation as it is written. Levels are absent where the values have them all, numbers in their
// order and text in order of first appearance.
type annotationJSON struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
	Levels []string `json:"levels,omitempty"`
	Table  string   `json:"table,omitempty"`
}

// MarshalJSON implements json.Marshaler.
func (a Annotation) MarshalJSON() ([]byte, error) {
	j := annotationJSON{Name: a.Name, Values: a.Values, Table: a.Table}
	if !slices.Equal(newAnnotation(a.Name, a.Values, (*Annotation).numerically).Levels, a.Levels) {
		j.Levels = a.Levels
	}
	return json.Marshal(j)
}

// UnmarshalJSON implements json.Unmarshaler. It refuses values that are not among the levels given.
func (a *Annotation) UnmarshalJSON(data []byte) error {
	var j annotationJSON
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	if j.Levels == nil {
		*a = newAnnotation(j.Name, j.Values, (*Annotation).numerically)
		a.Table = j.Table
		return nil
	}
	whole := NewAnnotation(j.Name, slices.Concat(j.Levels, j.Values))
	if len(whole.Levels) != len(j.Levels) {
		return fmt.Errorf("the annotation %q has values that are not among its levels, or levels twice", j.Name)
	}
	n := len(j.Levels)
	if !slices.Equal(whole.Levels, j.Levels) { // the order is the file's own
		code := map[string]int{}
		for i, v := range j.Levels {
			code[v] = i
		}
		whole.Levels = j.Levels
		whole.encode(code)
	}
	whole.Values, whole.Codes = whole.Values[n:], whole.Codes[n:]
	*a = whole
	a.Table = j.Table
	return nil
}

// Select returns the annotation of the given rows, in that order. All levels are kept. It panics if
// a row is out of range.
func (a Annotation) Select(rows []int) Annotation {
	b := a
	b.Values, b.Codes = make([]string, len(rows)), make([]int, len(rows))
	for i, r := range rows {
		b.Values[i], b.Codes[i] = a.Values[r], a.Codes[r]
	}
	return b
}

// WithAnnotation returns a list in which a replaces the annotation of its name, or is added at the end
// if there is none. The list itself is not changed.
func WithAnnotation(list []Annotation, a Annotation) []Annotation {
	list = slices.Clone(list)
	if i := slices.IndexFunc(list, func(old Annotation) bool { return old.Name == a.Name }); i >= 0 {
		list[i] = a
		return list
	}
	return append(list, a)
}

// named returns the annotation of a name in a list.
func named(list []Annotation, name string) (Annotation, bool) {
	for _, a := range list {
		if a.Name == name {
			return a, true
		}
	}
	return Annotation{}, false
}

// SameAnnotation reports whether the annotation of a name, which both have, is the same in two data sets of the same
// rows.
func SameAnnotation(a, b *Dataset, name string) bool {
	if a == b {
		return true
	}
	one, _ := named(a.Annotations, name)
	other, _ := named(b.Annotations, name)
	return slices.Equal(one.Values, other.Values)
}

// selectAll selects from each of a list; nil for an empty one.
func selectAll(list []Annotation, places []int) []Annotation {
	if len(list) == 0 {
		return nil
	}
	selected := make([]Annotation, len(list))
	for i, a := range list {
		selected[i] = a.Select(places)
	}
	return selected
}

// Present returns annotations without the levels that no row has. Those that have all their levels stay as they are.
func Present(list []Annotation) []Annotation {
	out := slices.Clone(list)
	for k, a := range out {
		code := make([]int, len(a.Levels))
		for _, c := range a.Codes {
			if c >= 0 {
				code[c] = 1
			}
		}
		if !slices.Contains(code, 0) {
			continue
		}
		var levels []string
		for i, there := range code {
			if code[i] = -1; there == 1 {
				code[i], levels = len(levels), append(levels, a.Levels[i])
			}
		}
		codes := slices.Clone(a.Codes)
		for i, c := range codes {
			if c >= 0 {
				codes[i] = code[c]
			}
		}
		out[k].Levels, out[k].Codes = levels, codes
	}
	return out
}

// Commonest returns the level that most of the rows have, and how many do; ties go to
// the level listed first.
func (a Annotation) Commonest(rows []int) (level string, n int) {
	counts := make([]int, len(a.Levels))
	for _, r := range rows {
		if r >= 0 && r < len(a.Codes) && a.Codes[r] >= 0 {
			counts[a.Codes[r]]++
		}
	}
	for i, c := range counts {
		if c > n {
			level, n = a.Levels[i], c
		}
	}
	return level, n
}
