// Package stage holds the common types of the teaching stages: the stage, its course, and its generators.
package stage

import (
	"context"
	"math"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"

	"gonum.org/v1/plot/vg"
)

// A Stage is one idea on one screen.
type Stage struct {
	Name    string // as on the command line: "ibp"
	Title   string // "The Indian buffet process"
	Summary string // one sentence for the gallery
	Text    string // at most 120 words
	// Formula holds lines in the notation of [formula.Formula].
	Formula []string
	// Signs names for signs of the formula the picture in which they stand, by how its name begins: each lights the
	// other where the pointer is.
	Signs map[string]string
	// Try holds three things to try, each a sentence. Their settings may follow as on the command
	// line: "… --set alpha=8 --seed 3".
	Try  []string
	More []string // further reading: book or paper with section and figure
	// Controls are two to four parameters that the viewer may set. Real and Integer ones need
	// finite ranges in which every value is fast: the window shows sliders.
	Controls []inference.Parameter
	// Pace is the number of steps played per second at normal speed; 0 means 4.
	Pace float64
	// Preview is the step that represents the stage in the gallery; 0 means two thirds of the course.
	Preview int
	// Data is true if the stage can run on the viewer's own table.
	Data bool
	// Movable is true if the viewer may move points, add and remove them: a course with these points in its Options
	// follows them.
	Movable bool
	// Fields is true where the places of points have a meaning of their own, so that a table cannot give them.
	Fields bool
	// Inner names the control whose value, such as a model, has settings of its own; "" for none. They are given as
	// "VALUE.NAME=TEXT", and "VALUE.fix=NAME" holds one of them.
	Inner string
	// New starts the course. The same settings, seed and data give the same course. New itself
	// takes a few milliseconds; longer work is done in steps.
	New func(o Options) (Play, error)

	// Ask is the question to a room before it sees the outcome; the zero value asks nothing.
	Ask Question

	// Light holds settings that make a course short, for tests over many seeds.
	Light []string
}

// A Question asks for the value of a counter at the end of a course.
type Question struct {
	Text      string // "How many tables do {customers} customers take?" with values of controls in braces
	Counter   string // the name of the counter that answers it
	Part      string // the picture that may be seen meanwhile, by how its name begins; "" for none
	Low, High float64
	HighOf    string // the control whose value takes the place of High, and is the greatest answer; "" for none
	MostOf    string // the control whose value is the greatest answer; "" for none
	Whole     bool   // the answer is a count
}

// beyond is how many times the line of guesses a count or an amount may reach that has no end by itself.
const beyond = 10

// Limits returns the least and the greatest answer that is taken. Counts and amounts end far beyond the line of
// guesses; shares and probabilities lie between 0 and 1, differences of them between −1 and 1.
func (q Question) Limits() (least, most float64) {
	switch {
	case q.Whole || q.High > 1:
		return q.Low, beyond * q.High
	case q.Low < 0:
		return -1, 1
	}
	return 0, 1
}

// Options determine a course.
type Options struct {
	Settings inference.Settings
	Seed     uint64
	Data     *inference.Dataset // nil for the stage's own sample; only for stages with Data
	// Points take the place of the stage's own ones; nil for those. Only for stages that are Movable.
	Points []Point
	Marked int // the point to be marked, from 1; 0 is none
	// Inner are settings "NAME=TEXT" or "fix=NAME" of the model or the like that the control [Stage.Inner] names.
	Inner []string
}

// A Point is a place in the plane, in the units of the picture.
type Point struct{ X, Y float64 }

// FewestPoints is the least number of points that a course needs.
const FewestPoints = 3

// MostPoints limits the points of a course.
const MostPoints = 150

// A Play is a course in progress: a state that advances step by step. It is used by one goroutine
// at a time and holds its own generators, so a Clone continues with the same bits. [Rules] make it.
type Play interface {
	// Steps is the number of steps of the whole course; it does not change during a course.
	Steps() int
	// Step advances by one step; it is called at most Steps times. It respects ctx: after the error
	// of a cancelled context either nothing has changed, or a later Step completes this one to the
	// same bits.
	Step(ctx context.Context) error
	// Clone returns an independent copy; stepping back goes through clones.
	Clone() Play
	// Figure returns the present picture, which shares no memory that a later Step writes. It is
	// [plotting.Styled], and may be a [Glider].
	Figure() plotting.Figure
	// Counters appear beside the picture: numbers drawn and their expectations by theory. Every step has the same ones, by
	// name and in order.
	Counters() []Counter
	// Summary describes the picture in one or two sentences, for those who cannot see it.
	Summary() string
	// Points returns the points of the present picture that the viewer may move, nil for none. The caller does not
	// write them.
	Points() []Point
	// Table returns the viewer's own table if the picture shows rows of it, else nil.
	Table() *inference.Dataset
}

// A Counter is a number of the present picture, with its expectation by theory.
type Counter struct {
	Name     string  // "tables"
	Drawn    float64 // in this course so far; NaN before there is one
	Expected float64 // under the settings at this step, over all seeds; NaN if there is no formula
	Spread   float64 // standard deviation over seeds; NaN if unknown
	Exact    bool    // Drawn must equal Expected (up to rounding), not only on average
}

// Unknown is a counter without a theory.
func Unknown(name string, drawn float64) Counter {
	return Counter{Name: name, Drawn: drawn, Expected: math.NaN(), Spread: math.NaN()}
}

// A Glider is a figure that can be shown in transition from another of its kind.
type Glider interface {
	plotting.Figure
	// GlideFrom returns the picture at a share in (0, 1) of the way from another figure. It returns
	// false if there is no way and the picture cuts.
	GlideFrom(from plotting.Figure, share float64) (plotting.Figure, bool)
}

// A Parted figure holds several pictures that can be shown one at a time.
type Parted interface {
	plotting.Figure
	PartNames() []string // short, in reading order
	Part(i int) plotting.Figure
	Lit(i int) plotting.Figure // all of them, one in a frame
}

// A Placed scene says which of the pictures of a [Parted] figure is at a point, −1 for none.
type Placed interface{ PartAt(p vg.Point) int }

// Shows returns the place of the picture that a sign of the formula stands in, among those of a figure; −1 for none.
func (s Stage) Shows(sign string, f Parted) int {
	name, ok := s.Signs[sign]
	if !ok {
		return -1
	}
	for i, n := range f.PartNames() {
		if strings.HasPrefix(n, name) {
			return i
		}
	}
	return -1
}

// SignOf returns the sign of the formula that stands in a picture, by the name of that; "" for none. Of several it is
// the first in the alphabet.
func (s Stage) SignOf(part string) (found string) {
	for sign, name := range s.Signs {
		if strings.HasPrefix(part, name) && (found == "" || sign < found) {
			found = sign
		}
	}
	return found
}

// Defaults returns the settings that a stage starts with.
func (s Stage) Defaults() inference.Settings {
	return inference.Info{Name: s.Name, Parameters: s.Controls}.Defaults()
}

// PreviewStep returns the step that represents the stage in the gallery, given the number of steps
// of the course.
func (s Stage) PreviewStep(steps int) int {
	if s.Preview > 0 {
		return min(s.Preview, steps)
	}
	return 2 * steps / 3
}

// defaultPace is the default number of steps per second.
const defaultPace = 4

// StepsPerSecond returns the pace at normal speed.
func (s Stage) StepsPerSecond() float64 {
	if s.Pace > 0 {
		return s.Pace
	}
	return defaultPace
}
