// Package teach holds the teaching stages: each shows one idea as a figure that moves.
//
// A stage is one file and one line in [Stages]. What it shows comes from the same
// samplers as the models; the stage only decides what a step is and how it looks. The
// window, the command line and the tests play every stage through the same [Course].
//
// A stage's file holds a function that returns its [Stage] and a type that is its [Play].
// Pictures are painted on a board (see drawing), which has axes, legends and room for the
// figures of package plotting; generators are of type random, so that they can be copied.
package teach

import (
	"context"

	"espalier/inference"
	"espalier/plotting"
)

// A Stage is one idea on one screen.
type Stage struct {
	Name    string // as on the command line: "ibp"
	Title   string // "The Indian buffet process"
	Summary string // one sentence for the gallery
	Text    string // at most 120 words
	// Formula are lines in the notation of [formula.Formula].
	Formula []string
	// Try are three things to try, each a sentence. What is to be set for it may follow as on
	// the command line: "… --set alpha=8 --seed 3".
	Try  []string
	More []string // where to read more: book or paper with section and figure
	// Controls are two to four parameters that the viewer may set. Give Real and Integer
	// ones finite ranges, inside which every value is quick: the window shows sliders.
	Controls []inference.Parameter
	// Pace is how many steps a second are played at normal speed; 0 means 4.
	Pace float64
	// Preview is the step that stands for the stage in the gallery; 0 means two thirds of the course.
	Preview int
	// Data tells that the stage can run on the viewer's own table.
	Data bool
	// New starts the course. The same settings, seed and data give the same course. It
	// does little work itself, a few milliseconds; what takes long is done by steps.
	New func(o Options) (Play, error)

	light []string // settings at which a course is short, for tests over many seeds
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
	// Steps is how many steps the whole course has; it does not change during a course.
	Steps() int
	// Step moves on by one; it is called at most Steps times. It answers to ctx: an error of
	// a cancelled context means that nothing has changed, or that a later Step completes
	// this one to the same bits.
	Step(ctx context.Context) error
	// Clone is an independent copy; stepping back goes through clones.
	Clone() Play
	// Figure is the present picture; it shares no memory that a later Step writes. It is
	// [plotting.Styled], and may be a [Glider].
	Figure() plotting.Figure
	// Counters stand beside the picture: what was drawn and what theory expects. There are
	// the same ones, by name and in order, at every step.
	Counters() []Counter
	// Summary says in one or two sentences what the picture shows, for those who cannot see it.
	Summary() string
}

// A Counter is a number of the present picture beside what theory expects of it.
type Counter struct {
	Name     string  // "tables"
	Drawn    float64 // of this course so far; NaN before there is one
	Expected float64 // under the settings at this step, over all seeds; NaN where there is no formula
	Spread   float64 // standard deviation over seeds; NaN where it is not known
	Exact    bool    // Drawn must equal Expected (up to rounding), not only on average
}

// A Glider is a figure that can be shown on its way from another of its kind.
type Glider interface {
	plotting.Figure
	// GlideFrom returns the picture when a share in (0, 1) of the way from another figure
	// has been gone, and false where there is no way and the picture cuts.
	GlideFrom(from plotting.Figure, share float64) (plotting.Figure, bool)
}

// Defaults returns the settings that a stage starts with.
func (s Stage) Defaults() inference.Settings {
	return inference.Info{Name: s.Name, Parameters: s.Controls}.Defaults()
}

// PreviewStep returns the step that stands for the stage in the gallery, of a course of so many.
func (s Stage) PreviewStep(steps int) int {
	if s.Preview > 0 {
		return min(s.Preview, steps)
	}
	return 2 * steps / 3
}

// defaultPace is how many steps a second are played.
const defaultPace = 4

// StepsPerSecond returns the pace at normal speed.
func (s Stage) StepsPerSecond() float64 {
	if s.Pace > 0 {
		return s.Pace
	}
	return defaultPace
}
