package signals

import (
	"fmt"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/signal"
	"example.org/espalier/plotting"
)

// A TableShare says how the columns of one of several joined tables follow the tree.
type TableShare struct {
	Name            string
	Follow, Columns int     // those told from 0, and those of which the share is known
	Lambda          float64 // mean share of these
}

// ByTable returns the shares by table; nil where the columns are of one. Tables of no known share are left out.
func ByTable(d *inference.Dataset, shares []signal.Share) (list []TableShare) {
	tables, several := d.Groups()
	if !several || len(shares) != len(tables.Codes) {
		return nil
	}
	for code, name := range tables.Levels {
		t := TableShare{Name: name}
		for _, j := range tables.Having(code) {
			if !shares[j].Known() {
				continue
			}
			t.Columns++
			t.Lambda += shares[j].Lambda
			if Follows(shares[j]) {
				t.Follow++
			}
		}
		if t.Columns > 0 {
			t.Lambda /= float64(t.Columns)
			list = append(list, t)
		}
	}
	return list
}

// TableWords says it in words: "genes 43 of 60, mean 62 %; clinical 4 of 12, mean 31 %"; "" for one table.
func TableWords(list []TableShare) string {
	var parts []string
	for _, t := range list {
		parts = append(parts, fmt.Sprintf("%s %s of %s, mean %s", t.Name, plotting.FormatCount(t.Follow),
			plotting.FormatCount(t.Columns), plotting.FormatPercent(t.Lambda)))
	}
	return strings.Join(parts, "; ")
}
