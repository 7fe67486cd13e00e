// Package factors has the covariance of columns that vary together by sparse factors, Σ = GGᵀ + Ψ, as a chain draws it
// (math 11.7).
package factors

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/loadings"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// Factors are the Σ = GGᵀ + Ψ of a chain, G sparse under the Indian buffet process: the
// model of nsfa, whose cases are the contrasts of the tree (math 11.7).
type Factors struct {
	State *loadings.State
	Begun bool
}

const (
	// In a small table each sweep of the tree draws the factors this many times, which then costs
	// little beside the tree.
	Sweeps     = 3
	SmallTable = 20_000 // cells

	// MostMoments is for how many columns the moments of a Σ by factors are kept.
	MostMoments = 256
)

// New returns factors of n contrasts of d columns whose variance is known on average; 0 where it is not.
func New(n, d int, meanVariance float64) *Factors {
	f := &Factors{State: loadings.NewOfCases(loadings.Nonparametric(), mat.NewDense(n, d, nil), 1)}
	f.State.Bound(meanVariance)
	return f
}

// Sigma returns Σ.
func (f *Factors) Sigma() *covary.Sigma {
	psi, g := f.State.Covariance()
	return &covary.Sigma{Psi: psi, Lambda: g}
}

// Shift returns the log density along the line on which every ℓ rises by x, log s falls by x
// and Σ is multiplied by eˣ, up to a constant: all contrasts but the last keep their density.
// rem is the time that remains at the topmost node, power that of the density.
func (f *Factors) Shift(rows *covary.Contrasts, w *covary.Map, rem, power float64) func(x float64) float64 {
	last := LastContrast(rows, w, rem)
	return func(x float64) float64 { return power*last(x) + f.State.LogDilation(x) }
}

// LastContrast returns the log density of the last contrast along that line.
func LastContrast(rows *covary.Contrasts, w *covary.Map, rem float64) func(x float64) float64 {
	n, d := rows.Dims()
	v := rows.Variances[n-1]
	row := make([]float64, d)
	w.Row(row, rows.U.RawRowView(n-1))
	square := 0.0
	for _, x := range row {
		square += x * x * v
	}
	message := v - (1 - rem)
	return func(x float64) float64 {
		now := (message*math.Exp(-x) + 1 - rem*math.Exp(-x)) * math.Exp(x) // times Σ as it was
		return -0.5 * (float64(d)*math.Log(now) + square/now)
	}
}

// Sparse returns the factors with their activities in the rows, on a tree.
func (f *Factors) Sparse(t *tree.Tree, noise float64) *factor.Sparse {
	var z loadings.Frozen
	f.State.Freeze(&z)
	k := len(z.IDs)
	if k > 0 {
		n := t.Leaves()
		at := covary.Leaves(t, mat.DenseCopyOf(mat.NewDense(k, n, z.X).T()), noise)
		for j := range k {
			for i := range n {
				z.X[j*n+i] = at.At(i, j)
			}
		}
	}
	return z.Sparse()
}

// SigmaOf returns the Σ of a draw.
func SigmaOf(s *factor.Sparse) *covary.Sigma {
	d := len(s.Noise)
	out := covary.Diagonal(make([]float64, d))
	for j, v := range s.Noise {
		out.Psi[j] = float64(v)
	}
	if k := len(s.Items); k > 0 {
		out.Lambda = mat.NewDense(d, k, nil)
		for j, items := range s.Items {
			for i, item := range items {
				out.Lambda.Set(int(item), j, float64(s.Values[j][i]))
			}
		}
	}
	return out
}

// StateOf returns a draw as the factors of the columns.
func StateOf(s *factor.Sparse) *factor.State {
	out := &factor.State{IDs: append([]int{}, s.IDs...), Noise: make([]float64, len(s.Noise))}
	for j, v := range s.Noise {
		out.Noise[j] = float64(v)
	}
	k := len(s.Items)
	if k == 0 {
		return out
	}
	n := len(s.Activities[0])
	out.Loadings, out.Activities, out.Inclusion = SigmaOf(s).Lambda, mat.NewDense(n, k, nil),
		mat.NewDense(len(s.Noise), k, nil)
	for j, items := range s.Items {
		for _, item := range items {
			out.Inclusion.Set(int(item), j, 1)
		}
		for i, v := range s.Activities[j] {
			out.Activities.Set(i, j, float64(v))
		}
	}
	return out
}

// Sample draws a table whose columns vary together by factors, and the factors.
func Sample(t *tree.Tree, d int, noise float64, rng *rand.Rand) (x *mat.Dense, found *factor.Factors) {
	f := New(1, d, 0)
	f.State.DrawPrior(rng)
	sigma := f.Sigma()
	state := &factor.State{Noise: sigma.Psi, Loadings: sigma.Lambda}
	x, state.Activities = covary.Sample(t, sigma, noise, rng)
	if k := sigma.Rank(); k > 0 {
		state.Inclusion = mat.NewDense(d, k, nil)
		for j := range k {
			state.IDs = append(state.IDs, j)
			for i := range d {
				if sigma.Lambda.At(i, j) != 0 {
					state.Inclusion.Set(i, j, 1)
				}
			}
		}
	}
	return x, &factor.Factors{State: state}
}
