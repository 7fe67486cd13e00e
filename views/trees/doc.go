// Package trees shows one tree, live.
//
// A [View] is a screen.View of one dendrogram with the user's changes to it, its [State]. The state refers to sets of
// rows, so that it stays valid from one tree of a run to the next. [SearchBar], [DrawBar], [GroupList] and [Selector]
// are small parts around it, and [MatrixView] compares its draws.
package trees
