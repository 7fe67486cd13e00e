package trees

import (
	"math"
	"slices"
	"strings"
	"sync"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/stat/support"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/depict"
)

// A Caption is what stands over a tree and along its axis.
type Caption struct {
	Title, Subtitle string
	AxisTitle       string  // "" is the usual one
	Height          float64 // of the origin, for trees of heights; 0 for diffusion time
	// Found are the groups into which the model cut its tree; nil for none. They colour the branches as long as a person has made none.
	Found    *partition.Partition
	Backing  *support.Set // the draws of a second chain that supports are from; nil for none
	Expected string       // how many branch points are expected, such as "112 ± 14 expected"; "" where nothing says so
}

// heats makes the heat maps of a data set, each order once, at its first use.
type heats struct {
	data *inference.Dataset
	mu   sync.Mutex
	made map[beside.ColumnOrder]*beside.Heat
	own  *tree.Tree // over the columns, that was learnt; nil where they are joined by linkage

	shut       *beside.Heat // the last one with clades of columns collapsed
	shutOf     *beside.Heat
	shutClades []study.Set
}

// joinBy joins the columns by a tree that was learnt; nil for linkage. It reports whether the tree
// changed.
func (h *heats) joinBy(t *tree.Tree) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.own == t {
		return false
	}
	h.own = t
	delete(h.made, beside.Joined)
	return true
}

// collapsed is get with some clades of columns drawn as one.
func (h *heats) collapsed(o beside.ColumnOrder, clades []study.Set) *beside.Heat {
	m := h.get(o)
	if len(clades) == 0 || m.Tree == nil {
		return m
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.shutOf != m || !slices.EqualFunc(h.shutClades, clades, slices.Equal[study.Set]) {
		sets := make([][]int, len(clades))
		copy(sets, clades)
		h.shut, h.shutOf, h.shutClades = m.Collapsed(sets), m, clades
	}
	return h.shut
}

// order returns the order that is meant by one that may be the usual one.
func (h *heats) order(o beside.ColumnOrder) beside.ColumnOrder {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case o != beside.Usual:
		return o
	case h.learnt():
		return beside.Joined
	}
	return beside.Clustered
}

// learnt reports whether there is a tree of the columns that was learnt.
func (h *heats) learnt() bool { return h.own != nil && h.own.Leaves() == len(h.data.Columns) }

func (h *heats) get(o beside.ColumnOrder) *beside.Heat {
	o = h.order(o)
	h.mu.Lock()
	defer h.mu.Unlock()
	if m := h.made[o]; m != nil {
		return m
	}
	if h.made == nil {
		h.made = map[beside.ColumnOrder]*beside.Heat{}
	}
	if o == beside.Joined && h.learnt() {
		linked := beside.NewHeat(h.data, beside.HeatOptions{Order: beside.Clustered})
		h.made[o] = linked.WithTree(beside.Prepare(depict.TurnedColumnTree(h.own, linked)), 0)
		return h.made[o]
	}
	h.made[o] = beside.NewHeat(h.data, beside.HeatOptions{Order: o})
	return h.made[o]
}

// A Shown is what a [View] shows, with everything that its picture needs. It is immutable, so that
// workers and other panes can share it.
type Shown struct {
	Tree     *tree.Tree
	Data     *inference.Dataset
	State    State
	Caption  Caption
	Best     int          // which of the best trees it is, from 0
	Of       int          // how many of these there are
	BestText string       // in words: "tree 2 of 10, −3.1 nats"
	Draw     *forest.Draw // the draw that it is; nil for a tree that no iteration had
	Draws    string       // in words, what it says of draws; "" where there are none
	// Membership gives the probabilities that the selected row belongs to groups, the three
	// highest; empty if several rows are selected or without draws.
	Membership [][2]string

	shares    [][]float64 // the probability that each row belongs to each group; nil for unknown
	matches   []int
	behind    *dendro.TreeSamples
	drawn     bool // the tree stands for draws
	best      []forest.Weighted
	intervals *intervals
	arranger  *arranger
	heats     *heats

	posterior  *Posterior // of the draws; nil for none
	summariser *summariser
	groups     int // into how many the tree is cut by default
}

// A Follower shows something of the tree that is shown, beside a [View].
type Follower interface {
	// Follow receives what the view shows now: its Source.
	Follow(s Shown)
}

