// Package teach holds the teaching stages: each shows one idea as a figure that moves.
//
// A stage is one file and one line in [Stages]. What it shows comes from the same
// samplers as the models; the stage only decides what a step is and how it looks. The
// window, the command line and the tests play every stage through the same [Course].
package teach

import (
	"context"

	"espalier/inference"
	"espalier/plotting"
)

// A Stage is one idea on one screen.
type Stage struct {
	Name    string   // as on the command line: "ibp"
	Title   string   // "The Indian buffet process"
	Text    string   // at most 120 words
	Formula []string // lines of the formula in the notation of [plotting.Formula]
	Try     []string // three things to try, each a sentence; a trailing "--set name=value" makes it clickable
	More    []string // where to read more: book or paper with section and figure
	// Controls are two to four parameters that the viewer may set.
	Controls []inference.Parameter
	// Data tells that the stage can run on the viewer's own table.
	Data bool
	// New starts the course. The same settings, seed and data give the same course.
	New func(o Options) (Play, error)
}

// Options are what determines a course.
type Options struct {
	Settings inference.Settings
	Seed     uint64
	Data     *inference.Dataset // nil for a sample of the stage's own; only for stages with Data
}

// A Play is a course under way: a state that is moved on step by step. It is used by one
// goroutine at a time and holds its own generators, so that a Clone goes on to the same bits.
type Play interface {
	// Steps is how many steps the whole course has.
	Steps() int
	// Step moves on by one; it is called at most Steps times. It answers to ctx.
	Step(ctx context.Context) error
	// Clone is an independent copy; stepping back goes through clones.
	Clone() Play
	// Figure is the present picture; it shares no memory that a later Step writes.
	Figure() plotting.Figure
	// Counters stand beside the picture: what was drawn and what theory expects.
	Counters() []Counter
	// Summary says in one or two sentences what the picture shows, for those who cannot see it.
	Summary() string
}

// A Counter is a number of the present picture beside what theory expects of it.
type Counter struct {
	Name     string  // "tables"
	Drawn    float64 // of this course so far
	Expected float64 // under the settings at this step, over all seeds; NaN where there is no formula
	Spread   float64 // standard deviation over seeds; NaN where it is not known
	Exact    bool    // Drawn must equal Expected (up to rounding), not only on average
}
