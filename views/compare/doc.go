// Package compare shows two trees of the same rows face to face, with the clades that they share and those that they do
// not.
package compare
