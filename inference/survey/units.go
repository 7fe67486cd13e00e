package survey

import (
	"fmt"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/measure"
)

// A unit is that of a column.
type unit struct{ name, unit string }

// unitsIn returns the units that names or annotations of columns state.
func unitsIn(names []string, about []inference.Annotation) (found []unit) {
	for j, u := range inference.StatedUnits(names, about) {
		if u != "" {
			found = append(found, unit{names[j], u})
		}
	}
	return found
}

func unitsOf(names []string) []unit { return unitsIn(names, nil) }

// mostStated reports whether most columns state a unit: then whole numbers are rounded measurements, not counts.
func mostStated(names []string, about []inference.Annotation) bool {
	return 2*len(unitsIn(names, about)) > len(names)
}

func units(t *inference.Table) Finding {
	found := unitsIn(t.Columns, t.ColumnAnnotations)
	count, order := map[string]int{}, []string{}
	for _, u := range found {
		if count[u.unit]++; count[u.unit] == 1 {
			order = append(order, u.unit)
		}
	}
	if len(order) < 2 {
		return Finding{}
	}
	const most = 6
	var parts []string
	for i, u := range order {
		if i == most {
			parts = append(parts, fmt.Sprintf("%s more", inference.Grouped(len(order)-most)))
			break
		}
		parts = append(parts, fmt.Sprintf("%s (%s)", u, inference.Plural(count[u], "column")))
	}
	f := Finding{Text: fmt.Sprintf("Columns are in %d units: %s.", len(order), strings.Join(parts, ", ")),
		Remedy: "Scale makes them comparable; without it a column counts by the size of its unit."}
	for i, a := range order {
		for _, b := range order[i+1:] {
			if what := measure.Dimension(a); what != "" && what == measure.Dimension(b) && !measure.Same(a, b) {
				f.Remedy = fmt.Sprintf("%s and %s both measure %s: bring them to one unit in the file, or scale.", a, b, what)
				return f
			}
		}
	}
	return f
}
