package community

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/labels"
	"example.org/espalier/inference/algorithm/nearest"
)

const (
	gain      = 1e-10 // least difference of quality, as a share of all weights, that counts
	most      = 10    // rounds
	closeness = 0.01  // how close to the best a merge of the refinement is, in mean weights of an edge
)

// Leiden finds communities of great modularity
//
// Q = Σ_c { W(c, c) − γ W(c, all)²/W } / W,    W(a, b) the weights between a and b, each way counted, W those
// of all,
//
// by the algorithm of Traag, Waltman and van Eck (2019, From Louvain to Leiden, Scientific Reports 9, 5233): nodes
// move to the community of greatest gain; each community is refined into parts that hold together; the parts become
// the nodes of a smaller graph, which is treated in the same way; and again from the communities found, until Q does
// not rise. A community is always connected. label numbers them from the largest, those of one size by their first
// node; −1 are nodes without an edge. The resolution γ is above 0: a greater one gives smaller communities.
func Leiden(g *nearest.Graph, resolution float64, rng *rand.Rand) (label []int, quality float64) {
	n := g.Rows()
	first := whole(g, resolution)
	label = inference.UpTo(n)
	quality = math.Inf(-1)
	for range most {
		next := connected(g, first.round(label, rng))
		q := Quality(g, next, resolution)
		if q <= quality+gain {
			break
		}
		label, quality = next, q
	}
	return bySize(g, label), quality
}

// Quality is the modularity of labels at a resolution; 0 of a graph without edges. Labels are from 0; negative ones
// are of nodes that are in no community, which count nothing.
func Quality(g *nearest.Graph, label []int, resolution float64) float64 {
	var within, all []float64
	total := 0.0
	for i, c := range label {
		if c < 0 {
			continue
		}
		for c >= len(all) {
			within, all = append(within, 0), append(all, 0)
		}
		for e := g.Start[i]; e < g.Start[i+1]; e++ {
			w := g.Weight[e]
			all[c] += w
			total += w
			if label[g.To[e]] == c {
				within[c] += w
			}
		}
	}
	if total == 0 {
		return 0
	}
	q := 0.0
	for c, w := range within {
		q += w/total - resolution*(all[c]/total)*(all[c]/total)
	}
	return q
}

// A level is a graph whose nodes are parts of communities.
type level struct {
	start, to  []int
	weight     []float64
	own        []float64 // weights inside a node, each way counted
	degree     []float64 // all weights of a node
	resolution float64   // over the sum of all weights
	mean       float64   // weight of an edge of the first graph
	reach      []float64 // weights of the node at hand to each community; 0 between nodes
	near       []int     // the communities of its neighbours
}

func whole(g *nearest.Graph, resolution float64) *level {
	l := &level{start: g.Start, to: g.To, weight: g.Weight, own: make([]float64, g.Rows()), degree: g.Degrees()}
	total := 0.0
	for _, d := range l.degree {
		total += d
	}
	if l.resolution = resolution; total > 0 {
		l.resolution /= total
		l.mean = total / float64(len(g.To))
	}
	return l
}

func (l *level) nodes() int { return len(l.degree) }

// around sums the weights of node v to the communities of its neighbours.
func (l *level) around(v int, label []int, in func(u int) bool) {
	for e := l.start[v]; e < l.start[v+1]; e++ {
		u := l.to[e]
		if u == v || in != nil && !in(u) {
			continue
		}
		c := label[u]
		if l.reach[c] == 0 {
			l.near = append(l.near, c)
		}
		l.reach[c] += l.weight[e]
	}
}

func (l *level) forget() {
	for _, c := range l.near {
		l.reach[c] = 0
	}
	l.near = l.near[:0]
}

// round moves, refines and aggregates from given communities of the nodes, and returns better ones.
func (l *level) round(label []int, rng *rand.Rand) []int {
	at := inference.UpTo(len(label)) // the node of this level that holds each node of the first
	now := slices.Clone(label)
	for {
		l.reach = make([]float64, l.nodes())
		l.move(now, rng)
		if count := labels.Number(now); count == l.nodes() {
			break
		}
		parts := l.refine(now, rng)
		count := labels.Number(parts)
		if count == l.nodes() {
			break
		}
		next := make([]int, count)
		for v, p := range parts {
			next[p] = now[v]
		}
		for i, v := range at {
			at[i] = parts[v]
		}
		l, now = l.aggregate(parts, count), next
	}
	out := make([]int, len(label))
	for i, v := range at {
		out[i] = now[v]
	}
	return out
}

