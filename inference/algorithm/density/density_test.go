package density

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/algorithm/linkage"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// scattered are rows of a plane: two dense groups, a sparse one, and rows anywhere.
func scattered(n int, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(n, 2, nil)
	for i := range n {
		switch i % 4 {
		case 0:
			x.SetRow(i, []float64{0.3 * rng.NormFloat64(), 0.3 * rng.NormFloat64()})
		case 1:
			x.SetRow(i, []float64{4 + 0.3*rng.NormFloat64(), 0.3 * rng.NormFloat64()})
		case 2:
			x.SetRow(i, []float64{2 + rng.NormFloat64(), 6 + rng.NormFloat64()})
		default:
			x.SetRow(i, []float64{12*rng.Float64() - 4, 12*rng.Float64() - 4})
		}
	}
	return x
}

func spanned(x *mat.Dense, k int) (core []float64, edges []Edge) {
	n, _ := x.Dims()
	ruler := linkage.NewRuler(x, linkage.Euclidean)
	c := NewCore(ruler, n, k)
	for !c.Advance() {
	}
	s := NewSpanning(ruler, c.Distances)
	for !s.Advance() {
	}
	return c.Distances, s.Edges
}

// reachable are the mutual reachability distances by their definition.
func reachable(x *mat.Dense, k int) [][]float64 {
	n, _ := x.Dims()
	m := make([][]float64, n)
	core := make([]float64, n)
	for i := range n {
		for j := range n {
			m[i] = append(m[i], floats.Distance(x.RawRowView(i), x.RawRowView(j), 2))
		}
		list := slices.Clone(m[i])
		slices.Sort(list)
		core[i] = list[k-1]
	}
	for i := range n {
		for j := range n {
			m[i][j] = max(m[i][j], core[i], core[j])
		}
	}
	return m
}

// The tree has the least sum of all: that which joining the shortest of all pairs first gives.
func TestSpanning(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, k := range []int{1, 3, 6} {
		x := scattered(60, rng)
		_, edges := spanned(x, k)
		m := reachable(x, k)
		sum := 0.0
		for _, e := range edges {
			if !(math.Abs(m[e.A][e.B]-e.Distance) <= 1e-12) {
				t.Errorf("rows %d and %d are %v apart, not %v", e.A, e.B, m[e.A][e.B], e.Distance)
			}
			sum += e.Distance
		}
		var pairs []Edge
		for i := range m {
			for j := range i {
				pairs = append(pairs, Edge{i, j, m[i][j]})
			}
		}
		slices.SortFunc(pairs, func(a, b Edge) int { return int(math.Copysign(1, a.Distance-b.Distance)) })
		part, want := make([]int, len(m)), 0.0
		for i := range part {
			part[i] = i
		}
		for _, p := range pairs {
			if a, b := part[p.A], part[p.B]; a != b {
				want += p.Distance
				for i := range part {
					if part[i] == a {
						part[i] = b
					}
				}
			}
		}
		if !(math.Abs(sum-want) <= 1e-9) || len(edges) != len(m)-1 {
			t.Errorf("k = %d: %d edges of %v in sum, want %v", k, len(edges), sum, want)
		}
	}
}

// A level is the groups of at least a least size of rows that are joined by distances below one.
func level(m [][]float64, below float64, least int) (groups [][]int) {
	seen := make([]bool, len(m))
	for i := range m {
		if seen[i] {
			continue
		}
		var group []int
		seen[i] = true
		for todo := []int{i}; len(todo) > 0; {
			at := todo[0]
			todo = todo[1:]
			group = append(group, at)
			for j := range m {
				if !seen[j] && m[at][j] < below {
					seen[j] = true
					todo = append(todo, j)
				}
			}
		}
		if len(group) >= least {
			slices.Sort(group)
			groups = append(groups, group)
		}
	}
	return groups
}

