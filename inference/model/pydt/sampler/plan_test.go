package sampler

import (
	"example.org/espalier/inference/model/pydt/hyper"
)

// usualOf returns the hyperparameters that a model begins with by default.
func usualOf(model string) hyper.Given {
	g := hyper.Given{Sigma2: 1, C: 1, FixTheta: true, FixAlpha: true}
	if model == "pydt" {
		g.Theta, g.Alpha, g.FixTheta, g.FixAlpha = 1, 0.2, false, false
	}
	return g
}

// askedOf returns a chain of ddt from a random tree whose columns vary together in a form.
func askedOf(form string) Plan {
	g := usualOf("ddt")
	return Plan{Model: "ddt", Given: g, Over: g, Form: form, Moves: "near", Power: 1, Initial: "random"}
}
