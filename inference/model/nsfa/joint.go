package nsfa

import (
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/loadings"
)

var (
	_ inference.Jointly = Model{}
	_ inference.Jointly = Sparse{}
	_ inference.Jointly = Factor{}
	_ inference.Jointly = Relevance{}
	_ inference.Jointly = Student{}
	_ inference.Jointly = Regression{}
)

// Size of the table of a joint test. Every third cell is missing.
const (
	jointItems = 3
	jointCases = 4
)

// Joint implements inference.Jointly on a table of 3 items and 4 cases, a third of whose cells are missing.
func (f family[N]) Joint(s inference.Settings, rng *rand.Rand) (inference.Joint, error) {
	v := f.variant()
	missing := make([]bool, jointItems*jointCases)
	for i := range missing {
		missing[i] = i%3 == 1
	}
	return loadings.NewRehearsal(loadings.Read(v.support, v.slab, s).ForTests(), jointItems, jointCases, missing, rng), nil
}
