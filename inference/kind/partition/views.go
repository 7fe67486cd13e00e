package partition

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/stat/grouping"

	"gonum.org/v1/gonum/mat"
)

// KindOfViews is the name of the kind of [Views], VersionOfViews that of its form, which holds those of Partitions:
// what raises Version raises it too.
const (
	KindOfViews    = "views"
	VersionOfViews = 1
)

// Views put the columns into views, each with clusters of the rows of its own: they say which columns tell of the
// same clusters. They are never modified once published.
type Views struct {
	// Columns puts each column into a view, numbered from 0 by their first columns. Its Together is the share of the
	// draws in which two columns share a view.
	Columns *Partition
	// Rows are the clusters of the rows in each view.
	Rows []*Partition
	// Dependence is how probably two columns depend on each other: the share of the draws in which they share a
	// view of at least two clusters, as within a cluster columns are independent; columns × columns, nil where
	// there are too many columns.
	Dependence *mat.Dense
	// Prior is that probability before the data are seen.
	Prior float64
	// Draws are some draws, evenly spaced, by which the views of several chains are combined.
	Draws []ViewDraw
	// Surprise is −ln of the probability, or of the density in standard deviations of the column, of each cell
	// given all others, rows × columns, NaN for cells that are not there; nil where there are too many cells.
	Surprise *mat.Dense
}

// A ViewDraw is the view of each column, and in each view the cluster of each row, all from 0.
type ViewDraw struct {
	Of   []int
	Rows [][]int
}

// MostSurprise is the number of cells up to which models keep Surprise.
const MostSurprise = 1_000_000

// ViewsOf returns the views in a snapshot; nil where there are none.
func ViewsOf(s *inference.Snapshot) *Views {
	v, _ := inference.Of[*Views](s)
	return v
}

// leastOfView is how many rows a cluster has that is shown as one: a row by itself stands alone.
const leastOfView = 2

// NewViews returns the views that show some draws. columns is the partition of the columns that shows them; a
// column that shares its view with no other in at least half of the draws has one of its own. The clusters of the
// rows in a view are those that have the least variation of information over the draws of the clusters that its
// columns had, in each draw those of the view that then held most of them.
func NewViews(columns *Partition, draws []ViewDraw) *Views {
	columns = apart(columns)
	count, _ := columns.Count()
	v := &Views{Columns: columns, Draws: draws}
	for view := range count {
		labels, number := make([][]int, len(draws)), []float64(nil)
		for t, d := range draws {
			labels[t] = d.Rows[d.holds(columns.Labels, view)]
			groups := 0
			for _, k := range labels[t] {
				groups = max(groups, k+1)
			}
			for len(number) <= groups {
				number = append(number, 0)
			}
			number[groups] += 1 / float64(len(draws))
		}
		p := Drawn("clusters", labels, nil, number, leastOfView)
		p.Draws = nil // they are among those of the views
		v.Rows = append(v.Rows, p)
	}
	return v
}

// apart returns a partition of columns in which one that is with no other of its view in at least half of the draws
// has a view of its own.
func apart(columns *Partition) *Partition {
	if columns.Together == nil {
		return columns
	}
	out := *columns
	count, _ := columns.Count()
	out.Labels = slices.Clone(columns.Labels)
	for i, k := range columns.Labels {
		with := 0.0
		for j, other := range columns.Labels {
			if i != j && k == other {
				with = max(with, columns.Together.At(i, j))
			}
		}
		if with < 0.5 {
			out.Labels[i] = count
			count++
		}
	}
	out.Labels = grouping.Alone(out.Labels, 1)
	return &out
}

// DependenceOf returns how probably two of so many columns depend on each other, by some draws.
func DependenceOf(columns int, draws []ViewDraw) *mat.Dense {
	out := mat.NewDense(columns, columns, nil)
	for _, d := range draws {
		members := make([][]int, len(d.Rows))
		for j, v := range d.Of {
			members[v] = append(members[v], j)
		}
		for v, list := range members {
			if slices.Max(d.Rows[v]) == 0 {
				continue // one cluster
			}
			for _, i := range list {
				row := out.RawRowView(i)
				for _, j := range list {
					row[j]++
				}
			}
		}
	}
	out.Scale(1/float64(len(draws)), out)
	for j := range columns {
		out.Set(j, j, 1)
	}
	return out
}

// holds returns the view of a draw that holds most columns of a view; of equal ones the first.
func (d *ViewDraw) holds(of []int, view int) int {
	most, count := 0, make([]int, len(d.Rows))
	for j, v := range of {
		if v == view {
			count[d.Of[j]]++
		}
	}
	for k, n := range count {
		if n > count[most] {
			most = k
		}
	}
	return most
}

// Kind implements inference.Part.
func (*Views) Kind() string { return KindOfViews }

// In lists the columns of a view.
func (v *Views) In(view int) (columns []int) {
	for j, k := range v.Columns.Labels {
		if k == view {
			columns = append(columns, j)
		}
	}
	return columns
}

