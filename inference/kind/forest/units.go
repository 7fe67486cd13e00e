package forest

import (
	"slices"

	"example.org/espalier/inference"
)

// InUnits implements unit.Part: trees have no unit, their objectives are log densities.
func (f *Forest) InUnits(_, shift float64) inference.Part {
	out := &Forest{Trees: slices.Clone(f.Trees), Draws: slices.Clone(f.Draws)}
	for i := range out.Trees {
		out.Trees[i].Objective += shift
	}
	for i := range out.Draws {
		out.Draws[i].Objective += shift
	}
	return out
}
