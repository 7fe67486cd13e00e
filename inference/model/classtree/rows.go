package classtree

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/process/observation"
)

// A look holds, for each column and class, the terms that a cell adds to the log density of a row in the class.
type look struct {
	t     *table
	k     int
	mu    []float64 // k×width
	noise []float64 // by latent column
	share []float64 // log π
	// Of a column of numbers: log f = own + y·slope + square·y², slope and own by class.
	slope, own [][]float64
	square     []float64
	// Of others: by factor and class.
	log [][]float64
}

// newLook returns it for locations μ, shares and, for each latent column, s².
func newLook(t *table, mu, noise, share []float64) *look {
	k := len(share)
	l := &look{t: t, k: k, mu: mu, noise: noise, share: make([]float64, k), slope: make([][]float64, len(t.columns)),
		own: make([][]float64, len(t.columns)), square: make([]float64, len(t.columns)),
		log: make([][]float64, len(t.columns))}
	for c, p := range share {
		l.share[c] = math.Log(p)
	}
	for j := range t.columns {
		c := &t.columns[j]
		if c.is == nil {
			w := noise[c.low]
			l.square[j], l.slope[j], l.own[j] = -0.5/w, make([]float64, k), make([]float64, k)
			for class := range k {
				m := mu[class*t.width+c.low]
				l.slope[j][class], l.own[j][class] = m/w, -0.5*(m*m/w+math.Log(2*math.Pi*w))
			}
			continue
		}
		l.log[j] = make([]float64, len(c.factors)*k)
		for f, factor := range c.factors {
			l.factor(c, factor, l.log[j][f*k:(f+1)*k])
		}
	}
	return l
}

// factor sets the log probability of a cell in each class.
func (l *look) factor(c *feature, f observation.Factor, log []float64) {
	width := c.high - c.low
	room := make([]float64, 2*width)
	for class := range l.k {
		at := class*l.t.width + c.low
		log[class] = f.Moments(l.mu[at:at+width], l.noise[c.low:c.high], room[:width], room[width:])
	}
}

// row sets log π_k + log p(y_i | class k) for each class, up to a term that it returns.
func (l *look) row(i int, log []float64) (common float64) {
	copy(log, l.share)
	x := l.t.x.RawRowView(i)
	for j := range l.t.columns {
		switch c := &l.t.columns[j]; {
		case c.is != nil:
			if f := int(c.code[i]); f >= 0 {
				vector.AddScaled(log, l.log[j][f*l.k:(f+1)*l.k], 1)
			}
		case !math.IsNaN(x[j]):
			common += l.square[j] * x[j] * x[j]
			vector.AddScaled(log, l.own[j], 1)
			vector.AddScaled(log, l.slope[j], x[j])
		}
	}
	return common
}

// choose draws a class by log weights, which it changes, and returns the log of their sum.
func choose(log []float64, rng *rand.Rand) (class int, sum float64) {
	top := log[0]
	for _, v := range log[1:] {
		top = max(top, v)
	}
	total := 0.0
	for k, v := range log {
		log[k] = special.QuickExp(v - top)
		total += log[k]
	}
	u := rng.Float64() * total
	for class = 0; class < len(log)-1; class++ {
		if u -= log[class]; u < 0 {
			break
		}
	}
	return class, top + math.Log(total)
}

// A tally holds the contributions of some rows to the sums of a state.
type tally struct {
	seen, sum, square []float64
	likelihood        float64
	log, m, u         []float64 // scratch
}

func newTally(t *table, classes int) *tally {
	cells := classes * t.width
	return &tally{seen: make([]float64, cells), sum: make([]float64, cells), square: make([]float64, cells),
		log: make([]float64, classes), m: make([]float64, t.width), u: make([]float64, t.width)}
}

func (t *tally) clear() {
	clear(t.seen)
	clear(t.sum)
	clear(t.square)
	t.likelihood = 0
}

// visit draws the classes of rows low to high−1, their latent numbers integrated out, and then these.
func (l *look) visit(low, high int, z []int32, rng *rand.Rand, to *tally) {
	t := l.t
	for i := low; i < high; i++ {
		common := l.row(i, to.log)
		class, sum := choose(to.log, rng)
		z[i] = int32(class)
		to.likelihood += common + sum
		at := class * t.width
		mu, x := l.mu[at:at+t.width], t.x.RawRowView(i)
		seen, total, square := to.seen[at:at+t.width], to.sum[at:at+t.width], to.square[at:at+t.width]
		for j := range t.columns {
			c := &t.columns[j]
			u := to.u[c.low:c.high]
			switch {
			case c.is == nil && !math.IsNaN(x[j]):
				u[0] = x[j]
			case c.is != nil && c.code[i] >= 0:
				c.factors[c.code[i]].Draw(mu[c.low:c.high], l.noise[c.low:c.high], rng, u)
			default:
				continue
			}
			for a := c.low; a < c.high; a++ {
				v := to.u[a]
				seen[a]++
				total[a] += v
				square[a] += v * v
			}
		}
	}
}

// look returns how the classes look at the rows now.
func (s *state) look() *look {
	return newLook(s.t, s.locations(), s.noises(), s.share)
}

// noises returns s² of each latent column.
func (s *state) noises() []float64 {
	noise := make([]float64, s.t.width)
	for a, g := range s.group {
		noise[a] = s.noise[g]
	}
	return noise
}

// forget empties the sums.
func (s *state) forget() {
	clear(s.seen)
	clear(s.sum)
	clear(s.square)
	s.likelihood = 0
}

// add adds those of a tally.
func (s *state) add(t *tally) {
	vector.AddScaled(s.seen, t.seen, 1)
	vector.AddScaled(s.sum, t.sum, 1)
	vector.AddScaled(s.square, t.square, 1)
	s.likelihood += t.likelihood
}
