package passing

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/process/timetree"
)

// drawn makes a random binary tree of n leaves with times from the process at c = 1 and data
// from the process at σ² = 1, or data that do not depend on the tree.
func drawn(rng *rand.Rand, n, d int, related bool, noise float64) (*Tree, *Data) {
	type cluster struct {
		kids [2]int
		size int
	}
	clusters := make([]cluster, n, 2*n)
	roots := make([]int, n)
	for i := range n {
		clusters[i].size = 1
		roots[i] = i
	}
	for len(roots) > 1 {
		rng.Shuffle(len(roots), func(i, j int) { roots[i], roots[j] = roots[j], roots[i] })
		a, b := roots[len(roots)-1], roots[len(roots)-2]
		clusters = append(clusters, cluster{[2]int{a, b}, clusters[a].size + clusters[b].size})
		roots = append(roots[:len(roots)-2], len(clusters)-1)
	}
	harmonic := make([]float64, n+1)
	for i := 1; i <= n; i++ {
		harmonic[i] = harmonic[i-1] + 1/float64(i)
	}
	lnGamma := func(k int) float64 { x, _ := math.Lgamma(float64(k)); return x }
	arrays := timetree.NewArrays(n)
	t := &Tree{Arrays: &arrays, Harmonic: make([]float64, 2*n)}
	t.Top = int32(roots[0])
	data := &Data{Rows: n, Columns: d, Classes: []Class{{0, d}}, Mean: make([]float64, n*d), Variance: make([]float64, n)}
	queue := []int{roots[0]}
	x := make([][]float64, len(clusters))
	t.Parent[roots[0]] = -1
	for i := 0; i < len(queue); i++ {
		v := queue[i]
		c := clusters[v]
		above, at := t.ParentRem(int32(v)), make([]float64, d)
		if p := t.Parent[v]; p >= 0 {
			copy(at, x[p])
		}
		r := 0.0
		if c.size > 1 {
			r = above * math.Exp(-rng.ExpFloat64()/harmonic[c.size-1])
			t.Structure += lnGamma(clusters[c.kids[0]].size) + lnGamma(clusters[c.kids[1]].size) - lnGamma(c.size)
			t.SetRem(int32(v), r)
			t.Harmonic[v] = harmonic[c.size-1]
			for _, k := range c.kids {
				t.Parent[k], t.Kids[v] = int32(v), append(t.Kids[v], int32(k))
			}
			queue = append(queue, c.kids[:]...)
		}
		for j := range at {
			at[j] += math.Sqrt(above-r) * rng.NormFloat64()
			if v < n {
				if !related {
					at[j] = rng.NormFloat64()
				}
				data.Mean[v*d+j] = at[j] + math.Sqrt(noise)*rng.NormFloat64()
			}
		}
		if v < n {
			data.Variance[v] = noise
		}
		x[v] = at
	}
	t.Preorder()
	return t, data
}

// learnt are the usual hyperparameters: σ² and c are learnt under Ga(1,1) priors.
var learnt = Hyper{Sigma2: 1, C: 1, TauShape: 1, TauRate: 1, CShape: 1, CRate: 1}

// known is σ² = c = 1.
var known = Hyper{Sigma2: 1, C: 1, FixSigma2: true, FixC: true}

// run passes messages to the end.
func run(t *Tree, d *Data, h Hyper, p Precision) (*Run, Result) {
	r := NewRun(t, d, h, p)
	for !r.Advance(1 << 30) {
	}
	return r, r.Result()
}
