// Package stages shows the teaching stages of [example.org/espalier/plotting/teach] over the work: a gallery to
// choose from, and a stage with its controls, transport and text. A [Teacher] knows the window only
// as its [Host].
package stages
