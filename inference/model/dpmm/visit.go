package dpmm

import (
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference/parallel"
	"example.org/espalier/inference/process/categorical"
	"example.org/espalier/inference/process/conjugate"
)

// A row depends on those visited before it, but most rows stay in their clusters. So the weights of the next rows are
// computed in parallel, from the clusters as they are. Then the rows are visited one after the other; once one has
// moved, the weights of the two clusters that it changed are computed again for those after it. The weights of a row
// are a function of the clusters alone, so neither the number of rows computed in advance nor that of threads changes
// the bits.

// weighed holds the weights of a row.
type weighed struct {
	ok     bool
	logs   []float64 // of each active cluster, by place, and of a new one
	most   int       // place of the greatest
	shares []float64 // e to the difference of each from the greatest
	sum    float64   // of shares
}

// ahead holds the buffers for weights that are computed in advance.
type ahead struct {
	rows          []weighed
	scratch       []conjugate.Component // of each piece of work
	work          [][]float64           // likewise, D numbers
	changed       []int                 // places of the clusters that have changed since
	visits, moves float64               // recent rows, and clusters that these changed
	always        bool                  // compute in advance even where it does not pay, for tests
}

const (
	mostAhead       = 64
	leastWork       = 10_000 // multiply-adds, or work that takes as long, that are worth sharing
	clusterOverhead = 8      // overhead of each cluster, in multiply-adds
)

// visit draws clusters for the rows from … to−1, one after the other.
func (s *state) visit(from, to int, rng *rand.Rand) {
	s.prepareAhead()
	s.ready()
	threads := s.threads
	if s.far() == 1 {
		threads = 1
	}
	parallel.With(threads, func(crew *parallel.Crew) {
		for i := from; i < to; {
			if n := min(s.far(), to-i); n > 1 && threads > 1 {
				i = s.visitAhead(crew, i, i+n, rng)
				continue
			}
			s.ahead.changed = s.ahead.changed[:0]
			s.visitOne(i, &s.ahead.rows[0], false, rng)
			i++
		}
	})
}

// prepareAhead allocates the buffers that are missing.
func (s *state) prepareAhead() {
	a := &s.ahead
	if a.rows == nil {
		a.rows, a.visits, a.moves = make([]weighed, mostAhead), 1, 0.3
		for range 2 * s.threads {
			a.scratch, a.work = append(a.scratch, s.fresh()), append(a.work, make([]float64, len(s.prior.Mean)))
		}
	}
}

// ready readies all clusters for weighing rows side by side.
func (s *state) ready() {
	for _, k := range s.Active {
		s.Clusters[k].Ready()
	}
	s.empty.Ready()
}

// far returns for how many rows to compute weights in advance; 1 where that does not pay.
func (s *state) far() int {
	least := parallel.Count(leastWork, s.rowWork())
	if s.threads < 2 || least > mostAhead && !s.ahead.always {
		return 1
	}
	some := float64(s.few()) * s.ahead.visits / s.ahead.moves
	return int(min(mostAhead, max(some, float64(least), 4)))
}

// few is about how many clusters may change until the weights of the next rows are computed again. With fewer, threads
// wait more often; with more, more weights are computed twice.
func (s *state) few() int { return 2 + len(s.Active)/12 }

// rowWork returns the multiply-adds of the weights of a row.
func (s *state) rowWork() int {
	d := len(s.prior.Mean)
	if s.hyper.full {
		d = d*d/2 + d
	}
	return (1 + len(s.Active)) * (clusterOverhead + d)
}

// visitAhead weighs the rows from … to−1 side by side and visits them, until so much has changed that it is better to
// weigh the next ones again. It returns the next row.
func (s *state) visitAhead(crew *parallel.Crew, from, to int, rng *rand.Rand) int {
	a := &s.ahead
	pieces := min(len(a.scratch), to-from)
	crew.Do(pieces, func(p int) {
		for i := from + (to-from)*p/pieces; i < from+(to-from)*(p+1)/pieces; i++ {
			if a.rows[i-from].ok = s.settles(i); a.rows[i-from].ok {
				s.weigh(&a.rows[i-from], i, p)
			}
		}
	})
	a.changed = a.changed[:0]
	next, few := to, s.few()
	for i := from; i < to; i++ {
		if !s.visitOne(i, &a.rows[i-from], a.rows[i-from].ok, rng) {
			a.moves += float64(few)
			next = i + 1
			break
		}
		if len(a.changed) > 2*few {
			next = i + 1
			break
		}
	}
	const fade = 0.9
	a.visits = fade*a.visits + float64(next-from)
	a.moves = fade*a.moves + float64(len(a.changed)) + 1e-3
	return next
}

