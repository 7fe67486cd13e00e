package times

import (
	"math"

	"example.org/espalier/inference/algorithm/linesearch"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/model/pydt/meeting"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/process/pruning"
	"example.org/espalier/inference/process/timetree"
)

// A Timer optimises the time of one branch point with everything else fixed. The evidence depends
// on it only through the precisions of the messages that meet there and the squared distances among
// their means. So after one pass over the columns, each time tried costs O(1) for each class. All
// leaves have the same precision: those below one branch point count as one message, with a spread
// of its own.
type Timer struct {
	S        *posterior.State
	v        int32
	exponent float64   // of the time remaining, in the prior
	Meeting  []message // the first comes from above
	squares  []float64 // class × pair of messages, while there are few
	weights  []float64 // scratch: precision × count of each message
	scratch  []float64 // d
	group    []float64 // d: mean of the leaves
	count    []float64 // class: leaves observed
	spread   []float64 // class: their summed squared distance to the mean
	inner    []int32   // children that are branch points
	Columns  ColumnTimer
	pair     bool            // v has two children:
	two      meeting.Meeting // they and what is above
	global   bool            // look along the whole branch even where a maximum is near
}

// A message is one of those that meet at a branch point.
type message struct {
	mean []float64
	from int32 // the child; −1 from above, −2 the leaves
}

const (
	fromAbove   = -1
	fromLeaves  = -2
	FewMessages = 8 // up to this many, pairs cost less than another pass over the columns
)

// best returns the best time remaining for v given its current cavity and its
// children's messages, and the gain in the objective over its present time.
func (t *Timer) best(v int32) (rem, gain float64) {
	s := t.S
	if s.Columnwise {
		return t.bestColumns(v)
	}
	latest := 0.0
	for _, k := range s.Kids[v] {
		latest = math.Max(latest, s.Rem[k])
	}
	low, high := timetree.Within(latest, s.ParentRem(v))
	if !(high > low) {
		return s.Rem[v], 0
	}
	if t.PrepareCurve(v) {
		return linesearch.Ascend(t.At, low, high, s.Rem[v], t.global)
	}
	t.Prepare(v)
	if len(t.Meeting) <= FewMessages {
		return linesearch.Ascend(t.At, low, high, s.Rem[v], t.global)
	}
	now := t.Value(s.Rem[v])
	rem, value := linesearch.Maximise(low, high, s.Rem[v], now, t.Value)
	return rem, value - now
}

// PrepareCurve makes t a curve where v has two children, and reports whether it has.
func (t *Timer) PrepareCurve(v int32) bool {
	s := t.S
	if t.pair = len(s.Kids[v]) == 2; !t.pair {
		return false
	}
	t.v = v
	x, y := s.Kids[v][0], s.Kids[v][1]
	h := s.Hyper.Prior
	t.exponent = s.Hyper.C * (h.Harmonic(int(s.Size[v])-1) - h.Harmonic(int(s.Size[x])-1) - h.Harmonic(int(s.Size[y])-1))
	t.two.Begin(s.Rem[x], s.Rem[y])
	sigma2, c := s.Hyper.Sigma2, len(s.Classes)
	up, left, right := sigma2*(s.ParentRem(v)-t.two.Base), sigma2*(t.two.Base-s.Rem[x]), sigma2*(t.two.Base-s.Rem[y])
	for k, cl := range s.Classes {
		// Squared distances without, with and between the two below.
		between, with, without := vector.Distances(s.CavMeanOf(v)[cl.Low:cl.High], s.MeanOf(x)[cl.Low:cl.High],
			s.MeanOf(y)[cl.Low:cl.High])
		t.two.Add(meeting.Class{Weight: cl.Weight, A: s.CavVari[int(v)*c+k] + up, B: s.Vari[int(x)*c+k] + left,
			C: s.Vari[int(y)*c+k] + right, AB: without, AC: with, BC: between})
	}
	return true
}

// At is a curve that [linesearch.Ascend] climbs, after prepareCurve, or prepare of few messages.
func (t *Timer) At(rem float64) (value, slope, bend float64) {
	s, sigma2 := t.S, t.S.Hyper.Sigma2
	var lik, first, second float64
	if t.pair {
		lik, first, second = t.two.At(sigma2 * (rem - t.two.Base))
	} else {
		lik, first, second = t.many(rem)
	}
	value, slope, bend = s.WaitingPrior(rem, s.ParentEll(t.v), t.exponent, s.Kids[t.v])
	step := sigma2 * rem // −du/dℓ
	return lik + value, slope - first*step, bend + second*step*step + first*step
}

