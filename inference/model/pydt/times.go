package pydt

import (
	"math"

	"example.org/espalier/inference/algorithm/linesearch"
	"example.org/espalier/inference/algorithm/vector"
)

// A timer optimises the time of one branch point with everything else fixed. The evidence depends
// on it only through the precisions of the messages that meet there and the squared distances among
// their means. So after one pass over the columns, each time tried costs O(1) for each class. All
// leaves have the same precision: those below one branch point count as one message, with a spread
// of its own.
type timer struct {
	s        *state
	v        int32
	exponent float64   // of the time remaining, in the prior
	meeting  []message // the first comes from above
	squares  []float64 // class × pair of messages, while there are few
	weights  []float64 // scratch: precision × count of each message
	scratch  []float64 // d
	group    []float64 // d: mean of the leaves
	count    []float64 // class: leaves observed
	spread   []float64 // class: their summed squared distance to the mean
	inner    []int32   // children that are branch points
	columns  columnTimer
	pair     bool    // v has two children:
	two      meeting // they and what is above
	global   bool    // look along the whole branch even where a maximum is near
}

// A message is one of those that meet at a branch point.
type message struct {
	mean []float64
	from int32 // the child; −1 from above, −2 the leaves
}

const (
	fromAbove   = -1
	fromLeaves  = -2
	fewMessages = 8 // up to this many, pairs cost less than another pass over the columns
)

// best returns the best time remaining for v given its current cavity and its
// children's messages, and the gain in the objective over its present time.
func (t *timer) best(v int32) (rem, gain float64) {
	s := t.s
	if s.columnwise {
		return t.bestColumns(v)
	}
	latest := 0.0
	for _, k := range s.kids[v] {
		latest = math.Max(latest, s.rem[k])
	}
	low, high := within(latest, s.parentRem(v))
	if !(high > low) {
		return s.rem[v], 0
	}
	if t.prepareCurve(v) {
		return linesearch.Ascend(t.at, low, high, s.rem[v], t.global)
	}
	t.prepare(v)
	if len(t.meeting) <= fewMessages {
		return linesearch.Ascend(t.at, low, high, s.rem[v], t.global)
	}
	now := t.value(s.rem[v])
	rem, value := linesearch.Maximise(low, high, s.rem[v], now, t.value)
	return rem, value - now
}

// prepareCurve makes t a curve where v has two children, and reports whether it has.
func (t *timer) prepareCurve(v int32) bool {
	s := t.s
	if t.pair = len(s.kids[v]) == 2; !t.pair {
		return false
	}
	t.v = v
	x, y := s.kids[v][0], s.kids[v][1]
	h := s.hyper.prior
	t.exponent = s.hyper.c * (h.Harmonic(int(s.size[v])-1) - h.Harmonic(int(s.size[x])-1) - h.Harmonic(int(s.size[y])-1))
	t.two.begin(s.rem[x], s.rem[y])
	sigma2, c := s.hyper.sigma2, len(s.classes)
	up, left, right := sigma2*(s.parentRem(v)-t.two.base), sigma2*(t.two.base-s.rem[x]), sigma2*(t.two.base-s.rem[y])
	for k, cl := range s.classes {
		// Squared distances without, with and between the two below.
		d := threeDistances(s.cavMeanOf(v)[cl.low:cl.high], s.meanOf(x)[cl.low:cl.high], s.meanOf(y)[cl.low:cl.high])
		t.two.add(classMeeting{cl.weight, s.cavVari[int(v)*c+k] + up, s.vari[int(x)*c+k] + left, s.vari[int(y)*c+k] + right, d[2], d[1], d[0]})
	}
	return true
}

// at is a curve that [linesearch.Ascend] climbs, after prepareCurve, or prepare of few messages.
func (t *timer) at(rem float64) (value, slope, bend float64) {
	s, sigma2 := t.s, t.s.hyper.sigma2
	var lik, first, second float64
	if t.pair {
		lik, first, second = t.two.at(sigma2 * (rem - t.two.base))
	} else {
		lik, first, second = t.many(rem)
	}
	value, slope, bend = waitingPrior(s, rem, s.parentEll(t.v), t.exponent, s.kids[t.v])
	step := sigma2 * rem // −du/dℓ
	return lik + value, slope - first*step, bend + second*step*step + first*step
}

