package together

import (
	"errors"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/decision"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/process/sequel"
)

// forms are the values of the parameter columns that auto compares, in the order of their scores.
var forms = sequel.Forms

// decisionOf returns why a form was chosen; nil if it was not chosen but given, or is still open.
func decisionOf(form string, scores []float64) inference.Part {
	if form == correlated.Undecided || scores == nil {
		return nil
	}
	one := decision.Decision{Parameter: "columns", Chosen: form,
		Criterion: "nats per row left out of the tree of columns by themselves", Words: sequel.InWords(form)}
	for i, v := range scores {
		if v > sequel.Impossible && correlated.Finite([]float64{v}) {
			one.Options = append(one.Options, decision.Option{Value: forms[i], Score: v})
		}
	}
	if !slices.ContainsFunc(one.Options, func(o decision.Option) bool { return o.Value == form }) {
		return nil // independence by default: no form had a density
	}
	return &decision.Decisions{List: []decision.Decision{one}}
}

// checkScores returns an error unless saved scores are those of a form that was chosen or given.
func checkScores(form string, scores []float64) error {
	if scores != nil && (len(scores) != len(forms) || !slices.Contains(forms, form)) {
		return errors.New("pydt: the saved state does not say how its columns were chosen")
	}
	return nil
}
