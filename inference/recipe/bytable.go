package recipe

import (
	"fmt"
	"slices"
	"strings"
)

// ByTable gives some of the tables that were joined their own steps, as lines NAME=STEPS; "" gives none.
type ByTable string

// A TableSteps is an entry of a [ByTable].
type TableSteps struct {
	Table string
	// Steps are as in a [Text], with those for centring and scaling; "raw" stands for neither.
	Steps string
}

// Raw is the word for steps that neither centre nor scale.
const Raw = "raw"

// String returns the entry as people write it: genes=log2(x+1),scale-all.
func (e TableSteps) String() string { return e.Table + "=" + e.Steps }

// ParseTableSteps reads an entry as people write it. The error describes the fault.
func ParseTableSteps(text string) (e TableSteps, err error) {
	name, steps, ok := strings.Cut(text, "=")
	e = TableSteps{strings.TrimSpace(name), strings.TrimSpace(steps)}
	if !ok || e.Table == "" || strings.ContainsAny(text, "\n\r") {
		return e, fmt.Errorf("%s: write NAME=STEPS, such as genes=log2(x+1),scale-all", text)
	}
	if _, _, err := e.Parse(); err != nil {
		return e, fmt.Errorf("%s: %w", text, err)
	}
	return e, nil
}

// Parse returns the steps, and whether the table is neither centred nor scaled.
func (e TableSteps) Parse() (steps []Step, raw bool, err error) {
	parts := split(e.Steps, ',')
	left := slices.DeleteFunc(slices.Clone(parts), func(s string) bool { return strings.TrimSpace(s) == Raw })
	steps, err = Parse(strings.Join(left, ","))
	return steps, len(left) < len(parts), err
}

// Entries returns the entries in their order.
func (b ByTable) Entries() (list []TableSteps) {
	for line := range strings.Lines(string(b)) {
		name, steps, _ := strings.Cut(strings.TrimRight(line, "\n"), "=")
		list = append(list, TableSteps{name, steps})
	}
	return list
}

// Of returns the steps of a table, and whether it has its own.
func (b ByTable) Of(table string) (TableSteps, bool) {
	for _, e := range b.Entries() {
		if e.Table == table {
			return e, true
		}
	}
	return TableSteps{}, false
}

// With returns the list with an entry in place of that of its table; without steps, the table has none of its own.
func (b ByTable) With(e TableSteps) ByTable {
	list := b.Entries()
	i := slices.IndexFunc(list, func(old TableSteps) bool { return old.Table == e.Table })
	switch {
	case i >= 0 && e.Steps == "":
		list = slices.Delete(list, i, i+1)
	case i >= 0:
		list[i] = e
	case e.Steps != "":
		list = append(list, e)
	}
	lines := make([]string, len(list))
	for i, e := range list {
		lines[i] = e.String()
	}
	return ByTable(strings.Join(lines, "\n"))
}

// Check refuses entries that cannot be read.
func (b ByTable) Check() error {
	for _, e := range b.Entries() {
		if _, err := ParseTableSteps(e.String()); err != nil {
			return err
		}
	}
	return nil
}

// Words describes the entries for captions: "genes: log2(x+1), scaled as a whole".
func (b ByTable) Words() (list []string) {
	for _, e := range b.Entries() {
		list = append(list, e.Table+": "+strings.Join(split(e.Steps, ','), ", "))
	}
	return list
}
