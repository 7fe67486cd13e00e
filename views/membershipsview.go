package views

import (
	"cmp"
	"fmt"
	"slices"

	"espalier/inference"
	"espalier/plotting"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
	"gonum.org/v1/gonum/mat"
)

// A MembershipsView shows to which clusters the rows belong as a heat map: the
// responsibilities of a mixture, or of a model that draws partitions the share of the
// draws in which two rows are together. Rows stand cluster by cluster, the surest first.
// Make one with [NewMembershipsView]; Close it when it is no longer needed.
type MembershipsView struct {
	widget.BaseWidget
	// OnSelect is told the rows that were clicked; nil for none.
	OnSelect func(rows []int)

	view            *View
	data            *inference.Dataset
	snapshot        *inference.Snapshot
	title, subtitle string
	selection       []int
}

// NewMembershipsView returns an empty view. A nil post is fyne.DoAndWait.
func NewMembershipsView(post Post, style plotting.Style) *MembershipsView {
	v := &MembershipsView{view: NewView(post, style)}
	v.view.OnSelect = v.clicked
	v.ExtendBaseWidget(v)
	return v
}

// CreateRenderer is part of fyne.Widget.
func (v *MembershipsView) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(v.view)
}

// View returns the view within.
func (v *MembershipsView) View() *View { return v.view }

// SetStyle changes the style, such as from light to dark.
func (v *MembershipsView) SetStyle(s plotting.Style) { v.view.SetStyle(s) }

// Show makes the view visible, and drawn if something changed meanwhile.
func (v *MembershipsView) Show() { v.BaseWidget.Show(); v.view.Show() }

// Hide makes the view invisible; nothing is drawn for it until Show.
func (v *MembershipsView) Hide() { v.BaseWidget.Hide(); v.view.Hide() }

// Close ends the goroutine of the view.
func (v *MembershipsView) Close() { v.view.Close() }

// SetTitle changes what stands over the figure.
func (v *MembershipsView) SetTitle(title, subtitle string) { v.title, v.subtitle = title, subtitle }

// SetSnapshot shows the memberships of a snapshot of a run on data, at the pace of a run.
func (v *MembershipsView) SetSnapshot(data *inference.Dataset, s *inference.Snapshot) {
	if data != v.data {
		v.selection = nil
	}
	v.data, v.snapshot = data, s
	v.view.Offer(v.source())
}

// Select marks rows.
func (v *MembershipsView) Select(rows []int) {
	if !slices.Equal(rows, v.selection) {
		v.selection = rows
		if v.snapshot != nil {
			v.view.SetSource(v.source())
		}
	}
}

// clicked selects the row of a cell, or both of two rows; the label of a cluster selects
// its rows.
func (v *MembershipsView) clicked(m plotting.Mark, ok bool, _ fyne.KeyModifier) {
	if v.snapshot == nil {
		return
	}
	var rows []int
	class, _ := v.snapshot.Mixture.Assigned()
	switch {
	case !ok:
	case m.Kind == "column" && class != nil:
		rows = rowsOf(class, m.Column)
	case m.Kind == "column":
		rows = []int{m.Column}
	case m.Kind == "cell" && class == nil:
		rows = normalRows([]int{m.Row, m.Column})
	case m.Row >= 0:
		rows = []int{m.Row}
	}
	v.Select(rows)
	if v.OnSelect != nil {
		v.OnSelect(rows)
	}
}

// Figure returns the figure that is shown, in the style and window of the view, for
// export; nil when there is none.
func (v *MembershipsView) Figure() plotting.Figure {
	if v.snapshot == nil {
		return nil
	}
	f := v.source()().(plotting.Matrix)
	if f.Heat == nil {
		return nil
	}
	f.Style, f.Window = v.view.Style(), v.view.Window()
	return f
}

// Memberships reports whether a snapshot has memberships to show.
func Memberships(s *inference.Snapshot) bool {
	return s.Mixture != nil && s.Mixture.Responsibilities != nil || together(s) != nil
}

// together returns how often rows are in one cluster, nil where nothing says so.
func together(s *inference.Snapshot) *mat.Dense {
	if len(s.Labels) == 0 {
		return nil
	}
	for _, m := range s.Matrices {
		if r, c := m.Value.Dims(); r == c && r == len(s.Labels[0].Value) {
			return m.Value
		}
	}
	return nil
}

// source returns the maker of the figure that is to be shown now.
func (v *MembershipsView) source() func() plotting.Figure {
	s := v.snapshot
	f := plotting.Matrix{Title: v.title, Subtitle: v.subtitle, Rows: v.data.Rows, Style: plotting.Light, Window: plotting.All,
		Highlight: plotting.Highlight{Rows: v.selection, Node: -1}, Empty: "Nothing says yet how sure the clusters are."}
	return func() plotting.Figure {
		if class, certainty := s.Mixture.Assigned(); class != nil {
			f.Order = grouped(class, certainty)
			f.Heat = &plotting.Heat{X: s.Mixture.Responsibilities, Title: "responsibility"}
			for k := range s.Mixture.Components {
				f.Heat.Columns, f.Heat.Order = append(f.Heat.Columns, fmt.Sprintf("cluster %d", k+1)), append(f.Heat.Order, k)
			}
		} else if x := together(s); x != nil {
			class := s.Labels[0].Value
			f.Order = grouped(class, belonging(x, class))
			f.Symmetric = true
			f.Heat = &plotting.Heat{X: x, Columns: v.data.Rows, Order: f.Order, Title: "share of draws together"}
			f.Groups = clusterGroups(class)
		}
		if f.Heat != nil {
			f.Heat.Scale = plotting.Scale{Map: plotting.Ink, Low: 0, High: 1}
		}
		return f
	}
}

// clusterGroups makes groups of the rows of each class.
func clusterGroups(class []int) []plotting.Group {
	var rows [][]int
	for i, k := range class {
		for len(rows) <= k {
			rows = append(rows, nil)
		}
		if k >= 0 {
			rows[k] = append(rows[k], i)
		}
	}
	groups := plotting.CategoryGroups(rows)
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
