package bhc

import (
	"math"

	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/marginal/block"
)

// hyper are the learnt hyperparameters.
type hyper struct{ Alpha, Scale, Kappa float64 }

// logPrior is that of Ga(1, 1) of each.
func (h hyper) logPrior() float64 { return -h.Alpha - h.Scale - h.Kappa }

// A node is a leaf or a join.
type node struct {
	left, right int // −1 for a leaf
	parent      int // −1 for the root
	cluster
	rose
	open     bool    // its children are those of the node above; see rose
	together float64 // log α·Γ(n)·m, that all rows below are one cluster
	log      float64 // log g
}

// A law holds the parameters that are fixed in a fit: the degrees of freedom of the prior of clusters, and γ of rose
// trees, 0 for binary ones.
type law struct{ freedom, mixing float64 }

// leaf is the node of row i.
func (t *table) leaf(i int, b *base, alpha float64) node {
	k := node{left: -1, right: -1, parent: -1, cluster: t.row(i)}
	k.rose.log = b.alone(&k.cluster)
	k.together = math.Log(alpha) + k.rose.log
	k.log = k.together
	return k
}

// odds is how much more likely it is, in nats, that the rows below both nodes are one cluster than that they are split
// between the nodes or below.
func odds(x, y *node, b *base, logAlpha float64, logGamma []float64) float64 {
	return logAlpha + logGamma[x.size+y.size] + b.pair(&x.cluster, &y.cluster) - x.log - y.log
}

// join is the node above two.
func join(left, right int, x, y *node, odds float64) node {
	apart := x.log + y.log
	return node{left: left, right: right, parent: -1, cluster: joined(x.cluster, y.cluster), together: odds + apart,
		log: special.LogAdd(odds+apart, apart)}
}

// logGammas is log Γ(n) for n from 0 (which is not used) to most.
func logGammas(most int) []float64 {
	g := make([]float64, most+1)
	for n := 2; n <= most; n++ {
		g[n] = g[n-1] + math.Log(float64(n-1))
	}
	return g
}

// A hierarchy is a tree of n rows: nodes 0 to n−1 are the rows, and each other one comes after its children.
type hierarchy struct {
	nodes []node
	hyper hyper
	base  *base
}

// score computes the nodes of the same tree under other hyperparameters.
func (h *hierarchy) score(to hyper, freedom float64) *hierarchy {
	var g *gammas
	if h.base != nil && h.base.gammas.freedom == freedom {
		g = h.base.gammas
	} else {
		var columns *block.Columns
		full := 0
		if h.base != nil {
			columns, full = h.base.gammas.columns, h.base.gammas.full
		}
		g = newGammas((len(h.nodes)+1)/2, freedom, columns, full)
	}
	s := &hierarchy{nodes: make([]node, len(h.nodes)), hyper: to, base: newBase(g, to)}
	logAlpha, logGamma := math.Log(to.Alpha), g.rows
	for i := range h.nodes {
		k := h.nodes[i]
		k.together = logAlpha + logGamma[max(k.size, 1)] + s.base.alone(&k.cluster)
		k.log = k.together
		if k.left >= 0 {
			if k.open {
				k.together = math.Inf(-1)
			}
			k.log = special.LogAdd(k.together, s.nodes[k.left].log+s.nodes[k.right].log)
			s.nodes[k.left].parent, s.nodes[k.right].parent = i, i
		}
		s.nodes[i] = k
	}
	return s
}

// logJoint is the log density of the rows, in the units of the data, over the partitions of the tree, and of the
// hyperparameters.
func (h *hierarchy) logJoint(t *table) float64 {
	all, _ := math.Lgamma(h.hyper.Alpha + float64(t.n))
	none, _ := math.Lgamma(h.hyper.Alpha)
	return h.nodes[len(h.nodes)-1].log + none - all + t.jacobian + h.hyper.logPrior()
}

// one is the log probability that the rows below node k are one cluster, given that they are not split above.
func (h *hierarchy) one(k int) float64 { return h.nodes[k].together - h.nodes[k].log }

// merged returns the probability of each join that the rows below it are one cluster if they are split nowhere above,
// r_k; NaN for rows, and −1 for open nodes.
func (h *hierarchy) merged() []float64 {
	r := make([]float64, len(h.nodes))
	for k, v := range h.nodes {
		if r[k] = math.NaN(); v.left >= 0 {
			if r[k] = min(1, math.Exp(h.one(k))); v.open {
				r[k] = -1
			}
		}
	}
	return r
}

