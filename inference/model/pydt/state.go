package pydt

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/algorithm/vector"
)

// absent marks a leaf that is not in the tree yet, and a free slot.
const absent = -2

// A class is a run of sorted columns that are observed in exactly the same rows. Their message
// variances are equal, so one number serves them all.
type class struct {
	low, high int     // columns [low, high) of the sorted table
	weight    float64 // high − low
	observed  []bool  // by row; nil when all are
}

// A state is a tree under construction with its messages. Slots 0..n−1 are the rows of the data;
// the others are branch points or free. Everything that flows up (mean, variance, likelihood,
// prior, hash) is a pure function of the children, computed by update alone: after any number of
// moves the numbers equal those of a full recomputation bit for bit.
type state struct {
	n, d    int
	classes []class
	hyper   hyper
	// columnwise: every column is a class of its own, and the loops run over columns.
	columnwise bool
	// sites are those of the cells of a binary table; nil if the leaves hold the measured values.
	sites *sites

	top    int32
	parent []int32 // −1 for the top node, absent for what is not in the tree
	kids   [][]int32
	size   []int32   // leaves below
	count  []int32   // nodes below, the node included
	ell    []float64 // −log(1−t); +Inf for leaves
	rem    []float64 // 1−t = exp(−ell)
	free   []int32   // free slots, last one is taken first

	mean []float64 // slot×d: mean of the message to the node from below
	vari []float64 // slot×classes: its variance; +Inf where nothing is observed below
	lik  []float64 // sum of the constants of equation 3.1 below the node
	pri  []float64 // sum of the prior terms of the branch points below and here, see objective
	clad []uint64  // hash of the set of leaves below
	hash []uint64  // sum over branch points below and here of the mixed clade hashes

	cavMean []float64 // slot×d: what the rest of the tree says of the parent's location
	cavVari []float64 // slot×classes

	precision []float64 // scratch of update and cavities
	shares    []float64
	suffix    []float64
	order     []int32
}

// problem is the part of a state that does not change: the sorted data.
type problem struct {
	n, d       int
	columns    []int     // column of the data set at each sorted place
	classes    []class   //
	columnwise bool      // each column is a class of its own, see columns.go
	binary     bool      // a table of zeros and ones, to be fitted by probit
	x          []float64 // n×d in sorted order; 0 where missing. The signs −1 and 1 where binary
	cells      int       // observed
	meanVar    float64   // mean over columns of the variance around zero of observed cells
}

func newState(p *problem, h hyper) *state {
	slots, c := 2*p.n, len(p.classes)
	s := &state{n: p.n, d: p.d, classes: p.classes, columnwise: p.columnwise, hyper: h, top: absent,
		parent: make([]int32, slots), kids: make([][]int32, slots), size: make([]int32, slots), count: make([]int32, slots),
		ell: make([]float64, slots), rem: make([]float64, slots),
		mean: make([]float64, slots*p.d), vari: make([]float64, slots*c),
		lik: make([]float64, slots), pri: make([]float64, slots),
		clad: make([]uint64, slots), hash: make([]uint64, slots),
		cavMean: make([]float64, slots*p.d), cavVari: make([]float64, slots*c),
		order: make([]int32, 0, slots),
	}
	copy(s.mean, p.x)
	for v := range s.parent {
		s.parent[v] = absent
	}
	for v := range p.n {
		s.size[v], s.count[v], s.ell[v], s.clad[v] = 1, 1, math.Inf(1), special.Mix64(uint64(v)+1+special.Golden64)
	}
	for v := slots - 1; v >= p.n; v-- {
		s.free = append(s.free, int32(v))
	}
	if p.binary {
		s.newSites(p)
	}
	s.setNoise()
	return s
}

// setNoise gives every leaf the variance of the observation noise.
func (s *state) setNoise() {
	if s.sites != nil {
		return // each cell's own
	}
	c := len(s.classes)
	for k, cl := range s.classes {
		for v := range s.n {
			if cl.observed == nil || cl.observed[v] {
				s.vari[v*c+k] = s.hyper.noise
			} else {
				s.vari[v*c+k] = math.Inf(1)
			}
		}
	}
}

func (s *state) isLeaf(v int32) bool { return int(v) < s.n }

func (s *state) meanOf(v int32) []float64 { return s.mean[int(v)*s.d : int(v)*s.d+s.d] }

func (s *state) cavMeanOf(v int32) []float64 { return s.cavMean[int(v)*s.d : int(v)*s.d+s.d] }

// parentRem returns the time remaining at the upper end of the branch above v.
func (s *state) parentRem(v int32) float64 {
	if p := s.parent[v]; p >= 0 {
		return s.rem[p]
	}
	return 1
}

