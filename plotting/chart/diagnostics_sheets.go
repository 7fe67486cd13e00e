package chart

import (
	"iter"
	"strconv"
	"strings"

	"example.org/espalier/plotting"
)

// Sheets implements Sheeter: the numbers of the quantities, the traces, the densities,
// the autocorrelations, the ranks and the frequencies of clades.
func (d *Diagnostics) Sheets() []plotting.Sheet {
	if d.Report == nil || len(d.rows) == 0 {
		return nil
	}
	sheets := []plotting.Sheet{
		{Name: "quantities",
			Header: strings.Fields("quantity mean standard_deviation mcse q5 median q95 rhat ess_bulk ess_tail note"),
			Rows:   d.quantityCells()},
		{Name: "traces", Header: strings.Fields("quantity chain iteration value"), Rows: d.traceCells()},
		{Name: "densities", Header: strings.Fields("quantity chain value density"), Rows: d.densityCells()},
		{Name: "autocorrelations", Header: strings.Fields("quantity chain lag autocorrelation"), Rows: d.decayCells()},
	}
	if d.chains > 1 {
		sheets = append(sheets,
			plotting.Sheet{Name: "ranks", Header: strings.Fields("quantity chain bin times_expected"), Rows: d.rankCells()})
	}
	if t := d.Report.Topology; t != nil && len(t.Clades) > 0 {
		header := []string{"leaves", "around", "mean"}
		for k := range t.Clades[0].Frequencies {
			header = append(header, "chain_"+strconv.Itoa(k+1))
		}
		sheets = append(sheets, plotting.Sheet{Name: "clades", Header: header, Rows: d.cladeCells()})
	}
	return sheets
}

// name returns the name of a quantity in a sheet.
func (row *diagnosticsRow) name() string {
	if row.tree {
		return "tree_distance"
	}
	return row.quantity.Name
}

func (d *Diagnostics) quantityCells() iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for i := range d.rows {
			q := d.rows[i].quantity
			cells := []string{d.rows[i].name()}
			for _, v := range []float64{q.Mean, q.StandardDeviation, q.MCSE, q.Q5, q.Median, q.Q95,
				q.RHat, q.BulkESS, q.TailESS} {
				cells = append(cells, plotting.Cell(v))
			}
			if !yield(append(cells, q.Reason)) {
				return
			}
		}
	}
}

// cells yields a row of a sheet for each of n values of each chain of each quantity.
func (d *Diagnostics) cells(n func(row *diagnosticsRow, chain int) int,
	at func(row *diagnosticsRow, chain, i int) (x, y string)) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for r := range d.rows {
			row := &d.rows[r]
			for k := range row.trace.Series {
				for i := range n(row, k) {
					x, y := at(row, k, i)
					if !yield([]string{row.name(), strconv.Itoa(k + 1), x, y}) {
						return
					}
				}
			}
		}
	}
}

func (d *Diagnostics) traceCells() iter.Seq[[]string] {
	return d.cells(func(row *diagnosticsRow, k int) int { return len(row.trace.Series[k].Values) },
		func(row *diagnosticsRow, k, i int) (string, string) {
			return strconv.Itoa(row.trace.Series[k].Iteration[i]), plotting.Cell(row.trace.Series[k].Values[i])
		})
}

func (d *Diagnostics) densityCells() iter.Seq[[]string] {
	return d.cells(func(row *diagnosticsRow, _ int) int {
		if row.density == nil {
			return 0
		}
		return len(row.density.X)
	}, func(row *diagnosticsRow, k, i int) (string, string) {
		return plotting.Cell(row.density.X[i]), plotting.Cell(row.density.Chains[k][i])
	})
}

func (d *Diagnostics) decayCells() iter.Seq[[]string] {
	return d.cells(func(row *diagnosticsRow, k int) int { return len(row.decay[k]) },
		func(row *diagnosticsRow, k, i int) (string, string) {
			return strconv.Itoa(i * row.every), plotting.Cell(row.decay[k][i])
		})
}

func (d *Diagnostics) rankCells() iter.Seq[[]string] {
	return d.cells(func(row *diagnosticsRow, k int) int {
		if row.ranks == nil {
			return 0
		}
		return len(row.ranks.Chains[k])
	}, func(row *diagnosticsRow, k, i int) (string, string) {
		return strconv.Itoa(i + 1), plotting.Cell(row.ranks.Chains[k][i])
	})
}

func (d *Diagnostics) cladeCells() iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		t := d.Report.Topology
		for _, c := range t.Clades {
			cells := []string{strconv.Itoa(len(c.Leaves)), t.Names[c.Middle], plotting.Cell(c.Mean)}
			for _, f := range c.Frequencies {
				cells = append(cells, plotting.Cell(f))
			}
			if !yield(cells) {
				return
			}
		}
	}
}
