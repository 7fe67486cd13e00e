// Package controls is the one kit of small widgets, for figures and for the columns and dialogs of
// the window. All can be reached and used by keyboard and show the focus. Colours and sizes come
// from package theme.
//
// Tips need one layer of the window: see [NewTipLayer].
package controls
