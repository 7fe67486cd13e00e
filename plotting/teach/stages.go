package teach

import (
	"fmt"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/plotting/teach/clustering"
	"example.org/espalier/plotting/teach/components"
	"example.org/espalier/plotting/teach/graphs"
	"example.org/espalier/plotting/teach/priors"
	"example.org/espalier/plotting/teach/sampling"
	"example.org/espalier/plotting/teach/threshold"
	"example.org/espalier/plotting/teach/trees"
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
		trees.Divergence(),
		trees.Regraft(),
		trees.Greedy(),
		priors.Exchange(),
		priors.Urn(),
		priors.Views(),
		sparsity(),
		factors(),
		posterior(),
		columnsTogether(),
		threshold.Liability(),
		clustering.PointByPoint(),
		clustering.Scores(),
		bottomUp(),
		clustering.Messages(),
		clustering.Cutting(),
		clustering.Blocks(),
		clustering.Network(),
		components.HowMany(),
		clustering.MostComponents(),
		clustering.InTurn(),
		boundChooses(),
		sampling.StepsInThePlane(),
		sampling.Temperatures(),
		sampling.SimulatedAnnealing(),
		sampling.ImportanceFails(),
		sampling.WaysToTheEvidence(),
		sampling.GettingItRight(),
		sampling.CheckAModel(),
		graphs.AllTheTrees(),
		graphs.Independent(),
		graphs.WhichParent(),
		graphs.SparseOrDense(),
		graphs.PairByPair(),
		graphs.Arrows(),
		graphs.Simpson(),
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

// dirichletTree is stage 3: the Dirichlet diffusion tree.
func dirichletTree() Stage {
	return Stage{
		Name:    "ddt",
		Title:   "The Dirichlet diffusion tree",
		Summary: "Paths leave the origin, follow one another and part: a prior over binary trees.",
		Text: "The first path starts at the origin at time 0 and diffuses until time 1, where its end is a data " +
			"point. Every later path follows the earlier ones. At any moment it may diverge from its branch, at rate " +
			"a(t) divided by the number of paths that went along it: paths seldom leave a busy branch. At a branch " +
			"point it chooses a branch with probability proportional to the number of paths in it. The rate grows " +
			"without limit towards time 1, so no two paths stay together. The paths form a tree; their ends are the " +
			"data. The order of the paths does not change the probability of the result.",
		Formula: []string{
			`a(t) = \frac{c}{1-t}, \quad A(t) = -c \text{ log}(1-t)`,
			`P(\text{no divergence in } [s,t]) = e^{(A(s) - A(t)) / m}`,
		},
		Signs: map[string]string{"A": "side", "c": "side", "m": "paths"},
		Try: []string{
			"Let paths part early: a smooth cloud of points. --set c=4",
			"Let paths part late: tight clumps. --set c=0.25",
			"Watch the same tree grow to thirty points. --set points=30",
		},
		More: []string{
			"Neal (2003), Density modeling and clustering using Dirichlet diffusion trees",
			"Knowles (2012), Bayesian non-parametric models and inference for sparse and hierarchical latent " +
				"structure, section 4.2, figure 4.1",
		},
		Ask: Question{Text: "When do paths 1 and 2 part?", Counter: "paths 1, 2 part at t", Part: "paths", High: 1},
		Controls: []inference.Parameter{
			{Name: "c", Title: "c, smoothness", Type: inference.Real, Default: "1", Min: 0.1, Max: 10, Help: "Rate " +
				"of divergence: with large values paths part early, with small ones late."},
			{Name: "points", Title: "Paths", Type: inference.Integer, Default: "8", Min: 2, Max: 30, Help: "Number " +
				"of paths."},
		},
		Pace: 6,
		New: pathsRules(func(o Options) *pathsPlay {
			return newPaths(0, 0, o.Settings.Real("c"), o.Settings.Int("points"), o.Seed)
		}).New,
	}
}
