// Package pane defines panes: a pane is a figure of the centre with a tab of its own, which shows one result and the
// selection that all panes share.
//
// A pane changes nothing but itself. The user's actions in it go to the window as wishes, see [Wishes], and come back
// to all panes once the document has changed. The user's choices in a pane are a value that the document keeps under a
// name, see [Recall], so that it can be undone, and is restored with the document.
package pane
