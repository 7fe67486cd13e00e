package sequel

import (
	"errors"
	"fmt"
	"slices"

	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/mat"
)

// A Saved is a sequel as it is saved, beside the state of the fit that it follows. Before Σ is learnt there is
// nothing to save of it.
type Saved struct {
	Form          string
	Scores        []float64
	Power, Noise  float64
	Sigma, Centre SavedSigma
	G, Nu         float64
	Factors       int
	Filled        saved.Floats // n×d; nil where no cell is missing
}

// Save returns the state of a sequel for a file.
func (q *Sequel) Save(blanks *covary.Blanks) Saved {
	z := Saved{Form: q.Form, Scores: q.Scores, Power: q.Warp.Power, Noise: q.Warp.Noise}
	if q.Form == Independent {
		return z
	}
	z.Sigma, z.Centre = SaveSigma(q.Sigma), SaveSigma(q.Prior.Centre)
	z.G, z.Nu, z.Factors = q.Prior.G, q.Prior.Nu, q.Factors
	if blanks != nil {
		z.Filled = q.Filled.RawMatrix().Data
	}
	return z
}

// Load restores a sequel of the columns of a table. It returns an error if the numbers are out of range or not of these
// columns.
func (z *Saved) Load(x *mat.Dense, blanks *covary.Blanks, open []string) (*Sequel, error) {
	q := &Sequel{Form: z.Form, Scores: z.Scores, Warp: covary.Warp{Power: z.Power, Noise: z.Noise}}
	if len(z.Scores) != len(Forms) || !slices.Contains(Forms, z.Form) {
		return nil, errors.New("the saved state does not say how its columns were chosen")
	}
	if !vector.Finite([]float64{z.Power, z.Noise, z.G, z.Nu}) || !(z.Power > 0) || z.Noise < 0 {
		return nil, errors.New("the saved warp of the times is out of range")
	}
	if z.Form == Independent {
		return q, nil
	}
	n, d := x.Dims()
	if !slices.Contains(open, z.Form) {
		return nil, fmt.Errorf("the saved state has columns %q", z.Form)
	}
	sigma, err := z.Sigma.Sigma(d)
	if err != nil {
		return nil, err
	}
	centre, err := z.Centre.Sigma(d)
	if err != nil {
		return nil, err
	}
	if z.Nu != 0 && (z.Nu <= float64(d)+1 || z.G <= 0) || z.Nu == 0 && z.Form == Covariance {
		return nil, errors.New("the saved prior of the covariance is not proper")
	}
	filled := x
	if blanks != nil {
		if len(z.Filled) != n*d || !vector.Finite(z.Filled) {
			return nil, errors.New("the saved table has other rows or columns than the data")
		}
		filled = mat.NewDense(n, d, z.Filled)
	}
	q.Sigma, q.Prior, q.Filled, q.Factors = sigma, covary.Wishart{Centre: centre, G: z.G, Nu: z.Nu}, filled, z.Factors
	return q, nil
}

// A SavedSigma is a Σ as it is saved.
type SavedSigma struct {
	Psi, Lambda []float64
	Rank        int
}

// SaveSigma returns a Σ for a file.
func SaveSigma(s *covary.Sigma) SavedSigma {
	z := SavedSigma{Psi: s.Psi, Rank: s.Rank()}
	for j := range s.Psi {
		if s.Lambda != nil {
			z.Lambda = append(z.Lambda, s.Lambda.RawRowView(j)...)
		}
	}
	return z
}

// Sigma restores a Σ of so many columns. It returns an error if the numbers are out of range or not of so many columns.
func (z SavedSigma) Sigma(columns int) (*covary.Sigma, error) {
	if len(z.Psi) != columns || z.Rank < 0 || z.Rank > len(z.Lambda) || len(z.Lambda) != columns*z.Rank ||
		!vector.Finite(z.Lambda) || !vector.Finite(z.Psi) {
		return nil, errors.New("the saved covariance belongs to other columns than the data")
	}
	for _, v := range z.Psi {
		if v <= 0 {
			return nil, errors.New("the saved covariance has a variance that is not positive")
		}
	}
	s := covary.Diagonal(z.Psi)
	if z.Rank > 0 {
		s.Lambda = mat.NewDense(columns, z.Rank, z.Lambda)
	}
	return s, nil
}
