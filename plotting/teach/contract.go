// Package teach holds the teaching stages: each shows one idea as an animated figure.
//
// A stage is one file and one line in [Stages]. It draws from the same samplers as the models; the stage only defines a
// step and its look. The window, the command line and the tests play every stage through the same [Course].
//
// A stage's file holds a function that returns its [Stage], whose [stage.Rules] declare its course: the first state, a
// step and a picture of a state. Pictures are panels of charts, or are painted on a board (see drawing), which has
// axes, legends and room for the figures of package plotting. Generators have type [stage.Random], which can be copied.
// Package sampling holds the stages about algorithms.
package teach

import "example.org/espalier/plotting/teach/stage"

// The contract of a stage; see package stage.
type (
	Stage    = stage.Stage
	Options  = stage.Options
	Play     = stage.Play
	Counter  = stage.Counter
	Glider   = stage.Glider
	Attempt  = stage.Attempt
	Question = stage.Question
	Point    = stage.Point
)

// random is the generator of a course.
type random = stage.Random

// newRandom returns the generator of a task of a seed; task 0 is the course's own.
func newRandom(seed, task uint64) random { return stage.NewRandom(seed, task) }
