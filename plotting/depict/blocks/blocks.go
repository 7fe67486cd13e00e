// Package blocks makes the figure of a table in blocks: rows and columns stand by their clusters.
package blocks

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
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/matrix"

	"gonum.org/v1/gonum/mat"
)

// Contents of the figure.
const (
	Both    = iota // the cells, and the block means beside them
	Cells          // the cells alone
	Means          // the block means alone
	Rows           // how often rows are together
	Columns        // how often columns are
)

// State holds the user's choice.
type State struct{ Show int }

// Has reports whether a result puts rows and columns into clusters.
func Has(s *subject.Subject) bool {
	return partition.Of(s.Snapshot) != nil && partition.ColumnsOf(s.Snapshot) != nil
}

// Together reports whether the result says how often pairs of rows, or of columns, are together.
func Together(s *subject.Subject, show int) bool {
	return Has(s) && partnersOf(s, show).Together != nil
}

// partnersOf returns the clusters of the rows or, for [Columns], of the columns.
func partnersOf(s *subject.Subject, show int) *partition.Partition {
	if show == Columns {
		return partition.ColumnsOf(s.Snapshot)
	}
	return partition.Of(s.Snapshot)
}

// Words describes a figure of that state.
func Words(st State) string {
	switch st.Show {
	case Rows:
		return "how often two rows are in one cluster, in the order of the blocks"
	case Columns:
		return "how often two columns are in one cluster, in the order of the blocks"
	case Cells:
		return "the table with rows and columns by their clusters"
	case Means:
		return "the mean of each block, with rows and columns by their clusters"
	}
	return "the table with rows and columns by their clusters, and the mean of each block"
}

// Figure shows the table in blocks.
func Figure(s *subject.Subject, st State) matrix.Matrix {
	m := matrix.Matrix{Title: subject.JoinTitle(s.Title(0), "blocks"), Rows: s.Data.Rows, Selection: plotting.NoSelection,
		Window: plotting.All, Style: plotting.Light, Empty: "The blocks are not known yet."}
	if !Has(s) {
		return m
	}
	t := tableOf(s)
	m.Subtitle = subject.JoinWords(fmt.Sprintf("%s and %s", plotting.Plural(len(t.count), "cluster")+" of rows",
		plotting.FormatCount(len(t.count[0]))+" of columns"), s.Subtitle(0, ""))
	if st.Show == Rows || st.Show == Columns {
		if x := partnersOf(s, st.Show).Together; x != nil {
			return t.pairs(m, s, st.Show, x)
		}
		st.Show = Both
	}
	m.Order, m.Groups = t.rows, beside.ClusterGroups(t.class[0], s.Places)
	m.RowGaps, m.ColumnGaps = t.gaps(0), t.gaps(1)
	m.Details = t.details
	switch st.Show {
	case Cells:
		m.Heat = t.cells
	case Means:
		m.Heat = t.means
	default:
		m.Heat, m.Caption = t.cells, "cells"
		caption := "block means"
		if t.means.Share {
			caption = "share of ones"
		}
		m.Panels = []matrix.Panel{{Caption: caption, Heat: t.means}}
	}
	return m
}

type key struct{}

func tableOf(s *subject.Subject) *table {
	return subject.Once(s, key{}, func() *table { return newTable(s) })
}

// Sheet lists the blocks: a cluster of rows, one of columns, how many rows, columns and observed cells there are,
// and the mean of these, in the units of the figure, or in standard deviations of each column where columns are of
// several kinds, of which links are still as they were; categories have no mean. Clusters are numbered from 1.
func Sheet(s *subject.Subject) plotting.Sheet {
	return plotting.Sheet{Name: "blocks",
		Header: []string{"row_cluster", "column_cluster", "rows", "columns", "cells", "mean"},
		Rows: func(yield func([]string) bool) {
			t := tableOf(s)
			rows, columns := sizes(t.class[0], len(t.count)), sizes(t.class[1], len(t.count[0]))
			for a, row := range t.count {
				for b, count := range row {
					if !yield([]string{strconv.Itoa(a + 1), strconv.Itoa(b + 1), strconv.Itoa(rows[a]), strconv.Itoa(columns[b]),
						strconv.Itoa(int(count)), plotting.Cell(t.mean[a][b])}) {
						return
					}
				}
			}
		}}
}

// sizes counts the items of each of k clusters. Those of class −1 are in none.
func sizes(class []int, k int) []int {
	out := make([]int, k)
	for _, c := range class {
		if c >= 0 {
			out[c]++
		}
	}
	return out
}

