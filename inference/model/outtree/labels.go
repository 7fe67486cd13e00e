package outtree

import (
	"fmt"
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/classes"
	"example.org/espalier/inference/process/categorical"
	"example.org/espalier/inference/process/spanning"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// known is an annotation that is propagated along the edges: a child has the label of its parent, but for
// a share ε of the edges, at which it is drawn again from π, as a root's is:
//
//	M(a, b) = (1−ε)[a=b] + ε π_b,   ε ~ Beta(1, 1)
type known struct {
	name   string
	levels []string
	label  []int     // of each row, −1 where it is blank
	share  []float64 // π
	sweeps int
	fixed  float64 // ε where it is held, for tests; else 0
}

// labels are the sweeps done.
type labels struct {
	Sweep   int
	Label   []int // of each row, drawn
	Epsilon float64
	Sum     []float64 // T×K: sums of the marginals given each tree, after burn-in
	Changes float64   // sum of ε after burn-in
}

// labelsOf prepares an annotation. π are the shares of the levels among the known labels, with one more
// row of each; there must be at least two levels with a row.
func labelsOf(a inference.Annotation, sweeps int) (*known, error) {
	k := &known{name: a.Name, sweeps: sweeps}
	place := map[int]int{}
	for _, c := range a.Codes {
		if _, ok := place[c]; c >= 0 && !ok {
			place[c] = -1
		}
	}
	for c, name := range a.Levels { // in the order of the annotation
		if _, ok := place[c]; ok {
			place[c] = len(k.levels)
			k.levels = append(k.levels, name)
		}
	}
	if len(k.levels) < 2 {
		return nil, fmt.Errorf("outtree: the annotation %q has fewer than two different labels to propagate; set "+
			"labels to another annotation, or to 0", a.Name)
	}
	if len(k.levels) > mostLevels {
		return nil, fmt.Errorf("outtree: the annotation %q has %d different labels, but at most %d can be "+
			"propagated; set labels to another annotation, or to 0", a.Name, len(k.levels), mostLevels)
	}
	k.share = make([]float64, len(k.levels))
	total := 0.0
	for i := range k.share {
		k.share[i], total = 1, total+1
	}
	for _, c := range a.Codes {
		if c < 0 {
			k.label = append(k.label, -1)
			continue
		}
		k.label = append(k.label, place[c])
		k.share[place[c]]++
		total++
	}
	for i := range k.share {
		k.share[i] /= total
	}
	return k, nil
}

const (
	mostLevels   = 50
	startEpsilon = 0.1
	labelStream  = 1 << 40 // tasks of the sweeps, beyond those of the draws of trees
)

// burnIn is how many sweeps count for nothing.
func (k *known) burnIn() int { return int(inference.BurnIn * float64(k.sweeps)) }

// move is M(a, b).
func (k *known) move(epsilon float64, a, b int) float64 {
	m := epsilon * k.share[b]
	if a == b {
		m += 1 - epsilon
	}
	return m
}

// fits reports whether a saved state has labels of this annotation; k may be nil.
func (k *known) fits(s state) bool {
	l := s.Labels
	if k == nil {
		return l.Sweep == 0
	}
	if l.Sweep == 0 {
		return true
	}
	if l.Sweep < 0 || l.Sweep > k.sweeps || len(l.Label) != len(k.label) || len(l.Sum) != len(k.label)*len(k.levels) ||
		!(l.Epsilon > 0 && l.Epsilon < 1) || !(l.Changes >= 0) {
		return false
	}
	for _, y := range l.Label {
		if y < 0 || y >= len(k.levels) {
			return false
		}
	}
	for _, v := range l.Sum {
		if !(v >= 0 && v <= float64(k.sweeps)+1) {
			return false
		}
	}
	return true
}

// sweepLabels does a slice of a sweep: a tree given the labels, the labels given the tree, then ε. It
// reports whether the sweep is complete. T³/3 multiply-adds.
func (f *fit) sweepLabels() bool {
	t, k, l := f.table.t, f.known, &f.Labels
	rng := f.streams.Task(labelStream + uint64(l.Sweep))
	if l.Sweep == 0 && l.Label == nil {
		l.Label, l.Sum, l.Epsilon = make([]int, t), make([]float64, t*len(k.levels)), startEpsilon
		if k.fixed > 0 {
			l.Epsilon = k.fixed
		}
		start := f.streams.Task(labelStream - 1)
		for i, y := range k.label {
			if l.Label[i] = y; y < 0 {
				l.Label[i] = categorical.Draw(k.share, start)
			}
		}
	}
	if !f.swept {
		f.weigh()
		f.sum.reset(k.weights(f.weights(), l.Label, l.Epsilon))
		f.swept = true
	}
	if !f.sum.advance(sliceWork, false) {
		return false
	}
	parent := make([]int, t)
	for done := f.sum.draw(rng, parent); !done(); {
	}
	f.swept = false
	marginals := k.given(parent, l.Epsilon, l.Label, rng)
	if k.fixed == 0 {
		l.Epsilon = k.changes(parent, l.Label, l.Epsilon, rng)
	}
	if l.Sweep >= k.burnIn() {
		for i, v := range marginals {
			l.Sum[i] += v
		}
		l.Changes += l.Epsilon
	}
	l.Sweep++
	return true
}

// weights are those of trees given labels: log β_uv + log M(y_v, y_u), log w_u + log π(y_u).
func (k *known) weights(w weights, label []int, epsilon float64) weights {
	n := len(k.levels)
	log := make([]float64, n*n)
	for a := range n {
		for b := range n {
			log[a*n+b] = math.Log(k.move(epsilon, a, b))
		}
	}
	given := weights{root: make([]float64, len(w.root)), forest: w.forest,
		parents: func(u int, parents []int, to []float64) {
			w.parents(u, parents, to)
			for k := range to {
				v := k
				if parents != nil {
					v = parents[k]
				}
				to[k] += log[label[v]*n+label[u]]
			}
		}}
	for u, x := range w.root {
		given.root[u] = x + math.Log(k.share[label[u]])
	}
	return given
}

// given draws the hidden labels of a tree into label, and returns the marginals of all, T×K: messages
// up to the roots, then down. T·K² operations.
func (k *known) given(parent []int, epsilon float64, label []int, rng *rand.Rand) (marginals []float64) {
	t, n := len(parent), len(k.levels)
	order := downward(parent)
	up, message := make([]float64, t*n), make([]float64, t*n) // of the rows below u, to u and to its parent
	for u := range t {
		for a := range n {
			if k.label[u] < 0 || k.label[u] == a {
				up[u*n+a] = 1
			}
		}
	}
	for at := t - 1; at >= 0; at-- {
		u := order[at]
		v := parent[u]
		scale(up[u*n : (u+1)*n])
		if v == spanning.Root {
			continue
		}
		for a := range n {
			sum := 0.0
			for b := range n {
				sum += k.move(epsilon, a, b) * up[u*n+b]
			}
			message[u*n+a] = sum
			up[v*n+a] *= sum
		}
		scale(up[v*n : (v+1)*n])
	}
	marginals = make([]float64, t*n)
	p := make([]float64, n)
	for _, u := range order {
		own, v := marginals[u*n:(u+1)*n], parent[u]
		if v == spanning.Root {
			for a := range n {
				own[a], p[a] = k.share[a]*up[u*n+a], k.share[a]*up[u*n+a]
			}
		} else {
			for a := range n {
				if x := marginals[v*n+a]; x > 0 {
					for b := range n {
						own[b] += x * k.move(epsilon, a, b) * up[u*n+b] / message[u*n+a]
					}
				}
				p[a] = k.move(epsilon, label[v], a) * up[u*n+a]
			}
		}
		scale(own)
		label[u] = categorical.Draw(p, rng)
	}
	return marginals
}

// downward lists the rows of a forest with parents first.
func downward(parent []int) (order []int) {
	children := make([][]int, len(parent))
	for u, v := range parent {
		if v == spanning.Root {
			order = append(order, u)
		} else {
			children[v] = append(children[v], u)
		}
	}
	for at := 0; at < len(order); at++ {
		order = append(order, children[order[at]]...)
	}
	return order
}

// changes draws ε: an edge between equal labels was drawn again with probability επ/((1−ε) + επ).
func (k *known) changes(parent, label []int, epsilon float64, rng *rand.Rand) float64 {
	anew, copied := 0, 0
	for u, v := range parent {
		if v == spanning.Root {
			continue
		}
		p := 1.0
		if label[u] == label[v] {
			p = epsilon * k.share[label[u]] / k.move(epsilon, label[v], label[u])
		}
		if rng.Float64() < p {
			anew++
		} else {
			copied++
		}
	}
	draw := distuv.Beta{Alpha: 1 + float64(anew), Beta: 1 + float64(copied), Src: rng}.Rand()
	return math.Min(math.Max(draw, 1e-6), 1-1e-6)
}

// scale makes numbers add up to 1.
func scale(x []float64) {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	for i := range x {
		x[i] /= sum
	}
}

// classified returns the frequencies of the labels over the sweeps so far; nil before burn-in is over.
func (f *fit) classified() *classes.Classification {
	if f.known == nil || f.Labels.Sweep <= f.known.burnIn() {
		return nil
	}
	k, count := f.known, float64(f.Labels.Sweep-f.known.burnIn())
	c := &classes.Classification{Class: k.name, Levels: k.levels, Truth: append([]int(nil), k.label...),
		Fitted:        make([]bool, len(k.label)),
		Probabilities: mat.NewDense(len(k.label), len(k.levels), nil), Iteration: max(f.Cycle-1, 0)}
	for i, y := range k.label {
		c.Fitted[i] = y >= 0
		for a := range k.levels {
			c.Probabilities.Set(i, a, math.Min(1, f.Labels.Sum[i*len(k.levels)+a]/count))
		}
	}
	return c
}
