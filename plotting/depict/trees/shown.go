package trees

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/stat/support"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/ink"
)

// A Caption holds the texts over a tree and along its axis.
type Caption struct {
	Title, Subtitle string
	AxisTitle       string  // "" is the usual one
	Height          float64 // of the origin, for trees of heights; 0 for diffusion time
	// Found are the groups into which the model cut its tree; nil for none. They colour the branches as long as a
	// person has made none.
	Found    *partition.Partition
	Places   *ink.Places  // of its groups among the colours; nil for their numbers
	Backing  *support.Set // the draws of a second chain that supports are from; nil for none
	Within   bool         // distances between rows are in units of their covariance within groups
	Expected string       // how many branch points are expected, such as "112 ± 14 expected"; "" where nothing says so
	// Cells tell more of the cells of the table, in tooltips; nil for nothing.
	Cells interface {
		Lines(row, column int) [][2]string
	}
}

// A Shown is one tree with everything that its figure needs. It is immutable, so that
// workers and several panes can share it.
type Shown struct {
	Tree     *tree.Tree // nil for none
	Data     *inference.Dataset
	State    State
	Caption  Caption
	Rank     int          // which of the best trees it is, from 0
	Of       int          // how many of these there are
	RankText string       // in words: "tree 2 of 10, 22 times less likely"
	Draw     *forest.Draw // the draw that it is; nil for a tree that no iteration had
	Draws    string       // words about the draws; "" where there are none
	// Membership is the probability that each row belongs to each group, by row and group; nil for unknown.
	Membership  [][]float64
	Posterior   *Posterior // of the draws; nil for none
	UsualGroups int        // into how many the tree is cut by default

	matches     []int
	found       []forest.Weighted
	intervals   *intervals
	silhouettes *silhouettes
	arranger    *arranger
	heats       *heats
	summariser  *summariser
}

// SelectedNames returns the names of the selected rows in the order in which they are
// drawn; where no row is selected, of the selected columns.
func (f Shown) SelectedNames() []string {
	p, names, s := f.Prepared(), f.names(), f.State
	var out []string
	if len(s.Selection.Rows) == 0 && f.Data != nil {
		for _, j := range s.Selection.Columns {
			if j < len(f.Data.Columns) {
				out = append(out, f.Data.Columns[j])
			}
		}
		return out
	}
	if p == nil {
		for _, r := range s.Selection.Rows {
			if r < len(names) {
				out = append(out, names[r])
			}
		}
		return out
	}
	for _, leaf := range p.Order() {
		if _, in := slices.BinarySearch(s.Selection.Rows, int(leaf)); in && int(leaf) < len(names) {
			out = append(out, names[leaf])
		}
	}
	return out
}

// names returns the names of the rows.
func (f Shown) names() []string {
	if f.Data != nil {
		return f.Data.Rows
	}
	if x := f.Tree; x != nil {
		return x.Names
	}
	return nil
}

// IsClade reports whether rows are exactly the leaves below a branch point, or one leaf.
func (f Shown) IsClade(rows []int) bool { return IsClade(f.Tree, rows) }

// IsClade reports whether rows are exactly the leaves below a branch point of a tree, or one leaf; nothing is a clade
// of no tree.
func IsClade(t *tree.Tree, rows []int) bool {
	if t == nil || len(rows) == 0 {
		return false
	}
	_, exact := t.FindClade(rows)
	return exact
}

// IsColumnClade reports whether columns are exactly those of a clade of the tree above the heat map, and several.
func (f Shown) IsColumnClade(columns []int) bool {
	if len(columns) < 2 {
		return false
	}
	if study.IndexOf(f.State.ColumnsShut, study.SetOf(columns)) >= 0 {
		return true
	}
	d := f.Figure()
	return d != nil && d.Heat != nil && d.Heat.ColumnClade(columns) >= 0
}

// Prepared is the tree with its children in the order in which they are drawn; nil for none.
func (f Shown) Prepared() *beside.PreparedTree {
	if f.Tree == nil {
		return nil
	}
	return f.arranger.get(f.Tree, f.Data, f.Caption.Within, f.State)
}

