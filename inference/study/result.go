package study

import "espalier/inference"

// A Result is what a fit found, as far as it has come: what was asked for and the newest
// snapshot. It is a value; a newer snapshot makes a newer result under the same ID.
type Result struct {
	ID    ResultID `json:"id"`
	Table TableID  `json:"table"`
	// First marks the quick tree that is made when a table is opened.
	First         bool                    `json:"first,omitempty"`
	Setup         Setup                   `json:"setup"`
	Preprocessing inference.Preprocessing `json:"preprocessing"`
	Decided       map[string]string       `json:"decided,omitempty"` // what settings left to the data, see inference.Decider
	Problem       string                  `json:"problem,omitempty"` // why the run failed; "" where it did not

	// What is below is large, and has codecs of its own.

	// Data are what was fitted: the table as it was prepared and annotated then.
	Data *inference.Dataset `json:"-"`
	// Snapshot is the newest; nil before the first.
	Snapshot *inference.Snapshot `json:"-"`
}
