package loadings

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/cholesky"
	"example.org/espalier/inference/parallel"
)

// rowMoves draw the row of one item: which factors it has, its loadings and the factors that it alone has.
type rowMoves struct {
	s       *State
	table   int       // the group of the item that is visited
	visited int       // items of the group that is visited
	ahead   []int     // of each slot: how many items of the group that is visited have it, but for the item visited
	odds    []float64 // prior odds of an entry by the number of other items
	row     *rowWork
	rooting rootWork
}

// rowWork is scratch space for a visit to an item, allocated once.
type rowWork struct {
	size    int
	visit   []int32     // factors whose entry is drawn
	single  []int32     // factors of only this item
	on      []int32     // factors with a loading now
	column  [][]float64 // for each of them: products of its activities with the others' over the item's cells
	buffer  []float64   // their storage if cells are missing
	spare   []int32     // free places of the buffer
	home    []int32     // for each of on: its place in the buffer, −1 for none
	diag    []float64   // of each slot: Σ x² over the item's cells
	p       []float64   // covariance of the loadings given the row, in the order of on
	mu      []float64   // their mean
	v, u    []float64
	root    []float64
	draw    []float64
	residue []float64 // N: the row less the part that its other factors explain
	x       []float64 // activities of new factors, N each
	g, l    []float64 // their loadings and precisions
}

func newRowWork(size, n int) *rowWork {
	f := func(k int) []float64 { return make([]float64, k) }
	w := &rowWork{size: size, column: make([][]float64, size), buffer: f(size * size),
		home: make([]int32, size), diag: f(size),
		p: f(size * size), mu: f(size), v: f(size), u: f(size), root: f(size * size), draw: f(size), residue: f(n)}
	for _, l := range []*[]int32{&w.visit, &w.single, &w.on, &w.spare} {
		*l = make([]int32, 0, size)
	}
	return w
}

// visitItem draws the entries, loadings and singletons of item d.
func (rm *rowMoves) visitItem(d int, rng *rand.Rand) {
	rm.gather(d)
	leaveGroup(rm.s, d)
	w := rm.row
	switch {
	case rm.s.o.support == Complete:
		rm.drawLoadingsAnew(d, rng)
	case rm.s.o.plain:
		rm.drawPlain(d, rng)
	default:
		rm.drawRow(d, rng)
	}
	if rm.s.o.support == Buffet {
		rm.singletons(d, rng)
	}
	if rm.s.o.slab == PerElement {
		for _, k := range w.visit {
			rm.s.hyper.drawElement(d, int(k), rng)
		}
	}
	joinGroup(rm.s, d)
}

// freshen finds the products of all items with the activities of the factors that are new since the last sweep. Those
// that come up during the visits are multiplied with an item when it is visited. O(DN) for each
func (rm *rowMoves) freshen() {
	if len(rm.s.fresh) == 0 {
		return
	}
	threads := rm.s.threads
	if len(rm.s.fresh)*rm.s.obs.d*rm.s.obs.n < leastTogether {
		threads = 1
	}
	parallel.Blocks(rm.s.obs.d, 16, threads, func(_, low, high int) {
		for d := low; d < high; d++ {
			rm.multiplyFresh(d)
		}
	})
	rm.s.fresh = rm.s.fresh[:0]
}

// multiplyFresh finds the products of item d with the activities of new factors.
func (rm *rowMoves) multiplyFresh(d int) {
	for _, k := range rm.s.fresh {
		rm.s.b[d*rm.s.size+int(k)] = dot(rm.s.activity(int(k)), rm.s.obs.row(d))
	}
}

// gather separates the factors whose entries of item d are drawn from those that only it has, and
// updates the item's products with the data.
func (rm *rowMoves) gather(d int) {
	w := rm.row
	base := d * rm.s.size
	rm.multiplyFresh(d)
	w.visit, w.single = w.visit[:0], w.single[:0]
	for _, k := range rm.s.live {
		if rm.s.o.support == Buffet && rm.s.m[k] == 1 && rm.s.z[base+int(k)] {
			w.single = append(w.single, k)
		} else {
			w.visit = append(w.visit, k)
		}
	}
	rm.ready(d)
}

