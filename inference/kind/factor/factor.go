// Package factor is the kind of result of factor models: a state or an estimate, and the
// draws of a chain.
package factor

import (
	"slices"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// Kind is the name of the kind.
const Kind = "factors"

// Factors is the result of a factor model. It is never modified once published.
type Factors struct {
	// State is the present state of the first chain, or the estimate; nil where there is
	// none yet.
	State *State
	Draws []Draw // of models that sample; nil for others
}

// Of returns the factors of a snapshot; empty if it has none.
func Of(s *inference.Snapshot) Factors {
	if s == nil {
		return Factors{}
	}
	return In(s.Parts)
}

// In returns the factors among parts; empty if there are none.
func In(parts []inference.Part) Factors {
	if f, ok := inference.Find[*Factors](parts); ok {
		return *f
	}
	return Factors{}
}

// StateOf returns the state or estimate in a snapshot; nil where there is none.
func StateOf(s *inference.Snapshot) *State { return Of(s).State }

// DrawsOf returns the draws in a snapshot; nil where there are none.
func DrawsOf(s *inference.Snapshot) []Draw { return Of(s).Draws }

// State is one state of a factor model Y = G X + E, or one point estimate, in working
// units. Y is D×N: D items (the columns of the data set OnColumns, its rows OnRows)
// and N cases (the other side). It is never modified once published.
type State struct {
	Side inference.Side
	// IDs tell the K factors apart: the same from snapshot to snapshot of a chain, never used again.
	IDs []int
	// Loadings is G, D×K; nil where K is 0.
	Loadings *mat.Dense
	// Inclusion is Z, D×K: 0 or 1 in a draw, a probability in a summary; nil for models whose loadings are all in.
	Inclusion *mat.Dense
	// Activities is X transposed, N×K; nil where K is 0.
	Activities *mat.Dense
	// Noise is the variance of each item beside the factors, D values; nil where the model has none.
	Noise []float64
	// Offset is added to G X for each item, D values: the mean of its observed cells if the model
	// centres on its own; nil for zeros.
	Offset []float64
	// Binary says that Inclusion, N×K here, tells which cases own a feature, and that Loadings are
	// the real values of the features, as in the linear-Gaussian model of the Indian buffet
	// process. Activities then equal Inclusion.
	Binary bool
}

// Count returns K.
func (f *State) Count() int {
	if f == nil {
		return 0
	}
	return len(f.IDs)
}

// Places returns where the factors with the given IDs stand, leaving out those that f no longer has.
func (f *State) Places(ids []int) (places []int) {
	if f == nil {
		return nil
	}
	for k, id := range f.IDs {
		if slices.Contains(ids, id) {
			places = append(places, k)
		}
	}
	return places
}

// A Draw is a state that a chain kept. Draws stand by chain and then by iteration, burn-in
// included. They are evenly spaced in each chain; the spacing grows with the length of the
// run so that their number stays bounded.
type Draw struct {
	Chain     int // from 0
	Iteration int
	Objective float64 // log joint, in working units
	State     *Sparse
}

// At returns where in a run the draw was kept.
func (d Draw) At() (chain, iteration int) { return d.Chain, d.Iteration }

// Sparse is a state of a factor model, stored sparsely in single precision so that some
// hundreds of them fit beside a table of 12,557 × 171. It is never modified once published.
type Sparse struct {
	// IDs tell the K factors apart within their chain, as in [State]; nil where the model has none.
	IDs []int
	// Items are, for each of K factors, the items it loads on, ascending; Values their loadings.
	Items  [][]int32
	Values [][]float32
	// Activities are, for each factor, its N activities.
	Activities [][]float32
	// Noise is the variance of each item, D values.
	Noise []float32
	// Offset is as in [State], D values, if the model draws it; otherwise nil.
	Offset []float32
}
