package teach

import (
	"fmt"
	"strings"

	"example.org/espalier/plotting/teach/graphs"
	"example.org/espalier/plotting/teach/sampling"
)

// CheckName is the name of the stage that checks a model.
const CheckName = sampling.CheckName

// Stages returns every stage, in the order of the gallery. A line here adds a stage.
func Stages() []Stage {
	return []Stage{
		restaurant(),
		buffet(),
		dirichletTree(),
		pitmanYorTree(),
		pitmanYorPlane(),
		pitmanYorShapes(),
		pitmanYorBalance(),
		nestedRestaurants(),
		sparsity(),
		factors(),
		posterior(),
		columnsTogether(),
		bottomUp(),
		boundChooses(),
		sampling.Temperatures(),
		sampling.SimulatedAnnealing(),
		sampling.ImportanceFails(),
		sampling.WaysToTheEvidence(),
		sampling.GettingItRight(),
		sampling.CheckAModel(),
		graphs.AllTheTrees(),
		graphs.WhichParent(),
		graphs.SparseOrDense(),
		graphs.Arrows(),
	}
}

// Find returns a stage by name, or an error that lists them.
func Find(name string) (Stage, error) {
	var names []string
	for _, s := range Stages() {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Stage{}, fmt.Errorf("no stage %q; the stages are %s", name, strings.Join(names, ", "))
}
