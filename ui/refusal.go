package ui

import (
	"slices"

	"espalier/views/say"
)

// A refusal is why what was typed for a setting is not taken.
type refusal struct {
	name, title string // of the setting: "theta", "θ, concentration"
	err         error
}

// Refuse notes why what was typed for a setting is not taken. No run starts until that is mended: with nil here, or
// by another table, another model or a step of the history.
func (w *Workspace) Refuse(name, title string, err error) {
	had := len(w.refused)
	w.refused = slices.DeleteFunc(w.refused, func(r refusal) bool { return r.name == name })
	if err != nil {
		w.refused = append(w.refused, refusal{name, title, err})
	}
	if err != nil || len(w.refused) < had {
		w.changed(RunChanged)
	}
}

// Refused returns why what was typed for a setting is not taken, nil where it is.
func (w *Workspace) Refused(name string) error {
	for _, r := range w.refused {
		if r.name == name {
			return r.err
		}
	}
	return nil
}

// unsettled says what keeps runs from starting, "" where nothing does.
func (w *Workspace) unsettled() string {
	if len(w.refused) == 0 {
		return ""
	}
	r := w.refused[0]
	return r.title + ": " + r.err.Error()
}

// startable reports whether the form is in order, and tells what is not where it is not.
func (w *Workspace) startable() bool {
	what := w.unsettled()
	if what != "" {
		w.say(Notice{Bad: true, Text: "The run was not started. " + say.Sentence(what)})
	}
	return what == ""
}
