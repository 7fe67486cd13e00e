package vbmfa

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// A component is one factor analyser of the mixture: its variational posterior, and the sums over
// its rows. Fields are exported for saving.
type component struct {
	ID int // never reused
	K  int // factors

	M []float64 // p×(K+1): means of the rows of Λ̃, the mean μ last
	G []float64 // p×(K+1)²: their covariances Γ_q

	A float64   // q(ν_l) = Ga(A, B[l])
	B []float64 // K

	R   []float64 // n: responsibilities, in the sorted order of rows
	E   []float64 // n: expected log density of each row and its factors, and their entropy
	X   []float64 // n×K: means of the factors x_i
	Cov []float64 // patterns×K²: covariances of the factors

	// rows that may belong to the component according to the last wide cycle, ascending; all others have R = 0
	Near []int32

	// Of columns that are no numbers, see hidden; nil for numbers alone.
	U, V, Bring []float64 // n×columns: means and variances of q(u); n: their terms of the bound
	Syy         []float64 // Σ R ⟨u²⟩ of each
	Brought     float64   // Σ R Bring

	Mass    float64   // Σ R
	Entropy float64   // −Σ R ln R
	Sxx     []float64 // classes×(K+1)²: Σ_i R ⟨x̃x̃ᵀ⟩ over the rows in which the class is observed
	Syx     []float64 // p×(K+1): Σ_i R y_iq x̃_i
	Factors float64   // Σ_i R {½ ln|Σ_i| + K/2 − ½(‖x̄‖² + tr Σ_i)}

	LogDet float64 // Σ_q ln|Γ_q|

	// The following hold for the present loadings and sums if derived is true; see derive.
	derived bool
	misfits []float64 // p: Σ_i R Q_iq less Σ_i R y_iq²
	powers  []float64 // K: Σ_q ⟨Λ_ql²⟩

	expecter *expecter // of the last cycle; its memory is reused
	gatherer *gatherer

	// Extinct holds the expected precisions of dropped factors.
	Extinct []float64
}

// newComponent returns an empty component.
func newComponent(d *rows, id, k int) *component {
	w := k + 1
	c := &component{ID: id, K: k, M: make([]float64, d.p*w), G: make([]float64, d.p*w*w), B: make([]float64, k),
		R: make([]float64, d.n), E: make([]float64, d.n), X: make([]float64, d.n*k),
		Cov: make([]float64, len(d.patterns)*k*k),
		Sxx: make([]float64, d.class*w*w), Syx: make([]float64, d.p*w)}
	c.beginHidden(d)
	return c
}

func (c *component) clone() *component {
	o := *c
	o.M, o.G, o.B = slices.Clone(c.M), slices.Clone(c.G), slices.Clone(c.B)
	o.R, o.E, o.X, o.Cov = slices.Clone(c.R), slices.Clone(c.E), slices.Clone(c.X), slices.Clone(c.Cov)
	o.Near = slices.Clone(c.Near)
	o.Sxx, o.Syx, o.Extinct = slices.Clone(c.Sxx), slices.Clone(c.Syx), slices.Clone(c.Extinct)
	o.takeHidden(c)
	o.misfits, o.powers, o.derived, o.expecter, o.gatherer = nil, nil, false, nil, nil
	return &o
}

// loading returns row q of Λ̃: K loadings and the mean.
func (c *component) loading(q int) []float64 { return c.M[q*(c.K+1) : (q+1)*(c.K+1)] }

// cov returns Γ_q.
func (c *component) cov(q int) []float64 {
	w := (c.K + 1) * (c.K + 1)
	return c.G[q*w : q*w+w]
}

// power returns Σ_q ⟨Λ_ql²⟩, the expected power of factor l.
func (c *component) power(l int) float64 {
	w, sum := c.K+1, 0.0
	for at := 0; at < len(c.M); at += w {
		m := c.M[at+l]
		sum += m*m + c.G[(at+l)*w+l]
	}
	return sum
}

// derive computes misfits and powers from loadings and sums if these have changed: O(p·k²). Several
// updates in a row need them. Whatever changes loadings or sums clears derived.
func (c *component) derive(d *rows) {
	if c.derived {
		return
	}
	w := c.K + 1
	if c.misfits == nil {
		c.misfits, c.powers = make([]float64, d.p), make([]float64, c.K)
	}
	for q := range c.misfits {
		class := d.classes[q]
		sxx, row, cov := c.Sxx[class*w*w:(class+1)*w*w], c.loading(q), c.cov(q)
		c.misfits[q] = traced(sxx, row, cov) - 2*dot(c.Syx[q*w:(q+1)*w], row)
	}
	if d.hidden != nil {
		for t, q := range d.hidden.columns {
			c.misfits[q] += c.Syy[t]
		}
	}
	for l := range c.powers {
		c.powers[l] = c.power(l)
	}
	c.derived = true
}

// precision returns ⟨ν_l⟩ and ⟨ln ν_l⟩.
func (c *component) precision(l int) (mean, log float64) {
	return c.A / c.B[l], mathext.Digamma(c.A) - math.Log(c.B[l])
}