// move moves each node to the community of the greatest gain, or out of all, until none is gained by. Neighbours of a
// node that has moved are looked at again.
func (l *level) move(label []int, rng *rand.Rand) {
	n := l.nodes()
	size, sum := make([]int, n), make([]float64, n)
	for v, c := range label {
		size[c]++
		sum[c] += l.degree[v]
	}
	var empty []int
	for c := n - 1; c >= 0; c-- {
		if size[c] == 0 {
			empty = append(empty, c)
		}
	}
	queue, waits := rng.Perm(n), slices.Repeat([]bool{true}, n)
	for head := 0; head < len(queue); head++ {
		v := queue[head]
		waits[v] = false
		if head > n { // drop the nodes already visited
			queue, head = queue[head:], 0
		}
		was := label[v]
		size[was]--
		sum[was] -= l.degree[v]
		if size[was] == 0 {
			empty, sum[was] = append(empty, was), 0
		}
		l.around(v, label, nil)
		pull := l.resolution * l.degree[v]
		best, gained := was, l.reach[was]-pull*sum[was]
		limit := gain / l.resolution
		if gained < -limit && size[was] > 0 {
			best, gained = empty[len(empty)-1], 0
		}
		for _, c := range l.near {
			if g := l.reach[c] - pull*sum[c]; g > gained+limit {
				best, gained = c, g
			}
		}
		l.forget()
		if size[best] == 0 {
			at := len(empty) - 1
			for empty[at] != best {
				at--
			}
			empty = slices.Delete(empty, at, at+1)
		}
		label[v] = best
		size[best]++
		sum[best] += l.degree[v]
		if best == was {
			continue
		}
		for _, u := range l.to[l.start[v]:l.start[v+1]] {
			if !waits[u] && label[u] != best {
				waits[u] = true
				queue = append(queue, u)
			}
		}
	}
}

// refine returns parts of the communities. Each node begins alone. One that hangs together with its community joins a
// part of it that does so too and is gained by, at random, the more likely the more is gained.
func (l *level) refine(label []int, rng *rand.Rand) []int {
	n := l.nodes()
	part := inference.UpTo(n)
	all := make([]float64, n) // degrees of each community
	for v, c := range label {
		all[c] += l.degree[v]
	}
	size, sum := slices.Repeat([]int{1}, n), slices.Clone(l.degree)
	out := make([]float64, n) // weights of each part to the rest of its community
	for v := range n {
		for e := l.start[v]; e < l.start[v+1]; e++ {
			if u := l.to[e]; u != v && label[u] == label[v] {
				out[v] += l.weight[e]
			}
		}
	}
	holds := func(p, c int) bool { return out[p] >= l.resolution*sum[p]*(all[c]-sum[p]) }
	for _, v := range rng.Perm(n) {
		p, c := part[v], label[v]
		if size[p] > 1 || !holds(p, c) {
			continue
		}
		l.around(v, part, func(u int) bool { return label[u] == c })
		slices.Sort(l.near)
		var to []int
		var gains []float64
		for _, q := range l.near {
			if g := l.reach[q] - l.resolution*l.degree[v]*sum[q]; g > 0 && holds(q, c) {
				to, gains = append(to, q), append(gains, g)
			}
		}
		if q := drawn(gains, closeness*l.mean, rng); q >= 0 {
			t := to[q]
			out[t] += out[p] - 2*l.reach[t]
			sum[t] += sum[p]
			size[t]++
			part[v], size[p], sum[p], out[p] = t, 0, 0, 0
		}
		l.forget()
	}
	return part
}

// drawn draws a place by exp(gain/scale), or −1, which gains nothing.
func drawn(gains []float64, scale float64, rng *rand.Rand) int {
	if len(gains) == 0 {
		return -1
	}
	top := slices.Max(gains)
	whole := math.Exp(-top / scale)
	for _, g := range gains {
		whole += math.Exp((g - top) / scale)
	}
	u := whole * rng.Float64()
	for k, g := range gains {
		if u -= math.Exp((g - top) / scale); u < 0 {
			return k
		}
	}
	return -1
}

// aggregate returns the graph whose nodes are the parts.
func (l *level) aggregate(parts []int, count int) *level {
	next := &level{start: make([]int, 1, count+1), own: make([]float64, count), degree: make([]float64, count),
		resolution: l.resolution, mean: l.mean}
	members := make([][]int, count)
	for v, p := range parts {
		members[p] = append(members[p], v)
		next.own[p] += l.own[v]
		next.degree[p] += l.degree[v]
	}
	for p, list := range members {
		for _, v := range list {
			l.around(v, parts, nil)
		}
		slices.Sort(l.near)
		for _, q := range l.near {
			if q == p {
				next.own[p] += l.reach[q]
				continue
			}
			next.to, next.weight = append(next.to, q), append(next.weight, l.reach[q])
		}
		l.forget()
		next.start = append(next.start, len(next.to))
	}
	return next
}

// connected divides communities that fall into parts.
func connected(g *nearest.Graph, label []int) []int {
	out := slices.Repeat([]int{-1}, len(label))
	next := 0
	for i := range label {
		if out[i] >= 0 {
			continue
		}
		out[i] = next
		for todo := []int{i}; len(todo) > 0; {
			at := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, j := range g.To[g.Start[at]:g.Start[at+1]] {
				if out[j] < 0 && label[j] == label[i] {
					out[j] = next
					todo = append(todo, j)
				}
			}
		}
		next++
	}
	return out
}

// bySize numbers labels from the largest community; −1 for nodes without an edge.
func bySize(g *nearest.Graph, label []int) []int {
	count := labels.Number(label)
	size := make([]int, count)
	for i, c := range label {
		if g.Start[i] < g.Start[i+1] {
			size[c]++
		}
	}
	order := inference.UpTo(count)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(size[b], size[a]) })
	place := make([]int, count)
	for at, c := range order {
		place[c] = at
	}
	out := make([]int, len(label))
	for i, c := range label {
		if out[i] = place[c]; g.Start[i] == g.Start[i+1] {
			out[i] = -1
		}
	}
	return out
}
