package branches

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/process/pruning"
	"example.org/espalier/inference/process/timetree"
)

// A Collapser weighs a branch between two branch points, p above v, against its collapse, which
// gives v's children to p. It integrates out the times of both by quadrature, and keeps everything
// else (math 5.5).
type Collapser struct {
	s *posterior.State
	p int32
	// The time remaining at the lower end of the branch, in the tree.
	rem float64
	// Times remaining: of p's parent, and the latest that p and v may have.
	High, LowP, lowV float64
	beside           []int32   // scratch: v's siblings
	others           []Arrival // messages that meet at p: from above, and from v's siblings
	below            []Arrival // v's children
	rateP, rateV     float64   // of the prior in ℓ_p and ℓ_v: exposure = rateP·ℓ_p + rateV·ℓ_v
	atP, atV         junction
	flat             Flat
}

// A junction is the product of the messages that meet: its mean, its variance, +Inf where they
// carry no information, and its constant: the squares, and the variances whose logarithms are still
// to be taken.
type junction struct {
	mean, vari []float64
	squares    float64
	logs       special.LogProduct
}

const (
	supportPoints = 9   // a dimension
	supportStep   = 1.5 // largest step in the logit of a time's share of its interval
	supportSharp  = 1.2 // standard deviations between points, if that is less
)

func NewCollapser(s *posterior.State) *Collapser {
	c := &Collapser{s: s}
	for _, j := range []*junction{&c.atP, &c.atV} {
		j.mean, j.vari = make([]float64, s.D), make([]float64, len(s.Classes))
	}
	return c
}

// Present returns the probability of the branch above v against its collapse.
func (c *Collapser) Present(v int32) float64 { return 1 / (1 + math.Exp(-c.Odds(v))) }

// Odds returns the logarithm of the odds of the branch above v against its collapse, +Inf where the
// prior rules that out. v is a branch point and not the top one. Messages and cavities must be
// current. O(K²·D), plus about 150 times O(K·min(K, D)).
func (c *Collapser) Odds(v int32) float64 {
	s := c.s
	return c.oddsOf(Option{Node: v, Rem: s.Rem[v]}, s.Parent[v], s.Kids[v])
}

// oddsOf is odds of a branch that there is, or of one that would arise by a split. p is the branch point above it,
// below are the children of its lower end. The state stays as it is, so several may be found at once.
func (c *Collapser) oddsOf(o Option, p int32, below []int32) float64 {
	s := c.s
	prior := s.Hyper.Prior
	kp, kv := len(s.Kids[p]), len(below)
	if o.Splits {
		kp--
	}
	k, size := kp+kv-1, int32(0)
	for _, v := range below {
		size += s.Size[v]
	}
	odds := prior.Total(int(size)) - prior.Clade(int(size))
	for i := 3; i <= k; i++ {
		odds += prior.Further(i)
	}
	for _, n := range []int{kp, kv} {
		for i := 3; i <= n; i++ {
			odds -= prior.Further(i)
		}
	}
	if math.IsInf(odds, -1) {
		return math.Inf(1)
	}
	odds += hyper.Resolutions * (lnResolutions(kp) + lnResolutions(kv) - lnResolutions(k))
	if s.Rem[p] < timetree.LatestRem { // the noise hides such times, so the prior alone decides
		odds += math.Log(prior.Harmonic(int(size) - 1))
		return -odds
	}
	c.Prepare(o, p, below, size)
	odds += c.Together() - c.Apart()
	return -odds
}

// lnResolutions returns the logarithm of (2K−3)!!, the number of ways to resolve a branch
// point of K children into branch points of two.
func lnResolutions(k int) float64 {
	return special.LogGamma(float64(2*k-1)) - special.LogGamma(float64(k)) - float64(k-1)*math.Ln2
}

func (c *Collapser) Prepare(o Option, p int32, below []int32, size int32) {
	c.beside = c.beside[:0]
	for _, k := range c.s.Kids[p] {
		if o.Splits && k != o.A && k != o.B || !o.Splits && k != o.Node {
			c.beside = append(c.beside, k)
		}
	}
	c.arrange(p, o.Rem, c.beside, below, size)
}

