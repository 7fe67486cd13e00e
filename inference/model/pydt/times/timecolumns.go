package times

import (
	"math"

	"example.org/espalier/inference/algorithm/linesearch"
	"example.org/espalier/inference/model/pydt/meeting"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/process/pruning"
	"example.org/espalier/inference/process/timetree"
)

// A ColumnTimer serves a timer if every column has variances of its own. It gives the objective and
// its derivatives along the time of one branch point, with one to three divisions for each column
// and time.
type ColumnTimer struct {
	s        *posterior.State
	exponent float64
	above    float64 // ℓ of the branch's upper end
	kids     []int32
	two      meeting.Meeting // where two messages meet the one from above
	many     gathering
	binary   bool
}

// bestColumns is best with a class for every column.
func (t *Timer) bestColumns(v int32) (rem, gain float64) {
	s := t.S
	latest := 0.0
	for _, k := range s.Kids[v] {
		latest = math.Max(latest, s.Rem[k])
	}
	low, high := timetree.Within(latest, s.ParentRem(v))
	if !(high > low) {
		return s.Rem[v], 0
	}
	t.Columns.Prepare(s, v)
	return linesearch.Ascend(t.Columns.At, low, high, s.Rem[v], t.global)
}

func (t *ColumnTimer) Prepare(s *posterior.State, v int32) {
	kids := s.Kids[v]
	t.s, t.above, t.kids = s, s.ParentEll(v), kids
	j := s.Hyper.Prior.Harmonic(int(s.Size[v]) - 1)
	for _, k := range kids {
		j -= s.Hyper.Prior.Harmonic(int(s.Size[k]) - 1)
	}
	t.exponent = s.Hyper.C * j
	t.binary = len(kids) == 2
	if t.binary {
		a, b := kids[0], kids[1]
		t.two.Set(s.Hyper.Sigma2, s.ParentRem(v), s.Rem[a], s.Rem[b], s.CavMeanOf(v), s.CavVariOf(v), s.MeanOf(a),
			s.VariOf(a), s.MeanOf(b), s.VariOf(b))
		return
	}
	t.many.set(s, v)
}

// At is a curve that [linesearch.Ascend] climbs.
func (t *ColumnTimer) At(rem float64) (value, slope, bend float64) {
	sigma2 := t.s.Hyper.Sigma2
	var lik, first, second float64
	if t.binary {
		lik, first, second = t.two.At(sigma2 * (rem - t.two.Base))
	} else {
		lik, first, second = t.many.at(sigma2 * (rem - t.many.base))
	}
	value, slope, bend = t.s.WaitingPrior(rem, t.above, t.exponent, t.kids)
	step := sigma2 * rem // −du/dℓ
	return lik + value, slope - first*step, bend + second*step*step + first*step
}

// A gathering is any number of messages that meet. The variance of message i in column j is base +
// u for the ones from below, base − u for the one from above. One entry can stand for several
// leaves of equal variance, with their number, their mean and the sum of squared distances to it. A
// missing cell is an entry of no leaves.
type gathering struct {
	base     float64
	columns  int
	messages int       // entries a column; the first comes from above
	start    []float64 // columns × messages: variance at u = 0
	mean     []float64
	count    []float64
	spread   []float64
	scratch  []float64
}

