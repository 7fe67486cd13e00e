package loadings

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/cholesky"
	"example.org/espalier/inference/parallel"
)

// pairMoves propose to tilt or to turn a pair of factors.
type pairMoves struct {
	s       *State
	pairing []rootWork // of the blocks of items whose pairs are found side by side
	tilting tiltWork
	turning turnWork
}

// rootWork is scratch space for the root of a row's loadings, allocated once.
type rootWork struct {
	on            []int32   // factors
	root, mean, x []float64 // on×on, on, on×cells
}

// A pair is the likelihood of the loadings of an item on two factors, with those on its other factors integrated out.
// It holds, in units of the noise, the products of the two factors' activities and those with the row, less the parts
// that the other factors explain.
type pair struct{ ii, ij, jj, i, j float64 }

// mixed returns the pair for x_i → ax_i + bx_j and x_j → cx_i + dx_j.
func (t pair) mixed(a, b, c, d float64) pair {
	return pair{
		ii: a*a*t.ii + 2*a*b*t.ij + b*b*t.jj, ij: a*c*t.ii + (a*d+b*c)*t.ij + b*d*t.jj, jj: c*c*t.ii + 2*c*d*t.ij + d*d*t.jj,
		i: a*t.i + b*t.j, j: c*t.i + d*t.j,
	}
}

// evidence returns, up to terms independent of the pair, the log density of the row with its loadings integrated
// out, by which of the factors i (1) and j (2) it has. u and v are the precisions of their loadings.
func (t pair) evidence(u, v float64) (e [4]float64) {
	p, q := t.ii+u, t.jj+v
	e[1] = 0.5 * (math.Log(u/p) + t.i*t.i/p)
	e[2] = 0.5 * (math.Log(v/q) + t.j*t.j/q)
	// Given i, j has at least the precision of its prior, whatever the rounding.
	q = max(q-t.ij*t.ij/p, v)
	r := t.j - t.i*t.ij/p
	e[3] = e[1] + 0.5*(math.Log(v/q)+r*r/q)
	return e
}

// pairItemsAtOnce is the number of items whose pairs one goroutine finds.
const pairItemsAtOnce = 16

// pairsOf appends the pairs of factors i and j in the rows of some items to a list.
func (pm *pairMoves) pairsOf(items []int32, i, j int, to []pair) []pair {
	from := len(to)
	to = append(to, make([]pair, len(items))...)
	for len(pm.pairing) < parallel.Count(len(items), pairItemsAtOnce) {
		pm.pairing = append(pm.pairing, rootWork{})
	}
	threads := pm.s.threads
	if size := pm.s.k() + 2; len(items)*size*size < leastTogether {
		threads = 1
	}
	parallel.Blocks(len(items), pairItemsAtOnce, threads, func(b, low, high int) {
		for a := low; a < high; a++ {
			to[from+a] = pm.pairOf(int(items[a]), i, j, &pm.pairing[b])
		}
	})
	return to
}

// pairOf returns the pair of factors i and j in the row of item d. O(on³ + missing·on²)
func (pm *pairMoves) pairOf(d, i, j int, w *rootWork) pair {
	w.on = w.on[:0]
	for _, l := range pm.s.live {
		if k := int(l); k != i && k != j && pm.s.z[d*pm.s.size+k] {
			w.on = append(w.on, l)
		}
	}
	n := len(w.on)
	w.on = append(w.on, int32(i), int32(j))
	pm.s.productsOfRow(d, n, w)
	size := n + 2
	one, two := w.root[n*size:n*size+n], w.root[(n+1)*size:(n+1)*size+n]
	cholesky.Firm(w.root, n, size)
	cholesky.Forward(w.root, n, size, w.mean)
	cholesky.Forward(w.root, n, size, one)
	cholesky.Forward(w.root, n, size, two)
	t := pair{ii: w.root[n*size+n], ij: w.root[(n+1)*size+n], jj: w.root[(n+1)*size+n+1], i: w.mean[n], j: w.mean[n+1]}
	for l, m := range w.mean[:n] {
		a, b := one[l], two[l]
		t.ii -= a * a
		t.ij -= a * b
		t.jj -= b * b
		t.i -= a * m
		t.j -= b * m
	}
	t.ii, t.jj = max(t.ii, 0), max(t.jj, 0)
	return t
}

// productsOfRow sets root to the lower triangle of τXXᵀ over the factors in on and the cells of item d, with
// the precisions of the loadings of the first n added, and mean to τXy. O(on² + missing·on²)
func (s *State) productsOfRow(d, n int, w *rootWork) {
	tau, gap := s.tau[d], s.obs.items[d]
	size, cells := len(w.on), len(gap.at)
	w.root, w.mean, w.x = resize(w.root, size*size), resize(w.mean, size), resize(w.x, size*cells)
	sign := -tau
	if gap.seen {
		sign = tau
	}
	for i, k := range w.on {
		x := s.activity(int(k))
		mine := w.x[i*cells : (i+1)*cells]
		for a, c := range gap.at {
			mine[a] = x[c]
		}
		row := w.root[i*size : i*size+i+1]
		for l, m := range w.on[:i+1] {
			sum := 0.0
			for a, v := range w.x[l*cells : (l+1)*cells] {
				sum += v * mine[a]
			}
			row[l] = sign * sum
			if !gap.seen {
				row[l] += tau * s.s[int(k)*s.size+int(m)]
			}
		}
		if i < n {
			row[i] += s.precision(d, int(k))
		}
		w.mean[i] = tau * s.b[d*s.size+int(k)]
	}
}

// drawLoadingsAnew draws the loadings of item d given its row: N(Pm, P), P⁻¹ = τXXᵀ + Λ, m = τXy. O(on³
// + missing·on²)
func (rm *rowMoves) drawLoadingsAnew(d int, rng *rand.Rand) {
	w := &rm.rooting
	w.on = w.on[:0]
	for _, k := range rm.s.live {
		if rm.s.z[d*rm.s.size+int(k)] {
			w.on = append(w.on, k)
		}
	}
	n := len(w.on)
	rm.s.productsOfRow(d, n, w)
	cholesky.Firm(w.root, n, n)
	cholesky.Forward(w.root, n, n, w.mean)
	for i := range w.mean {
		w.mean[i] += rng.NormFloat64()
	}
	cholesky.Backward(w.root, n, n, w.mean)
	for i, k := range w.on {
		rm.s.g[d*rm.s.size+int(k)] = w.mean[i]
	}
}
