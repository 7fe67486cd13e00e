// Package profiles makes the table of the profiles of classes of rows: for each column the shares of its levels, or its
// mean, in every class, columns that differ most between classes first.
package profiles

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/stat/association"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
)

// A profile is a column by class.
type profile struct {
	column int
	// share of the variance of the column, or of its levels, that lies between the classes; NaN if unknown
	tells float64
	seen  []float64   // cells of each class
	share [][]float64 // of each level in each class; nil for a column without levels
	mean  []float64   // of a column without levels, in the units of the file
	all   []float64   // of all rows: the share of each level, or the mean
	// middle is the median of all rows and of each class where numbers are known between limits only, which have no
	// mean: a number or a limit, "" for none; nil for other columns.
	middle []string
}

// of returns the profile of a column. Rows without a class, −1, do not count.
func of(d *inference.Dataset, j int, class []int, classes int) profile {
	p := profile{column: j, seen: make([]float64, classes), tells: math.NaN()}
	levels := len(d.KindAt(j).Levels)
	if d.Kind == inference.Binary && levels == 0 {
		levels = 2
	}
	if levels > 0 && d.KindAt(j).Sort.Real() {
		levels = 0
	}
	width := max(levels, 1)
	sums, squares, n := make([][]float64, width), 0.0, 0.0
	for l := range sums {
		sums[l] = make([]float64, classes)
	}
	p.all = make([]float64, width)
	ranks := p.limited(d, j, class)
	for i, k := range class {
		y := d.Input(i, j)
		if ranks != nil {
			y = ranks[i]
		}
		if levels > 0 {
			y = d.X.At(i, j)
		}
		if k < 0 || math.IsNaN(y) {
			continue
		}
		n++
		p.seen[k]++
		if levels > 0 {
			sums[int(y)][k]++
			p.all[int(y)]++
		} else {
			sums[0][k] += y
			squares += y * y
			p.all[0] += y
		}
	}
	if n == 0 {
		return p
	}
	for l := range p.all {
		p.all[l] /= n
	}
	between, whole := 0.0, squares/n
	if levels > 0 {
		whole = 1 // Σ_l p_l − Σ_l p_l² as of indicators
	}
	for l, row := range sums {
		whole -= p.all[l] * p.all[l]
		for k, v := range row {
			if p.seen[k] > 0 {
				row[k] = v / p.seen[k]
				between += p.seen[k] / n * (row[k] - p.all[l]) * (row[k] - p.all[l])
			} else {
				row[k] = math.NaN()
			}
		}
	}
	if whole > 1e-12 {
		if p.tells = between / whole; p.tells > 1-1e-9 {
			p.tells = 1
		}
	}
	if p.mean = sums[0]; levels > 0 {
		p.share, p.mean = sums, nil
	}
	return p
}

// limited finds the medians of a column with limits, and returns the ranks of its cells, which tell the classes apart
// whatever lies beyond a limit; nil for a column without limits.
func (p *profile) limited(d *inference.Dataset, j int, class []int) []float64 {
	type cell struct {
		y    float64
		text string
	}
	some := false
	values, groups := make([]float64, len(class)), make([][]cell, 1+len(p.seen))
	number := func(u float64) string { return plotting.FormatDigits(d.InputAt(j, u), 3) }
	for i, k := range class {
		c := cell{y: d.X.At(i, j)}
		if limit, is := d.Limits[inference.Cell{Row: i, Column: j}]; is {
			some = true
			c.y, c.text = limit.Stated(), limit.Words("–", number)
		} else if !math.IsNaN(c.y) {
			c.text = number(c.y)
		}
		if values[i] = c.y; k < 0 || math.IsNaN(c.y) {
			values[i] = math.NaN()
			continue
		}
		groups[0], groups[1+k] = append(groups[0], c), append(groups[1+k], c)
	}
	if !some {
		return nil
	}
	p.middle = make([]string, len(groups))
	for g, list := range groups {
		if len(list) > 0 {
			stable.Sort(list, func(a, b cell) int { return cmp.Compare(a.y, b.y) })
			p.middle[g] = list[(len(list)-1)/2].text
		}
	}
	ranks := association.Ranks(values)
	for i, y := range values {
		if math.IsNaN(y) {
			ranks[i] = y
		}
	}
	return ranks
}

