package consensus

import "example.org/espalier/inference/tree"

// Membership returns the probability that each row belongs with each of some disjoint groups of
// rows: the share of draws in which the row parts later, on average, from the other members of the
// group than from those of every other group. Groups that tie share the draw. A row that is a group
// of its own belongs to it in every draw. The result is indexed by row and group, and each row sums
// to 1; it is nil without draws or groups. It takes O(SNG) time for S draws and G groups.
func (s *Set) Membership(groups [][]int) [][]float64 {
	if len(s.draws) == 0 || len(groups) == 0 {
		return nil
	}
	n, g := len(s.names), len(groups)
	own := tree.GroupLabels(groups, n)
	share := make([][]float64, n)
	for i := range share {
		share[i] = make([]float64, g)
	}
	weight := 1 / float64(len(s.draws))
	var m memberships
	for _, d := range s.draws {
		m.read(d.Tree, own, g)
		for i, row := range share {
			if o := own[i]; o >= 0 && len(groups[o]) == 1 {
				row[o] += weight
				continue
			}
			m.vote(d.Tree, i, own[i], groups, func(group int, part float64) { row[group] += weight * part })
		}
	}
	return share
}

// memberships holds sums over one tree; it is reused from draw to draw to save memory.
type memberships struct {
	groups int
	count  []float64 // of members of each group below each node
	shared []float64 // sum over members of each group of the time shared with each node
	mean   []float64
}

// read computes the sums over a tree. A row shares the branch above a node with all leaves below
// it, so the time shared with a group adds up along the path from the origin.
func (m *memberships) read(t *tree.Tree, own []int, groups int) {
	size := t.Nodes() * groups
	if m.groups != groups || cap(m.count) < size {
		m.groups = groups
		m.count, m.shared, m.mean = make([]float64, size), make([]float64, size), make([]float64, groups)
	}
	m.count, m.shared = m.count[:size], m.shared[:size]
	clear(m.count)
	order := t.PreOrder()
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		if t.IsLeaf(v) && own[v] >= 0 {
			m.count[v*groups+own[v]] = 1
		}
		if p := t.Parent[v]; p >= 0 {
			for k := range groups {
				m.count[p*groups+k] += m.count[v*groups+k]
			}
		}
	}
	for _, v := range order {
		length := t.Length(v)
		for k := range groups {
			x := length * m.count[v*groups+k]
			if p := t.Parent[v]; p >= 0 {
				x += m.shared[p*groups+k]
			}
			m.shared[v*groups+k] = x
		}
	}
}

// tied is the difference of mean times, from rounding, below which groups tie.
const tied = 1e-9

// vote calls tell with each group to which row i belongs, and that group's share of the vote.
func (m *memberships) vote(t *tree.Tree, i, own int, groups [][]int, tell func(group int, part float64)) {
	most := -1.0
	for k, rows := range groups {
		sum, others := m.shared[i*m.groups+k], float64(len(rows))
		if k == own {
			sum, others = sum-t.Time(i), others-1
		}
		m.mean[k] = sum / others
		most = max(most, m.mean[k])
	}
	ties := 0.0
	for _, x := range m.mean {
		if x >= most-tied {
			ties++
		}
	}
	for k, x := range m.mean {
		if x >= most-tied {
			tell(k, 1/ties)
		}
	}
}
