package diffusion

import (
	"example.org/espalier/inference"
)

// Parameters are the parameters of the process, in the working units of the data.
type Parameters struct {
	Sigma2 float64 // variance that a path gathers from time 0 to 1, > 0
	Noise  float64 // variance of the observation noise, ≥ 0
	C      float64 // rate of divergence, a(t) = C/(1−t), > 0
	Theta  float64 // concentration; 0 for the Dirichlet diffusion tree
	Alpha  float64 // discount, below 1; 0 for the Dirichlet diffusion tree
}

// learnt reads the learnt parameters of a fit from the scalars of a snapshot. ok is false if the
// scalars have no σ², as in a linkage: see [Estimate].
func learnt(scalars []inference.Scalar) (p Parameters, ok bool) {
	names, values := make([]string, len(scalars)), make([]float64, len(scalars))
	for i, s := range scalars {
		names[i], values[i] = s.Name, s.Mean
	}
	return named(names, values)
}

// named reads the parameters from values by name, such as those of one draw.
func named(names []string, values []float64) (p Parameters, ok bool) {
	p.C = 1
	for i, name := range names {
		if i >= len(values) {
			break
		}
		switch name {
		case "sigma2":
			p.Sigma2, ok = values[i], values[i] > 0
		case "noise":
			p.Noise = max(values[i], 0)
		case "c":
			p.C = values[i]
		case "theta":
			p.Theta = values[i]
		case "alpha":
			p.Alpha = values[i]
		}
	}
	return p, ok && p.C > 0
}