func (s *state) parentEll(v int32) float64 {
	if p := s.parent[v]; p >= 0 {
		return s.ell[p]
	}
	return 0
}

func (s *state) setTime(v int32, ell float64) {
	s.ell[v], s.rem[v] = ell, math.Exp(-ell)
}

// setRem sets the time of v by what remains of it.
func (s *state) setRem(v int32, rem float64) {
	s.ell[v], s.rem[v] = -math.Log(rem), rem
}

// take returns a free slot for a new branch point.
func (s *state) take() int32 {
	v := s.free[len(s.free)-1]
	s.free = s.free[:len(s.free)-1]
	return v
}

func (s *state) release(v int32) {
	s.parent[v], s.kids[v] = absent, s.kids[v][:0]
	s.free = append(s.free, v)
}

// update recomputes everything that flows up into branch point v from its
// children: equation 3.1 with any number of children, and (2b). Cost O(K·D).
func (s *state) update(v int32) {
	kids := s.kids[v]
	s.updateCounts(v, kids)
	lik := 0.0
	for _, k := range kids {
		lik += s.lik[k]
	}
	switch two := len(kids) == 2; {
	case two && s.columnwise:
		lik += s.joinColumns(v, kids[0], kids[1])
	case two:
		lik += s.joinTwo(v, kids[0], kids[1])
	case s.columnwise:
		lik += s.joinManyColumns(v, kids)
	default:
		lik += s.joinMany(v, kids)
	}
	s.lik[v] = lik
}

// updateCounts does the part of update that does not touch the columns.
func (s *state) updateCounts(v int32, kids []int32) {
	p := s.hyper.prior
	var size, count int32
	var clade, hash uint64
	below, split, j, waiting := 0.0, 0.0, 0.0, 1.0
	for i, k := range kids {
		n := s.size[k]
		size += n
		count += s.count[k]
		clade += s.clad[k]
		hash += s.hash[k]
		below += s.pri[k]
		split += p.Clade(int(n))
		j -= p.Harmonic(int(n) - 1)
		if i >= 2 {
			split += p.Counted(i + 1)
		}
		if !s.isLeaf(k) {
			// One logarithm serves several children while the product stays in range.
			if waiting *= s.ell[k] - s.ell[v]; waiting < 1e-200 || waiting > 1e200 {
				split, waiting = split+math.Log(waiting), 1
			}
		}
	}
	if waiting != 1 {
		split += math.Log(waiting)
	}
	split = p.AddBranchPoint(split, len(kids), int(size))
	j += p.Harmonic(int(size) - 1)
	s.size[v], s.count[v], s.clad[v], s.hash[v] = size, count+1, clade, hash+special.Mix64(clade+special.Golden64)
	s.pri[v] = below + split + s.hyper.lnC - s.hyper.c*j*s.ell[v]
}

func (s *state) joinTwo(v, a, b int32) float64 {
	c, lik := len(s.classes), 0.0
	sigma2 := s.hyper.sigma2
	wa0, wb0 := sigma2*(s.rem[v]-s.rem[a]), sigma2*(s.rem[v]-s.rem[b])
	ma, mb, mv := s.meanOf(a), s.meanOf(b), s.meanOf(v)
	for k, cl := range s.classes {
		wa, wb := s.vari[int(a)*c+k]+wa0, s.vari[int(b)*c+k]+wb0
		sum := wa + wb
		switch {
		case !math.IsInf(sum, 1):
			q := vector.Blend(mv[cl.low:cl.high], ma[cl.low:cl.high], mb[cl.low:cl.high], wb/sum, wa/sum)
			s.vari[int(v)*c+k] = wa * (wb / sum)
			lik -= 0.5 * (cl.weight*math.Log(2*math.Pi*sum) + q/sum)
		case !math.IsInf(wa, 1):
			copy(mv[cl.low:cl.high], ma[cl.low:cl.high])
			s.vari[int(v)*c+k] = wa
		default:
			copy(mv[cl.low:cl.high], mb[cl.low:cl.high])
			s.vari[int(v)*c+k] = wb
		}
	}
	return lik
}