// ready prepares for the row of item d, with no entry on.
func (rm *rowMoves) ready(d int) {
	w := rm.row
	w.on = w.on[:0]
	if !rm.s.obs.items[d].none() {
		w.spare = w.spare[:0]
		for k := range rm.s.size {
			w.spare = append(w.spare, int32(k))
		}
	}
	rm.diagonal(d)
}

// diagonal sets the sums of squares of the activities over the cells of item d. O(K·missing)
func (rm *rowMoves) diagonal(d int) {
	diag, gap := rm.row.diag[:rm.s.high], rm.s.obs.items[d]
	if gap.seen {
		clear(diag)
		for _, n := range gap.at {
			for k, v := range rm.s.xt[int(n)*rm.s.size : int(n)*rm.s.size+rm.s.high] {
				diag[k] += v * v
			}
		}
		return
	}
	for k := range diag {
		diag[k] = rm.s.s[k*rm.s.size+k]
	}
	for _, n := range gap.at {
		for k, v := range rm.s.xt[int(n)*rm.s.size : int(n)*rm.s.size+rm.s.high] {
			diag[k] -= v * v
		}
	}
}

// products returns the products of factor k's activities with those of all factors over the cells
// of item d, and their place in the buffer. O(K·missing)
func (rm *rowMoves) products(d, k int) ([]float64, int32) {
	w, gap := rm.row, rm.s.obs.items[d]
	row := rm.s.s[k*rm.s.size : k*rm.s.size+rm.s.high]
	if gap.none() {
		return row, -1
	}
	home := w.spare[len(w.spare)-1]
	w.spare = w.spare[:len(w.spare)-1]
	out := w.buffer[int(home)*rm.s.size : int(home)*rm.s.size+rm.s.high]
	sign := -1.0
	if gap.seen {
		clear(out)
		sign = 1
	} else {
		copy(out, row)
	}
	for _, n := range gap.at {
		x := rm.s.xt[int(n)*rm.s.size : int(n)*rm.s.size+rm.s.high]
		a := sign * x[k]
		for j, v := range x {
			out[j] += a * v
		}
	}
	return out, home
}

// entry returns the contribution of entry k to the evidence of row d: the precision of its loading given the
// others', and the part of the row it explains. O(on²)
func (rm *rowMoves) entry(d, k int) (precision, part float64) {
	w, tau := rm.row, rm.s.tau[d]
	precision = tau*w.diag[k] + rm.s.precision(d, k)
	part = rm.s.b[d*rm.s.size+k]
	n := len(w.on)
	v, u := w.v[:n], w.u[:n]
	for i, c := range w.column[:n] {
		v[i] = c[k]
		part -= v[i] * w.mu[i]
		v[i] *= tau
	}
	whole := precision
	if n < cholesky.Few {
		for i := range u {
			sum := 0.0
			for j, a := range w.p[i*w.size : i*w.size+n] {
				sum += a * v[j]
			}
			u[i] = sum
			precision -= sum * v[i]
		}
	} else {
		multiply(u, w.p, w.size, v)
		precision -= dot(u, v)
	}
	// The Schur complement is at least the prior's precision; rounding may take it below.
	if least := rm.s.precision(d, k); precision < least && n > 0 {
		precision = math.Min(least, whole)
	}
	return precision, tau * part
}

// include switches on entry k, given the results of entry.
func (rm *rowMoves) include(d, k int, precision, part float64) {
	w := rm.row
	n := len(w.on)
	step := part / precision
	for i, a := range w.u[:n] {
		w.mu[i] -= a * step
		row := w.p[i*w.size : i*w.size+n+1]
		c := a / precision
		cholesky.Subtract(row[:n], -c, w.u[:n])
		row[n] = -c
		w.p[n*w.size+i] = -c
	}
	w.p[n*w.size+n] = 1 / precision
	w.mu[n] = step
	w.on = append(w.on, int32(k))
	w.column[n], w.home[n] = rm.products(d, k)
}

