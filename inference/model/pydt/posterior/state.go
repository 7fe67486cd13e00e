package posterior

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/process/pruning"
)

// Absent marks a leaf that is not in the tree yet, and a free slot.
const Absent = -2

// A State is a tree under construction with its messages. Slots 0..n−1 are the rows of the data;
// the others are branch points or free. Everything that flows up (mean, variance, likelihood,
// prior, hash) is a pure function of the children, computed by update alone: after any number of
// moves the numbers equal those of a full recomputation bit for bit.
type State struct {
	N, D    int
	Classes []pruning.Class
	Hyper   Hyper
	// columnwise: every column is a class of its own, and the loops run over columns.
	Columnwise bool
	// sites are those of the cells of a binary table; nil if the leaves hold the measured values.
	Sites *sites

	Top    int32
	Parent []int32 // −1 for the top node, absent for what is not in the tree
	Kids   [][]int32
	Size   []int32   // leaves below
	Count  []int32   // nodes below, the node included
	Ell    []float64 // −log(1−t); +Inf for leaves
	Rem    []float64 // 1−t = exp(−ell)
	Free   []int32   // free slots, last one is taken first

	Mean []float64 // slot×d: mean of the message to the node from below
	Vari []float64 // slot×classes: its variance; +Inf where nothing is observed below
	Lik  []float64 // sum of the constants of equation 3.1 below the node
	Pri  []float64 // sum of the prior terms of the branch points below and here, see objective
	Clad []uint64  // hash of the set of leaves below
	Hash []uint64  // sum over branch points below and here of the mixed clade hashes

	CavMean []float64 // slot×d: what the rest of the tree says of the parent's location
	CavVari []float64 // slot×classes

	precision []float64 // scratch of update and cavities
	shares    []float64
	suffix    []float64
	Order     []int32
}

// Problem is the part of a state that does not change: the sorted data.
type Problem struct {
	N, D       int
	Columns    []int           // column of the data set at each sorted place
	Classes    []pruning.Class //
	Columnwise bool            // each column is a class of its own, see columns.go
	Binary     bool            // a table of zeros and ones, to be fitted by probit
	X          []float64       // n×d in sorted order; 0 where missing. The signs −1 and 1 where binary
	Cells      int             // observed
	MeanVar    float64         // mean over columns of the variance around zero of observed cells
}

func NewState(p *Problem, h Hyper) *State {
	slots, c := 2*p.N, len(p.Classes)
	s := &State{N: p.N, D: p.D, Classes: p.Classes, Columnwise: p.Columnwise, Hyper: h, Top: Absent,
		Parent: make([]int32, slots), Kids: make([][]int32, slots), Size: make([]int32, slots), Count: make([]int32, slots),
		Ell: make([]float64, slots), Rem: make([]float64, slots),
		Mean: make([]float64, slots*p.D), Vari: make([]float64, slots*c),
		Lik: make([]float64, slots), Pri: make([]float64, slots),
		Clad: make([]uint64, slots), Hash: make([]uint64, slots),
		CavMean: make([]float64, slots*p.D), CavVari: make([]float64, slots*c),
		Order: make([]int32, 0, slots),
	}
	copy(s.Mean, p.X)
	for v := range s.Parent {
		s.Parent[v] = Absent
	}
	for v := range p.N {
		s.Size[v], s.Count[v], s.Ell[v], s.Clad[v] = 1, 1, math.Inf(1), special.Mix64(uint64(v)+1+special.Golden64)
	}
	for v := slots - 1; v >= p.N; v-- {
		s.Free = append(s.Free, int32(v))
	}
	if p.Binary {
		s.newSites(p)
	}
	s.SetNoise()
	return s
}

// SetNoise gives every leaf the variance of the observation noise.
func (s *State) SetNoise() {
	if s.Sites != nil {
		return // each cell's own
	}
	c := len(s.Classes)
	for k, cl := range s.Classes {
		for v := range s.N {
			if cl.Observed == nil || cl.Observed[v] {
				s.Vari[v*c+k] = s.Hyper.Noise
			} else {
				s.Vari[v*c+k] = math.Inf(1)
			}
		}
	}
}

func (s *State) IsLeaf(v int32) bool { return int(v) < s.N }

func (s *State) MeanOf(v int32) []float64 { return s.Mean[int(v)*s.D : int(v)*s.D+s.D] }