// A table is the data in blocks.
type table struct {
	class         [2][]int // cluster of each row and column
	rows, columns []int    // in the order in which they stand
	cells, means  *beside.Heat
	mean, count   [][]float64 // of each block, its observed cells
}

func newTable(s *subject.Subject) *table {
	t := &table{class: [2][]int{whole(partition.LabelsOf(s.Snapshot)), whole(partition.ColumnsOf(s.Snapshot).Labels)}}
	shown := InInput(s.Data)
	links := linksOf(s)
	if links != nil {
		shown, t.class[1] = links, partition.ColumnsOf(s.Snapshot).Labels
	}
	t.cells = beside.NewHeat(shown, beside.HeatOptions{})
	n, d := shown.Dims()
	kr, kc := most(t.class[0])+1, most(t.class[1])+1
	for range kr {
		t.mean, t.count = append(t.mean, make([]float64, kc)), append(t.count, make([]float64, kc))
	}
	all, cells := 0.0, 0.0
	averaged := map[[2]int]float64{} // cells of a block that a mean is of: categories have none
	for i := range n {
		a := t.class[0][i]
		for j := range d {
			y := t.cells.X.At(i, j) // where columns are of several kinds, each in its own standard deviations
			if b := t.class[1][j]; !math.IsNaN(y) {
				t.count[a][b]++
				if !t.cells.Mixes(j) {
					continue
				}
				averaged[[2]int{a, b}]++
				t.mean[a][b] += (y - t.mean[a][b]) / averaged[[2]int{a, b}]
				cells++
				all += (y - all) / cells
			}
		}
	}
	profile := mat.NewDense(kr, kc, nil)
	for a, row := range t.mean {
		for b := range row {
			if averaged[[2]int{a, b}] == 0 {
				row[b] = math.NaN()
				profile.Set(a, b, all)
			} else {
				profile.Set(a, b, row[b])
			}
		}
	}
	t.rows, t.columns = t.order(s, profile)
	if t.cells.OfKinds() {
		t.cells.Order = t.columns
		t.means = t.cells.Means(t.class[0], t.class[1])
		return t
	}
	means := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			means.Set(i, j, math.NaN())
			if b := t.class[1][j]; b >= 0 {
				means.Set(i, j, t.mean[t.class[0][i]][b])
			}
		}
	}
	t.cells.Value, t.cells.Order = nil, t.columns
	t.means = &beside.Heat{X: means, Columns: t.cells.Columns, Order: t.columns, Scale: t.cells.Scale,
		Title: t.cells.Title, Unit: t.cells.Unit, Share: inference.KindOf(t.cells.X) == inference.Binary,
		LimitNote: t.cells.LimitNote, Annotations: t.cells.Annotations, Strips: t.cells.Strips}
	return t
}

// order returns the rows and the columns in the order in which they stand. Where they are the same nodes of a network,
// in the same clusters, they have one order: by the means of clusters as rows and as columns. Several relations stand
// beside each other, each in the order of the rows.
func (t *table) order(s *subject.Subject, profile *mat.Dense) (rows, columns []int) {
	together := partition.Of(s.Snapshot).Together
	if slices.Equal(t.class[0], t.class[1]) && slices.Equal(s.Data.Rows, s.Data.Columns) {
		var both mat.Dense
		both.Augment(profile, profile.T())
		rows = OrderOf(t.class[0], &both, together)
		return rows, rows
	}
	rows = OrderOf(t.class[0], profile, together)
	if relations, others := s.Data.Relations(); len(relations) > 0 && len(s.Data.Columns) > len(s.Data.Rows) {
		for _, r := range relations { // each as the rows
			for _, i := range rows {
				columns = append(columns, r.Columns[i])
			}
		}
		if t.cells.OfKinds() || s.Data.Kinds == nil {
			columns = append(columns, others...)
		}
		return rows, columns
	}
	return rows, OrderOf(t.class[1], mat.DenseCopyOf(profile.T()), partition.ColumnsOf(s.Snapshot).Together)
}

// InInput returns the data as a person reads them: zeros and ones and counts as they were, numbers in working units,
// in which the columns of a block are alike.
func InInput(d *inference.Dataset) *inference.Dataset {
	if d.Kinds != nil || d.Kind != inference.Binary && d.Kind != inference.Count || d.Preprocessing.Log2p1 {
		return d
	}
	n, columns := d.Dims()
	shown := *d
	shown.X, shown.Preprocessing = mat.NewDense(n, columns, nil), inference.Preprocessing{}
	for i := range n {
		for j := range columns {
			shown.X.Set(i, j, d.Input(i, j))
		}
	}
	return &shown
}

