// Package placing builds and improves a tree by moving one subtree or one time after another.
//
// An [Attacher] scores every position of a subtree in the rest of the tree (math 6.1). Trees are built with it
// from rows in a random order ([Builder]), or from another tree's structure. A [Searcher] takes subtrees out
// and puts them where they fit best (math 6.3); a [Sweeper] gives every branch point its best time and merges
// and splits branch points, and a [Polisher] alternates sweeps with updates of the hyperparameters until neither
// gains (math 5.2).
package placing
