// Package views holds the widgets that show figures and turn gestures into changes.
//
// A [View] shows any plotting.Figure as one picture, drawn by a goroutine of its own
// into one of two buffers; the window shows the last finished picture and never waits
// for the next. It zooms, pans and finds the mark under the pointer in the scene that
// is on the screen, so that a click always means what the eye saw.
//
// A [TreeView] is a View of one dendrogram with what the user did to it, a
// [TreeState], kept by sets of rows so that it holds from one tree of a run to the
// next. [Inspector] says in words and numbers what is selected; [TraceView] shows the
// objective; [SearchBar], [GroupList] and [Selector] are small parts around them.
//
// All methods of the widgets are called on the goroutine of the window. What their
// workers finish comes back through one function, post, which is fyne.DoAndWait in
// the program.
package views
