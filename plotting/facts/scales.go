package facts

import (
	"strconv"

	"example.org/espalier/inference/kind/scales"
	"example.org/espalier/plotting"
)

// scaled are results with groups of the rows at several scales. A table has the group of each row at each scale.
var scaled = Kind{
	Members: func(r Result) List {
		of := scales.Of(r.Snapshot)
		if of == nil {
			return nil
		}
		var groups []int
		for at := range of.At {
			groups = append(groups, of.Groups(at))
		}
		return Of("scales", Of("name", of.Name, "of", of.Of, "measure", of.Measure, "asked", Number(of.Asked),
			"at", Numbers(of.At), "groups", groups, "quality", Numbers(of.Quality)))
	},
	Files: func(r Result) []File {
		of := scales.Of(r.Snapshot)
		if of == nil {
			return nil
		}
		header := []string{"row"}
		for _, at := range of.At {
			header = append(header, of.Name+"_"+strconv.FormatFloat(at, 'g', 3, 64))
		}
		return tables("", plotting.Sheet{Name: "scales", Header: header, Rows: func(yield func([]string) bool) {
			for i, name := range r.Data.Rows {
				line := []string{name}
				for _, z := range of.Labels {
					group := ""
					if z[i] >= 0 {
						group = strconv.Itoa(z[i] + 1)
					}
					line = append(line, group)
				}
				if !yield(line) {
					return
				}
			}
		}})
	},
}
