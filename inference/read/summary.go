package read

import (
	"fmt"
	"slices"
	"strings"

	"example.org/espalier/inference"
)

// summaryNames are names of rows that sum up the rows above them.
var summaryNames = map[string]bool{
	"average": true, "avg": true, "count": true, "cv": true, "grand mean": true, "grand total": true, "max": true, "maximum": true, "mean": true,
	"means": true, "median": true, "min": true, "minimum": true, "overall": true, "s.d.": true, "sd": true, "se": true, "sem": true, "st dev": true, "standard deviation": true,
	"std": true, "std dev": true, "std. dev.": true, "stdev": true, "subtotal": true, "sum": true, "total": true, "totals": true, "var": true, "variance": true,
}

// mostSummaries limits how many of the last rows are looked at.
const mostSummaries = 8

// summaryNotes points out rows at the end of the table that sum up those above them.
func (r *result) summaryNotes() {
	var found []string
	t := r.table
	for i := len(t.Rows) - 1; i >= max(1, len(t.Rows)-mostSummaries); i-- {
		name := t.Rows[i]
		if !r.rowNames && len(t.Annotations) > 0 {
			name = t.Annotations[0].Values[i]
		}
		if !summaryNames[strings.ToLower(strings.TrimRight(strings.TrimSpace(name), ":"))] {
			break
		}
		found = append(found, name)
	}
	if len(found) == 0 {
		return
	}
	slices.Reverse(found)
	r.notes = append(r.notes, fmt.Sprintf("%s at the end of the table, %s, may sum up the others and not be observed; leave %s out (Rows and columns, or --without-rows).",
		inference.Plural(len(found), "row"), quoteSome(found, 5), itThem(len(found))))
}

func itThem(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}
