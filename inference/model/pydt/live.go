package pydt

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/process/timetree"
)

// A live tree is the tree of a Markov chain with its messages. A node's message (its variances, one a class,
// then its mean) is one row of an array, so that a change touches only the nodes from there to the top
// and allocates nothing. A message is a pure function of the children's: what is tracked is what a full
// recomputation gives, bit for bit.
//
// The tree maps the slots in use and the order of the free ones one to one in every move. So it is exact to visit
// the slots in an order that does not depend on the tree, without the number of nodes entering equation 10a.
type live struct {
	timetree.Tree
	problem *posterior.Problem
	hyper   posterior.Hyper
	power   float64 // of the likelihood in the target, 1 for the posterior; messages are those of 1
	d, c    int
	width   int  // of a message: c + d
	plain   bool // one class, nothing missing: variances are finite scalars
	few     bool // columns, for loops that are a part of the caller
	// columnwise: every column is a class of its own, and the loops run over columns.
	columnwise bool
	message    []float64 // slot×width

	lnSizes []float64 // logarithms of 0…n
	undo    undo
}

// undo holds what a detachment overwrote on the way to the top.
type undo struct {
	path  []int32
	rows  []float64
	sizes []int32
}

func newLive(p *posterior.Problem, h posterior.Hyper) *live {
	slots, c := 2*p.N-1, len(p.Classes)
	l := &live{Tree: timetree.New(p.N), problem: p, hyper: h, power: 1, d: p.D, c: c, width: c + p.D,
		plain: c == 1 && p.Classes[0].Observed == nil, few: vector.Few(p.D), columnwise: c == p.D && c > 1,
		message: make([]float64, slots*(c+p.D))}
	l.lnSizes = make([]float64, p.N+1)
	for i := range l.lnSizes {
		l.lnSizes[i] = math.Log(float64(i))
	}
	l.setLeaves(p.X)
	return l
}

// setLeaves replaces the values of all leaves, n×d in the problem's order of columns,
// and gives them the variance of the noise. Messages above are left to recompute.
func (l *live) setLeaves(x []float64) {
	for v := range l.N {
		copy(l.mean(int32(v)), x[v*l.d:(v+1)*l.d])
	}
	l.setNoise()
}

// setNoise gives every observed leaf the variance of the observation noise.
func (l *live) setNoise() {
	for k, cl := range l.problem.Classes {
		for v := range l.N {
			noise := l.hyper.Noise
			if cl.Observed != nil && !cl.Observed[v] {
				noise = math.Inf(1)
			}
			l.message[v*l.width+k] = noise
		}
	}
}

func (l *live) row(v int32) []float64 {
	i := int(v) * l.width
	return l.message[i : i+l.width : i+l.width]
}

func (l *live) mean(v int32) []float64 { return l.row(v)[l.c:] }

// lnSize returns the logarithm of the number of leaves below v.
func (l *live) lnSize(v int32) float64 { return l.lnSizes[l.Node[v].Size] }

// separate brings branch points of a first tree that are too close to time 1 for exact
// observations, all times in proportion.
func (l *live) separate() {
	const enough = 30
	last := 0.0
	for v := l.N; v < len(l.Node); v++ {
		if l.InUse(int32(v)) {
			last = math.Max(last, l.Node[v].Ell)
		}
	}
	if last <= enough {
		return
	}
	for v := l.N; v < len(l.Node); v++ {
		l.SetEll(int32(v), l.Node[v].Ell*enough/last)
	}
}

// update recomputes size and message of branch point v from its children: O(K·D).
func (l *live) update(v int32) {
	if l.plain {
		l.joinPlain(v, nil)
		return
	}
	a := l.Node[v].First
	b := l.Node[a].Next
	if l.Node[b].Next >= 0 {
		l.updateMany(v)
		return
	}
	nv, na, nb := &l.Node[v], &l.Node[a], &l.Node[b]
	nv.Size = na.Size + nb.Size
	up, down, beside := l.row(v), l.row(a), l.row(b)
	wa, wb := l.hyper.Sigma2*(nv.Rem-na.Rem), l.hyper.Sigma2*(nv.Rem-nb.Rem)
	if l.columnwise {
		vector.Join(up[:l.c], up[l.c:], down[:l.c], down[l.c:], beside[:l.c], beside[l.c:], wa, wb)
		return
	}
	for k, cl := range l.problem.Classes {
		x, y := down[k]+wa, beside[k]+wb
		low, high := l.c+cl.Low, l.c+cl.High
		switch {
		case !math.IsInf(x+y, 1):
			sa := y / (x + y)
			up[k] = x * sa
			vector.Mix(up[low:high], down[low:high], beside[low:high], sa, x/(x+y))
		case !math.IsInf(x, 1):
			up[k] = x
			copy(up[low:high], down[low:high])
		default:
			up[k] = y
			copy(up[low:high], beside[low:high])
		}
	}
}

