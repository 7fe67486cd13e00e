package pydt

import (
	"fmt"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/sampler"
)

var (
	_ inference.Jointly = Model{}
	_ inference.Jointly = DDT{}
)

// Joint implements inference.Jointly on a table of 5 rows and 2 columns.
func (Model) Joint(s inference.Settings, rng *rand.Rand) (inference.Joint, error) {
	return jointOf("pydt", s, rng)
}

// Joint implements inference.Jointly on a table of 5 rows and 2 columns.
func (DDT) Joint(s inference.Settings, rng *rand.Rand) (inference.Joint, error) {
	return jointOf("ddt", s, rng)
}

func jointOf(name string, s inference.Settings, rng *rand.Rand) (inference.Joint, error) {
	if m := s.Text("method"); m != "mcmc" {
		return nil, fmt.Errorf("%s: method %s does not sample; choose method=mcmc to check it", name, m)
	}
	if form := s.Text("columns"); form != correlated.Independent && form != "auto" {
		return nil, fmt.Errorf("%s: the sampler is checked with columns=%s; with columns=%s it has no small joint test", name,
			correlated.Independent, form)
	}
	return sampler.NewJoint(givenBy(s), s.Text("moves"), rng), nil
}
