package views

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/stat/correlations"
	"example.org/espalier/inference/words"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/depict/blocks"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/matrix"

	"gonum.org/v1/gonum/mat"
)

// Contents of the figure of the views.
const (
	Cells    = iota // the cells
	Surprise        // how surprising each is
)

// State holds the user's choice in the figure of the views.
type State struct{ Show int }

// HasSurprise reports whether the result says how surprising cells are.
func HasSurprise(s *subject.Subject) bool {
	return Has(s) && partition.ViewsOf(s.Snapshot).Surprise != nil
}

type (
	heatKey   struct{ show int }
	placesKey struct{ view int }
)

// Figure shows the views side by side, each with its rows by their clusters.
func Figure(s *subject.Subject, st State) matrix.Views {
	f := matrix.Views{Title: subject.JoinTitle(s.Title(0), "views"), Rows: s.Data.Rows, Selection: plotting.NoSelection,
		Window: plotting.All, Style: plotting.Light, Empty: "The views are not known yet."}
	if !Has(s) {
		return f
	}
	v := partition.ViewsOf(s.Snapshot)
	if st.Show == Surprise && v.Surprise == nil {
		st.Show = Cells
	}
	f.Subtitle = subject.JoinWords(v.Words(), s.Subtitle(0, ""))
	f.Heat = subject.Once(s, heatKey{st.Show}, func() *beside.Heat { return heatOf(s, st.Show) })
	f.Numbers = Sheets(s)
	f.Details = func(i, j int) [][2]string { return details(s, i, j) }
	for _, k := range viewsIn(v, Order(s)) {
		p := v.Rows[k]
		count, _ := p.Count()
		rows := subject.Once(s, placesKey{k}, func() []int { return rowsOf(s, k) })
		f.List = append(f.List, matrix.View{Name: Name(k), Words: plotting.Plural(len(v.In(k)), "column") + ", " +
			plotting.Plural(count, "cluster"), Columns: len(v.In(k)), Order: rows, Gaps: gaps(p.Labels, rows),
			Groups: beside.ClusterGroups(p.Labels, nil)})
	}
	return f
}

// viewsIn lists the views in the order of their columns.
func viewsIn(v *partition.Views, order []int) (views []int) {
	for _, j := range order {
		if k := v.Columns.Labels[j]; len(views) == 0 || views[len(views)-1] != k {
			views = append(views, k)
		}
	}
	return views
}

// gaps lists the places before which another group begins.
func gaps(labels, items []int) (places []int) {
	for at := 1; at < len(items); at++ {
		if labels[items[at]] != labels[items[at-1]] {
			places = append(places, at)
		}
	}
	return places
}

// heatOf is the heat map of all columns, view by view.
func heatOf(s *subject.Subject, show int) *beside.Heat {
	if show == Surprise {
		x := partition.ViewsOf(s.Snapshot).Surprise
		low, high := limits(x)
		return &beside.Heat{X: x, Columns: s.Data.Columns, Order: Order(s), Title: "surprise",
			LimitNote: "limits: 1st and 99th percentile", Scale: ink.Scale{Map: ink.Cividis, Low: low, High: high}}
	}
	h := beside.NewHeat(blocks.InInput(s.Data), beside.HeatOptions{})
	h.Order = Order(s)
	return h
}

// limits are the 1st and the 99th percentile of the cells that are there.
func limits(x *mat.Dense) (low, high float64) {
	var all []float64
	for _, v := range x.RawMatrix().Data {
		if !math.IsNaN(v) {
			all = append(all, v)
		}
	}
	if len(all) == 0 {
		return 0, 1
	}
	slices.Sort(all)
	low, high = all[len(all)/100], all[len(all)-1-len(all)/100]
	if !(high > low) {
		high = low + 1
	}
	return low, high
}

// rowsOf lists the rows in a view cluster by cluster, clusters with means that are alike beside each other, and
// rows that stand alone last.
func rowsOf(s *subject.Subject, view int) []int {
	v := partition.ViewsOf(s.Snapshot)
	labels, columns := v.Rows[view].Labels, v.In(view)
	h := subject.Once(s, heatKey{Cells}, func() *beside.Heat { return heatOf(s, Cells) })
	count, alone := v.Rows[view].Count()
	class := slices.Clone(labels)
	for i, k := range class {
		if k < 0 {
			class[i] = count
		}
	}
	if alone > 0 {
		count++
	}
	means, seen := mat.NewDense(count, len(columns), nil), mat.NewDense(count, len(columns), nil)
	for i, k := range class {
		for p, j := range columns {
			if x := h.X.At(i, j); !math.IsNaN(x) {
				seen.Set(k, p, seen.At(k, p)+1)
				means.Set(k, p, means.At(k, p)+(x-means.At(k, p))/seen.At(k, p))
			}
		}
	}
	rows := blocks.OrderOf(class, means, nil)
	stable.Sort(rows, func(a, b int) int { return min(labels[b], 0) - min(labels[a], 0) })
	return rows
}

