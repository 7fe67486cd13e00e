// Package trees shows one tree, live.
//
// A [View] is a screen.View of one dendrogram with what the user did to it, a [State], kept by sets
// of rows so that it holds from one tree of a run to the next. [SearchBar], [DrawBar], [GroupList]
// and [Selector] are small parts around it, and [MatrixView] compares its draws.
package trees