// exclude switches off the i-th of the entries that are on.
func (rm *rowMoves) exclude(i int) {
	w := rm.row
	n := len(w.on)
	c := 1 / w.p[i*w.size+i]
	u := w.u[:n]
	copy(u, w.p[i*w.size:i*w.size+n])
	step := w.mu[i] * c
	for j := range n {
		if j == i {
			continue
		}
		w.mu[j] -= u[j] * step
		f := u[j] * c
		cholesky.Subtract(w.p[j*w.size:j*w.size+n], f, u)
	}
	if w.home[i] >= 0 {
		w.spare = append(w.spare, w.home[i])
	}
	last := n - 1
	if i != last {
		for j := range n {
			w.p[j*w.size+i] = w.p[j*w.size+last]
		}
		copy(w.p[i*w.size:i*w.size+last], w.p[last*w.size:last*w.size+last])
		w.mu[i], w.on[i], w.column[i], w.home[i] = w.mu[last], w.on[last], w.column[last], w.home[last]
	}
	w.on = w.on[:last]
}

// priorOdds returns the prior odds of entry k when the given number of other items have it.
func (rm *rowMoves) priorOdds(k, others int) float64 {
	if rm.s.o.support == Regulars {
		p := rm.s.o.regularMean * rhoOf(rm.s, rm.table)[k]
		return p / (1 - p)
	}
	if rm.s.group != nil {
		return oddsInGroup(rm.s, k)
	}
	return rm.odds[others]
}

// drawRow draws which loadings item d has, one after the other with all loadings of the row integrated
// out, and then the loadings: a Gibbs move on (Z_d, G_d) given X. Singletons stay on. O(K·on²)
func (rm *rowMoves) drawRow(d int, rng *rand.Rand) {
	w := rm.row
	base := d * rm.s.size
	for _, k := range w.single {
		p, r := rm.entry(d, int(k))
		rm.include(d, int(k), p, r)
	}
	for _, k := range w.visit {
		if rm.s.z[base+int(k)] {
			p, r := rm.entry(d, int(k))
			rm.include(d, int(k), p, r)
		}
	}
	shuffle(w.visit, rng)
	for _, k := range w.visit {
		rm.flip(d, int(k), rng)
	}
	rm.drawLoadings(d, rng)
}

// flip draws entry k of item d given the others of the row, its loadings integrated out.
func (rm *rowMoves) flip(d, k int, rng *rand.Rand) {
	w := rm.row
	i := d*rm.s.size + k
	was := rm.s.z[i]
	others := rm.s.m[k]
	var precision, part float64
	place := -1
	if was {
		others--
		for j, l := range w.on {
			if int(l) == k {
				place = j
				break
			}
		}
		precision = 1 / w.p[place*w.size+place]
		part = w.mu[place] * precision
	} else {
		precision, part = rm.entry(d, k)
	}
	on := chance(math.Sqrt(rm.s.precision(d, k)/precision)*rm.priorOdds(k, others), 0.5*part*part/precision, rng)
	switch {
	case on && !was:
		rm.include(d, k, precision, part)
		rm.s.z[i] = true
		rm.s.m[k]++
	case !on && was:
		rm.exclude(place)
		rm.s.z[i], rm.s.g[i] = false, 0
		rm.s.m[k]--
	}
}

// drawLoadings draws the loadings that are on from their distribution given the row.
func (rm *rowMoves) drawLoadings(d int, rng *rand.Rand) {
	w := rm.row
	n := len(w.on)
	for i := range n {
		copy(w.root[i*w.size:i*w.size+i+1], w.p[i*w.size:i*w.size+i+1])
		w.draw[i] = rng.NormFloat64()
	}
	if !cholesky.Factor(w.root, n, w.size) {
		rm.drawOneByOne(d, rng)
		return
	}
	for i, k := range w.on {
		v := w.mu[i]
		for j, a := range w.root[i*w.size : i*w.size+i+1] {
			v += a * w.draw[j]
		}
		rm.s.g[d*rm.s.size+int(k)] = v
	}
}

// drawOneByOne draws the loadings that are on given each other. It is used when rounding leaves
// their covariance without a root.
func (rm *rowMoves) drawOneByOne(d int, rng *rand.Rand) {
	w := rm.row
	for _, k := range w.on {
		p, m := rm.conditional(d, int(k))
		rm.s.g[d*rm.s.size+int(k)] = m + rng.NormFloat64()/math.Sqrt(p)
	}
}

// conditional returns precision and mean of loading k of item d given the others of the row.
func (rm *rowMoves) conditional(d, k int) (precision, mean float64) {
	w, base := rm.row, d*rm.s.size
	precision = rm.s.tau[d]*w.diag[k] + rm.s.precision(d, k)
	part := rm.s.b[base+k]
	for i, l := range w.on {
		if int(l) != k {
			part -= w.column[i][k] * rm.s.g[base+int(l)]
		}
	}
	return precision, rm.s.tau[d] * part / precision
}