// joinPlain updates branch point v where all columns have one finite variance. It joins the messages of its children one
// after the other, two Gaussians being a Gaussian times one of the distance of their means, and returns what these add to
// −2·log p(y): the squares, and by logs, unless it is nil, the variances.
func (l *live) joinPlain(v int32, logs *special.LogProduct) (squares float64) {
	sigma2, weight := l.hyper.Sigma2, l.problem.Classes[0].Weight
	nv := &l.Node[v]
	up := l.row(v)
	na := &l.Node[nv.First]
	met := l.row(nv.First)
	x, size := met[0]+sigma2*(nv.Rem-na.Rem), na.Size
	for b := na.Next; b >= 0; {
		nb := &l.Node[b]
		size += nb.Size
		beside := l.row(b)
		y := beside[0] + sigma2*(nv.Rem-nb.Rem)
		sum := x + y
		inverse := 1 / sum
		sa, sb := y*inverse, x*inverse
		switch {
		case logs == nil && l.few:
			vector.MixFew(up[1:], met[1:], beside[1:], sa, sb)
		case logs == nil:
			vector.Mix(up[1:], met[1:], beside[1:], sa, sb)
		default:
			logs.Multiply(sum, weight)
			squares += vector.Blend(up[1:], met[1:], beside[1:], sa, sb)*inverse + weight*posterior.Ln2Pi
		}
		met, x, b = up, x*sa, nb.Next
	}
	nv.Size, up[0] = size, x
	return squares
}

func (l *live) updateMany(v int32) {
	up, sigma2, rem := l.row(v), l.hyper.Sigma2, l.Node[v].Rem
	clear(up)
	l.Node[v].Size = 0
	for b := l.Node[v].First; b >= 0; b = l.Node[b].Next {
		l.Node[v].Size += l.Node[b].Size
		row, w := l.row(b), sigma2*(rem-l.Node[b].Rem)
		if l.columnwise {
			vector.Gather(up[:l.c], up[l.c:], row[:l.c], row[l.c:], w)
			continue
		}
		for k, cl := range l.problem.Classes {
			if precision := 1 / (row[k] + w); precision > 0 {
				up[k] += precision
				vector.AddScaled(up[l.c+cl.Low:l.c+cl.High], row[l.c+cl.Low:l.c+cl.High], precision)
			}
		}
	}
	if l.columnwise {
		vector.Normalise(up[:l.c], up[l.c:])
		return
	}
	for k, cl := range l.problem.Classes {
		up[k] = 1 / up[k] // +Inf where nothing is observed
		if math.IsInf(up[k], 1) {
			continue
		}
		mean := up[l.c+cl.Low : l.c+cl.High]
		vector.Scaled(mean, mean, up[k])
	}
}

// climb updates v and all its ancestors.
func (l *live) climb(v int32) {
	for ; v >= 0; v = l.Node[v].Parent {
		l.update(v)
	}
}

// recompute does the whole upward pass: O(N·D).
func (l *live) recompute() {
	order := l.Preorder()
	for i := len(order) - 1; i >= 0; i-- {
		if v := order[i]; !l.IsLeaf(v) {
			l.update(v)
		}
	}
}

// logLikelihood returns log p(y | T, t, σ², s²), equation 3.1, from the messages: O(N·D).
func (l *live) logLikelihood() float64 {
	var logs special.LogProduct
	squares := 0.0
	for _, v := range l.Preorder() {
		if !l.IsLeaf(v) {
			squares += l.meeting(v, &logs)
		}
	}
	return l.logOf(&logs, squares)
}

// evaluate is recompute and logLikelihood in one pass over the messages, of the nodes in preorder.
func (l *live) evaluate(order []int32) float64 {
	var logs special.LogProduct
	squares := 0.0
	for i := len(order) - 1; i >= 0; i-- {
		if v := order[i]; !l.IsLeaf(v) {
			squares += l.updateAndMeet(v, &logs)
		}
	}
	return l.logOf(&logs, squares)
}