// arrange is prepare of a branch from p to a branch point with the children below and `size` leaves, where rem time
// remains. Beside are the other children of p.
func (c *Collapser) arrange(p int32, rem float64, beside, below []int32, size int32) {
	s := c.s
	h := s.Hyper.Prior
	n := len(s.Classes)
	c.p, c.rem, c.High, c.LowP, c.lowV = p, rem, s.ParentRem(p), 0, 0
	c.rateP, c.rateV = h.Harmonic(int(s.Size[p])-1)-h.Harmonic(int(size)-1), h.Harmonic(int(size)-1)
	c.others = append(c.others[:0], Arrival{s.CavMeanOf(p), s.CavVari[int(p)*n : int(p)*n+n], c.High, true})
	c.below = c.below[:0]
	for _, k := range beside {
		c.others = append(c.others, Arrival{s.MeanOf(k), s.Vari[int(k)*n : int(k)*n+n], s.Rem[k], false})
		c.rateP -= h.Harmonic(int(s.Size[k]) - 1)
		c.LowP = math.Max(c.LowP, s.Rem[k])
	}
	for _, k := range below {
		c.below = append(c.below, Arrival{s.MeanOf(k), s.Vari[int(k)*n : int(k)*n+n], s.Rem[k], false})
		c.rateV -= h.Harmonic(int(s.Size[k]) - 1)
		c.lowV = math.Max(c.lowV, s.Rem[k])
	}
	c.LowP = math.Max(c.LowP, c.lowV)
	c.flat.Reduce(s.Classes, c.others, c.below)
}

// join multiplies the messages about the place where rem time remains, one after the other: two Gaussians are a
// Gaussian, times one of the distance of their means. The constant continues from that of an earlier junction.
func (c *Collapser) join(list []Arrival, rem float64, j *junction, logs special.LogProduct, squares float64) {
	if c.s.Columnwise {
		c.joinColumns(list, rem, j, logs, squares)
		return
	}
	sigma2 := c.s.Hyper.Sigma2
	for k, cl := range c.s.Classes {
		sp := c.flat.Spans[k]
		mean, met, x := j.mean[sp.Low:sp.High], []float64(nil), math.Inf(1)
		for i := range list {
			m := &list[i]
			y := m.Vari[k] + sigma2*m.to(rem)
			if math.IsInf(y, 1) {
				continue
			}
			own := m.Mean[sp.Low:sp.High]
			if met == nil {
				met, x = own, y
				continue
			}
			inverse := 1 / (x + y)
			share := y * inverse
			squares += vector.Blend(mean, met, own, share, x*inverse)*inverse + cl.Weight*pruning.Ln2Pi
			logs.Multiply(x+y, cl.Weight)
			met, x = mean, x*share
		}
		copy(mean, met)
		j.vari[k] = x
	}
	j.logs, j.squares = logs, squares
}

// joinColumns is join where every column is a class of its own.
func (c *Collapser) joinColumns(list []Arrival, rem float64, j *junction, logs special.LogProduct, squares float64) {
	sigma2, n := c.s.Hyper.Sigma2, len(c.s.Classes)
	vari, mean := j.vari[:n], j.mean[:n]
	va, ma, length := list[0].Vari[:n], list[0].Mean[:n], sigma2*list[0].to(rem)
	logs.Alone()
	value, product := logs.Value, logs.Product
	for i := 1; i < len(list); i++ {
		m := &list[i]
		vb, mb, beside := m.Vari[:n], m.Mean[:n], sigma2*m.to(rem)
		for k, x := range va {
			x += length
			y := vb[k] + beside
			sum := x + y
			if !(sum <= math.MaxFloat64) {
				if x <= math.MaxFloat64 {
					vari[k], mean[k] = x, ma[k]
				} else {
					vari[k], mean[k] = y, mb[k]
				}
				continue
			}
			inverse := 1 / sum
			share, d := y*inverse, ma[k]-mb[k]
			vari[k], mean[k] = x*share, share*ma[k]+x*inverse*mb[k]
			squares += d*d*inverse + pruning.Ln2Pi
			if sum < 1e-100 || sum > 1e100 {
				value += math.Log(sum)
			} else if product *= sum; product < 1e-200 || product > 1e200 {
				value, product = value+math.Log(product), 1
			}
		}
		va, ma, length = vari, mean, 0
	}
	logs.Value, logs.Product = value, product
	j.logs, j.squares = logs, squares
}

