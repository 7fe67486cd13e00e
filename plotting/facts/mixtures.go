package facts

import (
	"fmt"
	"iter"
	"slices"
	"strconv"

	drawn "example.org/espalier/plotting/depict/mixtures"

	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
)

// mixtures are results with components that have a density each.
var mixtures = Kind{
	Files: func(r Result) []File {
		m := mixture.Of(r.Snapshot)
		if m == nil {
			return nil
		}
		return tables("matrices/", responsibilities(m, r.Data.Rows), componentLoadings(m, r.Data.Columns))
	},
	Overview: func(s Shown) (string, List) {
		m := depict.MixtureOf(s.Subject, s.Epoch)
		if m == nil || factor.StateOf(s.Snapshot) != nil {
			return "", nil
		}
		class, _ := assigned(s)
		var l List
		for k, c := range m.Components[:min(mostListed, len(m.Components))] {
			text := cluster(k)
			if c.Class != "" {
				text += " · " + c.Class
			} else if c.Loadings != nil {
				text += " · " + plotting.Plural(c.Dimension(), "factor")
			}
			l.Offer(text, s.Data.Say(plotting.FormatRows(c.Size)), func() study.Selection {
				return study.Selection{Rows: depict.RowsOf(class, k)}
			})
		}
		if s.Epoch >= 0 && m != mixture.Of(s.Snapshot) {
			return "Clusters of that epoch", l
		}
		return "Clusters", l
	},
	Describe: func(s Shown, of study.Selection) (string, [][2]string, bool) {
		k, ok := wholeComponent(s, of.Rows)
		if !ok {
			return "", nil, false
		}
		title, lines := describeComponent(mixture.Of(s.Snapshot), k)
		return title, lines, true
	},
}

// wholeComponent returns the component whose rows, all and no others, are selected; false for none.
func wholeComponent(s Shown, rows []int) (int, bool) {
	m := mixture.Of(s.Snapshot)
	class, _ := m.Assigned()
	list := depict.SelectedComponents(m, rows)
	if len(list) != 1 || len(rows) != len(depict.RowsOf(class, list[0])) {
		return 0, false
	}
	return list[0], true
}

// describeComponent describes a component of a mixture.
func describeComponent(m *mixture.Mixture, k int) (string, [][2]string) {
	c := m.Components[k]
	lines := [][2]string{{"rows", plotting.FormatDigits(c.Size, 4)}, {"share", plotting.FormatPercent(c.Weight)}}
	if c.Loadings != nil {
		lines = append(lines, [2]string{"factors", fmt.Sprint(c.Dimension())},
			[2]string{"noise", plotting.FormatPercent(drawn.NoiseShare(m, c)) + " of its variance"})
	}
	lines = append(lines, [2]string{"score per row", plotting.FormatDigits(c.Score, 3)})
	if c.Class != "" {
		lines = append(lines, [2]string{"of class", c.Class})
	}
	return fmt.Sprintf("Cluster %d", k+1), append(lines, [2]string{"born as", fmt.Sprintf("component %d", c.ID+1)})
}

// tables are sheets as files in a folder; "" for that of result.json.
func tables(folder string, sheets ...plotting.Sheet) (files []File) {
	for _, s := range sheets {
		files = append(files, File{Name: folder + s.Name + ".csv", Sheet: s})
	}
	return files
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

// componentLoadings is long: one row for each component, factor and column. Factor 0 is the mean.
func componentLoadings(m *mixture.Mixture, columns []string) plotting.Sheet {
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
