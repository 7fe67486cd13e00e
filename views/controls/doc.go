// Package controls is the one kit of small widgets: what stands beside figures, and in the columns
// and dialogs of the window. All of them can be reached and used by keyboard and show where the
// focus is. Colours and sizes are those of the package theme.
//
// Tips need one layer of the window: see [NewTipLayer].
package controls
