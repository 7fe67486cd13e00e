package sampler

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/model/pydt/stretching"
	"example.org/espalier/inference/process/pruning"
)

// A splitter holds what moveSplit needs.
type splitter struct {
	rows    []float64 // cavities down to the branch point
	path    []int32
	kids    []int32 // children in their order
	part    []bool  // those in the group
	mean    []float64
	stretch stretching.Stretch
	// Of columns with variances of their own: the messages that meet, the variances of their branches
	// and, in one column, the precisions.
	rowsMet             [][]float64
	lengths, precisions []float64
	quick               parted
}

// mostParted is the number of children of a group up to which the pairs of these cost less than a pass over the
// columns.
const mostParted = 6

// A parted is what the evidence of a group apart from the other children of w needs, so that each time of the group
// costs nothing that grows with the columns. The others meet at w, whose time is given; of the group's messages the
// variances at their times are kept, and the squared distances among them and to the others.
type parted struct {
	usable         bool
	count          int
	vari, rem      [mostParted]float64
	toOthers       [mostParted]float64
	among          [mostParted * (mostParted - 1) / 2]float64
	others         float64 // variance of the product of the others, and
	log            float64 // its logarithm
	prior, rate    float64 // log prior at w's time, and how fast it falls
	weight, sigma2 float64
	ell, left      float64 // of w
}

// splitKnots is the number of times at which a group's new branch point is weighed.
const splitKnots = 6

// moveSplit does one of two things at branch point w, with equal probability. It moves a random
// group of w's children, at least two but not all, below a new branch point, whose time it draws by
// evidence and prior. Or it gives w the children of one of its children. Each is the reverse of the
// other; equation 10a′ decides. O(depth·D + K·D).
func (c *current) moveSplit(w int32) {
	l, s := c.Live, &c.splitter
	if l.IsLeaf(w) {
		return
	}
	if c.rng.IntN(2) == 0 {
		if l.Node[w].Kids >= 3 {
			c.split(w, l.cavityOf(w, s))
		}
	} else if inner := l.branchPoints(w); inner > 0 {
		c.merge(w, inner, l.cavityOf(w, s))
	}
}

// cavityOf makes the cavity above w on the way down from the top.
func (l *live) cavityOf(w int32, s *splitter) []float64 {
	s.path = s.path[:0]
	for v := w; v >= 0; v = l.Node[v].Parent {
		s.path = append(s.path, v)
	}
	for len(s.rows) < 2*l.Width {
		s.rows = append(s.rows, 0)
	}
	here, next := s.rows[:l.Width:l.Width], s.rows[l.Width:2*l.Width]
	clear(here)
	for i := len(s.path) - 1; i > 0; i-- {
		l.CavityBelow(next, here, s.path[i], s.path[i-1])
		here, next = next, here
	}
	return here
}

// split moves a group of the three or more children of w.
func (c *current) split(w int32, cavity []float64) {
	l, s, rng := c.Live, &c.splitter, c.rng
	k := int(l.Node[w].Kids)
	s.list(l, w)
	size := groupSize(k, rng)
	// A random group of that size: each child joins with probability places left over children
	// left.
	left := size
	for i := range s.kids {
		s.part[i] = rng.IntN(k-i) < left
		if s.part[i] {
			left--
		}
	}
	merged := l.evidence(w, cavity, s)
	v := l.Take()
	l.arrange(w, v, s, true)
	c.weighTimes(w, v, cavity)
	ell := s.stretch.Draw(rng)
	there := s.stretch.LogDensity(ell) + logGroup(k, size)
	r := c.splitRatio(w, v, cavity, ell, merged)
	r.proposal = -math.Log(float64(l.branchPoints(w))) - there
	if c.accept(r) {
		l.Climb(v)
		return
	}
	l.arrange(w, v, s, false)
}

