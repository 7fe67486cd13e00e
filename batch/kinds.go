package batch

import (
	"errors"

	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting/facts"
)

// view is the result as its facts are told.
func (f *fitted) view() facts.Result {
	r := facts.Result{Subject: f.subject(), Cut: f.command.Cut, Below: f.command.Below, Class: f.command.Classes}
	if f.found != nil {
		r.Scored = f.found.Classes
	}
	return r
}

// tree returns the tree of the result: the best tree or, for a sampler, that of maximum clade
// credibility; nil if there is none.
func (f *fitted) tree() *tree.Tree { return f.subject().Tree() }

// writeKinds writes the tables and other files of the kinds of the result. If one cannot be written, the others still are.
func (f *fitted) writeKinds(out *folder) (failure error) {
	for _, file := range facts.Files(f.view()) {
		if file.Write != nil {
			failure = errors.Join(failure, out.stream(file.Name, file.Write))
		} else {
			failure = errors.Join(failure, out.writeSheet(file.Name, file.Sheet))
		}
	}
	return failure
}
