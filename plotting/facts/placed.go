package facts

import (
	"example.org/espalier/inference/kind/places"
	"example.org/espalier/plotting"
)

// placed are maps of the rows. A table has the place of each row.
var placed = Kind{
	Members: func(r Result) List {
		p := places.Of(r.Snapshot)
		if p == nil || len(p.X) == 0 {
			return nil
		}
		return Of("map", Of("neighbours", p.Near, "trustworthiness", Number(p.Trust), "continuity", Number(p.Continuity),
			"correlation", Number(p.Correlation), "tree_correlation", Number(p.Tree)))
	},
	Files: func(r Result) []File {
		p := places.Of(r.Snapshot)
		if p == nil || len(p.X) == 0 {
			return nil
		}
		sheet := plotting.Sheet{Name: "map", Header: []string{"row", "x", "y"}}
		sheet.Rows = func(yield func([]string) bool) {
			for i, name := range r.Data.Rows {
				if !yield([]string{name, plotting.Cell(p.X[i]), plotting.Cell(p.Y[i])}) {
					return
				}
			}
		}
		return tables("", sheet)
	},
	Printed: func(r Result) []string {
		p := places.Of(r.Snapshot)
		if p == nil || len(p.X) == 0 {
			return nil
		}
		return []string{"trustworthiness " + plotting.FormatDigits(p.Trust, 3) + ", continuity " +
			plotting.FormatDigits(p.Continuity, 3)}
	},
}
