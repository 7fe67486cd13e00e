// Package views makes the figures of columns in views, each with clusters of the rows of its own.
package views

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/subject"

	"gonum.org/v1/gonum/mat"
)

// Has reports whether a result puts columns into views.
func Has(s *subject.Subject) bool { return s.Snapshot != nil && partition.ViewsOf(s.Snapshot) != nil }

// Name names a view, from 0: "view 1".
func Name(view int) string { return "view " + strconv.Itoa(view+1) }

type orderKey struct{}

// Order lists the columns view by view: views beside those on which they depend most, and in a view the columns first
// that depend most on its others.
func Order(s *subject.Subject) []int {
	return subject.Once(s, orderKey{}, func() []int { return order(partition.ViewsOf(s.Snapshot)) })
}

func order(v *partition.Views) []int {
	count := len(v.Rows)
	place := inference.UpTo(count)
	sums := make([]float64, len(v.Columns.Labels)) // of a column: how it depends on the others of its view
	if v.Columns.Together != nil {
		mean, size := mat.NewDense(count, count, nil), make([]float64, count)
		for i, a := range v.Columns.Labels {
			size[a]++
			for j, b := range v.Columns.Labels {
				p := v.Columns.Together.At(i, j)
				mean.Set(a, b, mean.At(a, b)+p)
				if a == b {
					sums[i] += p
				}
			}
		}
		mean.Apply(func(a, b int, p float64) float64 { return p / (size[a] * size[b]) }, mean)
		if count > 2 {
			for at, k := range linkage.OptimalOrder(mean, linkage.Cluster(mean, linkage.Average)) {
				place[k] = at
			}
		}
	}
	columns := inference.UpTo(len(sums))
	stable.Sort(columns, func(i, j int) int {
		return cmp.Or(cmp.Compare(place[v.Columns.Labels[i]], place[v.Columns.Labels[j]]), cmp.Compare(sums[j], sums[i]))
	})
	return columns
}

// A Cell is one that surprises.
type Cell struct {
	Row, Column int
	Nats        float64 // −ln of its probability, or density in standard deviations of its column
}

// mostOdd is how many cells are listed.
const mostOdd = 1000

type oddKey struct{}

// Odd lists the cells that surprise most, at most 1,000, the most surprising first; nil where that is not known.
func Odd(s *subject.Subject) []Cell {
	return subject.Once(s, oddKey{}, func() []Cell {
		x := partition.ViewsOf(s.Snapshot).Surprise
		if x == nil {
			return nil
		}
		n, d := x.Dims()
		var all []Cell
		for i := range n {
			for j := range d {
				if v := x.At(i, j); !math.IsNaN(v) {
					all = append(all, Cell{i, j, v})
				}
			}
		}
		stable.Sort(all, func(a, b Cell) int { return cmp.Compare(b.Nats, a.Nats) })
		return slices.Clone(all[:min(len(all), mostOdd)])
	})
}

type rowsKey struct{}

// OddRows returns for each row the mean surprise of its cells, each less the mean of its column, in nats; NaN for a
// row without cells, and nil where that is not known.
func OddRows(s *subject.Subject) []float64 {
	return subject.Once(s, rowsKey{}, func() []float64 {
		x := partition.ViewsOf(s.Snapshot).Surprise
		if x == nil {
			return nil
		}
		n, d := x.Dims()
		sum, cells := make([]float64, n), make([]float64, n)
		for j := range d {
			mean, count := 0.0, 0.0
			for i := range n {
				if v := x.At(i, j); !math.IsNaN(v) {
					mean, count = mean+v, count+1
				}
			}
			for i := range n {
				if v := x.At(i, j); !math.IsNaN(v) {
					sum[i] += v - mean/count
					cells[i]++
				}
			}
		}
		for i := range sum {
			sum[i] /= cells[i]
		}
		return sum
	})
}

