package inference

import (
	"fmt"
	"slices"

	"example.org/espalier/inference/words"
)

// Ordered returns the annotation with the given levels first, in this order, and the others after them in the order
// that they have. Names that are no levels are passed over.
func (a Annotation) Ordered(order []string) Annotation {
	old := make(map[string]int, len(a.Levels))
	for i, l := range a.Levels {
		old[l] = i
	}
	levels, code := make([]string, 0, len(a.Levels)), make([]int, len(a.Levels))
	for i := range code {
		code[i] = -1
	}
	for _, l := range slices.Concat(order, a.Levels) {
		if i, ok := old[l]; ok && code[i] < 0 {
			code[i], levels = len(levels), append(levels, l)
		}
	}
	if slices.Equal(levels, a.Levels) {
		return a
	}
	codes := slices.Clone(a.Codes)
	for i, c := range codes {
		if c >= 0 {
			codes[i] = code[c]
		}
	}
	a.Levels, a.Codes = levels, codes
	return a
}

// Ordered returns the table with the levels of annotations of rows and of columns in the given orders, by the name of
// the annotation. The error names an annotation or a level that the table does not have.
func (t *Table) Ordered(levels map[string][]string) (*Table, error) {
	if len(levels) == 0 {
		return t, nil
	}
	for name, order := range levels {
		a, ok := named(slices.Concat(t.Annotations, t.ColumnAnnotations), name)
		if !ok {
			return nil, fmt.Errorf("%s has no annotation %q, whose levels could be ordered", t.Name, name)
		}
		for _, l := range order {
			if !slices.Contains(a.Levels, l) {
				return nil, fmt.Errorf("the annotation %q of %s has no level %q; its levels are %s", name, t.Name, l,
					words.QuoteSome(a.Levels, 12))
			}
		}
	}
	s := *t
	s.Annotations, s.ColumnAnnotations = OrderedBy(t.Annotations, levels), OrderedBy(t.ColumnAnnotations, levels)
	return &s, nil
}

// OrderedBy returns annotations with their levels in the orders that are given, by name; see [Annotation.Ordered].
func OrderedBy(list []Annotation, levels map[string][]string) []Annotation {
	list = slices.Clone(list)
	for i, a := range list {
		if order := levels[a.Name]; len(order) > 0 {
			list[i] = a.Ordered(order)
		}
	}
	return list
}