// merge gives w the children of one of its children, of which inner are branch points.
func (c *current) merge(w int32, inner int, cavity []float64) {
	l, s := c.Live, &c.splitter
	v, pick := int32(0), c.rng.IntN(inner)
	for v = l.Node[w].First; ; v = l.Node[v].Next {
		if l.IsLeaf(v) {
			continue
		}
		if pick--; pick < 0 {
			break
		}
	}
	size := int(l.Node[v].Kids)
	k := int(l.Node[w].Kids) - 1 + size
	ell, rem := l.Node[v].Ell, l.Node[v].Rem
	c.weighTimes(w, v, cavity)
	back := s.stretch.LogDensity(ell) + logGroup(k, size)
	// All children of w and v together, those of v marked.
	s.kids, s.part = s.kids[:0], s.part[:0]
	before := l.Previous(v)
	for b := l.Node[w].First; b >= 0; b = l.Node[b].Next {
		if b != v {
			s.kids, s.part = append(s.kids, b), append(s.part, false)
		}
	}
	for b := l.Node[v].First; b >= 0; b = l.Node[b].Next {
		s.kids, s.part = append(s.kids, b), append(s.part, true)
	}
	r := c.splitRatio(w, v, cavity, ell, 0)
	l.arrange(w, v, s, false)
	merged := l.evidence(w, cavity, s)
	r = ratio{l.Power*merged - r.likelihood, -r.prior, math.Log(float64(inner)) + back}
	if c.accept(r) {
		l.Climb(w)
		return
	}
	if u := l.Take(); u != v {
		panic("pydt: slots taken in between")
	}
	l.arrange(w, v, s, true)
	l.moveAfter(w, v, before)
	l.Node[v].Ell, l.Node[v].Rem = ell, rem
	l.Update(v)
}

// list lists the children of w.
func (s *splitter) list(l *live, w int32) {
	s.kids, s.part = s.kids[:0], s.part[:0]
	for b := l.Node[w].First; b >= 0; b = l.Node[b].Next {
		s.kids, s.part = append(s.kids, b), append(s.part, false)
	}
}

// groupSize draws the size of a group out of k ≥ 3 children: half of the time two, otherwise any up
// to k−1.
func groupSize(k int, rng *rand.Rand) int {
	if rng.Float64() < 0.5 {
		return 2
	}
	return 2 + rng.IntN(k-2)
}

// logGroup returns the log probability of one group of that size out of k.
func logGroup(k, size int) float64 {
	p := 0.5 / float64(k-2)
	if size == 2 {
		p += 0.5
	}
	return math.Log(p) - special.LogGamma(float64(k)+1) + special.LogGamma(float64(size)+1) +
		special.LogGamma(float64(k-size)+1)
}

// branchPoints counts the children of w that are branch points.
func (l *live) branchPoints(w int32) int {
	count := 0
	for b := l.Node[w].First; b >= 0; b = l.Node[b].Next {
		if !l.IsLeaf(b) {
			count++
		}
	}
	return count
}

// arrange links the listed children. With apart, those marked go below v, and v becomes the last
// child of w. Without, all go below w in their order, and v becomes free.
func (l *live) arrange(w, v int32, s *splitter, apart bool) {
	l.Node[w].First, l.Node[w].Kids = -1, 0
	l.Node[v].First, l.Node[v].Kids, l.Node[v].Next = -1, 0, -1
	if apart {
		l.prepend(w, v)
	}
	for i := len(s.kids) - 1; i >= 0; i-- {
		if s.part[i] && apart {
			l.prepend(v, s.kids[i])
		} else {
			l.prepend(w, s.kids[i])
		}
	}
	if !apart {
		l.Release(v)
	}
}

// prepend makes b the first child of v.
func (l *live) prepend(v, b int32) {
	l.Node[b].Parent, l.Node[b].Next = v, l.Node[v].First
	l.Node[v].First = b
	l.Node[v].Kids++
}