// Sheets are the tables of the views: the view of each column; the cluster of each row in each view, from 1, 0 for
// a row that stands alone; how probably two columns depend on each other, in the order of the views; and the cells
// and rows that surprise.
func Sheets(s *subject.Subject) (sheets []plotting.Sheet) {
	v, data := partition.ViewsOf(s.Snapshot), s.Data
	clusters := plotting.Sheet{Name: "view_clusters", Header: []string{"row"}}
	for k := range v.Rows {
		clusters.Header = append(clusters.Header, Name(k))
	}
	clusters.Rows = func(yield func([]string) bool) {
		for i, name := range data.Rows {
			row := []string{name}
			for _, p := range v.Rows {
				row = append(row, strconv.Itoa(p.Labels[i]+1))
			}
			if !yield(row) {
				return
			}
		}
	}
	columns := plotting.Sheet{Name: "views", Header: []string{"column", "view"}}
	columns.Rows = func(yield func([]string) bool) {
		for j, k := range v.Columns.Labels {
			if !yield([]string{data.Columns[j], strconv.Itoa(k + 1)}) {
				return
			}
		}
	}
	sheets = append(sheets, columns, clusters)
	if v.Dependence != nil {
		sheets = append(sheets, DependenceSheet(s))
	}
	if v.Surprise != nil {
		sheets = append(sheets, oddCells(s), oddRows(s))
	}
	return sheets
}

// oddCells lists the cells that surprise most.
func oddCells(s *subject.Subject) plotting.Sheet {
	return plotting.Sheet{Name: "surprising_cells", Header: []string{"row", "column", "value", "nats"},
		Rows: func(yield func([]string) bool) {
			for _, c := range Odd(s) {
				if !yield([]string{s.Data.Rows[c.Row], s.Data.Columns[c.Column], Value(s, c.Row, c.Column),
					plotting.Cell(c.Nats)}) {
					return
				}
			}
		}}
}

// oddRows lists all rows, those that surprise most first.
func oddRows(s *subject.Subject) plotting.Sheet {
	return plotting.Sheet{Name: "surprising_rows", Header: []string{"row", "nats"},
		Rows: func(yield func([]string) bool) {
			nats := OddRows(s)
			rows := inference.UpTo(len(nats))
			stable.Sort(rows, func(a, b int) int { return cmp.Compare(nats[b], nats[a]) })
			for _, i := range rows {
				if !yield([]string{s.Data.Rows[i], plotting.Cell(nats[i])}) {
					return
				}
			}
		}}
}

// DependenceSheet holds how probably two columns depend on each other, in the order of the views.
func DependenceSheet(s *subject.Subject) plotting.Sheet {
	v, columns := partition.ViewsOf(s.Snapshot), Order(s)
	sheet := plotting.Sheet{Name: "dependence", Header: []string{"column", "view"}}
	for _, j := range columns {
		sheet.Header = append(sheet.Header, s.Data.Columns[j])
	}
	sheet.Rows = func(yield func([]string) bool) {
		for _, i := range columns {
			row := []string{s.Data.Columns[i], strconv.Itoa(v.Columns.Labels[i] + 1)}
			for _, j := range columns {
				row = append(row, plotting.Cell(v.Dependence.At(i, j)))
			}
			if !yield(row) {
				return
			}
		}
	}
	return sheet
}

// Value returns a cell as a person reads it: a level, or a number in the units of the table.
func Value(s *subject.Subject, i, j int) string {
	k := s.Data.KindAt(j)
	if x := s.Data.X.At(i, j); k.Sort.HasLevels() && x >= 0 && int(x) < len(k.Levels) {
		return k.Levels[int(x)]
	}
	return plotting.Cell(s.Data.Input(i, j))
}

// Partners lists the columns on which one depends most, at most so many, with the probabilities, those of at least
// a half.
func Partners(s *subject.Subject, j, most int) (columns []int, p []float64) {
	v := partition.ViewsOf(s.Snapshot)
	if v.Dependence == nil {
		return nil, nil
	}
	for i := range v.Columns.Labels {
		if i != j && v.Dependence.At(i, j) >= 0.5 {
			columns = append(columns, i)
		}
	}
	stable.Sort(columns, func(a, b int) int {
		return cmp.Compare(v.Dependence.At(b, j), v.Dependence.At(a, j))
	})
	columns = columns[:min(len(columns), most)]
	for _, i := range columns {
		p = append(p, v.Dependence.At(i, j))
	}
	return columns, p
}

// Words says how many views there are, and before the data how probably two columns share one.
func Words(v *partition.Views) string {
	return fmt.Sprintf("%s; two columns depend on each other with probability %s before the data are seen", v.Words(),
		plotting.FormatDigits(v.Prior, 2))
}