// Of returns the profiles of classes as a table: a line for each level of a column, or for a column without levels,
// and a column for each class, with bars of shares. class is that of each row, −1 for none.
func Of(d *inference.Dataset, class []int) cells.Table {
	_, n := d.Dims()
	columns := inference.UpTo(n)
	return OfColumns(d, class, columns)
}

// OfColumns is Of some columns.
func OfColumns(d *inference.Dataset, class, columns []int) cells.Table {
	size := make([]int, 1+max(-1, slices.Max(class)))
	for _, k := range class {
		if k >= 0 {
			size[k]++
		}
	}
	list := make([]profile, len(columns))
	for at, j := range columns {
		list[at] = of(d, j, class, len(size))
	}
	stable.Sort(list, func(a, b profile) int { return cmp.Compare(b.tells, a.tells) }) // NaN comes last
	t := cells.Table{Style: plotting.Light, Window: plotting.All, Sort: -1, Empty: "No column holds a value.",
		Columns: []cells.TableColumn{{Head: "column", Name: "column", Text: true},
			{Head: "level", Name: "level", Text: true},
			{Head: "between", Name: "between",
				Tip: [][2]string{{"share",
					"of the variance of the column, or of its levels, that lies between the classes"}}},
			{Head: "all", Name: "all", Tip: [][2]string{{"all rows", "of a class"}}}}}
	for k, n := range size {
		t.Columns = append(t.Columns, cells.TableColumn{Head: strconv.Itoa(k + 1), Name: fmt.Sprintf("class_%d", k+1),
			Bar: true, Most: 1,
			Tip: [][2]string{{"class " + strconv.Itoa(k+1), plotting.Plural(n, "row")}}})
	}
	for _, p := range list {
		t.Rows = append(t.Rows, p.lines(d)...)
	}
	for i := range t.Rows {
		t.Rows[i].Index = i
	}
	return t
}

// lines returns the lines of a profile.
func (p profile) lines(d *inference.Dataset) []cells.TableRow {
	word := func(s string) cells.TableCell { return cells.TableCell{Text: s, Value: math.NaN()} }
	between := word("–")
	if !math.IsNaN(p.tells) {
		between = cells.TableCell{Text: plotting.FormatPercent(p.tells), Value: p.tells}
	}
	kind, name := d.KindAt(p.column), d.Columns[p.column]
	if p.share == nil {
		what := "mean"
		if kind.Sort == column.Count {
			what = "mean count"
		}
		if p.middle != nil {
			row := cells.TableRow{Bare: true, Cells: []cells.TableCell{word(name), word("median"), between}}
			for _, text := range p.middle {
				row.Cells = append(row.Cells, word(cmp.Or(text, "–")))
			}
			return []cells.TableRow{row}
		}
		row := cells.TableRow{Bare: true, Cells: []cells.TableCell{word(name), word(what), between}}
		for _, v := range slices.Concat(p.all, p.mean) {
			cell := word("–")
			if !math.IsNaN(v) {
				cell = cells.TableCell{Text: plotting.FormatDigits(v, 3), Value: v}
			}
			row.Cells = append(row.Cells, cell)
		}
		return []cells.TableRow{row}
	}
	var rows []cells.TableRow
	for l, share := range p.share {
		if l == 0 && len(p.share) == 2 && (kind.Sort == column.YesNo || len(kind.Levels) == 0) {
			continue // the share of no follows from that of yes
		}
		level := strconv.Itoa(l)
		if l < len(kind.Levels) {
			level = kind.Levels[l]
		}
		row := cells.TableRow{Cells: []cells.TableCell{word(name), word(level), between,
			{Text: plotting.FormatPercent(p.all[l]), Value: p.all[l]}}}
		for _, v := range share {
			cell := word("–")
			if !math.IsNaN(v) {
				cell = cells.TableCell{Text: plotting.FormatPercent(v), Value: v}
			}
			row.Cells = append(row.Cells, cell)
		}
		rows = append(rows, row)
	}
	return rows
}
