// Package trees makes the figure of one tree of a result: in the window, on the command line and in reports alike.
//
// A [Source] is the trees that a result has, with its draws. A [State] is how a person looks at them: the choices
// that a study keeps, its [Look], with the selection, groups and edits of the rows. Both together give a [Shown],
// which is one tree with all that its figure needs; [Shown.Figure] makes the figure.
package trees
