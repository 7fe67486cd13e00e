package inference

import "math/rand/v2"

// A Joint draws the parameters of a model together with a small table, in two ways that have the same distribution
// if the sampler is right (Geweke 2004, Getting it right, JASA 99, 799–804). Package geweke compares them.
type Joint interface {
	// Names returns the names of the statistics.
	Names() []string
	// Draw draws parameters and table again from the model and returns the statistics.
	Draw() []float64
	// Move lets the sampler move the parameters once, given the present table, then draws the table again given the
	// parameters. It returns the statistics.
	Move() []float64
}

// A Jointly is a Model whose sampler can be checked by the joint distribution of parameters and data.
type Jointly interface {
	Model
	// Joint returns draws of a small table under the moves and the priors of the settings. Hyperparameters whose
	// priors are too broad for the test are given narrower ones. The error says in a sentence why these settings
	// cannot be checked.
	Joint(s Settings, rng *rand.Rand) (Joint, error)
}
