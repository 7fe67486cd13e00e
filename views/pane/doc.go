// Package pane says what a pane is: a figure of the centre with a tab of its own, which shows one
// result and the selection that all panes share.
//
// A pane changes nothing but itself. What the user does in it goes to the window as a wish, see
// [Wishes], and comes back to all panes once the document has changed. What the user chose in a
// pane is a value that the document keeps under a name, see [Recall], so that it can be undone, and
// is restored with the document.
package pane
