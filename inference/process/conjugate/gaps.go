package conjugate

import (
	"math"
	"math/rand/v2"
)

// Gaps is a [Diagonal] of rows with missing cells, NaN, which are integrated out: each column
// counts the rows in which it was observed. Add, Remove and LogPredictive cost O(D), one logarithm
// per column.
type Gaps struct {
	prior   *Prior
	n       int
	columns []column
}

// A column is the state of one column.
type column struct {
	n    int
	rate float64 // as in Diagonal
	Student
}

// A Student is the density of another value of one column.
type Student struct {
	Location              float64
	r, constant, exponent float64
}

// NewStudent returns the Student t of another value where 1/σ² ~ Ga(freedom/2, rate) and the mean is N(location, σ²/κ).
func NewStudent(freedom, location, rate, kappa float64) Student {
	s := Student{Location: location}
	s.set(freedom, rate, kappa, studentConstant(freedom, 1, 1, 0))
	return s
}

// set changes all but the location, given the part of the constant that depends on the degrees of freedom alone.
func (s *Student) set(freedom, rate, kappa, constant float64) {
	s.r = kappa / (2 * rate * (kappa + 1))
	s.constant = constant + 0.5*math.Log(s.r)
	s.exponent = (freedom + 1) / 2
}

// Log returns the log density of x.
func (s *Student) Log(x float64) float64 {
	d := x - s.Location
	return s.constant - s.exponent*math.Log1p(d*d*s.r)
}

// NewGaps returns a cluster without rows.
func NewGaps(p *Prior) *Gaps {
	c := &Gaps{prior: p, columns: make([]column, len(p.Mean))}
	c.Fill(nil)
	return c
}

// Size implements Component.
func (c *Gaps) Size() int { return c.n }

// Fill implements Component.
func (c *Gaps) Fill(rows [][]float64) {
	c.n = 0
	for j := range c.columns {
		c.clear(j)
	}
	for _, x := range rows {
		c.Add(x)
	}
}

func (c *Gaps) clear(j int) {
	c.columns[j] = column{Student: Student{Location: c.prior.Mean[j]}, rate: c.prior.strength() * c.prior.shape[j] / 2}
	c.refresh(&c.columns[j])
}

func (c *Gaps) refresh(s *column) {
	s.set(c.prior.Freedom+float64(s.n), s.rate, c.prior.Kappa+float64(s.n), c.prior.constant(s.n))
}

// Add implements Component.
func (c *Gaps) Add(x []float64) {
	c.n++
	for j, v := range x {
		if math.IsNaN(v) {
			continue
		}
		s := &c.columns[j]
		k := c.prior.Kappa + float64(s.n)
		d := v - s.Location
		s.rate += 0.5 * k / (k + 1) * d * d
		s.Location += d / (k + 1)
		s.n++
		c.refresh(s)
	}
}

// Remove implements Component.
func (c *Gaps) Remove(x []float64) bool {
	c.n--
	for j, v := range x {
		if math.IsNaN(v) {
			continue
		}
		s := &c.columns[j]
		if s.n == 1 {
			c.clear(j)
			continue
		}
		k := c.prior.Kappa + float64(s.n)
		s.Location += (s.Location - v) / (k - 1)
		d := v - s.Location
		s.rate = max(s.rate-0.5*(k-1)/k*d*d, c.prior.strength()*c.prior.shape[j]/2)
		s.n--
		c.refresh(s)
	}
	return true
}

// LogPredictive implements Component.
func (c *Gaps) LogPredictive(x []float64) float64 {
	sum := 0.0
	for j, v := range x {
		if math.IsNaN(v) {
			continue
		}
		s := &c.columns[j] // Student.Log, without the call
		d := v - s.Location
		sum += s.constant - s.exponent*math.Log1p(d*d*s.r)
	}
	return sum
}

// Ready implements Component.
func (c *Gaps) Ready() {}

// Density implements Component.
func (c *Gaps) Density(x, _ []float64) float64 { return c.LogPredictive(x) }

// CopyFrom implements Component.
func (c *Gaps) CopyFrom(from Component) {
	f := from.(*Gaps)
	c.prior, c.n = f.prior, f.n
	copy(c.columns, f.columns)
}

// LogMarginal implements Component.
func (c *Gaps) LogMarginal() float64 {
	sum := 0.0
	for j, s := range c.columns {
		sum += columnMarginal(c.prior, j, s.n, s.rate)
	}
	return sum
}

// Draw implements Component.
func (c *Gaps) Draw(rng *rand.Rand, precision []float64) (distance float64) {
	for j, s := range c.columns {
		t, d := drawColumn(c.prior, j, s.n, s.Location, s.rate, rng)
		precision[j] += t
		distance += d
	}
	return distance
}
