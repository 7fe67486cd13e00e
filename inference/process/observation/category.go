package observation

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"
)

// Categories is a column of L unordered levels: level k where the k-th of the utilities U = Hv is the greatest, with
// v the L−1 latent numbers and H the L×(L−1) matrix of orthonormal contrasts. Utilities that are independent have
// independent contrasts of the same variance, and what they share never matters; so this is the symmetric
// multinomial probit without its superfluous column, and the names of the levels count for nothing.
type Categories struct {
	levels []category
	h      []float64 // L×(L−1)
}

// A category says that a level has the greatest utility.
type category struct {
	of    *Categories
	level int
}

// NewCategories returns a column with this many levels, 2 or more.
func NewCategories(levels int) *Categories {
	c := &Categories{levels: make([]category, levels), h: make([]float64, levels*(levels-1))}
	for k := range c.levels {
		c.levels[k] = category{c, k}
	}
	// Helmert contrasts: the first j+1 levels against the next.
	for j := range levels - 1 {
		norm := math.Sqrt(float64((j + 1) * (j + 2)))
		for k := range j + 1 {
			c.h[k*(levels-1)+j] = 1 / norm
		}
		c.h[(j+1)*(levels-1)+j] = -float64(j+1) / norm
	}
	return c
}

// Width implements [Column].
func (c *Categories) Width() int { return len(c.levels) - 1 }

// Threshold implements [Column].
func (*Categories) Threshold() bool { return true }

// Intercept implements [Column].
func (*Categories) Intercept() float64 { return 1 }

// Predict implements [Column]: the level of the greatest mean utility.
func (c *Categories) Predict(_ int, m, _ []float64) float64 {
	best := 0
	for k := range c.levels {
		if c.utility(k, m) > c.utility(best, m) {
			best = k
		}
	}
	return float64(best)
}

// Factor implements [Column]; the value is the index of a level.
func (c *Categories) Factor(_ int, value float64) Factor {
	if math.IsNaN(value) {
		return nil
	}
	return &c.levels[int(value)]
}

// contrasts returns the row of H of a level.
func (c *Categories) contrasts(k int) []float64 {
	n := c.Width()
	return c.h[k*n : (k+1)*n]
}

// utility returns U_k at v.
func (c *Categories) utility(k int, v []float64) (sum float64) {
	for j, h := range c.contrasts(k) {
		sum += h * v[j]
	}
	return sum
}

// ahead appends d_k = (M_y − M_k)/root of the other levels k to d, with M = Hm.
func (y *category) ahead(m []float64, root float64, d []float64) []float64 {
	c := y.of
	own := c.utility(y.level, m)
	for k := range c.levels {
		if k != y.level {
			d = append(d, (own-c.utility(k, m))/root)
		}
	}
	return d
}

// Moments implements [Factor]. With M = Hm, z = (U_y − M_y)/√W and d_k = (M_y − M_k)/√W, Z = ∫ φ(z) Π Φ(z+d_k) dz
// over the other levels k, whose logarithm is concave. The mean is Hᵀ times that of U; the variance, the closest of
// one variance for all, is (Σ Var U_k − W)/(L−1), as the shift of all utilities keeps its own.
func (y *category) Moments(m, w, mean, variance []float64) float64 {
	c, root := y.of, math.Sqrt(w[0])
	var room, more [16]float64
	d := y.ahead(m, root, room[:0])
	r := room16(&more, len(d)) // of the other levels
	peak := climb(utilityOf(d), 0)
	var z, ez, ezz float64
	var first, second, inner [16]float64
	er, err, within := room16(&first, len(d)), room16(&second, len(d)), room16(&inner, len(d))
	for i, x := range hermiteNode {
		at := peak.at + peak.spread*x
		log := -0.5 * at * at
		for k, v := range d {
			phi, ratio, excess := special.WideRatios(at + v)
			log += phi
			r[k] = ratio
			within[k] = 1 - ratio*excess
		}
		p := math.Exp(log - peak.log + hermiteLog[i])
		z += p
		ez += p * at
		ezz += p * at * at
		for k, v := range r {
			er[k] += p * v
			err[k] += p * (v*v + within[k])
		}
	}
	ez /= z
	total := ezz/z - ez*ez
	clear(mean)
	c.add(mean, y.level, root*ez)
	k := 0
	for level := range c.levels {
		if level == y.level {
			continue
		}
		e := er[k] / z
		total += err[k]/z - e*e
		c.add(mean, level, -root*e)
		k++
	}
	v := w[0] * (total - 1) / float64(c.Width())
	for j := range mean {
		mean[j] += m[j]
		variance[j] = v
	}
	return peak.log + math.Log(peak.spread*z) - 0.5*ln2Pi
}

// LogZ implements [Quick].
func (y *category) LogZ(m, w []float64) float64 {
	var room [16]float64
	d := y.ahead(m, math.Sqrt(w[0]), room[:0])
	peak := climb(utilityOf(d), 0)
	z := 0.
	for i, x := range hermiteNode {
		at := peak.at + peak.spread*x
		log := -0.5 * at * at
		for _, v := range d {
			log += special.WideLogCDF(at + v)
		}
		z += math.Exp(log - peak.log + hermiteLog[i])
	}
	return peak.log + math.Log(peak.spread*z) - 0.5*ln2Pi
}

