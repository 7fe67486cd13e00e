package beside

import (
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"

	"gonum.org/v1/gonum/mat"
)

// WithTree returns the heat map with its columns in the order of a tree, which is shown above it.
// height makes its times heights, from height at the origin to 0 at time 1; 0 for diffusion times.
// It panics unless the leaves of the tree are the columns of X.
func (h *Heat) WithTree(p *PreparedTree, height float64) *Heat {
	if _, d := h.X.Dims(); len(p.order) != d {
		panic("beside: the tree of the columns has another number of leaves")
	}
	c := h.copied()
	c.Tree, c.TreeHeight = p, height
	c.Order = make([]int, len(p.order))
	for k, j := range p.order {
		c.Order[k] = int(j)
	}
	return c
}

// copied returns a heat map of the same values that is prepared again.
func (h *Heat) copied() *Heat {
	return &Heat{X: h.X, Columns: h.Columns, Order: slices.Clone(h.Order), Scale: h.Scale, Title: h.Title, Unit: h.Unit,
		LimitNote: h.LimitNote, Share: h.Share,
		Value: h.Value, Words: h.Words, Tree: h.Tree, TreeHeight: h.TreeHeight, Members: h.Members,
		Annotations: h.Annotations,
		Strips:      h.Strips, pair: h.pair, Shown: h.Shown, Limits: h.Limits, kinds: h.kinds, blocks: h.blocks,
		chosen: h.chosen}
}

// columnTree joins the columns of x by average linkage, in the optimal order; far is that of joinedColumns.
func columnTree(x, far *mat.Dense, names []string) (p *PreparedTree, height float64) {
	merges, order := joinedColumns(x, far)
	p = Prepare(linkage.Tree(merges, names).OrderByPosition(order))
	if n := len(merges); n > 0 {
		height = linkage.Headroom * merges[n-1].Height
	}
	return p, height
}

// DataColumns returns the columns of the data that column j of X shows.
func (h *Heat) DataColumns(j int) []int {
	if h.Members == nil {
		return []int{j}
	}
	return h.Members[j]
}

// CladeColumns returns the columns of the data below a node of the tree of the columns, in their
// order.
func (h *Heat) CladeColumns(v int) (list []int) {
	for _, j := range h.Tree.Leaves(v) {
		list = append(list, h.DataColumns(j)...)
	}
	return list
}

// ColumnClade returns the node of the tree of the columns whose leaves are exactly these columns of
// the data; −1 where there is none.
func (h *Heat) ColumnClade(columns []int) int {
	if h.Tree == nil || len(columns) == 0 {
		return -1
	}
	in := map[int]bool{}
	for _, j := range columns {
		in[j] = true
	}
	var leaves []int
	for _, j := range h.Order {
		of := h.DataColumns(j)
		n := 0
		for _, c := range of {
			if in[c] {
				n++
			}
		}
		switch n {
		case 0:
		case len(of):
			leaves = append(leaves, j)
		default:
			return -1
		}
	}
	total := 0
	for _, j := range leaves {
		total += len(h.DataColumns(j))
	}
	if v, exact := h.Tree.Clade(leaves); exact && total == len(in) {
		return v
	}
	return -1
}

// Collapsed returns the heat map with each of some clades of columns as one column, the mean of its
// own over the cells that are not missing. Sets that are no clade of the tree of the columns, or one
// column, stay as they are; of clades within each other the largest counts.
func (h *Heat) Collapsed(sets [][]int) *Heat {
	if h.Tree == nil {
		return h
	}
	t := h.Tree.tree
	shut := map[int]bool{}
	for _, set := range sets {
		if v := h.ColumnClade(set); v >= 0 && !t.IsLeaf(v) {
			shut[v] = true
		}
	}
	if len(shut) == 0 {
		return h
	}
	c := h.copied()
	c.Columns, c.Members, c.Value, c.Words = nil, nil, nil, nil
	// The leaves of the new tree: the columns that stay, then the clades, in the order shown.
	number := map[int]int{} // of each node of t that stays
	var inner []int
	var within [][]int // columns of X that each new one is of
	for i := 0; i < len(h.Tree.Preorder); {
		v := int(h.Tree.Preorder[i])
		if !shut[v] && !t.IsLeaf(v) {
			inner = append(inner, v)
			i++
			continue
		}
		number[v] = len(within)
		list := h.Tree.Leaves(v)
		within = append(within, list)
		c.Members = append(c.Members, h.CladeColumns(v))
		if name := h.ColumnName(list[0]); len(list) == 1 {
			c.Columns = append(c.Columns, name)
		} else {
			c.Columns = append(c.Columns, plotting.Plural(len(c.Members[len(c.Members)-1]), "column"))
		}
		i = int(h.Tree.End[v])
	}
	c.X, c.Value = h.means(within), h.inputMeans(within)
	c.collapseKinds(h, within)
	c.Tree = Prepare(prunedTo(t, number, inner, c.Columns))
	c.Order = make([]int, len(within))
	for k, j := range c.Tree.order {
		c.Order[k] = int(j)
	}
	return c
}

// means returns the means of groups of columns of X.
func (h *Heat) means(groups [][]int) *mat.Dense {
	n, _ := h.X.Dims()
	x := mat.NewDense(n, len(groups), nil)
	for i := range n {
		row := h.X.RawRowView(i)
		for k, list := range groups {
			x.Set(i, k, meanOf(list, func(j int) float64 { return row[j] }))
		}
	}
	return x
}

// inputMeans returns means of groups of columns in input units.
func (h *Heat) inputMeans(groups [][]int) func(row, column int) float64 {
	if h.Value == nil {
		return nil
	}
	return func(row, column int) float64 {
		return meanOf(groups[column], func(j int) float64 { return h.Value(row, j) })
	}
}

// meanOf returns the mean of the values that are not missing; NaN where all are.
func meanOf(list []int, value func(j int) float64) float64 {
	sum, count := 0.0, 0.0
	for _, j := range list {
		if v := value(j); !math.IsNaN(v) {
			sum += v
			count++
		}
	}
	return sum / count
}

// prunedTo returns the tree of the nodes that stay, those of number as leaves.
func prunedTo(t *tree.Tree, number map[int]int, inner []int, names []string) *tree.Tree {
	leaves := len(number)
	for k, v := range inner {
		number[v] = leaves + k
	}
	parent, logTime := make([]int, len(number)), make([]float64, len(number))
	support := slices.Repeat([]float64{math.NaN()}, len(number))
	for v, k := range number {
		parent[k], logTime[k] = -1, t.LogTime[v]
		if u := t.Parent[v]; u >= 0 {
			parent[k] = number[u]
		}
		if v < len(t.Support) && k >= leaves {
			support[k] = t.Support[v]
		}
	}
	p, err := tree.New(names, parent, logTime)
	if err != nil {
		panic("beside: a tree without some of its clades is none: " + err.Error())
	}
	if t.Support != nil {
		p.Support = support
	}
	position := make([]int, leaves)
	for k := range position {
		position[k] = k
	}
	return p.OrderByPosition(position)
}
