package opening

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
)

// Framed returns the data of a fit with rows and columns numbered as in the document's table, even
// if the fit had only part of that table.
func Framed(m *job.Material, table *inference.Table) *inference.Dataset {
	if m.Held.From == "" && m.Spec.Rows == nil && m.Spec.Columns == nil {
		return m.Data
	}
	rows, columns := table.Rows, table.Columns
	if m.Data.Preprocessing.Transpose {
		rows, columns = columns, rows
	}
	data := *m.Data
	if at := placesOf(data.Rows, rows); at != nil {
		data.RowIndex = at
	}
	if at := placesOf(data.Columns, columns); at != nil {
		data.ColumnIndex = at
	}
	return &data
}

// placesOf returns the indices of names in all, nil if one is missing or occurs twice.
func placesOf(names, all []string) []int {
	place := make(map[string]int, len(all))
	for i, name := range all {
		if _, twice := place[name]; twice {
			return nil
		}
		place[name] = i
	}
	at := make([]int, len(names))
	for i, name := range names {
		p, ok := place[name]
		if !ok {
			return nil
		}
		at[i] = p
	}
	return at
}
