package pydt

import "math"

// A timer optimises the time of one branch point with everything else fixed. The
// evidence depends on it only through the precisions of the messages that meet
// there and the squared distances among their means, so that after one O(K²·D) look
// at the columns each time tried costs O(K²) a class.
type timer struct {
	s        *state
	v        int32
	exponent float64   // of the time remaining, in the prior
	squares  []float64 // class × pair of messages; message 0 comes from above
	meeting  int       // messages that meet: children and the one from above
	inverse  []float64
	scratch  []float64
}

// manyMessages is the number of children from which pairs cost more than going over the columns again.
const manyMessages = 6

// best returns the best time remaining for v given its current cavity and its
// children's messages, and the gain in the objective over its present time.
func (t *timer) best(v int32) (rem, gain float64) {
	s := t.s
	latest := 0.0
	for _, k := range s.kids[v] {
		latest = math.Max(latest, s.rem[k])
	}
	low, high := within(latest, s.parentRem(v))
	if !(high > low) {
		return s.rem[v], 0
	}
	t.prepare(v)
	now := t.value(s.rem[v])
	rem, value := maximise(low, high, s.rem[v], now, t.value)
	return rem, value - now
}

func (t *timer) prepare(v int32) {
	s, kids := t.s, t.s.kids[v]
	t.v, t.meeting = v, len(kids)+1
	j := s.hyper.prior.harmonic[s.size[v]-1]
	for _, k := range kids {
		j -= s.hyper.prior.harmonic[s.size[k]-1]
	}
	t.exponent = s.hyper.c * j
	t.inverse = grow(t.inverse, t.meeting)
	if len(kids) >= manyMessages {
		t.scratch = grow(t.scratch, s.d)
		return
	}
	pairs := t.meeting * (t.meeting - 1) / 2
	t.squares = grow(t.squares, pairs*len(s.classes))
	i := 0
	for _, cl := range s.classes {
		for a := 1; a < t.meeting; a++ {
			x := s.meanOf(kids[a-1])[cl.low:cl.high]
			t.squares[i] = squaredDistance(x, s.cavMeanOf(v)[cl.low:cl.high])
			i++
			for b := 1; b < a; b++ {
				t.squares[i] = squaredDistance(x, s.meanOf(kids[b-1])[cl.low:cl.high])
				i++
			}
		}
	}
}

// value returns the objective as a function of the time remaining at v, up to a constant.
func (t *timer) value(rem float64) float64 {
	s, v, c := t.s, int(t.v), len(t.s.classes)
	kids, sigma2 := s.kids[t.v], t.s.hyper.sigma2
	ell := -math.Log(rem)
	waiting := ell - s.parentEll(t.v)
	for _, child := range kids {
		if !s.isLeaf(child) {
			waiting *= s.ell[child] - ell
		}
	}
	sum := math.Log(waiting) - t.exponent*ell
	above := sigma2 * (s.parentRem(t.v) - rem)
	square := 0
	for k, cl := range s.classes {
		p := t.inverse
		p[0] = 1 / (s.cavVari[v*c+k] + above)
		total, product, logs := p[0], p[0], 0.0
		for i, child := range kids {
			q := 1 / (s.vari[int(child)*c+k] + sigma2*(rem-s.rem[child]))
			p[i+1] = q
			if q > 0 {
				total += q
				product *= q
				if product > 1e200 || product < 1e-200 {
					logs, product = logs+math.Log(product), 1
				}
			}
		}
		logs += math.Log(product / total)
		q := 0.0
		if len(kids) < manyMessages {
			for a := 1; a < t.meeting; a++ {
				for b := range a {
					q += p[a] * p[b] * t.squares[square]
					square++
				}
			}
			q /= total
		} else {
			q = t.spread(cl, total)
		}
		sum += 0.5 * (cl.weight*logs - q)
	}
	return sum
}

// spread returns Σ p_i‖m_i − m̄‖² over the messages that meet, m̄ their weighted mean.
func (t *timer) spread(cl class, total float64) float64 {
	s, kids, p := t.s, t.s.kids[t.v], t.inverse
	mean := t.scratch[cl.low:cl.high]
	clear(mean)
	cavity := s.cavMeanOf(t.v)[cl.low:cl.high]
	addScaled(mean, cavity, p[0]/total)
	for i, child := range kids {
		if p[i+1] > 0 {
			addScaled(mean, s.meanOf(child)[cl.low:cl.high], p[i+1]/total)
		}
	}
	q := p[0] * squaredDistance(cavity, mean)
	for i, child := range kids {
		if p[i+1] > 0 {
			q += p[i+1] * squaredDistance(s.meanOf(child)[cl.low:cl.high], mean)
		}
	}
	return q
}

// climbWithTimes updates v and its ancestors, giving the first few of them their
// best times on the way. Their cavities must be those of the present tree, which
// holds after an attacher's pass: a cavity above an ancestor does not see the path.
func (s *state) climbWithTimes(t *timer, v int32, most int) {
	for ; v >= 0; v = s.parent[v] {
		if most > 0 {
			most--
			// Sizes below v are current: the children were updated before.
			s.size[v] = 0
			for _, k := range s.kids[v] {
				s.size[v] += s.size[k]
			}
			if rem, gain := t.best(v); gain > 0 {
				s.setRem(v, rem)
			}
		}
		s.update(v)
	}
}

// A sweeper visits every branch point once, depth first, and gives each its best
// time given all others: exact coordinate ascent, in about four upward passes. It
// can stop after any node and go on later.
type sweeper struct {
	t     timer
	stack []visit
	gain  float64
	merge bool // also try to merge each branch point with its children
}

type visit struct {
	node int32
	next int // child to visit next
}

func (w *sweeper) start(s *state) {
	w.t.s, w.gain = s, 0
	s.cavityOfTop()
	w.stack = append(w.stack[:0], visit{node: s.top, next: -1})
}

// advance visits at most the given number of branch points and reports whether the sweep is complete.
func (w *sweeper) advance(most int) bool {
	s := w.t.s
	for len(w.stack) > 0 && most > 0 {
		at := &w.stack[len(w.stack)-1]
		v := at.node
		if s.isLeaf(v) {
			w.stack = w.stack[:len(w.stack)-1]
			continue
		}
		if at.next < 0 {
			most--
			if rem, gain := w.t.best(v); gain > 0 {
				s.setRem(v, rem)
				w.gain += gain
			}
			if w.merge {
				w.mergeChildren(v)
			}
		}
		at.next++
		kids := s.kids[v]
		for at.next < len(kids) && s.isLeaf(kids[at.next]) {
			at.next++
		}
		if at.next == len(kids) {
			s.update(v)
			w.stack = w.stack[:len(w.stack)-1]
			continue
		}
		child := kids[at.next]
		// Messages of the siblings already visited are new, so each child's cavity is made when its turn comes.
		if len(kids) == 2 {
			s.cavityTwo(v, child, kids[1-at.next])
		} else {
			s.cavitiesMany(v)
		}
		w.stack = append(w.stack, visit{node: child, next: -1})
	}
	return len(w.stack) == 0
}

// sweep does a whole sweep and returns what the objective gained.
func (w *sweeper) sweep(s *state) float64 {
	w.start(s)
	for !w.advance(1 << 30) {
	}
	return w.gain
}
