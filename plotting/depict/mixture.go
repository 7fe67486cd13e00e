package depict

import (
	"cmp"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict/mixtures"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/matrix"

	"gonum.org/v1/gonum/mat"
)

// ofGroups reports whether figures of groups are of the result: it has no tree, or it says itself where the tree is
// cut.
func ofGroups(s *Subject) bool { return !s.HasTree() || hasClusters(s) }

// Pictured lists the places of the epochs of a snapshot of which there is a mixture to show.
func Pictured(s *inference.Snapshot) (places []int) {
	for i, e := range mixture.EpochsOf(s) {
		if e.Mixture != nil {
			places = append(places, i)
		}
	}
	return places
}

// MixtureOf returns the mixture at the end of the epoch-th pictured epoch, as it is now for −1;
// nil for models without one.
func MixtureOf(s *Subject, epoch int) *mixture.Mixture {
	if places := Pictured(s.Snapshot); epoch >= 0 && epoch < len(places) {
		return mixture.EpochsOf(s.Snapshot)[places[epoch]].Mixture
	}
	return mixture.Of(s.Snapshot)
}

// mixtureSubtitle says whether the present state of a mixture is shown or a past one.
func mixtureSubtitle(s *Subject, epoch int) string {
	if places := Pictured(s.Snapshot); epoch >= 0 && epoch < len(places) {
		return fmt.Sprintf("as it was accepted at the end of epoch %d", places[epoch]+1)
	}
	words := ""
	if p := partition.Of(s.Snapshot); p != nil {
		words = s.Data.Say(p.Words())
	}
	return subject.JoinWords(words, s.Subtitle(0, ""))
}

// FoundAt returns the cluster of each row, −1 for none, and how certain it is; the certainty
// is nil where nothing tells.
func FoundAt(s *Subject, epoch int) (class []int, certainty []float64) {
	if class, certainty = MixtureOf(s, epoch).Assigned(); class != nil {
		return class, certainty
	}
	if epoch < 0 && partition.Of(s.Snapshot) != nil {
		return partition.LabelsOf(s.Snapshot), nil
	}
	class = make([]int, len(s.Data.Rows))
	for i := range class {
		class[i] = -1
	}
	return class, nil
}

// hasClusters reports whether the model found clusters of rows.
func hasClusters(s *Subject) bool {
	m := mixture.Of(s.Snapshot)
	return partition.Of(s.Snapshot) != nil || m != nil && m.Responsibilities != nil
}

// SelectedComponents lists the components of a mixture whose rows are all among those selected.
func SelectedComponents(m *mixture.Mixture, rows []int) (list []int) {
	class, _ := m.Assigned()
	if class == nil || len(rows) == 0 {
		return nil
	}
	all, selected := make([]int, len(m.Components)), make([]int, len(m.Components))
	for _, k := range class {
		all[k]++
	}
	for _, r := range rows {
		if r < len(class) {
			selected[class[r]]++
		}
	}
	for k, n := range all {
		if n > 0 && selected[k] == n {
			list = append(list, k)
		}
	}
	return list
}

// ComponentsState holds the choices for the list of components.
type ComponentsState struct {
	Sort       string // name of the column that orders the list; "" is the first
	Descending bool
	Class      string // annotation whose majority in each component is listed; "" for none
	Epoch      int    // as in ClustersState
}

// Components lists the components of a mixture with their size, dimensionality, noise and
// score. rows are selected.
func Components(s *Subject, st ComponentsState, rows []int) cells.Table {
	m := MixtureOf(s, st.Epoch)
	if m == nil {
		return cells.Table{Style: plotting.Light, Empty: "This model has no components."}
	}
	t := mixtures.ComponentTable(m, annotationPointer(s.Data, st.Class), s.Places, plotting.Light)
	t.Title, t.Subtitle, t.Selected = subject.JoinTitle(s.Title(0), "components"), mixtureSubtitle(s, st.Epoch),
		SelectedComponents(m, rows)
	t.Descending = st.Descending
	for j, c := range t.Columns {
		if c.Name == st.Sort {
			t.Sort = j
		}
	}
	return t
}

// MixtureLoadingsState holds the choices for the loadings of a mixture.
type MixtureLoadingsState struct {
	Means bool // each component begins with its mean
	Signs bool // squares show the sign alone
	Epoch int  // as in ClustersState
}

// MixtureLoadings shows the mean loadings of the components as Hinton diagrams. rows are
// selected.
func MixtureLoadings(s *Subject, st MixtureLoadingsState, rows []int) cells.Hinton {
	m := MixtureOf(s, st.Epoch)
	return cells.Hinton{Title: subject.JoinTitle(s.Title(0), "loadings"),
		Subtitle: mixtureSubtitle(s, st.Epoch), Value: "mean loading", Signs: st.Signs, Rows: s.Data.Columns,
		SelectedBlocks: SelectedComponents(m, rows), Blocks: mixtures.LoadingBlocks(m, s.Data, st.Means),
		Window: plotting.All, Style: plotting.Light}
}

// TemplatesState holds the choices for means and factors drawn as pictures.
type TemplatesState struct {
	Width, Height int    // of a picture in pixels; 0 guesses
	Factors       bool   // of each component, beside its mean
	Class         string // annotation whose majority groups the components; "" for none
	Epoch         int    // as in ClustersState
}