// many returns the log evidence of few messages that meet where rem time remains, up to a constant, and its
// derivatives in σ²·rem. With W = n·p, n the leaves that a message stands for and p the precision, whose derivative is
// ∓p², it is ½{Σ n log p − log ΣW}·D − ½{Σ_{a<b} W_a W_b d_ab/ΣW + Σ p·spread}.
func (t *Timer) many(rem float64) (value, slope, bend float64) {
	s, v, c := t.S, int(t.v), len(t.S.Classes)
	sigma2, n := s.Hyper.Sigma2, len(t.Meeting)
	var weight, first, second [FewMessages]float64
	for k, cl := range s.Classes {
		var total, total1, total2, logs, logs1, logs2, spread, spread1, spread2 float64
		product := 1.0
		for i, m := range t.Meeting {
			count, sign, p := 1.0, 1.0, 0.0
			switch m.from {
			case fromAbove:
				sign, p = -1, 1/(s.CavVari[v*c+k]+sigma2*(s.ParentRem(t.v)-rem))
			case fromLeaves:
				count, p = t.count[k], 1/(s.Hyper.Noise+sigma2*rem)
				spread += p * t.spread[k]
				spread1 -= p * p * t.spread[k]
				spread2 += 2 * p * p * p * t.spread[k]
			default:
				p = 1 / (s.Vari[int(m.from)*c+k] + sigma2*(rem-s.Rem[m.from]))
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
		value += 0.5 * (cl.Weight*logs - q - spread)
		slope += 0.5 * (cl.Weight*logs1 - q1 - spread1)
		bend += 0.5 * (cl.Weight*logs2 - q2 - spread2)
	}
	return value, slope, bend
}

func (t *Timer) Prepare(v int32) {
	s := t.S
	t.v = v
	j := s.Hyper.Prior.Harmonic(int(s.Size[v]) - 1)
	t.Meeting = append(t.Meeting[:0], message{s.CavMeanOf(v), fromAbove})
	t.inner = t.inner[:0]
	leaves := 0
	for _, k := range s.Kids[v] {
		j -= s.Hyper.Prior.Harmonic(int(s.Size[k]) - 1)
		if s.IsLeaf(k) {
			leaves++
			continue
		}
		t.inner = append(t.inner, k)
		t.Meeting = append(t.Meeting, message{s.MeanOf(k), k})
	}
	t.exponent = s.Hyper.C * j
	if leaves > 0 {
		t.gather(leaves)
	}
	t.weights = pruning.Grow(t.weights, len(t.Meeting))
	if t.scratch = pruning.Grow(t.scratch, s.D); len(t.Meeting) > FewMessages {
		return
	}
	t.squares = pruning.Grow(t.squares, len(t.Meeting)*(len(t.Meeting)-1)/2*len(s.Classes))
	i := 0
	for _, cl := range s.Classes {
		for a := range t.Meeting {
			for b := range a {
				t.squares[i] = vector.SquaredDistance(t.Meeting[a].mean[cl.Low:cl.High], t.Meeting[b].mean[cl.Low:cl.High])
				i++
			}
		}
	}
}

// gather makes one message of the leaves below the branch point.
func (t *Timer) gather(leaves int) {
	s := t.S
	t.count, t.spread = pruning.Grow(t.count, len(s.Classes)), pruning.Grow(t.spread, len(s.Classes))
	if leaves == 1 {
		for _, k := range s.Kids[t.v] {
			if s.IsLeaf(k) {
				t.Meeting = append(t.Meeting, message{s.MeanOf(k), fromLeaves})
				for i, cl := range s.Classes {
					t.spread[i], t.count[i] = 0, 1
					if cl.Observed != nil && !cl.Observed[k] {
						t.count[i] = 0
					}
				}
			}
		}
		return
	}
	t.group = pruning.Grow(t.group, s.D)
	for i, cl := range s.Classes {
		mean, n, q := t.group[cl.Low:cl.High], 0.0, 0.0
		clear(mean)
		for _, k := range s.Kids[t.v] {
			if s.IsLeaf(k) && (cl.Observed == nil || cl.Observed[k]) {
				vector.AddScaled(mean, s.MeanOf(k)[cl.Low:cl.High], 1)
				n++
			}
		}
		vector.Divide(mean, math.Max(n, 1))
		for _, k := range s.Kids[t.v] {
			if s.IsLeaf(k) && (cl.Observed == nil || cl.Observed[k]) {
				q += vector.SquaredDistance(mean, s.MeanOf(k)[cl.Low:cl.High])
			}
		}
		t.count[i], t.spread[i] = n, q
	}
	t.Meeting = append(t.Meeting, message{t.group, fromLeaves})
}

// Value returns the objective as a function of the time remaining at v, up to a constant, where many messages meet.
func (t *Timer) Value(rem float64) float64 {
	s, v, c := t.S, int(t.v), len(t.S.Classes)
	sigma2 := s.Hyper.Sigma2
	ell := -math.Log(rem)
	waiting := ell - s.ParentEll(t.v)
	for _, child := range t.inner {
		waiting *= s.Ell[child] - ell
	}
	sum := math.Log(waiting) - t.exponent*ell
	above := sigma2 * (s.ParentRem(t.v) - rem)
	for k, cl := range s.Classes {
		total, product, logs, q := 0.0, 1.0, 0.0, 0.0
		for i, m := range t.Meeting {
			w := 0.0
			switch m.from {
			case fromAbove:
				w = 1 / (s.CavVari[v*c+k] + above)
				product *= w
			case fromLeaves:
				if n := t.count[k]; n > 0 {
					p := 1 / (s.Hyper.Noise + sigma2*rem)
					w = n * p
					if n == 1 {
						product *= p
					} else {
						logs += n * math.Log(p)
						q += p * t.spread[k]
					}
				}
			default:
				if w = 1 / (s.Vari[int(m.from)*c+k] + sigma2*(rem-s.Rem[m.from])); w > 0 {
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
		sum += 0.5 * (cl.Weight*logs - q)
	}
	return sum
}

// apart returns Σ w_i‖m_i − m̄‖² over the messages that meet, m̄ their weighted mean.
func (t *Timer) apart(cl pruning.Class, total float64) float64 {
	mean := t.scratch[cl.Low:cl.High]
	clear(mean)
	for i, m := range t.Meeting {
		if t.weights[i] > 0 {
			vector.AddScaled(mean, m.mean[cl.Low:cl.High], t.weights[i]/total)
		}
	}
	q := 0.0
	for i, m := range t.Meeting {
		if t.weights[i] > 0 {
			q += t.weights[i] * vector.SquaredDistance(m.mean[cl.Low:cl.High], mean)
		}
	}
	return q
}

// Climb updates v and its ancestors, and gives the first few of them their best times on
// the way. Their cavities must be those of the present tree, as they are after an attacher's pass:
// a cavity above an ancestor does not depend on the path.
func (t *Timer) Climb(v int32, most int) {
	s := t.S
	for ; v >= 0; v = s.Parent[v] {
		if most > 0 {
			most--
			// Sizes below v are current: the children were updated before.
			s.Size[v] = 0
			for _, k := range s.Kids[v] {
				s.Size[v] += s.Size[k]
			}
			if rem, gain := t.best(v); gain > 0 {
				s.SetRem(v, rem)
			}
		}
		s.Update(v)
	}
}

// A Sweeper visits every branch point once, depth first, and gives each its best time given all
// others: exact coordinate ascent, in about four upward passes. It can stop after any node and
// continue later.
type Sweeper struct {
	t     Timer
	stack []timetree.Visit
	Merge bool // also try to merge branch points with their children and to part children
}

func (w *Sweeper) Start(s *posterior.State) {
	w.t.S, w.t.global = s, w.Merge
	s.CavityOfTop()
	w.stack = append(w.stack[:0], timetree.Visit{Node: s.Top, Next: -1})
}

// Advance visits at most the given number of branch points and reports whether the sweep is complete.
func (w *Sweeper) Advance(most int) bool {
	s := w.t.S
	for len(w.stack) > 0 && most > 0 {
		at := &w.stack[len(w.stack)-1]
		v := at.Node
		if s.IsLeaf(v) {
			w.stack = w.stack[:len(w.stack)-1]
			continue
		}
		if at.Next < 0 {
			most -= 1 + len(s.Kids[v])/4
			if rem, gain := w.t.best(v); gain > 0 {
				s.SetRem(v, rem)
			}
			if w.Merge {
				w.mergeChildren(v)
				w.splitChildren(v)
			}
		}
		at.Next++
		kids := s.Kids[v]
		for at.Next < len(kids) && s.IsLeaf(kids[at.Next]) {
			at.Next++
		}
		if at.Next == len(kids) {
			s.Update(v)
			w.stack = w.stack[:len(w.stack)-1]
			continue
		}
		child := kids[at.Next]
		// Messages of the siblings already visited are new, so each child's cavity is made when its turn comes.
		if len(kids) == 2 {
			s.CavityTwo(v, child, kids[1-at.Next])
		} else {
			s.CavitiesMany(v)
		}
		w.stack = append(w.stack, timetree.Visit{Node: child, Next: -1})
	}
	return len(w.stack) == 0
}

// Sweep does a whole sweep.
func (w *Sweeper) Sweep(s *posterior.State) {
	w.Start(s)
	for !w.Advance(1 << 30) {
	}
}
