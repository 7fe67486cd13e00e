package factors

import (
	"espalier/inference"
	"espalier/inference/stat/factors"
	"espalier/plotting/depict"
	"espalier/views/viewstest"
)

// posteriorOf is what the draws of a factor model say together.
func posteriorOf(data *inference.Dataset, s *inference.Snapshot, sum *factors.Summary) *Posterior {
	return &Posterior{0, depict.FactorSubject{Subject: viewstest.SubjectOf(data, s), Summary: sum}}
}