// Memberships names the groups to which the selected row belongs with their probabilities, the three highest; nil if
// several rows are selected or without draws.
func (f Shown) Memberships() (lines [][2]string) {
	rows := f.State.Selection.Rows
	if len(rows) != 1 || rows[0] >= len(f.Membership) {
		return nil
	}
	share := f.Membership[rows[0]]
	order := inference.UpTo(len(share))
	stable.Sort(order, func(a, b int) int { return cmp.Compare(share[b], share[a]) })
	for _, g := range order[:min(len(order), 3)] {
		if share[g] > 0 {
			lines = append(lines, [2]string{"with " + f.State.Groups[g].Name, plotting.FormatPercent(share[g])})
		}
	}
	return lines
}

// Pairs returns the matrix of shared times of all pairs of rows, or of shares in one of k groups where k is not 0,
// from at most so many draws, and from how many it is.
func (f Shown) Pairs(k, most int) (*mat.Dense, int) {
	f.summariser.mu.RLock()
	defer f.summariser.mu.RUnlock()
	if k > 0 {
		return f.summariser.set.CoClustering(k, most)
	}
	return f.summariser.set.SharedTimes(most)
}

// Colours returns how the rows are coloured beside the tree: by the groups, or else by the first strip.
func (f Shown) Colours() beside.RowColours {
	if len(f.State.Groups) > 0 {
		return beside.RowColours{Groups: f.State.Groups}
	}
	for _, p := range f.strips() {
		return beside.RowColours{Strip: &p}
	}
	return beside.RowColours{}
}

// strips are the annotations beside the tree.
func (f Shown) strips() (list []beside.Strip) {
	if f.Data == nil || f.Tree == nil || len(f.Data.Rows) != f.Tree.Leaves() {
		return nil
	}
	for _, name := range f.State.Strips {
		for _, a := range f.Data.Annotations {
			if a.Name == name {
				list = append(list, beside.Strip{Annotation: a})
			}
		}
	}
	return list
}

// Figure makes the dendrogram; nil when there is no tree.
func (f Shown) Figure() *dendro.Dendrogram {
	if f.Tree == nil {
		return nil
	}
	s := f.State
	d := &dendro.Dendrogram{
		Tree: f.Prepared(), Title: f.Caption.Title, Subtitle: f.Caption.Subtitle,
		AxisTitle: f.Caption.AxisTitle, Height: f.Caption.Height, Shape: s.Shape, ShowLabels: s.Labels,
		Groups: s.Groups, Matches: f.matches, Support: s.Support, Near: f.Caption.Backing, Strips: f.strips(), Heat: f.heat(),
		Selection: plotting.NoSelection, Window: plotting.All, Style: plotting.Light,
	}
	if f.Caption.Cells != nil {
		d.Details = f.Caption.Cells.Lines
	}
	if f.Data != nil {
		d.Things = f.Data.Things
	}
	if f.Posterior == nil {
		d.Supports = supports(f.Caption.Height, f.Caption.Backing)
	} else if s.Behind {
		d.Samples = f.Posterior.Behind
	}
	if len(s.Groups) == 0 {
		d.Groups = foundGroups(f.Caption.Found, f.Caption.places())
		d.Cut = f.Caption.cut()
	}
	if s.Silhouettes {
		if strip, ok := f.silhouetteStrip(d.Groups, d.Strips); ok {
			d.Strips = append(d.Strips, strip)
		}
	}
	if s.Intervals {
		d.Intervals = f.intervals.of(d.Tree.Tree(), f)
	}
	if cutHolds(f.Tree, s) {
		d.CutTime = s.CutTime
		d.CutLabel = plotting.Plural(len(s.Groups), "group")
	}
	for _, rows := range s.Collapsed {
		if v, exact := d.Tree.Clade(rows); exact && !d.Tree.Tree().IsLeaf(v) {
			d.Collapsed = append(d.Collapsed, dendro.Clade{Rows: rows, Name: cladeName(rows, f.Data, s.Groups, s.Strips)})
		}
	}
	if len(s.Selection.Rows) > 0 {
		d.Selection.Rows = s.Selection.Rows
		if v, exact := d.Tree.Clade(s.Selection.Rows); exact && !d.Tree.Tree().IsLeaf(v) {
			d.Selection.Node = v
		}
	}
	d.Selection.Columns = s.Selection.Columns
	return d
}