// details says of a cell in which view and cluster it is, and how surprising it is.
func details(s *subject.Subject, i, j int) [][2]string {
	v := partition.ViewsOf(s.Snapshot)
	k := v.Columns.Labels[j]
	cluster := "the row stands alone"
	if z := v.Rows[k].Labels[i]; z >= 0 {
		cluster = fmt.Sprintf("cluster %d", z+1)
	}
	lines := [][2]string{{Name(k), cluster}}
	if v.Surprise != nil && !math.IsNaN(v.Surprise.At(i, j)) {
		lines = append(lines, [2]string{"surprise", plotting.FormatDigits(v.Surprise.At(i, j), 2)})
	}
	return lines
}

// Orders of the dependence matrix.
const (
	ByView = iota
	ByTree // of average linkage
)

// DependenceState holds the choices in the matrix of dependence.
type DependenceState struct{ Order int }

// HasDependence reports whether the result says how probably columns depend on each other.
func HasDependence(s *subject.Subject) bool {
	return Has(s) && partition.ViewsOf(s.Snapshot).Dependence != nil
}

type treeKey struct{}

type columnTree struct {
	order  []int
	tree   *beside.PreparedTree
	height float64
}

// Dependence shows how probably two columns depend on each other.
func Dependence(s *subject.Subject, st DependenceState) matrix.Matrix {
	m := matrix.Matrix{Title: subject.JoinTitle(s.Title(0), "dependence of columns"), Rows: s.Data.Columns,
		Sides: [2]string{"columns", "columns"}, Symmetric: true, Selection: plotting.NoSelection, Window: plotting.All,
		Style: plotting.Light, Empty: "It is not known how columns depend on each other."}
	if !HasDependence(s) {
		return m
	}
	v := partition.ViewsOf(s.Snapshot)
	prior := "before the data are seen " + plotting.FormatDigits(v.Prior, 2)
	m.Subtitle = subject.JoinWords("probability that two columns share a view of at least two clusters; "+prior,
		s.Subtitle(0, ""))
	order := Order(s)
	if st.Order == ByTree && len(order) > 1 {
		t := subject.Once(s, treeKey{}, func() columnTree { return treeOf(v.Dependence, s.Data.Columns) })
		order, m.Tree, m.Height = t.order, t.tree, t.height
	} else {
		m.RowGaps = gaps(v.Columns.Labels, order)
		m.ColumnGaps = m.RowGaps
	}
	m.Order = order
	for k := range v.Rows {
		if columns := v.In(k); len(columns) > 1 { // the others stand alone
			m.Groups = append(m.Groups, beside.Group{Name: Name(k), Rows: columns})
			m.Asides = append(m.Asides, aside(s, k, columns, len(m.Groups)-1))
		}
	}
	m.Asides = append(m.Asides, matrix.Strongest(v.Dependence.At, s.Data.Columns, plotting.FormatPercent))
	m.Heat = &beside.Heat{X: v.Dependence, Columns: s.Data.Columns, Order: order, Title: "probability", Share: true,
		Scale: ink.Scale{Map: ink.Ink, Low: 0, High: 1}}
	m.Details = func(i, j int) [][2]string {
		return [][2]string{{s.Data.Columns[i], Name(v.Columns.Labels[i])},
			{s.Data.Columns[j], Name(v.Columns.Labels[j])}}
	}
	return m
}

// aside names the columns of a view beside the matrix, in the order of the table.
func aside(s *subject.Subject, view int, columns []int, group int) matrix.Aside {
	names := make([]string, len(columns))
	for i, j := range columns {
		names[i] = s.Data.Columns[j]
	}
	title := subject.JoinWords(Name(view), s.Data.Say(plotting.Plural(len(columns), "column")))
	return matrix.Aside{Title: title, Text: words.Some(names, mostAside), Group: group}
}

// mostAside is how many columns of a view are named beside the matrix.
const mostAside = 24

// treeOf joins the columns by average linkage of how improbably they depend on each other.
func treeOf(together *mat.Dense, names []string) columnTree {
	merges, order := correlations.Cluster(together)
	t := columnTree{order: order, tree: beside.Prepare(linkage.Tree(merges, names).OrderByPosition(order))}
	if n := len(merges); n > 0 {
		t.height = linkage.Headroom * merges[n-1].Height
	}
	return t
}

// Classes returns the clusters of the rows in a view, −1 for rows that stand alone, and the columns of the view.
func Classes(s *subject.Subject, view int) (class, columns []int) {
	v := partition.ViewsOf(s.Snapshot)
	view = min(max(view, 0), len(v.Rows)-1)
	return v.Rows[view].Labels, v.In(view)
}