// Words counts the views in a line, and the columns and clusters of each: "2 views of 5, 3 columns and 4, 2 clusters of
// rows, 2.1 (2–3) in the draws". Of more than six views it names those of most columns.
func (v *Views) Words() string {
	const most = 6
	which, order := "", inference.UpTo(len(v.Rows))
	if len(order) > most {
		which = ", the largest"
		stable.Sort(order, func(a, b int) int { return len(v.In(b)) - len(v.In(a)) })
		order = order[:most]
	}
	var columns, rows []string
	some := false // rows are not alone in all views
	for _, k := range order {
		groups, _ := v.Rows[k].Count()
		some = some || groups > 0
		columns, rows = append(columns, fmt.Sprint(len(v.In(k)))), append(rows, fmt.Sprint(groups))
	}
	clusters := "; each row stands alone"
	if some {
		clusters = " and " + strings.Join(rows, ", ") + " clusters of rows"
	}
	text := inference.Plural(len(v.Rows), "view") + which + " of " + strings.Join(columns, ", ") + " columns" + clusters
	if v.Columns.Live {
		return "the present state, " + text
	}
	if mean, from, to, ok := v.Columns.NumberDrawn(); ok && from == to {
		text += fmt.Sprintf(", %.1f in the draws", mean)
	} else if ok {
		text += fmt.Sprintf(", %.1f (%d–%d) in the draws", mean, from, to)
	}
	return text
}

// Check implements inference.Part: each column is in a view, each row of a view in a cluster or alone, and
// probabilities are in their ranges.
func (v *Views) Check(data *inference.Dataset) error {
	if v.Columns == nil {
		return errors.New("views: there are none")
	}
	if err := (&Columns{Partition: v.Columns}).Check(data); err != nil {
		return fmt.Errorf("views: %w", err)
	}
	count, alone := v.Columns.Count()
	if alone > 0 || count != len(v.Rows) {
		return fmt.Errorf("views: clusters of rows in %d views for %d, and %d columns in none", len(v.Rows), count,
			alone)
	}
	n, d := 0, len(v.Columns.Labels)
	if len(v.Rows) > 0 {
		n = len(v.Rows[0].Labels)
	}
	if data != nil {
		n, _ = data.Dims()
	}
	for k, p := range v.Rows {
		if err := p.Check(nil); err != nil {
			return fmt.Errorf("view %d: %w", k+1, err)
		}
		if len(p.Labels) != n {
			return fmt.Errorf("views: %d labels of view %d for %d rows", len(p.Labels), k+1, n)
		}
	}
	for t, draw := range v.Draws {
		if err := draw.check(n, d); err != nil {
			return fmt.Errorf("views: draw %d %w", t+1, err)
		}
	}
	if !(v.Prior >= 0 && v.Prior <= 1) {
		return fmt.Errorf("views: two columns depend on each other with probability %v before the data are seen",
			v.Prior)
	}
	if err := v.checkDependence(d); err != nil {
		return err
	}
	if v.Surprise == nil {
		return nil
	}
	if r, c := v.Surprise.Dims(); r != n || c != d {
		return fmt.Errorf("views: surprise is %d×%d for %d rows and %d columns", r, c, n, d)
	}
	for i := range n {
		for j, s := range v.Surprise.RawRowView(i) {
			if math.IsInf(s, 0) {
				return fmt.Errorf("views: the cell of row %d and column %d has surprise %v", i+1, j+1, s)
			}
		}
	}
	return nil
}

// checkDependence checks that Dependence holds probabilities of so many columns.
func (v *Views) checkDependence(columns int) error {
	if v.Dependence == nil {
		return nil
	}
	if r, c := v.Dependence.Dims(); r != columns || c != columns {
		return fmt.Errorf("views: dependence is %d×%d for %d columns", r, c, columns)
	}
	for i := range columns {
		for j, p := range v.Dependence.RawRowView(i) {
			if !(p >= 0 && p <= 1+1e-9) {
				return fmt.Errorf("views: columns %d and %d depend on each other with probability %v", i+1, j+1, p)
			}
		}
	}
	return nil
}

// check returns an error for a draw that is not one of n rows and d columns.
func (d *ViewDraw) check(n, columns int) error {
	if len(d.Of) != columns {
		return fmt.Errorf("has %d labels for %d columns", len(d.Of), columns)
	}
	for j, v := range d.Of {
		if v < 0 || v >= len(d.Rows) {
			return fmt.Errorf("has column %d in view %d of %d", j+1, v+1, len(d.Rows))
		}
	}
	for v, z := range d.Rows {
		if len(z) != n {
			return fmt.Errorf("has %d labels in view %d for %d rows", len(z), v+1, n)
		}
		for i, k := range z {
			if k < 0 || k >= n {
				return fmt.Errorf("has row %d of view %d in cluster %d", i+1, v+1, k+1)
			}
		}
	}
	return nil
}