// many returns the log evidence of few messages that meet where rem time remains, up to a constant, and its derivatives in σ²·rem. With
// W = n·p, n the leaves that a message stands for and p the precision, whose derivative is ∓p², it is
// ½{Σ n log p − log ΣW}·D − ½{Σ_{a<b} W_a W_b d_ab/ΣW + Σ p·spread}.
func (t *timer) many(rem float64) (value, slope, bend float64) {
	s, v, c := t.s, int(t.v), len(t.s.classes)
	sigma2, n := s.hyper.sigma2, len(t.meeting)
	var weight, first, second [fewMessages]float64
	for k, cl := range s.classes {
		var total, total1, total2, logs, logs1, logs2, spread, spread1, spread2 float64
		product := 1.0
		for i, m := range t.meeting {
			count, sign, p := 1.0, 1.0, 0.0
			switch m.from {
			case fromAbove:
				sign, p = -1, 1/(s.cavVari[v*c+k]+sigma2*(s.parentRem(t.v)-rem))
			case fromLeaves:
				count, p = t.count[k], 1/(s.hyper.noise+sigma2*rem)
				spread += p * t.spread[k]
				spread1 -= p * p * t.spread[k]
				spread2 += 2 * p * p * p * t.spread[k]
			default:
				p = 1 / (s.vari[int(m.from)*c+k] + sigma2*(rem-s.rem[m.from]))
			}
			weight[i], first[i], second[i] = count*p, -sign*count*p*p, 2*count*p*p*p
			total += weight[i]
			total1 += first[i]
			total2 += second[i]
			if !(count*p > 0) {
				continue
			}
			logs1 -= sign * count * p
			logs2 += count * p * p
			if count > 1 {
				logs += count * math.Log(p)
			} else if product *= p; product > 1e150 || product < 1e-150 {
				logs, product = logs+math.Log(product), 1
			}
		}
		inverse := 1 / total
		fall := total1 * inverse
		logs += math.Log(product * inverse)
		logs1 -= fall
		logs2 -= total2*inverse - fall*fall
		var pairs, pairs1, pairs2 float64
		at := k * n * (n - 1) / 2
		for a := range n {
			for b := range a {
				d := t.squares[at]
				pairs += weight[a] * weight[b] * d
				pairs1 += (first[a]*weight[b] + weight[a]*first[b]) * d
				pairs2 += (second[a]*weight[b] + 2*first[a]*first[b] + weight[a]*second[b]) * d
				at++
			}
		}
		q := pairs * inverse
		q1 := pairs1*inverse - q*fall
		q2 := pairs2*inverse - 2*q1*fall - q*total2*inverse
		value += 0.5 * (cl.weight*logs - q - spread)
		slope += 0.5 * (cl.weight*logs1 - q1 - spread1)
		bend += 0.5 * (cl.weight*logs2 - q2 - spread2)
	}
	return value, slope, bend
}

// waitingPrior returns the log prior of a branch point where rem time remains, below one at −log(1−t) = above, and its first two
// derivatives in ℓ.
func waitingPrior(s *state, rem, above, exponent float64, below []int32) (value, slope, bend float64) {
	ell := -math.Log(rem)
	wait := ell - above
	product := wait
	slope, bend = 1/wait-exponent, -1/(wait*wait)
	for _, k := range below {
		if s.isLeaf(k) {
			continue
		}
		w := s.ell[k] - ell
		product *= w
		slope -= 1 / w
		bend -= 1 / (w * w)
	}
	return math.Log(product) - exponent*ell, slope, bend
}

func (t *timer) prepare(v int32) {
	s := t.s
	t.v = v
	j := s.hyper.prior.Harmonic(int(s.size[v]) - 1)
	t.meeting = append(t.meeting[:0], message{s.cavMeanOf(v), fromAbove})
	t.inner = t.inner[:0]
	leaves := 0
	for _, k := range s.kids[v] {
		j -= s.hyper.prior.Harmonic(int(s.size[k]) - 1)
		if s.isLeaf(k) {
			leaves++
			continue
		}
		t.inner = append(t.inner, k)
		t.meeting = append(t.meeting, message{s.meanOf(k), k})
	}
	t.exponent = s.hyper.c * j
	if leaves > 0 {
		t.gather(leaves)
	}
	t.weights = grow(t.weights, len(t.meeting))
	if t.scratch = grow(t.scratch, s.d); len(t.meeting) > fewMessages {
		return
	}
	t.squares = grow(t.squares, len(t.meeting)*(len(t.meeting)-1)/2*len(s.classes))
	i := 0
	for _, cl := range s.classes {
		for a := range t.meeting {
			for b := range a {
				t.squares[i] = vector.SquaredDistance(t.meeting[a].mean[cl.low:cl.high], t.meeting[b].mean[cl.low:cl.high])
				i++
			}
		}
	}
}

