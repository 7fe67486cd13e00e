// Package study represents the work of a user as data: the [Document].
//
// A document has two parts. The [State] says everything that a user can do and undo: which tables are open and how they
// are prepared, the settings of the next run, which results there are and which is shown, the selection, the groups,
// the edits of trees and the state of each pane. A State is a value. It is never modified: a change makes a new one
// that shares what did not change, so that a history of 200 of them costs little.
//
// The other part grows by itself and is never undone: the tables and the results, each with its own
// number. A state names them by number. A result is replaced with every snapshot of its run.
//
// There is one history for everything, so that one Undo reverses whatever was done last. Nothing
// here knows of a window. Everything that a State holds can be written as JSON.
package study
