package pydt

import (
	"math"
	"math/rand/v2"

	"espalier/inference"
	"espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// sampleTree draws a tree of n ≥ 1 leaves from the process of math 2.2: every point
// follows the paths before it until it diverges.
func sampleTree(n int, prior *Prior, c float64, rng *rand.Rand) *sketch {
	s := newState(&problem{n: n}, hyper{prior: prior, c: c})
	s.top, s.parent[0] = 0, -1
	for i := 1; i < n; i++ {
		at := s.samplePath(rng)
		u := s.link(int32(i), at)
		for v := u; v >= 0; v = s.parent[v] {
			s.updateCounts(v, s.kids[v])
		}
	}
	return s.capture()
}

// samplePath draws where a new path leaves the tree.
func (s *state) samplePath(rng *rand.Rand) position {
	p, v, from := s.hyper.prior, s.top, 0.0
	for {
		m := int(s.size[v])
		diverges := from + rng.ExpFloat64()/(s.hyper.c*p.Rate(m))
		if s.isLeaf(v) || diverges < s.ell[v] {
			return position{node: v, rem: math.Exp(-diverges)}
		}
		kids := s.kids[v]
		u := rng.Float64() * (float64(m) + p.Theta)
		u -= p.Theta + p.Alpha*float64(len(kids))
		if u < 0 {
			return position{node: v, join: true, rem: s.rem[v]}
		}
		next := kids[len(kids)-1]
		for _, k := range kids {
			if u -= float64(s.size[k]) - p.Alpha; u < 0 {
				next = k
				break
			}
		}
		v, from = next, s.ell[v]
	}
}

// sampleLocations draws Brownian locations down the tree and returns those of the
// leaves, n×d, with observation noise added.
func sampleLocations(t *tree.Tree, d int, sigma2, noise float64, rng *rand.Rand) *mat.Dense {
	locations := make([][]float64, t.Nodes())
	x := mat.NewDense(t.Leaves(), d, nil)
	stack := []int{t.Top}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		above, rem := make([]float64, d), 1.0
		if p := t.Parent[v]; p >= 0 {
			above, rem = locations[p], math.Exp(-t.LogTime[p])
		}
		sd := math.Sqrt(sigma2 * (rem - math.Exp(-t.LogTime[v])))
		at := make([]float64, d)
		for j := range at {
			at[j] = above[j] + sd*rng.NormFloat64()
		}
		locations[v] = at
		if t.IsLeaf(v) {
			for j := range at {
				x.Set(v, j, at[j]+math.Sqrt(noise)*rng.NormFloat64())
			}
		}
		stack = append(stack, t.Children[v]...)
	}
	return x
}

// samplePrior draws a data set of n rows and d columns with the tree behind it.
func samplePrior(n, d int, names []string, h hyper, rng *rand.Rand) inference.Draw {
	t := sampleTree(n, h.prior, h.c, rng).publish(names)
	return inference.Draw{X: sampleLocations(t, d, h.sigma2, h.noise, rng), Tree: t}
}
