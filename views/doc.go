// Package views gathers the widgets that show figures and turn gestures into changes; each kind
// of figure has a room of its own below it.
//
// All methods of the widgets are called on the goroutine of the window. Results of their workers come back through one
// function, post, which is fyne.DoAndWait in the program.
package views