// logOf returns the log likelihood, given what is added up over the branch points.
func (l *live) logOf(logs *special.LogProduct, squares float64) float64 {
	w, up := l.hyper.Sigma2*(1-l.Node[l.Top].Rem), l.row(l.Top)
	for k, cl := range l.problem.Classes {
		if total := up[k] + w; !math.IsInf(total, 1) {
			logs.Multiply(total, cl.Weight)
			squares += cl.Weight * posterior.Ln2Pi
		}
	}
	return -0.5 * (logs.Log() + squares + l.quadraticOfTop())
}

// meeting returns what the messages that meet at v add to −2·log p(y): the squares, and by logs the
// variances.
func (l *live) meeting(v int32, logs *special.LogProduct) (squares float64) {
	nv, up, sigma2 := &l.Node[v], l.row(v), l.hyper.Sigma2
	if nv.Kids == 2 {
		a := nv.First
		b := l.Node[a].Next
		down, beside := l.row(a), l.row(b)
		wa, wb := sigma2*(nv.Rem-l.Node[a].Rem), sigma2*(nv.Rem-l.Node[b].Rem)
		if l.columnwise {
			return l.meetingColumns(down, beside, wa, wb, logs)
		}
		for k, cl := range l.problem.Classes {
			if sum := down[k] + wa + beside[k] + wb; !math.IsInf(sum, 1) {
				low, high := l.c+cl.Low, l.c+cl.High
				logs.Multiply(sum, cl.Weight)
				squares += vector.SquaredDistance(down[low:high], beside[low:high])/sum + cl.Weight*posterior.Ln2Pi
			}
		}
		return squares
	}
	for k, cl := range l.problem.Classes {
		finite := -1.0
		for b := nv.First; b >= 0; b = l.Node[b].Next {
			row := l.row(b)
			w := row[k] + sigma2*(nv.Rem-l.Node[b].Rem)
			if math.IsInf(w, 1) {
				continue
			}
			logs.Multiply(w, cl.Weight)
			finite++
			squares += vector.SquaredDistance(row[l.c+cl.Low:l.c+cl.High], up[l.c+cl.Low:l.c+cl.High]) / w
		}
		if finite >= 0 {
			logs.Multiply(1/up[k], cl.Weight)
			squares += finite * cl.Weight * posterior.Ln2Pi
		}
	}
	return squares
}

// meetingColumns is meeting of two messages with a class for every column.
func (l *live) meetingColumns(down, beside []float64, wa, wb float64, logs *special.LogProduct) (squares float64) {
	va, ma := down[:l.c], down[l.c:]
	vb, mb := beside[:len(va)], beside[l.c:]
	ma, mb = ma[:len(va)], mb[:len(va)]
	logs.Alone()
	value, product := logs.Value, logs.Product
	for k, v := range va {
		sum := v + wa + vb[k] + wb
		if sum > math.MaxFloat64 {
			continue
		}
		d := ma[k] - mb[k]
		squares += d*d/sum + posterior.Ln2Pi
		if sum < 1e-100 || sum > 1e100 {
			value += math.Log(sum)
		} else if product *= sum; product < 1e-200 || product > 1e200 {
			value, product = value+math.Log(product), 1
		}
	}
	logs.Value, logs.Product = value, product
	return squares
}

// updateAndMeet is update and meeting.
func (l *live) updateAndMeet(v int32, logs *special.LogProduct) (squares float64) {
	if l.plain {
		return l.joinPlain(v, logs)
	}
	l.update(v)
	return l.meeting(v, logs)
}

// quadraticOfTop returns what the top node's message under the origin adds to the quadratic form.
func (l *live) quadraticOfTop() float64 {
	q, w, up := 0.0, l.hyper.Sigma2*(1-l.Node[l.Top].Rem), l.row(l.Top)
	for k, cl := range l.problem.Classes {
		if total := up[k] + w; !math.IsInf(total, 1) {
			for _, x := range up[l.c+cl.Low : l.c+cl.High] {
				q += x * x / total
			}
		}
	}
	return q
}

// logPrior returns equation 2a, the density of structure and times t: O(N).
func (l *live) logPrior() float64 {
	p, h, sum := l.hyper.Prior, &l.hyper, 0.0
	for _, v := range l.Preorder() {
		if l.IsLeaf(v) {
			continue
		}
		nv := &l.Node[v]
		k := 0
		for b := nv.First; b >= 0; b = l.Node[b].Next {
			k++
			sum = p.AddChild(sum, k, int(l.Node[b].Size))
		}
		sum = p.AddBranchPoint(sum, k, int(nv.Size))
		sum += h.LnC + nv.Ell + h.C*(l.ParentEll(v)-nv.Ell)*p.Harmonic(int(nv.Size)-1)
	}
	return sum
}
