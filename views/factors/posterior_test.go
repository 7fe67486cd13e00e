package factors

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/viewstest"
)

// posteriorOf is what the draws of a factor model say together.
func posteriorOf(data *inference.Dataset, s *inference.Snapshot, sum *factors.Summary) *Posterior {
	return &Posterior{0, depict.FactorSubject{Subject: viewstest.SubjectOf(data, s), Summary: sum}}
}