// linksOf returns the data with the links of relations as they were and nothing else, where other columns, of kinds,
// describe the nodes and are in no cluster; nil elsewhere.
func linksOf(s *subject.Subject) *inference.Dataset {
	relations, others := s.Data.Relations()
	clusters := partition.ColumnsOf(s.Snapshot).Labels
	if s.Data.Kinds == nil || len(relations) == 0 ||
		slices.ContainsFunc(others, func(j int) bool { return clusters[j] >= 0 }) {
		return nil
	}
	n, d := s.Data.Dims()
	shown := *s.Data
	shown.Kinds, shown.Preprocessing, shown.X = nil, inference.Preprocessing{}, mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			shown.X.Set(i, j, s.Data.Input(i, j))
		}
		for _, j := range others {
			shown.X.Set(i, j, math.NaN())
		}
	}
	shown.Kind = inference.KindOf(shown.X)
	return &shown
}

// whole returns labels in which those that belong to no cluster have one each.
func whole(z []int) []int {
	z = slices.Clone(z)
	next := most(z) + 1
	for i, k := range z {
		if k < 0 {
			z[i] = next
			next++
		}
	}
	return z
}

func most(z []int) int { return max(-1, slices.Max(z)) }

// OrderOf lists items cluster by cluster, clusters with profiles that are alike beside each other, and in each the
// items first that are most often with its others.
func OrderOf(class []int, profile *mat.Dense, together *mat.Dense) []int {
	k, _ := profile.Dims()
	place := make([]int, k)
	if k > 2 {
		for at, c := range linkage.OptimalOrder(profile, linkage.Cluster(profile, linkage.Average)) {
			place[c] = at
		}
	} else {
		for c := range place {
			place[c] = c
		}
	}
	belongs := make([]float64, len(class))
	items := make([]int, len(class))
	for i := range class {
		items[i] = i
		for j := range class {
			if together != nil && class[i] == class[j] {
				belongs[i] += together.At(i, j)
			}
		}
	}
	stable.Sort(items, func(i, j int) int {
		if c := cmp.Compare(place[class[i]], place[class[j]]); c != 0 {
			return c
		}
		return cmp.Compare(belongs[j], belongs[i])
	})
	return items
}

// gaps lists the places before which another cluster begins.
func (t *table) gaps(side int) (places []int) {
	items := [2][]int{t.rows, t.columns}[side]
	for at := 1; at < len(items); at++ {
		if t.class[side][items[at]] != t.class[side][items[at-1]] {
			places = append(places, at)
		}
	}
	return places
}

// details says of a cell in which block it is.
func (t *table) details(row, column int) [][2]string {
	a, b := t.class[0][row], t.class[1][column]
	rows, columns := sizes(t.class[0], len(t.count)), sizes(t.class[1], len(t.count[0]))
	mean := "no cell is observed"
	switch {
	case t.cells.OfKinds():
		if text := t.means.Words(row, column); text != "" {
			mean = text
		}
	case t.count[a][b] > 0 && t.means.Share:
		mean = plotting.FormatPercent(t.mean[a][b]) + " are 1"
	case t.count[a][b] > 0:
		mean = plotting.FormatNumber(t.mean[a][b])
	}
	return [][2]string{{"block", fmt.Sprintf("rows of cluster %d, columns of cluster %d", a+1, b+1)},
		{"size", fmt.Sprintf("%d × %d, %s observed", rows[a], columns[b], plotting.Plural(int(t.count[a][b]), "cell"))},
		{"mean of the block", mean}}
}

// pairs shows how often two rows, or columns, are in one cluster, in the order of the blocks.
func (t *table) pairs(m matrix.Matrix, s *subject.Subject, show int, x *mat.Dense) matrix.Matrix {
	side, names, items := 0, s.Data.Rows, t.rows
	if show == Columns {
		side, names, items = 1, s.Data.Columns, t.columns
		m.Sides = [2]string{"columns", "columns"}
	}
	m.Symmetric, m.Rows, m.Order = true, names, items
	if m.Groups = beside.ClusterGroups(t.class[side], nil); side == 0 {
		m.Groups = beside.ClusterGroups(t.class[side], s.Places)
	}
	m.RowGaps, m.ColumnGaps = t.gaps(side), t.gaps(side)
	m.Heat = &beside.Heat{X: x, Columns: names, Order: items, Title: "share of draws together", Share: true,
		Scale: ink.Scale{Map: ink.Ink, Low: 0, High: 1}}
	return m
}
