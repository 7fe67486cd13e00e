package views

import (
	"cmp"
	"fmt"
	"slices"

	"espalier/inference"
	"espalier/inference/kind/mixture"
	"espalier/inference/kind/partition"
	"espalier/inference/study"
	"espalier/plotting"
	"espalier/plotting/beside"
	"espalier/plotting/ink"
	"espalier/plotting/matrix"

	"fyne.io/fyne/v2"
	"gonum.org/v1/gonum/mat"
)

// A MembershipsView shows to which clusters the rows belong as a heat map: the
// responsibilities of a mixture, or of a model that draws partitions the share of the
// draws in which two rows are together. Rows stand cluster by cluster, the surest first;
// comma and full stop go through the accepted epochs.
// Make one with [NewMembershipsView]; Close it when it is no longer needed.
type MembershipsView struct{ flat }

// NewMembershipsView returns an empty view. A nil post is fyne.DoAndWait.
func NewMembershipsView(post Post, style plotting.Style) *MembershipsView {
	v := &MembershipsView{}
	v.init(post, style, func() { v.classes.needless = true }, v.maker)
	v.view.OnSelect = v.selected
	v.view.OnRune = func(r rune) bool { return byRune(membershipsCommands, v, r) }
	v.ExtendBaseWidget(v)
	return v
}

// membershipsCommands is the table behind the keys of the view and the help.
var membershipsCommands = epochCommands("Memberships", func(v *MembershipsView) *flat { return &v.flat })

// selected selects the row of a cell, or both of two rows; the label of a cluster selects
// its rows.
func (v *MembershipsView) selected(m plotting.Mark, ok bool, _ fyne.KeyModifier) {
	if v.snapshot == nil {
		return
	}
	var rows []int
	class, _ := v.mixture().Assigned()
	switch {
	case !ok:
	case m.Kind == "column" && class != nil:
		rows = rowsOf(class, m.Column)
	case m.Kind == "column":
		rows = []int{m.Column}
	case m.Kind == "cell" && class == nil:
		rows = study.SetOf([]int{m.Row, m.Column})
	case m.Row >= 0:
		rows = []int{m.Row}
	}
	v.clicked(rows)
}

// Figure returns the figure that is shown, in the style and window of the view, for
// export; nil when there is none.
func (v *MembershipsView) Figure() plotting.Figure {
	if v.snapshot == nil {
		return nil
	}
	f := v.maker()().(matrix.Matrix)
	if f.Heat == nil {
		return nil
	}
	f.Style, f.Window = v.view.Style(), v.view.Window()
	return f
}

// mostRowStrips is how many annotations stand beside memberships.
const mostRowStrips = 3

// Memberships reports whether a snapshot has memberships to show.
func Memberships(s *inference.Snapshot) bool {
	m := mixture.Of(s)
	return m != nil && m.Responsibilities != nil || together(s) != nil
}

// together returns how often rows are in one cluster, nil where nothing says so.
func together(s *inference.Snapshot) *mat.Dense {
	if p := partition.Of(s); p != nil {
		return p.Together
	}
	return nil
}

// maker returns the maker of the figure that is to be shown now.
func (v *MembershipsView) maker() func() plotting.Figure {
	s, shown, notes := v.snapshot, v.mixture(), v.data.Annotations
	f := matrix.Matrix{Title: v.title, Subtitle: v.subtitle, Rows: v.data.Rows, Style: plotting.Light, Window: plotting.All,
		Selection: plotting.Selection{Rows: v.selection, Node: -1}, Empty: "Nothing says yet how sure the clusters are."}
	return func() plotting.Figure {
		if class, certainty := shown.Assigned(); class != nil {
			f.Order = grouped(class, certainty)
			f.Heat = &beside.Heat{X: shown.Responsibilities, Title: "responsibility"}
			for _, a := range matrix.Grouping(notes) {
				if len(f.RowStrips) < mostRowStrips {
					f.RowStrips = append(f.RowStrips, beside.Strip{Annotation: a})
				}
			}
			for k := range shown.Components {
				f.Heat.Columns, f.Heat.Order = append(f.Heat.Columns, fmt.Sprintf("cluster %d", k+1)), append(f.Heat.Order, k)
			}
		} else if x := together(s); x != nil {
			class := partition.LabelsOf(s)
			f.Order = grouped(class, belonging(x, class))
			f.Symmetric = true
			f.Heat = &beside.Heat{X: x, Columns: v.data.Rows, Order: f.Order, Title: "share of draws together"}
			f.Groups = clusterGroups(class)
		}
		if f.Heat != nil {
			f.Heat.Scale = ink.Scale{Map: ink.Ink, Low: 0, High: 1}
		}
		return f
	}
}

// clusterGroups makes groups of the rows of each class.
func clusterGroups(class []int) []beside.Group {
	var rows [][]int
	for i, k := range class {
		for len(rows) <= k {
			rows = append(rows, nil)
		}
		if k >= 0 {
			rows[k] = append(rows[k], i)
		}
	}
	groups := beside.CategoryGroups(rows)
	for k := range groups {
		groups[k].Name = fmt.Sprintf("cluster %d", k+1)
	}
	return groups
}

// belonging returns how often each row is together with those of its class, in the mean.
func belonging(x *mat.Dense, class []int) []float64 {
	mean := make([]float64, len(class))
	for i, k := range class {
		n := 0.0
		for j, v := range x.RawRowView(i) {
			if class[j] == k {
				mean[i] += v
				n++
			}
		}
		mean[i] /= n
	}
	return mean
}

// grouped returns the rows class by class, those of the greatest certainty first.
func grouped(class []int, certainty []float64) []int {
	order := make([]int, len(class))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(class[a], class[b]), cmp.Compare(certainty[b], certainty[a]))
	})
	return order
}
