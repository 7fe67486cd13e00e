// Package priors has the priors of the hyperparameters of diffusion trees (Knowles 2012, section 4.5). That of α is
// uniform; that of the noise stands in package noise.
package priors

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
)

// A Gamma is a gamma density.
type Gamma struct{ Shape, Rate float64 }

// Log returns the log density at x > 0.
func (g Gamma) Log(x float64) float64 {
	return g.Shape*math.Log(g.Rate) - special.LogGamma(g.Shape) + (g.Shape-1)*math.Log(x) - g.Rate*x
}

// The priors of τ = 1/σ², of c and of θ.
var (
	Tau   = Gamma{Shape: 1, Rate: 1}
	C     = Gamma{Shape: 1, Rate: 1}
	Theta = Gamma{Shape: 2, Rate: 0.5}
)

// The ranges in which θ and α are learnt.
const (
	LeastTheta, LargestTheta = 1e-3, 30.0
	LargestAlpha             = 0.95
)
