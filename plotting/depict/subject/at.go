package subject

import (
	"maps"

	"example.org/espalier/inference"
)

// At returns the subject at another moment of its fit, with all else that was chosen and told.
func (s *Subject) At(moment *inference.Snapshot) *Subject {
	return &Subject{Model: s.Model, Info: s.Info, Settings: s.Settings, Decided: s.Decided, Seed: s.Seed,
		Chains: s.Chains, BurnIn: s.BurnIn, Enough: s.Enough,
		First: s.First, Table: s.Table, Data: s.Data, Snapshot: moment, Labels: s.Labels, Annotations: s.Annotations,
		Beside: s.Beside,
		Edits:  s.Edits, Groups: s.Groups, Minor: s.Minor, Software: s.Software, Board: s.Board, Looks: s.Looks,
		Places: s.Places,
		Panes:  s.Panes, Number: s.Number,
		Classified: s.Classified, told: maps.Clone(s.told)}
}