// moveAfter moves the last child v of w to its place after `before`, −1 for the first.
func (l *live) moveAfter(w, v, before int32) {
	last := l.Previous(v)
	if last == before {
		return
	}
	l.Node[last].Next = -1
	if before < 0 {
		l.Node[v].Next, l.Node[w].First = l.Node[w].First, v
	} else {
		l.Node[v].Next, l.Node[before].Next = l.Node[before].Next, v
	}
}

// splitRatio returns the ratio, without the proposal's part, of likelihood and prior with v apart at time ell, as a
// density in ℓ, to those with v's children merged into w. merged is the evidence of the latter.
func (c *current) splitRatio(w, v int32, cavity []float64, ell, merged float64) ratio {
	l, s := c.Live, &c.splitter
	l.Node[v].Ell, l.Node[v].Rem = ell, math.Exp(-ell)
	if s.quick.usable {
		apart, prior := s.quick.at(ell, l.Node[v].Rem)
		return ratio{likelihood: l.Power * (apart - merged), prior: prior}
	}
	l.Update(v)
	apart := l.evidence(v, nil, s) + l.evidence(w, cavity, s)
	prior, rate := l.splitPrior(w, v)
	prior -= rate * (ell - l.Node[w].Ell)
	return ratio{likelihood: l.Power * (apart - merged), prior: prior}
}

// splitPrior returns the log prior of v apart just after w, less that of its children merged into w, and how fast it
// falls in the time of v. Sizes must be current.
func (l *live) splitPrior(w, v int32) (prior, rate float64) {
	p := l.hyper.Prior
	m, part := int(l.Node[v].Size), int(l.Node[v].Kids)
	others := int(l.Node[w].Kids)
	prior = p.Clade(m) - p.Total(m) + l.hyper.LnC
	for k := 3; k <= part; k++ {
		prior += p.Further(k)
	}
	for k := others + 1; k <= others+part-1; k++ {
		if k >= 3 {
			prior -= p.Further(k)
		}
	}
	j := p.Harmonic(m - 1)
	for b := l.Node[v].First; b >= 0; b = l.Node[b].Next {
		j -= p.Harmonic(int(l.Node[b].Size) - 1)
	}
	return prior, l.hyper.C * j
}

// part makes the parted of v, a child of w. It is of no use where the group is large, or columns have variances of
// their own.
func (l *live) part(w, v int32, cavity []float64, s *splitter) {
	q := &s.quick
	q.usable = false
	if q.count = int(l.Node[v].Kids); !l.Plain || q.count > mostParted {
		return
	}
	q.usable = true
	nw, nv := &l.Node[w], &l.Node[v]
	q.weight, q.sigma2, q.ell, q.left = float64(l.D), l.hyper.Sigma2, nw.Ell, nw.Rem
	nv.Size = 0
	for b := nv.First; b >= 0; b = l.Node[b].Next {
		nv.Size += l.Node[b].Size
	}
	q.prior, q.rate = l.splitPrior(w, v)
	s.mean = pruning.Grow(s.mean, l.D)
	mean := s.mean
	var logs special.LogProduct
	p := 1 / (cavity[0] + q.sigma2*(l.ParentRem(w)-nw.Rem))
	total := p
	logs.Multiply(p, 1)
	vector.Scaled(mean, cavity[1:], p)
	for b := nw.First; b >= 0; b = l.Node[b].Next {
		if b != v {
			p := l.precisionAt(b, nw.Rem)
			total += p
			logs.Multiply(p, 1)
			vector.AddScaled(mean, l.Mean(b), p)
		}
	}
	vector.Divide(mean, total)
	squares := p * vector.SquaredDistance(mean, cavity[1:])
	for b := nw.First; b >= 0; b = l.Node[b].Next {
		if b != v {
			squares += l.precisionAt(b, nw.Rem) * vector.SquaredDistance(mean, l.Mean(b))
		}
	}
	q.others = 1 / total
	q.log = 0.5 * (q.weight*(logs.Log()-math.Log(total)) - squares)
	i, pair := 0, 0
	for b := nv.First; b >= 0; b = l.Node[b].Next {
		q.vari[i], q.rem[i] = l.Row(b)[0], l.Node[b].Rem
		q.toOthers[i] = vector.SquaredDistance(mean, l.Mean(b))
		for a := nv.First; a != b; a = l.Node[a].Next {
			q.among[pair] = vector.SquaredDistance(l.Mean(a), l.Mean(b))
			pair++
		}
		i++
	}
}