// Stabilities are those of the definition, from the groups at each distance by themselves: a cluster is a group until
// it parts into two, its stability the sum over rows and densities of its time as a member. The clusters chosen have
// the greatest sum among all sets of clusters none of which lies in another, by enumeration.
func TestStable(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	parted := false
	for trial := range 12 {
		n, k, least := 24+trial, 3, 3+trial%3
		x := scattered(n, rng)
		_, edges := spanned(x, k)
		c := NewHierarchy(n, edges).Condense(least)
		m := reachable(x, k)
		var steps []float64 // all distances at which groups change, from the greatest on
		for _, e := range edges {
			steps = append(steps, m[e.A][e.B])
		}
		slices.Sort(steps)
		steps = slices.Compact(steps)
		slices.Reverse(steps)
		type cluster struct {
			rows      []int // at birth
			stability float64
			children  []int
		}
		all := []cluster{{rows: level(m, math.Inf(1), 1)[0]}}
		alive := map[int][]int{0: all[0].rows} // the rows that each still has
		birth := []float64{0}
		was := 0.0
		for _, d := range steps { // between 1/the last distance and 1/d nothing changes
			for a, rows := range alive {
				all[a].stability += float64(len(rows)) * (1/d - was)
			}
			was = 1 / d
			next := map[int][]int{}
			groups := level(m, d, least)
			for a, rows := range alive {
				var parts [][]int
				for _, g := range groups {
					if slices.Contains(rows, g[0]) {
						parts = append(parts, g)
					}
				}
				switch len(parts) {
				case 0:
				case 1:
					next[a] = parts[0]
				default:
					for _, g := range parts {
						all[a].children = append(all[a].children, len(all))
						next[len(all)] = g
						all, birth = append(all, cluster{rows: g}), append(birth, 1/d)
					}
				}
			}
			alive = next
		}
		if len(all) != len(c.Clusters) {
			t.Fatalf("trial %d: %d clusters, want %d", trial, len(c.Clusters), len(all))
		}
		for _, got := range c.Clusters {
			if !slices.ContainsFunc(all, func(want cluster) bool {
				return len(want.rows) == got.Size && math.Abs(want.stability-got.Stability) <= 1e-9*(1+got.Stability)
			}) {
				t.Errorf("trial %d: %+v is no cluster of %+v", trial, got, all)
			}
		}
		var best func(a int) float64
		best = func(a int) float64 {
			below := 0.0
			for _, child := range all[a].children {
				below += best(child)
			}
			if a == 0 {
				return below
			}
			return max(all[a].stability, below)
		}
		sum := 0.0
		chosen := c.Stable()
		for k, on := range chosen {
			if !on {
				continue
			}
			sum += c.Clusters[k].Stability
			for above := c.Clusters[k].Parent; above >= 0; above = c.Clusters[above].Parent {
				if chosen[above] {
					t.Errorf("trial %d: cluster %d lies in %d", trial, k, above)
				}
			}
		}
		if !(math.Abs(sum-best(0)) <= 1e-9*(1+sum)) {
			t.Errorf("trial %d: stability %v, greatest %v", trial, sum, best(0))
		}
		parted = parted || len(all) > 3
	}
	if !parted {
		t.Error("no table has clusters within clusters")
	}
}

// Rows that are equal, and rows that nothing reaches, do no harm.
func TestDegenerate(t *testing.T) {
	x := mat.NewDense(12, 1, nil)
	_, edges := spanned(x, 3)
	c := NewHierarchy(12, edges).Condense(3)
	if label := c.Labels(c.Stable()); slices.Max(label) != -1 {
		t.Errorf("equal rows: %v", label)
	}
	for i := range 12 {
		x.Set(i, 0, float64(i/6))
	}
	_, edges = spanned(x, 3)
	c = NewHierarchy(12, edges).Condense(3)
	label := c.Labels(c.Stable())
	if want := []int{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}; !slices.Equal(label, want) {
		t.Errorf("two places: %v", label)
	}
	x.Set(3, 0, math.NaN())
	_, edges = spanned(x, 3)
	c = NewHierarchy(12, edges).Condense(3)
	if label := c.Labels(c.Leaves()); label[3] != -1 || label[4] != 1 || label[7] != 0 {
		t.Errorf("a row without values: %v", label)
	}
	if c := NewHierarchy(3, nil).Condense(2); !slices.Equal(c.Labels(c.Stable()), []int{-1, -1, -1}) {
		t.Error("rows that nothing joins are in clusters")
	}
}