// TableColumns is the number of columns of the table, those left out of the data included.
func TableColumns(s *Subject) int {
	rows, columns := s.Table.Dims()
	if s.Data.Preprocessing.Transpose {
		return rows
	}
	return columns
}

// pictureShape returns the size of the pictures that the columns look like; 0 where they
// look like none.
func pictureShape(s *Subject) (width, height int) {
	return cells.ImageShape(TableColumns(s), s.Data.Columns)
}

// HasTemplates reports whether the result has means or factors over the columns.
func HasTemplates(s *Subject) bool {
	f := factor.StateOf(s.Snapshot)
	return mixture.Of(s.Snapshot) != nil || f.Count() > 0 && f.Side == inference.OnColumns
}

// Templates shows the means and factors over the columns as pictures. rows and factors, by
// their IDs, are selected.
func Templates(s *Subject, st TemplatesState, rows, factors []int) cells.Templates {
	width, height := st.Width, st.Height
	if width*height != TableColumns(s) {
		width, height = pictureShape(s)
	}
	f := cells.Templates{Title: subject.JoinTitle(s.Title(0), "templates"), Subtitle: mixtureSubtitle(s, st.Epoch),
		Width: width, Height: height, Pixels: pixelsOf(s), Names: s.Data.Columns, Style: plotting.Light, Window: plotting.All}
	if m := MixtureOf(s, st.Epoch); m != nil {
		f.Selected = SelectedComponents(m, rows)
		f.Blocks = mixtures.MixtureTemplates(m, s.Data, st.Factors)
		f.SetScales()
		if class, ok := annotation(s.Data, st.Class); ok {
			mixtures.GroupByMajority(&f, m, class)
		}
		if len(f.Selected) == 0 { // else whole clusters are meant
			f.AddRows(s.Data, rows, "clusters")
		}
		return f
	}
	f.Selected = factor.StateOf(s.Snapshot).Places(factors)
	f.Blocks = mixtures.FactorTemplates(factor.StateOf(s.Snapshot), s.Data)
	f.SetScales()
	f.AddRows(s.Data, rows, "factors")
	return f
}

// pixelsOf returns the place of each column of the data in its table; nil where the table
// does not tell.
func pixelsOf(s *Subject) []int {
	columns := TableColumns(s)
	for _, j := range s.Data.ColumnIndex {
		if j >= columns {
			return nil
		}
	}
	return s.Data.ColumnIndex
}

// MembershipsState holds the choices for memberships.
type MembershipsState struct {
	Epoch int // as in ClustersState
}

// HasMemberships reports whether the result says how surely rows belong to clusters.
func HasMemberships(s *Subject) bool {
	m := mixture.Of(s.Snapshot)
	return m != nil && m.Responsibilities != nil || togetherOf(s) != nil
}

// togetherOf returns the share of draws in which two rows are in one cluster, rows × rows; nil
// where nothing tells.
func togetherOf(s *Subject) *mat.Dense {
	if p := partition.Of(s.Snapshot); p != nil {
		return p.Together
	}
	return nil
}

// Memberships shows to which clusters the rows belong as a heat map: the responsibilities of
// a mixture, or the probability that two rows are together. Rows stand cluster by
// cluster, the surest first. rows are selected.
func Memberships(s *Subject, st MembershipsState, rows []int) matrix.Matrix {
	f := matrix.Matrix{Title: subject.JoinTitle(s.Title(0), "memberships"),
		Subtitle: mixtureSubtitle(s, st.Epoch), Rows: s.Data.Rows, Style: plotting.Light, Window: plotting.All,
		Selection: plotting.Selection{Rows: rows, Node: -1}, Empty: "The probabilities of the clusters are not known yet."}
	mixture := MixtureOf(s, st.Epoch)
	if class, certainty := mixture.Assigned(); class != nil {
		f.Order = grouped(class, certainty)
		f.Heat = &beside.Heat{X: mixture.Responsibilities, Title: "responsibility"}
		for _, a := range matrix.Grouping(s.Data.Annotations) {
			if len(f.RowStrips) < subject.MostStrips {
				f.RowStrips = append(f.RowStrips, beside.Strip{Annotation: a})
			}
		}
		for k := range mixture.Components {
			f.Heat.Columns, f.Heat.Order = append(f.Heat.Columns, fmt.Sprintf("cluster %d", k+1)), append(f.Heat.Order, k)
		}
	} else if x := togetherOf(s); x != nil {
		class := partition.LabelsOf(s.Snapshot)
		f.Order = grouped(class, belonging(x, class))
		f.Symmetric = true
		f.Heat = &beside.Heat{X: x, Columns: s.Data.Rows, Order: f.Order, Title: "probability together"}
		if s.Info.Samples {
			f.Heat.Title = "share of draws together"
		}
		f.Groups = beside.ClusterGroups(class, s.Places)
	}
	if f.Heat != nil {
		f.Heat.Scale, f.Heat.Share = ink.Scale{Map: ink.Ink, Low: 0, High: 1}, true
	}
	return f
}

// belonging returns, for each row, the mean fraction of draws in which it shares a cluster
// with the rows of its class.
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
	order := inference.UpTo(len(class))
	stable.Sort(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(class[a], class[b]), cmp.Compare(certainty[b], certainty[a]))
	})
	return order
}
