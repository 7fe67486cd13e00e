package views

import (
	"espalier/inference"
	"espalier/inference/kind/factor"
	"espalier/inference/stat/factors"
	"espalier/plotting/depict"
)

// subjectOf is a snapshot of data as the views are shown it.
func subjectOf(data *inference.Dataset, s *inference.Snapshot) *depict.Subject {
	table := &inference.Table{Name: data.Name, X: data.X, Rows: data.Rows, Columns: data.Columns}
	return &depict.Subject{Table: table, Data: data, Snapshot: s, BurnIn: inference.BurnIn, Info: inference.Info{Title: "Model", Iteration: "sweep"}}
}

// factorsOf is a state of a factor model as the views are shown it.
func factorsOf(data *inference.Dataset, f *factor.State, iteration int) depict.FactorSubject {
	return depict.FactorSubject{Subject: subjectOf(data, &inference.Snapshot{Iteration: iteration, Parts: []inference.Part{&factor.Factors{State: f}}})}
}

// posteriorOf is what the draws of a factor model say together.
func posteriorOf(data *inference.Dataset, s *inference.Snapshot, sum *factors.Summary) *FactorPosterior {
	return &FactorPosterior{0, depict.FactorSubject{Subject: subjectOf(data, s), Summary: sum}}
}
