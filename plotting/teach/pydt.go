package teach

import (
	"example.org/espalier/inference"
)

// Controls that several stages of the Pitman-Yor diffusion tree share.
var (
	thetaControl = inference.Parameter{Name: "theta", Title: "θ, concentration", Type: inference.Real, Default: "1",
		Min: 0, Max: 20, Help: "How readily a branch point gets another branch."}
	alphaControl = inference.Parameter{Name: "alpha", Title: "α, discount",
		Type: inference.Real, Default: "0", Min: 0, Max: 0.95, Help: "How " +
			"much each branch contributes to new ones; large values make uneven trees."}
)

// pitmanYorTree is stage 4: the Pitman-Yor diffusion tree.
func pitmanYorTree() Stage {
	return Stage{
		Name:    "pydt",
		Title:   "The Pitman-Yor diffusion tree",
		Summary: "Like the Dirichlet diffusion tree, but at a branch point a path may start a branch of its own.",
		Text: "In the Dirichlet diffusion tree every branch point has two branches. Here, a path that reaches a " +
			"branch point may start a new branch. At a point with K branches that m paths have reached, it does so " +
			"with probability (θ + αK)/(m + θ); it takes a branch of b paths with probability (b − α)/(m + θ). These " +
			"are the rules of the Pitman-Yor process. The divergence rate is scaled to match, so that the order of " +
			"the paths does not matter. Large θ gives flat trees with many branches at a point, small θ gives " +
			"hierarchies; θ = α = 0 is the Dirichlet diffusion tree again.",
		Formula: []string{
			`\text{diverge: } a(t) h_m, \quad a(t) = \frac{c}{1-t}, \quad h_m = \frac{Γ(m-α)}{Γ(m+1+θ)}`,
			`\text{branch } k: \frac{b_k-α}{m+θ}, \quad \text{new: } \frac{θ+αK}{m+θ}`,
		},
		Try: []string{
			"Almost always a star: θ = 10. --set theta=10",
			"Many small branches beside a few large ones. --set alpha=0.6 --set points=25",
			"Back to two branches at every point. --set theta=0 --set alpha=0",
		},
		More: []string{
			"Knowles and Ghahramani (2011), Pitman-Yor diffusion trees",
			"Knowles (2012), sections 4.4.1 and 4.4.2, figures 4.2 and 4.5",
		},
		Ask: Question{Text: "How many branch points has the tree?", Counter: "branch points", Part: "paths",
			HighOf: "points", Whole: true},
		Controls: []inference.Parameter{thetaControl, alphaControl,
			{Name: "smoothness", Title: "c h₁, smoothness", Type: inference.Real,
				Default: "1", Min: 0.1, Max: 10, Help: "Divergence " +
					"rate: two paths part at time 1/(1 + c h₁) on average."},
			{Name: "points", Title: "Paths", Type: inference.Integer, Default: "12", Min: 2, Max: 30, Help: "Number " +
				"of paths."},
		},
		Pace: 6,
		New: pathsRules(func(o Options) *pathsPlay {
			p := newPaths(o.Settings.Real("theta"), o.Settings.Real("alpha"), o.Settings.Real("smoothness"),
				o.Settings.Int("points"), o.Seed)
			p.choosing = true
			return p
		}).New,
	}
}
