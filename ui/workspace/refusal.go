package workspace

import (
	"slices"

	"example.org/espalier/views/say"
)

// A refusal is the reason why the text typed for a setting is refused.
type refusal struct {
	name, title string // of the setting: "theta", "θ, concentration"
	err         error
}

// Refuse records why the text typed for a setting is refused. No run starts until that is cleared:
// by nil here, by another table or model, or by a step of the history.
func (w *Workspace) Refuse(name, title string, err error) {
	had := len(w.refused)
	w.refused = slices.DeleteFunc(w.refused, func(r refusal) bool { return r.name == name })
	if err != nil {
		w.refused = append(w.refused, refusal{name, title, err})
	}
	if err != nil || len(w.refused) < had {
		w.Changed(RunChanged)
	}
}

// Refused returns why the text typed for a setting is refused, nil if it is accepted.
func (w *Workspace) Refused(name string) error {
	for _, r := range w.refused {
		if r.name == name {
			return r.err
		}
	}
	return nil
}

// Unsettled says why runs cannot start, "" if they can.
func (w *Workspace) Unsettled() string {
	if len(w.refused) == 0 {
		return ""
	}
	r := w.refused[0]
	return r.title + ": " + r.err.Error()
}

// startable reports whether the form is in order, and otherwise tells the user the fault.
func (w *Workspace) startable() bool {
	what := w.Unsettled()
	if what != "" {
		w.Tell(Notice{Bad: true, Text: "The run was not started. " + say.Sentence(what)})
	}
	return what == ""
}
