// Package controls holds the small widgets that stand beside figures: words, links, choosers.
package controls