func (s *State) CavMeanOf(v int32) []float64 { return s.CavMean[int(v)*s.D : int(v)*s.D+s.D] }

// ParentRem returns the time remaining at the upper end of the branch above v.
func (s *State) ParentRem(v int32) float64 {
	if p := s.Parent[v]; p >= 0 {
		return s.Rem[p]
	}
	return 1
}

func (s *State) ParentEll(v int32) float64 {
	if p := s.Parent[v]; p >= 0 {
		return s.Ell[p]
	}
	return 0
}

func (s *State) SetTime(v int32, ell float64) {
	s.Ell[v], s.Rem[v] = ell, math.Exp(-ell)
}

// SetRem sets the time of v by what remains of it.
func (s *State) SetRem(v int32, rem float64) {
	s.Ell[v], s.Rem[v] = -math.Log(rem), rem
}

// Take returns a free slot for a new branch point.
func (s *State) Take() int32 {
	v := s.Free[len(s.Free)-1]
	s.Free = s.Free[:len(s.Free)-1]
	return v
}

func (s *State) Release(v int32) {
	s.Parent[v], s.Kids[v] = Absent, s.Kids[v][:0]
	s.Free = append(s.Free, v)
}

// Update recomputes everything that flows up into branch point v from its
// children: equation 3.1 with any number of children, and (2b). Cost O(K·D).
func (s *State) Update(v int32) {
	kids := s.Kids[v]
	s.updateCounts(v, kids)
	lik := 0.0
	for _, k := range kids {
		lik += s.Lik[k]
	}
	switch two := len(kids) == 2; {
	case two && s.Columnwise:
		lik += s.joinColumns(v, kids[0], kids[1])
	case two:
		lik += s.joinTwo(v, kids[0], kids[1])
	case s.Columnwise:
		lik += s.joinManyColumns(v, kids)
	default:
		lik += s.joinMany(v, kids)
	}
	s.Lik[v] = lik
}

// updateCounts does the part of update that does not touch the columns.
func (s *State) updateCounts(v int32, kids []int32) {
	p := s.Hyper.Prior
	var size, count int32
	var clade, hash uint64
	below, split, j, waiting := 0.0, 0.0, 0.0, 1.0
	for i, k := range kids {
		n := s.Size[k]
		size += n
		count += s.Count[k]
		clade += s.Clad[k]
		hash += s.Hash[k]
		below += s.Pri[k]
		split += p.Clade(int(n))
		j -= p.Harmonic(int(n) - 1)
		if i >= 2 {
			split += p.Counted(i + 1)
		}
		if !s.IsLeaf(k) {
			// One logarithm serves several children while the product stays in range.
			if waiting *= s.Ell[k] - s.Ell[v]; waiting < 1e-200 || waiting > 1e200 {
				split, waiting = split+math.Log(waiting), 1
			}
		}
	}
	if waiting != 1 {
		split += math.Log(waiting)
	}
	split = p.AddBranchPoint(split, len(kids), int(size))
	j += p.Harmonic(int(size) - 1)
	s.Size[v], s.Count[v], s.Clad[v], s.Hash[v] = size, count+1, clade, hash+special.Mix64(clade+special.Golden64)
	s.Pri[v] = below + split + s.Hyper.LnC - s.Hyper.C*j*s.Ell[v]
}

func (s *State) joinTwo(v, a, b int32) float64 {
	c, lik := len(s.Classes), 0.0
	sigma2 := s.Hyper.Sigma2
	wa0, wb0 := sigma2*(s.Rem[v]-s.Rem[a]), sigma2*(s.Rem[v]-s.Rem[b])
	ma, mb, mv := s.MeanOf(a), s.MeanOf(b), s.MeanOf(v)
	for k, cl := range s.Classes {
		wa, wb := s.Vari[int(a)*c+k]+wa0, s.Vari[int(b)*c+k]+wb0
		sum := wa + wb
		switch {
		case !math.IsInf(sum, 1):
			q := vector.Blend(mv[cl.Low:cl.High], ma[cl.Low:cl.High], mb[cl.Low:cl.High], wb/sum, wa/sum)
			s.Vari[int(v)*c+k] = wa * (wb / sum)
			lik -= 0.5 * (cl.Weight*math.Log(2*math.Pi*sum) + q/sum)
		case !math.IsInf(wa, 1):
			copy(mv[cl.Low:cl.High], ma[cl.Low:cl.High])
			s.Vari[int(v)*c+k] = wa
		default:
			copy(mv[cl.Low:cl.High], mb[cl.Low:cl.High])
			s.Vari[int(v)*c+k] = wb
		}
	}
	return lik
}