// to returns the length of the branch from the message to where rem time remains.
func (a *Arrival) to(rem float64) float64 {
	if a.above {
		return a.rem - rem
	}
	return rem - a.rem
}

// JoinAbove joins all messages at p but v's, where rem time remains.
func (c *Collapser) JoinAbove(rem float64) { c.join(c.others, rem, &c.atP, special.LogProduct{}, 0) }

// Value returns the logarithm of evidence times prior of the times, as a density in both ℓ, where p
// has been joined at remP. If both are equal there is no branch. Logarithms are to 1e-9.
func (c *Collapser) Value(remP, remV float64) float64 {
	s := c.s
	c.join(c.below, remV, &c.atV, c.atP.logs, c.atP.squares)
	between := s.Hyper.Sigma2 * (remP - remV)
	logs, squares := c.atV.logs, c.atV.squares
	if s.Columnwise {
		squares = c.meetColumns(between, &logs, squares)
		return -0.5*(logs.Quickly()+squares) + s.Hyper.C*(c.rateP*special.QuickLog(remP)+c.rateV*special.QuickLog(remV))
	}
	for k, cl := range s.Classes {
		if tau := c.atP.vari[k] + c.atV.vari[k] + between; !math.IsInf(tau, 1) {
			sp := c.flat.Spans[k]
			logs.Multiply(tau, cl.Weight)
			squares += cl.Weight*pruning.Ln2Pi + vector.SquaredDistance(c.atP.mean[sp.Low:sp.High],
				c.atV.mean[sp.Low:sp.High])/tau
		}
	}
	return -0.5*(logs.Quickly()+squares) + s.Hyper.C*(c.rateP*special.QuickLog(remP)+c.rateV*special.QuickLog(remV))
}

// meetColumns adds to the squares and the variances those of the two junctions at the ends of a branch,
// where every column is a class of its own.
func (c *Collapser) meetColumns(between float64, logs *special.LogProduct, squares float64) float64 {
	va, ma := c.atP.vari, c.atP.mean
	vb, mb := c.atV.vari[:len(va)], c.atV.mean[:len(va)]
	ma = ma[:len(va)]
	logs.Alone()
	for k, v := range va {
		tau := v + vb[k] + between
		if tau > math.MaxFloat64 {
			continue
		}
		d := ma[k] - mb[k]
		squares += pruning.Ln2Pi + d*d/tau
		if tau < 1e-100 || tau > 1e100 {
			logs.Value += math.Log(tau)
		} else if logs.Product *= tau; logs.Product < 1e-200 || logs.Product > 1e200 {
			logs.Flush()
		}
	}
	return squares
}

// Spot returns the time that remains where the logit of the share of the interval from high to
// low is x, and the derivative of ℓ there.
func Spot(high, low, x float64) (rem, slope float64) {
	left := 1 / (1 + math.Exp(x))
	rem = low + (high-low)*left
	return rem, (high - low) * left * (1 - left) / rem
}

// logit returns x of spot.
func logit(high, low, rem float64) float64 {
	x := math.Log((high - rem) / (rem - low))
	return math.Max(-30, math.Min(30, x))
}

