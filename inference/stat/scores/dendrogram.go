package scores

import (
	"math"

	"example.org/espalier/inference/tree"
)

// DendrogramPurity returns the mean, over all pairs of leaves with equal label, of this label's
// share among the leaves below the pair's most recent common ancestor (Heller and Ghahramani 2005),
// in (0,1]. It is 1 if the leaves of every label are a clade, and exact for branch points with any
// number of children. Leaves with label −1 are ignored. It is NaN if no two leaves share a label.
// It panics unless there is one label per leaf. It takes O(N log N) time.
func DendrogramPurity(t *tree.Tree, labels []int) float64 {
	n := t.Leaves()
	if len(labels) != n {
		panic("scores: DendrogramPurity needs one label for each leaf")
	}
	number, label := map[int]int{}, make([]int, n)
	for i, l := range labels {
		if l == -1 {
			label[i] = -1
			continue
		}
		k, ok := number[l]
		if !ok {
			k = len(number)
			number[l] = k
		}
		label[i] = k
	}

	// Leaves below a node are an interval of the drawing order.
	order := t.LeafOrder()
	count := t.LeafCounts()
	first := make([]int, t.Nodes())
	for _, v := range t.PreOrder() {
		at := first[v]
		for _, c := range t.Children[v] {
			first[c] = at
			at += count[c]
		}
	}

	p := &pairTally{label: label, order: order, count: make([]float64, len(number)), cross: make([]float64, len(number)),
		part: make([]float64, len(number))}
	// Each path of largest children is walked from its leaf up with one table of counts, to which
	// the leaves of the smaller children are added. Every leaf is added at most log₂N+1 times.
	heads := []int{t.Top}
	var path []int
	for len(heads) > 0 {
		head := heads[len(heads)-1]
		heads = heads[:len(heads)-1]
		path = path[:0]
		for v := head; ; {
			path = append(path, v)
			if t.IsLeaf(v) {
				break
			}
			v = largest(t, count, v)
		}
		p.reset()
		p.add(first[path[len(path)-1]], 1)
		p.settle()
		for i := len(path) - 2; i >= 0; i-- {
			v := path[i]
			for _, c := range t.Children[v] {
				if c == path[i+1] {
					continue
				}
				p.add(first[c], count[c])
				if !t.IsLeaf(c) {
					heads = append(heads, c)
				}
			}
			p.settle()
		}
		for _, leaf := range order[first[head] : first[head]+count[head]] {
			if l := label[leaf]; l >= 0 {
				p.count[l] = 0
			}
		}
	}
	if p.pairs == 0 {
		return math.NaN()
	}
	return p.sum / p.pairs
}

func largest(t *tree.Tree, count []int, v int) int {
	best := t.Children[v][0]
	for _, c := range t.Children[v] {
		if count[c] > count[best] {
			best = c
		}
	}
	return best
}

// pairTally counts pairs of equal label that meet at one branch point.
type pairTally struct {
	label, order []int
	total        float64   // labelled leaves counted so far
	count        []float64 // of each label
	cross        []float64 // pairs of each label that meet here
	part         []float64 // counts of the child being added
	touched      []int     // labels of cross
	seen         []int     // labels of part

	sum, pairs float64
}

func (p *pairTally) reset() { p.total = 0 }

// add joins the leaves of one more child, an interval of the drawing order.
func (p *pairTally) add(first, leaves int) {
	for _, leaf := range p.order[first : first+leaves] {
		l := p.label[leaf]
		if l < 0 {
			continue
		}
		if p.part[l] == 0 {
			p.seen = append(p.seen, l)
		}
		p.part[l]++
	}
	for _, l := range p.seen {
		if p.count[l] > 0 {
			if p.cross[l] == 0 {
				p.touched = append(p.touched, l)
			}
			p.cross[l] += p.count[l] * p.part[l]
		}
		p.count[l] += p.part[l]
		p.total += p.part[l]
		p.part[l] = 0
	}
	p.seen = p.seen[:0]
}

// settle closes a branch point after all its children are added.
func (p *pairTally) settle() {
	for _, l := range p.touched {
		p.sum += p.cross[l] * p.count[l] / p.total
		p.pairs += p.cross[l]
		p.cross[l] = 0
	}
	p.touched = p.touched[:0]
}