// precisionAt returns the precision of the message from b where rem time remains.
func (l *live) precisionAt(b int32, rem float64) float64 {
	return 1 / (l.Row(b)[0] + l.hyper.Sigma2*(rem-l.Node[b].Rem))
}

// at returns the log evidence where rem time remains at the group, and the log prior.
func (q *parted) at(ell, rem float64) (evidence, prior float64) {
	logs, squares := q.terms(rem)
	return q.log + 0.5*(q.weight*logs.Log()-squares), q.prior - q.rate*(ell-q.ell)
}

// quickly returns the sum of both to 1e-9, the evidence to a power.
func (q *parted) quickly(ell, rem, power float64) float64 {
	logs, squares := q.terms(rem)
	return power*(q.log+0.5*(q.weight*logs.Quickly()-squares)) + q.prior - q.rate*(ell-q.ell)
}

// terms returns the variances and the squares of the evidence at a time.
func (q *parted) terms(rem float64) (logs special.LogProduct, squares float64) {
	var precision [mostParted]float64
	total, distance, spread, pair := 0.0, 0.0, 0.0, 0
	for i := range q.count {
		p := 1 / (q.vari[i] + q.sigma2*(rem-q.rem[i]))
		precision[i] = p
		logs.Multiply(p, 1)
		total += p
		distance += p * q.toOthers[i]
		for _, other := range precision[:i] {
			spread += p * other * q.among[pair]
			pair++
		}
	}
	inverse := 1 / total
	spread *= inverse
	between := inverse + q.others + q.sigma2*(q.left-rem)
	logs.Multiply(inverse, 1)
	logs.Multiply(1/between, 1)
	return logs, spread + max(distance-spread, 0)*inverse/between
}

// weighTimes makes the stretch from which the time of v, a child of w, is drawn. It changes the
// time of v, and its message where the parted is of no use.
func (c *current) weighTimes(w, v int32, cavity []float64) {
	l, s := c.Live, &c.splitter
	l.part(w, v, cavity, s)
	low, high := l.Node[w].Ell, math.Inf(1)
	for b := l.Node[v].First; b >= 0; b = l.Node[b].Next {
		high = min(high, l.Node[b].Ell)
	}
	rate := l.hyper.C * l.hyper.Prior.Harmonic(1)
	end := high
	if math.IsInf(high, 1) {
		end = low + 8
	}
	width := end - low
	// What remains at knot k is what remains at w times step to the power of k².
	rem, step := l.Node[w].Rem, math.Exp(-width/((splitKnots-1)*(splitKnots-1)))
	factor := step
	for k := range splitKnots {
		// Denser towards w, where the shortest branches lie.
		x, left := float64(k)/(splitKnots-1), 1.0
		ell := low + width*x*x
		if k == 0 {
			ell, left = low+1e-9*width, 1-1e-9*width
		} else if k == splitKnots-1 && !math.IsInf(high, 1) {
			ell, left = low+(1-1e-9)*width, 1+1e-9*width
		}
		f := 0.0
		if s.quick.usable {
			f = s.quick.quickly(ell, rem*left, l.Power)
		} else {
			r := c.splitRatio(w, v, cavity, ell, 0)
			f = r.likelihood + r.prior
		}
		rem *= factor
		factor *= step * step
		if k == 0 {
			s.stretch.Begin(ell, f)
		} else {
			s.stretch.Add(ell, f)
		}
	}
	s.stretch.Tail = 0
	if math.IsInf(high, 1) {
		s.stretch.Tail = rate
	}
	s.stretch.Finish()
}