func (s *state) joinMany(v int32, kids []int32) float64 {
	c, lik := len(s.classes), 0.0
	mv := s.meanOf(v)
	s.precision = grow(s.precision, len(kids))
	for k, cl := range s.classes {
		total, logs, finite := 0.0, 0.0, 0
		for i, child := range kids {
			w := s.vari[int(child)*c+k] + s.hyper.sigma2*(s.rem[v]-s.rem[child])
			s.precision[i] = 1 / w // 0 where nothing is observed
			if !math.IsInf(w, 1) {
				total += s.precision[i]
				logs += math.Log(s.precision[i])
				finite++
			}
		}
		m := mv[cl.low:cl.high]
		clear(m)
		if finite == 0 {
			s.vari[int(v)*c+k] = math.Inf(1)
			continue
		}
		for i, child := range kids {
			if s.precision[i] > 0 {
				vector.AddScaled(m, s.meanOf(child)[cl.low:cl.high], s.precision[i]/total)
			}
		}
		q := 0.0
		for i, child := range kids {
			if s.precision[i] > 0 {
				q += s.precision[i] * vector.SquaredDistance(m, s.meanOf(child)[cl.low:cl.high])
			}
		}
		s.vari[int(v)*c+k] = 1 / total
		lik += 0.5 * (cl.weight*(logs-math.Log(total)-float64(finite-1)*ln2Pi) - q)
	}
	return lik
}

const ln2Pi = 1.8378770664093454835606594728112

func grow(a []float64, n int) []float64 {
	if cap(a) < n {
		return make([]float64, n, 2*n)
	}
	return a[:n]
}

// climb updates v and all its ancestors.
func (s *state) climb(v int32) {
	for ; v >= 0; v = s.parent[v] {
		s.update(v)
	}
}

// preorder fills s.order with the nodes from the top down, parents first.
func (s *state) preorder() []int32 {
	s.order = append(s.order[:0], s.top)
	for i := 0; i < len(s.order); i++ {
		s.order = append(s.order, s.kids[s.order[i]]...)
	}
	return s.order
}

// recompute does the whole upward pass: O(N·D).
func (s *state) recompute() {
	order := s.preorder()
	for i := len(order) - 1; i >= 0; i-- {
		if v := order[i]; !s.isLeaf(v) {
			s.update(v)
		}
	}
}

// logEvidence returns log p(y | T, t, σ²) with σ² = 1/⟨τ⟩: the top node's message under the origin at 0.
func (s *state) logEvidence() float64 {
	s.cavityOfTop()
	return s.lik[s.top] + s.againstCavity(s.top, s.hyper.sigma2*(1-s.rem[s.top]))
}

// points returns the number of branch points at and below v.
func (s *state) points(v int32) float64 { return float64(s.count[v] - s.size[v]) }

// objective returns the bound F of equation 5a: evidence, expected prior of structure and times,
// and the terms of the hyperparameters.
//
// The times' prior is a density with respect to z_v = log(ℓ_v − ℓ_pa(v)), the logarithms of the
// waiting times, and not with respect to t as in the papers. In t the joint maximum does not exist
// or means nothing: if cJ_v < 1, the density (1−t)^(cJ_v−1) has a pole at t = 1, and in few
// dimensions σ², c and all times diverge together (σ² passed 10⁶ on 63 points drawn from the prior
// in the plane). A density in ℓ has its mode at waiting times of 0 and drives c up instead. In z
// each waiting time has its mode at its mean 1/(c·H), so that c is estimated without bias. The
// units do not depend on the number of branch points, so that trees with different numbers can be
// compared.
//
// A branch point of K children competes with the (2K−3)!! ways to resolve it into branch points of
// two. Each of them has little probability, even if together they have nearly all of it, so that
// the single most probable tree of many points in few dimensions is a star. So the objective
// divides the probability of a branch point by that number: the mass of all resolutions decides
// whether to resolve it, and the best one decides how.
func (s *state) objective() float64 {
	branches := float64(s.count[s.top])
	f := s.logEvidence() + s.pri[s.top] + branches*float64(s.d)/2*s.hyper.kappa + s.hyper.constant + s.hyper.tally(s.points(s.top))
	if !s.isLeaf(s.top) {
		f += math.Log(s.ell[s.top])
	}
	return f
}

// Times are optimised one at a time as time remaining.
const (
	leastRem  = 1e-12 // no branch point is later than this before the end
	separated = 1e-7  // relative distance kept between a branch point and its neighbours
)

// within shrinks the interval of time remaining between a child's and a parent's
// so that branches keep a positive length. high ≤ low when there is no room.
func within(child, parent float64) (low, high float64) {
	return math.Max(child*(1+separated), leastRem), parent * (1 - separated)
}

// extent returns the number of branch points and the mean number of them above a leaf.
func (s *state) extent() (points, depth float64) {
	for _, v := range s.preorder() {
		if !s.isLeaf(v) {
			points++
			depth += float64(s.size[v])
		}
	}
	return points, depth / float64(s.size[s.top])
}
