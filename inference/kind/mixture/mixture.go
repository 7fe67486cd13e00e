// Package mixture is the kind of result of models of several Gaussians or factor analysers:
// the components, the rows that belong to each, and the numbers of components that were tried.
package mixture

import (
	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// Kind is the name of the kind.
const Kind = "mixture"

// Of returns the mixture of a snapshot; nil where there is none.
func Of(s *inference.Snapshot) *Mixture {
	m, _ := inference.Of[*Mixture](s)
	return m
}

// EpochsOf returns the epochs of a search for the number of components, in order of time; nil for
// models without one.
func EpochsOf(s *inference.Snapshot) []Epoch {
	if m := Of(s); m != nil {
		return m.Epochs
	}
	return nil
}

// A Mixture describes the components of a mixture of factor analysers, or of
// Gaussians, in working units. It is never modified once published.
type Mixture struct {
	Components []Component
	Noise      []float64 // variance of each column within a component beside its factors
	// Responsibilities are the probabilities of the rows to belong to the components, rows × components.
	Responsibilities *mat.Dense
	// Epochs are the numbers of components tried so far, in order of time; nil for models that try
	// none, and for the mixture of an epoch.
	Epochs []Epoch
}

// Assigned returns the most probable component of each row and its probability; nil where
// there are no responsibilities or m is nil.
func (m *Mixture) Assigned() (class []int, certainty []float64) {
	if m == nil || m.Responsibilities == nil {
		return nil, nil
	}
	n, _ := m.Responsibilities.Dims()
	class, certainty = make([]int, n), make([]float64, n)
	for i := range class {
		for k, r := range m.Responsibilities.RawRowView(i) {
			if r > certainty[i] {
				class[i], certainty[i] = k, r
			}
		}
	}
	return class, certainty
}

// A Component is one factor analyser of a Mixture.
type Component struct {
	ID        int        // the same from snapshot to snapshot; never used again
	Weight    float64    // mixing proportion
	Size      float64    // expected number of rows
	Mean      []float64  // of each column
	Loadings  *mat.Dense // columns × factors, nil where there are none
	Precision []float64  // of each factor's loadings; large where it is switched off
	Active    []bool     // of each factor: it carries more than a thousandth of the noise
	Extinct   []float64  // precisions of factors that were dropped
	Score     float64    // share of the objective a row; low where the component fits badly
	// Noise is the variance of each column beside the factors, if components differ in it; nil if
	// it is that of the Mixture.
	Noise []float64
	// Class is the level of an annotation whose rows the component was fitted to; "" if it was
	// fitted to all rows.
	Class string
}

// NoiseOf returns the variance of each column within a component beside its factors.
func (m *Mixture) NoiseOf(c Component) []float64 {
	if c.Noise != nil {
		return c.Noise
	}
	return m.Noise
}

// Dimension returns the number of active factors.
func (c Component) Dimension() int {
	n := 0
	for _, a := range c.Active {
		if a {
			n++
		}
	}
	return n
}

// Majority returns for each component the class that most of its rows have, an index below levels
// (−1 if no row has one), and the share of that class among its rows with a class. Rows count by
// their responsibilities. codes are the classes of the rows, −1 for none. It is nil if there are no
// responsibilities or m is nil.
func (m *Mixture) Majority(codes []int, levels int) (class []int, share []float64) {
	if m == nil || m.Responsibilities == nil || len(codes) != m.Responsibilities.RawMatrix().Rows {
		return nil, nil
	}
	mass := mat.NewDense(len(m.Components), max(levels, 1), nil)
	for i, c := range codes {
		if c < 0 || c >= levels {
			continue
		}
		for k, r := range m.Responsibilities.RawRowView(i) {
			mass.Set(k, c, mass.At(k, c)+r)
		}
	}
	class, share = make([]int, len(m.Components)), make([]float64, len(m.Components))
	for k := range class {
		class[k] = -1
		total, most := 0.0, 1e-9
		for c, v := range mass.RawRowView(k) {
			total += v
			if v > most {
				class[k], most = c, v
			}
		}
		if class[k] >= 0 {
			share[k] = most / total
		}
	}
	return class, share
}

// HasFactors reports whether a component has loadings; not if m is nil, nor for spherical clusters.
func (m *Mixture) HasFactors() bool {
	if m == nil {
		return false
	}
	for _, c := range m.Components {
		if c.Loadings != nil {
			return true
		}
	}
	return false
}

// Covariance returns ΛΛᵀ + Ψ, columns × columns.
func (c Component) Covariance(noise []float64) *mat.SymDense {
	p := len(noise)
	s := mat.NewSymDense(p, nil)
	for i := range p {
		for j := range i + 1 {
			v := 0.0
			if c.Loadings != nil {
				v = mat.Dot(c.Loadings.RowView(i), c.Loadings.RowView(j))
			}
			if i == j {
				v += noise[i]
			}
			s.SetSym(i, j, v)
		}
	}
	return s
}

// An Epoch is a stretch of iterations in which a mixture with another number of
// components was tried.
type Epoch struct {
	First, Last int // iterations; Last is the present one while the epoch lasts
	Open        bool
	Accepted    bool
	Anew        bool     // all factors were started again, with as many components as before
	Shed        bool     // a factor of a component was left out
	Parent      int      // ID of the component that was split, −1 for none
	Children    [2]int   // IDs
	More        []int    // IDs of further children
	Deaths      []int    // IDs of components that died out
	Gain        float64  // of the objective, nats
	Mixture     *Mixture // at its end, where it was accepted
}
