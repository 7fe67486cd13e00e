// Package compare shows two trees of the same rows face to face, with what they share and what
// they do not.
package compare
