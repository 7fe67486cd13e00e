package facts

import (
	"strconv"

	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/blocks"
)

// blocked are results that put the columns into clusters beside those of the rows. A table has each block, and one the
// cluster of each column.
var blocked = Kind{
	Members: func(r Result) List {
		p := partition.ColumnsOf(r.Snapshot)
		if p == nil {
			return nil
		}
		count, _ := p.Count()
		l := Of("count", count, "labels", fromOne(p.Labels), "columns", r.Data.Columns)
		if mean, from, to, ok := p.NumberDrawn(); ok {
			number := Of("mean", Number(mean), "from", from, "to", to, "one", Number(p.OneGroup()))
			number.AddSome("agreement", Numbers(p.Agreement))
			l.Add("number", number)
		}
		return Of("column_clusters", l)
	},
	Files: func(r Result) []File {
		p := partition.ColumnsOf(r.Snapshot)
		if p == nil || !blocks.Has(r.Subject) {
			return nil
		}
		return tables("", blocks.Sheet(r.Subject), plotting.Sheet{Name: "column_clusters", Header: []string{"column", "cluster"},
			Rows: func(yield func([]string) bool) {
				for j, k := range p.Labels {
					if !yield([]string{r.Data.Columns[j], strconv.Itoa(k + 1)}) {
						return
					}
				}
			}})
	},
}