// settles reports whether row i leaves its cluster as it was if it stays there: if it is not alone there, and none of
// its missing cells are drawn.
func (s *state) settles(i int) bool {
	return s.Clusters[s.z[i]].Size() > 1 && (s.holes == nil || s.holes[i] == nil)
}

// visitOne draws a cluster for row i. known says that its weights are those of w but for the clusters that have
// changed. It reports whether the active clusters are still the same.
func (s *state) visitOne(i int, w *weighed, known bool, rng *rand.Rand) (same bool) {
	if !s.settles(i) {
		s.take(i)
		s.put(i, rng)
		s.ready()
		return false
	}
	if known {
		s.weighChanged(w, i)
	} else {
		s.weigh(w, i, 0)
	}
	at, own := categorical.DrawOf(w.shares, w.sum, rng), s.Place(s.z[i])
	if at == own {
		return true
	}
	s.take(i)
	same = at < len(s.Active)
	if !same {
		s.open()
	}
	s.join(i, s.Active[at], rng)
	s.change(own)
	s.change(at)
	return same
}

// change notes that the cluster at a place has changed.
func (s *state) change(at int) {
	s.Clusters[s.Active[at]].Ready()
	if a := &s.ahead; !slices.Contains(a.changed, at) {
		a.changed = append(a.changed, at)
	}
}

// weigh finds the weights of row i with scratch space p.
func (s *state) weigh(w *weighed, i, p int) {
	w.logs, w.shares = w.logs[:0], w.shares[:0]
	for _, k := range s.Active {
		w.logs = append(w.logs, s.logWeight(i, k, p))
	}
	if math.IsNaN(s.alone[i]) {
		s.alone[i] = s.empty.Density(s.rows[i], s.ahead.work[p])
	}
	w.logs = append(w.logs, math.Log(s.hyper.alpha)+s.alone[i])
	w.exponentiate()
}

// exponentiate finds all shares.
func (w *weighed) exponentiate() {
	w.most, w.shares, w.sum = 0, w.shares[:0], 0
	for at, v := range w.logs {
		if v > w.logs[w.most] {
			w.most = at
		}
	}
	most := w.logs[w.most]
	for _, v := range w.logs {
		e := math.Exp(v - most)
		w.shares = append(w.shares, e)
		w.sum += e
	}
}

// weighChanged finds the weights of row i under the clusters that have changed.
func (s *state) weighChanged(w *weighed, i int) {
	changed := s.ahead.changed
	if len(changed) == 0 {
		return
	}
	most, anew := w.logs[w.most], false
	for _, at := range changed {
		w.logs[at] = s.logWeight(i, s.Active[at], 0)
		anew = anew || at == w.most || w.logs[at] > most
	}
	if anew {
		w.exponentiate()
		return
	}
	for _, at := range changed {
		w.shares[at] = math.Exp(w.logs[at] - most)
	}
	w.sum = 0
	for _, v := range w.shares {
		w.sum += v
	}
}

// logWeight returns the log weight of the cluster in slot k for row i: ln n and the log density given its n other
// rows.
func (s *state) logWeight(i, k, p int) float64 {
	c, x, work := s.Clusters[k], s.rows[i], s.ahead.work[p]
	if s.z[i] != k {
		return s.logs[c.Size()] + c.Density(x, work)
	}
	others := s.ahead.scratch[p]
	s.without(i, others)
	return s.logs[others.Size()] + others.Density(x, work)
}

// without makes a cluster that of row i without the row.
func (s *state) without(i int, others conjugate.Component) {
	others.CopyFrom(s.Clusters[s.z[i]])
	if !others.Remove(s.rows[i]) {
		others.Fill(s.membersBut(s.z[i], i))
	}
	others.Ready()
}

// membersBut returns the rows of a slot except row i, in their order.
func (s *state) membersBut(k, i int) (rows [][]float64) {
	for r, z := range s.z {
		if z == k && r != i {
			rows = append(rows, s.rows[r])
		}
	}
	return rows
}

// refillWork is the multiply-adds of a unit of refilling, for each thread.
const refillWork = 1 << 20

// refill fills some clusters from their rows again, from the one at a place on, and returns the place of the next one.
func (s *state) refill(at int) int {
	d := len(s.prior.Mean)
	if s.hyper.full {
		d *= d
	}
	end, work := at, 0
	for ; end < len(s.Active) && work < refillWork*s.threads; end++ {
		work += s.Clusters[s.Active[end]].Size() * d
	}
	rows := make([][][]float64, end-at)
	for i, k := range s.z {
		if p := s.Place(k); at <= p && p < end {
			rows[p-at] = append(rows[p-at], s.rows[i])
		}
	}
	threads := s.threads
	if work < leastWork {
		threads = 1
	}
	parallel.Do(len(rows), threads, func(p int) { s.Clusters[s.Active[at+p]].Fill(rows[p]) })
	return end
}
