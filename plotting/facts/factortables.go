package facts

import (
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/plotting"

	"gonum.org/v1/gonum/mat"
)

// FactorTables returns the loadings, items × factors; the inclusion, if the model has one, items ×
// factors, or cases × features for a binary model; and the activities, cases × factors.
func FactorTables(f *factor.State, rows, columns []string) []plotting.Sheet {
	items, cases, item, one := columns, rows, "column", "row"
	if f.Side == inference.OnRows {
		items, cases, item, one = rows, columns, "row", "column"
	}
	sheets := []plotting.Sheet{matrixTable("loadings", item, items, f.Loadings, f.Count())}
	if f.Inclusion != nil || f.Binary {
		of, names := item, items
		if f.Binary {
			of, names = one, cases
		}
		sheets = append(sheets, matrixTable("inclusion", of, names, f.Inclusion, f.Count()))
	}
	return append(sheets, matrixTable("activities", one, cases, f.Activities, f.Count()))
}

// matrixTable has a row for each name and a column for each factor, numbered from 1. x is nil if
// there are none.
func matrixTable(name, of string, names []string, x *mat.Dense, factors int) plotting.Sheet {
	header := []string{of}
	for k := range factors {
		header = append(header, "factor "+strconv.Itoa(k+1))
	}
	return plotting.Sheet{Name: name, Header: header, Rows: func(yield func([]string) bool) {
		row := make([]string, 1+factors)
		for i, n := range names {
			row[0] = n
			for k := range factors {
				row[k+1] = plotting.Cell(x.At(i, k))
			}
			if !yield(row) {
				return
			}
		}
	}}
}

// rankingTable lists the items of each factor, the most certain first.
func rankingTable(s *factors.Summary, items []string) plotting.Sheet {
	header := []string{"factor", "rank", "item", "probability", "mean", "standard_deviation", "low", "high"}
	return plotting.Sheet{Name: "ranking", Header: header, Rows: func(yield func([]string) bool) {
		for j := range s.Count() {
			for i, r := range s.Ranking(j) {
				l := r.Loading
				if !yield([]string{factors.Name(j), strconv.Itoa(i + 1), items[r.Item], plotting.Cell(r.Probability),
					plotting.Cell(l.Mean), plotting.Cell(l.StandardDeviation), plotting.Cell(l.Low), plotting.Cell(l.High)}) {
					return
				}
			}
		}
	}}
}
