package consensus

import (
	"cmp"
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/tree"
)

// A Clade is a set of leaves that the draws have below a branch point. The whole tree and single
// leaves do not count.
type Clade struct {
	Rows      []int     // ascending
	Frequency float64   // share of the draws that have it
	ByChain   []float64 // share in each chain; NaN for a chain without draws
	Time      float64   // mean time of its branch point over the draws that have it
	Tree      *tree.Tree
	Node      int // its branch point in Tree, one of the draws that have it
}

// remaining is 1−t of a time given as ℓ = −log(1−t).
func remaining(logTime float64) float64 { return math.Exp(-logTime) }

// Clades returns the clades whose frequency is at least least: the most frequent first, then the
// largest, then by their rows.
func (s *Set) Clades(least float64) []Clade {
	var list []Clade
	for c, n := range s.count {
		if n == 0 || float64(n) < least*float64(len(s.draws)) {
			continue
		}
		if w := s.where[c]; w.node == w.tree.Top {
			continue
		}
		list = append(list, s.clade(int32(c)))
	}
	stable.SortFunc(list, func(a, b Clade) int {
		if k := cmp.Compare(b.Frequency, a.Frequency); k != 0 {
			return k
		}
		if k := cmp.Compare(len(b.Rows), len(a.Rows)); k != 0 {
			return k
		}
		return slices.Compare(a.Rows, b.Rows)
	})
	return list
}

func (s *Set) clade(c int32) Clade {
	rows := s.where[c].tree.LeavesBelow(s.where[c].node)
	slices.Sort(rows)
	k := Clade{Rows: rows, Frequency: s.frequency(c), Time: 1 - s.left[c]/float64(s.count[c]),
		Tree: s.where[c].tree, Node: s.where[c].node}
	for i, counts := range s.byChain {
		k.ByChain = append(k.ByChain, float64(counts[c])/float64(s.sizes[i]))
	}
	return k
}

func (s *Set) frequency(c int32) float64 { return float64(s.count[c]) / float64(len(s.draws)) }

// Frequency returns the share of the draws in which rows, each given once, are exactly the leaves
// below a branch point; 1 for the whole tree and for single leaves, NaN without draws.
func (s *Set) Frequency(rows []int) float64 {
	if len(s.draws) == 0 {
		return math.NaN()
	}
	if len(rows) == 1 {
		return 1
	}
	var sum key
	for _, r := range rows {
		sum = sum.plus(s.leaves[r])
	}
	if c, ok := s.index[sum]; ok {
		return s.frequency(c)
	}
	return 0
}

// find returns the number of the clade of each branch point of t, −1 if no draw has had it.
func (s *Set) find(t *tree.Tree) []int32 {
	if known, ok := s.read[t]; ok {
		return known
	}
	if t.Leaves() != len(s.names) {
		panic("consensus: the leaves of a tree differ from those of the draws")
	}
	hashes := s.hashes(t)
	clades := make([]int32, len(hashes))
	for k, h := range hashes {
		c, ok := s.index[h]
		if !ok {
			c = -1
		}
		clades[k] = c
	}
	return clades
}

// Support returns a copy of t, a tree over the same leaves, with the frequency of each of its
// clades as support, or the shares of the draws that [Set.Back] names. It takes O(N) time. Without draws it returns t.
func (s *Set) Support(t *tree.Tree) *tree.Tree {
	if len(s.draws) == 0 {
		return t
	}
	c := *t
	if s.back != nil {
		c.Support = s.back.Exact(t)
		return &c
	}
	c.Support = make([]float64, t.Nodes())
	for v := range c.Names {
		c.Support[v] = math.NaN()
	}
	for k, id := range s.find(t) {
		if id >= 0 {
			c.Support[len(t.Names)+k] = s.frequency(id)
		}
	}
	return &c
}

// Times are the times of one clade over the draws that have it.
type Times struct {
	Count        int // draws that have the clade
	Mean, Median float64
	Low, High    float64 // the shortest interval that holds the requested share
}

// Intervals returns, for each branch point of t, the shortest interval of times that holds a share of
// the draws that have its clade; NaN for leaves, and for clades that fewer than two draws have.
func (s *Set) Intervals(t *tree.Tree, share float64) (low, high []float64) {
	low, high = make([]float64, t.Nodes()), make([]float64, t.Nodes())
	for v, x := range s.annotate(t, share) {
		if low[v], high[v] = x.Low, x.High; t.IsLeaf(v) || x.Count < 2 {
			low[v], high[v] = math.NaN(), math.NaN()
		}
	}
	return low, high
}

// annotate returns, for each node of t, the times of its clade; for a leaf, the times of the leaf.
// Low and High enclose the given share of them, such as 0.95: the interval of highest posterior
// density (Chen and Shao 1999). All are NaN for a clade that no draw has. It takes O(SN) time for S
// draws.
func (s *Set) annotate(t *tree.Tree, share float64) []Times {
	n := t.Leaves()
	nodes := make([][]float64, t.Nodes())
	slot := make([]int32, len(s.keys)) // node of each clade, plus one
	for k, c := range s.find(t) {
		if c >= 0 {
			slot[c] = int32(n+k) + 1
			nodes[n+k] = make([]float64, 0, s.count[c])
		}
	}
	for _, d := range s.draws {
		for k, c := range d.clades {
			if v := slot[c]; v > 0 {
				nodes[v-1] = append(nodes[v-1], d.Tree.Time(n+k))
			}
		}
	}
	out := make([]Times, t.Nodes())
	for v := range out {
		if v < n {
			for _, d := range s.draws {
				nodes[v] = append(nodes[v], d.Tree.Time(v))
			}
		}
		out[v] = summarise(nodes[v], share)
	}
	return out
}

func summarise(times []float64, share float64) Times {
	x := Times{Count: len(times), Mean: math.NaN(), Median: math.NaN(), Low: math.NaN(), High: math.NaN()}
	if len(times) == 0 {
		return x
	}
	slices.Sort(times)
	x.Mean = 0
	for _, t := range times {
		x.Mean += t / float64(len(times))
	}
	x.Mean = min(max(x.Mean, times[0]), times[len(times)-1])
	m := len(times)
	x.Median = (times[(m-1)/2] + times[m/2]) / 2
	x.Low, x.High = shortest(times, share)
	return x
}

// shortest returns the narrowest interval that holds at least the given share of sorted values, the
// first on a tie.
func shortest(sorted []float64, share float64) (low, high float64) {
	n := len(sorted)
	k := min(max(int(math.Ceil(share*float64(n)-1e-9)), 1), n)
	low, high = sorted[0], sorted[k-1]
	for i := 1; i+k <= n; i++ {
		if sorted[i+k-1]-sorted[i] < high-low {
			low, high = sorted[i], sorted[i+k-1]
		}
	}
	return low, high
}