// set gathers the messages that meet at v. Leaves whose only variance is the observation noise
// share one entry.
func (g *gathering) set(s *posterior.State, v int32) {
	kids, sigma2, d := s.Kids[v], s.Hyper.Sigma2, s.D
	g.base = 0
	leaves := 0
	for _, k := range kids {
		g.base = math.Max(g.base, s.Rem[k])
		if s.IsLeaf(k) {
			leaves++
		}
	}
	together := s.Sites == nil && leaves > 1
	g.columns, g.messages = d, len(kids)+1
	if together {
		g.messages -= leaves - 1
	}
	n := d * g.messages
	g.start, g.mean, g.count, g.spread = pruning.Grow(g.start, n), pruning.Grow(g.mean, n), pruning.Grow(g.count, n),
		pruning.Grow(g.spread, n)
	g.scratch = pruning.Grow(g.scratch, 2*g.messages)
	clear(g.spread)
	put := func(i, j int, variance, mean float64) {
		at := j*g.messages + i
		g.start[at], g.mean[at], g.count[at] = variance, mean, 1
		if variance > math.MaxFloat64 {
			g.start[at], g.mean[at], g.count[at] = 1, 0, 0
		}
	}
	add := func(i int, mean, vari []float64, length float64) {
		for j := range d {
			put(i, j, vari[j]+length, mean[j])
		}
	}
	add(0, s.CavMeanOf(v), s.CavVariOf(v), sigma2*(s.ParentRem(v)-g.base))
	next := 1
	for _, k := range kids {
		if together && s.IsLeaf(k) {
			continue
		}
		add(next, s.MeanOf(k), s.VariOf(k), sigma2*(g.base-s.Rem[k]))
		next++
	}
	if !together {
		return
	}
	for j := range d {
		count, sum := 0.0, 0.0
		for _, k := range kids {
			if s.IsLeaf(k) && s.Vari[int(k)*d+j] <= math.MaxFloat64 {
				count++
				sum += s.Mean[int(k)*d+j]
			}
		}
		if count == 0 {
			put(next, j, math.Inf(1), 0)
			continue
		}
		mean, spread := sum/count, 0.0
		for _, k := range kids {
			if s.IsLeaf(k) && s.Vari[int(k)*d+j] <= math.MaxFloat64 {
				e := s.Mean[int(k)*d+j] - mean
				spread += e * e
			}
		}
		put(next, j, s.Hyper.Noise+sigma2*g.base, mean)
		g.count[j*g.messages+next], g.spread[j*g.messages+next] = count, spread
	}
}

// at returns the log of the product's integral at u, up to a constant, and its
// derivatives in u. With p the precisions, P their sum and m̄ the weighted mean the
// log is −½ Σ{−log p + p·(m−m̄)²} − ½ log P; ± is the sign with which a variance grows:
//
//	first:  −½ Σ ±p{1 − p/P − p(m−m̄)²}
//	second: −½{−Σp² + 2Σp³/P − (Σ±p²)²/P² + 2Σp³(m−m̄)² − 2(Σ±p²(m−m̄))²/P}
func (g *gathering) at(u float64) (value, slope, bend float64) {
	product, logs := 1.0, 0.0
	n := g.messages
	precision := g.scratch[:n]
	for j := range g.columns {
		start, mean := g.start[j*n:(j+1)*n], g.mean[j*n:(j+1)*n]
		count, spread := g.count[j*n:(j+1)*n], g.spread[j*n:(j+1)*n]
		total, sum := 0.0, 0.0
		w := -u
		for i := range start {
			p := 1 / (start[i] + w)
			w = u
			precision[i] = p
			total += count[i] * p
			sum += count[i] * p * mean[i]
			switch count[i] {
			case 0:
				continue
			case 1:
				product *= p
			default:
				logs += count[i] * math.Log(p)
			}
			if product < pruning.ProductLow || product > pruning.ProductHigh {
				logs, product = logs+math.Log(product), 1
			}
		}
		inverse := 1 / total
		m := sum * inverse
		if product *= inverse; product < pruning.ProductLow || product > pruning.ProductHigh {
			logs, product = logs+math.Log(product), 1
		}
		var q, one, signed2, two, three, spread3, lean float64
		sign := -1.0
		for i, p := range precision {
			c, e := count[i], mean[i]-m
			p2 := p * p
			ee := c*e*e + spread[i] // Σ over those the entry stands for
			q += p * ee
			one += sign * (c*p - p2*ee)
			signed2 += sign * c * p2
			two += c * p2
			three += c * p2 * p
			spread3 += p2 * p * ee
			lean += sign * c * p2 * e
			sign = 1
		}
		value += q
		slope += one - signed2*inverse
		bend += -two + 2*three*inverse - signed2*signed2*inverse*inverse + 2*spread3 - 2*lean*lean*inverse
	}
	return 0.5 * (logs + math.Log(product) - value), -0.5 * slope, -0.5 * bend
}