// Together returns the logarithm of the integral over the one time of the branch points joined.
func (c *Collapser) Together() float64 {
	density := func(rem float64) float64 {
		c.JoinAbove(rem)
		return c.Value(rem, rem)
	}
	f := func(x float64) float64 {
		rem, slope := Spot(c.High, c.LowP, x)
		return density(rem) + special.QuickLog(slope)
	}
	x, step := peak(logit(c.High, c.LowP, math.Max(c.s.Rem[c.p], c.LowP*(1+1e-9))), f)
	var sum special.LogSum
	for i := range supportPoints {
		sum.Quickly(f(x + step*float64(i-supportPoints/2)))
	}
	return sum.Value() + math.Log(step) + c.s.Hyper.LnC
}

const (
	mostStep  = 5 // of peak; steps grow while the curve keeps rising
	leastStep = 0.01
	mostDrop  = 2 // nats on either side of a maximum within which a curve is taken for a parabola
)

// peak climbs from x to near the maximum of f and returns the distance of points for an integral about it.
func peak(x float64, f func(float64) float64) (top, distance float64) {
	here := f(x)
	for step := 1.0; ; {
		up, down := f(x+step), f(x-step)
		switch {
		case up > here && up >= down:
			x, here, step = x+step, up, math.Min(1.5*step, mostStep)
		case down > here:
			x, here, step = x-step, down, math.Min(1.5*step, mostStep)
		case step > leastStep && !(math.Min(up, down) > here-mostDrop) || step > 1:
			step /= 3
		default:
			bend := (2*here - up - down) / (step * step)
			if !(bend <= math.MaxFloat64) {
				return x, leastStep
			}
			if bend > 0 {
				x += (up - down) / (2 * step * bend)
			}
			return x, math.Min(supportStep, supportSharp/math.Sqrt(math.Max(bend, 1e-9)))
		}
	}
}

// Apart returns the logarithm of the integral over both times.
func (c *Collapser) Apart() float64 {
	s := c.s
	var remP, slopeP float64
	at := func(x float64) {
		remP, slopeP = Spot(c.High, c.LowP, x)
		c.JoinAbove(remP)
	}
	f := func(y float64) float64 {
		remV, slopeV := Spot(remP, c.lowV, y)
		return c.Value(remP, remV) + special.QuickLog(slopeP*slopeV)
	}
	x := logit(c.High, c.LowP, math.Max(s.Rem[c.p], c.LowP*(1+1e-9)))
	at(x)
	y, _ := peak(logit(remP, c.lowV, c.rem), f)
	x, stepX := peak(x, func(x float64) float64 { at(x); return f(y) })
	at(x)
	y, stepY := peak(y, f)
	grid := support{value: func(j int) float64 { return f(y + stepY*float64(j)) }}
	const half = supportPoints / 2
	best := grid.row(0)
	for _, direction := range [2]int{1, -1} {
		from := best
		for i := 1; i <= half; i++ {
			at(x + stepX*float64(direction*i))
			if from = grid.row(from); grid.low {
				break
			}
		}
	}
	return grid.sum.Value() + math.Log(stepX*stepY) + 2*s.Hyper.LnC
}

// A support adds up a density of one maximum over a grid. It leaves out points that are next to nothing
// beside the greatest, which are about half of all.
type support struct {
	value func(j int) float64 // in the present row, j from −supportPoints/2
	sum   special.LogSum
	most  float64
	any   bool
	low   bool // nothing counts in the row that was added last
}

// beyond is how many nats a point lies below the greatest where it is left out, and all beyond it.
const beyond = 12

// row adds the present row, from place j outwards, and returns the place of its greatest value.
func (g *support) row(j int) (best int) {
	const half = supportPoints / 2
	start := g.value(j)
	top := start
	best = j
	g.add(start)
	for _, direction := range [2]int{1, -1} {
		last := start
		for k := j + direction; k >= -half && k <= half; k += direction {
			v := g.value(k)
			g.add(v)
			if v > top {
				best, top = k, v
			}
			if v < last && v < g.most-beyond {
				break
			}
			last = v
		}
	}
	g.low = top < g.most-beyond
	return best
}

func (g *support) add(v float64) {
	g.sum.Quickly(v)
	if !g.any || v > g.most {
		g.most, g.any = v, true
	}
}