// utilityOf is the density of z = (U_y − M_y)/√W where the other utilities are below it, by d_k = (M_y − M_k)/√W.
type utilityOf []float64

func (d utilityOf) at(z float64) (log, first, bend float64) {
	log, first, bend = -0.5*z*z, -z, 1
	for _, v := range d {
		phi, ratio, excess := special.WideRatios(z + v)
		log += phi
		first += ratio
		bend += ratio * excess
	}
	return log, first, bend
}

// room16 returns n zeros, those of room if there are enough.
func room16(room *[16]float64, n int) []float64 {
	if n > len(room) {
		return make([]float64, n)
	}
	return room[:n]
}

// add adds Hᵀ of a change of one utility.
func (c *Categories) add(to []float64, k int, by float64) {
	for j, h := range c.contrasts(k) {
		to[j] += h * by
	}
}

// Draw implements [Factor]. With one variance for all it draws utilities, whose common shift is independent of the
// contrasts: that of the level by its own distribution, whose density is φ(z)ΠΦ(z+d), and then the others below it.
// Where variances differ it draws each latent number given the others.
func (y *category) Draw(m, w []float64, rng *rand.Rand, u []float64) {
	c := y.of
	for _, v := range w[1:] {
		if v != w[0] {
			y.drawOneByOne(m, w, rng, u)
			return
		}
	}
	levels, root := len(c.levels), math.Sqrt(w[0])
	var room, more [16]float64
	utility, d := room16(&room, levels), y.ahead(m, root, more[:0])
	top := c.utility(y.level, m) + root*draw(utilityOf(d), 0, rng)
	for k := range utility {
		if utility[k] = top; k != y.level {
			centre := c.utility(k, m)
			utility[k] = min(top, centre+root*drawBetween(rng, math.Inf(-1), (top-centre)/root))
		}
	}
	clear(u)
	for k, v := range utility {
		c.add(u, k, v)
	}
}

// drawOneByOne draws each latent number between the limits that the others leave it: those of (H_y − H_k)·u ≥ 0 for
// all k. Numbers for which another level has the greatest utility are first replaced by ones for which it has not.
func (y *category) drawOneByOne(m, w []float64, rng *rand.Rand, u []float64) {
	c := y.of
	own := c.contrasts(y.level)
	for k := range c.levels {
		if k != y.level && !(c.utility(y.level, u) >= c.utility(k, u)) {
			for j, h := range own {
				u[j] = h * math.Sqrt(w[j])
			}
			for k := range c.levels { // the square roots may have turned the direction too far
				if k != y.level && !(c.utility(y.level, u) >= c.utility(k, u)) {
					copy(u, own)
				}
			}
			break
		}
	}
	for j := range u {
		y.DrawOne(j, m[j], w[j], rng, u)
	}
}

// Limits implements [Several].
func (y *category) Limits(j int, u []float64) (low, high float64) {
	c := y.of
	own := c.contrasts(y.level)
	low, high = math.Inf(-1), math.Inf(1)
	for k := range c.levels {
		if k == y.level {
			continue
		}
		h, rest := own[j]-c.contrasts(k)[j], 0.0
		for i, x := range u {
			if i != j {
				rest += (own[i] - c.contrasts(k)[i]) * x
			}
		}
		switch {
		case h > 0:
			low = max(low, -rest/h)
		case h < 0:
			high = min(high, -rest/h)
		case rest < 0: // whatever this one is
			return low, math.Inf(-1)
		}
	}
	return low, high
}

// DrawOne implements [Several].
func (y *category) DrawOne(j int, m, w float64, rng *rand.Rand, u []float64) {
	if low, high := y.Limits(j, u); low < high {
		s := math.Sqrt(w)
		u[j] = min(max(m+s*drawBetween(rng, (low-m)/s, (high-m)/s), low), high)
	}
}

// Level implements [Several].
func (y *category) Level() int { return y.level }

// Cone implements [Several]: H_y − H_k for all other levels k.
func (y *category) Cone() (all [][]float64) {
	own := y.of.contrasts(y.level)
	for k := range y.of.levels {
		if k == y.level {
			continue
		}
		h := append([]float64(nil), own...)
		for j, v := range y.of.contrasts(k) {
			h[j] -= v
		}
		all = append(all, h)
	}
	return all
}

// Apart implements [Several]: the utilities U sum to 0, so that L·U_y is the sum of the differences, and u = HᵀU.
func (y *category) Apart(along, u []float64) {
	sum := 0.0
	for _, v := range along {
		sum += v
	}
	top := sum / float64(len(y.of.levels))
	clear(u)
	y.of.add(u, y.level, top)
	at := 0
	for k := range y.of.levels {
		if k != y.level {
			y.of.add(u, k, top-along[at])
			at++
		}
	}
}
