package loadings

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/cholesky"
	"example.org/espalier/inference/parallel"
)

const (
	chunkItems = 512  // items whose sums are computed together
	mostChunks = 32   // beyond this number, chunks hold more items
	blockCases = 32   // cases drawn from one stream
	partSums   = 1024 // cases whose sums over items one goroutine computes
)

// activityMoves draw the activities of the cases, and their scale.
type activityMoves struct {
	s     *State
	cases *caseWork
}

// caseWork is scratch space for drawing activities: sums of chunks of items, and a root for each
// block of cases.
type caseWork struct {
	size, chunk int
	weight      [][]float64 // of each chunk: Σ τgg ᵀ, size×size
	value       [][]float64 // of each chunk: Σ τg y, size×N
	root        [][]float64 // of each block
	x           [][]float64
}

func newCaseWork(size, d, n int) *caseWork {
	w := &caseWork{size: size, chunk: max(chunkItems, (d+mostChunks-1)/mostChunks)}
	for range (d + w.chunk - 1) / w.chunk {
		w.weight = append(w.weight, make([]float64, size*size))
		w.value = append(w.value, make([]float64, size*n))
	}
	for range (n + blockCases - 1) / blockCases {
		w.root = append(w.root, make([]float64, size*size))
		w.x = append(w.x, make([]float64, size))
	}
	return w
}

// ScratchBytes returns the memory of the sums for the activities with d items, n cases and k factors.
func ScratchBytes(n, d, k float64) float64 {
	return 8 * math.Min(mostChunks, d/chunkItems+1) * (n + k) * k
}

// weighings returns the number of pieces of the sums over items: blocks of cases of chunks of items.
func (am *activityMoves) weighings() int {
	return len(am.cases.weight) * parallel.Count(am.s.obs.n, partSums)
}

// weigh computes Σ τg y of the items of a chunk for a block of cases, and with the first block Σ τgg ᵀ.
// O(links·(K+N)) for all blocks
func (am *activityMoves) weigh(piece int) {
	w, n, k := am.cases, am.s.obs.n, am.s.k()
	blocks := parallel.Count(n, partSums)
	c, low := piece/blocks, piece%blocks*partSums
	high := min(n, low+partSums)
	weight, value := w.weight[c], w.value[c]
	for i := range k {
		clear(value[i*n+low : i*n+high])
		if low == 0 {
			clear(weight[i*w.size : i*w.size+k])
		}
	}
	for d := c * w.chunk; d < min(am.s.obs.d, (c+1)*w.chunk); d++ {
		g, y := am.s.g[d*am.s.size:d*am.s.size+k], am.s.obs.row(d)[low:high]
		for i, v := range g {
			if v == 0 {
				continue
			}
			v *= am.s.tau[d]
			axpy(value[i*n+low:i*n+high], v, y)
			if low > 0 {
				continue
			}
			for j, u := range g[:i+1] {
				weight[i*w.size+j] += v * u
			}
		}
	}
}

// gatherWeights sums the chunks, in their order, into the first.
func (am *activityMoves) gatherWeights() {
	w, n, k := am.cases, am.s.obs.n, am.s.k()
	if len(w.weight) == 1 {
		return
	}
	for c := 1; c < len(w.weight); c++ {
		for i := range k {
			axpy(w.weight[0][i*w.size:i*w.size+i+1], 1, w.weight[c][i*w.size:i*w.size+i+1])
		}
	}
	parallel.Do(k, am.s.threads, func(i int) {
		for c := 1; c < len(w.weight); c++ {
			axpy(w.value[0][i*n:(i+1)*n], 1, w.value[c][i*n:(i+1)*n])
		}
	})
}

// drawCases draws the activities of block b of cases: x ~ N(CGᵀTy, C), C = (GᵀTG+I)⁻¹, with T the
// precisions of the observed items. Cases with the same missing items share the root of C⁻¹. O(K²)
// per case and O(K³ + missing·on²) per pattern.
func (am *activityMoves) drawCases(b int, rng *rand.Rand) {
	w, k := am.cases, am.s.k()
	root, x := w.root[b], w.x[b][:k]
	order := am.s.obs.order[b*blockCases : min(am.s.obs.n, (b+1)*blockCases)]
	for i, n := range order {
		if i == 0 || !am.s.obs.same(order[i-1], n) {
			am.caseRoot(int(n), root)
		}
		for j := range x {
			x[j] = w.value[0][j*am.s.obs.n+int(n)]
		}
		cholesky.Forward(root, k, w.size, x)
		for j := range x {
			x[j] += rng.NormFloat64()
		}
		cholesky.Backward(root, k, w.size, x)
		copy(am.s.xt[int(n)*am.s.size:int(n)*am.s.size+k], x)
		for j, v := range x {
			am.s.x[j*am.s.obs.n+int(n)] = v
		}
	}
}

