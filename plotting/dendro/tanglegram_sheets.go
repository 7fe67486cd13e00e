package dendro

import (
	"strconv"
	"strings"

	"example.org/espalier/plotting"
)

// Sheets returns the measures ("summary"), the places of each leaf ("leaves"), and each clade with
// the trees that have it ("clades").
func (f *Tanglegram) Sheets() []plotting.Sheet {
	if f.Tangle == nil {
		return nil
	}
	return []plotting.Sheet{f.summarySheet(), f.leafSheet(), f.cladeSheet()}
}

// Summary returns the measures of the comparison, name and value, Facts included.
func (f *Tanglegram) Summary() [][2]string {
	k := f.Tangle
	c := k.Comparison
	rows := [][2]string{
		{"left", f.Names[0]}, {"right", f.Names[1]},
		{"leaves", strconv.Itoa(len(k.Moved))},
		{"Robinson-Foulds distance", strconv.Itoa(c.RobinsonFoulds)},
		{"normalised Robinson-Foulds distance", plotting.Cell(c.Normalised)},
		{"shared clades", strconv.Itoa(len(c.Shared))},
		{"clades only left", strconv.Itoa(len(c.OnlyA))},
		{"clades only right", strconv.Itoa(len(c.OnlyB))},
		{"crossings", strconv.Itoa(k.Crossings)},
		{"leaves out of order", strconv.Itoa(k.moved)},
		{"entanglement", plotting.Cell(k.Entanglement)},
	}
	if f.sameTime() {
		rows = append(rows,
			[2]string{"mean difference in time of shared clades", plotting.Cell(c.TimeDifference)},
			[2]string{"branch score distance", plotting.Cell(c.BranchScore)})
	}
	return append(rows, f.Facts...)
}

// sameTime reports whether the times of both trees are diffusion times.
func (f *Tanglegram) sameTime() bool {
	return !f.Axes[0].Blank && f.Axes[0] == f.Axes[1] && f.Axes[0] == DiffusionAxis()
}

func (f *Tanglegram) summarySheet() plotting.Sheet {
	return plotting.Sheet{Name: "summary", Header: []string{"measure", "value"}, Rows: func(yield func([]string) bool) {
		for _, r := range f.Summary() {
			if !yield(r[:]) {
				return
			}
		}
	}}
}

func (f *Tanglegram) leafSheet() plotting.Sheet {
	k := f.Tangle
	return plotting.Sheet{Name: "leaves", Header: []string{"name", "place left", "place right", "out of order"},
		Rows: func(yield func([]string) bool) {
			for _, leaf := range k.trees[0].Order() {
				row := []string{k.trees[0].Tree().Names[leaf], strconv.Itoa(int(k.trees[0].Rank[leaf]) + 1),
					strconv.Itoa(int(k.trees[1].Rank[leaf]) + 1), strconv.FormatBool(k.Moved[leaf])}
				if !yield(row) {
					return
				}
			}
		}}
}

func (f *Tanglegram) cladeSheet() plotting.Sheet {
	header := []string{"found", "leaves", "time left", "time right", "support left", "support right", "names"}
	if f.manySupports() {
		header = append(header, "all supports left", "all supports right")
	}
	return plotting.Sheet{Name: "clades", Header: header, Rows: func(yield func([]string) bool) {
		c := f.Tangle.Comparison
		for _, pair := range c.Shared {
			if !yield(f.cladeRow("both", pair[0], pair[1])) {
				return
			}
		}
		for _, v := range c.OnlyA {
			if !yield(f.cladeRow("left", v, -1)) {
				return
			}
		}
		for _, w := range c.OnlyB {
			if !yield(f.cladeRow("right", -1, w)) {
				return
			}
		}
	}}
}

// manySupports reports whether a tree has supports of several kinds.
func (f *Tanglegram) manySupports() bool {
	return f.Tangle.trees[0].Tree().Before != nil || f.Tangle.trees[1].Tree().Before != nil
}

func (f *Tanglegram) cladeRow(found string, left, right int) []string {
	k := f.Tangle
	row := []string{found, "", "", "", "", "", ""}
	if f.manySupports() {
		row = append(row, "", "")
	}
	for i, v := range [2]int{left, right} {
		if v < 0 {
			continue
		}
		p := k.trees[i]
		row[1] = strconv.Itoa(p.Size(v))
		if a := f.Axes[i]; !a.Blank {
			row[2+i] = plotting.Cell(a.Origin + (a.End-a.Origin)*p.Time[v])
		}
		row[4+i] = plotting.Cell(k.support(i, v))
		if len(row) > 7 {
			row[7+i] = p.Tree().SupportText(v, plotting.Cell)
		}
		if row[6] == "" {
			names := make([]string, 0, p.Size(v))
			for _, leaf := range p.Leaves(v) {
				names = append(names, p.Tree().Names[leaf])
			}
			row[6] = strings.Join(names, "; ")
		}
	}
	return row
}
