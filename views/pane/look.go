package pane

import "example.org/espalier/inference/study"

// A Look is what the panes of a mixture share: the accepted epoch shown, and the annotation that
// gives the classes of the rows. It is a value.
type Look struct {
	Result study.ResultID `json:"result,omitempty"` // whose epoch it is; other results show their last state
	Past   int            `json:"past,omitempty"`   // the accepted epoch, from 1; 0 for now
	Class  string         `json:"class,omitempty"`
}

// LookName is the name of the [Look] among the states of panes.
const LookName = "mixture"

// Epoch returns the epoch to show of a result, by its place among those with a picture; −1 for now.
func (l Look) Epoch(r study.ResultID) int {
	if l.Result != r {
		return -1
	}
	return l.Past - 1
}