func (s *State) joinMany(v int32, kids []int32) float64 {
	c, lik := len(s.Classes), 0.0
	mv := s.MeanOf(v)
	s.precision = Grow(s.precision, len(kids))
	for k, cl := range s.Classes {
		total, logs, finite := 0.0, 0.0, 0
		for i, child := range kids {
			w := s.Vari[int(child)*c+k] + s.Hyper.Sigma2*(s.Rem[v]-s.Rem[child])
			s.precision[i] = 1 / w // 0 where nothing is observed
			if !math.IsInf(w, 1) {
				total += s.precision[i]
				logs += math.Log(s.precision[i])
				finite++
			}
		}
		m := mv[cl.Low:cl.High]
		clear(m)
		if finite == 0 {
			s.Vari[int(v)*c+k] = math.Inf(1)
			continue
		}
		for i, child := range kids {
			if s.precision[i] > 0 {
				vector.AddScaled(m, s.MeanOf(child)[cl.Low:cl.High], s.precision[i]/total)
			}
		}
		q := 0.0
		for i, child := range kids {
			if s.precision[i] > 0 {
				q += s.precision[i] * vector.SquaredDistance(m, s.MeanOf(child)[cl.Low:cl.High])
			}
		}
		s.Vari[int(v)*c+k] = 1 / total
		lik += 0.5 * (cl.Weight*(logs-math.Log(total)-float64(finite-1)*Ln2Pi) - q)
	}
	return lik
}

const Ln2Pi = 1.8378770664093454835606594728112

func Grow(a []float64, n int) []float64 {
	if cap(a) < n {
		return make([]float64, n, 2*n)
	}
	return a[:n]
}

// Climb updates v and all its ancestors.
func (s *State) Climb(v int32) {
	for ; v >= 0; v = s.Parent[v] {
		s.Update(v)
	}
}

// Preorder fills s.order with the nodes from the top down, parents first.
func (s *State) Preorder() []int32 {
	s.Order = append(s.Order[:0], s.Top)
	for i := 0; i < len(s.Order); i++ {
		s.Order = append(s.Order, s.Kids[s.Order[i]]...)
	}
	return s.Order
}

// Recompute does the whole upward pass: O(N·D).
func (s *State) Recompute() {
	order := s.Preorder()
	for i := len(order) - 1; i >= 0; i-- {
		if v := order[i]; !s.IsLeaf(v) {
			s.Update(v)
		}
	}
}

// LogEvidence returns log p(y | T, t, σ²) with σ² = 1/⟨τ⟩: the top node's message under the origin at 0.
func (s *State) LogEvidence() float64 {
	s.CavityOfTop()
	return s.Lik[s.Top] + s.AgainstCavity(s.Top, s.Hyper.Sigma2*(1-s.Rem[s.Top]))
}

// Points returns the number of branch points at and below v.
func (s *State) Points(v int32) float64 { return float64(s.Count[v] - s.Size[v]) }

// Objective returns the bound F of equation 5a: evidence, expected prior of structure and times,
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
func (s *State) Objective() float64 {
	branches := float64(s.Count[s.Top])
	f := s.LogEvidence() + s.Pri[s.Top] + branches*float64(s.D)/2*s.Hyper.Kappa + s.Hyper.Constant + s.Hyper.Tally(s.Points(s.Top))
	if !s.IsLeaf(s.Top) {
		f += math.Log(s.Ell[s.Top])
	}
	return f
}

// Times are optimised one at a time as time remaining.
const (
	leastRem  = 1e-12 // no branch point is later than this before the end
	separated = 1e-7  // relative distance kept between a branch point and its neighbours
)

// Within shrinks the interval of time remaining between a child's and a parent's
// so that branches keep a positive length. high ≤ low when there is no room.
func Within(child, parent float64) (low, high float64) {
	return math.Max(child*(1+separated), leastRem), parent * (1 - separated)
}

// Extent returns the number of branch points and the mean number of them above a leaf.
func (s *State) Extent() (points, depth float64) {
	for _, v := range s.Preorder() {
		if !s.IsLeaf(v) {
			points++
			depth += float64(s.Size[v])
		}
	}
	return points, depth / float64(s.Size[s.Top])
}