// drawPlain draws the entries of item d one after the other given the other loadings, in freshly
// shuffled order (Knowles 2012, equations 3.4 to 3.6 corrected). O(K·on)
func (rm *rowMoves) drawPlain(d int, rng *rand.Rand) {
	w, base := rm.row, d*rm.s.size
	turnOn := func(k int32) {
		w.column[len(w.on)], w.home[len(w.on)] = rm.products(d, int(k))
		w.on = append(w.on, k)
	}
	for _, k := range w.single {
		turnOn(k)
	}
	for _, k := range w.visit {
		if rm.s.z[base+int(k)] {
			turnOn(k)
		}
	}
	shuffle(w.visit, rng)
	for _, k := range w.visit {
		i := base + int(k)
		was, others := rm.s.z[i], rm.s.m[k]
		if was {
			others--
		}
		precision, mean := rm.conditional(d, int(k))
		on := chance(math.Sqrt(rm.s.precision(d, int(k))/precision)*rm.priorOdds(int(k), others),
			0.5*precision*mean*mean, rng)
		v := 0.0
		if on {
			v = mean + rng.NormFloat64()/math.Sqrt(precision)
		}
		rm.s.set(d, int(k), on, v)
		switch {
		case on && !was:
			turnOn(k)
		case !on && was:
			for j, l := range w.on {
				if l == k {
					rm.drop(j)
					break
				}
			}
		}
	}
	for _, k := range w.single {
		precision, mean := rm.conditional(d, int(k))
		rm.s.g[base+int(k)] = mean + rng.NormFloat64()/math.Sqrt(precision)
	}
}

// drop switches off the i-th entry that is on, when only the lists are kept.
func (rm *rowMoves) drop(i int) {
	w, last := rm.row, len(rm.row.on)-1
	if w.home[i] >= 0 {
		w.spare = append(w.spare, w.home[i])
	}
	w.on[i], w.column[i], w.home[i] = w.on[last], w.column[last], w.home[last]
	w.on = w.on[:last]
}

// unexplained returns Σ e² over the cells of item d, e being the row less the part that the factors from index from of
// on explain: yy − 2 g·b + gᵀSg. If this loses its digits, the squares are summed cell by cell. O(on²)
func (rm *rowMoves) unexplained(d, from int) float64 {
	w, base := rm.row, d*rm.s.size
	sum := rm.s.obs.square[d]
	for i, k := range w.on[from:] {
		part := 2 * rm.s.b[base+int(k)]
		for _, l := range w.on[from:] {
			part -= w.column[from+i][l] * rm.s.g[base+int(l)]
		}
		sum -= rm.s.g[base+int(k)] * part
	}
	if sum > cancelled*rm.s.obs.square[d] {
		return sum
	}
	rm.residual(d, w.on[from:], w.residue)
	return dot(w.residue, w.residue)
}

// cancelled is the share of a row's sum of squares below which a difference of large numbers no
// longer determines the remainder.
const cancelled = 1e-7

// residual sets e to the row of item d less the part that the given factors explain, 0 where missing. O(N·on)
func (rm *rowMoves) residual(d int, factors []int32, e []float64) {
	copy(e, rm.s.obs.row(d))
	for _, k := range factors {
		axpy(e, -rm.s.g[d*rm.s.size+int(k)], rm.s.activity(int(k)))
	}
	rm.s.obs.items[d].erase(e)
}

// shuffle puts factors into random order. Z is a set of columns without order, so the order of
// visits must carry no information about it: any order by age or size biases the chain.
func shuffle(a []int32, rng *rand.Rand) {
	for i := len(a) - 1; i > 0; i-- {
		j := int(rng.Uint64N(uint64(i + 1)))
		a[i], a[j] = a[j], a[i]
	}
}

// chance is true with odds c·exp(q), q ≥ 0. Usually 1+q ≤ exp(q) ≤ 1/(1−q) decides.
func chance(c, q float64, rng *rand.Rand) bool {
	u := rng.Float64()
	level := u / (1 - u) / c
	switch {
	case level <= 1+q:
		return true
	case level*(1-q) >= 1: // no q of 1 or more gets here
		return false
	}
	return level < math.Exp(q)
}
