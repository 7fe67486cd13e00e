package batch

import (
	"iter"
	"slices"
	"strconv"

	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/plotting"
)

// writeMixture writes the components of a mixture: the responsibilities, rows × components, and for
// each component the loadings of its factors and its mean, in working units.
func (f *fitted) writeMixture(out *folder) error {
	m := mixture.Of(f.snapshot)
	if m == nil {
		return nil
	}
	for _, sheet := range []plotting.Sheet{responsibilities(m, f.material.Data.Rows), loadings(m, f.material.Data.Columns)} {
		if err := out.writeSheet("matrices/"+sheet.Name+".csv", sheet); err != nil {
			return err
		}
	}
	return nil
}

// responsibilities has a row for each row of the table and a column for each
// component, numbered from 1 as in the clusters of result.json.
func responsibilities(m *mixture.Mixture, names []string) plotting.Sheet {
	header := []string{"row"}
	for s := range m.Components {
		header = append(header, "component "+strconv.Itoa(s+1))
	}
	return plotting.Sheet{Name: "responsibilities", Header: header, Rows: func(yield func([]string) bool) {
		for i, name := range names {
			row := []string{name}
			for s := range m.Components {
				row = append(row, plotting.Cell(m.Responsibilities.At(i, s)))
			}
			if !yield(row) {
				return
			}
		}
	}}
}

// loadings is long: one row for each component, factor and column. Factor 0 is the mean.
func loadings(m *mixture.Mixture, columns []string) plotting.Sheet {
	header := []string{"component", "factor", "active", "column", "loading"}
	return plotting.Sheet{Name: "loadings", Header: header, Rows: loadingRows(m, columns)}
}

func loadingRows(m *mixture.Mixture, columns []string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for s, c := range m.Components {
			for l := range len(c.Active) + 1 {
				values, active := c.Mean, true
				if l > 0 {
					values, active = make([]float64, len(columns)), c.Active[l-1]
					for q := range values {
						values[q] = c.Loadings.At(q, l-1)
					}
				}
				row := []string{strconv.Itoa(s + 1), strconv.Itoa(l), strconv.FormatBool(active)}
				for q, v := range values {
					if !yield(append(slices.Clone(row), columns[q], plotting.Cell(v))) {
						return
					}
				}
			}
		}
	}
}
