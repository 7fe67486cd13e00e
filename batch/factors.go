package batch

import (
	"context"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"

	"gonum.org/v1/gonum/mat"
)

// summary summarises the draws of a factor model, or returns its estimate; nil for other models,
// and if there is no factor.
func (f *fitted) summary() *factors.Summary {
	// The background context never ends, so there is no error.
	s, _ := f.subject().Summary(context.Background())
	return s
}

// writeFactors writes loadings, inclusion and activities with their names, and the items of
// each factor ranked.
func (f *fitted) writeFactors(out *folder) error {
	s := f.summary()
	if s == nil {
		return nil
	}
	items := f.material.Data.Columns
	if s.Factors.Side == inference.OnRows {
		items = f.material.Data.Rows
	}
	sheets := append(factorSheets(s.Factors, f.material.Data.Rows, f.material.Data.Columns), rankingSheet(s, items))
	for _, sheet := range sheets {
		if err := out.writeSheet("matrices/"+sheet.Name+".csv", sheet); err != nil {
			return err
		}
	}
	return nil
}

// factorSheets returns the loadings, items × factors; the inclusion, if the model has one, items ×
// factors, or cases × features for a binary model; and the activities, cases × factors.
func factorSheets(f *factor.State, rows, columns []string) []plotting.Sheet {
	items, cases, item, one := columns, rows, "column", "row"
	if f.Side == inference.OnRows {
		items, cases, item, one = rows, columns, "row", "column"
	}
	sheets := []plotting.Sheet{matrixSheet("loadings", item, items, f.Loadings, f.Count())}
	if f.Inclusion != nil || f.Binary {
		of, names := item, items
		if f.Binary {
			of, names = one, cases
		}
		sheets = append(sheets, matrixSheet("inclusion", of, names, f.Inclusion, f.Count()))
	}
	return append(sheets, matrixSheet("activities", one, cases, f.Activities, f.Count()))
}

// matrixSheet has a row for each name and a column for each factor, numbered from 1. x is nil if
// there are none.
func matrixSheet(name, of string, names []string, x *mat.Dense, factors int) plotting.Sheet {
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

// distribution returns the share of the draws after burn-in that have each number of factors, or of
// common factors, and nil for other quantities than these numbers.
func (f *fitted) distribution(quantity string) object {
	counts := factors.Counts
	if quantity == factors.Common {
		counts = factors.CommonCounts
	} else if quantity != factors.Features {
		return nil
	}
	if factor.StateOf(f.snapshot) == nil {
		return nil
	}
	share := map[int]float64{}
	for _, chain := range counts(f.snapshot, f.command.BurnIn) {
		for _, k := range chain {
			share[k]++
		}
	}
	return sharesOf(share)
}

// counted says how many factors there are: of a sampler that finds their number, its posterior.
func (f *fitted) counted() string {
	if text := chart.NewCounts(f.snapshot, nil, f.command.BurnIn, f.info.Iteration).Posterior(); text != "" {
		return "factors: " + text
	}
	return "factors: " + plotting.FormatCount(factor.StateOf(f.snapshot).Count())
}