// heat is the heat map beside the tree; nil for none. The columns of distances are the rows, and have their tree.
func (f Shown) heat() *beside.Heat {
	s := f.State
	switch {
	case !s.Heat || f.heats == nil || len(f.Data.Rows) != f.Tree.Leaves():
		return nil
	case f.Data.Distances.Active() && s.ColumnsOrder == plotting.TreeOrder:
		return f.heats.ofRows(f.Prepared(), f.Caption.Height)
	}
	return f.heats.collapsed(s.ColumnsOrder, s.ColumnsShut)
}

// supports returns the kind of supports of a tree that is no draw: of a tree of clusters joined at heights, the
// probabilities that the rows below a branch point are one cluster. Those of a second chain are shares of its draws.
func supports(height float64, backing *support.Set) dendro.SupportKind {
	switch {
	case height > 0:
		return dendro.OfOneCluster
	case backing != nil:
		return dendro.SharesOfDraws
	}
	return dendro.AgainstCollapse
}

func (c Caption) places() ink.Places {
	if c.Places == nil {
		return nil
	}
	return *c.Places
}

// cut returns the rows of each cluster into which the model cut its tree; nil where it made none or left rows out.
func (c Caption) cut() [][]int {
	if c.Found == nil || slices.Contains(c.Found.Labels, -1) {
		return nil
	}
	rows := make([][]int, 1+slices.Max(append([]int{-1}, c.Found.Labels...)))
	for i, k := range c.Found.Labels {
		rows[k] = append(rows[k], i)
	}
	return slices.DeleteFunc(rows, func(r []int) bool { return len(r) == 0 })
}

// foundGroups returns the groups of a partition that have two rows or more, in colours; nil for none.
func foundGroups(p *partition.Partition, places ink.Places) []beside.Group {
	if p == nil {
		return nil
	}
	groups := beside.ClusterGroups(p.Labels, places)
	return slices.DeleteFunc(groups, func(g beside.Group) bool { return len(g.Rows) < 2 })
}

// Arranged returns a figure of the data between both trees with the tree of the rows as it stands here: the one that
// is shown, its clades turned, collapsed and grouped, and its strips. Clades of columns that are collapsed here are
// so there.
func (f Shown) Arranged(d *dendro.Dendrogram) *dendro.Dendrogram {
	own := f.Figure()
	if own == nil || d.Heat == nil || f.Tree.Leaves() != d.Tree.Tree().Leaves() {
		return d
	}
	own.Title, own.Shape, own.Heat, own.CutTime, own.CutLabel, own.Samples, own.Style = d.Title, d.Shape,
		d.Heat, 0, "", nil, d.Style
	if d.Heat.Tree != nil {
		sets := make([][]int, len(f.State.ColumnsShut))
		copy(sets, f.State.ColumnsShut)
		own.Heat = d.Heat.Collapsed(sets)
	}
	return own
}

// cutHolds reports whether a cut of a tree gives the groups of a state. Another tree, such as that
// of a later iteration, may give other groups. Then the groups stay as sets of rows, and the line
// disappears.
func cutHolds(t *tree.Tree, s State) bool {
	if s.CutTime <= 0 {
		return false
	}
	if study.SameGroups(s.Groups, t.CutAt(tree.LogTimeOf(s.CutTime))) {
		return true
	}
	// A cut into a number of groups is at a branch point, on the one or the other side of it.
	groups, logTime := t.CutInto(len(s.Groups))
	return TimeOfCut(logTime) == s.CutTime && study.SameGroups(s.Groups, groups)
}

// TimeOfCut returns the diffusion time of a cut.
func TimeOfCut(logTime float64) float64 { return -math.Expm1(-logTime) }
