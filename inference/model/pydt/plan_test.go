package pydt

// usualOf returns the hyperparameters that a model begins with by default.
func usualOf(model string) given {
	g := given{sigma2: 1, c: 1, fixTheta: true, fixAlpha: true}
	if model == "pydt" {
		g.theta, g.alpha, g.fixTheta, g.fixAlpha = 1, 0.2, false, false
	}
	return g
}

// askedOf returns a chain of ddt from a random tree whose columns vary together in a form.
func askedOf(form string) chainPlan {
	g := usualOf("ddt")
	return chainPlan{model: "ddt", given: g, over: g, form: form, moves: "near", power: 1, initial: "random"}
}
