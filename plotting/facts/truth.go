package facts

import (
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/graphs"
)

// A Truth is a file of the unknowns from which data were drawn under a model.
type Truth struct {
	Name  string // of the unknown
	File  string
	Sheet plotting.Sheet // its table
	Tree  string         // in Newick's notation, in place of a table; "" for none
}

// TruthOf returns the files of the parts of a draw, whose rows and columns have these names, and the number of its
// factors; nil for a draw without factors.
func TruthOf(parts []inference.Part, rows, columns []string) (list []Truth, factors *int) {
	if f := factor.In(parts).State; f != nil {
		k := f.Count()
		factors = &k
		for _, sheet := range FactorTables(f, rows, columns) {
			list = append(list, Truth{Name: sheet.Name, File: "matrices/" + sheet.Name + ".csv", Sheet: sheet})
		}
	}
	if c, ok := inference.Find[*covariance.Covariance](parts); ok {
		if len(c.Columns) <= covariance.MostDense {
			list = append(list, Truth{Name: "covariance", File: "covariance.csv", Sheet: covarianceSheet(c)})
		}
		if c.Tree != nil {
			list = append(list, Truth{Name: "columns", File: "columns.nwk", Tree: c.Tree.Newick()})
		}
	}
	if g, ok := inference.Find[*graph.Graph](parts); ok {
		named := *g
		named.Nodes = rows
		sheet := graphs.Sheets(&named)[0]
		list = append(list, Truth{Name: sheet.Name, File: sheet.Name + ".csv", Sheet: sheet})
	}
	return list, factors
}

// covarianceSheet tells how the columns vary together, as score --covariance reads it.
func covarianceSheet(c *covariance.Covariance) plotting.Sheet {
	return plotting.Sheet{Name: "covariance", Header: append([]string{"column"}, c.Columns...),
		Rows: func(yield func([]string) bool) {
			for i, name := range c.Columns {
				record := []string{name}
				for j := range c.Columns {
					record = append(record, strconv.FormatFloat(c.At(i, j), 'g', -1, 64))
				}
				if !yield(record) {
					return
				}
			}
		}}
}

// CovarianceOf returns how the columns of a result vary together; nil for a result without.
func CovarianceOf(s *inference.Snapshot) *covariance.Covariance { return covariance.Of(s) }