// evidence returns the logarithm of the product of the messages of v's children and,
// unless it is nil, of the cavity above v, the location of v integrated out. Constants
// that depend on the number of messages alone are left out.
func (l *live) evidence(v int32, cavity []float64, s *splitter) float64 {
	if l.Columnwise {
		return l.evidenceOfColumns(v, cavity, s)
	}
	f, sigma2, nv := 0.0, l.hyper.Sigma2, &l.Node[v]
	for len(s.mean) < l.D {
		s.mean = append(s.mean, 0)
	}
	for k, cl := range l.Classes {
		low, high := l.C+cl.Low, l.C+cl.High
		mean := s.mean[:high-low]
		clear(mean)
		total := 0.0
		var logs special.LogProduct
		add := func(row []float64, variance float64) {
			if p := 1 / variance; p > 0 {
				total += p
				logs.Multiply(p, 1)
				vector.AddScaled(mean, row[low:high], p)
			}
		}
		above := 0.0
		if cavity != nil {
			above = cavity[k] + sigma2*(l.ParentRem(v)-nv.Rem)
			add(cavity, above)
		}
		for b := nv.First; b >= 0; b = l.Node[b].Next {
			add(l.Row(b), l.Row(b)[k]+sigma2*(nv.Rem-l.Node[b].Rem))
		}
		if total == 0 {
			continue
		}
		vector.Divide(mean, total)
		q := 0.0
		if cavity != nil {
			q = vector.SquaredDistance(mean, cavity[low:high]) / above
		}
		for b := nv.First; b >= 0; b = l.Node[b].Next {
			if p := 1 / (l.Row(b)[k] + sigma2*(nv.Rem-l.Node[b].Rem)); p > 0 {
				q += p * vector.SquaredDistance(mean, l.Row(b)[low:high])
			}
		}
		f += 0.5 * (cl.Weight*(logs.Log()-math.Log(total)) - q)
	}
	return f
}

// evidenceOfColumns is evidence with a class for every column.
func (l *live) evidenceOfColumns(v int32, cavity []float64, s *splitter) (f float64) {
	sigma2, nv := l.hyper.Sigma2, &l.Node[v]
	s.rowsMet, s.lengths = s.rowsMet[:0], s.lengths[:0]
	if cavity != nil {
		s.rowsMet, s.lengths = append(s.rowsMet, cavity), append(s.lengths, sigma2*(l.ParentRem(v)-nv.Rem))
	}
	for b := nv.First; b >= 0; b = l.Node[b].Next {
		s.rowsMet, s.lengths = append(s.rowsMet, l.Row(b)), append(s.lengths, sigma2*(nv.Rem-l.Node[b].Rem))
	}
	s.precisions = pruning.Grow(s.precisions, len(s.rowsMet))
	for k := range l.C {
		total, sum, value, product := 0.0, 0.0, 0.0, 1.0
		for i, row := range s.rowsMet {
			p := 1 / (row[k] + s.lengths[i])
			s.precisions[i] = p
			if !(p > 0) {
				continue
			}
			total += p
			sum += p * row[l.C+k]
			if p < 1e-100 || p > 1e100 {
				value += math.Log(p)
			} else if product *= p; product < 1e-200 || product > 1e200 {
				value, product = value+math.Log(product), 1
			}
		}
		if total == 0 {
			continue
		}
		mean, q := sum/total, 0.0
		for i, row := range s.rowsMet {
			d := mean - row[l.C+k]
			if i == 0 && cavity != nil {
				q = d * d / (row[k] + s.lengths[0])
			} else if p := s.precisions[i]; p > 0 {
				q += p * (d * d)
			}
		}
		f += 0.5 * (value + math.Log(product) - math.Log(total) - q)
	}
	return f
}
