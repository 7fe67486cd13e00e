// Package evidence has the evidence of a tree's structure, its times integrated out (math 5.4), and the score by which
// a search compares structures (math 6.1). [Structure] and [Score] use Laplace's method with the curvature between
// parents and children alone, [Laplace] with all of it, and a [Vicinity] looks only around the places of one subtree.
package evidence
