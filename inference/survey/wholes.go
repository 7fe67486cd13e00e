package survey

import (
	"slices"

	"example.org/espalier/inference"
	kinds "example.org/espalier/inference/column"
	"example.org/espalier/inference/column/whole"
)

// wholes are the doubts about columns that belong together and would be taken for measurements: parts of a whole, and
// things that each row ranks.
func wholes(names []string, n int, at func(i, j int) float64, use func(j int) bool) (list []Doubt) {
	for _, f := range whole.Find(n, len(names), at, use) {
		d := Doubt{Finding: Finding{Text: f.Text(names), Grave: true}, Cure: TakeKinds}
		for _, j := range f.Columns {
			d.Columns = append(d.Columns, names[j])
		}
		d.Kinds = kinds.Entry{Name: kinds.GroupOf(d.Columns), Kind: f.Kind()}
		flag := d.Kinds.String()
		switch {
		case len(d.Columns) == len(names):
			flag = "*=" + f.Kind().String()
		case len(flag) > 60:
			flag = "COLUMN,COLUMN=" + f.Kind().String()
		}
		d.Remedy = "Compare ratios of the parts (page Columns, or --kind '" + flag + "'): otherwise one part that " +
			"grows makes all others shrink."
		if f.Ranks {
			d.Remedy = "Take them as ranks within rows (page Columns, or --kind '" + flag + "'): otherwise one that " +
				"rises makes others fall."
		}
		list = append(list, d)
	}
	return list
}

// wholesOf are [wholes] of data.
func wholesOf(d *inference.Dataset) []Doubt {
	if d.Kind == inference.Binary {
		return nil
	}
	n, _ := d.Dims()
	return wholes(d.Columns, n, func(i, j int) float64 { return unrounded(2*d.Input(i, j), 1e-9) / 2 },
		func(j int) bool { return d.KindAt(j).Sort == kinds.Number })
}

// wholesIn are [wholes] of a table.
func wholesIn(t *inference.Table) []Doubt {
	if t.Kind == inference.Binary {
		return nil
	}
	n, _ := t.Dims()
	use := func(j int) bool { return t.Kinds == nil || t.Kinds[j].Sort == kinds.Number }
	return wholes(t.Columns, n, t.X.At, use)
}

// beside leaves out columns that earlier doubts are about.
func beside[C any](columns []C, names []string, told []Doubt) []C {
	var none C
	columns = slices.Clone(columns)
	for _, d := range told {
		for j, name := range names {
			if slices.Contains(d.Columns, name) {
				columns[j] = none
			}
		}
	}
	return columns
}
