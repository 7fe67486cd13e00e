package inference

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// LeaveOut says which rows and columns a model does not see: some by name, others by a rule. Rows and columns are those
// of the model, after a transposition. The rules apply in this order: names, columns by their missing cells, rows by
// theirs among the columns left, then columns and rows by their variance after the logarithm. The zero value leaves
// nothing out.
type LeaveOut struct {
	Rows    Names `json:"rows,omitempty"`
	Columns Names `json:"columns,omitempty"`
	// MissingRows and MissingColumns leave out rows and columns with a larger share of missing cells.
	MissingRows    Limit `json:"missing_rows,omitzero"`
	MissingColumns Limit `json:"missing_columns,omitzero"`
	// VarianceRows and VarianceColumns leave out rows and columns with a smaller variance, or none.
	VarianceRows    Limit `json:"variance_rows,omitzero"`
	VarianceColumns Limit `json:"variance_columns,omitzero"`
}

// Names is a set of names of rows or columns, each on a line, in their order. It can be compared.
type Names string

// NamesOf returns the set of some names, which may come in any order and repeat.
func NamesOf(names ...string) Names {
	sorted := slices.Clone(names)
	slices.Sort(sorted)
	return Names(strings.Join(slices.Compact(sorted), "\n"))
}

// List returns the names, sorted.
func (n Names) List() []string {
	if n == "" {
		return nil
	}
	return strings.Split(string(n), "\n")
}

// MarshalJSON writes a list.
func (n Names) MarshalJSON() ([]byte, error) { return json.Marshal(n.List()) }

// UnmarshalJSON reads a list.
func (n *Names) UnmarshalJSON(data []byte) error {
	var list []string
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	*n = NamesOf(list...)
	return nil
}

// A Limit is a number where Set, and no limit otherwise. It is written as a number.
type Limit struct {
	Set bool
	At  float64
}

// LimitAt returns the limit of a number.
func LimitAt(x float64) Limit { return Limit{true, x} }

// MarshalJSON writes the number, or null.
func (l Limit) MarshalJSON() ([]byte, error) {
	if !l.Set {
		return []byte("null"), nil
	}
	return json.Marshal(l.At)
}

// UnmarshalJSON reads a number or null.
func (l *Limit) UnmarshalJSON(data []byte) error {
	var at *float64
	if err := json.Unmarshal(data, &at); err != nil {
		return err
	}
	*l = Limit{}
	if at != nil {
		*l = LimitAt(*at)
	}
	return nil
}

// Check refuses limits out of range.
func (o LeaveOut) Check() error {
	for _, l := range []struct {
		what string
		Limit
	}{{"rows", o.MissingRows}, {"columns", o.MissingColumns}} {
		if l.Set && !(l.At >= 0 && l.At < 1) {
			return fmt.Errorf(
				"%s with more than a share of %v missing are to be left out; give a share of at least 0 and below 1, such as 0.2",
				l.what, l.At)
		}
	}
	for _, l := range []struct {
		what string
		Limit
	}{{"rows", o.VarianceRows}, {"columns", o.VarianceColumns}} {
		if l.Set && (!(l.At >= 0) || math.IsInf(l.At, 1)) {
			return fmt.Errorf("%s of a variance below %v are to be left out; give a number of at least 0, such as 0.1", l.what,
				l.At)
		}
	}
	return nil
}

// Turned returns the same for the transposed table.
func (o LeaveOut) Turned() LeaveOut {
	return LeaveOut{Rows: o.Columns, Columns: o.Rows, MissingRows: o.MissingColumns, MissingColumns: o.MissingRows,
		VarianceRows: o.VarianceColumns, VarianceColumns: o.VarianceRows}
}

// Of returns the same for another table, turned or not: without the names that it does not have.
func (o LeaveOut) Of(t *Table, turned bool) LeaveOut {
	v := t.viewed(turned)
	there := func(n Names, names []string) Names {
		if n == "" {
			return ""
		}
		has := make(map[string]bool, len(names))
		for _, name := range names {
			has[name] = true
		}
		return NamesOf(slices.DeleteFunc(n.List(), func(name string) bool { return !has[name] })...)
	}
	o.Rows, o.Columns = there(o.Rows, v.rows), there(o.Columns, v.columns)
	return o
}

// words describes the rows and columns left out, for captions.
func (o LeaveOut) words() (words []string) {
	for _, side := range []struct {
		what              string
		names             Names
		missing, variance Limit
	}{{"row", o.Rows, o.MissingRows, o.VarianceRows}, {"column", o.Columns, o.MissingColumns, o.VarianceColumns}} {
		if n := len(side.names.List()); n > 0 {
			words = append(words, Plural(n, side.what)+" left out by hand")
		}
		if side.missing.Set {
			words = append(words, fmt.Sprintf("without %ss more than %s missing", side.what, percent(side.missing.At)))
		}
		if side.variance.Set {
			words = append(words, fmt.Sprintf("without %ss %s", side.what, flatWords(side.variance.At)))
		}
	}
	return words
}

func flatWords(at float64) string {
	if at == 0 {
		return "that do not vary"
	}
	return "of variance below " + number(at)
}

func percent(share float64) string { return strconv.FormatFloat(100*share, 'g', 4, 64) + " %" }

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// flags returns the flags of the command line that leave out the same.
func (o LeaveOut) flags() (flags []string) {
	names := func(flag string, n Names) {
		if n == "" {
			return
		}
		list := n.List()
		for i, name := range list {
			list[i] = strings.ReplaceAll(name, ",", `\,`)
		}
		flags = append(flags, flag, strings.Join(list, ","))
	}
	limit := func(flag string, l Limit) {
		if l.Set {
			flags = append(flags, flag, number(l.At))
		}
	}
	names("--without-rows", o.Rows)
	names("--without-columns", o.Columns)
	limit("--max-missing-rows", o.MissingRows)
	limit("--max-missing-columns", o.MissingColumns)
	limit("--min-variance-rows", o.VarianceRows)
	limit("--min-variance-columns", o.VarianceColumns)
	return flags
}
