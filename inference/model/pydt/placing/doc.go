// Package placing builds and improves a tree by moving one subtree after another to its best place. A [Builder] adds
// rows in a random order (math 6.2); a [Searcher] takes subtrees out and puts them where they fit best (math 6.3), by a
// [Trial] of each of the best places; a [Refiner] improves a start by both, and learns θ and α.
package placing
