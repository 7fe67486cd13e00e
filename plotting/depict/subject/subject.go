package subject

import (
	"maps"
	"reflect"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/board"
	"example.org/espalier/inference/kind/classes"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
)

// A Subject is a result with all that its figures and their captions say. It is not written
// to once figures are made from it.
type Subject struct {
	Model    inference.Model // that was fitted
	Info     inference.Info  // of the model under the settings
	Settings inference.Settings
	Decided  map[string]string // choices that settings left to the data; see inference.Decider
	Seed     uint64
	Chains   int
	BurnIn   float64 // share of each chain that summaries leave out
	Enough   float64 // effective sample size that was to be reached; 0 for none
	// First marks the quick tree of a table that was just opened.
	First    bool
	Table    *inference.Table
	Data     *inference.Dataset
	Snapshot *inference.Snapshot
	// Labels is the annotation that the result is compared with; "" for the one that suits best.
	Labels string
	// Annotations stand beside the rows, and those of few levels after them.
	Annotations []string
	// Beside are the annotations that stand beside the rows, in this order; nil leaves the choice to
	// Strips.
	Beside []string
	// Edits and Groups are the user's changes to the rows of the data; see [Edited].
	Edits  study.Edits
	Groups []study.Group
	// Minor shows the minor factors too in figures of factors; see package latent.
	Minor    bool
	Software string // name and version: "Espalier 0.1.0"
	// Board compares the results of the table; nil where they are not compared.
	Board *board.Board

	// Places are those of the groups of its rows among the colours; see study.Result.
	Places ink.Places
	// Looks are those of its figures.
	Looks Looks
	// Panes hold the user's choices in the figures of its table, and Number is its own in the study; nil and 0 for none.
	Panes  study.Panes
	Number study.ResultID

	// Classified replaces the classification of the snapshot: that of new rows; nil for none.
	Classified *classes.Classification

	told    map[reflect.Type]any // see [Subject.With]
	derived cache
}

// Classification returns that of the rows; nil for results without one.
func (s *Subject) Classification() *classes.Classification {
	if s.Classified != nil {
		return s.Classified
	}
	return classes.Of(s.Snapshot)
}

// HasTree reports whether the result has a tree.
func (s *Subject) HasTree() bool { return len(forest.TreesOf(s.Snapshot)) > 0 }

// Treeless reports whether the result will never have a tree: iterations have begun without one.
func (s *Subject) Treeless() bool { return !s.HasTree() && len(s.Snapshot.Trace.Iteration) > 0 }

// Objective returns the objective of the tree of that rank, from 0, or of the present state the last value of the
// trace; false where the model has none.
func (s *Subject) Objective(rank int) (float64, bool) {
	if s.Info.Objective == "" || s.Snapshot == nil {
		return 0, false
	}
	// Of draws the trace tells how high the run stands; of a search, each tree.
	if t := forest.TreesOf(s.Snapshot); !s.Info.Samples && rank < len(t) && finite(t[rank].Objective) {
		return t[rank].Objective, true
	}
	name, _ := s.Info.Shown(s.Snapshot)
	if v := s.Snapshot.Trace.Column(name); len(v) > 0 {
		return v[len(v)-1], true
	}
	return 0, false
}

func finite(x float64) bool { return x-x == 0 }

// How many annotations stand beside the rows unless they were chosen: of any, if none were named, or in addition to
// those named, of annotations with few levels.
const (
	MostStrips = 3
	mostBeside = 6
	fewLevels  = 12
)

// Strips returns the annotations that stand beside the rows: those that were chosen, or those that were named and
// others with few levels, or the first few that group the rows.
func (s *Subject) Strips() (list []inference.Annotation) {
	if s.Beside != nil {
		for _, name := range s.Beside {
			for _, a := range s.Data.Annotations {
				if a.Name == name {
					list = append(list, a)
				}
			}
		}
		return list
	}
	named := s.Annotations
	if s.Labels != "" {
		named = append([]string{s.Labels}, named...)
	}
	for _, a := range s.Data.Annotations {
		if slices.Contains(named, a.Name) || len(named) == 0 && a.Groups() && len(list) < MostStrips {
			list = append(list, a)
		}
	}
	if len(named) == 0 {
		return list
	}
	for _, a := range s.Data.Annotations {
		if !slices.Contains(named, a.Name) && a.Groups() && len(a.Levels) <= fewLevels && len(list) < mostBeside {
			list = append(list, a)
		}
	}
	return list
}

// Looks hold the user's changes to the looks of the figures of a table: of each figure, and of the annotations in all
// of them.
type Looks struct {
	Figures     map[string]plotting.Choices // by the tabs of their entries
	All         plotting.Choices            // of every figure, before those of its own; nil for none
	Annotations *plotting.Codings           // nil as usual
}

// With returns the looks with further choices for every figure.
func (k Looks) With(choices plotting.Choices) Looks {
	k.All = joined(k.All, choices)
	return k
}

// joined returns choices with others in place of them.
func joined(c, others plotting.Choices) plotting.Choices {
	all := plotting.Choices{}
	maps.Copy(all, c)
	maps.Copy(all, others)
	return all
}

// Style returns a style with the look of a figure in it.
func (k Looks) Style(base plotting.Style, tab string) plotting.Style {
	s := joined(k.Figures[tab], k.All).In(base)
	s.Look.Codings = k.Annotations
	return s
}