// caseRoot sets root to the Cholesky root of the precision of the activities of case n.
func (am *activityMoves) caseRoot(n int, root []float64) {
	w, k, gap := am.cases, am.s.k(), am.s.obs.cases[n]
	sign := -1.0
	if gap.seen {
		sign = 1
	}
	for i := range k {
		row := root[i*w.size : i*w.size+i+1]
		if gap.seen {
			clear(row)
		} else {
			copy(row, w.weight[0][i*w.size:i*w.size+i+1])
		}
		row[i]++
	}
	var room [64]int32
	on := room[:0]
	for _, d := range gap.at {
		g := am.s.g[int(d)*am.s.size : int(d)*am.s.size+k]
		on = on[:0]
		for i, v := range g {
			if v == 0 {
				continue
			}
			on = append(on, int32(i))
			v *= sign * am.s.tau[d]
			row := root[i*w.size : i*w.size+i+1]
			for _, j := range on {
				row[j] += v * g[j]
			}
		}
	}
	cholesky.Firm(root, k, w.size)
}

// rescale draws, for each factor, a common change of scale of its activities, loadings and
// precision that preserves GX and the prior of the loadings: x → x√w, g → g/√w, λ → λw. Along these
// orbits, with the measure dw/w, the target is Ga(N/2 + a, x²/2 + bλ) (Liu and Sabatti 2000). With
// a single λ the sums run over all factors, with one λ_dk per loading over all loadings.
func (am *activityMoves) rescale(rng *rand.Rand) {
	if am.s.o.fixedPrecision || am.s.k() == 0 {
		return
	}
	k, n := am.s.k(), float64(am.s.obs.n)
	c := am.s.rows.row.v[:k]
	switch am.s.o.slab {
	case Shared:
		sum := 0.0
		for i := range k {
			x := am.s.activity(i)
			sum += dot(x, x)
		}
		w := drawGamma(am.s.o.precision.shape+float64(k)*n/2, am.s.hyper.bLambda*am.s.hyper.common+sum/2, rng)
		am.s.hyper.common *= w
		for i := range c {
			c[i] = w
			am.s.lambda[i] = am.s.hyper.common
		}
	case PerFactor:
		for i := range c {
			x := am.s.activity(i)
			c[i] = drawGamma(am.s.o.precision.shape+n/2, am.s.hyper.bLambda*am.s.lambda[i]+dot(x, x)/2, rng)
			am.s.lambda[i] *= c[i]
		}
	case PerElement:
		a, b := am.s.o.elementPrior()
		sums := am.s.rows.row.u[:k]
		clear(sums)
		for d := range am.s.obs.d {
			axpy(sums, 1, am.s.each[d*am.s.size:d*am.s.size+k])
		}
		for i := range c {
			x := am.s.activity(i)
			c[i] = drawGamma(float64(am.s.obs.d)*a+n/2, b*sums[i]+dot(x, x)/2, rng)
		}
		for d := range am.s.obs.d {
			for i, w := range c {
				am.s.each[d*am.s.size+i] *= w
			}
		}
	}
	for i, w := range c {
		c[i] = math.Sqrt(w)
	}
	parallel.Blocks(am.s.obs.n, partSums, am.s.threads, func(_, low, high int) {
		for i, w := range c {
			x := am.s.activity(i)[low:high]
			scale(x, w)
			for t, v := range x {
				am.s.xt[(low+t)*am.s.size+i] = v
			}
		}
	})
	for d := range am.s.obs.d {
		for i, w := range c {
			am.s.g[d*am.s.size+i] /= w
		}
	}
}

// reverse copies the activities of slot k to their layout by cases.
func (s *State) reverse(k int) {
	for i, v := range s.activity(k) {
		s.xt[i*s.size+k] = v
	}
}

// multiply recomputes XXᵀ. O(K²N)
func (s *State) multiply() {
	threads := s.threads
	if s.k()*s.k()*s.obs.n < 1<<16 {
		threads = 1 // not worth a goroutine
	}
	parallel.Do(s.k(), threads, func(i int) {
		for j := range i + 1 {
			v := dot(s.activity(i), s.activity(j))
			s.s[i*s.size+j], s.s[j*s.size+i] = v, v
		}
	})
	s.fresh = s.fresh[:0]
}

// project computes YXᵀ and the residual squares of items from…to−1. O(NK) per item
func (s *State) project(from, to int) {
	k, n := s.k(), s.obs.n
	for d := from; d < to; d++ {
		b := s.b[d*s.size : d*s.size+k]
		multiply(b, s.x, n, s.obs.row(d))
		s.rss[d] = s.leftOver(d)
	}
}

// leftOver returns Σ e² over the cells of item d. O(on² + missing·on)
func (s *State) leftOver(d int) float64 {
	k, base, gap := s.k(), d*s.size, s.obs.items[d]
	g := s.g[base : base+k]
	sum := s.obs.square[d]
	for i, v := range g {
		if v == 0 {
			continue
		}
		part := 2 * s.b[base+i]
		if !gap.seen {
			for j, u := range g {
				part -= s.s[i*s.size+j] * u
			}
		}
		sum -= v * part
	}
	sign := -1.0
	if gap.seen {
		sign = 1
	}
	for _, n := range gap.at {
		fit := 0.0
		for j, u := range g {
			fit += u * s.xt[int(n)*s.size+j]
		}
		sum += sign * fit * fit
	}
	if sum > cancelled*s.obs.square[d] {
		return sum
	}
	e := make([]float64, s.obs.n)
	s.rows.residual(d, s.live, e)
	return dot(e, e)
}