// logWeights returns the log probability of each node that its rows are a cluster.
func (h *hierarchy) logWeights() []float64 {
	w := make([]float64, len(h.nodes))
	reached := make([]float64, len(h.nodes)) // log probability that all nodes above are split
	for k := len(h.nodes) - 1; k >= 0; k-- {
		w[k] = reached[k] + h.one(k)
		if v := &h.nodes[k]; v.left >= 0 {
			split := h.nodes[v.left].log + h.nodes[v.right].log - v.log
			reached[v.left], reached[v.right] = reached[k]+split, reached[k]+split
		}
	}
	return w
}

// cut returns the nodes at which the tree can be cut from the top: those whose rows are as likely one cluster as not
// (section 2 of the paper) or, for the most probable partition, those that are no less probable as one cluster than
// as the best partition of the rows below.
func (h *hierarchy) cut(best bool) []bool {
	at := make([]bool, len(h.nodes))
	most := make([]float64, len(h.nodes)) // of the partitions of the rows below
	for k := range h.nodes {
		v := &h.nodes[k]
		if most[k] = v.together; v.left >= 0 {
			most[k] = max(v.together, most[v.left]+most[v.right])
		}
		at[k] = h.one(k) >= -math.Ln2
		if best {
			at[k] = v.together >= most[k]
		}
	}
	return at
}

// labels returns the clusters of the rows where the tree is cut at the first of these nodes from the top.
func (h *hierarchy) labels(at []bool) (labels []int, clusters int) {
	labels = make([]int, (len(h.nodes)+1)/2)
	of := make([]int, len(h.nodes)) // 1 + the cluster that a node belongs to, 0 if it is split
	for k := len(h.nodes) - 1; k >= 0; k-- {
		if of[k] == 0 && at[k] {
			clusters++
			of[k] = clusters
		}
		if v := &h.nodes[k]; v.left >= 0 {
			of[v.left], of[v.right] = of[k], of[k]
		} else {
			labels[k] = of[k] - 1
		}
	}
	return labels, clusters
}

// together returns the probability of each pair of rows that they are in one cluster, n×n.
func (h *hierarchy) together() []float64 {
	n := (len(h.nodes) + 1) / 2
	share := make([]float64, n*n)
	below := make([][]int, len(h.nodes))
	upTo := make([]float64, len(h.nodes)) // probability that a node or one above it is a cluster
	w := h.logWeights()
	for k := len(h.nodes) - 1; k >= 0; k-- {
		upTo[k] += math.Exp(w[k])
		if v := &h.nodes[k]; v.left >= 0 {
			upTo[v.left], upTo[v.right] = upTo[k], upTo[k]
		}
	}
	for k := range h.nodes {
		v := &h.nodes[k]
		if v.left < 0 {
			below[k] = []int{k}
			share[k*n+k] = 1
			continue
		}
		for _, i := range below[v.left] {
			for _, j := range below[v.right] {
				share[i*n+j] = min(1, upTo[k])
				share[j*n+i] = share[i*n+j]
			}
		}
		below[k] = append(below[v.left], below[v.right]...)
		below[v.left], below[v.right] = nil, nil
	}
	return share
}

// merges returns the joins; their height is the root mean squared distance of their rows; open nodes have that of the
// node above.
func (h *hierarchy) merges(t *table) []linkage.Merge {
	n := (len(h.nodes) + 1) / 2
	m := make([]linkage.Merge, 0, n-1)
	for k := n; k < len(h.nodes); k++ {
		v := &h.nodes[k]
		m = append(m, linkage.Merge{A: min(v.left, v.right), B: max(v.left, v.right), Height: t.spread(&v.cluster),
			Size: v.size})
	}
	for k := len(m) - 1; k >= 0; k-- {
		if v := &h.nodes[n+k]; v.open {
			m[k].Height = m[v.parent-n].Height
		}
	}
	return m
}

// height is the greatest of the merges.
func (h *hierarchy) height(t *table) float64 {
	most := 0.0
	for _, m := range h.merges(t) {
		most = max(most, m.Height)
	}
	return most
}