// SelectedNames returns the names of the selected rows in the order in which they are
// drawn; where no row is selected, of the selected columns.
func (f Shown) SelectedNames() []string {
	p, names, s := f.prepared(), f.names(), f.State
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

// Summarised reports whether there is a summary of draws.
func (f Shown) Summarised() bool { return f.posterior != nil }

// IsClade reports whether rows are exactly the leaves below a branch point, or one leaf.
func (f Shown) IsClade(rows []int) bool { return isClade(f.Tree, rows) }

// IsColumnClade reports whether columns are exactly those of a clade of the tree above the heat map, and several.
func (f Shown) IsColumnClade(columns []int) bool {
	if len(columns) < 2 {
		return false
	}
	if study.IndexOf(f.State.ColumnsShut, study.SetOf(columns)) >= 0 {
		return true
	}
	d := f.figure()
	return d != nil && d.Heat != nil && d.Heat.ColumnClade(columns) >= 0
}

// prepared is the tree with its children in the order in which they are drawn; nil for none.
func (f Shown) prepared() *beside.PreparedTree {
	if f.Tree == nil {
		return nil
	}
	return f.arranger.get(f.Tree, f.Data, f.State)
}

// figure makes the dendrogram; nil when there is no tree.
func (f Shown) figure() *dendro.Dendrogram {
	if f.Tree == nil {
		return nil
	}
	s := f.State
	d := &dendro.Dendrogram{
		Tree: f.arranger.get(f.Tree, f.Data, s), Title: f.Caption.Title, Subtitle: f.Caption.Subtitle,
		AxisTitle: f.Caption.AxisTitle, Height: f.Caption.Height, Shape: s.Shape, ShowLabels: s.Labels,
		Groups: s.Groups, Matches: f.matches, Support: s.Support,
		Selection: plotting.NoSelection, Window: plotting.All, Style: plotting.Light,
	}
	if !f.drawn {
		d.Supports = depict.Supports(f.Caption.Height, f.Caption.Backing)
	}
	d.Near = f.Caption.Backing
	if len(s.Groups) == 0 {
		d.Groups = depict.FoundGroups(f.Caption.Found)
	}
	if s.Behind {
		d.Samples = f.behind
	}
	if s.Intervals {
		d.Intervals = f.intervals.of(d.Tree.Tree(), f)
	}
	if cutHolds(f.Tree, s) {
		d.CutTime = s.CutTime
		d.CutLabel = plotting.Plural(len(s.Groups), "group")
	}
	for _, rows := range s.Collapsed {
		d.Collapsed = append(d.Collapsed, dendro.Clade{Rows: rows, Name: depict.CladeName(rows, f.Data, s.Groups, s.Strips)})
	}
	if len(s.Selection.Rows) > 0 {
		d.Selection.Rows = s.Selection.Rows
		if v, exact := d.Tree.Clade(s.Selection.Rows); exact && !d.Tree.Tree().IsLeaf(v) {
			d.Selection.Node = v
		}
	}
	d.Selection.Columns = s.Selection.Columns
	if f.Data == nil || len(f.Data.Rows) != f.Tree.Leaves() {
		return d
	}
	for _, name := range s.Strips {
		for _, a := range f.Data.Annotations {
			if a.Name == name {
				d.Strips = append(d.Strips, beside.Strip{Annotation: a})
			}
		}
	}
	if s.Heat && f.heats != nil {
		d.Heat = f.heats.collapsed(s.ColumnsOrder, s.ColumnsShut)
	}
	return d
}

// Arranged returns a figure of the data between both trees with the tree of the rows as it stands here: the one that is shown, its
// clades turned, collapsed and grouped, and its strips. Clades of columns that are collapsed here are so there.
func (f Shown) Arranged(d *dendro.Dendrogram) *dendro.Dendrogram {
	own := f.figure()
	if own == nil || d.Heat == nil || f.Tree.Leaves() != d.Tree.Tree().Leaves() {
		return d
	}
	own.Title, own.Shape, own.Heat, own.CutTime, own.CutLabel, own.Samples, own.Style = d.Title, d.Shape, d.Heat, 0, "", nil, d.Style
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
	return timeOfCut(logTime) == s.CutTime && study.SameGroups(s.Groups, groups)
}

// timeOfCut returns the diffusion time of a cut.
func timeOfCut(logTime float64) float64 { return -math.Expm1(-logTime) }

// search returns the rows whose name or annotations contain a text, in either case, in
// ascending order. An empty text finds nothing.
func search(text string, names []string, data *inference.Dataset) []int {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" {
		return nil
	}
	var levels [][]bool // of each annotation, which levels match
	if data != nil {
		for _, a := range data.Annotations {
			found := make([]bool, len(a.Levels))
			for i, l := range a.Levels {
				found[i] = strings.Contains(strings.ToLower(l), text)
			}
			levels = append(levels, found)
		}
	}
	var rows []int
	for i, name := range names {
		found := strings.Contains(strings.ToLower(name), text)
		for k := 0; !found && k < len(levels); k++ {
			codes := data.Annotations[k].Codes
			found = i < len(codes) && codes[i] >= 0 && levels[k][codes[i]]
		}
		if found {
			rows = append(rows, i)
		}
	}
	return rows
}
