package loadings

import (
	"math/rand/v2"

	"example.org/espalier/inference/process/conjugate"
)

// A State is one state of a chain with derived quantities that make moves cheap. Factors live in
// slots 0…high−1, some of which may be free while rows are visited; at the end of a sweep they are
// 0…K−1. Matrices of factors have room for size factors.
type State struct {
	o       Options
	obs     *observed
	threads int

	size, high int
	used       []bool
	live       []int32 // slots in use
	ids        []int   // of each slot
	nextID     int

	z      []bool      // D×size
	g      []float64   // D×size, 0 where z is not set
	m      []int       // items of each factor
	x      []float64   // size×N, the activities
	xt     []float64   // N×size, transposed
	lambda []float64   // λ of each slot; all equal if shared
	each   []float64   // D×size, λ_dk of Student-t loadings
	rho    []float64   // of BFRM
	rhos   [][]float64 // of BFRM, ρ of the groups of items after the first

	tau    []float64 // of each item, times the power of the density; see [State.Temper]
	cooled float64   // 1 less that power

	s   []float64 // size×size: XXᵀ
	b   []float64 // D×size: YXᵀ
	rss []float64 // of each item: Σ e² over observed cells

	group []int // of each item, nil for one group; see bytable.go

	fresh []int32 // slots filled since b was made

	// The moves of each part of the state, with their buffers.
	hyper      hyperMoves
	rows       rowMoves
	pairs      pairMoves
	parts      partMoves
	activities activityMoves
}

func newState(o Options, obs *observed, threads int) *State {
	s := &State{o: o.forItems(obs.d), obs: obs, threads: max(1, threads),
		tau: make([]float64, obs.d), rss: make([]float64, obs.d)}
	s.hyper = hyperMoves{s: s, alpha: o.alpha, bLambda: o.precision.rate, bPsi: o.noise.rate, common: 1}
	s.rows, s.pairs, s.activities = rowMoves{s: s}, pairMoves{s: s}, activityMoves{s: s}
	s.parts = partMoves{s: s, partCases: partCases}
	usual, sum := 0.0, 0.0
	for i := range obs.d {
		usual += 1 / float64(i+1)
		sum += 1 / (s.o.beta + float64(i))
		s.tau[i] = 1
	}
	s.hyper.weight = s.o.beta
	if s.o.readable { // as many factors as the usual process expects
		s.hyper.weight = usual / sum
	}
	s.hyper.harmonic = s.hyper.weight * sum
	s.grow(8)
	if o.support != Buffet {
		s.grow(o.factors)
	}
	setGroups(s)
	return s
}

// k returns the number of factors.
func (s *State) k() int { return len(s.live) }

// grow makes room for at least least factors.
func (s *State) grow(least int) {
	if least <= s.size {
		return
	}
	size := (least + 7) / 8 * 8
	d, n := s.obs.d, s.obs.n
	s.z = widen(s.z, d, s.size, size)
	s.g = widen(s.g, d, s.size, size)
	s.b = widen(s.b, d, s.size, size)
	s.xt = widen(s.xt, n, s.size, size)
	s.s = widen(s.s, s.size, s.size, size)
	s.s = append(s.s, make([]float64, (size-s.size)*size)...)
	s.x = append(s.x, make([]float64, (size-s.size)*n)...)
	more := make([]float64, size-s.size)
	s.lambda, s.rho = append(s.lambda, more...), append(s.rho, more...)
	s.m, s.ids, s.used = append(s.m, make([]int, len(more))...), append(s.ids, make([]int, len(more))...),
		append(s.used, make([]bool, len(more))...)
	if s.o.slab == PerElement {
		s.each = widen(s.each, d, s.size, size)
	}
	s.size = size
	s.rows.row, s.activities.cases = newRowWork(size, n), newCaseWork(size, d, n)
}

// widen copies a matrix of the given number of rows into one with more columns.
func widen[T any](a []T, rows, from, to int) []T {
	out := make([]T, rows*to)
	for i := range rows {
		copy(out[i*to:], a[i*from:(i+1)*from])
	}
	return out
}

// take returns a free slot, now live, with a new ID.
func (s *State) take() int {
	k := 0
	for k < s.high && s.used[k] {
		k++
	}
	if k == s.size {
		s.grow(s.size + 1)
	}
	s.high = max(s.high, k+1)
	s.used[k], s.m[k] = true, 0
	s.ids[k] = s.nextID
	s.nextID++
	s.live = append(s.live, int32(k))
	return k
}

// release frees the slot of a factor without items.
func (s *State) release(k int) {
	s.used[k] = false
	for i, l := range s.live {
		if int(l) == k {
			s.live = append(s.live[:i], s.live[i+1:]...)
			break
		}
	}
	for i, l := range s.fresh {
		if int(l) == k {
			s.fresh = append(s.fresh[:i], s.fresh[i+1:]...)
			break
		}
	}
}

// set gives item d the loading v of factor k; on says whether it has one.
func (s *State) set(d, k int, on bool, v float64) {
	i := d*s.size + k
	if s.z[i] != on {
		if on {
			s.m[k]++
		} else {
			s.m[k]--
		}
	}
	s.z[i], s.g[i] = on, v
}

// place writes the activities of slot k and their products with those of the other factors. The
// factor must be live. O(NK)
func (s *State) place(k int, x []float64) {
	copy(s.activity(k), x)
	s.reverse(k)
	for _, l := range s.live {
		v := dot(s.activity(k), s.activity(int(l)))
		s.s[k*s.size+int(l)], s.s[int(l)*s.size+k] = v, v
	}
	s.fresh = append(s.fresh, int32(k))
}

// activity returns the activities of slot k.
func (s *State) activity(k int) []float64 { return s.x[k*s.obs.n : (k+1)*s.obs.n] }

// precision returns the precision of loading k of item d.
func (s *State) precision(d, k int) float64 {
	if s.o.slab == PerElement {
		return s.each[d*s.size+k]
	}
	return s.lambda[k]
}

// newPrecision draws the precision of a new factor.
func (hm *hyperMoves) newPrecision(rng *rand.Rand) float64 {
	if hm.s.o.slab == Shared {
		return hm.common
	}
	if hm.s.o.fixedPrecision {
		return 1
	}
	return conjugate.Gamma(hm.s.o.precision.shape, hm.bLambda, rng)
}

// compact moves factors into slots 0…K−1. O(D+N) for each one moved.
func (s *State) compact() {
	k, n := s.k(), s.obs.n
	from := s.high - 1
	for to := range k {
		if s.used[to] {
			continue
		}
		for !s.used[from] {
			from--
		}
		for d := range s.obs.d {
			i, j := d*s.size+to, d*s.size+from
			s.z[i], s.g[i], s.b[i] = s.z[j], s.g[j], s.b[j]
			s.z[j], s.g[j] = false, 0
			if s.each != nil {
				s.each[i] = s.each[j]
			}
		}
		copy(s.activity(to), s.activity(from))
		for c := range n {
			s.xt[c*s.size+to] = s.xt[c*s.size+from]
		}
		for j := range s.high {
			s.s[to*s.size+j] = s.s[from*s.size+j]
		}
		for j := range s.high {
			s.s[j*s.size+to] = s.s[j*s.size+from]
		}
		s.m[to], s.lambda[to], s.rho[to], s.ids[to] = s.m[from], s.lambda[from], s.rho[from], s.ids[from]
		for _, r := range s.rhos {
			r[to] = r[from]
		}
		s.used[to], s.used[from] = true, false
	}
	s.high = k
	for i := range s.live {
		s.live[i] = int32(i)
	}
}
