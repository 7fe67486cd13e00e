package viewstest

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/latent"
)

// SubjectOf is a snapshot of data as the views are shown it.
func SubjectOf(data *inference.Dataset, s *inference.Snapshot) *depict.Subject {
	table := &inference.Table{Name: data.Name, X: data.X, Rows: data.Rows, Columns: data.Columns}
	return &depict.Subject{Table: table, Data: data, Snapshot: s, BurnIn: inference.BurnIn,
		Info: inference.Info{Title: "Model", Iteration: "sweep"}}
}

// FactorsOf is a state of a factor model as the views are shown it.
func FactorsOf(data *inference.Dataset, f *factor.State, iteration int) latent.FactorSubject {
	return latent.FactorSubject{Subject: SubjectOf(data,
		&inference.Snapshot{Iteration: iteration, Parts: []inference.Part{&factor.Factors{State: f}}})}
}