// gather makes one message of the leaves below the branch point.
func (t *timer) gather(leaves int) {
	s := t.s
	t.count, t.spread = grow(t.count, len(s.classes)), grow(t.spread, len(s.classes))
	if leaves == 1 {
		for _, k := range s.kids[t.v] {
			if s.isLeaf(k) {
				t.meeting = append(t.meeting, message{s.meanOf(k), fromLeaves})
				for i, cl := range s.classes {
					t.spread[i], t.count[i] = 0, 1
					if cl.observed != nil && !cl.observed[k] {
						t.count[i] = 0
					}
				}
			}
		}
		return
	}
	t.group = grow(t.group, s.d)
	for i, cl := range s.classes {
		mean, n, q := t.group[cl.low:cl.high], 0.0, 0.0
		clear(mean)
		for _, k := range s.kids[t.v] {
			if s.isLeaf(k) && (cl.observed == nil || cl.observed[k]) {
				vector.AddScaled(mean, s.meanOf(k)[cl.low:cl.high], 1)
				n++
			}
		}
		vector.Divide(mean, math.Max(n, 1))
		for _, k := range s.kids[t.v] {
			if s.isLeaf(k) && (cl.observed == nil || cl.observed[k]) {
				q += vector.SquaredDistance(mean, s.meanOf(k)[cl.low:cl.high])
			}
		}
		t.count[i], t.spread[i] = n, q
	}
	t.meeting = append(t.meeting, message{t.group, fromLeaves})
}

// value returns the objective as a function of the time remaining at v, up to a constant, where many messages meet.
func (t *timer) value(rem float64) float64 {
	s, v, c := t.s, int(t.v), len(t.s.classes)
	sigma2 := s.hyper.sigma2
	ell := -math.Log(rem)
	waiting := ell - s.parentEll(t.v)
	for _, child := range t.inner {
		waiting *= s.ell[child] - ell
	}
	sum := math.Log(waiting) - t.exponent*ell
	above := sigma2 * (s.parentRem(t.v) - rem)
	for k, cl := range s.classes {
		total, product, logs, q := 0.0, 1.0, 0.0, 0.0
		for i, m := range t.meeting {
			w := 0.0
			switch m.from {
			case fromAbove:
				w = 1 / (s.cavVari[v*c+k] + above)
				product *= w
			case fromLeaves:
				if n := t.count[k]; n > 0 {
					p := 1 / (s.hyper.noise + sigma2*rem)
					w = n * p
					if n == 1 {
						product *= p
					} else {
						logs += n * math.Log(p)
						q += p * t.spread[k]
					}
				}
			default:
				if w = 1 / (s.vari[int(m.from)*c+k] + sigma2*(rem-s.rem[m.from])); w > 0 {
					product *= w
				}
			}
			t.weights[i] = w
			total += w
			if product > 1e150 || product < 1e-150 {
				logs, product = logs+math.Log(product), 1
			}
		}
		logs += math.Log(product / total)
		q += t.apart(cl, total)
		sum += 0.5 * (cl.weight*logs - q)
	}
	return sum
}

// apart returns Σ w_i‖m_i − m̄‖² over the messages that meet, m̄ their weighted mean.
func (t *timer) apart(cl class, total float64) float64 {
	mean := t.scratch[cl.low:cl.high]
	clear(mean)
	for i, m := range t.meeting {
		if t.weights[i] > 0 {
			vector.AddScaled(mean, m.mean[cl.low:cl.high], t.weights[i]/total)
		}
	}
	q := 0.0
	for i, m := range t.meeting {
		if t.weights[i] > 0 {
			q += t.weights[i] * vector.SquaredDistance(m.mean[cl.low:cl.high], mean)
		}
	}
	return q
}

// climbWithTimes updates v and its ancestors, and gives the first few of them their best times on
// the way. Their cavities must be those of the present tree, as they are after an attacher's pass:
// a cavity above an ancestor does not depend on the path.
func climbWithTimes(s *state, t *timer, v int32, most int) {
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

// A sweeper visits every branch point once, depth first, and gives each its best time given all
// others: exact coordinate ascent, in about four upward passes. It can stop after any node and
// continue later.
type sweeper struct {
	t     timer
	stack []visit
	merge bool // also try to merge branch points with their children and to part children
}

func (w *sweeper) start(s *state) {
	w.t.s, w.t.global = s, w.merge
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
			most -= 1 + len(s.kids[v])/4
			if rem, gain := w.t.best(v); gain > 0 {
				s.setRem(v, rem)
			}
			if w.merge {
				w.mergeChildren(v)
				w.splitChildren(v)
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

// sweep does a whole sweep.
func (w *sweeper) sweep(s *state) {
	w.start(s)
	for !w.advance(1 << 30) {
	}
}
